"""Numbers for things that can be done to a cell: the first kind on every cell, then the next."""

from __future__ import annotations

from freehold.kernel.grids import Grid


def index_of(grid: Grid, kind: int, x: int, y: int) -> int | None:
    """The number of a kind at a place; None if the place is not on the grid."""
    return kind * len(grid) + grid.cell(x, y) if grid.has(x, y) else None


def kind_at(grid: Grid, index: int) -> tuple[int, int, int]:
    """The kind and the place (x, y) of a number: the inverse of `index_of`."""
    kind, cell = divmod(index, len(grid))
    return kind, *grid.place(cell)


def check_index(index: int, size: int) -> None:
    if not 0 <= index < size:
        raise IndexError(f"the numbers of actions go from 0 to {size - 1}; {index} is not one")
