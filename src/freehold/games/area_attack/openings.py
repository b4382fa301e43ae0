"""Uncovering cells: claims, chords, and what a mine does (AA-10 to AA-14, AA-30 to AA-41)."""

from __future__ import annotations

from freehold.game import Illegal, Ms, Notice, Seat
from freehold.games.area_attack.blasts import blast
from freehold.games.area_attack.freezes import freeze
from freehold.games.area_attack.reach import reach_from
from freehold.games.area_attack.stages import end_if_clear, note_graph, pass_marks
from freehold.games.area_attack.state import CLAIMED, COVERED, CRATER, MINE, State
from freehold.kernel.layers import put
from freehold.kernel.mines import opening


def open_cell(state: State, now: Ms, seat: Seat, cell: int) -> list[Notice]:
    check_free(state, seat, cell)
    if not state.legal[seat][cell]:
        raise Illegal("too_far")  # AA-41
    note_graph(state, now)
    return uncover(state, now, seat, cell)


def check_free(state: State, seat: Seat, cell: int) -> None:
    """Refusals tell only what everybody knows about the cell."""
    kind = state.cell[cell]
    if kind == CLAIMED and state.owner[cell] == seat + 1:
        raise Illegal("yours")
    if kind == CLAIMED:
        raise Illegal("taken", seat=state.owner[cell] - 1)  # AA-13
    if kind == CRATER:
        raise Illegal("crater")  # AA-40
    if kind == MINE:
        raise Illegal("mine_shown")  # AA-32


def uncover(state: State, now: Ms, seat: Seat, cell: int) -> list[Notice]:
    if not state.mine[cell]:
        claim_from(state, seat, cell)
        return pass_marks(state, now) + end_if_clear(state, now)
    if state.stage == 1:
        return freeze(state, now, seat, cell)  # AA-31
    return blast(state, seat, cell) + end_if_clear(state, now)  # AA-40


def claim_from(state: State, seat: Seat, start: int) -> None:
    """Claim the cell, and all that its opening reaches (AA-12)."""
    reached = opening(start, state.number, state.grid.touching, state.cell, CLAIMED)
    number, owner, digit = state.number, state.owner, state.digit[seat]
    emptied = [*state.legal, *state.flag]
    for cell in reached:
        owner[cell] = seat + 1
        digit[cell] = number[cell] + 1
        for layer in emptied:
            layer[cell] = 0
    state.touched.cells.update(reached)  # in one go: an opening may have hundreds of cells
    state.cells[seat] += len(reached)
    reach_from(state, seat, reached)


def chord(state: State, now: Ms, seat: Seat, cell: int) -> list[Notice]:
    """AA-14: uncover around a number of the seat's own, in reading order, up to the first mine."""
    unflagged = check_chord(state, seat, cell)
    note_graph(state, now)
    notices: list[Notice] = []
    for near in unflagged:
        if state.cell[near] != COVERED:  # an opening of this chord has reached it
            continue
        is_mine = state.mine[near]
        notices += uncover(state, now, seat, near)
        if is_mine or state.outcome:
            break
    return notices


def check_chord(state: State, seat: Seat, cell: int) -> list[int]:
    """The cells to uncover. It looks only at what the seat knows."""
    if state.cell[cell] == COVERED:
        raise Illegal("chord_covered")
    if state.owner[cell] != seat + 1:
        check_free(state, seat, cell)
    flag, around = state.flag[seat], sorted(state.grid.touching[cell])
    covered = [near for near in around if state.cell[near] == COVERED]
    unflagged = [near for near in covered if not flag[near]]
    known = len(covered) - len(unflagged) + [state.cell[near] for near in around].count(MINE)
    if not unflagged:
        raise Illegal("chord_nothing")
    if known != state.number[cell]:
        raise Illegal("chord_unsatisfied", known=known, number=state.number[cell])
    return unflagged


def set_flag(state: State, seat: Seat, cell: int, to: int) -> list[Notice]:
    """AA-14: private; only the chord's rule looks at flags."""
    check_free(state, seat, cell)
    if state.flag[seat][cell] == to:
        raise Illegal("flagged" if to else "not_flagged")
    put(state.touched, state.flag[seat], cell, to)
    return []
