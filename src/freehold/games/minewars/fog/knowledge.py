"""What each seat knows, updated where something changes (MW-10 to MW-18, MW-22, MW-34, MW-72).

Rules about this file:
1. A seat's layers are a function of the truth now and of what the seat knew before; of that, only
   kinds, its own flags and its reveals are remembered (MW-11, MW-18).
2. Every action ends with `learn`: knowledge never waits for somebody to look at it.
3. A seat's layers are written from the first to the last tile that may look different: `show`
   writes any part of them, and all of them at set-up.
4. Nothing else writes these layers, except flags.

`own` is a seat + 1 throughout, as in the layer `owner`.
"""

from __future__ import annotations

from collections.abc import Sequence

from freehold.game import Changes, Ms, Seat
from freehold.games.minewars.board.bits import (
    Span,
    bits_at,
    cells_of,
    flood,
    mask_of,
    number,
    ones,
    span_of,
    widen,
    widen_far,
)
from freehold.games.minewars.board.kinds import BRIDGE, MOUNTAIN, SHOWN_EMPTY, TO_COME, TOWER
from freehold.games.minewars.fog.digits import digits_of, reached_by, read_by
from freehold.games.minewars.protections import wipe
from freehold.games.minewars.state import Known, Sight, State
from freehold.kernel.numbered import Numbered

MOST_EVENTS = 6
"""How many of them a seat remembers."""


def begin(state: State) -> None:
    """At set-up: everyone knows all kinds as of the start (MW-11), and sees their own tiles."""
    state.known = [_blank(state) for _ in state.players]
    vars(state).pop("boards", None)
    shown = state.boards.shown
    for seat in range(state.seats):
        shown[seat] = _look(state, seat, shown[seat])
        _show(state, seat, shown[seat], (0, len(state.kind)))


def _blank(state: State) -> Known:
    blank = bytearray(len(state.kind))
    return Known(
        kind=bytearray(state.first_kind),
        sight=blank[:],
        owner=blank[:],
        digit=blank[:],
        star=blank[:],
        item=blank[:],
        structure=blank[:],
        smoke=blank[:],
        flag=blank[:],
        reach=blank[:],
        protected=blank[:],
        hp=blank[:],
        revealed=Numbered(),
    )


# Learning


def learn(state: State) -> None:
    """An action is complete: every seat learns what has changed in its sight, and what has come
    into its sight or left it."""
    boards = state.boards
    stale = state.changed | state.dirty
    moved = state.moved | state.changed & boards.items  # MW-25
    recount = widen(state.grid, moved) if moved else 0
    for seat, shown in enumerate(boards.shown):
        own = boards.own[seat + 1]
        sight = _look(state, seat, shown)
        news = stale & sight.seen | recount & own
        if sight is not shown:
            news |= sight.seen ^ shown.seen | sight.full ^ shown.full | sight.reach ^ shown.reach
        if state.reread >> seat & 1:
            news |= own
        if news:
            _show(state, seat, sight, span_of(news))
            boards.news |= news
            state.touched.viewers.add(seat)
        boards.shown[seat] = sight
    boards.news |= stale
    state.changed = state.dirty = state.moved = state.reread = 0


def changes(state: State) -> Changes:
    """For the feed: whose view may differ, and where to look first."""
    news, state.boards.news = state.boards.news, 0
    return Changes(state.touched.take_viewers(), cells_of(news))


def see_fade(state: State, faded: Sequence[bytes]) -> None:
    """Protections are over wherever these bytes showed them, and nothing else has changed there
    (MW-31)."""
    for byte in faded:
        for seat, known in enumerate(state.known):
            if wipe(known.protected, byte):
                state.touched.viewers.add(seat)


def sees(state: State, seat: Seat, cell: int) -> bool:
    """Did the seat have the tile in sight when this action began?"""
    return state.known[seat].sight[cell] > 0


def witness(state: State, now: Ms, cell: int) -> None:
    """MW-16: everybody who sees the tile sees that it explodes."""
    for seat, known in enumerate(state.known):
        if sees(state, seat, cell):
            note_event(known, "explosion", cell, now)
            state.touched.viewers.add(seat)


def note_event(known: Known, what: str, cell: int, now: Ms) -> None:
    """What a notice says must be in the view too, so that a view is all that a seat knows."""
    known.events = [*known.events[1 - MOST_EVENTS :], (what, cell, now)]


# What is in sight


def _look(state: State, seat: Seat, shown: Sight) -> Sight:
    """What the seat sees now; what was shown before if nothing that it follows from has changed."""
    boards, grid, terms = state.boards, state.grid, state.terms
    own, revealed = boards.own[seat + 1], state.known[seat].revealed
    eyes = own, boards.built[TOWER], boards.built[BRIDGE], boards.kinds[MOUNTAIN]
    if eyes == shown.eyes and not (revealed.of or shown.revealed):
        return shown
    watched = widen_far(grid, own & eyes[1], terms.tower_steps)
    near = widen_far(grid, own, terms.sight_steps) | watched  # MW-10, MW-63
    whole = flood(grid, near & eyes[3], eyes[3])  # MW-14
    full = own | watched | boards.cities  # MW-15
    seen = near | whole | full
    also = _revealed(state, revealed, seen)
    return Sight(eyes, seen, full | also, reached_by(state, seat + 1), also)


def _revealed(state: State, revealed: Numbered[int], seen: int) -> int:
    """MW-72: until the tile changes its owner or falls into fog."""
    for cell in list(revealed):
        if not seen >> cell & 1 or revealed[cell] != state.owner[cell]:
            del revealed[cell]
    return bits_at(revealed)


# What is shown on a tile, by its level of sight: MW-16


def _show(state: State, seat: Seat, sight: Sight, span: Span) -> None:
    """Write this part of the seat's layers as it sees them now."""
    known, (first, end), (_, seen, full, reach, _) = state.known[seat], span, sight
    length, part = end - first, slice(first, end)
    units, in_sight, in_full = ones(length), mask_of(seen, span), mask_of(full, span)

    def cut(layer: bytes | bytearray, mask: int) -> bytes:
        return (number(layer[part]) & mask).to_bytes(length, "little")

    memory = number(known.kind[part])
    kinds = memory ^ (memory ^ number(state.kind[part])) & in_sight  # MW-11
    known.kind[part] = kinds.to_bytes(length, "little")
    known.sight[part] = ((in_sight & units) + (in_full & units)).to_bytes(length, "little")
    known.owner[part] = cut(state.owner, in_sight)
    known.protected[part] = cut(state.protected, in_sight)
    known.item[part] = cut(state.item, in_full)
    known.reach[part] = (mask_of(reach, span) & units).to_bytes(length, "little")
    digits, stars = digits_of(state, seat + 1, read_by(state, seat + 1), span)
    known.digit[part] = digits.to_bytes(length, "little")
    known.star[part] = stars.to_bytes(length, "little")
    known.structure[part] = cut(state.structure, in_sight)
    known.hp[part] = known.smoke[part] = bytes(length)
    _show_things(state, seat, seen, full, (1 << end) - (1 << first))


def _show_things(state: State, seat: Seat, seen: int, full: int, within: int) -> None:
    """What only a few tiles have: hit points, constructions, smoke, and reveals."""
    known = state.known[seat]
    for cell in cells_of(state.boards.standing & seen & within):
        known.hp[cell] = state.structures[state.built[cell]].hp
    for cell in state.smokes:
        known.smoke[cell] = seen >> cell & 1
    for cell in known.revealed:
        known.item[cell] = state.item[cell] or SHOWN_EMPTY
    for key in [key for city in state.cities for key in city.queue]:
        structure = state.structures[key]
        is_asked = structure.kind == BRIDGE and structure.seat == seat
        for cell in cells_of(bits_at(structure.cells) & (seen if is_asked else full) & within):
            known.structure[cell] = structure.kind + TO_COME
