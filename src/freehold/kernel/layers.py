"""Layers: a board is a few byte arrays, and rules write them through one function.

`put` also notes the cell as touched, so that telling the viewers costs in proportion to what
changed. The note is not part of the state: it is neither in its canonical bytes nor in a copy.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import compress


class Touched:
    """What a game's rules have changed since the feed last asked, on a board of this width.

    A game hands it over with `Game.changes`; nothing outside the game reads or writes it.
    """

    __slots__ = ("cells", "everywhere", "viewers", "width")

    def __init__(self, width: int) -> None:
        self.width = width
        self.cells: set[int] = set()
        """Cells that were written."""
        self.everywhere = 0
        """If any cell may have been written: how many cells the board has."""
        self.viewers: set[int] = set()
        """Viewers whose view may differ, if the game notes them."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Touched) and self.width == other.width

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Touched({self.width})"

    def take_cells(self) -> Sequence[int]:
        """The cells in order; there are none afterwards."""
        cells = range(self.everywhere) if self.everywhere else sorted(self.cells)
        self.cells.clear()
        self.everywhere = 0
        return cells

    def take_viewers(self) -> set[int]:
        """The viewers that were noted; there are none afterwards."""
        viewers, self.viewers = self.viewers, set()
        return viewers


def put(touched: Touched, layer: bytearray, cell: int, value: int) -> None:
    """Write one cell of one layer: the only way in which rules do."""
    layer[cell] = value
    touched.cells.add(cell)


def cells_that_differ(
    names: Iterable[str], old: Mapping[str, bytes], new: Mapping[str, bytes]
) -> list[int]:
    """The cells at which one of these layers differs between two boards of one size, in order.

    Whole layers are compared as numbers, which takes microseconds.
    """
    size = differing = 0
    for name in names:
        if old[name] != new[name]:
            size = len(new[name])
            differing |= int.from_bytes(old[name], "big") ^ int.from_bytes(new[name], "big")
    return list(compress(range(size), differing.to_bytes(size, "big")))
