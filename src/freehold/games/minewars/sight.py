"""How far eyes reach: which tiles lie around a tile, and by how many eyes each is seen (MW-10).

Geometry and numbers only: it knows nothing of who owns what, nor of what is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, compress

from freehold.game import Ms
from freehold.games.minewars.ground import protect_tick_ms, shown_until
from freehold.kernel.grids import Grid, Shape, hex_grid, square_grid

FOG, LIMITED, FULL = range(3)  # the layer `sight` (MW-15)
FEW = 24
"""Beyond so many tiles it is quicker to count eyes over the whole board."""
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
    counts: bytearray, others: bytearray, around: Discs, opened: list[int], shut: list[int]
) -> list[int]:
    """The same for a few eyes. Returns only the tiles that come into sight or go out of it: those
    that no other eyes see."""
    turned: dict[int, None] = {}
    for cell in opened:
        for near in around[cell]:
            if not counts[near] and not others[near]:
                turned[near] = None
            counts[near] += 1
    for cell in shut:
        for near in around[cell]:
            counts[near] -= 1
            if not counts[near] and not others[near]:
                if near in turned:
                    del turned[near]  # it was out of sight before, too
                else:
                    turned[near] = None
    return list(turned)


def cells_around(around: Discs, cells: Iterable[int]) -> list[int]:
    """The cells around any of these, each once, in a fixed order."""
    return list(dict.fromkeys(chain.from_iterable([around[cell] for cell in cells])))


def _count_many(
    counts: bytearray, grid: Grid, steps: int, opened: list[int], shut: list[int]
) -> list[int]:
    """The same for the whole board at once: a layer is one long number with a byte a cell, and
    moving all eyes by one step is a shift of it."""
    size = len(counts)
    more, less = _add_discs(grid, steps, opened), _add_discs(grid, steps, shut)
    total = int.from_bytes(counts, "little") + more - less
    counts[:] = total.to_bytes(size, "little")
    return list(compress(range(size), (more | less).to_bytes(size, "little")))


def _add_discs(grid: Grid, steps: int, cells: list[int]) -> int:
    """How many of the cells lie within so many steps of each cell, as one number."""
    layer = bytearray(len(grid))
    for cell in cells:
        layer[cell] = 1
    eyes, total = int.from_bytes(layer, "little"), 0
    for mask, shift in shifts(grid, steps):
        moved = eyes & mask
        total += moved << shift if shift >= 0 else moved >> -shift
    return total


@lru_cache(maxsize=64)
def shifts(grid: Grid, steps: int) -> list[tuple[int, int]]:
    """For each step of a disc: the cells from which it stays on the board, and by how far it goes.

    On a hex grid even and odd rows step differently.
    """
    return [
        (_stays(grid, row, dx, dy), 8 * (dy * grid.width + dx))
        for row in (0, 1)
        for dx, dy in _steps_around(grid.shape, row, steps)
    ]


def _stays(grid: Grid, row: int, dx: int, dy: int) -> int:
    """255 for each cell of an even or odd row from which this step stays on the board."""
    columns = range(grid.width)
    within = bytes(255 * (0 <= x + dx < grid.width) for x in columns)
    rows = [
        within if y & 1 == row and 0 <= y + dy < grid.height else bytes(grid.width)
        for y in range(grid.height)
    ]
    return int.from_bytes(b"".join(rows), "little")


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
