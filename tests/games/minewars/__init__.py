"""Builders of MineWars' tests: positions as pictures, a few characters per tile, blanks between.

a .. f  a tile of seat 0 .. 5, before all else; without it the tile is nobody's
.  land (may be left out)   ,  fertile   #  foundation   x  destroyed   ~  water
^  mountain   %  forest   C  a city
*  a mine   o  a decoy   !  a trap
=  a road   H  a barricade   T  a tower   +  a bridge (on ~), each followed by ? if it is to come

So `a` is land of seat 0, `b*` a mine on seat 1's land, `a%` its forest, `~+` a bridge.
A seat that has no city in the picture gets one far below it, which is not drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Literal

import pytest

from freehold.game import Illegal, Notice, Resign, Seat, Setup
from freehold.games.minewars import ground, rules, setup, views
from freehold.games.minewars.actions import parse
from freehold.games.minewars.board.kinds import BARRICADE, BRIDGE, LAND, NOTHING, WATER
from freehold.games.minewars.building import economy
from freehold.games.minewars.fog import knowledge
from freehold.games.minewars.maps import Map
from freehold.games.minewars.params import Params
from freehold.games.minewars.state import State, Structure
from freehold.games.minewars.texts import TEXTS
from freehold.kernel.chance import Stream, key_of
from freehold.kernel.floods import clusters
from freehold.kernel.grids import OUTSIDE, Grid, hex_grid, square_grid

KEY = key_of("minewars")
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Fay")
SEATS = "abcdef"
KINDS = "~.,#x^%"
ITEMS = " o*!"
STRUCTURES = " =HT+"
CITY = "C"
EXACT: dict[str, Any] = {
    "round_money": 1,
    "city_resources": 100,
    "land_resources": 0,
    "fertile_resources": 0,
    "forest_resources": 0,
    "mountain_resources": 0,
}
"""Only cities have resources: a base unit is 100, and nothing is rounded."""
PAD_ROWS = 5
"""Below a picture: water, and in the last row the cities that the picture lacks."""


def position(
    picture: str,
    seats: int = 2,
    shape: Literal["square", "hex"] = "square",
    regions: str = "",
    **params: Any,
) -> State:
    """A state in play with this board. Each tile is in the region of the nearest city, or as
    the picture `regions` says: the city's number + 1, or 0."""
    rows = [line.split() for line in picture.strip().splitlines()]
    rows += pad(rows, seats)
    tokens = [token for row in rows for token in row]
    assert len({len(row) for row in rows}) == 1, "all rows must have as many tiles"
    grid = (hex_grid if shape == "hex" else square_grid)(len(rows[0]), len(rows))
    state = blank_state(tokens, grid, seats, regions, params)
    place_structures(state, tokens)
    vars(state).pop("boards", None)  # layers were written by hand
    ground.find_clusters(state)
    economy.begin(state)
    knowledge.begin(state)
    settle(state)
    return state


def pad(rows: list[list[str]], seats: int) -> list[list[str]]:
    present = {token for row in rows for token in row if CITY in token}
    missing = [f"{letter}{CITY}" for letter in SEATS[:seats] if f"{letter}{CITY}" not in present]
    if not missing:
        return []
    width = len(rows[0])
    assert len(missing) <= width
    water = [["~"] * width for _ in range(PAD_ROWS - 1)]
    return [*water, [*missing, *["~"] * (width - len(missing))]]


def blank_state(
    tokens: Sequence[str], grid: Grid, seats: int, regions: str, params: dict[str, Any]
) -> State:
    kinds = bytes(kind_of(token) for token in tokens)
    cities = tuple(cell for cell, token in enumerate(tokens) if CITY in token)
    homes = [SEATS.find(tokens[cell][0]) for cell in cities]
    starts = tuple(homes.index(seat) for seat in range(seats))
    found = Map(
        shape=grid.shape,
        width=grid.width,
        height=grid.height,
        kinds=kinds,
        cities=cities,
        starts=starts,
        regions=regions_of(kinds, grid, cities, regions),
    )
    items = bytes(place_in(ITEMS, token) for token in tokens)
    state = setup.blank(Params(**({"limit_ms": 0} | params)), found, items, KEY)
    state.owner = bytearray(SEATS.find(token[0]) + 1 for token in tokens)
    for city in state.cities:
        city.owner = state.owner[city.cell]
    return state


def kind_of(token: str) -> int:
    return next((KINDS.index(letter) for letter in token if letter in KINDS), LAND)


def place_in(letters: str, token: str) -> int:
    return next((letters.index(letter) for letter in token if letter in letters), 0)


def regions_of(kinds: bytes, grid: Grid, cities: tuple[int, ...], regions: str) -> bytes:
    if regions:
        digits = "".join(regions.split())
        return bytes([*(int(digit) for digit in digits), *bytes(len(kinds) - len(digits))])
    return bytes(
        0 if kind == WATER else nearest(grid, cities, c) + 1 for c, kind in enumerate(kinds)
    )


def nearest(grid: Grid, cities: tuple[int, ...], cell: int) -> int:
    return min(range(len(cities)), key=lambda number: grid.distance(cell, cities[number]))


def place_structures(state: State, tokens: Sequence[str]) -> None:
    for cell, token in enumerate(tokens):
        kind = place_in(STRUCTURES, token)
        if kind not in (NOTHING, BARRICADE):
            place_structure(state, kind, (cell,), is_done="?" not in token)
    for done in (True, False):
        walls = [c for c, token in enumerate(tokens) if "H" in token and ("?" not in token) == done]
        for piece in clusters(walls, state.grid.touching):
            place_structure(state, BARRICADE, tuple(sorted(piece)), is_done=done)


def place_structure(state: State, kind: int, cells: tuple[int, ...], is_done: bool) -> None:
    name = ("", "road", "barricade", "tower", "bridge")[kind]
    axis = axis_of(state, cells[0]) if kind == BRIDGE else -1
    ends = [state.grid.step(cells[0], axis)] if kind == BRIDGE else [*cells]
    city = max(0, state.region[ends[0]] - 1)
    seat = max(0, state.owner[ends[0]] - 1)
    cost = state.terms.prices[name] * len(cells)
    structure = Structure(kind, cells, state.terms.hp[name], city, seat, cost, axis=axis)
    kinds = [state.kind[cell] for cell in cells]
    key = ground.plan(state, structure)
    if not is_done:
        state.cities[city].queue.append(key)
        return
    ground.complete(state, key)
    for cell, before in zip(cells, kinds, strict=True):
        state.kind[cell] = before  # pictures say what is under it


def axis_of(state: State, cell: int) -> int:
    """The first axis along which a bridge has land at both ends."""
    grid = state.grid
    half = 2 if grid.shape == "square" else 3
    for axis in range(half):
        ends = [grid.step(cell, axis), grid.step(cell, axis + half)]
        if all(end != OUTSIDE and ground.is_land(state, end) for end in ends):
            return axis
    raise AssertionError("a bridge needs land on two opposite sides")


def settle(state: State) -> None:
    """Nothing is new: as between two actions."""
    for player, letter in enumerate(state.players):
        letter.land = sum(
            ground.is_land(state, cell) and owner == player + 1
            for cell, owner in enumerate(state.owner)
        )
    state.changed = state.dirty = state.moved = 0
    state.fresh.clear()
    state.touched.take_cells()


def new_state(seats: int = 2, key: bytes = KEY, **params: Any) -> State:
    """A state on a made map."""
    return setup.new(Setup(Params(**params), seats, key))


# Pictures of states


def draw(state: State) -> str:
    """The inverse of `position`: the picture of a state's board, without what is below it."""
    tokens = [token_of(state, cell) for cell in range(len(state.kind))]
    width = state.width
    rows = [tokens[at : at + width] for at in range(0, len(tokens), width)]
    if is_padded(rows):
        rows = rows[:-PAD_ROWS]
    return "\n".join(" ".join(row) for row in rows)


def is_padded(rows: list[list[str]]) -> bool:
    water, last = rows[-PAD_ROWS:-1], rows[-1]
    return (
        len(rows) > PAD_ROWS
        and all(token == "~" for row in water for token in row)
        and all(token == "~" or CITY in token for token in last)
    )


def token_of(state: State, cell: int) -> str:
    owner = state.owner[cell]
    seat = SEATS[owner - 1] if owner else ""
    kind = KINDS[state.kind[cell]] if state.kind[cell] != LAND else ""
    city = CITY if state.city[cell] else ""
    item = ITEMS[state.item[cell]].strip()
    structure = STRUCTURES[state.structure[cell]].strip()
    pending = STRUCTURES[state.pending[cell]].strip()
    token = seat + kind + city + item + structure + (pending and pending + "?")
    return token or "."


def picture(text: str) -> str:
    """A picture as `draw` gives it, written with any indentation."""
    return "\n".join(" ".join(line.split()) for line in text.strip().splitlines())


def layer(cells: bytes | bytearray, width: int, height: int) -> str:
    """A layer as digits, `.` for 0."""
    digits = [str(value) if value else "." for value in cells[: width * height]]
    edges = range(0, len(digits) + 1, width)
    return "\n".join(" ".join(digits[start:end]) for start, end in pairwise(edges))


# Play


def act(state: State, seat: Seat, text: str, now: int = 0) -> list[Notice]:
    return rules.act(state, now, seat, Resign() if text == "resign" else parse(text))


def advance(state: State, now: int) -> list[Notice]:
    """Everything that is due comes, each at its moment."""
    notices: list[Notice] = []
    while (at := rules.wake_at(state)) is not None and at <= now:
        notices += rules.wake(state, at)
    return notices


def refusal(state: State, seat: Seat, text: str, now: int = 0) -> Illegal:
    """The refusal of an action, which must leave the state untouched."""
    before = state.copy()
    with pytest.raises(Illegal) as refused:
        act(state, seat, text, now)
    assert state == before
    assert refused.value.code in TEXTS
    return refused.value


def codes(notices: list[Notice]) -> list[str]:
    return [notice.code for notice in notices]


def money(state: State, city: int, now: int = 0) -> int:
    return economy.money_of(state.cities[city], now)


def fund(state: State, amount: int = 1_000_000) -> None:
    """Give every city this much money."""
    for city in state.cities:
        city.money_milli = amount * 1_000


def give(state: State, x: int, y: int, owner: int, now: int = 0) -> list[str]:
    """Give a player the tile, with everything that follows from it."""
    ground.give(state, 1 << state.grid.cell(x, y), owner)
    return codes(rules.finish(state, now))


def change_owner(state: State, cell: int, owner: int) -> None:
    """The same for a tile by its number."""
    ground.give(state, 1 << cell, owner)
    rules.finish(state, 0)


def shown(state: State, seat: int, name: str, rows: int = 1) -> str:
    """A layer of a seat's view, as digits."""
    return layer(views.view(state, seat).layers[name], state.width, rows)


def rng(*words: object) -> Stream:
    """Chance for choices."""
    return Stream(key_of(*words), "choices")
