"""What law 5 takes for a leak, and what not."""

from __future__ import annotations

import pytest

from tests.games_under_test import check_law_5, game_named, tables

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("seed", "pairs"),
    [
        (13, 100),  # a hidden trap is surrounded: that is told, and leaves nothing to see behind
        (57, 40),  # a structure of somebody else's stands a moment earlier in one of the matches
    ],
)
def test_what_the_rules_show_on_the_way_is_no_leak(seed: int, pairs: int) -> None:
    game = game_named("minewars")
    assert check_law_5(game, tables(game)[1], seed, pairs).pairs >= pairs
