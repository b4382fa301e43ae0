"""Bridges: water tiles between two ends of land (MW-64).

An axis is a direction and its opposite, by sides: 2 on a square grid, 3 on a hex grid, counted
clockwise from the top.
"""

from __future__ import annotations

from freehold.game import Seat, Viewer
from freehold.games.minewars import ground
from freehold.games.minewars.board.bits import cells_of
from freehold.games.minewars.board.kinds import BRIDGE
from freehold.games.minewars.state import State, Structure
from freehold.kernel.grids import OUTSIDE, Grid


def axes(grid: Grid) -> int:
    return 2 if grid.shape == "square" else 3


def ends(grid: Grid, cell: int, axis: int) -> tuple[int, int]:
    """The two tiles at the ends of a bridge, or OUTSIDE."""
    return grid.step(cell, axis), grid.step(cell, axis + axes(grid))


# Crossing


def ends_of(state: State, cell: int) -> tuple[int, int]:
    """The ends of the completed bridge on this tile."""
    return ends(state.grid, cell, state.structures[state.built[cell]].axis)


def across(state: State, cell: int) -> list[int]:
    """The tiles across every bridge that ends at this tile: only clicks and roads cross."""
    if BRIDGE not in state.structure:
        return []
    structure = state.structure
    bridged = [near for near in state.grid.sides[cell] if structure[near] == BRIDGE]
    return [far for bridge in bridged for far in _far_end(state, bridge, cell)]


def crossings(state: State) -> dict[int, list[int]]:
    """The same for all ends of bridges at once, for callers with many tiles."""
    ways: dict[int, list[int]] = {}
    for bridge in cells_of(state.boards.built[BRIDGE]):
        one, other = ends_of(state, bridge)
        ways.setdefault(one, []).append(other)
        ways.setdefault(other, []).append(one)
    return ways


def _far_end(state: State, bridge: int, cell: int) -> tuple[int, ...]:
    one, other = ends_of(state, bridge)
    return (other,) if cell == one else (one,) if cell == other else ()


# Building


def has_land(state: State, cell: int, axis: int) -> bool:
    both = ends(state.grid, cell, axis)
    return all(end != OUTSIDE and ground.is_land(state, end) for end in both)


def _own_ends(state: State, seat: Seat, cell: int, axis: int) -> list[int]:
    both = ends(state.grid, cell, axis)
    return [end for end in both if end != OUTSIDE and state.owner[end] == seat + 1]


def payer(state: State, seat: Seat, cell: int, axis: int) -> int:
    """The seat's city of a region in which it owns an end; of two, the lower."""
    regions = [state.region[end] - 1 for end in _own_ends(state, seat, cell, axis)]
    return min([place for place in regions if state.cities[place].owner == seat + 1])


def is_asked(state: State, seat: Seat, cell: int) -> bool:
    """Has the seat ordered a bridge here? Others' are invisible and refuse nothing (MW-16)."""
    return any(state.structures[key].seat == seat for key in to_come(state, cell))


# Under construction


def axis_at(state: State, viewer: Viewer, cell: int) -> int:
    """Of the bridge here, complete or under construction: only the viewer's own construction."""
    if state.structure[cell] == BRIDGE:
        return state.structures[state.built[cell]].axis
    asked = [state.structures[key] for key in to_come(state, cell)]
    return next((each for each in asked if each.seat == viewer), asked[0]).axis


def to_come(state: State, cell: int) -> list[int]:
    """The bridges under construction on this tile, by any player."""
    if state.pending[cell] != BRIDGE:
        return []
    every = [key for city in state.cities for key in city.queue]
    return [key for key in every if state.structures[key].cells == (cell,)]


def has_end(state: State, structure: Structure) -> bool:
    """Does the builder of a bridge under construction own one of its ends?"""
    (cell,) = structure.cells
    return bool(_own_ends(state, structure.seat, cell, structure.axis))
