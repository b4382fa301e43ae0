"""The outline of an island and its lakes: which tiles are water before anything else is drawn."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from freehold.games.minewars.board.kinds import LAND, WATER
from freehold.games.minewars.maps.noises import MOST, apart, noise, points
from freehold.kernel.chance import Stream
from freehold.kernel.floods import clusters
from freehold.kernel.grids import Grid, Shape, hex_grid, square_grid

LAND_PERCENT = 72
"""How much of the disc or square is land before lakes and rivers."""
LARGE_RADIUS, SMALL_PERCENT = 12, 3
"""A smaller island has more land: this percentage for each tile of radius that it is smaller."""
ROUGH = 1250
"""How much hills count compared to the distance to the rim, which is 1000."""
LEAST_LAKE, MOST_LAKE = 3, 12
"""Pools inside the island of other sizes are filled up."""


def grid_of(shape: Shape, radius: int) -> Grid:
    """MW-01: a box of (2r + 1) x (2r + 1) on hex, sides of twice the radius on square."""
    side = 2 * radius + 1 if shape == "hex" else 2 * radius
    return hex_grid(side, side) if shape == "hex" else square_grid(side, side)


def draw_coast(grid: Grid, radius: int, chance: Stream) -> bytearray:
    """Land and water: the highest tiles of a hilly landscape that sinks towards its rim."""
    hills = noise(grid, chance, (max(4, radius // 2), max(3, radius // 4), 3))
    remote = remoteness(grid, radius)
    inside = [cell for cell in range(len(grid)) if remote[cell] < 1000]
    percent = LAND_PERCENT + SMALL_PERCENT * max(0, LARGE_RADIUS - radius)
    count = len(inside) * percent // 100

    def height(cell: int) -> tuple[int, int]:
        sunk = remote[cell] * remote[cell] // 1000
        return sunk - hills[cell] * ROUGH // MOST, cell

    kinds = bytearray(len(grid))
    for cell in sorted(inside, key=height)[:count]:
        kinds[cell] = LAND
    for _ in range(2):
        smooth(grid, kinds, [cell for cell in inside if remote[cell] < 960])
    keep_largest(grid, kinds)
    fill_pools(grid, kinds)
    return kinds


@lru_cache(maxsize=16)
def remoteness(grid: Grid, radius: int) -> tuple[int, ...]:
    """How far out every cell is: 0 at the centre, 1000 and more where only water may be."""
    cells = range(len(grid))
    if grid.shape == "square":
        return tuple(_square_remoteness(*grid.place(cell), 2 * radius) for cell in cells)
    centre = grid.cell(radius, radius)
    far, middle = points(grid), points(grid)[centre]
    return tuple(
        max(grid.distance(centre, cell) * 1000, apart(far[cell], middle)) // radius
        for cell in cells
    )


def _square_remoteness(x: int, y: int, side: int) -> int:
    """Between a disc and a square, so that the island fills its map but has no straight coasts."""
    across, down = abs(2 * x - side + 1), abs(2 * y - side + 1)
    edge = max(across, down) * 1000 // (side - 1)
    disc = apart((0, 0), (across * 1000, down * 1000)) // (side - 1)
    return 1000 if edge >= 1000 else min(999, (edge + disc + 1) // 2)


def smooth(grid: Grid, kinds: bytearray, cells: list[int]) -> None:
    """Single tiles that stick out are washed away, and single gaps are filled."""
    before = bytes(kinds)
    few = 1 if grid.shape == "hex" else 2
    for cell in cells:
        around = grid.touching[cell]
        land = sum(before[near] for near in around)  # water is 0 and land 1
        if before[cell] and land <= few:
            kinds[cell] = WATER
        elif not before[cell] and land >= len(around) - few:
            kinds[cell] = LAND


def keep_largest(grid: Grid, kinds: bytearray) -> None:
    """MW-01: one piece, connected by sides, so that no corner alone holds it together."""
    land = [cell for cell, kind in enumerate(kinds) if kind != WATER]
    pieces = sorted(clusters(land, grid.sides), key=len)
    for piece in pieces[:-1]:
        for cell in piece:
            kinds[cell] = WATER


def fill_pools(grid: Grid, kinds: bytearray) -> None:
    """Water inside the island becomes a lake if it has the right size, otherwise land."""
    water = [cell for cell, kind in enumerate(kinds) if kind == WATER]
    for piece in clusters(water, grid.touching):
        is_sea = any(len(grid.sides[cell]) < len(grid.sides[len(grid) // 2]) for cell in piece)
        if not is_sea and not LEAST_LAKE <= len(piece) <= MOST_LAKE:
            for cell in piece:
                kinds[cell] = LAND


def keeps_together(grid: Grid, cells: list[int], is_open: Callable[[int], bool]) -> bool:
    """Are the open tiles around some cells still connected without them?

    It looks only two steps around: what is connected there is connected on the whole map.
    """
    taken = set(cells)
    ring: dict[int, None] = {}
    for cell in cells:
        for near in grid.touching[cell]:
            if near not in taken and is_open(near):
                ring[near] = None
    if not ring:
        return False  # nobody could ever go there
    near_by = set(ring)
    near_by.update(near for cell in ring for near in grid.touching[cell] if is_open(near))
    reached = [next(iter(ring))]
    seen = set(reached)
    for cell in reached:  # grows while it is walked
        for near in grid.touching[cell]:
            if near in near_by and near not in seen and near not in taken and is_open(near):
                seen.add(near)
                reached.append(near)
    return all(cell in seen for cell in ring)
