"""Maps as text: a parameter, a file and what the editor writes are all this one form (MW-07).

    grid: hex
    title: Heron Island
    ~~~~~~
    ~..%~~
    ...

One character per tile; blanks between them do not count, so a hex map may be drawn shifted.
Regions are worked out, never written.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from freehold.game import Malformed
from freehold.games.minewars.maps.faults import MapProblem, find_faults
from freehold.games.minewars.maps.grounds import (
    LEAST_SIDE,
    LETTERS,
    MOST_SIDE,
    WORTH,
    Map,
)
from freehold.games.minewars.maps.regions import grow_regions
from freehold.kernel.grids import Shape, hex_grid, square_grid

KIND_LETTERS = "~.,#x^%"
CITY = "C"
LONGEST_TITLE = 60
LONGEST_TEXT = 20_000
"""Characters of a map's text, with room for blanks between the tiles."""


class Sketch(NamedTuple):
    """A text in its parts, before it is checked whether the map is playable."""

    shape: Shape
    title: str
    rows: list[str]


def parse_map(text: str, worth: Sequence[int] = WORTH) -> Map:
    """The map of a text. Raises Malformed with the first thing that is wrong and its place."""
    return _parse(text, tuple(worth))


@lru_cache(maxsize=8)  # a match asks for its map's shape, its start and its check
def _parse(text: str, worth: tuple[int, ...]) -> Map:
    found, problems = read_map(text, worth)
    if found is None:
        first = problems[0]
        where = "" if first.x < 0 else f" at {first.x},{first.y}"
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        raise Malformed(f"the map{where}: {first.sentence}{more}")
    return found


def draw_map(found: Map) -> str:
    """The map as text: the inverse of `parse_map`."""
    header = [f"grid: {found.shape}"]
    if found.title:
        header.append(f"title: {found.title}")
    return "\n".join([*header, *draw_letters(found)]) + "\n"


def draw_letters(found: Map) -> list[str]:
    """The picture's rows, one character per tile."""
    letters = [KIND_LETTERS[kind] for kind in found.kinds]
    for cell in found.cities:
        letters[cell] = CITY
    for seat, city in enumerate(found.starts):
        letters[found.cities[city]] = str(seat + 1)
    width = found.width
    return ["".join(letters[at : at + width]) for at in range(0, len(letters), width)]


def read_map(text: str, worth: Sequence[int] = WORTH) -> tuple[Map | None, list[MapProblem]]:
    """The map if it is playable; otherwise everything that is wrong with it."""
    sketch, problems = take_apart(text)
    problems += find_bad_rows(sketch.rows)
    if problems:
        return None, problems
    bare = build(sketch)
    problems = find_faults(bare, sketch.rows)
    if problems:
        return None, problems
    regions = grow_regions(bare.grid, bare.kinds, bare.cities, worth)
    return replace(bare, regions=regions), []


def take_apart(text: str) -> tuple[Sketch, list[MapProblem]]:
    shape: Shape = "square"
    title, rows = "", []
    problems = []
    for line in text.splitlines():
        name, is_header, value = line.partition(":")
        name, value = name.strip().lower(), value.strip()
        if not is_header:
            row = "".join(line.split())
            rows += [row] if row else []
        elif name == "grid" and value.lower() in ("square", "hex"):
            shape = "hex" if value.lower() == "hex" else "square"
        elif name == "title" and len(value) <= LONGEST_TITLE and value.isprintable():
            title = value
        else:
            problems.append(_bad_header(name))
    if not rows:
        problems.append(MapProblem(-1, -1, "no_picture", "there is no picture; draw rows of tiles"))
    return Sketch(shape, title, rows), problems


def _bad_header(name: str) -> MapProblem:
    if name == "grid":
        return MapProblem(-1, -1, "grid", "the grid must be square or hex; write grid: hex")
    if name == "title":
        say = f"the title must be one line of at most {LONGEST_TITLE} characters"
        return MapProblem(-1, -1, "title", say)
    return MapProblem(
        -1, -1, "header", f"only grid and title may stand above the picture, not {name[:20]!r}"
    )


def find_bad_rows(rows: list[str]) -> list[MapProblem]:
    """Why a picture is not a rectangle of known tiles."""
    width = len(rows[0]) if rows else 0
    problems = []
    if rows and not (LEAST_SIDE <= width <= MOST_SIDE and LEAST_SIDE <= len(rows) <= MOST_SIDE):
        say = f"it has {width} x {len(rows)} tiles; each side must have {LEAST_SIDE} to {MOST_SIDE}"
        return [MapProblem(-1, -1, "size", say)]
    for y, row in enumerate(rows):
        if len(row) != width:
            say = f"row {y} has {len(row)} tiles, but row 0 has {width}; make all rows equally long"
            problems.append(MapProblem(min(len(row), width) - 1, y, "row", say))
        for x, letter in enumerate(row):
            if letter not in LETTERS:
                say = f"{letter!r} is not a tile; the tiles are {' '.join(LETTERS)}"
                problems.append(MapProblem(x, y, "tile", say))
    return problems


def build(sketch: Sketch) -> Map:
    """The map of rows without faults, without its regions."""
    letters = "".join(sketch.rows)
    cities = tuple(cell for cell, letter in enumerate(letters) if letter in "C123456")
    numbers = {letters[cell]: city for city, cell in enumerate(cities)}
    starts = tuple(numbers[digit] for digit in "123456" if digit in numbers)
    return Map(
        sketch.shape,
        len(sketch.rows[0]),
        len(sketch.rows),
        bytes(LETTERS[letter] for letter in letters),
        cities,
        starts,
        bytes(len(letters)),
        sketch.title,
    )


def map_of(
    shape: Shape,
    width: int,
    kinds: Sequence[int],
    cities: Sequence[int],
    starts: Sequence[int],
    worth: Sequence[int] = WORTH,
    title: str = "",
) -> Map:
    """A map from its parts, with its regions worked out."""
    height = len(kinds) // width
    grid = hex_grid(width, height) if shape == "hex" else square_grid(width, height)
    order = sorted(range(len(cities)), key=cities.__getitem__)
    cells = tuple(cities[city] for city in order)
    seats = tuple(order.index(city) for city in starts)
    regions = grow_regions(grid, kinds, cells, worth)
    return Map(shape, width, height, bytes(kinds), cells, seats, regions, title)
