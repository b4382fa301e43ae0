"""The set-up: the island, drawn by chance or given as a picture, before the first turn."""

from __future__ import annotations

from collections.abc import Sequence

from freehold.game import Setup
from freehold.games.land_grab.params import (
    BASE_YIELD,
    GROUND_LETTERS,
    SIDE_TILES,
    Params,
    parse_island,
)
from freehold.games.land_grab.state import (
    BONUS_GROUNDS,
    CELLS,
    FOREST,
    GRID,
    LAND,
    MOUNTAIN,
    WATER,
    State,
)
from freehold.kernel.chance import Stream
from freehold.kernel.layers import Touched
from freehold.kernel.pictures import draw_rows


def new(setup: Setup[Params]) -> State:
    params = setup.params
    island = parse_island(params.island) if params.island else draw_island(params, setup.key)
    return begin(island, params.points_to_win, params.komi_points)


def draw_island(params: Params, key: bytes) -> bytes:
    """An island by chance: the same key gives the same one (LG-06)."""
    chance = Stream(key, "island")
    return bytes(draw_ground(params, ring, chance) for ring in RINGS)


def ring_of(cell: int) -> int:
    """How many rings lie around a tile: 0 at the edge of the map, 5 at its centre."""
    x, y = GRID.place(cell)
    return min(x, y, SIDE_TILES - 1 - x, SIDE_TILES - 1 - y)


RINGS = tuple(ring_of(cell) for cell in CELLS)


def draw_ground(params: Params, ring: int, chance: Stream) -> int:
    if ring == 0:
        return WATER  # LG-01
    if ring == 1:
        return LAND if chance.percent(params.border_land_percent) else WATER  # LG-02
    if ring in (2, 3):
        return LAND  # LG-03
    if ring == 4:  # LG-04
        drawn = chance.below(100)
        if drawn < params.ring_land_percent:
            return LAND
        is_mountain = drawn < params.ring_land_percent + params.ring_mountain_percent
        return MOUNTAIN if is_mountain else FOREST
    return FOREST if chance.percent(params.centre_forest_percent) else MOUNTAIN  # LG-05


def begin(island: Sequence[int], target: int, komi: int = 0) -> State:
    """The state before the first turn on an island."""
    free = bytearray(ground in (LAND, FOREST) for ground in island)
    return State(
        target=target,
        touched=Touched(SIDE_TILES),
        ground=bytearray(island),
        owner=bytearray(len(GRID)),
        built=bytearray(len(GRID)),
        yields=bytearray(len(GRID)),
        reach=[free[:], free[:]],  # LG-13: a first farm may be anywhere
        gains=[first_gains(island, free, grounds) for grounds in BONUS_GROUNDS],
        losses=[bytearray(len(GRID)), bytearray(len(GRID))],
        points=[max(0, -komi), max(0, komi)],  # LG-25
        incomes=[0, 0],
        farms=[0, 0],
        settlements=[0, 0],
        passes=[0, 0],
    )


def first_gains(island: Sequence[int], free: bytearray, bonus: tuple[int, ...]) -> bytearray:
    """What a settlement would yield on each free tile of an empty island (LG-20)."""
    gives = bytes(ground in bonus for ground in island)
    return bytearray(
        BASE_YIELD + sum(map(gives.__getitem__, sides)) if is_free else 0
        for is_free, sides in zip(free, GRID.sides, strict=True)
    )


def draw_picture(ground: Sequence[int]) -> str:
    """The ground as a picture: the inverse of `parse_island`."""
    return draw_rows(ground, GROUND_LETTERS, SIDE_TILES)
