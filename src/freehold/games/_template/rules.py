"""The rules: all checks first, then all changes."""

from __future__ import annotations

from freehold.game import Illegal, Leave, Ms, Notice, Outcome, Resign, Seat, Setup, Standard, TimeUp
from freehold.games._template.actions import Claim
from freehold.games._template.params import Params
from freehold.games._template.state import State


def new(setup: Setup[Params]) -> State:
    side = setup.params.side_cells
    nobody = [0] * setup.seats
    return State(side, bytearray(side * side), nobody, 0, [False] * setup.seats)


def act(state: State, now: Ms, seat: Seat, action: Claim | Standard) -> list[Notice]:
    if isinstance(action, Claim):
        return claim(state, seat, action)
    if isinstance(action, Resign | Leave | TimeUp):
        return resign(state, seat)
    return []


def claim(state: State, seat: Seat, action: Claim) -> list[Notice]:
    if seat != state.mover:  # TM-02
        raise Illegal("not_your_turn", seat=state.mover)
    if not (0 <= action.x < state.side and 0 <= action.y < state.side):
        raise Illegal("outside", last=state.side - 1)
    cell = action.y * state.side + action.x
    if state.owner[cell]:
        raise Illegal("taken", seat=state.owner[cell] - 1)
    state.owner[cell] = seat + 1
    state.cells[seat] += 1
    pass_turn(state)
    return [Notice("claimed", {"seat": seat, "x": action.x, "y": action.y})]


def resign(state: State, seat: Seat) -> list[Notice]:
    if state.gone[seat]:
        raise Illegal("gone_already")
    state.gone[seat] = True
    if seat == state.mover:
        pass_turn(state)
    return [Notice("resigned", {"seat": seat})]


def pass_turn(state: State) -> None:
    """The next player still in play moves. If nobody is left, it does not matter who."""
    for _ in state.gone:
        state.mover = (state.mover + 1) % len(state.gone)
        if not state.gone[state.mover]:
            return


def awaited(state: State) -> tuple[Seat, ...]:
    return () if outcome(state) else (state.mover,)


def outcome(state: State) -> Outcome | None:
    if state.gone.count(False) <= 1:  # TM-04
        ending = "resigned"
    elif 0 not in state.owner:  # TM-03
        ending = "full"
    else:
        return None
    # Players who stayed rank above those who left, then cells decide.
    ranks = [(gone, -cells) for gone, cells in zip(state.gone, state.cells, strict=True)]
    places = tuple(1 + sum(other < rank for other in ranks) for rank in ranks)
    return Outcome(ending, places, tuple(state.cells))
