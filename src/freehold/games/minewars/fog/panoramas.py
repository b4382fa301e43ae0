"""What each seat sees of the whole board at once: for when many tiles have changed hands.

The same as `knowledge.py` and `digits.py` do tile by tile; tests compare them. All that is shown
follows from the truth, but for kinds in fog and reveals: so layers are written whole.
"""

from __future__ import annotations

from typing import NamedTuple

from freehold.games.minewars.board import ground
from freehold.games.minewars.board.kinds import BRIDGE, DECOY, MOUNTAIN, TOWER, TRAP
from freehold.games.minewars.board.masks import (
    differing,
    everywhere,
    fixed_mask,
    mask,
    mask_of,
    number,
    ones,
    only,
    table_of,
    widen,
    write,
)
from freehold.games.minewars.building import bridges
from freehold.games.minewars.fog.lookouts import find_clusters, look_all, watched_of
from freehold.games.minewars.fog.sight import FULL, LIMITED, eyes_around
from freehold.games.minewars.state import Known, State

TO_COME = 4
"""In the layer `structure`: a structure to come is the structure's number and this."""
SHOWN_EMPTY = 4
"""In the layer `item`: revealed, and there is nothing (MW-72)."""
IS_STARRED = table_of(bytes(each in (DECOY, TRAP) for each in range(256)))  # MW-22


class Truth(NamedTuple):
    """The true layers as numbers, and masks: the same for all seats."""

    size: int
    cities: int
    kind: int
    owner: int
    structure: int
    item: int
    smoke: int
    protected: int
    hp: int
    items: int
    starred: int
    land: int
    """Whatever has a digit, if it is owned and not smoked."""


def true_numbers(state: State) -> Truth:
    size, cities = len(state.kind), fixed_mask(state.city)
    hp = bytearray(size)
    for _, structure in state.structures.pairs():
        for cell in structure.cells if structure.is_done else ():
            hp[cell] = structure.hp
    smoke = mask_of(size, state.smokes)
    return Truth(
        size,
        cities,
        state.kinds.number,
        number(state.owner),
        number(state.structure),
        number(state.item),
        smoke,
        number(state.protected),
        number(hp),
        mask(state.item),
        mask(state.item, IS_STARRED),
        state.kinds.land & ~(cities | smoke),
    )


def learn_all(state: State) -> None:
    """Bring every seat's knowledge up to date with what has changed."""
    truth, last = true_numbers(state), state.last_look
    given = differing(last.owner, state.owner)
    gains = (truth.owner & given).to_bytes(truth.size, "little")
    losses = (number(last.owner) & given).to_bytes(truth.size, "little")
    stale = number(last.swept) | mask_of(truth.size, last.cells)
    recount = stale | widen(state.grid, _moved(state, truth, stale))
    is_broken, has_towers = has_broken_mountain(state), TOWER in state.structure
    water = state.kinds.water
    for seat, known in enumerate(state.known):
        mine = mask(state.owner, only(seat + 1)) if seat + 1 in state.owner else 0
        has_moved = seat + 1 in gains or seat + 1 in losses
        shown = stale & (mask(known.sight) | mine)
        if has_moved or has_towers or known.posts:
            look_all(state, known, seat + 1, mine)
        elif is_broken:
            find_clusters(state, known)
        if shown:
            show_all(state, known, seat + 1, truth, mine)
        if has_moved or recount & mine:
            count_all(state, known, seat + 1, truth, mine)
        if has_moved or stale & water:
            reach_all(state, known, seat + 1, mine, water)
        if shown or has_moved or recount & mine or stale & water:
            state.touched.viewers.add(seat)
    ground.touch_all(state)


def _moved(state: State, truth: Truth, stale: int) -> int:
    """The mask of the tiles where an item has come, gone or changed hands (MW-25)."""
    return (mask(state.last_look.item) ^ truth.items) | truth.items & stale


def has_broken_mountain(state: State) -> bool:
    """Is any mountain one no more?"""
    kind, last = state.kind, state.last_look
    return bool([1 for cell in last.cells.of if last.kind[cell] == MOUNTAIN != kind[cell]])


# What is shown: MW-15, MW-16


def show_all(state: State, known: Known, own: int, truth: Truth, mine: int) -> None:
    """Write all layers as the seat (`own` is seat + 1) sees them now."""
    unit = ones(truth.size)
    limited = mask(known.near) | _clusters(state, known, truth.size)
    full = mine | watched_of(known) | truth.cities
    full |= _revealed(state, known, truth.size, full | limited)
    seen = full | limited
    fog = everywhere(truth.size) ^ seen
    write(known.sight, FULL * (full & unit) + LIMITED * ((seen ^ full) & unit))
    write(known.kind, truth.kind & seen | number(known.kind) & fog)  # MW-11
    write(known.owner, truth.owner & seen)
    write(known.structure, truth.structure & seen)
    write(known.smoke, truth.smoke & seen & unit)
    write(known.protected, truth.protected & seen)
    write(known.hp, truth.hp & seen)
    write(known.item, truth.item & full)
    for cell in known.revealed:
        known.item[cell] = state.item[cell] or SHOWN_EMPTY
    _show_pending(state, known, own)


def _clusters(state: State, known: Known, size: int) -> int:
    """MW-14: of a mountain cluster all is seen when one tile is."""
    cells = [cell for key in known.seen_clusters for cell in state.clusters[key].cells]
    return mask_of(size, cells)


def _revealed(state: State, known: Known, size: int, seen: int) -> int:
    """MW-72: until the tile changes its owner or falls into fog."""
    if not known.revealed:
        return 0
    shown = seen.to_bytes(size, "little")
    for cell in list(known.revealed):
        if not shown[cell] or known.revealed[cell] != state.owner[cell]:
            del known.revealed[cell]
    return mask_of(size, known.revealed)


def _show_pending(state: State, known: Known, own: int) -> None:
    for key in [key for city in state.cities for key in city.queue]:
        structure = state.structures[key]
        is_asked = structure.kind == BRIDGE and structure.seat + 1 == own
        for cell in structure.cells:
            if known.sight[cell] == FULL or (is_asked and known.sight[cell]):
                known.structure[cell] = structure.kind + TO_COME


# Digits and reach


def count_all(state: State, known: Known, own: int, truth: Truth, mine: int) -> None:
    """All of the seat's digits and asterisks (MW-22, MW-34)."""
    unit = ones(truth.size)
    read = 0 if state.players[own - 1].blind_until else truth.land & mine
    around = eyes_around(state.grid, 1, truth.items & ~mine)  # an own tile does not see itself
    write(known.digit, (around + unit) & read)
    write(known.star, widen(state.grid, truth.starred & ~mine) & read & unit)


def reach_all(state: State, known: Known, own: int, mine: int, water: int) -> None:
    """All foreign tiles beside own ones, or across a bridge (MW-30)."""
    size, ways = len(state.kind), bridges.crossings(state)
    across = [far for cell, ends in ways.items() if state.owner[cell] == own for far in ends]
    reached = widen(state.grid, mine) | mask_of(size, across)
    write(known.reach, reached & ~(mine | water) & ones(size))
