"""What can be done by number: each kind of action on every tile in reading order, kind after kind,
and last a bridge along each axis.

`verdicts.py` reads the view's tables of legality for all tiles at once; here it is added who may
act at all, cooldowns and money.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import compress

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
from freehold.games.minewars.facts import Around, Condition, Ends, Facts, Tool
from freehold.games.minewars.maps import parse_map
from freehold.games.minewars.maps.coasts import grid_of
from freehold.games.minewars.offers import Chances
from freehold.games.minewars.params import Params, radius_of
from freehold.games.minewars.tools import FLAGGED
from freehold.games.minewars.verdicts import Reading, Traits, answers_of, planes_of, reading_of
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
    seat, facts, found = view.viewer, view.facts, offers.chances(view, now)
    size = len(found.grid)
    if seat < 0 or facts.ending or facts.players[seat].is_out:
        return bytes((len(KINDS) + axes(found.grid)) * size)
    return planes_of(_allowed(found), size)


def _allowed(found: Chances) -> list[int]:
    """By kind: the tiles where it may be done now."""
    view, terms = found.view, found.seen.terms
    traits = tuple(view.facts.traits.items())
    reading = _reading(tuple(terms.tools.items()), terms.around, terms.ends, traits)
    answers, own, now = answers_of(reading, found.grid, view.layers), view.facts.own, found.now
    waiting = [what for what, at in own.ready.items() if at > now]
    allowed, paid, payable = [0] * len(KINDS), _paid_tiles(found), dict[int, int]()
    least = min([money for money, _ in paid], default=0)
    for use, tiles in answers.uses:
        if use.ready not in waiting:
            price = use.price
            if price > least:
                if price not in payable:
                    payable[price] = sum([where for money, where in paid if money >= price])
                tiles &= payable[price]
            allowed[KIND_OF[use.name]] |= tiles
    if view.layers["axis"] != bytes(len(found.grid)):
        _ask_at_bridges(found, allowed)
    whole = [*allowed, *answers.sites[BRIDGE]]
    if own.stunned_until:  # MW-34
        return [tiles * (kind in FLAGGING) for kind, tiles in enumerate(whole)]
    return whole


@lru_cache(maxsize=1_024)
def _reading(
    tools: tuple[tuple[str, Tool], ...],
    around: tuple[Around, ...],
    ends: tuple[Ends, ...],
    traits: Traits,
) -> Reading:
    """A tile is flagged only once, and unflagged if it is flagged."""
    named = dict(tools)
    checks = named["flag"].checks
    named["flag"] = Tool("flag", (*checks, Condition("flagged", FLAGGED, False)))
    named["unflag"] = Tool("unflag", (Condition("not_flagged", FLAGGED),))
    return reading_of(tuple(named.items()), around, ends, traits)


def _paid_tiles(found: Chances) -> list[tuple[int, int]]:
    """The money of the cities that pay, and for which tiles (MW-82). Without a city only what
    costs nothing can be done."""
    own, payers = found.view.viewer + 1, found.view.layers["payer"]
    return [
        (found.funds_of(payer), _paid_by(payers, payer))
        for payer, city in enumerate(found.view.facts.cities, 1)
        if city.owner == own
    ]


@lru_cache(maxsize=256)
def _paid_by(payers: bytes, payer: int) -> int:
    return bits_where(payers, payer)


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
