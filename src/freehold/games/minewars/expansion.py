"""Autoexpansion: a click on land with nothing dangerous beside it opens on and on (MW-32)."""

from __future__ import annotations

from freehold.game import Ms, Seat
from freehold.games.minewars.kinds import LANDLIKE, WALLS
from freehold.games.minewars.state import State


def digit_of(state: State, seat: Seat, cell: int) -> int:
    """The items on touching tiles that are foreign to the seat (MW-22)."""
    if not state.number[cell]:
        return 0
    item, owner, me = state.item, state.owner, seat + 1
    around = state.grid.touching[cell]
    return sum([1 for near in around if item[near] and owner[near] != me])


def spread(state: State, now: Ms, seat: Seat, start: int) -> list[int]:
    """The start, and from every tile of it whose true digit is 0 all safe land around."""
    if digit_of(state, seat, start):
        return [start]
    touching, owner, me = state.grid.touching, state.owner, seat + 1
    closed = closed_cells(state, now, seat)
    reached = [start]
    closed[start] = 1
    for cell in reached:  # grows while it is walked
        if state.number[cell] and digit_of(state, seat, cell):
            continue
        for near in touching[cell]:
            if not closed[near] and owner[near] != me:
                closed[near] = 1
                reached.append(near)
    return reached


def closed_cells(state: State, now: Ms, seat: Seat) -> bytearray:
    """1 for whatever no autoexpansion of the seat takes, whoever owns it.

    Whole layers at once, since it is asked for hundreds of tiles: not land, cities, towers and
    barricades, tiles that the seat flagged, and others' protected tiles. Items need no look:
    beside a tile whose digit is 0 there are none but the seat's own.
    """
    size = len(state.kind)
    layers = (
        state.kind.translate(NOT_LAND),
        state.city,
        state.structure.translate(WALLED),
        state.known[seat].flag,
    )
    closed = 0
    for layer in layers:
        closed |= int.from_bytes(layer, "little")
    cells = bytearray(closed.to_bytes(size, "little"))
    for until, kept in state.protections:
        for cell in kept if until > now else ():
            if state.protected.get(cell, now) > now:
                cells[cell] = 1
    if not state.params.autoexpand_enemy:
        for cell, owner in enumerate(state.owner):
            if owner:
                cells[cell] = 1
    return cells


NOT_LAND = bytes(not LANDLIKE[kind] if kind < len(LANDLIKE) else 0 for kind in range(256))
WALLED = bytes(WALLS[kind] if kind < len(WALLS) else 0 for kind in range(256))
