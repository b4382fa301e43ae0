"""Drawing on a terminal: boards and tables, in colour there and plain when piped.

It knows tiles and lines of text, but not what they mean. Rich is loaded only for a terminal.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from freehold.game import AnyGame, Clock, Ms, View
from freehold.games import load_rules
from freehold.kernel.pictures import PALETTE, SEAT_COLOURS, Tile, draw_text, shift_of
from freehold.match.patches import Table

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

INK = "#222222"
MOST_PRINTED = 16_384


def is_terminal() -> bool:
    return sys.stdout.isatty()


def can_show() -> bool:
    """Can a full screen be shown here? Keys must come from the same terminal."""
    is_dumb = os.environ.get("TERM", "") in ("", "dumb") and os.name == "posix"
    return sys.stdin.isatty() and sys.stdout.isatty() and not is_dumb


def warn(sentence: str) -> None:
    """A side remark: not part of the output."""
    print(f"freehold: {sentence}", file=sys.stderr)


def make_console() -> Console:
    from rich.console import Console

    return Console(highlight=False)


def print_json(value: object) -> None:
    """One line, for programs."""
    import msgspec

    print(msgspec.json.encode(value).decode())


def print_table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], title: str = "", none: str = ""
) -> None:
    """Without rows, the sentence `none` instead, if there is one."""
    if none and not rows:
        print(none)
        return
    if is_terminal():
        _print_rich_table(heads, rows, title)
        return
    widths = [max(len(row[at]) for row in [heads, *rows]) for at in range(len(heads))]
    for row in ([(title,)] if title else []) + [heads, *rows]:
        line = "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=False))
        print(line.rstrip())


def _print_rich_table(heads: Sequence[str], rows: Sequence[Sequence[str]], title: str) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, title=title or None, title_justify="left")
    for head in heads:
        table.add_column(head, overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    make_console().print(table)


def print_board(game: AnyGame, view: View[Any]) -> None:
    """The board as its viewer sees it; a whole world is too large for a terminal."""
    if not is_printable(view):
        print(f"A board of {view.rect.width} x {view.rect.height} tiles is too large to print.")
    elif is_terminal():
        make_console().print(colour_board(game.tiles(view), view), soft_wrap=True)
    else:
        print(plain_board(game, view))


def is_printable(view: View[Any]) -> bool:
    return view.rect.width * view.rect.height <= MOST_PRINTED


def plain_board(game: AnyGame, view: View[Any]) -> str:
    return draw_text(game.tiles(view), view.rect.width, view.rect.x, view.rect.y)


def print_rules(game: AnyGame) -> None:
    """The rulebook; page by page on a terminal, if it is longer than that."""
    text = load_rules(game)
    if not is_terminal():
        print(text, end="")
        return
    from rich.markdown import Markdown

    os.environ.setdefault("LESS", "FRX")  # as git does: colours, and no pause for a short text
    console = make_console()
    with console.pager(styles=True):
        console.print(Markdown(text))


def tile_style(tile: Tile) -> str:
    if tile.seat >= 0:
        return f"bold #ffffff on {SEAT_COLOURS[tile.seat % len(SEAT_COLOURS)]}"
    weight = "bold " if tile.marked else ""
    return f"{weight}{INK} on {PALETTE.get(tile.ground, PALETTE[''])}"


def colour_board(tiles: Sequence[Tile], view: View[Any]) -> Text:
    """The same characters as `plain_board`, on coloured ground."""
    from rich.text import Text

    heading, *rows = draw_text(tiles, view.rect.width, view.rect.x, view.rect.y).splitlines()
    board = Text(heading + "\n")
    wide = tile_width(tiles)
    for at, row in enumerate(rows):
        board.append(row[:4])
        cells = tiles[at * view.rect.width : (at + 1) * view.rect.width]
        board.append(shift_of(cells, wide + 1))
        for tile in cells:
            board.append(f"{tile_text(tile):^{wide}} ", tile_style(tile))
        board.append("\n")
    board.rstrip()
    return board


def tile_text(tile: Tile) -> str:
    return tile.text + ("*" if tile.marked else "")


def tile_width(tiles: Sequence[Tile]) -> int:
    return max(3, *(len(tile_text(tile)) for tile in tiles)) if tiles else 3


def seat_style(seat: int) -> str:
    return f"bold {SEAT_COLOURS[seat % len(SEAT_COLOURS)]}"


def say(text: str = "", style: str = "") -> None:
    """Print a line to the person, with a style if there is one."""
    if style and is_terminal():
        make_console().print(text, style=style, markup=False, soft_wrap=True)
    else:
        print(text)


def ms_words(ms: int) -> str:
    """Time on a clock: `4:32`, or `9.5` in the last ten seconds."""
    if ms < 10_000:
        return f"{ms // 1000}.{ms % 1000 // 100}"
    minutes, seconds = divmod(ms // 1000, 60)
    return f"{minutes}:{seconds:02}"


def clocks_line(names: Sequence[str], clock: Clock, table: Table, now: Ms) -> str:
    if not clock.bank_ms:
        return f"Time limit: {ms_words(clock.limit_ms)}." if clock.limit_ms else ""
    parts = []
    for name, (left, since) in zip(names, table.clocks, strict=True):
        parts.append(f"{name} {ms_words(max(0, left - (now - since if since >= 0 else 0)))}")
    return f"Clocks: {', '.join(parts)}"
