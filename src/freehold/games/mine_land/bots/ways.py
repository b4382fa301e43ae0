"""Ways through known ground: where to walk to get something done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from freehold.games.mine_land.actions import DIRECTIONS
from freehold.games.mine_land.bots.memory import Memory

MOST_TILES = 3_000
"""A search for a way ends after so many tiles."""


class Way(NamedTuple):
    """Where to go: the first step's direction (nothing if one is there already), how far, and
    the tile."""

    first: str
    steps: int
    tile: int


def find_way(memory: Memory, at: int, is_there: Callable[[int], bool]) -> Way | None:
    """The nearest tile that will do, by known ways; None if there is none near enough."""
    reached: dict[int, tuple[str, int]] = {at: ("", 0)}
    for tile in (queue := [at]):  # grows while it is walked
        first, steps = reached[tile]
        if is_there(tile):
            return Way(first, steps, tile)
        if len(queue) > MOST_TILES:
            return None
        y, x = divmod(tile, memory.width)
        for towards, (dx, dy) in DIRECTIONS.items():
            near = tile + dy * memory.width + dx
            if 0 <= x + dx < memory.width and 0 <= y + dy < memory.height and near not in reached:
                reached[near] = (first or towards, steps + 1)
                if near in memory.ways:
                    queue.append(near)
    return None


def is_beside(memory: Memory, wanted: Mapping[int, object]) -> Callable[[int], bool]:
    """Whether a tile is next to one of these."""

    def beside(tile: int) -> bool:
        return any(near in wanted for near in memory.around(tile))

    return beside
