"""Paths through known ground: where to walk to get something done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from freehold.games.mine_land.actions import DIRECTIONS
from freehold.games.mine_land.bots.memory import Memory
from freehold.kernel.chance import Stream

NEAR_TILES = 150
FAR_TILES = 20_000
"""A search for a path gives up after this many tiles."""


class Way(NamedTuple):
    """A path: the direction to step in from each of its tiles, and where it ends."""

    path: tuple[tuple[int, str], ...]
    goal: int


def find_way(
    memory: Memory, at: int, is_there: Callable[[int], bool], most: int, rng: Stream
) -> Way | None:
    """A path over known ground to the nearest suitable tile; None if none is near enough. Between
    equally good tiles and paths it draws."""
    directions = list(DIRECTIONS.items())
    rng.shuffle(directions)
    came_from: dict[int, tuple[int, str]] = {at: (at, "")}
    for tile in (queue := [at]):  # grows while it is walked
        if is_there(tile):
            return Way(_path(came_from, tile), tile)
        if len(queue) > most:
            return None
        column = tile % memory.width
        for towards, (dx, dy) in directions:
            near = tile + dy * memory.width + dx
            if near in memory.ways and near not in came_from and 0 <= column + dx < memory.width:
                came_from[near] = (tile, towards)
                queue.append(near)
    return None


def _path(came_from: dict[int, tuple[int, str]], goal: int) -> tuple[tuple[int, str], ...]:
    steps = []
    tile, towards = came_from[goal]
    while towards:
        steps.append((tile, towards))
        tile, towards = came_from[tile]
    return tuple(reversed(steps))


def is_beside(memory: Memory, wanted: Mapping[int, object]) -> Callable[[int], bool]:
    """Is the tile next to one of these?"""

    def beside(tile: int) -> bool:
        return any(near in wanted for near in memory.around(tile))

    return beside


def all_beside(memory: Memory, wanted: Mapping[int, object]) -> dict[int, None]:
    """All tiles next to one of these."""
    return {near: None for tile in wanted for near in memory.around(tile)}
