"""What a player can do, as typed structs and in its one spelling."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from freehold.game import Malformed
from freehold.kernel.spellings import cell_name, parse_cell, split_verb


class Pick(Struct, frozen=True, tag="pick"):
    """Choose a starting cell; you can change it until you confirm."""

    x: int
    y: int


class Confirm(Struct, frozen=True, tag="confirm"):
    """Confirm the starting cell."""


class Open(Struct, frozen=True, tag="open"):
    """Uncover a cell."""

    x: int
    y: int


class Chord(Struct, frozen=True, tag="chord"):
    """Uncover around a number of your own whose mines are all flagged or revealed."""

    x: int
    y: int


class Flag(Struct, frozen=True, tag="flag"):
    """Mark a covered cell as a mine; only you can see it."""

    x: int
    y: int


class Unflag(Struct, frozen=True, tag="unflag"):
    """Remove the mark."""

    x: int
    y: int


Action = Pick | Confirm | Open | Chord | Flag | Unflag
OnCell = Pick | Open | Chord | Flag | Unflag
ON_CELLS: Mapping[str, type[OnCell]] = MappingProxyType(
    {str(kind.__struct_config__.tag): kind for kind in (Pick, Open, Chord, Flag, Unflag)}
)
VERBS: Mapping[type, str] = MappingProxyType({kind: verb for verb, kind in ON_CELLS.items()})


def parse(text: str) -> Action:
    verb, rest = split_verb(text)
    if verb == "confirm" and not rest:
        return Confirm()
    if verb in ON_CELLS:
        return ON_CELLS[verb](*parse_cell(rest))
    raise Malformed(
        f"'{text.strip()}' is not an action of this game; write pick X,Y or confirm, and then"
        " open X,Y, chord X,Y, flag X,Y or unflag X,Y, as in open 3,4"
    )


def spell(action: Action) -> str:
    if isinstance(action, Confirm):
        return "confirm"
    return f"{VERBS[type(action)]} {cell_name(action.x, action.y)}"
