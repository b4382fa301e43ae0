"""Grids: which cells there are, and which lie beside which.

A cell is an int, `y * width + x`, counted from the top left. On a hex grid odd rows are shifted
half a cell to the right. Tables are made once for a size and shared; a world too large for
tables answers the same questions by arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, overload

Shape = Literal["square", "hex"]
Neighbours = Sequence[tuple[int, ...]]

OUTSIDE = -1
TABLE_CELLS = 1 << 16
"""Up to this many cells the neighbours are kept as tables (a million would take 100 MB)."""

# Steps as (dx, dy), clockwise from the top. Opposite directions are half a turn apart.
SQUARE_SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
SQUARE_TOUCHING = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
HEX_EVEN = ((0, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1))
HEX_ODD = ((1, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (0, -1))


class Computed(Sequence[tuple[int, ...]]):
    """Neighbours worked out when asked, for grids too large for a table."""

    def __init__(self, cells: int, neighbours: Callable[[int], tuple[int, ...]]) -> None:
        self._cells = cells
        self._neighbours = neighbours

    def __len__(self) -> int:
        return self._cells

    @overload
    def __getitem__(self, cell: int) -> tuple[int, ...]: ...
    @overload
    def __getitem__(self, cell: slice) -> list[tuple[int, ...]]: ...
    def __getitem__(self, cell: int | slice) -> tuple[int, ...] | list[tuple[int, ...]]:
        if isinstance(cell, slice):
            return [self._neighbours(each) for each in range(*cell.indices(self._cells))]
        if not 0 <= cell < self._cells:
            raise IndexError(cell)
        return self._neighbours(cell)


@dataclass(frozen=True, eq=False)
class Grid:
    """A rectangle of cells; compare grids by their shape and size, they are shared."""

    shape: Shape
    width: int
    height: int
    sides: Neighbours
    """The cells that share a side: 4 on a square grid, 6 on a hex grid, fewer at the edge."""
    touching: Neighbours
    """The cells that share a side or a corner: 8 on a square grid, 6 on a hex grid."""

    def __len__(self) -> int:
        return self.width * self.height

    def __repr__(self) -> str:
        return f"{self.shape}_grid({self.width}, {self.height})"

    def has(self, x: int, y: int) -> bool:
        return 0 <= x < self.width and 0 <= y < self.height

    def cell(self, x: int, y: int) -> int:
        return y * self.width + x

    def place(self, cell: int) -> tuple[int, int]:
        """The (x, y) of a cell: the inverse of `cell`."""
        return cell % self.width, cell // self.width

    def step(self, cell: int, direction: int) -> int:
        """The cell one side further in a direction (clockwise from the top), or OUTSIDE."""
        x, y = self.place(cell)
        dx, dy = side_steps(self.shape, y)[direction]
        return self.cell(x + dx, y + dy) if self.has(x + dx, y + dy) else OUTSIDE

    def distance(self, one: int, other: int) -> int:
        """The number of steps from one cell to the other."""
        x, y = self.place(one)
        u, v = self.place(other)
        if self.shape == "square":
            return max(abs(x - u), abs(y - v))
        q = (x - (y - (y & 1)) // 2) - (u - (v - (v & 1)) // 2)
        r = y - v
        return max(abs(q), abs(r), abs(q + r))

    def disc(self, centre: int, steps: int) -> list[int]:
        """All cells within this many steps, including the centre, in reading order."""
        x, y = self.place(centre)
        cells: list[int] = []
        for row in range(max(0, y - steps), min(self.height, y + steps + 1)):
            first, last = x - steps, x + steps
            if self.shape == "hex":  # a row is one cell shorter for each row away from the centre
                away = abs(row - y)
                first += (away + (y & 1)) // 2
                last = first + 2 * steps - away
            start = row * self.width
            cells += range(start + max(0, first), start + min(self.width - 1, last) + 1)
        return cells

    def circle(self, centre: int, radius: int) -> list[int]:
        """All cells within a Euclidean distance on a square grid, in reading order."""
        x, y = self.place(centre)
        return [
            self.cell(x + dx, y + dy) for dx, dy in circle_steps(radius) if self.has(x + dx, y + dy)
        ]


@lru_cache(maxsize=64)
def circle_steps(radius: int) -> tuple[tuple[int, int], ...]:
    """The (dx, dy) within a Euclidean distance of the origin, in reading order."""
    span = range(-radius, radius + 1)
    return tuple((dx, dy) for dy in span for dx in span if dx * dx + dy * dy <= radius * radius)


def square_grid(width: int, height: int) -> Grid:
    return _grid("square", width, height)


def hex_grid(width: int, height: int) -> Grid:
    return _grid("hex", width, height)


@lru_cache(maxsize=64)
def _grid(shape: Shape, width: int, height: int) -> Grid:
    if width < 1 or height < 1:
        raise ValueError(f"a grid needs at least one cell, not {width} x {height}")
    sides = _neighbours(shape, width, height, side_steps)
    touching = sides if shape == "hex" else _neighbours(shape, width, height, _touching_steps)
    return Grid(shape, width, height, sides, touching)


grid_of = _grid
"""By its shape, width and height; cached, for callers that ask often."""


Steps = tuple[tuple[int, int], ...]


def side_steps(shape: Shape, row: int) -> Steps:
    """The steps over each side of a cell in this row, clockwise from the top."""
    if shape == "square":
        return SQUARE_SIDES
    return HEX_ODD if row & 1 else HEX_EVEN


def _touching_steps(shape: Shape, row: int) -> Steps:
    return SQUARE_TOUCHING if shape == "square" else side_steps(shape, row)


def _neighbours(
    shape: Shape, width: int, height: int, steps: Callable[[Shape, int], Steps]
) -> Neighbours:
    def beside(cell: int) -> tuple[int, ...]:
        x, y = cell % width, cell // width
        return tuple(
            (y + dy) * width + x + dx
            for dx, dy in steps(shape, y)
            if 0 <= x + dx < width and 0 <= y + dy < height
        )

    cells = width * height
    if cells > TABLE_CELLS:
        return Computed(cells, beside)
    same = same_numbers(cells)
    return tuple(tuple([same[near] for near in beside(cell)]) for cell in range(cells))


@lru_cache(maxsize=64)
def same_numbers(cells: int) -> tuple[int, ...]:
    """One object for each cell: tables that share them stay small enough for a processor's
    caches."""
    return tuple(range(cells))
