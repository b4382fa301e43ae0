"""A screenful of a real-time match as lines of coloured text, whatever draws it.

Pure functions: a view, a pad and the size of the screen in, lines out.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Any, NamedTuple

from freehold.cli.play.pads import Pad, key_words
from freehold.cli.screens import INK, tile_text
from freehold.game import Ms, View
from freehold.kernel.pictures import PALETTE, SEAT_COLOURS, Tile, shift_of

MOST_WORDS = 9
"""The maximum number of lines of text under the board."""


MOST_KEYS = 2
"""And of lines that list the keys."""


class Span(NamedTuple):
    """Some characters of one colour; an empty colour is the terminal's own."""

    text: str
    ink: str = ""
    ground: str = ""
    is_cursor: bool = False


Line = list[Span]


def screen_lines(
    tiles: Sequence[Tile],
    view: View[Any],
    pad: Pad,
    words: Sequence[str],
    now: Ms,
    wide: int,
    high: int,
) -> list[Line]:
    """The board around the cursor, text, the pad's message, the time, and the keys."""
    shown = list(words[:MOST_WORDS])
    keys = wrap(key_words(pad), wide)[:MOST_KEYS]
    below = len(shown) + len(keys) + 2
    lines = board_lines(tiles, view, pad, wide, max(1, high - below - 1))
    lines += [[Span(line[:wide])] for line in shown]
    lines.append([Span(pad.says[:wide], "#d55e00")])
    lines.append([Span(cell_line(pad, now)[:wide])])
    lines += [[Span(line, "#56b4e9")] for line in keys]
    return lines[-high:] if len(lines) > high else lines


def cell_line(pad: Pad, now: Ms) -> str:
    """The line being typed; or the match's time, in which games say when something is due, and
    the cursor."""
    if pad.typed is not None:
        return f":{pad.typed}_"
    minutes, seconds = divmod(now // 1000, 60)
    return f"{minutes}:{seconds:02}  at {pad.x},{pad.y}"


def board_lines(
    tiles: Sequence[Tile], view: View[Any], pad: Pad, wide: int, high: int
) -> list[Line]:
    """The part of the board that fits, with the cursor in it, and the numbers of its edges."""
    rect = view.rect
    cell = max((len(tile_text(tile)) for tile in tiles), default=1) + 1
    spare = cell // 2 if any(tile.shifted for tile in tiles) else 0
    columns = window(pad.x - rect.x, rect.width, (wide - 4 - spare) // cell)
    rows = window(pad.y - rect.y, rect.height, high)
    head = [Span("    " + "".join(f"{heading(rect.x + x, cell):<{cell}}" for x in columns))]
    lines: list[Line] = [head]
    for y in rows:
        shift = shift_of(tiles[y * rect.width :][:1], cell)
        line = [Span(f"{rect.y + y:>3} {shift}")]
        for x in columns:
            is_cursor = (rect.x + x, rect.y + y) == (pad.x, pad.y)
            line.append(tile_span(tiles[y * rect.width + x], cell, is_cursor))
        lines.append(line)
    return lines


def window(at: int, length: int, most: int) -> range:
    """As many places of a line as fit, with this one near the middle."""
    most = max(1, min(most, length))
    first = min(max(0, at - most // 2), length - most)
    return range(first, first + most)


def heading(number: int, cell: int) -> str:
    """A column's number if it fits, else its last digit."""
    return str(number) if len(str(number)) < cell else str(number % 10)


def tile_span(tile: Tile, cell: int, is_cursor: bool) -> Span:
    text = f"{tile_text(tile):<{cell}}"
    if tile.seat >= 0:
        return Span(text, "#ffffff", SEAT_COLOURS[tile.seat % len(SEAT_COLOURS)], is_cursor)
    return Span(text, INK, PALETTE.get(tile.ground, PALETTE[""]), is_cursor)


def colour_number(colour: str, colours: int) -> int:
    """The nearest colour on a terminal with this many colours; -1 is the terminal's own."""
    if not colour or colours < 8:
        return -1
    parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    if colours < 256:
        return sum((part > 127) << bit for bit, part in enumerate(parts))
    red, green, blue = (round(part * 5 / 255) for part in parts)
    return 16 + 36 * red + 6 * green + blue
