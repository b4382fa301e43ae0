"""Whole boards at once: the same as tile by tile."""

from collections.abc import Iterator
from itertools import islice

import pytest

from freehold.games.minewars import GAME, rules
from freehold.games.minewars.board import ground, masks
from freehold.games.minewars.board.kinds import FOREST, FOUNDATION, LAND
from freehold.games.minewars.board.masks import mask_of, number
from freehold.games.minewars.moves import captures
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match
from freehold.match.patches import apply
from tests.games.minewars import position, shown
from tests.games.minewars.tables import TABLES
from tests.games_under_test import At
from tests.plays import begin, next_step, take

STEPS = 80


def played(at: At, seed: int) -> Iterator[str]:
    """The fingerprints of a play, in which what each seat is told adds up to what it sees."""
    match: Match = begin(GAME, at, seed)
    rng = Stream(key_of("panoramas", seed), "play")
    seen = {seat: apply(None, match.open(seat)) for seat in range(at.seats)}
    while match.outcome is None:
        take(match, next_step(match, rng))
        for viewer, frame in match.flush().items():
            seen[viewer] = apply(seen[viewer], frame)
        assert all(view == match.view(seat) for seat, view in seen.items())
        yield match.fingerprint()


@pytest.mark.parametrize("at", TABLES[:3], ids=["square", "hex", "four"])
def test_all_that_is_worked_out_at_once_is_what_it_is_tile_by_tile(
    at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    plays = []
    for many in (0, 1_000_000):
        monkeypatch.setattr(masks, "MANY", many)
        plays.append([each for seed in range(3) for each in islice(played(at, seed), STEPS)])
    assert plays[0] == plays[1]
    assert len(plays[0]) > STEPS


@pytest.mark.parametrize("is_blind", [False, True])
def test_mw_14_mw_30_a_sweep_sees_broken_mountains_bridges_and_blindness_too(
    is_blind: bool,
) -> None:
    few, many = (
        position("""
            a  .  .  .  ^  ^  ^  ^  ^
            a  .  ~  ~  *  ~  ~  ~  ~
            a  ~+ .  ~  ~  ~  ~  ~  b
        """)
        for _ in range(2)
    )
    for state in (few, many):
        if is_blind:
            captures.blind(state, 0, 0)
        ground.turn(state, 6, FOUNDATION)
    ground.give(few, 1, 1)
    ground.sweep(many, mask_of(len(many.kind), [1]), 1)
    for state in (few, many):
        rules.finish(state, 0)
    assert many.known == few.known
    assert shown(many, 0, "sight") == "2 2 1 1 1 1 . . ."
    assert shown(many, 0, "reach", 3).split()[18:] == [".", ".", "1", *"......"]


def test_a_tile_that_turns_is_another_one_for_whole_boards_too() -> None:
    state = position("a . % ^")
    before, cell = state.kinds, mask_of(len(state.kind), [2])
    ground.turn(state, 2, LAND)
    after = state.kinds
    assert (before.clustered & cell, before.bits[FOREST]) == (cell, 0b100)
    assert (after.clustered, after.land) == (before.clustered ^ cell, before.land | cell)
    assert after.bits[FOREST] == 0
    assert after.number == number(state.kind)
