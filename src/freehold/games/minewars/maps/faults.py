"""What makes a map unplayable: each fault with its place and what to do about it."""

from __future__ import annotations

from msgspec import Struct

from freehold.games.minewars.board.kinds import LANDLIKE, WATER
from freehold.games.minewars.maps.grounds import LEAST_SEATS, Map
from freehold.kernel.floods import clusters
from freehold.kernel.sentences import counted


class MapProblem(Struct, frozen=True):
    x: int
    """-1 where it is about no tile."""
    y: int
    code: str
    sentence: str


def find_faults(found: Map, rows: list[str]) -> list[MapProblem]:
    """The reasons to refuse a map, in the order in which one would fix them."""
    return [
        *_start_faults(found, rows),
        *_piece_faults(found),
        *_city_faults(found),
    ]


def _start_faults(found: Map, rows: list[str]) -> list[MapProblem]:
    """Starting cities are numbered from 1 on, each once (MW-06)."""
    problems = []
    seen: dict[str, tuple[int, int]] = {}
    for cell in found.cities:
        x, y = found.grid.place(cell)
        digit = rows[y][x]
        if digit in seen:
            before = "{},{}".format(*seen[digit])
            say = f"player {digit} already starts at {before}; make one of them a C"
            problems.append(MapProblem(x, y, "start_twice", say))
        elif digit.isdigit():
            seen[digit] = (x, y)
    for number in range(1, max([LEAST_SEATS, *map(int, seen)]) + 1):
        if str(number) not in seen:
            say = f"player {number} has no start; put a {number} on the tile of their city"
            problems.append(MapProblem(-1, -1, "start_missing", say))
    return problems


def _piece_faults(found: Map) -> list[MapProblem]:
    """MW-01: what is not water is one piece."""
    grid = found.grid
    dry = [cell for cell, kind in enumerate(found.kinds) if kind != WATER]
    pieces = sorted(clusters(dry, grid.touching), key=lambda piece: (-len(piece), piece[0]))
    return [
        MapProblem(
            *grid.place(piece[0]),
            "apart",
            f"this piece of {counted(len(piece), 'tile')} is cut off; join it to the island or"
            " make it water",
        )
        for piece in pieces[1:]
    ]


def _city_faults(found: Map) -> list[MapProblem]:
    grid, problems = found.grid, []
    cities = set(found.cities)
    for cell in found.cities:
        place = grid.place(cell)
        ring = grid.touching[cell]
        land = [near for near in ring if LANDLIKE[found.kinds[near]] and near not in cities]
        if not land:  # MW-50
            say = "no land touches this city, so nobody could take it; put land around it"
            problems.append(MapProblem(*place, "city_without_land", say))
            continue
        for near in ring:
            if near in cities:
                say = "this city touches another; put land between them"
                problems += [MapProblem(*place, "cities_touch", say)] if cell < near else []
            elif near not in land:  # MW-03
                say = f"this tile touches the city at {place[0]},{place[1]}; make it land"
                problems.append(MapProblem(*grid.place(near), "city_ring", say))
    return problems
