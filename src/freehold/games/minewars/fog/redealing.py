"""Another state that a seat could not tell apart from this one: for the law on secrets, and search.

What a seat knows: whatever its layers show, the digits it is sent, the score. So these may differ:

- items on tiles that it does not see fully and that none of its visible digits counts; more of
  them while it is blind or a digit is smoked;
- owners, kinds, structures and smokes behind fog, but not around cities, nor land around clusters,
  where an owner follows from other owners;
- constructions that it does not see; others' money, deeds, flags and cooldowns; random draws.

Changes go through `ground.py`, so that money and the others' knowledge follow them. Groups are
not checked: an item may be placed where a player surrounds it, until the next change there.
"""

from __future__ import annotations

from freehold.game import Ms, Seat
from freehold.games.minewars import ground
from freehold.games.minewars.board.kinds import (
    BRIDGE,
    CLUSTERED,
    DECOY,
    DESTROYED,
    FERTILE,
    FOG,
    FOUNDATION,
    FULL,
    LAND,
    MINE,
    NOBODY,
    NONE,
    NOTHING,
    ROAD,
    STRUCTURE_NAMES,
    TOWER,
    TRAP,
    WALLS,
    WATER,
)
from freehold.games.minewars.building import bridges, economy, roads
from freehold.games.minewars.fog import knowledge
from freehold.games.minewars.state import State, Structure
from freehold.kernel.chance import KEY_BYTES, Stream
from freehold.kernel.due import drop_due

MOST_ITEMS = 40
MOST_TILES = 12
MOST_WORKS = 2
MOST_FLAGS = 5
WATER_LOOKED_AT = 12
MOST_MONEY_UNITS = 40
ITEMS = (DECOY, MINE, MINE, TRAP)
LANDS = (LAND, FERTILE, FOUNDATION, DESTROYED)


def redeal(state: State, seat: Seat, rng: Stream) -> State:
    other = state.copy()
    now = latest_moment(other)
    move_items(other, seat, rng)
    turn_tiles(other, seat, rng)
    move_works(other, seat, rng)
    move_smokes(other, seat, now, rng)
    plan_works(other, seat, rng)
    drop_deeds(other, seat, rng)
    give_money(other, seat, rng)
    roads.link(other)
    economy.settle(other, now)
    knowledge.learn(other)
    for viewer in range(other.seats):
        if viewer != seat:
            scatter_flags(other, viewer, rng)
            other.players[viewer].ready.clear()
    other.fresh.clear()
    key = b"".join(rng.bits().to_bytes(8, "little") for _ in range(KEY_BYTES // 8))
    other.chance = Stream(key, state.chance.name, state.chance.at)
    return other


def latest_moment(state: State) -> Ms:
    """A state does not know the time; it is at least this late."""
    begun = [until - state.terms.protect_ms for until, _ in state.protections]
    return max([*(city.since for city in state.cities), *begun])


# Items


def move_items(state: State, seat: Seat, rng: Stream) -> None:
    unknown = unknown_cells(state, seat)
    laid = [cell for cell in unknown if state.item[cell]]
    empty = [cell for cell in unknown if not state.item[cell]]
    moved = min(len(laid), len(empty), MOST_ITEMS)
    for old, new in zip(rng.sample(laid, moved), rng.sample(empty, moved), strict=True):
        ground.lay(state, old, NONE)
        ground.lay(state, new, rng.pick(ITEMS))


def unknown_cells(state: State, seat: Seat) -> list[int]:
    """Where an item may or may not lie, as far as the seat can tell."""
    known, around = state.known[seat], state.grid.touching
    told = {near for cell, digit in enumerate(known.digit) if digit for near in around[cell]}
    return [
        cell
        for cell, sight in enumerate(known.sight)
        if sight < FULL
        and cell not in told
        and ground.is_land(state, cell)
        and not WALLS[state.structure[cell]]
        and not state.pending[cell]
    ]


# Tiles behind fog


def fogged(state: State, seat: Seat) -> list[int]:
    """Tiles in the fog where nothing is built."""
    return [
        cell
        for cell, sight in enumerate(state.known[seat].sight)
        if sight == FOG and cell not in state.built and not state.pending[cell]
    ]


def turn_tiles(state: State, seat: Seat, rng: Stream) -> None:
    """Other owners and kinds, and sometimes a cluster with one tile less."""
    cells = fogged(state, seat)
    free = [cell for cell in cells if is_free(state, cell)]
    owners = [NOBODY, *others(state, seat)]
    for cell in rng.sample(free, min(MOST_TILES, len(free))):
        ground.give(state, 1 << cell, rng.pick(owners))
        ground.turn(state, cell, rng.pick(LANDS))
    clustered = [cell for cell in cells if CLUSTERED[state.kind[cell]]]
    for cell in rng.sample(clustered, min(rng.below(MOST_WORKS + 1), len(clustered))):
        ground.turn(state, cell, FOUNDATION)


def is_free(state: State, cell: int) -> bool:
    """Land whose owner follows from nothing else: not around a city, a cluster or a bridge."""
    around = state.grid.touching[cell]
    return (
        ground.is_land(state, cell)
        and not state.protected[cell]
        and not any(
            CLUSTERED[state.kind[near]] or state.city[near] or state.kind[near] == WATER
            for near in around
        )
    )


def others(state: State, seat: Seat) -> list[int]:
    """The other players who are still in, as owners."""
    every = enumerate(state.players)
    return [other + 1 for other, player in every if other != seat and not player.is_out]


def move_smokes(state: State, seat: Seat, now: Ms, rng: Stream) -> None:
    sight = state.known[seat].sight
    for cell in [cell for cell in state.smokes if sight[cell] == FOG]:
        if rng.below(2):
            ground.clear_smoke(state, cell)
    owned = [cell for cell in fogged(state, seat) if state.owner[cell] and is_free(state, cell)]
    for cell in rng.sample(owned, min(rng.below(MOST_WORKS + 1), len(owned))):
        ground.raise_smoke(state, cell, now + state.terms.smoke_ms)


# Structures


def move_works(state: State, seat: Seat, rng: Stream) -> None:
    """Roads, towers and bridges behind fog come and go."""
    sight = state.known[seat].sight
    gone = [
        key
        for key, work in sorted(state.structures.items())
        if work.is_done and all(sight[cell] == FOG for cell in work.cells)
    ]
    for key in rng.sample(gone, min(rng.below(MOST_WORKS + 1), len(gone))):
        ground.raze(state, key)
    cells = fogged(state, seat)
    sites = [cell for cell in cells if state.owner[cell] and is_site(state, cell)]
    for cell in rng.sample(sites, min(rng.below(MOST_WORKS + 1), len(sites))):
        ground.complete(state, plan(state, rng.pick((ROAD, TOWER)), cell))
    water = [cell for cell in cells if state.kind[cell] == WATER]
    looked_at = rng.sample(water, min(WATER_LOOKED_AT, len(water)))
    fits = [(cell, axis) for cell in looked_at for axis in bridge_axes(state, cell)]
    for cell, axis in fits[:1]:
        ground.complete(state, plan(state, BRIDGE, cell, axis))


def is_site(state: State, cell: int) -> bool:
    """May its owner build there?"""
    return (
        ground.is_land(state, cell)
        and state.item[cell] == NONE
        and cell not in state.built
        and not state.pending[cell]
        and state.cities[state.region[cell] - 1].owner == state.owner[cell]
    )


def bridge_axes(state: State, cell: int) -> list[int]:
    every = range(bridges.axes(state.grid))
    return [axis for axis in every if bridges.has_land(state, cell, axis)]


def plan(state: State, kind: int, cell: int, axis: int = -1) -> int:
    name = STRUCTURE_NAMES[kind]
    city = max(0, state.region[cell] - 1)
    seat = max(0, state.owner[cell] - 1)
    hp, cost = state.terms.hp[name], state.terms.prices[name]
    return ground.plan(state, Structure(kind, (cell,), hp, city, seat, cost, axis=axis))


def plan_works(state: State, seat: Seat, rng: Stream) -> None:
    """Other players have ordered something more, or something less."""
    sight, mine = state.known[seat].sight, seat + 1
    asked = [
        (city, key)
        for city in state.cities
        for key in city.queue
        if city.owner != mine and all(sight[cell] < FULL for cell in state.structures[key].cells)
    ]
    for city, key in rng.sample(asked, min(rng.below(2), len(asked))):
        city.queue.remove(key)
        ground.cancel(state, key)
        economy.note(state, city)
    sites = [
        cell
        for cell, owner in enumerate(state.owner)
        if owner not in (NOBODY, mine) and sight[cell] < FULL and is_site(state, cell)
    ]
    for cell in rng.sample(sites, min(rng.below(MOST_WORKS + 1), len(sites))):
        city = state.cities[state.region[cell] - 1]
        city.queue.append(plan(state, rng.pick((ROAD, TOWER)), cell))
        economy.note(state, city)


# What nobody else is told


def drop_deeds(state: State, seat: Seat, rng: Stream) -> None:
    theirs = [key for key, deed in sorted(state.deeds.items()) if deed.seat != seat]
    for key in theirs:
        if rng.below(2):
            del state.deeds[key]
            drop_due(state.due, "deed", key)


def give_money(state: State, seat: Seat, rng: Stream) -> None:
    most = MOST_MONEY_UNITS * state.terms.base_unit * economy.MILLI
    for city in state.cities:
        if city.owner != seat + 1:
            city.money_milli = rng.below(1 + most)


def scatter_flags(state: State, seat: Seat, rng: Stream) -> None:
    flag = state.known[seat].flag
    foreign = [cell for cell, reach in enumerate(state.known[seat].reach) if reach]
    flag[:] = bytes(len(flag))
    for cell in rng.sample(foreign, min(MOST_FLAGS, len(foreign))):
        flag[cell] = NOTHING + 1
