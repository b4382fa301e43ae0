"""The start: choosing starting cells, and the board laid around them (AA-02 to AA-05)."""

from __future__ import annotations

from msgspec import structs

from freehold.game import Illegal, Ms, Notice, Seat
from freehold.games.area_attack import views
from freehold.games.area_attack.laying import lay_ground
from freehold.games.area_attack.openings import claim_from
from freehold.games.area_attack.stages import begin_play, end_if_clear, note_graph, pass_marks
from freehold.games.area_attack.state import NOWHERE, State
from freehold.games.area_attack.views import is_near
from freehold.kernel.due import drop_due


def pick(state: State, seat: Seat, cell: int) -> list[Notice]:
    check_picking(state, seat)
    check_apart(state, seat, cell)
    state.picks[seat] = cell
    return []


def confirm(state: State, now: Ms, seat: Seat) -> list[Notice]:
    check_picking(state, seat)
    cell = state.picks[seat]
    if cell == NOWHERE:
        raise Illegal("no_pick")
    check_apart(state, seat, cell)
    state.confirmed[seat] = True
    notices = [Notice("confirmed", {"seat": seat})]
    must_pick_again = [
        other
        for other in range(len(state.picks))
        if not state.confirmed[other] and nearest(state, other, state.picks[other]) == seat
    ]
    if must_pick_again:  # AA-03: the first one confirmed stays
        notices.append(Notice("pick_again", {"seat": seat}, tuple(must_pick_again)))
    return notices + begin_if_ready(state, now)


def check_picking(state: State, seat: Seat) -> None:
    if state.stage:
        raise Illegal("begun_already")
    if state.confirmed[seat]:
        raise Illegal("confirmed_already")


def check_apart(state: State, seat: Seat, cell: int) -> None:
    other = nearest(state, seat, cell)
    if other is not None:
        raise Illegal("too_near", seat=other)  # AA-03


def nearest(state: State, seat: Seat, cell: int) -> Seat | None:
    """The seat whose confirmed starting cell is too close; other picks do not count (AA-03)."""
    for other, theirs in enumerate(state.picks):
        if (
            other != seat
            and cell != NOWHERE
            and state.confirmed[other]
            and is_near(state.terms, state.width, cell, theirs)
        ):
            return other
    return None


def choose_for_late(state: State, now: Ms) -> list[Notice]:
    """AA-05: the last pick if it is legal, otherwise a random legal cell."""
    notices = []
    for seat, picked in enumerate(state.picks):
        if state.confirmed[seat] or state.out[seat]:
            continue
        if picked == NOWHERE or nearest(state, seat, picked) is not None:
            legal = [c for c in range(len(state.cell)) if nearest(state, seat, c) is None]
            state.picks[seat] = state.chance.pick(legal)
        state.confirmed[seat] = True
        x, y = state.grid.place(state.picks[seat])
        notices.append(Notice("chosen", {"seat": seat, "x": x, "y": y}))
    return notices + begin_if_ready(state, now)


def begin_if_ready(state: State, now: Ms) -> list[Notice]:
    """AA-04: when all remaining players have confirmed, the board is laid."""
    waiting = [not (sure or out) for sure, out in zip(state.confirmed, state.out, strict=True)]
    if any(waiting):
        return []
    drop_due(state.due, "choose")
    starts = [cell for cell in state.picks if cell != NOWHERE]
    mine, number = lay_ground(state.chance, state.grid, state.terms.mines, starts)
    state.mine[:], state.number[:] = mine, number
    state.touched.cells.update(range(len(mine)))
    state.safe = mine.count(0)
    state.terms = structs.replace(state.terms, mines=mine.count(1))  # a gap may have taken more
    for legal in state.legal:
        legal[:] = b"\1" * len(legal)
    begin_play(state, now)
    for seat, cell in enumerate(state.picks):
        if cell != NOWHERE:
            claim_from(state, seat, cell)
    note_graph(state, now)
    begun = Notice("begun", {}, views.awake(state))
    return [begun, *pass_marks(state, now), *end_if_clear(state, now)]
