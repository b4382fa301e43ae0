"""Where each seat may uncover: the layer `legal`, updated wherever something changes.

Stage 1: any covered cell (AA-30). Stages 2 and 3: covered cells next to the seat's own area, or
any covered cell for a seat that owns none (AA-41).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from freehold.game import Seat
from freehold.games.area_attack.state import COVERED, State
from freehold.kernel.layers import put

FREE = bytes(kind == COVERED for kind in range(256))
"""Turns the layer `cell` into one of free cells."""


def is_anywhere(state: State, seat: Seat) -> bool:
    return state.stage < 2 or not state.cells[seat]  # AA-30, AA-41


def reset_reach(state: State, seat: Seat) -> None:
    """Work out a seat's whole layer."""
    free = state.cell.translate(FREE)
    reach = free if is_anywhere(state, seat) else _beside(state, seat, free)
    state.legal[seat][:] = reach
    state.touched.cells.update(range(len(reach)))


def _beside(state: State, seat: Seat, free: bytearray) -> bytearray:
    around, reach = state.grid.touching, bytearray(len(free))
    cell = state.owner.find(seat + 1)
    while cell >= 0:
        for near in around[cell]:
            reach[near] = free[near]
        cell = state.owner.find(seat + 1, cell + 1)
    return reach


def reach_from(state: State, seat: Seat, claimed: Sequence[int]) -> None:
    """The seat has claimed these cells: the cells next to them are in reach."""
    if state.stage < 2:
        return
    if state.cells[seat] == len(claimed):  # it owned nothing, so it could reach everything
        reset_reach(state, seat)
        return
    around, covered, legal = state.grid.touching, state.cell, state.legal[seat]
    for cell in claimed:
        for near in around[cell]:
            if covered[near] == COVERED and not legal[near]:
                put(state.touched, legal, near, 1)


def reach_around(state: State, cells: Iterable[int]) -> None:
    """Work out these cells for every seat, whatever they were before."""
    around, owner = state.grid.touching, state.owner
    anywhere = [is_anywhere(state, seat) for seat in range(len(state.legal))]
    for cell in cells:
        is_free = state.cell[cell] == COVERED
        owners = [owner[near] for near in around[cell]] if is_free else []
        for seat, legal in enumerate(state.legal):
            reached = is_free and (anywhere[seat] or seat + 1 in owners)
            if reached != legal[cell]:
                put(state.touched, legal, cell, int(reached))
