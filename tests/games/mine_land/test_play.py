"""Whole rounds: the scenarios, and what a match makes of them."""

from __future__ import annotations

import pytest

from freehold.game import Arrive, Leave
from freehold.games.mine_land import GAME, crowds
from freehold.games.mine_land.highlights import HIGHLIGHTS, lead
from freehold.kernel.chance import key_of
from freehold.match import Match, read_record, verify
from tests.games.mine_land import new_match
from tests.games.mine_land.scenarios import bombs, go_beside, name, say, scenarios, tiny_match

PLAYED = dict(scenarios())


@pytest.mark.parametrize("ending", GAME.endings)
def test_ml_60_a_round_comes_to_every_ending(ending: str) -> None:
    match = PLAYED[ending]
    assert match.outcome is not None
    assert match.outcome.ending == ending
    assert ending in verify(GAME, read_record(match.log.dump()))


def test_ml_54_every_round_has_a_world_of_its_own_by_its_key() -> None:
    one, other = new_match(1), new_match(1, key=key_of("next"))
    assert one.state.under != other.state.under


def test_a_replay_counts_scores_and_knows_what_it_marks() -> None:
    match = PLAYED["settled"]
    assert match.outcome is not None
    assert lead(match.state) == match.outcome.scores
    assert set(HIGHLIGHTS.noted) <= set(GAME.texts)


def test_ml_55_one_leaves_and_returns_through_the_match() -> None:
    match = tiny_match(2)
    go_beside(match, 0, bombs(match.state)[0])
    at = match.view(0).facts.at
    match.act(match.now, 0, Leave())
    match.act(match.now + 60_000, 0, Arrive())
    assert match.view(0).facts.at == at
    assert match.outcome is None


def test_ml_56_frames_tell_what_is_in_the_window_and_nothing_else() -> None:
    match = new_match(2, spawn_tiles=2, unflag_ms=0)
    state = match.state
    move_apart(match)
    for seat in (0, 1):
        match.open(seat)
    match.flush()
    x, y = match.view(0).facts.at
    say(match, 0, f"flag {x + 1},{y}")
    frames = match.flush()
    assert set(frames) == {0}, "the other one is far away"
    assert set(frames[0].facts) == {"flags", "dig_at"}
    assert set(frames[0].cells) == {"flag"}
    assert state.flag.count(1) == 1


def move_apart(match: Match) -> None:
    """Seat 0 and seat 1 to a spawn tile each, far from each other."""
    state = match.state
    for seat, spawn in enumerate(state.spawns):
        crowds.move(state, seat, state.walkers[seat].at, spawn)
        state.walkers[seat].at = spawn


def test_a_death_is_seen_by_who_is_near_and_by_nobody_far() -> None:
    match = new_match(2, spawn_tiles=2)
    move_apart(match)
    for seat in (0, 1):
        match.open(seat)
    bomb = min(bombs(match.state), key=lambda tile: abs(tile - match.state.walkers[0].at))
    go_beside(match, 0, bomb)
    match.flush()
    say(match, 0, f"flip {name(match.state, bomb)}")
    frames = match.flush()
    assert set(frames) == {0}
    assert [code for code, _ in frames[0].notices] == ["boom", "died"]
    assert "died" in frames[0].facts
