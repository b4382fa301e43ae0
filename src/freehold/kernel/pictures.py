"""Pictures: boards as text and as SVG, and text as boards.

A game describes each cell as a `Tile`; here it becomes characters or shapes. Colours are words
of a small palette, so that a terminal, a notebook and a page can each use their own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from types import MappingProxyType
from typing import NamedTuple

from freehold.kernel.errors import Malformed

# Ground colours are pale, so that what stands on them can be read in any seat's colour.
PALETTE: Mapping[str, str] = MappingProxyType(
    {
        "": "#f4f1e8",
        "water": "#b8d8e8",
        "land": "#e9e2c5",
        "forest": "#a9cfa0",
        "mountain": "#c9c2bd",
        "dark": "#6b6b6b",
        "danger": "#e8a99c",
        "bright": "#fff6c2",
    }
)
# Okabe and Ito's colours, which people who see few colours can still tell apart.
SEAT_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")


class Tile(NamedTuple):
    """How one cell is drawn."""

    text: str
    """At most four characters."""
    ground: str = ""
    """A word of the palette."""
    seat: int = -1
    """Whose it is; -1 for nobody."""
    marked: bool = False
    """Something can be done here."""
    shifted: bool = False
    """Drawn half a tile further right, with its whole row: the odd rows of a hex grid."""


def draw_text(tiles: Sequence[Tile], width: int, left: int = 0, top: int = 0) -> str:
    """The tiles as rows of text with the columns' and rows' numbers around them."""
    wide = max(3, *(len(tile.text) + tile.marked for tile in tiles)) if tiles else 3
    rows = [tiles[start : start + width] for start in range(0, len(tiles), width)]
    heading = "    " + " ".join(f"{left + column:^{wide}}" for column in range(width))
    lines = [heading.rstrip()]
    for row, cells in enumerate(rows, top):
        drawn = " ".join(f"{tile.text + ('*' if tile.marked else ''):^{wide}}" for tile in cells)
        lines.append(f"{row:>3} {shift_of(cells, wide + 1)}{drawn}".rstrip())
    return "\n".join(lines)


def shift_of(row: Sequence[Tile], wide: int) -> str:
    """The blanks before a row of tiles of this width, the blank between them included."""
    return " " * (wide // 2) if row and row[0].shifted else ""


def parse_rows(text: str, alphabet: str, width: int, height: int) -> list[str]:
    """A picture typed by a person, one character per cell; blanks between them do not count."""
    rows = ["".join(line.split()) for line in text.strip().splitlines()]
    rows = [row for row in rows if row]
    if len(rows) != height:
        raise Malformed(f"the map has {len(rows)} rows, not {height}")
    for number, row in enumerate(rows):
        if len(row) != width:
            raise Malformed(f"row {number} of the map has {len(row)} cells, not {width}")
        for column, letter in enumerate(row):
            if letter not in alphabet:
                known = " ".join(alphabet)
                raise Malformed(f"'{letter}' at {column},{number} of the map is none of {known}")
    return rows


def draw_rows(cells: Sequence[int], alphabet: str, width: int) -> str:
    """The inverse of `parse_rows`, for cells that are places in the alphabet."""
    letters = "".join(alphabet[cell] for cell in cells)
    return "\n".join(letters[at : at + width] for at in range(0, len(letters), width))


def draw_svg(tiles: Sequence[Tile], width: int, shape: str = "square", side: int = 40) -> str:
    """The tiles as one SVG picture."""
    height = len(tiles) // width
    across = width * side + (side // 2 if shape == "hex" else 0)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {height * side}"'
        f' width="{across}" height="{height * side}"'
        f' font-family="DejaVu Sans, sans-serif" font-size="{side * 2 // 5}"'
        ' text-anchor="middle" dominant-baseline="central">'
    ]
    for cell, tile in enumerate(tiles):
        row = cell // width
        shift = side // 2 if shape == "hex" and row & 1 else 0
        parts.append(_svg_tile(tile, (cell % width) * side + shift, row * side, side))
    return "\n".join([*parts, "</svg>\n"])


def _svg_tile(tile: Tile, x: int, y: int, side: int) -> str:
    ground = PALETTE.get(tile.ground, PALETTE[""])
    drawn = (
        f'<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{ground}" stroke="#ffffff"/>'
    )
    ink = "#222222"
    if tile.seat >= 0:
        ink = "#ffffff"
        colour = SEAT_COLOURS[tile.seat % len(SEAT_COLOURS)]
        inset, inner = side // 10, side - 2 * (side // 10)
        drawn += (
            f'<rect x="{x + inset}" y="{y + inset}" width="{inner}" height="{inner}"'
            f' rx="{side // 8}" fill="{colour}"/>'
        )
    if tile.marked:
        drawn += (
            f'<circle cx="{x + side // 2}" cy="{y + side // 2}" r="{side // 3}" fill="none"'
            ' stroke="#222222" stroke-dasharray="3 3"/>'
        )
    if tile.text.strip():
        text = escape(tile.text.strip())
        drawn += f'<text x="{x + side // 2}" y="{y + side // 2}" fill="{ink}">{text}</text>'
    return drawn
