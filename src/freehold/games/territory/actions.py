"""What a player can do, as typed structs and in its one spelling.

A declaration is one line: pasted line breaks and tabs become blanks, and control
characters are dropped (TR-11).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from freehold.game import Malformed
from freehold.games.territory.params import CELLS, SIDE
from freehold.kernel.spellings import parse_int, split_verb

STEPS: Mapping[str, int] = MappingProxyType({"U": -SIDE, "D": SIDE, "L": -1, "R": 1})  # TR-14
# For each square: where each direction leads, if that is on the map.
GOALS: tuple[Mapping[str, int], ...] = tuple(
    MappingProxyType(
        {
            way: cell + step
            for way, step in STEPS.items()
            if abs((cell + step) % SIDE - cell % SIDE) <= 1 and 0 <= cell + step < CELLS
        }
    )
    for cell in range(CELLS)
)
BREAKS = str.maketrans(dict.fromkeys("\t\n\v\f\r\x85\u2028\u2029", " "))
# Control characters, and those that change the direction of all text after them. Marks of
# direction do not.
CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


class Move(Struct, frozen=True):
    """A number of units moves one square in a direction."""

    x: int
    y: int
    direction: str
    units: int


class Declare(Struct, frozen=True, tag="declare"):
    """A sealed text: a declaration."""

    text: str


class Order(Struct, frozen=True, tag="order"):
    """A sealed sheet of moves."""

    moves: tuple[Move, ...]


Action = Declare | Order


def parse(text: str) -> Action:
    verb, rest = split_verb(text.translate(BREAKS))
    if verb == "declare":
        return Declare(clean_words(rest))
    if verb == "order":
        # Moves are separated by semicolons, or by blanks if there are no semicolons.
        sheet = "".join(rest.split()).split(";") if ";" in rest else rest.split()
        return Order(tuple(parse_move(move) for move in sheet if move))
    raise Malformed(
        f"'{verb}' is not an action of this game; write declare TEXT, or order X,Y,DIRECTION,UNITS"
        " as in order 2,3,R,5"
    )


def clean_words(text: str) -> str:
    """A declaration as it is sealed (TR-11)."""
    return CONTROLS.sub("", text.translate(BREAKS)).strip()


def spell(action: Action) -> str:
    if isinstance(action, Declare):
        return f"declare {clean_words(action.text)}".rstrip()
    return " ".join(["order", *map(spell_move, action.moves)])


def parse_move(text: str) -> Move:
    parts = text.split(",")
    if len(parts) != 4:
        raise Malformed(f"a move is written X,Y,DIRECTION,UNITS, as in 2,3,R,5; not '{text}'")
    x, y, direction, units = parts
    if direction.upper() not in STEPS:
        raise Malformed(f"the direction in '{text}' must be U, D, L or R, not '{direction}'")
    return Move(
        parse_int(x, f"x in '{text}'"),
        parse_int(y, f"y in '{text}'"),
        direction.upper(),
        parse_int(units, f"the units in '{text}'"),
    )


def spell_move(move: Move) -> str:
    return f"{move.x},{move.y},{move.direction},{move.units}"
