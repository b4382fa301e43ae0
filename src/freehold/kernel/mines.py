"""Mines: laying them, counting them around cells, and openings.

A mine layer holds 1 where a mine lies. Numbers are a layer too: how many of a cell's touching
cells hold a mine. The games decide who may see any of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from freehold.kernel.chance import Stream
from freehold.kernel.grids import Grid, Neighbours

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NUMPY_CELLS = 1 << 14
"""From this many cells on numpy counts; below, importing it would cost more than it saves."""


def lay_mines(rng: Stream, cells: int, where: Sequence[int], mines: int) -> bytearray:
    """A layer with exactly this number of mines, each of the given cells equally likely."""
    layer = bytearray(cells)
    for cell in rng.sample(where, mines):
        layer[cell] = 1
    return layer


def scatter(rng: Stream, where: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """`count` different cells of those given, equally likely: for worlds too large for lists.

    Cells are drawn one after another, and repeated ones are skipped.
    """
    import numpy as np

    if count > len(where):
        raise ValueError(f"cannot scatter {count} over {len(where)} cells")
    drawn = np.zeros(0, np.int64)
    while len(drawn) < count:
        more = rng.block(count - len(drawn) + 8) % np.uint64(len(where))
        every = np.concatenate([drawn, more.astype(np.int64)])
        _, first = np.unique(every, return_index=True)
        drawn = every[np.sort(first)]
    return where[drawn[:count]]


def count_around(mines: bytes | bytearray, grid: Grid) -> bytearray:
    """The numbers of all cells."""
    if grid.shape == "square" and len(grid) >= NUMPY_CELLS:
        return count_square(mines, grid.width, grid.height)
    numbers = bytearray(len(grid))
    cell = mines.find(1)
    while cell >= 0:
        shift_numbers(numbers, grid.touching, cell, 1)
        cell = mines.find(1, cell + 1)
    return numbers


def count_square(mines: bytes | bytearray, width: int, height: int) -> bytearray:
    """The numbers of all cells of a square grid, without its tables: for any size, by numpy."""
    import numpy as np

    board = np.frombuffer(mines, np.uint8).reshape(height, width)
    wide = np.pad(board, 1)
    rows = wide[:-2] + wide[1:-1] + wide[2:]
    return bytearray((rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:] - board).tobytes())


def shift_numbers(numbers: bytearray, around: Neighbours, cell: int, by: int) -> None:
    """A mine has come to this cell (1) or gone from it (-1)."""
    for near in around[cell]:
        numbers[near] += by


def opening(
    start: int, numbers: bytes | bytearray, around: Neighbours, layer: bytearray, opened: int
) -> list[int]:
    """The start, and everything around each cell that shows 0, and so on.

    Only cells that are 0 in `layer` are closed, and each gets `opened` there as it is reached.
    The start is taken as it is. The caller notes the cells as touched.
    """
    layer[start] = opened
    reached = [start]
    for cell in reached:  # grows while it is walked
        if not numbers[cell]:
            for near in around[cell]:
                if not layer[near]:
                    layer[near] = opened
                    reached.append(near)
    return reached
