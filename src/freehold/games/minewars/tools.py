"""The tables of legality: which traits tiles have, and what each tool asks for. See `legal.py`,
and `surroundings.py` for groups and rings.

The page gets them in the view, so a rule that is changed here is changed everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Literal

from freehold.games.minewars.board.kinds import (
    BRIDGE,
    CLUSTERED,
    DECOY,
    FOUNDATION,
    LANDLIKE,
    MINE,
    MOUNTAIN,
    STRUCTURE_NAMES,
    TRAP,
    WALLS,
    WATER,
)
from freehold.games.minewars.facts import Around, Condition, Ends, Mixed, Tool

MOST_SEATS = 6

# Traits, by layers
OWN = 1 << 0
FOREIGN = 1 << 1  # somebody else's, or nobody's
RIVAL = 1 << 2  # another player's
HOME = 1 << 3  # the region's city is own
GROUND = 1 << 4  # land, or a city
CITY = 1 << 5
WET = 1 << 6
PEAK = 1 << 7
CROP = 1 << 8  # there is something to harvest
BUILT = 1 << 9  # a structure stands there
WALL = 1 << 10  # one that cannot be clicked (MW-48)
SPAN = 1 << 11  # a bridge
COMING = 1 << 12  # a structure is under construction
ITEM = 1 << 13  # a mine or a trap
LURE = 1 << 14  # a decoy
SEEN = 1 << 15
REACH = 1 << 16  # next to a tile of one's own, or across a bridge from one (MW-30)
FLAGGED = 1 << 24
# by other traits of the same tile
LAND = 1 << 25  # it plays like land: a city does not
ABROAD = 1 << 26  # land that is not own: a digit counts items there (MW-22), and is read there
SUSPECT = 1 << 27  # such land with an item, by what is seen and by own flags (MW-24)
MEMBER = 1 << 28  # it joins groups; so do clusters and walls (MW-41, MW-46)
SAFE = 1 << 29  # land that must be owned around a group
LAID = 1 << 30  # an own item lies there
# by touching tiles
NEAR = 1 << 17  # touches own land (MW-21); a bridge has ends instead
RIDGE = 1 << 18  # touches a mountain
RIVAL_RIDGE = 1 << 19  # touches one that is not own
# and by the ends of an axis
END = 1 << 20  # one end is own
BOTH_ENDS = 1 << 21
BANKS = 1 << 22  # both ends are land
PAYER = 1 << 23  # an own end lies in an own city's region

MIXED = (
    Mixed(LAND, GROUND, lacks=CITY),
    Mixed(ABROAD, LAND | FOREIGN),
    *[Mixed(SUSPECT, ABROAD | shown) for shown in (ITEM, LURE, FLAGGED)],
    Mixed(MEMBER, SUSPECT),
    Mixed(SAFE, LAND, lacks=MEMBER),
    *[Mixed(LAID, OWN | item) for item in (ITEM, LURE)],
)
TRAITS = MappingProxyType(
    {
        "OWN": OWN,
        "RIVAL": RIVAL,
        "LAND": LAND,
        "ABROAD": ABROAD,
        "SUSPECT": SUSPECT,
        "MEMBER": MEMBER,
        "SAFE": SAFE,
        "LAID": LAID,
    }
)
"""The traits that a page asks for by name."""
AROUND = (
    Around(NEAR, OWN | GROUND, CITY, unless=SPAN),
    Around(RIDGE, PEAK),
    Around(RIVAL_RIDGE, PEAK | FOREIGN),
)
ENDS = (
    Ends(END, 1, OWN),
    Ends(BOTH_ENDS, 2, OWN),
    Ends(BANKS, 2, GROUND, CITY),
    Ends(PAYER, 1, OWN | HOME),
)
BY_OTHERS = NEAR | RIDGE | RIVAL_RIDGE | END | BOTH_ENDS | BANKS | PAYER


def _no(code: str, traits: int) -> Condition:
    return Condition(code, traits, False)


def _land(code: str) -> tuple[Condition, Condition]:
    """Land; a city is not."""
    return Condition(code, GROUND), _no(code, CITY)


def _site(*more: Condition) -> tuple[Condition, ...]:
    """MW-60: one's own land in one's own city's region, without structure or construction."""
    return (
        Condition("build_not_own", OWN),
        *_land("build_not_own"),
        Condition("build_no_city", HOME),
        _no("build_taken", BUILT | COMING),
        *more,
    )


def _deploy(items: int) -> tuple[Condition, ...]:
    """MW-70"""
    return (
        Condition("deploy_not_own", OWN),
        *_land("deploy_not_own"),
        _no("deploy_structure", WALL | COMING),
        _no("deploy_item", items),
    )


YOURS = _no("yours", OWN)
NO_ITEM = _no("build_item", ITEM | LURE)
CAPTURE = (  # MW-30, MW-40, MW-48, MW-50
    YOURS,
    _no("not_land", WET),
    Condition("too_far", REACH),
    _no("a_city", CITY),
    Condition("not_land", GROUND),
    _no("walled", WALL),
)
REVEAL = (YOURS, Condition("reveal_too_far", NEAR), *_land("reveal_not_land"))  # MW-72
SMOKE = (  # MW-73: only land that is somebody's has a digit
    YOURS,
    Condition("smoke_too_far", NEAR),
    Condition("smoke_no_digit", RIVAL),
    *_land("smoke_no_digit"),
)
HARVEST = (  # MW-74
    Condition("harvest_not_own", OWN),
    _no("harvest_not_own", CITY),
    Condition("harvest_no_city", HOME),
    _no("harvest_structure", BUILT),
    Condition("harvest_nothing", CROP),
)
BULLDOZE = (  # MW-75; a bridge by the owner of both its ends (MW-64)
    Condition("bulldoze_not_own", OWN | BOTH_ENDS),
    Condition("bulldoze_nothing", BUILT),
)
BUILD_BRIDGE = (  # MW-64
    Condition("bridge_on_land", WET),
    Condition("bridge_not_beside", END),
    _no("build_taken", BUILT | COMING),
    Condition("bridge_no_ends", BANKS),
    Condition("build_no_city", PAYER),
)
LEAST_JOINED = 2
"""MW-62: a barricade closes a gap between at least two mountain clusters."""


def _strike(reach: Literal["touching", "sight"]) -> tuple[Condition, ...]:
    """MW-71; a bridge from either end (MW-64)."""
    within = SEEN if reach == "sight" else NEAR | END
    return (
        YOURS,
        Condition("strike_too_far", within),
        Condition("strike_not_land", GROUND | SPAN),
        _no("strike_not_land", CITY),
    )


def tools(prices: Mapping[str, int], reach: Literal["touching", "sight"]) -> dict[str, Tool]:
    """All tools, with the match's prices."""

    def paid(what: str, *first: tuple[int, int]) -> tuple[tuple[int, int], ...]:
        return (*first, (0, prices[what]))

    def deploy(item: str, checks: tuple[Condition, ...], *first: tuple[int, int]) -> Tool:
        return Tool(f"deploy {item}", checks, "deploy", paid(item, *first))

    def build(what: str, checks: tuple[Condition, ...]) -> Tool:
        return Tool(f"build {what}", checks, points=prices[what])

    return {
        "capture": Tool("capture", CAPTURE, "capture", minds_protection=True),
        "flag": Tool("flag", (_no("flag_own", OWN),)),
        "strike": Tool(
            "strike",
            _strike(reach),
            "strike",
            paid("strike"),
            tile_price=prices["strike_tile"],
            takes_many=True,
        ),
        "mine": deploy("mine", _deploy(ITEM), (LURE, prices["upgrade"])),
        "decoy": deploy("decoy", _deploy(ITEM | LURE)),
        "trap": deploy("trap", _deploy(ITEM | LURE)),
        "road": build("road", _site()),
        "tower": build("tower", _site(NO_ITEM)),
        "barricade": Tool(
            "build barricade",
            _site(NO_ITEM, _no("barricade_foreign", RIVAL_RIDGE)),
            points=prices["barricade"],
            takes_many=True,
            joins=LEAST_JOINED,
            anchors=RIDGE,
        ),
        "bridge": Tool("build bridge", BUILD_BRIDGE, points=prices["bridge"], along_axis=True),
        "reveal": Tool("reveal", REVEAL, "reveal", paid("reveal")),
        "smoke": Tool("smoke", SMOKE, "smoke", paid("smoke")),
        "harvest": Tool("harvest", HARVEST, "harvest"),
        "bulldoze": Tool("bulldoze", BULLDOZE, "bulldoze"),
    }


# Traits by layers

KIND_TRAITS = tuple(
    [
        GROUND * land
        | PEAK * (kind == MOUNTAIN)
        | WET * (kind == WATER)
        | MEMBER * clustered
        | CROP * ((kind < FOUNDATION and land > 0) or clustered > 0)
        for kind, (land, clustered) in enumerate(zip(LANDLIKE, CLUSTERED, strict=True))
    ]
)
STRUCTURE_TRAITS = (
    0,
    *[
        BUILT | (WALL | MEMBER) * wall | SPAN * (each == BRIDGE)
        for each, wall in enumerate(WALLS[1:], 1)
    ],
    *[COMING] * (len(STRUCTURE_NAMES) - 1),
)
ITEM_TRAITS = tuple([LURE * (item == DECOY) | ITEM * (item in (MINE, TRAP)) for item in range(5)])
FIXED_TRAITS = {
    "kind": KIND_TRAITS,
    "structure": STRUCTURE_TRAITS,
    "item": ITEM_TRAITS,
    "sight": (0, SEEN, SEEN),
    "reach": (0, REACH),
    "flag": (0, FLAGGED),
}


@lru_cache(maxsize=1_024)
def traits_of(viewer: int, owners: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
    """By layer and byte: the traits that tiles have for this viewer, while cities have these
    owners."""
    own = viewer + 1 if viewer >= 0 else -1
    whose = [
        OWN if owner == own else FOREIGN | RIVAL * (owner > 0) for owner in range(MOST_SEATS + 1)
    ]
    return {
        **FIXED_TRAITS,
        "owner": tuple(whose),
        "city": (0, *[CITY] * len(owners)),
        "region": (0, *[HOME * (owner == own) for owner in owners]),
    }
