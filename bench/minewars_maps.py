"""MineWars: how long an island takes to make, its report on fairness included."""

from __future__ import annotations

from collections.abc import Callable

from rows import Row, cpu_seconds

from freehold.games.minewars.maps import draw_map, find_map, parse_map
from freehold.games.minewars.maps.scatter import scatter
from freehold.kernel.chance import Stream, key_of
from freehold.kernel.grids import Shape

SEEDS = 10
SEATS, CITIES, RADIUS = 6, 12, 32  # 64 x 64 on a square grid


def chance(seed: int) -> Stream:
    return Stream(key_of("bench", seed), "map")


def made_s(shape: Shape, radius: int, seats: int, cities: int) -> list[float]:
    """The CPU seconds of each island, the shortest first, once the grid has its tables."""
    find_map(shape, radius, seats, cities, chance(SEEDS))

    def make(seed: int) -> Callable[[], object]:
        return lambda: find_map(shape, radius, seats, cities, chance(seed))

    return sorted(cpu_seconds(make(seed)) for seed in range(SEEDS))


def measure() -> list[Row]:
    large = made_s("square", RADIUS, SEATS, CITIES)
    usual = made_s("hex", 20, 4, 8)
    found = find_map("square", RADIUS, SEATS, CITIES, chance(0)).map
    text = draw_map(found)
    scattered = cpu_seconds(lambda: scatter(found, chance(0), 24))
    read = cpu_seconds(lambda: parse_map(text))
    return [
        Row("MineWars, a map of 64 x 64 made, the median", large[SEEDS // 2], "s", "at most 0.5"),
        Row("MineWars, a map of 64 x 64 made, the slowest", large[-1], "s", "at most 0.5"),
        Row("MineWars, a hex map for four made, the median", usual[SEEDS // 2], "s"),
        Row("MineWars, items scattered over 64 x 64", scattered, "s"),
        Row("MineWars, a map of 64 x 64 read from text", read, "s"),
    ]
