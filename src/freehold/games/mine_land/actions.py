"""What a player can do, as typed structs and in its one spelling."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from freehold.game import Malformed, Seat
from freehold.kernel.spellings import cell_name, parse_cell, parse_int, split_verb

DIRECTIONS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
)
NEXT: Seat = -1
MOST_SEATS = 1_000_000


class Step(Struct, frozen=True, tag="step"):
    """Walk one tile north, east, south or west."""

    towards: str


class Flip(Struct, frozen=True, tag="flip"):
    """Uncover a tile next to you."""

    x: int
    y: int


class Flag(Struct, frozen=True, tag="flag"):
    """Put a flag on a covered tile next to you."""

    x: int
    y: int


class Unflag(Struct, frozen=True, tag="unflag"):
    """Take the flag from a tile next to you."""

    x: int
    y: int


class Watch(Struct, frozen=True, tag="watch"):
    """Look through the eyes of a living player; NEXT is the one after the player watched now."""

    seat: Seat = NEXT


Action = Step | Flip | Flag | Unflag | Watch
OnTile = Flip | Flag | Unflag
ON_TILES: tuple[type[OnTile], ...] = (Flip, Flag, Unflag)


def parse(text: str) -> Action:
    verb, rest = split_verb(text)
    if verb == "step" and rest.lower() in DIRECTIONS:
        return Step(rest.lower())
    if verb == "watch":
        return Watch(parse_seat(rest))
    for kind in ON_TILES:
        if verb == kind.__struct_config__.tag:
            return kind(*parse_cell(rest))
    raise Malformed(
        f"'{text.strip()}' is not an action of this game; write step north, east, south or west,"
        " flip X,Y, flag X,Y or unflag X,Y, as in flip 3,4; when dead, watch next or watch SEAT"
    )


def parse_seat(text: str) -> Seat:
    if text.lower() == "next":
        return NEXT
    seat = parse_int(text, "the seat to watch")
    if not 0 <= seat < MOST_SEATS:
        raise Malformed(f"the seat to watch is a number from 0 on, or next; not '{text}'")
    return seat


def spell(action: Action) -> str:
    if isinstance(action, Step):
        if action.towards not in DIRECTIONS:
            raise ValueError(f"'{action.towards}' is not a direction")
        return f"step {action.towards}"
    if isinstance(action, Watch):
        return "watch next" if action.seat == NEXT else f"watch {action.seat}"
    return f"{action.__struct_config__.tag} {cell_name(action.x, action.y)}"
