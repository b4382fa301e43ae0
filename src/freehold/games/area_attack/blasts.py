"""Blasts: from stage 2 on, uncovering a mine resets the ground around it (AA-40)."""

from __future__ import annotations

from freehold.game import Notice, Seat
from freehold.games.area_attack import views
from freehold.games.area_attack.reach import reach_around, reset_reach
from freehold.games.area_attack.state import CLAIMED, COVERED, CRATER, SHOWN_CRATER, State
from freehold.kernel.layers import put
from freehold.kernel.mines import shift_numbers


def blast(state: State, seat: Seat, centre: int) -> list[Notice]:
    region = [
        cell
        for cell in state.grid.circle(centre, state.terms.blast_radius)
        if state.cell[cell] in (COVERED, CLAIMED)  # craters and shown mines stay what they are
    ]
    edge = {near for cell in region for near in state.grid.touching[cell]}
    before = state.cells[:]
    free_cells(state, region)
    make_crater(state, centre)
    lay_again(state, [cell for cell in region if cell != centre])
    show_recounts(state, sorted(edge))
    reach_around(state, sorted(edge | {centre}))
    for wiped, owned in enumerate(before):
        if owned and not state.cells[wiped]:
            reset_reach(state, wiped)  # AA-41: its whole area was blown up
    x, y = state.grid.place(centre)
    return [Notice("blast", {"seat": seat, "x": x, "y": y}, views.awake(state))]


def free_cells(state: State, region: list[int]) -> None:
    """All cells become unclaimed and lose their flags, which were about the old ground."""
    for cell in region:
        if state.owner[cell]:
            owner = state.owner[cell] - 1
            state.cells[owner] -= 1
            put(state.touched, state.owner, cell, 0)
            put(state.touched, state.digit[owner], cell, 0)
            put(state.touched, state.cell, cell, COVERED)
        for flag in state.flag:
            put(state.touched, flag, cell, 0)


def make_crater(state: State, centre: int) -> None:
    put(state.touched, state.cell, centre, CRATER)
    put(state.touched, state.ground, centre, SHOWN_CRATER)
    put(state.touched, state.mine, centre, 0)
    shift_numbers(state.number, state.grid.touching, centre, -1)


def lay_again(state: State, cells: list[int]) -> None:
    """New mines at the board's density; none of them goes off."""
    for cell in cells:
        mine = int(state.chance.percent(state.terms.density_percent))
        change = mine - state.mine[cell]
        if change:
            put(state.touched, state.mine, cell, mine)
            shift_numbers(state.number, state.grid.touching, cell, change)
            state.safe -= change


def show_recounts(state: State, cells: list[int]) -> None:
    """Recount the numbers that touch the region for their owners; a new 0 opens nothing."""
    for cell in cells:
        owner = state.owner[cell]
        if owner:
            put(state.touched, state.digit[owner - 1], cell, state.number[cell] + 1)
