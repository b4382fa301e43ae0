"""The facts of a view: what a viewer may know beside the layers. `views.py` says why.

Protection and hit points of what is in sight are layers (`protected`, `hp`), not facts: they
change tile by tile, and a patch then costs in proportion to what changed.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Check(Struct, frozen=True, omit_defaults=True):
    """One condition of a tool: a tile must have one of these traits, or none of them."""

    code: str
    """Of the refusal, if it has not (or has)."""
    traits: int
    wanted: bool = True


class Tool(Struct, frozen=True, omit_defaults=True):
    """One way to act on a tile: where it may be used, and what it costs. See `legal.py`."""

    verb: str
    """What its actions begin with: `capture`, `deploy mine`, `build road`."""
    checks: tuple[Check, ...]
    """In order: the first that fails is why not."""
    ready: str = ""
    """Which of the cooldowns it waits for, if any."""
    prices: tuple[tuple[int, int], ...] = ()
    """Traits and money: the first of which the tile has one, or of which none is asked (0)."""
    tile_price: int = 0
    """Money for each tile, on top of that."""
    points: int = 0
    """Points of construction, for each tile."""
    takes_many: bool = False
    """Several tiles may be named at once."""
    joins: int = 0
    """Its tiles hang together, and touch at least as many different clusters of `mountains`."""
    anchors: int = 0
    """Traits of which each tile has one, or it touches a tile that was named before."""
    minds_protection: bool = False
    """It cannot be used on a tile while that is protected (MW-31)."""
    along_axis: bool = False
    """It lies along an axis: checks are asked for each, and if several fit, one is named."""


class Mixed(Struct, frozen=True, omit_defaults=True):
    """Traits that tiles have by other traits of their own."""

    gives: int
    """Tiles get this"""
    has: int
    """if they have all of these"""
    lacks: int = 0
    """and none of these."""


class Around(Struct, frozen=True, omit_defaults=True):
    """Traits that tiles have by what touches them."""

    gives: int
    """Tiles get this"""
    has: int
    """if a touching tile has all of these"""
    lacks: int = 0
    """and none of these,"""
    unless: int = 0
    """but for tiles that have one of these themselves."""


class Ends(Struct, frozen=True, omit_defaults=True):
    """Traits that tiles of water have by the two tiles at the ends of an axis."""

    gives: int
    """Tiles get this"""
    count: int
    """if at least this many of the two"""
    has: int
    """have all of these"""
    lacks: int = 0
    """and none of these."""


class Terms(Struct, frozen=True):
    """What was settled at set-up and never changes."""

    shape: Literal["square", "hex"]
    title: str
    """Of a map that was given; empty otherwise."""
    cities: tuple[int, ...]
    """The cities' cells, by city."""
    base_unit: int
    """Money: the mean of all regions' resources (MW-81)."""
    prices: dict[str, int]
    """In money: decoy, mine, trap, upgrade (a decoy made a mine), strike, strike_tile (for each
    tile on top of it), reveal, smoke; and in points of construction: road, barricade (a tile),
    tower, bridge."""
    sums: dict[str, int]
    """What a harvest brings, in money: land, fertile, forest, mountain (MW-74)."""
    delays: dict[str, int]
    """In ms: deploy, strike, reveal, smoke, bulldoze, and harvest_land, harvest_fertile,
    harvest_forest, harvest_mountain."""
    cooldowns: dict[str, int]
    """In ms: capture, deploy, strike, reveal, smoke, harvest, bulldoze."""
    hp: dict[str, int]
    """Of structures when they are new: road, barricade, tower, bridge."""
    resources: dict[str, int]
    """A second: by kind, and `city` for a city's own (MW-80)."""
    construction_percent: int
    """The share of a city's resources that pays pending construction (MW-80)."""
    sight_steps: int
    tower_steps: int
    strike_reach: Literal["touching", "sight"]
    protect_ms: int
    hold_ms: int
    stun_ms: int
    blind_ms: int
    smoke_ms: int
    limit_ms: int
    """0 for none (MW-90)."""
    tools: dict[str, Tool]
    """By name: capture, flag, strike, mine, decoy, trap, road, tower, barricade, bridge, reveal,
    smoke, harvest, bulldoze."""
    mixed: tuple[Mixed, ...]
    """In order: what one gives, those after it may ask for. See `surroundings.py`."""
    around: tuple[Around, ...]
    ends: tuple[Ends, ...]


class QueuedFacts(Struct, frozen=True):
    """A structure that is asked for and not yet paid."""

    structure: str
    cells: tuple[int, ...]
    cost: int
    paid: int
    """As of the city's `since`."""
    done_at: int
    """In ms, if nothing changes; -1 if it never will be at this rate."""


class CityFacts(Struct, frozen=True, omit_defaults=True):
    cell: int
    owner: int
    """0 for nobody, or the seat + 1."""
    money: int = 0
    """Of one's own cities, as is all that follows: the money at `since`."""
    since: int = 0
    rate: int = 0
    """Money a second from `since` on."""
    income: int = 0
    """Resources a second: what the rate would be were nothing built."""
    queue: tuple[QueuedFacts, ...] = ()
    hold_by: int = 0
    """To the holder and to the city's owner: who holds its ring, as seat + 1 (MW-50)."""
    hold_until: int = 0


class DeedFacts(Struct, frozen=True):
    """A delayed action of one's own that is under way."""

    what: str
    cells: tuple[int, ...]
    at: int
    """When it happens, in ms."""


class PlayerFacts(Struct, frozen=True):
    """What everybody knows of a player (MW-91)."""

    cities: int
    kills: int
    deaths: int
    taken: int
    is_out: bool


class OwnFacts(Struct, frozen=True):
    """What a seat knows of itself."""

    ready: dict[str, int] = {}
    """By action, as in the terms' cooldowns: from when on it can be done again, in ms."""
    stunned_until: int = 0
    blind_until: int = 0
    deeds: tuple[DeedFacts, ...] = ()
    links: tuple[tuple[int, int], ...] = ()
    """Own cities that are connected by road, as pairs, the lower first (MW-61)."""
    events: tuple[tuple[str, int, int], ...] = ()
    """The last few things that the seat saw and that may leave no trace on the board: `explosion`
    (MW-16), or `decoy` or `trap` that it set off by a click (MW-33); the cell; the moment in ms."""


class Facts(Struct, frozen=True):
    terms: Terms
    cities: tuple[CityFacts, ...]
    players: tuple[PlayerFacts, ...]
    own: OwnFacts
    """Empty for a viewer without a seat."""
    traits: dict[str, tuple[int, ...]]
    """By layer and its byte: the traits that a tile has by it, as bits. See `tools.py`."""
    mountains: tuple[tuple[int, ...], ...]
    """The clusters of mountains, as far as the viewer knows."""
    ending: str
    """Empty while the match runs."""
    places: tuple[int, ...]
    """After the end: each seat's place."""
    graph: tuple[tuple[int, ...], ...]
    """After the end: moments in ms, each with the land that every seat owned."""
