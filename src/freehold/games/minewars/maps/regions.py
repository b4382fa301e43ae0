"""Which city every tile belongs to, worked out from the ground and the cities alone (MW-04)."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush

from freehold.games.minewars.kinds import FOREST, MOUNTAIN, WATER
from freehold.games.minewars.maps.coasts import keeps_together
from freehold.games.minewars.maps.noises import points
from freehold.kernel.floods import clusters
from freehold.kernel.grids import Grid

ROUNDS = 60
"""How often poor regions take tiles of richer ones at most."""
MOST_TAKEN = 12
"""Tiles or clusters that one of them takes at a time."""
KEPT_STEPS = 2
"""Tiles so near a city are never taken from its region."""
ENOUGH_PERCENT = 90
"""The poorest region needs no more when it has so much of the richest's resources."""


def cluster_table(grid: Grid, kinds: Sequence[int]) -> list[tuple[int, ...]]:
    """Of every cell the cells of its cluster, or nothing if it is no cluster's."""
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
    """Every city takes the nearest tile beside its region in turn, the poorest city first.

    `worth` is by kind. A cluster is taken whole (MW-04). A city that others shut in stays poor;
    so in the end poor regions take tiles at their border from richer ones.
    """
    growth = _Growth(grid, kinds, cities, worth)
    turns = [(0, city) for city in range(len(cities))]
    heapify(turns)
    while turns:
        resources, city = heappop(turns)
        gained = growth.take_nearest(city)
        if gained >= 0:
            heappush(turns, (resources + gained, city))
    for _ in range(ROUNDS):
        if not growth.trade():
            break
    return bytes(growth.region)


class _Growth:
    """The regions while they grow, and the tiles beside each by how near its city they are."""

    def __init__(
        self, grid: Grid, kinds: Sequence[int], cities: Sequence[int], worth: Sequence[int]
    ) -> None:
        self.grid = grid
        self.touching = grid.touching
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
        for city, cell in enumerate(cities):  # a city's own tile is never another's
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
        beside, region, kinds = self.beside[city], self.region, self.kinds
        for near in self.touching[cell]:
            if not region[near] and kinds[near] != WATER:
                x, y = self.points[near]
                heappush(beside, ((x - across) ** 2 + (y - down) ** 2, near))

    def trade(self) -> bool:
        """The poorest region that can takes something from its neighbours; False if none can."""
        rich = self.rich
        if min(rich) * 100 >= max(rich) * ENOUGH_PERCENT:
            return False
        poorest = sorted(range(len(rich)), key=lambda city: (rich[city], city))
        return any(self.take_over(city) for city in poorest[: len(rich) // 2 + 1])

    def take_over(self, city: int) -> bool:
        """A few of the nearest tiles that richer neighbours can spare."""
        taken, rich = 0, self.rich
        for cell in self.border(city):
            cells, other = self.whole[cell] or (cell,), self.region[cell] - 1
            worth = self.worth_of(cells)
            is_fair = worth > 0 and rich[city] + worth <= rich[other] - worth
            if other != city and is_fair and self.can_spare(other, cells):
                self.move(cells, other, city)
                taken += 1
                if taken == MOST_TAKEN:
                    break
        return taken > 0

    def move(self, cells: tuple[int, ...], other: int, city: int) -> None:
        for cell in cells:
            self.region[cell] = city + 1
            self.members[city][cell] = None
            del self.members[other][cell]
        self.rich[city] += self.worth_of(cells)
        self.rich[other] -= self.worth_of(cells)

    def border(self, city: int) -> list[int]:
        """The tiles of other regions that touch this one, those that lie best for it first."""
        number, region = city + 1, self.region
        found = {
            near
            for cell in self.members[city]
            for near in self.touching[cell]
            if region[near] not in (0, number)
        }
        return sorted(found, key=lambda cell: (self.lean(cell, city), cell))

    def lean(self, cell: int, city: int) -> int:
        """The less, the rather a tile should belong to this city than to the one that has it."""
        x, y = self.points[cell]
        across, down = self.homes[city]
        left, above = self.homes[self.region[cell] - 1]
        near, far = (x - across) ** 2 + (y - down) ** 2, (x - left) ** 2 + (y - above) ** 2
        return near * 1000 // far if far else 1 << 30

    def can_spare(self, city: int, cells: tuple[int, ...]) -> bool:
        """Whether a region stays in one piece without some tiles, none of them near its city."""
        if any(cell in self.kept[city] for cell in cells):
            return False
        return keeps_together(self.grid, list(cells), lambda near: self.region[near] == city + 1)
