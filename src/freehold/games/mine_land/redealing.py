"""Another state that a seat could not tell apart from this one: for the law on secrets, and search.

What a seat knows about the bombs: the numbers in its window, which count tiles up to one outside
it, and green flags. What moves: bombs and hidden flags under unflagged covered tiles further out,
and everybody outside the window.
"""

from __future__ import annotations

from freehold.game import Seat
from freehold.games.mine_land import crowds, views
from freehold.games.mine_land.ground import around
from freehold.games.mine_land.state import COVERED, SITE, UNCOVERED, State
from freehold.kernel.chance import KEY_BYTES, Stream

MOST_SWAPS = 200


def redeal(state: State, seat: Seat, rng: Stream) -> State:
    other = state.copy()
    swap_hidden(other, seat, rng)
    scatter_walkers(other, seat, rng)
    key = b"".join(rng.bits().to_bytes(8, "little") for _ in range(KEY_BYTES // 8))
    other.chance = Stream(key, state.chance.name, state.chance.at)
    return other


def unseen_tiles(state: State, seat: Seat, margin: int) -> list[int]:
    """All tiles outside the live window of the seat, keeping this distance from it. Seats that
    only keep seeing their last window have no live one."""
    tiles = [*range(len(state.ground))]
    if state.walkers[seat].held is not None:
        return tiles
    left, top, width, height = views.eyes(state, seat).rect
    first, last = max(left - margin, 0), min(left + width + margin, state.width)
    for row in range(min(top + height + margin, state.height) - 1, max(top - margin, 0) - 1, -1):
        del tiles[row * state.width + first : row * state.width + last]
    return tiles


def swap_hidden(state: State, seat: Seat, rng: Stream) -> None:
    """Swap what lies under two covered tiles, again and again."""
    ground, flag = state.ground, state.flag
    tiles = unseen_tiles(state, seat, 1)
    unseen = [tile for tile in tiles if ground[tile] == COVERED and not flag[tile]]
    for _ in range(min(MOST_SWAPS, len(unseen) // 2)):
        one, two = rng.pick(unseen), rng.pick(unseen)
        hidden = state.under[one]
        put_under(state, one, state.under[two])
        put_under(state, two, hidden)


def put_under(state: State, tile: int, hidden: int) -> None:
    """Hide something there, and recount the bombs around it."""
    change = (hidden & 1) - (state.under[tile] & 1)
    state.under[tile] = hidden
    for near in around(state, tile) if change else ():
        state.number[near] += change
        if state.ground[near] == UNCOVERED:
            state.digit[near] = state.number[near]


def scatter_walkers(state: State, seat: Seat, rng: Stream) -> None:
    """Players out of the seat's sight may stand on any open ground out of its sight."""
    unseen = unseen_tiles(state, seat, 0)
    walkable = [tile for tile in unseen if state.ground[tile] in (UNCOVERED, SITE)]
    hidden = frozenset(unseen)
    for other in state.living:
        walker = state.walkers[other]
        if walker.at in hidden and walkable:
            tile = rng.pick(walkable)
            crowds.move(state, other, walker.at, tile)
            walker.at = tile
