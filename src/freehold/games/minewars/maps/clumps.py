"""Mountains and forests: clusters that leave the land around them in one piece (MW-02)."""

from __future__ import annotations

from collections.abc import Sequence

from freehold.games.minewars.board.kinds import FOREST, LAND, MOUNTAIN
from freehold.games.minewars.maps.coasts import keeps_together
from freehold.games.minewars.maps.noises import points
from freehold.kernel.chance import Stream
from freehold.kernel.grids import Grid

CLEAR_STEPS = 2
"""The distance around every city without mountains and forests."""
MOUNTAIN_PERCENT, FOREST_PERCENT = 10, 14
MOUNTAIN_TILES, FOREST_TILES = (3, 7), (3, 9)
TRIES = 8


def grow_blob(
    grid: Grid, start: int, size: int, chance: Stream, kinds: Sequence[int], long: bool = False
) -> list[int]:
    """A blob of land tiles around a start, round or long; nothing if there is no room for it."""
    if kinds[start] != LAND:
        return []
    blob, beside = [start], [near for near in grid.sides[start] if kinds[near] == LAND]
    while len(blob) < size:
        beside = [cell for cell in beside if cell not in blob]
        if not beside:
            return []
        # A long one goes on from its newest tiles, a round one fills its gaps first.
        cell = chance.pick(beside[-3:]) if long else _rounder(grid, blob, beside, chance)
        blob.append(cell)
        beside += [near for near in grid.sides[cell] if kinds[near] == LAND]
    return blob


def _rounder(grid: Grid, blob: list[int], beside: list[int], chance: Stream) -> int:
    """Draw two tiles, and take the one that touches more of the blob."""
    one, other = chance.pick(beside), chance.pick(beside)
    held = set(blob)
    count = [sum(near in held for near in grid.touching[cell]) for cell in (one, other)]
    return one if count[0] >= count[1] else other


def draw_clumps(grid: Grid, kinds: bytearray, cities: Sequence[int], chance: Stream) -> None:
    """Every city's surroundings get the same number of clusters, of the same sizes."""
    shares = share_land(grid, kinds, cities)
    each = sum(len(share) for share in shares) // len(shares)
    clear = {near for city in cities for near in grid.disc(city, CLEAR_STEPS)}
    sizes = draw_sizes(each, chance)
    order = list(range(len(cities)))
    for kind, size in sizes:
        chance.shuffle(order)
        for city in order:
            place_clump(grid, kinds, kind, size, shares[city], clear, chance)


def share_land(grid: Grid, kinds: bytearray, cities: Sequence[int]) -> list[list[int]]:
    """The land tiles by the city that is nearest."""
    middles = points(grid)
    homes = [middles[city] for city in cities]
    shares: list[list[int]] = [[] for _ in cities]
    for cell, kind in enumerate(kinds):
        if kind == LAND:
            x, y = middles[cell]
            far = [(x - across) ** 2 + (y - down) ** 2 for across, down in homes]
            shares[far.index(min(far))].append(cell)
    return shares


def draw_sizes(tiles: int, chance: Stream) -> list[tuple[int, int]]:
    """The clusters for a number of tiles of land, as (kind, size), mountains first."""
    sizes = []
    for kind, percent, (least, most) in (
        (MOUNTAIN, MOUNTAIN_PERCENT, MOUNTAIN_TILES),
        (FOREST, FOREST_PERCENT, FOREST_TILES),
    ):
        left = tiles * percent // 100
        while left >= least:
            size = min(left, least + chance.below(most - least + 1))
            sizes.append((kind, size))
            left -= size
    return sizes


def place_clump(
    grid: Grid,
    kinds: bytearray,
    kind: int,
    size: int,
    where: list[int],
    clear: set[int],
    chance: Stream,
) -> None:
    """Draw a cluster somewhere there, if a few tries find room for it."""
    for _ in range(TRIES):
        start = chance.pick(where)
        blob = grow_blob(grid, start, size, chance, kinds, long=kind == MOUNTAIN)
        if blob and may_stand(grid, kinds, kind, blob, clear):
            for cell in blob:
                kinds[cell] = kind
            break


def may_stand(grid: Grid, kinds: bytearray, kind: int, blob: list[int], clear: set[int]) -> bool:
    """Clusters of one kind stay apart, cities free, and the land around in one piece."""
    for cell in blob:
        if cell in clear or any(kinds[near] == kind for near in grid.touching[cell]):
            return False
    return keeps_together(grid, blob, lambda cell: kinds[cell] == LAND)
