"""The ground: neighbours by arithmetic, since a table for a million tiles is too big; uncovering.

Nothing here knows about players, sight or scores.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from freehold.games.mine_land.state import (
    COVERED,
    MOST_SHOWN,
    NO_FLAG,
    SITE,
    UNCOVERED,
    State,
)
from freehold.games.mine_land.tallies import find, store
from freehold.kernel.grids import SQUARE_TOUCHING, Steps, circle_steps
from freehold.kernel.layers import put


def around(state: State, tile: int) -> Sequence[int]:
    """The eight tiles that touch this one, fewer at the edge, in reading order."""
    width = state.width
    if 0 < tile % width < width - 1 and width <= tile < width * (state.height - 1):
        above, below = tile - width, tile + width
        return above - 1, above, above + 1, tile - 1, tile + 1, below - 1, below, below + 1
    return sorted(_inside(state, tile, SQUARE_TOUCHING))


def circle(state: State, centre: int) -> Sequence[int]:
    """The tiles that a bomb reaches, including its own (ML-24)."""
    width, height, radius = state.width, state.height, state.terms.blast_radius
    y, x = divmod(centre, width)
    if radius <= x < width - radius and radius <= y < height - radius:
        return [centre + offset for offset in _circle_offsets(width, radius)]
    return _inside(state, centre, circle_steps(radius))


def _inside(state: State, tile: int, steps: Steps) -> list[int]:
    width, height = state.width, state.height
    y, x = divmod(tile, width)
    return [
        (y + dy) * width + x + dx
        for dx, dy in steps
        if 0 <= x + dx < width and 0 <= y + dy < height
    ]


@lru_cache(maxsize=64)
def _circle_offsets(width: int, radius: int) -> tuple[int, ...]:
    return tuple(dy * width + dx for dx, dy in circle_steps(radius))


def is_walkable(ground: int, flag: int) -> bool:
    """ML-11: uncovered ground, explosion sites, and covered tiles with a flag."""
    return ground in (UNCOVERED, SITE) or (ground == COVERED and flag != NO_FLAG)


def uncover(state: State, tile: int) -> None:
    """A tile without a bomb shows how many are around it (ML-21, ML-22)."""
    put(state.touched, state.ground, tile, UNCOVERED)
    state.digit[tile] = state.number[tile]


def drop_flags(state: State, tile: int, flags: int) -> None:
    """ML-29: they lie there for the first player who comes."""
    if not flags:
        return
    lying = count_flags(state, tile) + flags
    put(state.touched, state.loot, tile, min(lying, MOST_SHOWN))
    if lying > MOST_SHOWN:
        store(state.piles, tile, lying)


def count_flags(state: State, tile: int) -> int:
    return find(state.piles, tile) or state.loot[tile]


def take_flags(state: State, tile: int) -> int:
    """The number of flags that lie on a tile."""
    lying = count_flags(state, tile)
    if lying:
        put(state.touched, state.loot, tile, 0)
        store(state.piles, tile, 0)
    return lying
