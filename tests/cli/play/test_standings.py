"""The leaderboard at a terminal: pages, a line, and one's own row in all of them (ML-42)."""

from __future__ import annotations

import pytest

from freehold.cli.play.standings import standing_line, standing_page
from freehold.game import Malformed

NAMES = tuple(f"P{seat}" for seat in range(50))
ROWS = [(seat, 100 - seat, seat == 2) for seat in range(45)]


def test_ml_42_every_player_with_a_point_is_on_a_page_and_ones_own_row_on_each() -> None:
    pages = [standing_page(ROWS, NAMES, 30, str(page)) for page in (1, 2, 3)]
    assert pages[0][:3] == ["    1 P0 100", "    2 P1 99", "    3 P2 98 (out)"]
    for page in pages:
        assert sum("P30 (you) 70" in line for line in page) == 1
    shown = {line.split()[1] for page in pages for line in page if line.startswith("  ")}
    assert shown == {f"P{seat}" for seat in range(45)}
    assert pages[0][-2] == "   31 P30 (you) 70", "below the page that does not hold it"
    assert pages[0][-1].startswith("Page 1 of 3, 45 players with points")


def test_ml_42_the_page_with_ones_own_row_is_found() -> None:
    assert standing_page(ROWS, NAMES, 30, "me") == standing_page(ROWS, NAMES, 30, "2")
    assert standing_page(ROWS, NAMES, 49, "me") == standing_page(ROWS, NAMES, 49, "")


@pytest.mark.parametrize("page", ["0", "4", "-1", "x"])
def test_a_page_that_is_not_there_is_refused_with_what_there_is(page: str) -> None:
    with pytest.raises(Malformed):
        standing_page(ROWS, NAMES, 0, page)


def test_a_short_leaderboard_has_one_page_and_an_empty_one_says_so() -> None:
    assert standing_page(ROWS[:2], NAMES, 9, "") == ["    1 P0 100", "    2 P1 99"]
    assert standing_page([], NAMES, 9, "") == ["Nobody has a point yet."]
    assert standing_page([(60, 3, False)], NAMES, 0, "") == ["    1 player 61 3"]


def test_ml_42_a_line_shows_the_best_and_oneself() -> None:
    best = "Leaderboard of 45: 1 P0 100, 2 P1 99, 3 P2 98 (out)"
    assert standing_line(ROWS, NAMES, -1) == best
    assert standing_line(ROWS, NAMES, 1) == best.replace("P1 99", "P1 (you) 99")
    assert standing_line(ROWS, NAMES, 30) == f"{best}, 31 P30 (you) 70"
    assert standing_line([], NAMES, 1) == ""
