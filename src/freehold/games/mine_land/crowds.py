"""Where players are: the seats on the board, found by place without looking at all of them.

The world is cut into chunks, and each knows the seats in it. `views.py` decides who may be told
what, not this file.
"""

from __future__ import annotations

from bisect import insort

from freehold.game import Seat
from freehold.games.mine_land.state import State

CHUNK = 16


def count_chunks(width: int, height: int) -> int:
    return (width // CHUNK + 1) * (height // CHUNK + 1)


def chunk_of(state: State, tile: int) -> int:
    y, x = divmod(tile, state.width)
    return y // CHUNK * (state.width // CHUNK + 1) + x // CHUNK


def enter(state: State, seat: Seat, tile: int) -> None:
    """A seat comes to stand on a tile."""
    y, x = divmod(tile, state.width)
    insort(state.crowds[chunk_of(state, tile)], (seat, x, y))
    state.touched.cells.add(tile)


def leave(state: State, seat: Seat, tile: int) -> None:
    """It no longer stands there."""
    y, x = divmod(tile, state.width)
    state.crowds[chunk_of(state, tile)].remove((seat, x, y))
    state.touched.cells.add(tile)


def move(state: State, seat: Seat, old: int, new: int) -> None:
    leave(state, seat, old)
    enter(state, seat, new)


def find_within(
    state: State, left: int, top: int, right: int, bottom: int
) -> list[tuple[Seat, int, int]]:
    """The (seat, x, y) on the board inside a rectangle, including its edges, by seat."""
    width, crowds = state.width, state.crowds
    across = width // CHUNK + 1
    first, last = max(left, 0) // CHUNK, min(right, width - 1) // CHUNK + 1
    found = []
    for row in range(max(top, 0) // CHUNK, min(bottom, state.height - 1) // CHUNK + 1):
        for crowd in crowds[row * across + first : row * across + last]:
            if crowd:
                found += [w for w in crowd if left <= w[1] <= right and top <= w[2] <= bottom]
    found.sort()
    return found
