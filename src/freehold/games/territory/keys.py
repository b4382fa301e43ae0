"""The terminal's full screen: keys to speak with, and a sheet of orders put together square by
square."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec.structs import replace

from freehold.extras import Draft
from freehold.game import Key, Malformed, View
from freehold.games.territory.actions import Move, Order, parse, spell
from freehold.games.territory.params import SIDE
from freehold.games.territory.views import Facts, is_ordering, may_submit, units_of

KEYS: Mapping[str, Key] = MappingProxyType(
    {
        "t": Key("declare {text}", "declare something"),
        "n": Key("declare", "declare nothing"),
    }
)
WAYS: Mapping[str, str] = MappingProxyType({"w": "U", "a": "L", "s": "D", "d": "R"})
SIGNS = (
    "A5  five units of player A    .  free land    +  a resource square, also behind units: A5+",
)


def begin(view: View[Facts]) -> str:
    return "order" if may_submit(view) and is_ordering(view) else ""


def edit(view: View[Facts], draft: str, key: str, x: int, y: int, count: int) -> str:
    """The sheet with one more move, without its last one, or with another number of units in it."""
    order = parse(draft)
    assert isinstance(order, Order)
    moves = list(order.moves)
    if key in WAYS:
        moves = with_move(view, moves, x, y, WAYS[key], count)
    elif not moves:
        raise Malformed("there is no move on the sheet yet; w, a, s and d send units")
    elif key == "x":
        moves.pop()
    else:
        last = moves.pop()
        most = units_left(view, moves, last.x, last.y)
        units = min(max(1, last.units + (1 if key == "+" else -1)), most)
        moves.append(replace(last, units=units))
    return spell(Order(tuple(moves)))


def with_move(
    view: View[Facts], moves: list[Move], x: int, y: int, way: str, count: int
) -> list[Move]:
    """All units that are left on the square move, or as many as were asked for."""
    left = units_left(view, moves, x, y)
    if not left:
        raise Malformed(f"you have no units left on {x},{y}")
    if len(moves) >= view.facts.params.moves:
        raise Malformed(f"a sheet has at most {view.facts.params.moves} moves; x removes the last")
    return [*moves, Move(x, y, way, min(count or left, left))]


def units_left(view: View[Facts], moves: list[Move], x: int, y: int) -> int:
    """The viewer's units on a square that no move on the sheet sends away."""
    cell = y * SIDE + x
    if view.layers["owner"][cell] != view.viewer + 1:
        return 0
    return units_of(view)[cell] - sum(move.units for move in moves if (move.x, move.y) == (x, y))


DRAFT = Draft[Facts](
    keys=MappingProxyType(
        {
            "w": "send units up",
            "a": "left",
            "s": "down",
            "d": "right (all, or a number typed first: 5d)",
            "+": "one more",
            "-": "one fewer",
            "x": "remove the last move",
            "enter": "seal the sheet",
        }
    ),
    ways=MappingProxyType({(0, -1): "w", (-1, 0): "a", (0, 1): "s", (1, 0): "d"}),
    begin=begin,
    edit=edit,
)
