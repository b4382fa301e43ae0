"""The golden playthroughs: a change of behaviour shows here as lines that people can read."""

from __future__ import annotations

from pathlib import Path

import pytest

from freehold.testing.playthroughs import SEEDS, playthroughs
from tests.games_under_test import game_named, trial_of
from tests.test_golden_fingerprints import NAMES

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", NAMES)
def test_random_matches_go_as_written(name: str) -> None:
    for title, text in playthroughs(trial_of(game_named(name))):
        kept = (GOLDEN / f"{title}.txt").read_text(encoding="utf-8")
        assert text.splitlines() == kept.splitlines(), f"{title} goes another way: make golden"


def test_every_playthrough_is_of_a_game_and_can_be_read() -> None:
    kept = sorted(GOLDEN.glob("*.txt"))
    assert [path.stem for path in kept] == sorted(f"{n}-{seed}" for n in NAMES for seed in SEEDS)
    for path in kept:
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 450, path.name
