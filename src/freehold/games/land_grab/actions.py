"""What a player can do, as typed structs and in its one spelling."""

from __future__ import annotations

from msgspec import Struct

from freehold.game import Malformed
from freehold.kernel.spellings import cell_name, parse_cell, split_verb


class Farm(Struct, frozen=True):
    """Build a farm."""

    x: int
    y: int


class Settle(Struct, frozen=True):
    """Build a settlement: a mine for player 1, a resort for player 2."""

    x: int
    y: int


Action = Farm | Settle


def parse(text: str) -> Action:
    verb, rest = split_verb(text)
    if verb == "farm":
        return Farm(*parse_cell(rest))
    if verb == "settle":
        return Settle(*parse_cell(rest))
    raise Malformed(
        f"'{verb}' is not an action of this game; write farm X,Y or settle X,Y, as in farm 3,4"
        " (column, then row)"
    )


def spell(action: Action) -> str:
    verb = "farm" if isinstance(action, Farm) else "settle"
    return f"{verb} {cell_name(action.x, action.y)}"
