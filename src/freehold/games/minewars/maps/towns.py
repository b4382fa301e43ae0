"""Where the cities are, and which of them the players begin in (MW-03)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import comb

from freehold.games.minewars.board.kinds import LAND, LANDLIKE, WATER
from freehold.games.minewars.maps.noises import points
from freehold.kernel.chance import Stream
from freehold.kernel.grids import Grid

ROUNDS = 4
"""How often the cities move to the middle of the land that is nearest to them."""
SAMPLE = 600
"""About this many tiles stand in for all of them while they do."""
LEAST_STEPS, SMALL_STEPS, SMALL_TILES = 5, 4, 150
"""Minimum distance between cities; a little less on a small island."""
MOST_LINE_UPS = 1000
MOST_OTHER_MERIT = 600
"""What a choice of starts can be worth beside the ways between them."""
FAR = 1 << 20

Point = tuple[int, int]


def draw_cities(grid: Grid, kinds: bytearray, count: int, chance: Stream) -> list[int]:
    """The tiles of a number of cities, far apart; fewer if the island has no room for them."""
    land = [cell for cell, kind in enumerate(kinds) if kind == LAND]
    sites = find_sites(grid, kinds, land, count)
    middles = points(grid)
    sample = [middles[cell] for cell in land[:: len(land) // SAMPLE + 1]]
    homes = spread(sample, count, chance)
    for _ in range(ROUNDS):
        homes = centre(sample, homes)
    cities: list[int] = []
    taken: set[int] = set()
    least = SMALL_STEPS if len(land) < SMALL_TILES else LEAST_STEPS
    for x, y in homes:
        free = [
            ((middles[cell][0] - x) ** 2 + (middles[cell][1] - y) ** 2, cell)
            for cell in sites
            if cell not in taken
        ]
        if not free:
            return cities
        cities.append(min(free)[1])
        taken.update(grid.disc(cities[-1], least - 1))
    return cities


def find_sites(grid: Grid, kinds: Sequence[int], land: list[int], count: int) -> list[int]:
    """Land with land all around (MW-03), away from the water if there is enough of it."""
    full = 6 if grid.shape == "hex" else 8
    is_shore = bytearray(len(around) < full for around in grid.touching)
    for cell, kind in enumerate(kinds):
        if kind == WATER:
            for near in grid.touching[cell]:
                is_shore[near] = 1
    inner = [cell for cell in land if not is_shore[cell]]
    dry = [cell for cell in inner if 3 * sum(is_shore[near] for near in grid.touching[cell]) < full]
    return dry if len(dry) >= count * 2 * full else inner


def spread(places: list[Point], count: int, chance: Stream) -> list[Point]:
    """Points drawn one after another, each as far from the others as can be."""
    chosen = [chance.pick(places)]
    far = [_square(place, chosen[0]) for place in places]
    while len(chosen) < count:
        chosen.append(places[far.index(max(far))])
        far = [min(was, _square(place, chosen[-1])) for was, place in zip(far, places, strict=True)]
    return chosen


def centre(places: list[Point], homes: list[Point]) -> list[Point]:
    """Every home moves to the middle of the places that it is the nearest one of."""
    sums = [[0, 0, 0] for _ in homes]
    for x, y in places:
        far = [(x - across) ** 2 + (y - down) ** 2 for across, down in homes]
        found = sums[far.index(min(far))]
        found[0] += x
        found[1] += y
        found[2] += 1
    return [
        (across // count, down // count) if count else home
        for (across, down, count), home in zip(sums, homes, strict=True)
    ]


def _square(one: Point, other: Point) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


@lru_cache(maxsize=4)
def steps_from(grid: Grid, kinds: bytes, cities: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """By city: how many clicks every land tile is away from it; FAR where no land leads."""
    is_land = [LANDLIKE[kind] for kind in kinds]
    beside = [[near for near in touching if is_land[near]] for touching in grid.touching]
    return tuple(tuple(_steps_over_land(beside, cell)) for cell in cities)


def _steps_over_land(beside: list[list[int]], start: int) -> list[int]:
    steps = [FAR] * len(beside)
    steps[start] = 0
    edge, count = [start], 0
    while edge:
        count += 1
        further = []
        for cell in edge:
            for near in beside[cell]:
                if steps[near] == FAR:
                    steps[near] = count
                    further.append(near)
        edge = further
    return steps


def even(numbers: Sequence[int]) -> int:
    """How even some numbers are: the lowest as a percentage of the highest."""
    return min(numbers) * 100 // max(numbers) if max(numbers) else 100


def choose_starts(
    ways: Sequence[Sequence[int]],
    rich: Sequence[int],
    near: Sequence[int],
    seats: int,
    chance: Stream,
) -> list[int]:
    """Cities for the players: far from each other, with as much around each, in any order.

    `ways` is how far the cities are from each other over land, `rich` the resources of their
    regions, and `near` those of the tiles around them.
    """
    cities = range(len(ways))
    longest = max([1, *(way for row in ways for way in row if way < FAR)])
    if comb(len(ways), seats) <= MOST_LINE_UPS:
        line_ups = [list(line_up) for line_up in combinations(cities, seats)]
    else:
        line_ups = [sorted(chance.sample(cities, seats)) for _ in range(MOST_LINE_UPS)]

    best: list[int] = []
    best_merit = -1
    for line_up in line_ups:
        rivals = _nearest(ways, line_up, line_up)
        merit = min(rivals) * 300 // longest + 3 * even(rivals)
        if merit + MOST_OTHER_MERIT > best_merit:
            _, free = neighbours_of(ways, line_up)
            merit += 3 * even(free or [1])
            merit += even([rich[city] for city in line_up])
            merit += 2 * even([near[city] for city in line_up])
            if merit > best_merit:
                best, best_merit = line_up, merit
    chance.shuffle(best)
    return best


def neighbours_of(
    ways: Sequence[Sequence[int]], line_up: Sequence[int]
) -> tuple[list[int], list[int]]:
    """For every starting city: the distance to the nearest rival, and to the nearest free city."""
    others = [city for city in range(len(ways)) if city not in line_up]
    return _nearest(ways, line_up, line_up), _nearest(ways, line_up, others) if others else []


def _nearest(
    ways: Sequence[Sequence[int]], line_up: Sequence[int], others: Sequence[int]
) -> list[int]:
    return [min(map(ways[one].__getitem__, others)) for one in line_up]


def ways_between(grid: Grid, kinds: bytes, cities: tuple[int, ...]) -> list[list[int]]:
    """How far the cities are from each other over land; from itself each is FAR."""
    ways = [[steps[town] for town in cities] for steps in steps_from(grid, kinds, cities)]
    for city, row in enumerate(ways):
        row[city] = FAR
    return ways
