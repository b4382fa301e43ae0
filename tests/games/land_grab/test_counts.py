"""Counts by depth: how many ways there are to play a number of builds on a small island."""

import pytest

from freehold.games.land_grab import rules, views
from freehold.games.land_grab.state import State
from tests.games.land_grab import position

SMALL = """
    LLF
    LMLL
    WLFL
"""
STRIP = """
    LLFL
    WLWW
"""


def count(state: State, depth: int) -> int:
    """Sequences of builds of this length; those that end earlier count too, once."""
    if depth == 0 or state.ending:
        return 1
    total = 0
    for build in views.builds(views.legal(state)):
        after = state.copy()
        rules.act(after, 0, after.mover, build)
        total += count(after, depth - 1)
    return total


# Worked out by a program that keeps nothing and scans the whole board for every question.
@pytest.mark.slow
@pytest.mark.parametrize(
    ("picture", "target", "counts"),
    [
        (SMALL, 100, [1, 9, 72, 448, 2386, 10812]),
        (SMALL, 6, [1, 9, 72, 448, 2386, 10798]),
        (STRIP, 12, [1, 5, 20, 76, 202, 324, 324]),
    ],
)
def test_the_counts_by_depth_are_those_of_the_slow_rules(
    picture: str, target: int, counts: list[int]
) -> None:
    state = position(picture, target=target)
    assert [count(state, depth) for depth in range(len(counts))] == counts
