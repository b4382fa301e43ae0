"""The ground: mines laid so that all players start equally well and apart (AA-04)."""

from __future__ import annotations

from collections.abc import Sequence

from freehold.games.area_attack.state import CLAIMED
from freehold.kernel.chance import Stream
from freehold.kernel.grids import Grid
from freehold.kernel.mines import count_around, lay_mines, opening, shift_numbers

TRIES = 30
GAP_STEPS = 2
"""Areas this close to each other touch, or share a neighbouring cell."""
FAR_STEPS = 3
"""A mine this far from an area can be removed without changing it."""


def lay_ground(
    rng: Stream, grid: Grid, mines: int, starts: Sequence[int]
) -> tuple[bytearray, bytearray]:
    """Mines and numbers: every start shows 0, and the starting areas stay apart."""
    kept_free = {near for start in starts for near in (start, *grid.touching[start])}
    where = [cell for cell in range(len(grid)) if cell not in kept_free]
    for _ in range(TRIES):
        mine = lay_mines(rng, len(grid), where, mines)
        number = count_around(mine, grid)
        if not gap(grid, starting_areas(grid, number, starts)):
            return mine, number
    close_gaps(rng, grid, mine, number, starts)
    return mine, number


def starting_areas(grid: Grid, number: bytearray, starts: Sequence[int]) -> list[list[int]]:
    """What each start's opening would claim on its own."""
    return [
        opening(start, number, grid.touching, bytearray(len(grid)), CLAIMED) for start in starts
    ]


def gap(grid: Grid, areas: Sequence[Sequence[int]]) -> list[int]:
    """The cells of areas that are too close to another area, in order; none if all is well."""
    near = [_grown(grid, area, GAP_STEPS) for area in areas]
    return sorted(
        {
            cell
            for this, area in enumerate(areas)
            for cell in area
            if any(cell in other for that, other in enumerate(near) if that != this)
        }
    )


def _grown(grid: Grid, area: Sequence[int], steps: int) -> set[int]:
    grown = set(area)
    for _ in range(steps):
        grown |= {near for cell in sorted(grown) for near in grid.touching[cell]}
    return grown


def close_gaps(
    rng: Stream, grid: Grid, mine: bytearray, number: bytearray, starts: Sequence[int]
) -> None:
    """Move mines into the gaps until no areas are too close, each from where it is not needed.

    This ends, because areas only shrink, and starts are far enough apart that the smallest
    areas, nine cells each, are never too close.
    """
    kept_free = {near for start in starts for near in (start, *grid.touching[start])}
    while True:
        areas = starting_areas(grid, number, starts)
        between = [cell for cell in gap(grid, areas) if cell not in kept_free]
        if not between:
            return
        move_mine(rng, grid, mine, number, rng.pick(between), areas)


def move_mine(
    rng: Stream,
    grid: Grid,
    mine: bytearray,
    number: bytearray,
    to: int,
    areas: Sequence[Sequence[int]],
) -> None:
    """Put a mine there. The number of mines stays the same while a distant one is left to take."""
    missed = _grown(grid, [cell for area in areas for cell in area], FAR_STEPS)
    far = [cell for cell, has in enumerate(mine) if has and cell not in missed]
    mine[to] = 1
    shift_numbers(number, grid.touching, to, 1)
    if far:
        taken = rng.pick(far)
        mine[taken] = 0
        shift_numbers(number, grid.touching, taken, -1)
