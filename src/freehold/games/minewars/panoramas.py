"""What a seat sees of the whole board at once: for when many tiles have changed.

The same as `knowledge.py` and `digits.py` do tile by tile; tests compare them.
"""

from __future__ import annotations

from typing import NamedTuple

from freehold.games.minewars import bridges
from freehold.games.minewars.kinds import BRIDGE, WATER
from freehold.games.minewars.masks import cells_of, mask, mask_of, number, only, widen, write
from freehold.games.minewars.sight import FULL, LIMITED, protect_byte
from freehold.games.minewars.state import Known, State

TO_COME = 4
"""In the layer `structure`: a structure to come is the structure's number and this."""
SHOWN_EMPTY = 4
"""In the layer `item`: revealed, and there is nothing (MW-72)."""


class Truth(NamedTuple):
    """The true layers as numbers: the same for all seats."""

    size: int
    everywhere: int
    cities: int
    kind: int
    owner: int
    structure: int
    item: int
    smoke: int
    protected: int
    hp: int


def true_numbers(state: State) -> Truth:
    size = len(state.kind)
    protected, hp = bytearray(size), bytearray(size)
    ends = {until: 0 for _, until in state.protected.pairs()}
    for until in ends:
        ends[until] = protect_byte(state.terms.protect_ms, until)
    for cell, until in state.protected.pairs():
        protected[cell] = ends[until]
    for _, structure in state.structures.pairs():
        for cell in structure.cells if structure.is_done else ():
            hp[cell] = structure.hp
    return Truth(
        size,
        number(bytes([255]) * size),
        mask(state.city),
        number(state.kind),
        number(state.owner),
        number(state.structure),
        number(state.item),
        mask_of(size, state.smokes),
        number(protected),
        number(hp),
    )


def show_all(state: State, known: Known, own: int, truth: Truth) -> None:
    """Write all layers as the seat (`own` is seat + 1) sees them now: MW-15, MW-16."""
    ones = truth.everywhere // 255
    limited = mask(known.near) | _clusters(state, known, truth.size)
    full = mask(state.owner, only(own)) | mask(known.towers) | truth.cities
    full |= _revealed(state, known, truth.size, full | limited)
    seen = full | limited
    write(known.sight, FULL * (full & ones) + LIMITED * ((seen ^ full) & ones))
    write(known.kind, truth.kind & seen | number(known.kind) & (truth.everywhere ^ seen))  # MW-11
    write(known.owner, truth.owner & seen)
    write(known.structure, truth.structure & seen)
    write(known.smoke, truth.smoke & seen & ones)
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
    shown = seen.to_bytes(size, "little") if known.revealed else b""
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


def reach_all(state: State, known: Known, own: int) -> None:
    """All foreign tiles beside own ones, or across a bridge (MW-30)."""
    size, before = len(state.kind), number(known.reach)
    own_mask = mask(state.owner, only(own))
    ways = bridges.crossings(state)
    across = [far for cell, ends in ways.items() if state.owner[cell] == own for far in ends]
    shut = own_mask | mask(state.kind, only(WATER))
    reached = (widen(state.grid, own_mask) | mask_of(size, across)) & ~shut
    ones = number(bytes([1]) * size)
    write(known.reach, reached & ones)
    state.touched.cells.update(cells_of(size, (reached & ones) ^ before))
