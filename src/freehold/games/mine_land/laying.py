"""The world: spawn tiles spread evenly, bombs away from them, and hidden flags (ML-01 to ML-05)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freehold.games.mine_land.params import RUNAWAY_PERMILLE, Params
from freehold.games.mine_land.state import BOMB, COVERED, HIDDEN_FLAG, UNCOVERED
from freehold.kernel.chance import Stream
from freehold.kernel.mines import count_square, scatter

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

World = tuple[bytearray, bytearray, bytearray, bytearray]


def spread_spawns(width: int, height: int, count: int) -> list[int]:
    """ML-04: in rows, as far apart as rows allow."""
    rows = max(
        range(1, min(count, height) + 1),
        key=lambda rows: (_least_apart(_rows_of(width, height, count, rows)), -rows),
    )
    return [y * width + x for x, y in _rows_of(width, height, count, rows)]


def _rows_of(width: int, height: int, count: int, rows: int) -> list[tuple[int, int]]:
    """Places in a number of rows, each in the middle of its share of the world."""
    places = []
    for row in range(rows):
        columns = count * (row + 1) // rows - count * row // rows
        y = (2 * row + 1) * height // (2 * rows)
        places += [((2 * i + 1) * width // (2 * columns), y) for i in range(columns)]
    return places


def _least_apart(places: list[tuple[int, int]]) -> int:
    """The square of the smallest distance between two of them."""
    return min(
        (
            (x - u) ** 2 + (y - v) ** 2
            for at, (x, y) in enumerate(places)
            for u, v in places[at + 1 :]
        ),
        default=0,
    )


def lay_world(rng: Stream, params: Params, spawns: list[int]) -> World:
    """The layers `under`, `number`, `ground` and `digit`."""
    import numpy as np

    width, height = params.width_tiles, params.height_tiles
    tiles = width * height
    bombs = tiles * params.density_permille // 1000  # ML-02
    open_to_bombs = ~near_spawns(params, spawns)
    check_room(params, bombs, int(open_to_bombs.sum()))
    bombed = scatter(rng, np.flatnonzero(open_to_bombs), bombs)
    bomb = np.zeros(tiles, np.uint8)
    bomb[bombed] = 1
    number = count_square(bomb.tobytes(), width, height)
    ground = bytearray([COVERED]) * tiles  # ML-05
    digit = bytearray(tiles)
    under = bytearray((bomb * np.uint8(BOMB)).tobytes())
    hide_flags(rng, params, under, spawns)
    for spawn in spawns:
        ground[spawn], digit[spawn] = UNCOVERED, number[spawn]
    return under, number, ground, digit


def near_spawns(params: Params, spawns: list[int]) -> NDArray[np.bool_]:
    """Where no bomb may lie, as a flat mask (ML-04)."""
    import numpy as np

    width, steps = params.width_tiles, params.safe_steps
    mask = np.zeros((params.height_tiles, width), np.bool_)
    for spawn in spawns:
        y, x = divmod(spawn, width)
        mask[max(0, y - steps) : y + steps + 1, max(0, x - steps) : x + steps + 1] = True
    return mask.ravel()


def check_room(params: Params, bombs: int, room: int) -> None:
    if not bombs:
        raise ValueError("a world this small has no bombs; raise density_permille")
    if bombs * 1000 > room * RUNAWAY_PERMILLE:  # ML-02 again, where bombs can lie
        raise ValueError(
            f"{params.spawn_tiles} start tiles leave too little room for {bombs} bombs; use a"
            " larger world, or lower spawn_tiles or safe_steps"
        )


def hide_flags(rng: Stream, params: Params, under: bytearray, spawns: list[int]) -> None:
    """ML-03: on tiles without bombs."""
    import numpy as np

    empty = np.frombuffer(under, np.uint8) == 0
    bombs = len(under) - int(empty.sum())
    empty[spawns] = False
    flags = scatter(rng, np.flatnonzero(empty), bombs * params.hidden_flags_percent // 100)
    layer = np.frombuffer(under, np.uint8).copy()
    layer[flags] = HIDDEN_FLAG
    under[:] = layer.tobytes()
