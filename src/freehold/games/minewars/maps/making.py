"""Random islands: drawn again and again until one is fair (MW-01 to MW-04)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from freehold.game import Malformed
from freehold.games.minewars.board.kinds import FERTILE, LAND, WATER
from freehold.games.minewars.maps.clumps import draw_clumps
from freehold.games.minewars.maps.coasts import draw_coast, grid_of, keep_largest
from freehold.games.minewars.maps.grounds import WORTH, Map
from freehold.games.minewars.maps.noises import MOST, noise
from freehold.games.minewars.maps.pictures import map_of
from freehold.games.minewars.maps.reports import (
    REGIONS_PERCENT,
    MapReport,
    fairness,
    near_resources,
)
from freehold.games.minewars.maps.rivers import draw_lakes, draw_rivers
from freehold.games.minewars.maps.titles import draw_title
from freehold.games.minewars.maps.towns import (
    choose_starts,
    draw_cities,
    ways_between,
)
from freehold.kernel.chance import Stream
from freehold.kernel.grids import Grid, Shape

LEAST_TRIES, MOST_TRIES, TRIED_TILES = 3, 12, 14_000
"""Maximum number of islands drawn, fewer if large; if none is fair, the fairest is taken."""
FERTILE_SHARE = 45
"""Percentage of the land at fresh water that is fertile; half of that at the sea."""


class Found(NamedTuple):
    map: Map
    report: MapReport
    tries: int
    """How many islands were drawn; if `report.verdict` is not fair, this is the fairest."""


def make_map(
    shape: Shape,
    radius: int,
    seats: int,
    cities: int,
    chance: Stream,
    worth: Sequence[int] = WORTH,
    balance_percent: int = REGIONS_PERCENT,
) -> Map:
    """A fair island, or the fairest of a few. Raises Malformed if there is no room for it."""
    return find_map(shape, radius, seats, cities, chance, worth, balance_percent).map


def find_map(
    shape: Shape,
    radius: int,
    seats: int,
    cities: int,
    chance: Stream,
    worth: Sequence[int] = WORTH,
    balance_percent: int = REGIONS_PERCENT,
) -> Found:
    """Like `make_map`, with the report on it and the number of islands drawn."""
    best: Found | None = None
    most = max(LEAST_TRIES, min(MOST_TRIES, TRIED_TILES // len(grid_of(shape, radius))))
    for tries in range(1, most + 1):
        drawn = draw_island(shape, radius, seats, cities, chance, worth)
        if drawn is None:
            continue
        report = fairness(drawn, worth, None, balance_percent)
        if best is None or report.score > best.report.score:
            best = Found(drawn, report, tries)
        if report.verdict == "fair":
            return Found(drawn, report, tries)
    if best is None:
        raise Malformed(
            f"there is no room for {cities} cities on an island of radius {radius};"
            " use a larger radius or fewer cities"
        )
    return Found(best.map, best.report, most)


def draw_island(
    shape: Shape, radius: int, seats: int, cities: int, chance: Stream, worth: Sequence[int]
) -> Map | None:
    """One island, fair or not; None if it has no room for its cities."""
    grid = grid_of(shape, radius)
    kinds = draw_coast(grid, radius, chance)
    lakes = draw_lakes(grid, kinds, chance)
    draw_rivers(grid, kinds, lakes, chance)
    keep_largest(grid, kinds)
    towns = draw_cities(grid, kinds, cities, chance)
    if len(towns) < cities:
        return None
    draw_clumps(grid, kinds, towns, chance)
    draw_fertile(grid, kinds, chance)
    drawn = map_of(shape, grid.width, kinds, towns, (), worth, draw_title(chance))
    return replace(drawn, starts=tuple(draw_starts(drawn, seats, chance, worth)))


def draw_fertile(grid: Grid, kinds: bytearray, chance: Stream) -> None:
    """MW-02: stretches of the shores are fertile, more of them at lakes and rivers."""
    sea = sea_of(grid, kinds)
    moist = noise(grid, chance, (5, 3))
    shores = []
    for cell, kind in enumerate(kinds):
        if kind == LAND:
            wet = [near for near in grid.touching[cell] if kinds[near] == WATER]
            if wet:
                is_fresh = any(near not in sea for near in wet)
                shores.append((moist[cell] + (MOST // 4 if is_fresh else 0), cell))
    shores.sort(reverse=True)
    for _, cell in shores[: len(shores) * FERTILE_SHARE // 100]:
        kinds[cell] = FERTILE


def sea_of(grid: Grid, kinds: Sequence[int]) -> set[int]:
    """The water connected to the corner of the map without passing through a river."""
    reached = [0]
    seen = {0}
    for cell in reached:  # grows while it is walked
        for near in grid.sides[cell]:
            if near not in seen and kinds[near] == WATER and _is_wide(grid, kinds, near):
                seen.add(near)
                reached.append(near)
    return seen


def _is_wide(grid: Grid, kinds: Sequence[int], cell: int) -> bool:
    around = grid.touching[cell]
    return sum(kinds[near] == WATER for near in around) * 2 >= len(around)


def draw_starts(drawn: Map, seats: int, chance: Stream, worth: Sequence[int]) -> list[int]:
    """The cities that the players begin in, by seat."""
    ways = ways_between(drawn.grid, drawn.kinds, drawn.cities)
    rich = [0] * len(drawn.cities)
    for number, kind in zip(drawn.regions, drawn.kinds, strict=True):
        if number:
            rich[number - 1] += worth[kind]
    near = [near_resources(drawn, town, worth) for town in drawn.cities]
    return choose_starts(ways, rich, near, seats, chance)
