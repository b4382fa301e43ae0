"""The board as a widget: the part around the cursor that fits, in colour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from freehold.cli.fullscreen.pads import Button
from freehold.cli.screens import tile_style
from freehold.game import Rect, View
from freehold.kernel.pictures import Tile, shift_of

EDGE = 4
"""Columns for the numbers of the rows."""
CURSOR = Style(color="#000000", bgcolor="#ffd400", bold=True)
MARGIN = 4
"""How many cells beyond the cursor are shown, unless a click put it there."""
BUTTONS: dict[int, Button] = {1: "left", 3: "right"}


def window(at: int, length: int, most: int, first: int, margin: int) -> range:
    """As many places of a line as fit, this one among them and, if that can be, this far from the
    ends. It begins where it began before, unless it must move."""
    most = max(1, min(most, length))
    margin = min(margin, (most - 1) // 2)
    first = min(max(first, at + margin + 1 - most), at - margin)
    first = min(max(first, 0), length - most)
    return range(first, first + most)


def heading(number: int, cell: int) -> str:
    """A column's number if it fits, else its last digit."""
    return str(number) if len(str(number)) < cell else str(number % 10)


def cell_width(tiles: Sequence[Tile]) -> int:
    """The columns of one cell: its widest text, and a blank or the mark of a legal cell."""
    return max((len(tile.text) for tile in tiles), default=1) + 1


def natural_width(tiles: Sequence[Tile], rect: Rect) -> int:
    """The columns that the whole board takes."""
    cell = cell_width(tiles)
    return EDGE + rect.width * cell + (cell // 2 if any(tile.shifted for tile in tiles) else 0)


class BoardPane(Widget):
    """It knows tiles and a cursor, not what they mean."""

    class Clicked(Message):
        """A mouse button was pressed on a cell."""

        def __init__(self, x: int, y: int, button: Button) -> None:
            super().__init__()
            self.x, self.y, self.button = x, y, button

    class Wheeled(Message):
        """The wheel was turned, by this number of cells to the right and down."""

        def __init__(self, right: int, down: int) -> None:
            super().__init__()
            self.right, self.down = right, down

    def __init__(self) -> None:
        super().__init__(id="board")
        self.tiles: Sequence[Tile] = ()
        self.below: Sequence[str] = ()
        """Lines of text below the board, if they fit there."""
        self.rect = Rect(0, 0, 0, 0)
        self.cursor = (0, 0)
        self.columns = self.rows = range(0)
        self.margin = MARGIN
        self.cell = 2

    def display_view(self, tiles: Sequence[Tile], view: View[Any], x: int, y: int) -> None:
        """The board as this viewer sees it, around the cursor."""
        is_new = self.rect != view.rect
        before = self.tiles, self.cursor, self.columns, self.rows
        self.tiles, self.rect, self.cursor = tiles, view.rect, (x, y)
        self.cell = cell_width(tiles)
        if is_new:
            self.centre()
        self.fit(self.size)
        if is_new or before != (self.tiles, self.cursor, self.columns, self.rows):
            self.refresh()

    def display_below(self, lines: Sequence[str]) -> None:
        """Text below the board."""
        if self.below != lines:
            self.below = lines
            self.refresh()

    def fit(self, size: Size) -> None:
        """Which part of the board is shown."""
        rect, (x, y) = self.rect, self.cursor
        across, down = self.room(size)
        self.columns = window(x - rect.x, rect.width, across, self.columns.start, self.margin)
        self.rows = window(y - rect.y, rect.height, down, self.rows.start, self.margin)

    def room(self, size: Size) -> tuple[int, int]:
        """How many columns and rows of cells fit."""
        spare = self.cell // 2 if any(tile.shifted for tile in self.tiles) else 0
        return (size.width - EDGE - spare + 1) // self.cell, size.height - 1

    def centre(self) -> None:
        """Begin with the cursor in the middle."""
        rect, (x, y) = self.rect, self.cursor
        across, down = self.room(self.size)
        left, top = x - rect.x - across // 2, y - rect.y - down // 2
        self.columns, self.rows = range(left, left + 1), range(top, top + 1)

    def on_resize(self, event: events.Resize) -> None:
        self.centre()
        self.fit(event.size)

    def render_line(self, y: int) -> Strip:
        wide = self.size.width
        if not self.tiles:
            return Strip.blank(wide, self.rich_style)
        if y > len(self.rows):
            line = self._below(y - len(self.rows) - 2)
        else:
            line = self._row(self.rows[y - 1]) if y else self._head()
        return Strip(line).simplify().adjust_cell_length(wide, self.rich_style)

    @property
    def spare_lines(self) -> int:
        """How many lines are left below the board, and a blank one."""
        return int(self.size.height) - len(self.rows) - 2

    def _below(self, line: int) -> list[Segment]:
        text = self.below[line] if 0 <= line < len(self.below) else ""
        return [Segment(text, self.rich_style)]

    def _head(self) -> list[Segment]:
        numbers = (f"{heading(self.rect.x + x, self.cell):<{self.cell}}" for x in self.columns)
        return [Segment(" " * EDGE + "".join(numbers), self.rich_style)]

    def _row(self, row: int) -> list[Segment]:
        rect, start = self.rect, row * self.rect.width
        shift = shift_of(self.tiles[start : start + 1], self.cell)
        line = [Segment(f"{rect.y + row:>3} {shift}", self.rich_style)]
        for x in self.columns:
            is_cursor = (rect.x + x, rect.y + row) == self.cursor
            line.append(self._tile(self.tiles[start + x], is_cursor))
        return line

    def _tile(self, tile: Tile, is_cursor: bool) -> Segment:
        text = f"{tile.text:<{self.cell - 1}}{'*' if tile.marked else ' '}"
        style = CURSOR if is_cursor else Style.parse(tile_style(tile))
        return Segment(text, style)

    def cell_at(self, column: int, line: int) -> tuple[int, int] | None:
        """The cell at a place of the widget."""
        if not 1 <= line <= len(self.rows):
            return None
        row = self.rows[line - 1]
        start = row * self.rect.width
        shift = len(shift_of(self.tiles[start : start + 1], self.cell))
        place = (column - EDGE - shift) // self.cell
        if not 0 <= place < len(self.columns):
            return None
        return self.rect.x + self.columns[place], self.rect.y + row

    def place_of(self, x: int, y: int) -> tuple[int, int] | None:
        """The inverse of `cell_at`: where a cell is drawn, if it is."""
        column, row = x - self.rect.x, y - self.rect.y
        if column not in self.columns or row not in self.rows:
            return None
        shift = len(shift_of(self.tiles[row * self.rect.width :][:1], self.cell))
        across = EDGE + shift + self.columns.index(column) * self.cell
        return across, self.rows.index(row) + 1

    def on_mouse_down(self, event: events.MouseDown) -> None:
        found = self.cell_at(event.x, event.y)
        if found is not None and event.button in BUTTONS:
            self.post_message(self.Clicked(*found, BUTTONS[event.button]))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self.post_message(self.Wheeled(-3, 0) if event.shift else self.Wheeled(0, -3))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self.post_message(self.Wheeled(3, 0) if event.shift else self.Wheeled(0, 3))
