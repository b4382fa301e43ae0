"""What can be done by number: each kind of action on every tile in reading order, kind after kind,
and last a bridge along each axis.

`verdicts.py` reads the view's tables of legality for all tiles at once; here it is added who may
act at all, cooldowns and money.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from itertools import compress

from msgspec import Struct

from freehold.game import Ms, Numbers, View
from freehold.games.minewars import offers
from freehold.games.minewars.actions import (
    ITEMS,
    ON_CELLS,
    STRUCTURES,
    Action,
    Build,
    Deploy,
    Strike,
)
from freehold.games.minewars.board.bits import bits_where
from freehold.games.minewars.building.bridges import axes
from freehold.games.minewars.facts import Condition, Facts, Terms, Tool
from freehold.games.minewars.maps import parse_map
from freehold.games.minewars.maps.coasts import grid_of
from freehold.games.minewars.offers import Chances, funds_of
from freehold.games.minewars.params import Params, radius_of
from freehold.games.minewars.tools import FLAGGED
from freehold.games.minewars.verdicts import (
    Answers,
    Reading,
    answers_of,
    planes_of,
    reading_of,
)
from freehold.kernel.indices import check_index, index_of, kind_at

BRIDGE = STRUCTURES[-1]
ON_TILE = tuple([str(kind.__struct_config__.tag) for kind in ON_CELLS])
KINDS = (*ON_TILE, "strike", *ITEMS, *STRUCTURES[:-1])
"""Kinds of actions, and after them the bridges. Tools are called the same."""
KIND_OF = {name: kind for kind, name in enumerate(KINDS)}
FLAGGING = (KIND_OF["flag"], KIND_OF["unflag"])
"""What even a stunned player may do (MW-35)."""


def size(params: Params, seats: int) -> int:
    if params.map:
        grid = parse_map(params.map).grid
    else:
        grid = grid_of(params.grid, radius_of(params, seats))
    return (len(KINDS) + axes(grid)) * len(grid)


# Numbers and actions


def action(view: View[Facts], index: int) -> Action:
    grid = view.grid
    check_index(index, (len(KINDS) + axes(grid)) * len(grid))
    kind, x, y = kind_at(grid, index)
    if kind < len(ON_CELLS):
        return ON_CELLS[kind](x, y)
    for item in ITEMS:
        if kind == KIND_OF[item]:
            return Deploy(item, x, y)
    for structure in STRUCTURES[:-1]:
        if kind == KIND_OF[structure]:
            return Build(structure, ((x, y),))
    return Strike(((x, y),)) if kind < len(KINDS) else Build(BRIDGE, ((x, y),), kind - len(KINDS))


def index(view: View[Facts], action: Action) -> int | None:
    if isinstance(action, Strike | Build):
        if len(action.places) != 1:
            return None
        ((x, y),) = action.places
    else:
        x, y = action.x, action.y
    kind = _kind_of(action, axes(view.grid))
    return None if kind is None else index_of(view.grid, kind, x, y)


def _kind_of(action: Action, axes: int) -> int | None:
    if isinstance(action, Deploy):
        return KIND_OF[action.item]
    if isinstance(action, Build) and action.structure == BRIDGE:
        return len(KINDS) + action.axis if 0 <= action.axis < axes else None
    if isinstance(action, Build):
        return KIND_OF[action.structure]
    return KIND_OF[str(action.__struct_config__.tag)]


# The mask


def mask(view: View[Facts], now: Ms) -> bytes:
    grid, seat, facts = view.grid, view.viewer, view.facts
    if seat < 0 or facts.ending or facts.players[seat].is_out:
        return bytes((len(KINDS) + axes(grid)) * len(grid))
    own, traits = facts.own, facts.traits
    reading = _reading(facts.terms, tuple(traits), tuple(traits.values()))
    waiting = tuple([what for what, at in own.ready.items() if at > now])
    ready = _ready(reading, waiting, bool(own.stunned_until))
    payable = _payable(reading.prices, view.layers["payer"], _payers(view, now, reading.prices))
    answers = answers_of(reading, grid, view.layers, ready.last)
    if view.layers["axis"] == bytes(len(grid)):
        return _mask(answers, ready, payable)
    allowed = _allowed(answers, ready, payable)
    if not own.stunned_until:
        _ask_at_bridges(offers.chances(view, now), allowed)
    return planes_of(allowed, len(grid))


@lru_cache(maxsize=1_024)
def _reading(terms: Terms, layers: tuple[str, ...], tables: tuple[tuple[int, ...], ...]) -> Reading:
    """A tile is flagged only once, and unflagged if it is flagged."""
    named = {**terms.tools}
    checks = named["flag"].checks
    named["flag"] = Tool("flag", (*checks, Condition("flagged", FLAGGED, False)))
    named["unflag"] = Tool("unflag", (Condition("not_flagged", FLAGGED),))
    traits = tuple(zip(layers, tables, strict=True))
    return reading_of(tuple(named.items()), terms.around, terms.ends, traits)


class _Ready(Struct, frozen=True, eq=False):
    """What need not wait for a cooldown or the end of a stun."""

    uses: tuple[tuple[int, int, int], ...]
    """Kinds of actions, their questions, and the places of their prices in the reading."""
    bridges: bool
    last: int
    """The stage that answers the last of these questions."""


@lru_cache(maxsize=1_024)
def _ready(reading: Reading, waiting: tuple[str, ...], is_stunned: bool) -> _Ready:
    """Stunned players may only flag (MW-34, MW-35)."""
    uses, stages = list[tuple[int, int, int]](), [0]
    for use in reading.uses:
        kind = KIND_OF[use.name]
        if use.ready not in waiting and (kind in FLAGGING or not is_stunned):
            uses.append((kind, use.question, reading.prices.index(use.price)))
            stages.append(use.stage)
    if not is_stunned:
        stages += [use.stage for use in reading.axis_uses]
    return _Ready(tuple(uses), not is_stunned, max(stages))


Paid = tuple[tuple[int, int], ...]
"""The cities that pay (MW-82), by number + 1, and how many of the prices each can pay."""


def _payers(view: View[Facts], now: Ms, prices: tuple[int, ...]) -> Paid:
    own, facts = view.viewer + 1, view.facts
    return tuple(
        [
            (payer, bisect_right(prices, funds_of(facts, payer, now)))
            for payer, city in enumerate(facts.cities, 1)
            if city.owner == own
        ]
    )


@lru_cache(maxsize=1_024)
def _payable(prices: tuple[int, ...], payers: bytes, paid: Paid) -> tuple[int, ...]:
    """By price: the tiles where it can be paid, -1 for all. Without a city only what costs nothing
    can be done."""
    least = min([count for _, count in paid], default=bisect_right(prices, 0))
    found = [-1] * least
    for place in range(least, len(prices)):
        found.append(sum([_paid_by(payers, payer) for payer, count in paid if place < count]))
    return tuple(found)


@lru_cache(maxsize=256)
def _paid_by(payers: bytes, payer: int) -> int:
    return bits_where(payers, payer)


def _allowed(answers: Answers, ready: _Ready, payable: tuple[int, ...]) -> list[int]:
    """By kind: the tiles where it may be done now."""
    allowed, passed = [0] * len(KINDS), answers.passed
    for kind, question, price in ready.uses:
        allowed[kind] |= passed[question] & payable[price]
    sites = answers.sites[BRIDGE]
    return [*allowed, *(sites if ready.bridges else (0,) * len(sites))]


@lru_cache(maxsize=32)
def _mask(answers: Answers, ready: _Ready, payable: tuple[int, ...]) -> bytes:
    return planes_of(_allowed(answers, ready, payable), len(answers.grid))


def _ask_at_bridges(found: Chances, allowed: list[int]) -> None:
    """Tile by tile."""
    for cell in compress(range(len(found.grid)), found.view.layers["axis"]):
        tile = 1 << cell
        for kind, name in enumerate(KINDS):
            if kind not in FLAGGING:
                fits = found.may(name, cell) and found.can_pay(name, cell)
                is_allowed = fits and found.is_ready(name)
                allowed[kind] = allowed[kind] | tile if is_allowed else allowed[kind] & ~tile


# What has no number


def _strikes_many(view: View[Facts], action: Action) -> bool:
    return isinstance(action, Strike) and len(action.places) != 1


def _walls_many(view: View[Facts], action: Action) -> bool:
    return isinstance(action, Build) and len(action.places) != 1


def _leaves_axis_open(view: View[Facts], action: Action) -> bool:
    is_bridge = isinstance(action, Build) and action.structure == BRIDGE
    return is_bridge and index(view, action) is None


NUMBERS = Numbers(
    size=size,
    action=action,
    index=index,
    mask=mask,
    without={
        "a strike on several tiles: too many sets of tiles to count": _strikes_many,
        "a barricade on several tiles: too many sets of tiles to count": _walls_many,
        "a bridge without its own axis: it has a number by its axis": _leaves_axis_open,
    },
)
