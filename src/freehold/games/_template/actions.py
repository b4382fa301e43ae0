"""What a player can do, as typed structs and in its one spelling."""

from __future__ import annotations

from msgspec import Struct

from freehold.game import Malformed
from freehold.kernel.spellings import cell_name, parse_cell, split_verb


class Claim(Struct, frozen=True):
    x: int
    y: int


def parse(text: str) -> Claim:
    verb, rest = split_verb(text)
    if verb != "claim":
        raise Malformed(f"'{verb}' is not an action of this game; write claim X,Y, as in claim 1,2")
    return Claim(*parse_cell(rest))


def spell(action: Claim) -> str:
    return f"claim {cell_name(action.x, action.y)}"
