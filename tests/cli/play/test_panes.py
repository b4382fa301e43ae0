"""A screenful of a match, as lines."""

from __future__ import annotations

import pytest

from freehold.cli.play.pads import Pad
from freehold.cli.play.panes import Line, board_lines, colour_number, screen_lines, window
from freehold.games._template import GAME
from freehold.games._template.actions import Claim
from freehold.kernel.pictures import PALETTE
from tests.bots import new_match


def texts(lines: list[Line]) -> list[str]:
    return ["".join(span.text for span in line).rstrip() for line in lines]


def drawn(wide: int, high: int, pad: Pad, words: tuple[str, ...] = ("Words.",)) -> list[Line]:
    match = new_match()
    match.act(0, 0, Claim(1, 0))
    view = match.view(0)
    return screen_lines(GAME.tiles(view), view, pad, words, 83_999, wide, high)


def test_board_words_refusal_cell_and_keys_stand_below_each_other() -> None:
    assert texts(drawn(60, 24, Pad(1, 0, says="No."))) == [
        "    0 1 2 3",
        "  0 . 1 . .",
        "  1 . . . .",
        "  2 . . . .",
        "  3 . . . .",
        "Words.",
        "No.",
        "1:23  at 1,0",
        "arrows move  : type  Ctrl-C leave",
    ]


def test_shifted_rows_stand_half_a_tile_further_right_and_fit() -> None:
    view = new_match().view(0)
    plain = GAME.tiles(view)
    odd = [tile._replace(text="ab", shifted=at // 4 % 2 == 1) for at, tile in enumerate(plain)]
    lines = texts(board_lines(odd, view, Pad(0, 0), 15, 3))
    assert lines == ["    0  1  2", "  0 ab ab ab", "  1  ab ab ab", "  2 ab ab ab"]


def test_the_cursor_is_one_cell() -> None:
    lines = drawn(60, 24, Pad(2, 1))
    marked = [
        (row, at)
        for row, line in enumerate(lines)
        for at, span in enumerate(line)
        if span.is_cursor
    ]
    assert marked == [(2, 3)]


def test_what_is_typed_is_shown() -> None:
    assert ":claim 1_" in texts(drawn(60, 24, Pad(0, 0, typed="claim 1")))


def test_a_small_screen_shows_the_part_around_the_cursor() -> None:
    lines = texts(drawn(9, 8, Pad(3, 3)))
    assert lines[:4] == ["    2 3", "  2 . .", "  3 . .", "Words."]
    assert max(map(len, lines)) <= 9
    assert len(lines) <= 8


def test_words_are_cut_and_counted() -> None:
    lines = texts(drawn(40, 24, Pad(0, 0), words=("x" * 99,) * 20))
    assert lines.count("x" * 40) == 9


def test_an_owned_cell_has_its_players_colour() -> None:
    match = new_match()
    match.act(0, 0, Claim(1, 0))
    view = match.view(0)
    row = board_lines(GAME.tiles(view), view, Pad(0, 0), 60, 24)[1]
    assert row[1].ground == PALETTE["land"]
    assert row[2].ground == "#0072b2"


@pytest.mark.parametrize(
    ("at", "length", "most", "first", "after"),
    [(0, 10, 4, 0, 4), (9, 10, 4, 6, 10), (5, 10, 4, 3, 7), (2, 3, 9, 0, 3), (1, 3, 0, 1, 2)],
)
def test_a_window_holds_its_place(at: int, length: int, most: int, first: int, after: int) -> None:
    assert window(at, length, most) == range(first, after)


def test_colours_are_the_nearest_that_a_terminal_has() -> None:
    assert colour_number("", 256) == -1
    assert colour_number("#ffffff", 256) == 231
    assert colour_number("#ff0000", 256) == 196
    assert colour_number("#ff0000", 8) == 1
    assert colour_number("#00ffff", 8) == 6
    assert colour_number("#ff0000", 2) == -1
