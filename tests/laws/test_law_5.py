"""What law 5 takes for a leak, and what not."""

from __future__ import annotations

from typing import Any

import pytest

from freehold.testing.law_5 import is_shown_on_the_way
from freehold.testing.plays import PlayedStep
from tests.games_under_test import check_law_5, game_named, tables

SEED, PAIRS = 13, 100


@pytest.mark.slow
def test_what_the_rules_tell_of_a_deed_is_no_leak() -> None:
    """Here a hidden trap is surrounded, which is told, and leaves nothing to see behind."""
    game = game_named("minewars")
    assert check_law_5(game, tables(game)[1], SEED, PAIRS).pairs >= PAIRS


class Building:
    """A match in which something stands from a moment on, for everybody to see."""

    outcome = None

    def __init__(self, stands_at: int) -> None:
        self.now, self.stands_at = 0, stands_at

    def wake_at(self) -> int | None:
        return self.stands_at if self.now < self.stands_at else None

    def advance(self, now: int) -> None:
        self.now = now

    def view(self, viewer: int) -> bool:
        return self.now >= self.stands_at

    def flush(self) -> dict[int, Any]:
        return {}


@pytest.mark.parametrize(("one", "other", "is_shown"), [(40, 60, True), (40, 40, False)])
def test_what_was_seen_for_a_moment_between_two_steps_is_shown(
    one: int, other: int, is_shown: bool
) -> None:
    left: Any = Building(one)
    right: Any = Building(other)
    assert is_shown_on_the_way(left, right, [PlayedStep(100)], (0,), ()) == is_shown
