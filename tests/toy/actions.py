"""What a player can do, as typed structs and in its one spelling."""

from __future__ import annotations

from msgspec import Struct

from freehold.game import Malformed
from freehold.kernel.spellings import cell_name, parse_cell, split_verb


class Step(Struct, frozen=True):
    x: int
    y: int


class Mark(Struct, frozen=True):
    x: int
    y: int


class Hold(Struct, frozen=True):
    """Stand still until the cell is ours."""


class Listen(Struct, frozen=True):
    """Learn of the traps around."""


Action = Step | Mark | Hold | Listen


def parse(text: str) -> Action:
    verb, rest = split_verb(text)
    if verb == "step":
        return Step(*parse_cell(rest))
    if verb == "mark":
        return Mark(*parse_cell(rest))
    if verb in ("hold", "listen") and not rest:
        return Hold() if verb == "hold" else Listen()
    raise Malformed(
        f"'{text}' is not an action of this game; write step X,Y, mark X,Y, hold or listen"
    )


def spell(action: Action) -> str:
    if isinstance(action, Step | Mark):
        return f"{type(action).__name__.lower()} {cell_name(action.x, action.y)}"
    return type(action).__name__.lower()
