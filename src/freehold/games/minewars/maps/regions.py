"""Which city every tile belongs to, worked out from the ground and the cities alone (MW-04)."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import pairwise

from freehold.games.minewars.board.kinds import FOREST, MOUNTAIN, WATER
from freehold.games.minewars.maps.coasts import keeps_together
from freehold.games.minewars.maps.noises import points
from freehold.kernel.floods import clusters
from freehold.kernel.grids import Grid

NEAT_FIRST = (3,) * 10 + (1,) * 8
"""In each round of taking: how many tiles of a region a tile touches before it is taken."""
KEPT_STEPS = 2
"""Tiles this close to a city are never taken from its region."""
ENOUGH_PERCENT, RAGGED_PERCENT = 90, 78
"""The poorest region needs no more when it has this share of the richest one's resources; it may
end with less if more would make its border ragged."""


def cluster_table(grid: Grid, kinds: Sequence[int]) -> list[tuple[int, ...]]:
    """For every cell: the cells of its cluster, or nothing if it is not in one."""
    table: list[tuple[int, ...]] = [()] * len(grid)
    for kind in (MOUNTAIN, FOREST):
        cells = [cell for cell, found in enumerate(kinds) if found == kind]
        for piece in clusters(cells, grid.touching):
            whole = tuple(piece)
            for cell in piece:
                table[cell] = whole
    return table


def grow_regions(
    grid: Grid, kinds: Sequence[int], cities: Sequence[int], worth: Sequence[int]
) -> bytes:
    """Cities take turns to take the nearest tile next to their region, the poorest city first.

    `worth` is by kind. A cluster is taken whole (MW-04). A city that others shut in would stay
    poor; so at the end poor regions take tiles at their border from richer ones.
    """
    growth = _Growth(grid, kinds, cities, worth)
    turns = [(0, city) for city in range(len(cities))]
    while turns:
        resources, city = heappop(turns)
        gained = growth.take_nearest(city)
        if gained >= 0:
            heappush(turns, (resources + gained, city))
    for least in NEAT_FIRST:
        if growth.is_even(ENOUGH_PERCENT if least > 1 else RAGGED_PERCENT):
            break
        growth.trade(least)
    return bytes(growth.region)


class _Growth:
    """The growing regions, and the tiles next to each by their distance from its city."""

    def __init__(
        self, grid: Grid, kinds: Sequence[int], cities: Sequence[int], worth: Sequence[int]
    ) -> None:
        self.grid = grid
        self.touching = grid.touching
        self.full = 6 if grid.shape == "hex" else 8
        self.kinds = kinds
        self.worth = worth
        self.points = points(grid)
        self.whole = cluster_table(grid, kinds)
        self.homes = [self.points[cell] for cell in cities]
        self.kept = [frozenset(grid.disc(cell, KEPT_STEPS)) for cell in cities]
        self.rich = [0] * len(cities)
        self.members: list[dict[int, None]] = [{cell: None} for cell in cities]
        self.region = bytearray(len(grid))
        self.beside: list[list[tuple[int, int]]] = [[] for _ in cities]
        self.noted = [bytearray(len(grid)) for _ in cities]
        """By city and cell: 1 for what is or was among `beside`."""
        for city, cell in enumerate(cities):  # a city's own tile is never another city's
            self.region[cell] = city + 1
        for city, cell in enumerate(cities):
            self.look_around(city, cell)

    def take_nearest(self, city: int) -> int:
        """The resources gained, or -1 where nothing is left beside the region."""
        beside, region = self.beside[city], self.region
        while beside:
            _, cell = heappop(beside)
            if not region[cell]:
                return self.take(city, self.whole[cell] or (cell,))
        return -1

    def take(self, city: int, cells: tuple[int, ...]) -> int:
        for cell in cells:
            self.region[cell] = city + 1
            self.members[city][cell] = None
        for cell in cells:
            self.look_around(city, cell)
        worth = self.worth_of(cells)
        self.rich[city] += worth
        return worth

    def worth_of(self, cells: tuple[int, ...]) -> int:
        return self.worth[self.kinds[cells[0]]] * len(cells)

    def look_around(self, city: int, cell: int) -> None:
        across, down = self.homes[city]
        beside, noted, region = self.beside[city], self.noted[city], self.region
        for near in self.touching[cell]:
            if not region[near] and not noted[near] and self.kinds[near] != WATER:
                noted[near] = 1
                x, y = self.points[near]
                heappush(beside, ((x - across) ** 2 + (y - down) ** 2, near))

    def is_even(self, percent: int) -> bool:
        return min(self.rich) * 100 >= max(self.rich) * percent

    def trade(self, least: int) -> None:
        """Every region, the poorest first, takes what richer neighbours can spare."""
        rich = self.rich
        for city in sorted(range(len(rich)), key=lambda city: (rich[city], city)):
            self.take_over(city, least)

    def take_over(self, city: int, least: int) -> None:
        """Tiles at the border, the best first, until no neighbour is richer by more than one."""
        rich = self.rich
        for cell in self.border(city, least):
            cells, other = self.whole[cell] or (cell,), self.region[cell] - 1
            worth = self.worth_of(cells)
            is_fair = worth > 0 and rich[city] + worth <= rich[other] - worth
            if other != city and is_fair and self.can_spare(other, cells):
                self.move(cells, other, city)

    def move(self, cells: tuple[int, ...], other: int, city: int) -> None:
        for cell in cells:
            self.region[cell] = city + 1
            self.members[city][cell] = None
            del self.members[other][cell]
        self.rich[city] += self.worth_of(cells)
        self.rich[other] -= self.worth_of(cells)

    def border(self, city: int, least: int) -> list[int]:
        """The tiles of other regions that touch enough of this one, the best for it first."""
        number, region = city + 1, self.region
        touched: dict[int, int] = {}
        for cell in self.members[city]:
            for near in self.touching[cell]:
                if region[near] not in (0, number):
                    touched[near] = touched.get(near, 0) + 1
        found = [cell for cell, count in touched.items() if count >= least]
        return sorted(found, key=lambda cell: (self.lean(cell, city), cell))

    def lean(self, cell: int, city: int) -> int:
        """The lower, the more a tile should belong to this city rather than to its current one."""
        x, y = self.points[cell]
        across, down = self.homes[city]
        left, above = self.homes[self.region[cell] - 1]
        near, far = (x - across) ** 2 + (y - down) ** 2, (x - left) ** 2 + (y - above) ** 2
        return near * 1000 // max(1, far)

    def can_spare(self, city: int, cells: tuple[int, ...]) -> bool:
        """Whether a region stays in one piece without some tiles, none of them near its city."""
        if any(cell in self.kept[city] for cell in cells):
            return False
        around = self.touching[cells[0]]
        if len(cells) == 1 and len(around) == self.full:
            held = [self.region[near] == city + 1 for near in around]
            # The tiles around a tile form a circle: the region's must be one stretch of it.
            return sum(one > other for one, other in pairwise([*held, held[0]])) == 1
        return keeps_together(self.grid, list(cells), lambda near: self.region[near] == city + 1)
