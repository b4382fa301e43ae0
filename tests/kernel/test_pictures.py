"""Pictures: boards as text and as SVG, and text as boards."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freehold.kernel.errors import Malformed
from freehold.kernel.pictures import (
    PALETTE,
    SEAT_COLOURS,
    Tile,
    draw_rows,
    draw_svg,
    draw_text,
    parse_rows,
)

SVG = "{http://www.w3.org/2000/svg}"


def test_tiles_stand_under_their_columns_numbers() -> None:
    tiles = [Tile("a"), Tile("bb"), Tile("."), Tile("c", marked=True)]
    assert draw_text(tiles, 2) == "     0   1\n  0  a  bb\n  1  .  c*"


def test_a_window_has_the_boards_numbers() -> None:
    assert draw_text([Tile("."), Tile(".")], 1, left=12, top=98) == "    12\n 98  .\n 99  ."


def test_wide_tiles_make_wide_columns() -> None:
    drawn = draw_text([Tile("A120", marked=True), Tile(".")], 2)
    assert drawn == "      0     1\n  0 A120*   ."


def test_shifted_rows_stand_half_a_tile_further_right() -> None:
    tiles = [Tile("a"), Tile("b"), Tile("c", shifted=True), Tile("d", shifted=True)]
    assert draw_text(tiles, 2) == "     0   1\n  0  a   b\n  1    c   d"


def test_an_empty_board_is_a_heading() -> None:
    assert draw_text([], 2) == "     0   1"


@given(st.integers(1, 6), st.integers(1, 6), st.data())
def test_parse_is_the_inverse_of_draw(width: int, height: int, data: st.DataObject) -> None:
    alphabet = "~.^T"
    size = width * height
    cells = data.draw(st.lists(st.integers(0, 3), min_size=size, max_size=size))
    rows = parse_rows(draw_rows(cells, alphabet, width), alphabet, width, height)
    assert [alphabet.index(letter) for row in rows for letter in row] == cells


def test_blanks_between_cells_do_not_count() -> None:
    assert parse_rows("\n  . ~\n\n ~ .  \n", ".~", 2, 2) == [".~", "~."]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("..", "the map has 1 rows, not 2"),
        ("..\n..\n..", "the map has 3 rows, not 2"),
        ("..\n...", "row 1 of the map has 3 cells, not 2"),
        ("..\n.x", "'x' at 1,1 of the map is none of . ~"),
        ("", "the map has 0 rows, not 2"),
    ],
)
def test_a_wrong_map_says_what_is_wrong(text: str, says: str) -> None:
    with pytest.raises(Malformed, match=says):
        parse_rows(text, ".~", 2, 2)


TILES = st.builds(
    Tile,
    st.text("<>&'\"a ", max_size=4),
    st.sampled_from([*PALETTE, "unknown"]),
    st.integers(-1, 12),
    st.booleans(),
)


@given(st.lists(TILES, min_size=1))
def test_an_svg_is_well_formed_xml_whatever_a_tile_says(tiles: list[Tile]) -> None:
    drawn = ElementTree.fromstring(draw_svg(tiles, len(tiles)))
    texts = [each.text for each in drawn.iter(f"{SVG}text")]
    assert texts == [tile.text.strip() for tile in tiles if tile.text.strip()]


@pytest.mark.parametrize(("shape", "across"), [("square", 80), ("hex", 100)])
def test_an_svg_has_room_for_all_tiles(shape: str, across: int) -> None:
    drawn = ElementTree.fromstring(draw_svg([Tile("a")] * 6, 2, shape))
    assert drawn.get("viewBox") == f"0 0 {across} 120"
    corners = [(int(r.get("x", "")), int(r.get("y", ""))) for r in drawn.iter(f"{SVG}rect")]
    shift = 20 if shape == "hex" else 0
    assert corners == [(0, 0), (40, 0), (shift, 40), (40 + shift, 40), (0, 80), (40, 80)]


def test_owners_ground_and_marks_are_drawn() -> None:
    drawn = draw_svg([Tile("a", "water", 1, True), Tile("", "nowhere", 7)], 2)
    assert PALETTE["water"] in drawn
    assert PALETTE[""] in drawn
    assert SEAT_COLOURS[1] in drawn
    assert drawn.count("<circle") == 1
    assert drawn.count("<text") == 1
    assert SEAT_COLOURS[7 % len(SEAT_COLOURS)] in drawn
