"""The rules of a round: submitting, sealing, closing, leaving. All checks come before all changes.

`resolution.py` carries out the orders; `endings.py` decides how a match ends.
"""

from __future__ import annotations

from freehold.game import Arrive, Illegal, Leave, Ms, Notice, Resign, Seat, Standard, TimeUp
from freehold.games.territory.actions import (
    GOALS,
    STEPS,
    Action,
    Declare,
    Move,
    Order,
    clean_words,
    spell_move,
)
from freehold.games.territory.endings import end, is_deserted
from freehold.games.territory.params import SIDE
from freehold.games.territory.resolution import resolve
from freehold.games.territory.state import (
    ORDERS,
    OVER,
    PHASES,
    Declared,
    State,
    phase_after,
    phase_words,
)

NO_MOVES = Order(())
NO_WORDS = Declare("")


def act(state: State, now: Ms, seat: Seat, action: Action | Standard) -> list[Notice]:
    if isinstance(action, Order):
        check_submission(state, seat, action)
        check_sheet(state, seat, action.moves)
        return submit(state, seat, action)
    if isinstance(action, Declare):
        check_submission(state, seat, action)
        return submit(state, seat, checked_words(state, action))
    if isinstance(action, Resign):
        return resign(state, seat)
    if isinstance(action, TimeUp):
        return run_out(state, seat)
    return come_or_go(state, seat, action)


# Submitting


def check_submission(state: State, seat: Seat, action: Action) -> None:
    phase = PHASES[state.phase]
    if type(action) is not phase.takes:  # TR-10
        raise Illegal("not_now", phase=phase_words(phase.name, state.params))
    if not state.in_play[seat]:  # TR-18, TR-33
        raise Illegal("not_in_play")


def checked_words(state: State, words: Declare) -> Declare:
    """TR-11: cleaned and trimmed; a text that is too long is refused, never cut."""
    text = clean_words(words.text)
    most = state.params.declaration_characters
    if len(text) > most:
        raise Illegal("too_long", characters=len(text), most=most)
    return Declare(text)


def check_sheet(state: State, seat: Seat, moves: tuple[Move, ...]) -> None:
    """TR-15: a sheet is refused as a whole, with the reason and the offending move."""
    if len(moves) > state.params.moves:
        raise Illegal("too_many_moves", moves=len(moves), most=state.params.moves)
    leaving: dict[int, int] = {}
    for move in moves:
        x, y, units = move.x, move.y, move.units
        if not (0 <= x < SIDE and 0 <= y < SIDE):
            raise Illegal("off_the_map", move=spell_move(move), last=SIDE - 1)
        cell = y * SIDE + x
        if move.direction not in GOALS[cell]:
            code = "off_the_map" if move.direction in STEPS else "no_such_direction"
            raise Illegal(code, move=spell_move(move), last=SIDE - 1)
        if units < 1:
            raise Illegal("no_units", move=spell_move(move))
        if state.owner[cell] != seat + 1:
            raise Illegal("not_your_square", move=spell_move(move), x=x, y=y)
        leaving[cell] = together = leaving.get(cell, 0) + units
        if together > state.units[cell]:
            facts = {"x": x, "y": y, "there": state.units[cell], "together": together}
            raise Illegal("too_many_units", move=spell_move(move), **facts)


def submit(state: State, seat: Seat, action: Action) -> list[Notice]:
    """TR-16: it replaces what was submitted before; nobody else sees either of them."""
    state.sealed[seat] = action
    return close_if_complete(state)


# Phases


def awaited(state: State) -> tuple[Seat, ...]:
    if state.phase == OVER:
        return ()
    return tuple(
        [seat for seat, sealed in enumerate(state.sealed) if sealed is None and state.in_play[seat]]
    )


def close_if_complete(state: State) -> list[Notice]:
    """TR-17: a phase closes when every player in play has submitted."""
    for seat, sealed in enumerate(state.sealed):
        if sealed is None and state.in_play[seat]:
            return []
    return close(state)


def close(state: State) -> list[Notice]:
    notices = resolve(state) if state.phase == ORDERS else reveal(state)
    if state.phase != OVER:
        state.round += state.phase == ORDERS
        state.phase = phase_after(state.phase, state.params)
        state.sealed = [None] * len(state.sealed)
        submit_for_absent(state)
    return notices


def reveal(state: State) -> list[Notice]:
    """TR-11: all declarations at once."""
    revealed = [
        Declared(state.round, state.phase + 1, seat, sealed.text)
        for seat, sealed in enumerate(state.sealed)
        if isinstance(sealed, Declare)
    ]
    state.declarations += revealed
    return [
        Notice("declared", {"seat": said.seat, "part": said.part, "text": said.text})
        for said in revealed
        if said.text
    ]


# Time, absence, giving up


def run_out(state: State, seat: Seat) -> list[Notice]:
    """TR-17: at the deadline, what is missing counts as an empty declaration or as no moves."""
    if seat not in awaited(state):
        return []
    return submit(state, seat, nothing(state))


def nothing(state: State) -> Action:
    return NO_MOVES if state.phase == ORDERS else NO_WORDS


def come_or_go(state: State, seat: Seat, action: Arrive | Leave) -> list[Notice]:
    is_away = isinstance(action, Leave)
    if state.away[seat] == is_away or state.phase == OVER:
        return []
    state.away[seat] = is_away
    notices = [Notice("left" if is_away else "arrived", {"seat": seat})]
    submit_for_absent(state)
    return notices + close_if_complete(state)


def submit_for_absent(state: State) -> None:
    """TR-17: while any player in play is present, no phase waits for absent players."""
    if True not in state.away:
        return
    players = [seat for seat, playing in enumerate(state.in_play) if playing]
    absent = [seat for seat in players if state.away[seat]]
    for seat in absent if len(absent) < len(players) else ():
        if state.sealed[seat] is None:
            state.sealed[seat] = nothing(state)


def resign(state: State, seat: Seat) -> list[Notice]:
    """TR-33: the units stay, sealed orders are void, a sealed declaration stands."""
    if state.phase == OVER or not state.in_play[seat]:
        raise Illegal("not_in_play")
    state.in_play[seat] = False
    state.resigned[seat] = True
    if state.phase == ORDERS:
        state.sealed[seat] = None
    notices = [Notice("resigned", {"seat": seat})]
    if is_deserted(state):
        end(state, "deserted")
        return notices
    return notices + close_if_complete(state)
