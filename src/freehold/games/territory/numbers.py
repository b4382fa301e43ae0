"""What can be submitted by number: five declarations, no moves, and every single move of up to
`cap_units` units (by square in reading order, then direction, then units).

A sheet of several moves is made of several numbers: join the moves of their actions.
"""

from __future__ import annotations

from functools import lru_cache

from freehold.game import Ms, Numbers, View
from freehold.games.territory.actions import GOALS, STEPS, Action, Declare, Move, Order
from freehold.games.territory.params import CELLS, SIDE, Params
from freehold.games.territory.views import (
    SENTENCES,
    Facts,
    is_ordering,
    may_say,
    may_submit,
    units_of,
)
from freehold.kernel.indices import check_index

WAYS = tuple(STEPS)
NO_MOVES = len(SENTENCES)
FIRST_MOVE = NO_MOVES + 1
NO_WORDS = bytes(len(SENTENCES))


def size(params: Params, seats: int) -> int:
    return FIRST_MOVE + CELLS * len(WAYS) * params.cap_units


def action(view: View[Facts], index: int) -> Action:
    params = view.facts.params
    check_index(index, size(params, len(view.facts.in_play)))
    if index < NO_MOVES:
        return Declare(SENTENCES[index])
    if index == NO_MOVES:
        return Order(())
    place, units = divmod(index - FIRST_MOVE, params.cap_units)
    cell, way = divmod(place, len(WAYS))
    return Order((Move(cell % SIDE, cell // SIDE, WAYS[way], units + 1),))


def index(view: View[Facts], action: Action) -> int | None:
    if isinstance(action, Declare):
        return SENTENCES.index(action.text) if action.text in SENTENCES else None
    if not action.moves:
        return NO_MOVES
    return _index_of(action.moves[0], view.facts.params) if len(action.moves) == 1 else None


def _index_of(move: Move, params: Params) -> int | None:
    is_known = move.direction in STEPS and 1 <= move.units <= params.cap_units
    if not (is_known and 0 <= move.x < SIDE and 0 <= move.y < SIDE):
        return None
    place = (move.y * SIDE + move.x) * len(WAYS) + WAYS.index(move.direction)
    return FIRST_MOVE + place * params.cap_units + move.units - 1


def mask(view: View[Facts], now: Ms) -> bytes:
    whole = size(view.facts.params, len(view.facts.in_play))
    if not may_submit(view):
        return bytes(whole)
    if is_ordering(view):
        return NO_WORDS + b"\1" + _moves(view)
    words = bytes([may_say(view, sentence) for sentence in SENTENCES])
    return words.ljust(whole, b"\0")


def _moves(view: View[Facts]) -> bytes:
    """TR-14, TR-15: any of the units on an own square, one square further."""
    cap, own = view.facts.params.cap_units, view.viewer + 1
    squares = zip(_blocks(cap), view.layers["owner"], units_of(view), strict=True)
    return b"".join(
        [block[min(units, cap) if owner == own else 0] for block, owner, units in squares]
    )


@lru_cache(maxsize=16)
def _blocks(cap: int) -> tuple[tuple[bytes, ...], ...]:
    """By square, and by the units that may leave it: the part of the mask for its moves."""
    return tuple(_block(tuple([way in goals for way in WAYS]), cap) for goals in GOALS)


@lru_cache(maxsize=256)
def _block(ways: tuple[bool, ...], cap: int) -> tuple[bytes, ...]:
    rows = [(b"\1" * units).ljust(cap, b"\0") for units in range(cap + 1)]
    return tuple(b"".join([row if open_to else bytes(cap) for open_to in ways]) for row in rows)


# What has no number


def _says_more(view: View[Facts], action: Action) -> bool:
    return isinstance(action, Declare) and action.text not in SENTENCES


def _moves_often(view: View[Facts], action: Action) -> bool:
    return isinstance(action, Order) and len(action.moves) > 1


def _moves_many(view: View[Facts], action: Action) -> bool:
    if not isinstance(action, Order) or len(action.moves) != 1:
        return False
    return action.moves[0].units > view.facts.params.cap_units


NUMBERS = Numbers(
    size=size,
    action=action,
    index=index,
    mask=mask,
    without={
        "a declaration in other words: it may be any text": _says_more,
        "a sheet of several moves: too many to count; join the moves of numbers": _moves_often,
        "a move of more units than `cap_units`: squares rarely hold more": _moves_many,
    },
)
