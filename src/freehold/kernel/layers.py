"""Layers: a board is a few byte arrays, and rules write them through one function.

`put` also notes the cell as touched, so that telling the viewers costs in proportion to what
changed. The note is no part of the state: it is not in its canonical bytes, nor in a copy.
"""

from __future__ import annotations

from collections.abc import Sequence


class Touched:
    """The cells written since the feed last asked, of a board so many cells wide."""

    __slots__ = ("cells", "everywhere", "viewers", "width")

    def __init__(self, width: int) -> None:
        self.width = width
        self.cells: set[int] = set()
        self.everywhere = 0
        """If any cell may have been written: how many there are."""
        self.viewers: set[int] = set()
        """In a world (`world.py`): those whose own facts have changed. In a state that says
        `NOTES_VIEWERS`: all whose views may have changed."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Touched) and self.width == other.width

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Touched({self.width})"

    def take(self) -> Sequence[int]:
        """The cells in order; the note is empty afterwards."""
        cells = range(self.everywhere) if self.everywhere else sorted(self.cells)
        self.cells.clear()
        self.everywhere = 0
        return cells

    def take_viewers(self) -> set[int]:
        """Those who were noted; the note is empty afterwards."""
        viewers, self.viewers = self.viewers, set()
        return viewers


def put(touched: Touched, layer: bytearray, cell: int, value: int) -> None:
    """Write one cell of one layer: the only way in which rules do."""
    layer[cell] = value
    touched.cells.add(cell)
