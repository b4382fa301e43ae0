"""The golden playthroughs: a change of behaviour shows here as lines that people can read."""

from __future__ import annotations

import pytest

from freehold.testing.playthroughs import SEEDS, playthroughs
from tests.games_under_test import (
    HERE,
    NAMES,
    find_games,
    game_named,
    golden_of,
    is_ours,
    largest_slow,
    trial_of,
)


@pytest.mark.slow
@pytest.mark.parametrize("name", largest_slow(NAMES))
def test_random_matches_go_as_written(name: str) -> None:
    game = game_named(name)
    for title, text in playthroughs(trial_of(game)):
        kept = (golden_of(game) / f"{title}.txt").read_text(encoding="utf-8")
        assert text.splitlines() == kept.splitlines(), f"{title} goes another way: make golden"


def test_every_playthrough_is_of_a_game_and_can_be_read() -> None:
    kept = sorted((HERE / "golden").glob("*.txt"))
    names = [game.name for game in find_games() if is_ours(game)]
    assert [path.stem for path in kept] == sorted(f"{n}-{seed}" for n in names for seed in SEEDS)
    for path in kept:
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 450, path.name
