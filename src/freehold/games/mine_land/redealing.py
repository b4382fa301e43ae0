"""Another state that a seat could not tell from this one: for the law on secrets, and search.

What a seat sees of the bombs: the numbers in its window, which speak of tiles at most one outside
it, and green flags. Moved are bombs and hidden flags under covered tiles without a flag that lie
further out, and everybody who stands outside the window.
"""

from __future__ import annotations

from freehold.game import Seat
from freehold.games.mine_land import crowds, views
from freehold.games.mine_land.ground import around
from freehold.games.mine_land.state import COVERED, SITE, UNCOVERED, State
from freehold.kernel.chance import KEY_BYTES, Stream

MOST_SWAPS = 200
MOST_TRIES = 20


def redeal(state: State, seat: Seat, rng: Stream) -> State:
    other = state.copy()
    swap_hidden(other, seat, rng)
    scatter_walkers(other, seat, rng)
    key = b"".join(rng.bits().to_bytes(8, "little") for _ in range(KEY_BYTES // 8))
    other.chance = Stream(key, state.chance.name, state.chance.at)
    return other


def is_in_sight(state: State, seat: Seat, tile: int, margin: int) -> bool:
    """Is a tile in the window that the seat sees live, or so near to it? Those who only go on
    seeing what they saw last see none."""
    if state.walkers[seat].held is not None:
        return False
    left, top, width, height = views.eyes(state, seat).rect
    y, x = divmod(tile, state.width)
    return -margin <= x - left < width + margin and -margin <= y - top < height + margin


def swap_hidden(state: State, seat: Seat, rng: Stream) -> None:
    """What lies under two covered tiles changes places, again and again."""
    unseen = [
        tile
        for tile, ground in enumerate(state.ground)
        if ground == COVERED and not state.flag[tile] and not is_in_sight(state, seat, tile, 1)
    ]
    for _ in range(min(MOST_SWAPS, len(unseen) // 2)):
        one, two = rng.pick(unseen), rng.pick(unseen)
        hidden = state.under[one]
        put_under(state, one, state.under[two])
        put_under(state, two, hidden)


def put_under(state: State, tile: int, hidden: int) -> None:
    """Hide something there, and count the bombs around it anew."""
    change = (hidden & 1) - (state.under[tile] & 1)
    state.under[tile] = hidden
    for near in around(state, tile) if change else ():
        state.number[near] += change
        if state.ground[near] == UNCOVERED:
            state.digit[near] = state.number[near]


def scatter_walkers(state: State, seat: Seat, rng: Stream) -> None:
    """Whom the seat does not see may stand on any open ground that it does not see either."""
    tiles = len(state.ground)
    for other in state.living[:]:
        walker = state.walkers[other]
        if is_in_sight(state, seat, walker.at, 0) or other == seat:
            continue
        for _ in range(MOST_TRIES):
            tile = rng.below(tiles)
            is_open = state.ground[tile] in (UNCOVERED, SITE)
            if is_open and not is_in_sight(state, seat, tile, 0):
                crowds.move(state, other, walker.at, tile)
                walker.at = tile
                break
