"""How far eyes reach: which tiles lie around a tile, and by how many eyes each is seen (MW-10).

Geometry and numbers only: it knows nothing of who owns what, nor of what is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain

from freehold.game import Ms
from freehold.games.minewars.ground import protect_tick_ms, shown_until
from freehold.kernel.grids import Grid, Shape, hex_grid, square_grid

FOG, LIMITED, FULL = range(3)  # the layer `sight` (MW-15)
ROUND = 255  # ticks of protection before the count in a byte begins anew

Discs = Sequence[tuple[int, ...]]


@lru_cache(maxsize=64)
def discs(grid: Grid, steps: int) -> Discs:
    """By cell: the cells at most so many steps away, itself too, in reading order."""
    around = [_steps_around(grid.shape, row, steps) for row in (0, 1)]
    width, height = grid.width, grid.height
    return tuple(
        tuple(
            [
                (y + dy) * width + x + dx
                for dx, dy in around[y & 1]
                if 0 <= x + dx < width and 0 <= y + dy < height
            ]
        )
        for y in range(height)
        for x in range(width)
    )


def _steps_around(shape: Shape, row: int, steps: int) -> list[tuple[int, int]]:
    """The (dx, dy) of a disc about a cell of an even or odd row."""
    middle, side = steps + 1, 2 * steps + 4
    grid = (hex_grid if shape == "hex" else square_grid)(side, side)
    y = middle + ((middle ^ row) & 1)
    places = map(grid.place, grid.disc(grid.cell(middle, y), steps))
    return [(u - middle, v - y) for u, v in places]


def count_eyes(
    counts: bytearray, around: Discs, opened: Sequence[int], shut: Sequence[int]
) -> None:
    """Eyes have opened on these tiles and shut on those: count them around each tile."""
    for cell in opened:
        for near in around[cell]:
            counts[near] += 1
    for cell in shut:
        for near in around[cell]:
            counts[near] -= 1


def cells_around(around: Discs, cells: Iterable[int]) -> list[int]:
    """The cells around any of these, each once, in a fixed order."""
    return list(dict.fromkeys(chain.from_iterable([around[cell] for cell in cells])))


# Until when a tile is protected, in a byte


def protect_byte(protect_ms: Ms, until: Ms) -> int:
    """What the layer `protected` holds for a protection that ends then."""
    return 1 + shown_until(protect_ms, until) // protect_tick_ms(protect_ms) % ROUND


def protected_until(protect_ms: Ms, byte: int, now: Ms) -> Ms:
    """The inverse, for one who reads the layer now; 0 for a tile that is not protected."""
    if not byte:
        return 0
    tick = protect_tick_ms(protect_ms)
    first = -(-now // tick)
    return (first + (byte - 1 - first) % ROUND) * tick
