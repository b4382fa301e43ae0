"""Lakes and rivers: water that never cuts the island in two (MW-02)."""

from __future__ import annotations

from heapq import heappop, heappush

from freehold.games.minewars.board.kinds import LAND, WATER
from freehold.games.minewars.maps.clumps import grow_blob
from freehold.games.minewars.maps.coasts import keeps_together
from freehold.games.minewars.maps.noises import noise
from freehold.kernel.chance import Stream
from freehold.kernel.grids import Grid

TILES_A_LAKE = 420
TILES_A_RIVER = 260
LEAST_RIVER_TILES = 4
MEANDER = 8000
"""The lower, the more a river winds: rough ground costs its square divided by this."""


def draw_lakes(grid: Grid, kinds: bytearray, chance: Stream) -> list[list[int]]:
    """Lakes far from the sea; returns the tiles of each, since a river may begin there."""
    land = [cell for cell, kind in enumerate(kinds) if kind == LAND]
    lakes: list[list[int]] = []
    for _ in range((len(land) + chance.below(TILES_A_LAKE)) // TILES_A_LAKE):
        for _ in range(6):
            blob = grow_blob(grid, chance.pick(land), 4 + chance.below(6), chance, kinds)
            if blob and _is_inland(grid, kinds, blob) and _may_flood(grid, kinds, blob):
                for cell in blob:
                    kinds[cell] = WATER
                lakes.append(blob)
                break
    return lakes


def _is_inland(grid: Grid, kinds: bytearray, blob: list[int]) -> bool:
    ring = {near for cell in blob for near in grid.touching[cell]}
    return all(kinds[far] == LAND for cell in sorted(ring) for far in grid.touching[cell])


def _may_flood(grid: Grid, kinds: bytearray, cells: list[int]) -> bool:
    return keeps_together(grid, cells, lambda cell: kinds[cell] == LAND)


def draw_rivers(grid: Grid, kinds: bytearray, lakes: list[list[int]], chance: Stream) -> None:
    """Rivers run to the water below by the cheapest path, from lakes first and then springs."""
    land = [cell for cell, kind in enumerate(kinds) if kind == LAND]
    way, far = ways_to_sea(grid, kinds, lakes, chance)
    wanted = (len(land) + chance.below(TILES_A_RIVER)) // TILES_A_RIVER
    inland = sorted(land, key=lambda cell: (-far[cell], cell))[: max(1, len(land) // 3)]
    sources = lakes[: wanted // 2] + [[chance.pick(inland)] for _ in range(4 * wanted)]
    drawn = 0
    for source in sources:
        river = follow(grid, kinds, way, source[0]) if drawn < wanted else []
        lake = source if kinds[source[0]] == WATER else []
        if len(river) >= LEAST_RIVER_TILES and _may_flood(grid, kinds, river + lake):
            for cell in river:
                kinds[cell] = WATER
            drawn += 1


def ways_to_sea(
    grid: Grid, kinds: bytearray, lakes: list[list[int]], chance: Stream
) -> tuple[list[int], list[int]]:
    """For every tile: the next one on its path to the sea, and how long that path is."""
    rough = noise(grid, chance, (2, 1))
    far = [0 if kind == WATER else 1 << 30 for kind in kinds]
    for lake in lakes:
        for cell in lake:
            far[cell] = 1 << 30
    way = list(range(len(grid)))
    edge = [(0, cell) for cell, steps in enumerate(far) if steps == 0]
    while edge:
        steps, cell = heappop(edge)
        for near in grid.sides[cell]:
            # The cost depends only on where it leads: the first to get there is the nearest.
            cost = steps + 2 + rough[near] * rough[near] // MEANDER
            if cost < far[near]:
                far[near], way[near] = cost, cell
                heappush(edge, (cost, near))
    return way, far


def follow(grid: Grid, kinds: bytearray, way: list[int], spring: int) -> list[int]:
    """The land tiles of a river from a spring to the first water below it.

    Empty if it would run along other water instead of into it, or never leave its lake.
    """
    cell, river = spring, []
    while kinds[cell] == WATER and way[cell] != cell:
        cell = way[cell]
    while kinds[cell] == LAND:
        river.append(cell)
        cell = way[cell]
    own = set(river)
    wet = [
        at
        for at, tile in enumerate(river)
        if any(kinds[near] == WATER and near not in own for near in grid.touching[tile])
    ]
    from_lake = kinds[spring] == WATER
    first = 2 if from_lake else 0
    return [] if any(first <= at < len(river) - 2 for at in wet) else river
