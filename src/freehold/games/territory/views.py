"""What a viewer may know, and nothing else.

Rules about this file:
1. Everything a seat learns passes through here. What is sealed goes to its owner alone: nobody
   else learns its words, its length or whether it was replaced.
2. Histories grow only at their end, so that a frame holds just what was added.
3. Legal leaks: that a player in play has submitted is public (TR-16). That an absent player's
   phase is filled follows from their absence, which is public too.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from freehold.game import Ms, Rect, Seat, View, Viewer
from freehold.games.territory.actions import GOALS, Action, Declare, Move, Order
from freehold.games.territory.params import CELLS, SIDE, Params
from freehold.games.territory.state import (
    ORDERS,
    OVER,
    PHASES,
    Declared,
    Ordered,
    PhaseName,
    Resolution,
    State,
)
from freehold.kernel.chance import Stream

RECT = Rect(0, 0, SIDE, SIDE)
BYTE = 256
SAMPLES = 6
LETTERS = "ABCDE"
SENTENCES = (
    "",
    "Peace along our border?",
    "I take what is free and leave the rest alone.",
    "If you attack me, I will attack you.",
    "We should all worry about the player with the most units.",
)


class Facts(Struct, frozen=True):
    params: Params
    round: int
    phase: PhaseName
    in_play: tuple[bool, ...]
    resigned: tuple[bool, ...]
    away: tuple[bool, ...]
    submitted: tuple[bool, ...]
    """For each seat: has it submitted in this phase?"""
    sealed: Action | None
    """What the viewer has submitted in this phase."""
    totals: tuple[int, ...]
    units_by_round: tuple[tuple[int, ...], ...]
    """Each seat's units at the start and after each round."""
    declarations: tuple[Declared, ...]
    orders: tuple[Ordered, ...]
    last: Resolution | None
    """The last round in steps, to be played back."""
    ending: str


def view(state: State, viewer: Viewer) -> View[Facts]:
    facts = Facts(
        state.params,
        state.round,
        PHASES[state.phase].name,
        tuple(state.in_play),
        tuple(state.resigned),
        tuple(state.away),
        tuple([sealed is not None for sealed in state.sealed]),
        state.sealed[viewer] if viewer >= 0 else None,
        tuple(state.totals),
        tuple(state.units_by_round),
        tuple(state.declarations),
        tuple(state.orders),
        state.last,
        state.ending,
    )
    low, high = split_units(state.units)
    layers = {
        "owner": bytes(state.owner),
        "units": low,
        "units_high": high,
        "resource": state.resource,
    }
    return View(viewer, facts, RECT, layers)


def split_units(units: list[int]) -> tuple[bytes, bytes]:
    """The units on each square in two layers: a square may hold more than fits into a byte."""
    if max(units) < BYTE:  # nearly always
        return bytes(units), bytes(CELLS)
    return bytes([there % BYTE for there in units]), bytes([there // BYTE for there in units])


def units_of(view: View[Facts]) -> list[int]:
    """The units on each square: the inverse of `split_units`."""
    pairs = zip(view.layers["units"], view.layers["units_high"], strict=True)
    return [low + BYTE * high for low, high in pairs]


def letter(seat: Seat) -> str:
    """A seat's name on the board and in declarations: A to E."""
    return LETTERS[seat]


# A sample of what a seat could do: there are far too many sheets to list them all


NEIGHBOURS = tuple(tuple(GOALS[cell].items()) for cell in range(CELLS))


def choices(view: View[Facts], now: Ms, rng: Stream) -> Iterator[Action]:
    """Some of what the seat may submit, or submit again, in this phase."""
    facts = view.facts
    if not may_submit(view):
        return
    if is_ordering(view):
        yield from sample_sheets(view.layers["owner"], units_of(view), facts.params, view, rng)
    else:
        yield from [Declare(sentence) for sentence in SENTENCES if may_say(view, sentence)]


def may_submit(view: View[Facts]) -> bool:
    facts = view.facts
    is_over = facts.phase == PHASES[OVER].name
    return view.viewer >= 0 and not is_over and facts.in_play[view.viewer]


def is_ordering(view: View[Facts]) -> bool:
    """Are orders submitted now, and not declarations?"""
    return view.facts.phase == PHASES[ORDERS].name


def may_say(view: View[Facts], words: str) -> bool:
    return len(words) <= view.facts.params.declaration_characters


def sample_sheets(
    owner: bytes, units: list[int], params: Params, view: View[Facts], rng: Stream
) -> Iterator[Order]:
    held = [cell for cell, mark in enumerate(owner) if mark == view.viewer + 1]
    for _ in range(SAMPLES):
        yield sample_sheet(held, units, params.moves, rng)
    yield Order(())


def sample_sheet(held: list[int], units: list[int], most: int, rng: Stream) -> Order:
    """One to `most` legal moves. One draw has enough bits for a whole move."""
    left: dict[int, int] = {}
    moves = []
    for _ in range(1 + rng.below(most)):
        bits, place = divmod(rng.bits(), len(held))
        cell = held[place]
        there = left.get(cell, units[cell])
        if there:
            bits, side = divmod(bits, len(NEIGHBOURS[cell]))
            sent = 1 + bits % there
            left[cell] = there - sent
            moves.append(Move(cell % SIDE, cell // SIDE, NEIGHBOURS[cell][side][0], sent))
    return Order(tuple(moves))


# Another state that a seat could not distinguish from this one


def redeal(state: State, seat: Seat, rng: Stream) -> State:
    """The others' sealed submissions become different ones; who has submitted does not change."""
    other = state.copy()
    for each, sealed in enumerate(state.sealed):
        if each != seat and sealed is not None:
            other.sealed[each] = another(state, each, sealed, rng)
    return other


def another(state: State, seat: Seat, sealed: Action, rng: Stream) -> Action:
    if isinstance(sealed, Declare):
        most = min(state.params.declaration_characters, 60)
        return Declare("x" * rng.below(most + 1))
    held = [cell for cell, mark in enumerate(state.owner) if mark == seat + 1]
    return sample_sheet(held, state.units, state.params.moves, rng)
