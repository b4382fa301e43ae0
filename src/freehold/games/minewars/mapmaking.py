"""What the map editor needs: a report on a map's text with its regions, and new islands."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from freehold.game import Malformed
from freehold.games.minewars.building.economy import resources_by_kind
from freehold.games.minewars.maps import LONGEST_TEXT, MapReport, draw_map, fairness, find_map
from freehold.games.minewars.maps.making import Found
from freehold.games.minewars.maps.pictures import read_map
from freehold.games.minewars.params import Params, cities_of, radius_of
from freehold.kernel.chance import Stream

LONGEST = LONGEST_TEXT
MOST_RADIUS_TILES = 30
"""Larger islands take seconds to make: draw them by hand, or make them in the terminal."""


class Checked(Struct, frozen=True):
    """A report on a map's text."""

    report: MapReport
    regions: bytes
    """By cell: 0 for water, otherwise the number of the city + 1; empty if it is not playable."""


def check(text: str) -> Checked:
    """The report on a map's text, whatever it holds."""
    found, problems = read_map(text)
    if found is None:
        return Checked(MapReport("unplayable", 0, problems, []), b"")
    return Checked(fairness(found), found.regions)


def make(wishes: dict[str, str], key: bytes) -> str:
    """A new island as text. Raises Malformed if a wish cannot be read or met."""
    params, seats = read_wishes(wishes)
    if params.radius_tiles > MOST_RADIUS_TILES:
        raise Malformed(f"the largest radius is {MOST_RADIUS_TILES}; draw larger islands by hand")
    return draw_map(find_island(params, seats, key).map)


def read_wishes(wishes: dict[str, str]) -> tuple[Params, int]:
    """The params that decide an island's size, and for how many players it is."""
    chosen = {"grid": wishes.get("grid", "hex")}
    numbers = {"radius_tiles": wishes.get("radius", "0"), "cities": wishes.get("cities", "0")}
    try:
        params = msgspec.convert({**chosen, **numbers}, Params, strict=False)
        seats = msgspec.convert(wishes.get("seats", "2"), int, strict=False)
    except msgspec.ValidationError as error:
        raise Malformed(str(error)) from None
    if not 2 <= seats <= 6:
        raise Malformed("an island needs 2 to 6 players")
    return params, seats


def find_island(params: Params, seats: int, key: bytes) -> Found:
    """The island that a match of this key begins on. Malformed if the cities have no room."""
    radius, cities = radius_of(params, seats), cities_of(params, seats)
    worth = resources_by_kind(params)
    return find_map(params.grid, radius, seats, cities, Stream(key, "map"), worth)
