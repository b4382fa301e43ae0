"""Where a player may act, what it costs, and why not: one place for rules, bots, terminal and page.

A tile has traits, one bit each: by its layers, by the tiles that touch it, or by the two ends of
an axis. A tool has checks in order; the first that fails is the refusal. The tables are in
`tools.py` and part of the view: a page reads them and knows no rule itself.

Only what the seat knows is used. So neither a refusal nor a choice reveals a secret (MW-24), and
the rules refuse a tile exactly where a page says that they do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from freehold.game import Illegal, Seat, View, Viewer
from freehold.games.minewars.actions import ANY_AXIS
from freehold.games.minewars.board.kinds import BRIDGE, MOUNTAIN, TO_COME
from freehold.games.minewars.building.bridges import axes, axis_at, ends
from freehold.games.minewars.facts import Around, Ends, Facts, Mixed, Terms, Tool
from freehold.games.minewars.state import State
from freehold.games.minewars.tools import BY_OTHERS, traits_of
from freehold.kernel.floods import clusters
from freehold.kernel.grids import OUTSIDE, Grid, grid_of

# What a seat sees


class Seen(Struct, frozen=True):
    """What legality is worked out from: a view, or what the rules keep for it.

    It is of one moment: traits are remembered once they are asked for, because many tools ask for
    those of the same tiles.
    """

    terms: Terms
    grid: Grid
    layers: Mapping[str, bytes | bytearray]
    traits: Mapping[str, tuple[int, ...]]
    own_traits: dict[int, int] = {}
    """By tile: what `traits_at` found."""
    near_traits: dict[int, int] = {}
    """By tile: these, and those that it has by tiles that touch it."""
    own_checks: dict[str, tuple[int, int]] = {}
    """By tool: what `_checks_of_own` found."""


def seen_in(view: View[Facts]) -> Seen:
    facts, rect = view.facts, view.rect
    grid = grid_of(facts.terms.shape, rect.width, rect.height)
    return Seen(facts.terms, grid, view.layers, facts.traits)


def seen_by(state: State, seat: Seat) -> Seen:
    """The same as in the seat's view, without making one."""
    known = state.known[seat]
    layers: dict[str, bytes | bytearray] = {
        "kind": known.kind,
        "structure": known.structure,
        "item": known.item,
        "sight": known.sight,
        "reach": known.reach,
        "flag": known.flag,
        "owner": known.owner,
        "city": state.city,
        "region": state.region,
        "axis": axis_layer(state, seat),
    }
    owners = tuple([city.owner for city in state.cities])
    return Seen(state.terms, state.grid, layers, traits_of(seat, owners))


def axis_layer(state: State, seat: Seat) -> bytes:
    """MW-64: the axis + 1 of every bridge that the seat sees, complete or under construction."""
    return axes_of(state, state.known[seat].structure, seat)


def axes_of(state: State, shown: bytes | bytearray, viewer: Viewer) -> bytes:
    """The same for the bridges in a layer of structures."""
    if BRIDGE not in shown and BRIDGE + TO_COME not in shown:
        return _nothing(len(shown))
    layer = bytearray(len(shown))
    for cell, structure in enumerate(shown):
        if structure in (BRIDGE, BRIDGE + TO_COME):
            layer[cell] = axis_at(state, viewer, cell) + 1
    return bytes(layer)


@lru_cache(maxsize=64)
def _nothing(size: int) -> bytes:
    return bytes(size)


# Why not?


def traits_at(seen: Seen, cell: int) -> int:
    """The traits that a tile has by its own layers; a byte that is in no table gives none."""
    known = seen.own_traits.get(cell)
    if known is not None:
        return known
    bits, layers = 0, seen.layers
    for name, table in seen.traits.items():
        byte = layers[name][cell]
        if byte < len(table):
            bits |= table[byte]
    seen.own_traits[cell] = bits
    return bits


def _near_traits_at(seen: Seen, cell: int) -> int:
    known = seen.near_traits.get(cell)
    if known is not None:
        return known
    bits = traits_at(seen, cell)
    touching = [traits_at(seen, near) for near in seen.grid.touching[cell]]
    for each in seen.terms.around:
        if not bits & each.unless and any(fits(near, each) for near in touching):
            bits |= each.gives
    seen.near_traits[cell] = bits
    return bits


def all_traits_at(seen: Seen, cell: int, axis: int = ANY_AXIS) -> int:
    """Also those that it has by others; by the ends of an axis if one is named, or a bridge's."""
    bits = _near_traits_at(seen, cell)
    if axis == ANY_AXIS:
        axis = seen.layers["axis"][cell] - 1
    if axis != ANY_AXIS:
        bits |= _by_ends(seen, cell, axis)
    return bits


def _by_ends(seen: Seen, cell: int, axis: int) -> int:
    both = [traits_at(seen, end) for end in ends(seen.grid, cell, axis) if end != OUTSIDE]
    given = 0
    for each in seen.terms.ends:
        if [fits(end, each) for end in both].count(True) >= each.count:
            given |= each.gives
    return given


def fits(traits: int, asked: Around | Ends | Mixed) -> bool:
    return traits & asked.has == asked.has and not traits & asked.lacks


def _passed(seen: Seen, tool: Tool, cell: int, axis: int = ANY_AXIS) -> int:
    """How many of its checks a tile passes before one fails."""
    bits, is_whole = traits_at(seen, cell), False
    for number, check in enumerate(tool.checks):
        if check.traits & BY_OTHERS and not is_whole:
            bits, is_whole = all_traits_at(seen, cell, axis), True
        if bool(bits & check.traits) != check.wanted:
            return number
    return len(tool.checks)


def is_ruled_out(seen: Seen, name: str, cell: int) -> bool:
    """Does a tile fail one of a tool's checks by its own layers alone? This is quick, and true of
    most tiles; if not, the other checks may still fail."""
    checks = seen.own_checks.get(name)
    if checks is None:
        checks = seen.own_checks[name] = _checks_of_own(seen.terms.tools[name])
    unwanted, needed = checks
    bits = traits_at(seen, cell)
    return bool(bits & unwanted) or bits & needed != needed


def _checks_of_own(tool: Tool) -> tuple[int, int]:
    """The traits of which a tile may have none, and those of which it must have all."""
    unwanted = needed = 0
    for check in tool.checks:
        if not check.wanted:
            unwanted |= check.traits & ~BY_OTHERS
        elif check.traits.bit_count() == 1:
            needed |= check.traits & ~BY_OTHERS
    return unwanted, needed


def fitting_axes(seen: Seen, name: str, cell: int, named: Sequence[int]) -> tuple[list[int], str]:
    """The axes along which it may lie; if there are none, why not, for the axis that passes the
    most checks. A side that the grid does not have leads nowhere."""
    tool = seen.terms.tools[name]
    passed = [_passed(seen, tool, cell, axis) for axis in named]
    most = max(passed, default=_passed(seen, tool, cell))
    if most < len(tool.checks):
        return [], tool.checks[most].code
    return [axis for axis, each in zip(named, passed, strict=True) if each == most], ""


def why_not(seen: Seen, name: str, cell: int) -> str:
    """The code of a tool's refusal on this tile; empty where it may be used."""
    tool = seen.terms.tools[name]
    if tool.along_axis:
        return fitting_axes(seen, name, cell, range(axes(seen.grid)))[1]
    passed = _passed(seen, tool, cell)
    return tool.checks[passed].code if passed < len(tool.checks) else ""


def why_not_together(seen: Seen, name: str, cells: Sequence[int]) -> str:
    """The same for several tiles at once, each of which may be named alone."""
    tool = seen.terms.tools[name]
    if len({*cells}) < len(cells):
        return "named_twice"
    if not tool.joins:
        return ""
    if len(clusters(cells, seen.grid.touching)) > 1:
        return "barricade_apart"
    return "barricade_no_gap" if _count_joined(seen, cells) < tool.joins else ""


def _count_joined(seen: Seen, cells: Sequence[int]) -> int:
    """How many clusters of mountains these tiles touch."""
    beside = {near for cell in cells for near in seen.grid.touching[cell]}
    found = mountains(seen.grid, seen.layers["kind"])
    return len([cluster for cluster in found if not beside.isdisjoint(cluster)])


def mountains(grid: Grid, kind: bytes | bytearray) -> tuple[tuple[int, ...], ...]:
    """The clusters of mountains (MW-40)."""
    return _clusters(grid, bytes(kind.translate(IS_PEAK)))


IS_PEAK = bytes(kind == MOUNTAIN for kind in range(256))


@lru_cache(maxsize=256)
def _clusters(grid: Grid, peaks: bytes) -> tuple[tuple[int, ...], ...]:
    cells = [cell for cell, is_peak in enumerate(peaks) if is_peak]
    return tuple([tuple(sorted(piece)) for piece in clusters(cells, grid.touching)])


def check(seen: Seen, name: str, cells: Sequence[int]) -> None:
    """Raises Illegal where a tool may not be used."""
    for cell in cells:
        code = why_not(seen, name, cell)
        if code:
            raise Illegal(code)
    code = why_not_together(seen, name, cells)
    if code:
        raise Illegal(code)


# What it costs


def price_of(seen: Seen, name: str, cells: Sequence[int]) -> int:
    """The cost of a tool on these tiles, in money."""
    tool = seen.terms.tools[name]
    traits = traits_at(seen, cells[0])
    first = [price for asked, price in tool.prices if not asked or traits & asked]
    return (first[0] if first else 0) + len(cells) * tool.tile_price
