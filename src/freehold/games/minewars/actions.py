"""What a player can do, as typed structs and in its one spelling."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from freehold.game import Malformed
from freehold.kernel.spellings import cell_name, parse_cell, parse_int, split_verb

Place = tuple[int, int]
ItemName = Literal["decoy", "mine", "trap"]
StructureName = Literal["road", "barricade", "tower", "bridge"]
ANY_AXIS = -1


class Capture(Struct, frozen=True, tag="capture"):
    """Click a tile next to your own land (MW-30)."""

    x: int
    y: int


class Flag(Struct, frozen=True, tag="flag"):
    x: int
    y: int


class Unflag(Struct, frozen=True, tag="unflag"):
    x: int
    y: int


class Reveal(Struct, frozen=True, tag="reveal"):
    """Look at one foreign tile (MW-72)."""

    x: int
    y: int


class Smoke(Struct, frozen=True, tag="smoke"):
    """Hide the digit of another player's tile (MW-73)."""

    x: int
    y: int


class Harvest(Struct, frozen=True, tag="harvest"):
    """Turn a tile of yours into money and foundation (MW-74)."""

    x: int
    y: int


class Bulldoze(Struct, frozen=True, tag="bulldoze"):
    """Remove a structure of yours (MW-75)."""

    x: int
    y: int


class Strike(Struct, frozen=True, tag="strike"):
    """Blow up foreign tiles (MW-71)."""

    places: tuple[Place, ...]


class Deploy(Struct, frozen=True, tag="deploy"):
    """Lay an item on your own land (MW-70)."""

    item: ItemName
    x: int
    y: int


class Build(Struct, frozen=True, tag="build"):
    """Order a structure (MW-60)."""

    structure: StructureName
    places: tuple[Place, ...]
    axis: int = ANY_AXIS
    """For a bridge: the side, clockwise from the top, on which one of its ends lies."""


Action = Capture | Flag | Unflag | Reveal | Smoke | Harvest | Bulldoze | Strike | Deploy | Build
OnCell = Capture | Flag | Unflag | Reveal | Smoke | Harvest | Bulldoze
ON_CELLS: tuple[type[OnCell], ...] = (Capture, Flag, Unflag, Reveal, Smoke, Harvest, Bulldoze)
ITEMS: tuple[ItemName, ...] = ("decoy", "mine", "trap")
STRUCTURES: tuple[StructureName, ...] = ("road", "barricade", "tower", "bridge")


def parse(text: str) -> Action:
    verb, rest = split_verb(text)
    for kind in ON_CELLS:
        if verb == kind.__struct_config__.tag:
            return kind(*parse_cell(rest))
    if verb == "strike":
        return Strike(_parse_places(rest, "strike 3,4 3,5"))
    if verb == "deploy":
        return _parse_deploy(rest)
    if verb == "build":
        return _parse_build(rest)
    raise Malformed(
        f"'{text.strip()}' is not an action of this game; write capture X,Y, flag X,Y, unflag X,Y,"
        " strike X,Y X,Y ..., deploy mine X,Y, reveal X,Y, smoke X,Y, harvest X,Y,"
        " build tower X,Y or bulldoze X,Y, as in capture 3,4"
    )


def _parse_places(text: str, example: str) -> tuple[Place, ...]:
    if not text:
        raise Malformed(f"name at least one tile, as in {example}")
    return tuple(parse_cell(word) for word in text.split())


def _parse_deploy(text: str) -> Deploy:
    named, rest = split_verb(text)
    for item in ITEMS:
        if named == item:
            return Deploy(item, *parse_cell(rest))
    raise Malformed(f"'{named}' cannot be deployed; write deploy decoy, mine or trap, then X,Y")


def _parse_build(text: str) -> Build:
    named, rest = split_verb(text)
    for structure in STRUCTURES:
        if named == structure:
            return _parse_built(structure, rest)
    raise Malformed(f"'{named}' cannot be built; write build road, barricade, tower or bridge X,Y")


def _parse_built(structure: StructureName, text: str) -> Build:
    words = text.split()
    axis = ANY_AXIS
    if structure == "bridge" and len(words) == 2 and "," not in words[1]:
        axis = parse_int(words.pop(), "the bridge's axis")
        if axis < 0:
            raise Malformed("the bridge's axis is counted from 0, as in build bridge 3,4 1")
    places = _parse_places(" ".join(words), f"build {structure} 3,4")
    if structure != "barricade" and len(places) > 1:
        raise Malformed(f"a {structure} takes one tile; build them one by one")
    return Build(structure, places, axis)


def spell(action: Action) -> str:
    if isinstance(action, Strike):
        return f"strike {_spell_places(action.places)}"
    if isinstance(action, Deploy):
        return f"deploy {action.item} {cell_name(action.x, action.y)}"
    if isinstance(action, Build):
        axis = "" if action.axis == ANY_AXIS else f" {action.axis}"
        return f"build {action.structure} {_spell_places(action.places)}{axis}"
    return f"{action.__struct_config__.tag} {cell_name(action.x, action.y)}"


def _spell_places(places: tuple[Place, ...]) -> str:
    return " ".join(cell_name(x, y) for x, y in places)
