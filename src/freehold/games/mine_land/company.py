"""Company: newcomers start near others, and walkers hear which way others are (ML-51, ML-56).

What a player hears of others out of sight is coarse, and changes only with what they do
themselves: nobody learns when somebody far away moves.
"""

from __future__ import annotations

from bisect import bisect_left

from freehold.game import Ms, Seat
from freehold.games.mine_land.crowds import find_within
from freehold.games.mine_land.facts import Company
from freehold.games.mine_land.state import State

NEAR_TILES = 12
"""Players this close to a spawn tile are its group."""
SMALL_GROUP, LARGE_GROUP, FEW_GROUPS = 12, 40, 3
"""A group is full with the first number of players, or with the second if there are already a few
groups; then another one is started."""
COMPANY_MS = 2_000
"""Minimum time until a player hears of others again."""
SHOWN_STEPS = (10, 20, 30, 50, 100, 200, 300, 500, 1_000, 2_000, 4_000)


# Where newcomers start


def find_start(state: State) -> int:
    """ML-51: a random spawn tile in an empty world; otherwise one near others."""
    if not state.living:
        return state.chance.pick(state.spawns)
    sizes = {spawn: count_group(state, spawn) for spawn in state.spawns}
    groups = [spawn for spawn in state.spawns if sizes[spawn]]
    if not groups:
        return nearest_spawn(state)
    smallest = min(groups, key=sizes.__getitem__)
    empty = [spawn for spawn in state.spawns if not sizes[spawn]]
    full = SMALL_GROUP if len(groups) < FEW_GROUPS else LARGE_GROUP
    return smallest if sizes[smallest] < full or not empty else state.chance.pick(empty)


def count_group(state: State, spawn: int) -> int:
    y, x = divmod(spawn, state.width)
    far = NEAR_TILES
    return len(find_within(state, x - far, y - far, x + far, y + far))


def nearest_spawn(state: State) -> int:
    """Everybody has walked away: the spawn tile from which it is the shortest way to somebody."""
    places = [state.walkers[seat].at for seat in state.living]
    return min(state.spawns, key=lambda spawn: min(steps_to(state, spawn, at) for at in places))


def steps_to(state: State, tile: int, other: int) -> int:
    (y, x), (v, u) = divmod(tile, state.width), divmod(other, state.width)
    return abs(x - u) + abs(y - v)


# Which way others are


def listen(state: State, now: Ms, seat: Seat) -> None:
    """ML-56: a player with nobody in sight hears roughly where the nearest player is."""
    walker = state.walkers[seat]
    walker.company_at = now + COMPANY_MS
    walker.company = None if has_company(state, seat) else find_company(state, seat)


def has_company(state: State, seat: Seat) -> bool:
    """Is anybody else in sight?"""
    sight = state.terms.sight
    y, x = divmod(state.walkers[seat].at, state.width)
    return len(find_within(state, x - sight, y - sight, x + sight, y + sight)) > 1


def find_company(state: State, seat: Seat) -> Company | None:
    at = state.walkers[seat].at
    others = [(steps_to(state, at, state.walkers[s].at), s) for s in state.living if s != seat]
    if not others:
        return None
    steps, nearest = min(others)
    (y, x), (v, u) = divmod(at, state.width), divmod(state.walkers[nearest].at, state.width)
    return Company(*point(u - x, v - y), SHOWN_STEPS[bisect_left(SHOWN_STEPS, steps)])


def point(dx: int, dy: int) -> tuple[int, int]:
    """The nearest of the eight directions, as (dx, dy) from -1 to 1."""
    across, down = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    if 5 * abs(dy) < 2 * abs(dx):  # less than about an eighth of a half turn off the axis
        return across, 0
    return (0, down) if 5 * abs(dx) < 2 * abs(dy) else (across, down)
