"""How fair a map is: a report for map makers, for the terminal and for the editor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from freehold.games.minewars.board.kinds import KIND_NAMES, LANDLIKE, NONE, WATER
from freehold.games.minewars.maps.chokes import Choke, find_chokes
from freehold.games.minewars.maps.faults import MapProblem
from freehold.games.minewars.maps.grounds import WORTH, Map
from freehold.games.minewars.maps.pictures import read_map
from freehold.games.minewars.maps.towns import FAR, even, neighbours_of, steps_from, ways_between
from freehold.kernel.mines import count_around, opening

NEAR_STEPS = 7
"""What is this close to a starting city is what its player begins with."""
REGIONS_PERCENT = 75  # MW-04
RIVALS_PERCENT = 70
FREE_PERCENT = 50
NEAR_PERCENT = 60
OPENINGS_PERCENT = 35


class Region(Struct, frozen=True):
    """A city and what belongs to it."""

    city: int
    x: int
    y: int
    seat: int
    """The seat that starts there; -1 for nobody."""
    tiles: int
    kinds: dict[str, int]
    resources: int
    front: int
    """Tiles that touch another region."""
    nearest: int
    """Steps over land to the nearest other city; -1 if there is no path."""


class Start(Struct, frozen=True):
    """What a player begins with."""

    seat: int
    city: int
    rival_steps: int
    """Over land to the nearest rival's city; -1 if there is no path."""
    free_steps: int
    """Over land to the nearest neutral city; -1 where there is none."""
    near_resources: int
    """Of all tiles within a few steps."""
    opening_tiles: int = -1
    """Land that the first clicks next to the city open without risk; -1 if there are no items."""
    opening_digits: int = -1
    """How many of these tiles show a digit."""


class Measure(Struct, frozen=True):
    """Something that should be equal for all players: the lowest as a percentage of the highest."""

    name: str
    percent: int
    at_least: int
    sentence: str


class MapReport(Struct, frozen=True):
    verdict: Literal["fair", "uneven", "unplayable"]
    score: int
    """0 to 100; 100 is fair in every measure."""
    problems: list[MapProblem]
    """Why it is not playable."""
    remarks: list[MapProblem]
    """What its maker should look at."""
    title: str = ""
    shape: str = ""
    width: int = 0
    height: int = 0
    land_percent: int = 0
    """The share of the map that is not water."""
    kinds: dict[str, int] = {}
    measures: list[Measure] = []
    regions: list[Region] = []
    starts: list[Start] = []
    chokepoints: list[Choke] = []


def check(text: str, worth: Sequence[int] = WORTH) -> MapReport:
    """The report on a map's text, whatever it holds."""
    found, problems = read_map(text, worth)
    if found is None:
        return MapReport("unplayable", 0, problems, [])
    return fairness(found, worth)


def fairness(
    found: Map,
    worth: Sequence[int] = WORTH,
    items: bytes | None = None,
    balance_percent: int = REGIONS_PERCENT,
) -> MapReport:
    """The report on a map; with its items also on what the first clicks open."""
    grid = found.grid
    ways_out = steps_from(grid, found.kinds, found.cities)
    ways = ways_between(grid, found.kinds, found.cities)
    regions = report_regions(found, worth, ways)
    starts = report_starts(found, worth, ways, items)
    chokes = find_chokes(grid, found.kinds, found.cities)
    measures = measure(regions, starts, balance_percent)
    score = min([100, *(each.percent * 100 // max(1, each.at_least) for each in measures)])
    remarks = find_remarks(found, ways_out, chokes)
    has_way = all(start.rival_steps >= 0 for start in starts)
    return MapReport(
        "fair" if score == 100 and has_way else "uneven",
        score if has_way else 0,
        [],
        remarks,
        found.title,
        found.shape,
        found.width,
        found.height,
        100 - found.kinds.count(WATER) * 100 // len(found.kinds),
        count_kinds(found.kinds),
        measures,
        regions,
        starts,
        chokes,
    )


def count_kinds(kinds: bytes) -> dict[str, int]:
    return {name: kinds.count(kind) for kind, name in enumerate(KIND_NAMES) if kinds.count(kind)}


def report_regions(found: Map, worth: Sequence[int], ways: Sequence[Sequence[int]]) -> list[Region]:
    grid, regions = found.grid, found.regions
    grounds = [bytearray() for _ in found.cities]
    fronts = [0] * len(found.cities)
    for cell, number in enumerate(regions):
        if number:
            grounds[number - 1].append(found.kinds[cell])
            fronts[number - 1] += any(
                regions[near] not in (0, number) for near in grid.touching[cell]
            )
    reports = []
    for city, cell in enumerate(found.cities):
        seat = found.starts.index(city) if city in found.starts else -1
        ground = bytes(grounds[city])
        resources = sum(worth[kind] for kind in ground)
        reports.append(
            Region(
                city,
                *grid.place(cell),
                seat,
                len(ground),
                count_kinds(ground),
                resources,
                fronts[city],
                _or_none(min(ways[city])),
            )
        )
    return reports


def _or_none(steps: int) -> int:
    return -1 if steps >= FAR else steps


def report_starts(
    found: Map, worth: Sequence[int], ways: Sequence[Sequence[int]], items: bytes | None
) -> list[Start]:
    rivals, free = neighbours_of(ways, found.starts)
    openings = openings_of(found, items) if items is not None else []
    starts = []
    for seat, city in enumerate(found.starts):
        starts.append(
            Start(
                seat,
                city,
                _or_none(rivals[seat]),
                _or_none(free[seat]) if free else -1,
                near_resources(found, found.cities[city], worth),
                *(openings[seat] if openings else (-1, -1)),
            )
        )
    return starts


def near_resources(found: Map, city: int, worth: Sequence[int]) -> int:
    """The resources of all tiles within a few steps of a city's tile."""
    return sum(worth[found.kinds[cell]] for cell in found.grid.disc(city, NEAR_STEPS))


def openings_of(found: Map, items: bytes) -> list[tuple[int, int]]:
    """By seat: what clicks next to the starting city open, as (tiles, tiles with a digit)."""
    grid = found.grid
    shut = bytearray(
        not LANDLIKE[kind] or item != NONE for kind, item in zip(found.kinds, items, strict=True)
    )
    for cell in found.cities:
        shut[cell] = 1
    digits = count_around(bytes(item != NONE for item in items), grid)
    openings = []
    for city in found.starts:
        closed = shut[:]
        reached: list[int] = []
        for cell in grid.touching[found.cities[city]]:
            if not closed[cell]:
                reached += opening(cell, digits, grid.touching, closed, 1)
        openings.append((len(reached), sum(digits[cell] > 0 for cell in reached)))
    return openings


def measure(regions: list[Region], starts: list[Start], balance_percent: int) -> list[Measure]:
    rich = [region.resources for region in regions]
    measures = [_measure("regions", rich, balance_percent, "the resources of the regions")]
    rivals = [start.rival_steps for start in starts]
    measures.append(
        _measure("rivals", rivals, RIVALS_PERCENT, "the distances to the nearest rival")
    )
    free = [start.free_steps for start in starts]
    if min(free) >= 0:
        say = "the distances to the nearest neutral city"
        measures.append(_measure("free", free, FREE_PERCENT, say))
    near = [start.near_resources for start in starts]
    measures.append(
        _measure("near", near, NEAR_PERCENT, f"the resources within {NEAR_STEPS} steps of a start")
    )
    opened = [start.opening_tiles for start in starts]
    if min(opened) >= 0:
        say = "the land that the first clicks open"
        measures.append(_measure("openings", opened, OPENINGS_PERCENT, say))
    return measures


def _measure(name: str, numbers: list[int], at_least: int, what: str) -> Measure:
    percent = max(0, even(numbers))
    least, most = min(numbers), max(numbers)
    sentence = f"{what}: from {least} to {most}; the lowest is {percent}% of the highest"
    if percent < at_least:
        sentence += f", but should be {at_least}% or more"
    return Measure(name, percent, at_least, sentence)


def find_remarks(
    found: Map, ways_out: Sequence[Sequence[int]], chokes: Sequence[Choke]
) -> list[MapProblem]:
    """What is playable but may not be intended."""
    grid, remarks = found.grid, []
    for cell, kind in enumerate(found.kinds):
        if LANDLIKE[kind] and all(way[cell] == FAR for way in ways_out):
            say = "no city can reach this by land; only a captured cluster opens it up"
            remarks.append(MapProblem(*grid.place(cell), "shut_in", say))
    for city, cell in enumerate(found.cities):
        if all(ways_out[start][cell] == FAR for start in found.starts if start != city):
            say = "no other player can reach this city by land"
            remarks.append(MapProblem(*grid.place(cell), "no_way", say))
    for choke in chokes:
        say = f"{choke.tiles} tiles of land can only be reached over this one"
        if choke.cities:
            remarks.append(MapProblem(choke.x, choke.y, "chokepoint", f"{say}, including a city"))
    return remarks
