"""How far eyes reach: which tiles lie around a tile, and by how many eyes each is seen (MW-10).

Geometry and numbers only: it knows nothing of who owns what, nor of what is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain

from freehold.games.minewars.board.masks import (
    BYTE,
    cells_of,
    edges,
    everywhere,
    mask_of,
    number,
    ones,
    write,
)
from freehold.kernel.grids import Grid, Shape, hex_grid, same_numbers, square_grid

FOG, LIMITED, FULL = range(3)  # the layer `sight` (MW-15)
FEW = 24
"""Beyond so many tiles it is quicker to count eyes over the whole board."""

ONE_MORE = bytes((count + 1) % 256 for count in range(256))
ONE_LESS = bytes((count - 1) % 256 for count in range(256))

Discs = Sequence[tuple[int, ...]]
Rows = Sequence[tuple[slice, ...]]


@lru_cache(maxsize=64)
def discs(grid: Grid, steps: int) -> Discs:
    """By cell: the cells at most so many steps away, itself too, in reading order."""
    around = [_steps_around(grid.shape, row, steps) for row in (0, 1)]
    width, height, same = grid.width, grid.height, same_numbers(len(grid))
    return tuple(
        tuple(
            [
                same[(y + dy) * width + x + dx]
                for dx, dy in around[y & 1]
                if 0 <= x + dx < width and 0 <= y + dy < height
            ]
        )
        for y in range(height)
        for x in range(width)
    )


@lru_cache(maxsize=64)
def rows_around(grid: Grid, steps: int) -> Rows:
    """By cell: the rows of the disc about it, each as a slice of a layer. Cells share them."""
    width, height = grid.width, grid.height
    shared: dict[tuple[int, int], slice] = {}
    found = []
    for cell in range(len(grid)):
        x, y = grid.place(cell)
        rows = [
            (cell + down * width + max(-x, first), cell + down * width + min(width - x, last + 1))
            for first, last, down in _rows_of_disc(grid.shape, y & 1, steps)
            if 0 <= y + down < height
        ]
        found.append(tuple([shared.setdefault(row, slice(*row)) for row in rows]))
    return found


@lru_cache(maxsize=64)
def _rows_of_disc(shape: Shape, row: int, steps: int) -> list[tuple[int, int, int]]:
    """Of a disc about a cell of an even or odd row: the first and last dx of each dy."""
    around = _steps_around(shape, row, steps)
    downs = sorted({down for _, down in around})
    rows = [[along for along, each in around if each == down] for down in downs]
    return [(min(row), max(row), down) for row, down in zip(rows, downs, strict=True)]


def _steps_around(shape: Shape, row: int, steps: int) -> list[tuple[int, int]]:
    """The (dx, dy) of a disc about a cell of an even or odd row."""
    middle, side = steps + 1, 2 * steps + 4
    grid = (hex_grid if shape == "hex" else square_grid)(side, side)
    y = middle + ((middle ^ row) & 1)
    places = map(grid.place, grid.disc(grid.cell(middle, y), steps))
    return [(u - middle, v - y) for u, v in places]


def count_eyes(
    counts: bytearray, grid: Grid, steps: int, opened: list[int], shut: list[int]
) -> list[int]:
    """Eyes have opened on these tiles and shut on those: count by how many each tile around is
    seen. Returns the tiles that were counted anew."""
    if len(opened) + len(shut) > FEW:
        return _count_many(counts, grid, steps, opened, shut)
    around = {cell: grid.disc(cell, steps) for cell in (*opened, *shut)}  # few: no table is made
    for cell in opened:
        for near in around[cell]:
            counts[near] += 1
    for cell in shut:
        for near in around[cell]:
            counts[near] -= 1
    return list(dict.fromkeys(chain.from_iterable(around.values())))


def turn_eyes(
    counts: bytearray, others: bytearray, rows: Rows, opened: list[int], shut: list[int]
) -> list[int]:
    """The same for a few eyes. Returns only the tiles that come into sight or go out of it: those
    that no other eyes see. Row by row, for every capture opens an eye."""
    turned: dict[int, None] = {}
    for cell in opened:
        for part in rows[cell]:
            row = counts[part]
            counts[part] = row.translate(ONE_MORE)
            if 0 not in row:
                continue
            along = row.find(0)
            while along >= 0:
                near = part.start + along
                if not others[near]:
                    turned[near] = None
                along = row.find(0, along + 1)
    for cell in shut:
        for part in rows[cell]:
            counts[part] = row = counts[part].translate(ONE_LESS)
            if 0 not in row:
                continue
            along = row.find(0)
            while along >= 0:
                near = part.start + along
                if near in turned:
                    del turned[near]  # it was out of sight before, too
                elif not others[near]:
                    turned[near] = None
                along = row.find(0, along + 1)
    return list(turned)


def cells_around(around: Discs, cells: Iterable[int]) -> list[int]:
    """The cells around any of these, each once, in a fixed order."""
    return list(dict.fromkeys(chain.from_iterable([around[cell] for cell in cells])))


def _count_many(
    counts: bytearray, grid: Grid, steps: int, opened: list[int], shut: list[int]
) -> list[int]:
    """The same for the whole board at once."""
    size = len(counts)
    more = eyes_around(grid, steps, mask_of(size, opened))
    less = eyes_around(grid, steps, mask_of(size, shut))
    write(counts, number(counts) + more - less)
    return cells_of(size, more | less)


def eyes_around(grid: Grid, steps: int, eyes: int) -> int:
    """By how many of the eyes, a mask, each cell is seen: one long number with a byte a cell.

    Moving all eyes by a step is a shift of it. They are moved along their rows first and added up,
    and then these sums up and down: on a square grid 14 shifts do for a disc of 49 cells.
    """
    total, eyes = 0, eyes & ones(len(grid))
    for rows, runs in _runs(grid, steps):
        sums: dict[tuple[int, int], int] = {}
        for first, last, down in runs:
            if (first, last) not in sums:
                sums[first, last] = _add_row(grid, eyes & rows, first, last)
            total += _shift(sums[first, last], BYTE * grid.width * down)
    return total & everywhere(len(grid))


def _add_row(grid: Grid, eyes: int, first: int, last: int) -> int:
    total = 0
    for along in range(first, last + 1):
        total += _shift(eyes & _stays(grid, along), BYTE * along)
    return total


def _shift(value: int, by: int) -> int:
    return value << by if by >= 0 else value >> -by


@lru_cache(maxsize=64)
def _runs(grid: Grid, steps: int) -> list[tuple[int, list[tuple[int, int, int]]]]:
    """Some rows as a mask, and a disc about a cell of them: first and last cell of each of its
    rows, and how far down that is. On a hex grid even and odd rows differ."""
    inside = edges(grid, BYTE)
    parts = [inside.inside] if grid.shape == "square" else [inside.even, inside.odd]
    return [(part, _rows_of_disc(grid.shape, row, steps)) for row, part in enumerate(parts)]


@lru_cache(maxsize=256)
def _stays(grid: Grid, along: int) -> int:
    """The mask of the cells from which so many steps to the right stay on the board."""
    row = bytes(255 * (0 <= x + along < grid.width) for x in range(grid.width))
    return number(row * grid.height)
