"""The fingerprints of whole random plays that are kept in tests/golden/fingerprints.json."""

from __future__ import annotations

from freehold.game import AnyGame
from freehold.testing.plays import fingerprints
from tests.games_under_test import tables

SEEDS = range(3)
MOST_STEPS = 250


def fingerprints_by_play(game: AnyGame) -> dict[str, str]:
    """By table, seats and seed: log, last state and every frame of a play."""
    return {
        f"table {number}, {at.seats} seats, seed {seed}": fingerprints(game, at, seed, MOST_STEPS)
        for number, at in enumerate(tables(game))
        for seed in SEEDS
    }
