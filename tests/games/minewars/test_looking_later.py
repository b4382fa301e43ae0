"""Seats look when somebody asks what they know, and know what they would have known anyway."""

from collections.abc import Callable
from typing import Literal

import pytest

from freehold.games.minewars import GAME, rules
from freehold.games.minewars.actions import Capture, parse
from freehold.games.minewars.board import ground, masks
from freehold.games.minewars.board.kinds import DESTROYED, FOUNDATION, LAND, TOWER
from freehold.games.minewars.board.masks import mask_of
from freehold.games.minewars.fog import knowledge, memories
from freehold.games.minewars.fog.lookouts import sees
from freehold.games.minewars.moves import explosions, protections
from freehold.games.minewars.state import State
from freehold.kernel import canonical
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match
from tests.games.minewars import position, rng, shown
from tests.games.minewars.tables import TABLES
from tests.games_under_test import At
from tests.plays import begin, next_step, take, viewers

STEPS = 250
Patch = pytest.MonkeyPatch


def told(match: Match) -> bytes:
    """All that a look leaves behind, and what it tells."""
    return canonical.encode((match.fingerprint(), tuple(match.flush().items())))


def check_play(at: At, seed: int, each: int) -> None:
    """A random play twice: in one match seats look after every step, in the other now and then."""
    often, seldom = begin(GAME, at, seed), begin(GAME, at, seed)
    for viewer in viewers(often):
        often.open(viewer)
        seldom.open(viewer)
    draws = Stream(key_of("looking later", seed), "steps")
    for step_number in range(STEPS):
        if often.outcome:
            break
        step = next_step(often, draws, restless=60)
        for match in (often, seldom):
            take(match, step)
        knowledge.catch_up(often.state)
        check_sees(often.state, draws.below(len(often.state.kind)))
        if draws.below(each) == 0:
            assert told(often) == told(seldom), f"seed {seed}, step {step_number}: {step}"
    assert told(often) == told(seldom)


def check_sees(state: State, cell: int) -> None:
    for seat, known in enumerate(state.known):
        assert sees(state, seat, cell) == (known.sight[cell] > 0)


@pytest.mark.parametrize("each", [4, 40])
@pytest.mark.parametrize("at", TABLES, ids=["two", "three", "four", "six"])
def test_who_looks_seldom_knows_as_much(at: At, each: int) -> None:
    for seed in range(3):
        check_play(at, seed, each)


# Step by step: in one state seats look after each, in the other at the end

Step = Callable[[State], object]


def seen_later(picture: str, *steps: Step) -> State:
    often, seldom = position(picture), position(picture)
    for step in steps:
        for state in (often, seldom):
            step(state)
            rules.finish(state, 0)
        knowledge.catch_up(often)
    knowledge.catch_up(seldom)
    assert seldom.known == often.known
    assert seldom == often
    return seldom


# Anything may happen to any tile: more than rules would do in so few steps

TOKENS = (*".................", "a", "b", "c*", "o", "!", "^", "^", "%", "~", "~", "aT", "=", ",")
WIDE, HIGH = 18, 12
POOL = 4
"""So many tiles change hands again and again."""


def somehow(draws: Stream) -> Step:
    """One thing that can happen, the same whatever state it happens to."""
    what, number, owner = draws.below(16), draws.bits(), draws.below(4)

    def step(state: State) -> None:
        lands = [cell for cell in range(len(state.kind)) if ground.is_land(state, cell)]
        first, often = number % len(lands), lands[:: len(lands) // POOL][number % POOL]
        around = [cell for cell in state.grid.disc(often, 3) if ground.is_land(state, cell)]
        cell = around[number // 64 % len(around)]
        if what < 6:
            ground.give(state, often, owner)
        elif what < 9:
            taken = [each for each in lands[first : first + 9] if state.owner[each] != owner]
            ground.sweep(state, mask_of(len(state.kind), taken), owner)
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
            protections.protect(state, number % 9_000, [cell])

    return step


def check_happenings(seed: int) -> None:
    draws = Stream(key_of("happenings", seed), "steps")
    rows = [" ".join([draws.pick(TOKENS) for _ in range(WIDE)]) for _ in range(HIGH)]
    shape: Literal["square", "hex"] = draws.pick(("square", "hex"))
    often, seldom = (position("\n".join(rows), 3, shape) for _ in range(2))
    for number in range(60):
        steps = [somehow(draws) for _ in range(1 + draws.below(2))]
        for state in (often, seldom):
            for step in steps:
                step(state)
            rules.finish(state, 0)
        knowledge.catch_up(often)
        if draws.below(12) == 0:
            knowledge.catch_up(seldom)
            assert seldom == often, f"seed {seed}, step {number}"


def test_whatever_happens_who_looks_seldom_knows_as_much() -> None:
    for seed in range(60):
        check_happenings(seed)


def no_memory_of_what_turned(patch: Patch) -> None:
    patch.setattr(memories, "_remember_turned", lambda state, turned: None)


def no_memory_of_what_shut_eyes_saw(patch: Patch) -> None:
    patch.setattr(memories, "_remember_shut", lambda state, turned: None)


def no_memory_of_sweeps(patch: Patch) -> None:
    patch.setattr(memories, "_remember_swept", lambda state, swept, turned: None)


def kinds_as_of_after_the_action(patch: Patch) -> None:
    patch.setattr(memories, "_kind_before", lambda state, turned: state.kind)


def nothing_is_urgent(patch: Patch) -> None:
    patch.setattr(knowledge, "_is_urgent", lambda state: False)


PLANTS = (
    no_memory_of_what_turned,
    no_memory_of_what_shut_eyes_saw,
    no_memory_of_sweeps,
    kinds_as_of_after_the_action,
    nothing_is_urgent,
)


@pytest.mark.slow
@pytest.mark.parametrize("plant", PLANTS)
def test_a_planted_fault_is_caught(plant: Callable[[Patch], None], monkeypatch: Patch) -> None:
    plant(monkeypatch)
    with pytest.raises(AssertionError):
        test_whatever_happens_who_looks_seldom_knows_as_much()


# One thing after another


def give(cell: int, owner: int) -> Step:
    return lambda state: ground.give(state, cell, owner)


def sweep(cells: list[int], owner: int) -> Step:
    return lambda state: ground.sweep(state, mask_of(len(state.kind), cells), owner)


def turn(cell: int, kind: int) -> Step:
    return lambda state: ground.turn(state, cell, kind)


def test_mw_11_eyes_that_are_shut_again_have_seen_what_turned_in_fog() -> None:
    state = seen_later("a . . . . . . . bC", turn(6, DESTROYED), give(4, 1), give(4, 0))
    assert shown(state, 0, "kind") == "1 1 1 1 1 1 4 1 1"
    assert shown(state, 0, "sight") == "2 1 1 1 . . . . 2"
    state = seen_later("a . . . . . . . bC", turn(6, DESTROYED), give(1, 1), give(1, 0))
    assert shown(state, 0, "kind") == "1 1 1 1 1 1 1 1 1"


@pytest.mark.parametrize("take", [give, lambda cell, owner: sweep([cell], owner)])
def test_mw_11_eyes_of_the_last_look_may_shut_open_and_shut_again(
    take: Callable[[int, int], Step],
) -> None:
    steps = take(4, 0), turn(6, DESTROYED), take(4, 1), take(4, 0), turn(6, FOUNDATION)
    state = seen_later("a . . . a . . . bC", *steps)
    assert (state.kind[6], state.known[0].kind[6]) == (FOUNDATION, DESTROYED)


@pytest.mark.parametrize("take", [give, lambda cell, owner: sweep([cell], owner)])
def test_mw_11_what_turns_as_eyes_are_shut_is_not_seen(take: Callable[[int, int], Step]) -> None:
    def shut_and_turn(state: State) -> None:
        take(4, 0)(state)
        ground.turn(state, 6, FOUNDATION)

    state = seen_later("a . . . . . . . bC", turn(6, DESTROYED), take(4, 1), shut_and_turn)
    assert (state.kind[6], state.known[0].kind[6]) == (FOUNDATION, DESTROYED)


def test_mw_11_of_two_who_lose_eyes_at_once_each_remembers_what_was_news() -> None:
    def shut_both(state: State) -> None:
        ground.give(state, 5, 0)
        ground.give(state, 10, 0)

    steps = give(5, 1), turn(7, DESTROYED), give(10, 2), shut_both
    state = seen_later("a . . . . . . . . . . . . . b aC bC", *steps)
    assert [known.kind[7] for known in state.known] == [DESTROYED, DESTROYED]


@pytest.mark.parametrize("take", [give, lambda cell, owner: sweep([cell], owner)])
def test_mw_11_who_remembers_something_else_is_told(take: Callable[[int, int], Step]) -> None:
    state = position("a . . . . . . . bC")
    for step in (turn(6, DESTROYED), take(4, 1), take(4, 0)):
        state.touched.take_cells()
        state.touched.take_viewers()
        step(state)
        rules.finish(state, 0)
    assert 6 in state.touched.cells
    assert state.touched.viewers == {0}
    state = position("a . . . a . . . bC")
    state.touched.take_viewers()
    turn(6, DESTROYED)(state)
    rules.finish(state, 0)
    assert state.touched.viewers == {0, 1}


def test_mw_11_eyes_on_many_tiles_have_seen_it_too() -> None:
    steps = turn(7, DESTROYED), sweep([1, 2, 3, 4], 1), sweep([2, 3, 4], 0)
    state = seen_later("a . . . . . . . . bC", *steps)
    assert shown(state, 0, "kind") == "1 1 1 1 1 1 1 4 1 1"
    assert shown(state, 0, "sight") == "2 2 1 1 1 . . . . 2"


def test_mw_11_what_turns_in_sight_is_seen_and_what_turns_after_it_is_not() -> None:
    seen = give(4, 1), turn(6, DESTROYED), give(4, 0), turn(6, FOUNDATION)
    state = seen_later("a . . . . . . . bC", *seen)
    assert (state.kind[6], state.known[0].kind[6]) == (FOUNDATION, DESTROYED)


def test_mw_14_a_mountain_that_is_broken_is_seen_as_it_hangs_together_now() -> None:
    state = seen_later("a a . . ^ ^ ^ ^ bC", give(2, 1), turn(5, LAND), give(2, 0))
    assert shown(state, 0, "sight") == "2 2 1 1 1 . . . 2"
    assert shown(state, 0, "kind") == "1 1 1 1 5 1 5 5 1"


def test_mw_63_a_tower_that_was_held_for_a_while_has_seen_far() -> None:
    steps = turn(9, DESTROYED), give(5, 1), give(5, 2)
    state = seen_later("a a a a a bT . . . . . . . . . bC", *steps)
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
    state = seen_later(tower, complete, turn(5, DESTROYED), raze, turn(5, FOUNDATION))
    assert (state.kind[5], state.known[0].kind[5]) == (FOUNDATION, DESTROYED)
    state = seen_later(tower, turn(5, DESTROYED), complete, raze)
    assert state.known[0].kind[5] == DESTROYED


def test_mw_72_what_was_revealed_is_forgotten_with_its_owner_who_comes_back() -> None:
    def reveal(state: State) -> None:
        state.known[0].revealed[1] = state.owner[1]
        state.dirty[1] = None

    state = seen_later("aC b b bC", reveal)
    assert shown(state, 0, "sight") == "2 2 1 2"
    state = seen_later("aC b b bC", reveal, give(1, 0), give(1, 2))
    assert shown(state, 0, "sight") == "2 1 1 2"


def test_mw_31_a_protection_that_has_faded_and_begun_again_is_shown() -> None:
    def protect(now: int, cells: list[int]) -> Step:
        return lambda state: protections.protect(state, now, cells)

    def fade(now: int) -> Step:
        return lambda state: knowledge.note_fade(state, protections.forget(state, now))

    state = seen_later("a a a . bC", protect(0, [0, 1]), fade(2_500), protect(2_600, [1]))
    assert list(state.known[0].protected[:3]) == [0, state.protected[1], 0]
    many = "a " * (masks.MANY + 2) + "bC"
    cells = list(range(masks.MANY + 2))
    state = seen_later(many, protect(0, cells), fade(2_500), protect(2_600, [1]))
    assert list(state.known[0].protected[:3]) == [0, state.protected[1], 0]
    assert any(state.known[0].protected)


def test_mw_31_who_sees_many_protections_end_is_noted_and_nobody_else() -> None:
    cells = list(range(masks.MANY + 2))
    state = position("a " * len(cells) + ". . . . . b bC")
    protections.protect(state, 0, cells)
    rules.finish(state, 0)
    knowledge.catch_up(state)
    state.touched.viewers.clear()
    knowledge.note_fade(state, protections.forget(state, 2_500))
    knowledge.catch_up(state)
    assert state.touched.viewers == {0}
    assert not any(state.known[0].protected)


def test_mw_31_land_that_was_swept_and_swept_back_is_shown_as_protected() -> None:
    def sweep_for(owner: int, now: int) -> Step:
        def step(state: State) -> None:
            ground.sweep(state, mask_of(len(state.kind), [1, 2]), owner)
            protections.protect_swept(state, now, 0b110)

        return step

    state = seen_later("a b b b bC", sweep_for(1, 0), sweep_for(2, 5_000))
    assert list(state.known[0].protected[:4]) == [0, *state.protected[1:3], 0]
    assert state.protected[1]


def test_mw_16_who_hears_of_an_explosion_sees_it_now_whenever_they_looked() -> None:
    state = position("a . . . . * bC")
    rules.act(state, 0, 0, parse("capture 1,0"))
    assert state.known[0].sight[4] == 0, "nobody has looked yet"
    assert sees(state, 0, 4)
    knowledge.witness(state, 0, 4)
    assert state.known[0].events == [("explosion", 4, 0)]


def test_nothing_is_put_off_in_what_is_kept_or_told() -> None:
    match = begin(GAME, TABLES[0], 1)
    offered = GAME.choices(match.view(0), 0, rng("looking"))
    capture = next(each for each in offered if isinstance(each, Capture))
    match.act(100, 0, capture)
    assert match.state.last_look.cells
    match.snapshot()
    assert not match.state.last_look.cells
