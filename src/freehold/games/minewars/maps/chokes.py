"""Chokepoints: single tiles of land that connect a part of the island to the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from freehold.games.minewars.board.kinds import LANDLIKE
from freehold.kernel.grids import Grid

LEAST_TILES = 6
"""Smaller parts are not worth mentioning."""


class Choke(Struct, frozen=True):
    x: int
    y: int
    tiles: int
    """How many tiles of land lie behind it, on the side that has fewer."""
    cities: tuple[int, ...]
    """The numbers of the cities there."""


def find_chokes(grid: Grid, kinds: Sequence[int], cities: Sequence[int]) -> list[Choke]:
    """All chokepoints of the land connected to the first city, in reading order."""
    if not cities:
        return []
    walk = _Walk(grid, kinds, cities[0])
    places = [walk.first.get(city, -1) for city in cities]
    found = []
    for cell, begin, end in walk.cuts():
        total = len(walk.first)
        inside = [city for city, place in enumerate(places) if begin <= place < end]
        tiles = end - begin
        if total - 1 - tiles < tiles:
            behind = [c for c, place in enumerate(places) if place >= 0 and c not in inside]
            tiles, inside = total - 1 - tiles, [c for c in behind if cities[c] != cell]
        if tiles >= LEAST_TILES:
            found.append(Choke(*grid.place(cell), tiles, tuple(inside)))
    return sorted(found, key=lambda choke: (choke.y, choke.x, choke.tiles))


class _Walk:
    """A walk in depth over all land; what was found below a tile is one stretch of the order."""

    def __init__(self, grid: Grid, kinds: Sequence[int], root: int) -> None:
        self.first = {root: 0}
        """When every tile was found."""
        self.last: dict[int, int] = {}
        """How many had been found when everything below a tile was done."""
        self.above = {root: -1}
        self.low = {root: 0}
        """The earliest tile that everything below a tile touches."""
        touching = grid.touching
        stack = [(root, iter(touching[root]))]
        first, low, above = self.first, self.low, self.above
        while stack:
            cell, rest = stack[-1]
            for near in rest:
                if near in first:
                    if first[near] < low[cell] and near != above[cell]:
                        low[cell] = first[near]
                elif LANDLIKE[kinds[near]]:
                    first[near] = low[near] = len(first)
                    above[near] = cell
                    stack.append((near, iter(touching[near])))
                    break
            else:
                self._leave(stack)

    def _leave(self, stack: list[tuple[int, Iterator[int]]]) -> None:
        cell, _ = stack.pop()
        self.last[cell] = len(self.first)
        if stack:
            parent = stack[-1][0]
            self.low[parent] = min(self.low[parent], self.low[cell])

    def cuts(self) -> Iterator[tuple[int, int, int]]:
        """(tile, begin, end): without the tile that stretch of the order is cut off."""
        for cell, parent in self.above.items():
            # The root, a city in a ring of land, never is a chokepoint.
            if parent >= 0 and self.above[parent] >= 0 and self.low[cell] >= self.first[parent]:
                yield parent, self.first[cell], self.last[cell]
