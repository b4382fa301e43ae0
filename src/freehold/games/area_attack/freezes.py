"""Freezing: a player who uncovers a mine in stage 1 can neither see nor act for a while
(AA-31, AA-32)."""

from __future__ import annotations

from freehold.game import Ms, Notice, Seat
from freehold.games.area_attack import views
from freehold.games.area_attack.state import COVERED, MINE, NOWHERE, SHOWN_MINE, State
from freehold.kernel.due import drop_due, put_due
from freehold.kernel.layers import put


def freeze(state: State, now: Ms, seat: Seat, cell: int) -> list[Notice]:
    """AA-31. Nobody is told where the mine is."""
    told = views.awake(state)  # so is the seat itself
    until = now + state.terms.freeze_ms
    state.frozen[seat] = until
    state.struck[seat] = cell
    put_due(state.due, until, "thaw", seat)
    state.held[seat] = views.hold(state, seat)
    return [Notice("freezes", {"seat": seat, "until": until}, told)]


def thaw(state: State, seat: Seat) -> list[Notice]:
    """AA-32: the mine is revealed to everybody, and the seat gets everything it missed."""
    cell = state.struck[seat]
    state.frozen[seat] = 0
    state.struck[seat] = NOWHERE
    state.held[seat] = None
    drop_due(state.due, "thaw", seat)
    if state.cell[cell] == COVERED:  # another player's thaw may have revealed it already
        reveal(state, cell)
    x, y = state.grid.place(cell)
    return [Notice("thawed", {"seat": seat, "x": x, "y": y}, views.awake(state))]


def reveal(state: State, cell: int) -> None:
    put(state.touched, state.cell, cell, MINE)
    put(state.touched, state.ground, cell, SHOWN_MINE)
    for layer in (*state.legal, *state.flag):  # it counts as flagged from now on (AA-14)
        put(state.touched, layer, cell, 0)


def thaw_all(state: State) -> list[Notice]:
    """AA-42."""
    frozen = [seat for seat, until in enumerate(state.frozen) if until]
    return [notice for seat in frozen for notice in thaw(state, seat)]
