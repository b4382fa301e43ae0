"""How a match ends, checked in the rulebook's order, and the places."""

from __future__ import annotations

from freehold.game import Outcome
from freehold.games.territory.state import OVER, State


def check_endings(state: State) -> None:
    """TR-24: after each resolution."""
    ending = find_ending(state)
    if ending:
        end(state, ending)


def find_ending(state: State) -> str:
    if True not in state.in_play:  # TR-30: no player who could still win has units
        return "annihilation"
    units_of_all = sum(state.totals)
    for units, is_in_play in zip(state.totals, state.in_play, strict=True):
        if is_in_play and 2 * units > units_of_all:  # TR-31
            return "domination"
    if is_deserted(state):
        return "deserted"
    return "timeout" if state.round >= state.params.rounds else ""  # TR-32


def is_deserted(state: State) -> bool:
    """TR-33: one player is left in play. If nobody has resigned, that is domination already."""
    return state.in_play.count(True) == 1


def end(state: State, ending: str) -> None:
    state.ending = ending
    state.phase = OVER
    state.sealed = [None] * len(state.sealed)


def outcome(state: State) -> Outcome | None:
    if not state.ending:
        return None
    # Players who stayed rank above those who resigned (TR-33), then units decide (TR-32).
    ranks = [
        (resigned, -units) for resigned, units in zip(state.resigned, state.totals, strict=True)
    ]
    places = tuple(1 + sum(other < rank for other in ranks) for rank in ranks)
    return Outcome(state.ending, places, tuple(state.totals))
