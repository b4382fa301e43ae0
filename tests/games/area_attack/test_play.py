"""Whole matches: every kept layer is what it would be from scratch, and all endings occur."""

import pytest

from freehold.game import PUBLIC, TRUTH
from freehold.games.area_attack import GAME, rules
from freehold.games.area_attack.state import COVERED, State
from freehold.kernel import canonical
from freehold.kernel.chance import Stream, key_of
from freehold.kernel.mines import count_around
from freehold.match import Match, read_record, verify
from freehold.match.patches import apply
from tests.games.area_attack import KEY, new_match
from tests.games.area_attack.scenarios import scenarios

SHORT = {"stage_2_ms": 4_000, "stage_3_ms": 7_000, "lock_ms": 2_000, "freeze_ms": 700}


def check_kept(state: State) -> None:
    """A slow and simple reading of the rulebook, against what the rules keep up."""
    cells = range(len(state.cell))
    touching = state.grid.touching
    assert state.number == count_around(state.mine, state.grid)
    for seat in range(len(state.out)):
        own = [state.owner[cell] == seat + 1 for cell in cells]
        assert state.cells[seat] == own.count(True)
        assert list(state.digit[seat]) == [(state.number[c] + 1) * own[c] for c in cells]
        if state.stage:
            anywhere = state.stage == 1 or not any(own)
            assert list(state.legal[seat]) == [
                int(state.cell[c] == COVERED and (anywhere or any(own[n] for n in touching[c])))
                for c in cells
            ]
        assert not any(state.flag[seat][c] for c in cells if state.cell[c] != COVERED)
    if state.stage:
        assert state.safe == len([c for c in cells if not state.mine[c] and state.cell[c] != 2])
    assert all((state.cell[c] == 1) == (state.owner[c] > 0) for c in cells)
    assert all(state.mine[c] for c in cells if state.cell[c] == 3)
    assert list(state.ground) == [max(0, state.cell[c] - 1) for c in cells]
    assert not any(state.mine[c] for c in cells if state.cell[c] in (1, 2))


def play_at_random(seed: int, seats: int) -> Match:
    match = new_match(seats, key=key_of(seed), width_cells=20, height_cells=17, **SHORT)
    rng = Stream(key_of("play", seed), "play")
    everybody = (*range(seats), PUBLIC, TRUTH)
    views = {viewer: apply(None, match.open(viewer)) for viewer in everybody}
    while match.outcome is None:
        now = match.now + rng.below(120)
        match.advance(now)
        seat = rng.below(seats)
        offered = list(GAME.choices(match.view(seat), now, rng))
        if offered and match.outcome is None:
            match.act(now, seat, rng.pick(offered))
        for viewer, frame in match.flush().items():
            views[viewer] = apply(views[viewer], frame)
        check_kept(match.state)
        for viewer in everybody:
            assert views[viewer] == match.view(viewer)
    return match


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "seats"), [(1, 2), (2, 4)])
def test_what_is_kept_is_what_the_rules_say_and_patches_add_up(seed: int, seats: int) -> None:
    match = play_at_random(seed, seats)
    assert verify(GAME, read_record(match.log.dump())).endswith(match.outcome.ending)  # type: ignore[union-attr]


def test_every_ending_can_be_reached() -> None:
    played = dict(scenarios())
    assert tuple(played) == GAME.endings
    for ending, match in played.items():
        assert match.outcome is not None
        assert match.outcome.ending == ending
        assert "ending_" + ending in GAME.texts
        check_kept(match.state)
        assert verify(GAME, read_record(match.log.dump())).endswith(ending)


def test_a_state_can_be_copied_and_kept_as_bytes() -> None:
    for _, match in scenarios():
        state = match.state
        assert state.copy() == state
        assert canonical.decode(canonical.encode(state), State) == state
        assert canonical.encode(state.copy()) == canonical.encode(state)


def test_a_copy_shares_nothing_that_can_change() -> None:
    match = new_match(3, KEY, **SHORT)
    match.advance(45_000)
    state = match.state
    copy = state.copy()
    before = canonical.encode(copy)
    rng = Stream(key_of("copy"), "play")
    for number in range(200):
        if state.outcome is None:
            offered = list(GAME.choices(GAME.view(state, number % 3), 46_000, rng))
            if offered:
                rules.act(state, 46_000, number % 3, rng.pick(offered))
            if state.held[number % 3]:
                rules.wake(state, state.frozen[number % 3])
    assert canonical.encode(state) != before
    assert canonical.encode(copy) == before
