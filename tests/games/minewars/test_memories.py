"""What seats have seen and do not see any more (MW-11, MW-18), whatever happens to any tile."""

from collections.abc import Callable
from typing import Literal

import pytest

from freehold.games.minewars import ground, protections, rules, views
from freehold.games.minewars.board.bits import bits_at
from freehold.games.minewars.board.kinds import DESTROYED, FOUNDATION, LAND, TOWER
from freehold.games.minewars.fog import knowledge
from freehold.games.minewars.fog.knowledge import sees
from freehold.games.minewars.moves import explosions
from freehold.games.minewars.state import Sight, State
from freehold.kernel.chance import Stream, key_of
from tests.games.minewars import position, shown
from tests.games.minewars.naive_sight import NaiveSeat

Patch = pytest.MonkeyPatch

# Step by step

Step = Callable[[State], object]


def after(picture: str, *steps: Step) -> State:
    """A state in which these actions have been done, one after another."""
    state = position(picture)
    for step in steps:
        step(state)
        rules.finish(state, 0)
    return state


# Anything may happen to any tile: more than rules would do in so few steps

TOKENS = (*".................", "a", "b", "c*", "o", "!", "^", "^", "%", "~", "~", "aT", "=", ",")
WIDE, HIGH = 18, 12
POOL = 4
"""A number of tiles change hands again and again."""


def somehow(draws: Stream) -> Step:
    """One thing that can happen, the same whatever state it happens to."""
    what, number, owner = draws.below(16), draws.bits(), draws.below(4)

    def step(state: State) -> None:
        lands = [cell for cell in range(len(state.kind)) if ground.is_land(state, cell)]
        first, often = number % len(lands), lands[:: len(lands) // POOL][number % POOL]
        around = [cell for cell in state.grid.disc(often, 3) if ground.is_land(state, cell)]
        cell = around[number // 64 % len(around)]
        if what < 6:
            ground.give(state, 1 << often, owner)
        elif what < 9:
            taken = [each for each in lands[first : first + 9] if state.owner[each] != owner]
            ground.give(state, bits_at(taken), owner)
        elif what < 12:
            ground.turn(state, cell, DESTROYED if number % 2 else FOUNDATION)
        elif what == 12:
            explosions.explode(state, 0, cell)
        elif what == 13:
            clustered = [each for each in range(len(state.kind)) if state.cluster_of[each] >= 0]
            for each in clustered[number % 5 : number % 5 + 1]:
                ground.turn(state, each, FOUNDATION)
        elif what == 14 and number % 4 == 0 and sees(state, number % 3, cell):
            state.known[number % 3].revealed[cell] = state.owner[cell]
            ground.note_dirt(state, cell)
        else:
            protections.protect(state, number % 9_000, bits_at([cell]))

    return step


def check_happenings(seed: int) -> None:
    draws = Stream(key_of("happenings", seed), "steps")
    rows = [" ".join([draws.pick(TOKENS) for _ in range(WIDE)]) for _ in range(HIGH)]
    shape: Literal["square", "hex"] = draws.pick(("square", "hex"))
    state = position("\n".join(rows), 3, shape)
    eyes = [NaiveSeat(state, seat) for seat in range(state.seats)]
    for number in range(40):
        for step in [somehow(draws) for _ in range(1 + draws.below(2))]:
            step(state)
        rules.finish(state, 0)
        for eye in eyes:
            eye.revealed.clear()
            eye.revealed.update(state.known[eye.seat].revealed)
            eye.watch(state, [])
            layers = views.layers(state, eye.seat)
            for name, expected in eye.layers(state).items():
                assert layers[name] == expected, f"seed {seed}, step {number}: {eye.seat} {name}"


@pytest.mark.slow
def test_whatever_happens_every_layer_is_what_naive_eyes_see() -> None:
    for seed in range(8):
        check_happenings(seed)


def digits_are_not_counted_beside_items(patch: Patch) -> None:
    patch.setattr(knowledge, "widen", lambda grid, bits: bits)


def nobody_sees_what_comes_into_sight(patch: Patch) -> None:
    patch.setattr(knowledge, "_look", lambda state, seat, shown: shown)


def kinds_are_seen_in_fog(patch: Patch) -> None:
    honest = knowledge._show

    def show(state: State, seat: int, sight: Sight, span: tuple[int, int]) -> None:
        honest(state, seat, sight, span)
        state.known[seat].kind[span[0] : span[1]] = state.kind[span[0] : span[1]]

    patch.setattr(knowledge, "_show", show)


def one_seat_looks_later(patch: Patch) -> None:
    honest = knowledge._show

    def show(state: State, seat: int, sight: Sight, span: tuple[int, int]) -> None:
        if seat != 1 or not any(state.known[seat].sight):
            honest(state, seat, sight, span)

    patch.setattr(knowledge, "_show", show)


PLANTS = (
    digits_are_not_counted_beside_items,
    nobody_sees_what_comes_into_sight,
    kinds_are_seen_in_fog,
    one_seat_looks_later,
)


@pytest.mark.slow
@pytest.mark.parametrize("plant", PLANTS)
def test_a_planted_fault_is_caught(plant: Callable[[Patch], None], monkeypatch: Patch) -> None:
    plant(monkeypatch)
    with pytest.raises(AssertionError):
        test_whatever_happens_every_layer_is_what_naive_eyes_see()


# One thing after another


def give(cell: int, owner: int) -> Step:
    return lambda state: ground.give(state, 1 << cell, owner)


def sweep(cells: list[int], owner: int) -> Step:
    return lambda state: ground.give(state, bits_at(cells), owner)


def turn(cell: int, kind: int) -> Step:
    return lambda state: ground.turn(state, cell, kind)


def test_mw_11_eyes_that_are_shut_again_have_seen_what_turned_in_fog() -> None:
    state = after("a . . . . . . . bC", turn(6, DESTROYED), give(4, 1), give(4, 0))
    assert shown(state, 0, "kind") == "1 1 1 1 1 1 4 1 1"
    assert shown(state, 0, "sight") == "2 1 1 1 . . . . 2"
    state = after("a . . . . . . . bC", turn(6, DESTROYED), give(1, 1), give(1, 0))
    assert shown(state, 0, "kind") == "1 1 1 1 1 1 1 1 1"


def test_mw_11_eyes_may_shut_open_and_shut_again() -> None:
    steps = give(4, 0), turn(6, DESTROYED), give(4, 1), give(4, 0), turn(6, FOUNDATION)
    state = after("a . . . a . . . bC", *steps)
    assert (state.kind[6], state.known[0].kind[6]) == (FOUNDATION, DESTROYED)


def test_mw_11_what_turns_as_eyes_are_shut_is_not_seen() -> None:
    def shut_and_turn(state: State) -> None:
        give(4, 0)(state)
        ground.turn(state, 6, FOUNDATION)

    state = after("a . . . . . . . bC", turn(6, DESTROYED), give(4, 1), shut_and_turn)
    assert (state.kind[6], state.known[0].kind[6]) == (FOUNDATION, DESTROYED)


def test_mw_11_of_two_who_lose_eyes_at_once_each_remembers_what_was_news() -> None:
    def shut_both(state: State) -> None:
        ground.give(state, 1 << 5, 0)
        ground.give(state, 1 << 10, 0)

    steps = give(5, 1), turn(7, DESTROYED), give(10, 2), shut_both
    state = after("a . . . . . . . . . . . . . b aC bC", *steps)
    assert [known.kind[7] for known in state.known] == [DESTROYED, DESTROYED]


def test_mw_11_a_player_who_remembers_something_else_is_told() -> None:
    state = position("a . . . . . . . bC")
    for step in (turn(6, DESTROYED), give(4, 1), give(4, 0)):
        state.touched.take_viewers()
        step(state)
        rules.finish(state, 0)
    assert state.touched.viewers == {0}
    state = position("a . . . a . . . bC")
    state.touched.take_viewers()
    turn(6, DESTROYED)(state)
    rules.finish(state, 0)
    assert state.touched.viewers == {0, 1}


def test_mw_11_eyes_on_many_tiles_have_seen_it_too() -> None:
    steps = turn(7, DESTROYED), sweep([1, 2, 3, 4], 1), sweep([2, 3, 4], 0)
    state = after("a . . . . . . . . bC", *steps)
    assert shown(state, 0, "kind") == "1 1 1 1 1 1 1 4 1 1"
    assert shown(state, 0, "sight") == "2 2 1 1 1 . . . . 2"


def test_mw_11_what_turns_in_sight_is_seen_and_what_turns_after_it_is_not() -> None:
    seen = give(4, 1), turn(6, DESTROYED), give(4, 0), turn(6, FOUNDATION)
    state = after("a . . . . . . . bC", *seen)
    assert (state.kind[6], state.known[0].kind[6]) == (FOUNDATION, DESTROYED)


def test_mw_14_a_mountain_that_is_broken_is_seen_as_it_hangs_together_now() -> None:
    state = after("a a . . ^ ^ ^ ^ bC", give(2, 1), turn(5, LAND), give(2, 0))
    assert shown(state, 0, "sight") == "2 2 1 1 1 . . . 2"
    assert shown(state, 0, "kind") == "1 1 1 1 5 1 5 5 1"


def test_mw_63_a_tower_that_was_held_for_a_while_has_seen_far() -> None:
    steps = turn(9, DESTROYED), give(5, 1), give(5, 2)
    state = after("a a a a a bT . . . . . . . . . bC", *steps)
    assert state.structure[5] == TOWER
    assert state.known[0].kind[9] == DESTROYED
    assert state.known[0].sight[9] == 0


def test_mw_63_a_tower_sees_what_turns_while_it_stands_and_nothing_after_it_fell() -> None:
    def complete(state: State) -> None:
        state.cities[0].queue.clear()
        ground.complete(state, state.built[1])

    def raze(state: State) -> None:
        ground.raze(state, state.built[1])

    tower = "aC aT? . . . . . . . . bC"
    state = after(tower, complete, turn(5, DESTROYED), raze, turn(5, FOUNDATION))
    assert (state.kind[5], state.known[0].kind[5]) == (FOUNDATION, DESTROYED)
    state = after(tower, turn(5, DESTROYED), complete, raze)
    assert state.known[0].kind[5] == DESTROYED


def test_mw_72_what_was_revealed_is_forgotten_with_its_owner_who_comes_back() -> None:
    def reveal(state: State) -> None:
        state.known[0].revealed[1] = state.owner[1]
        ground.note_shown(state, 1)

    state = after("aC b b bC", reveal)
    assert shown(state, 0, "sight") == "2 2 1 2"
    state = after("aC b b bC", reveal, give(1, 0), give(1, 2))
    assert shown(state, 0, "sight") == "2 1 1 2"


def test_mw_31_a_protection_that_has_faded_and_begun_again_is_shown() -> None:
    def protect(now: int, cells: list[int]) -> Step:
        return lambda state: protections.protect(state, now, bits_at(cells))

    def fade(now: int) -> Step:
        return lambda state: knowledge.see_fade(state, protections.forget(state, now))

    state = after("a a a . bC", protect(0, [0, 1]), fade(2_500), protect(2_600, [1]))
    assert list(state.known[0].protected[:3]) == [0, state.protected[1], 0]
    assert state.protected[1]


def test_mw_31_a_player_who_sees_protections_end_is_noted_and_nobody_else() -> None:
    state = position("a a . . . . . b bC")
    protections.protect(state, 0, bits_at([0, 1]))
    rules.finish(state, 0)
    state.touched.viewers.clear()
    knowledge.see_fade(state, protections.forget(state, 2_500))
    assert state.touched.viewers == {0}
    assert not any(state.known[0].protected)


def test_mw_31_land_that_was_swept_and_swept_back_is_shown_as_protected() -> None:
    def sweep_for(owner: int, now: int) -> Step:
        def step(state: State) -> None:
            ground.give(state, bits_at([1, 2]), owner)
            protections.protect(state, now, 0b110)

        return step

    state = after("a b b b bC", sweep_for(1, 0), sweep_for(2, 5_000))
    assert list(state.known[0].protected[:4]) == [0, *state.protected[1:3], 0]
    assert state.protected[1]
