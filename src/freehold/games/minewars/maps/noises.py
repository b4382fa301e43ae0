"""Smooth noise over a grid, in whole numbers: the same on every machine.

Also the centres of the tiles, for everything that should look round: on a hex grid the rows are
closer together than the columns, and odd rows are shifted.
"""

from __future__ import annotations

from functools import lru_cache
from math import isqrt

from freehold.kernel.chance import Stream
from freehold.kernel.grids import Grid

TILE = 1000
"""The width of a tile in the units of `points`."""
HEX_ROW = 866
"""How far apart the rows of a hex grid are: half the square root of 3."""
MOST = 1023
"""The highest value of the noise; the lowest is 0."""


@lru_cache(maxsize=16)
def points(grid: Grid) -> tuple[tuple[int, int], ...]:
    """The middle of every cell, as (across, down)."""
    down = HEX_ROW if grid.shape == "hex" else TILE
    shift = TILE // 2 if grid.shape == "hex" else 0
    return tuple(
        (x * TILE + shift * (y & 1), y * down)
        for y in range(grid.height)
        for x in range(grid.width)
    )


def apart(one: tuple[int, int], other: tuple[int, int]) -> int:
    """How far two points are from each other, in a thousandth of a tile."""
    return isqrt((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2)


def noise(grid: Grid, chance: Stream, sizes_tiles: tuple[int, ...]) -> list[int]:
    """A hilly landscape; each size of hill counts half as much as the one before it."""
    total = [0] * len(grid)
    for step, size in enumerate(sizes_tiles):
        for cell, value in enumerate(_hills(grid, chance, size)):
            total[cell] += value >> step
    most = sum(MOST >> step for step in range(len(sizes_tiles)))
    return [value * MOST // most for value in total]


def _hills(grid: Grid, chance: Stream, size_tiles: int) -> list[int]:
    """One size of hill: random heights on a coarse lattice, joined by smooth slopes."""
    size = size_tiles * TILE
    columns = grid.width // size_tiles + 3
    rows = grid.height // size_tiles + 3
    heights = [[chance.below(MOST + 1) for _ in range(columns)] for _ in range(rows)]
    middles = points(grid)
    slopes = [
        [_slope(across, size) for across, _ in middles[y * grid.width : (y + 1) * grid.width]]
        for y in (0, 1 % grid.height)
    ]
    found: list[int] = []
    for y in range(grid.height):
        row, part = _slope(middles[y * grid.width][1], size)
        above, below = heights[row], heights[row + 1]
        line = [a * (256 - part) + b * part for a, b in zip(above, below, strict=True)]
        found += [(line[at] * (256 - t) + line[at + 1] * t) >> 16 for at, t in slopes[y & 1]]
    return found


def _slope(place: int, size: int) -> tuple[int, int]:
    """Which two heights a place lies between, and how far on from the first, of 256."""
    at, rest = divmod(place, size)
    t = rest * 256 // size
    return at, (t * t * (768 - 2 * t)) >> 16
