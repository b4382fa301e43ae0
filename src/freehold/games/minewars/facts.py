"""The facts of a view: what a viewer may know beside the layers. `views.py` says why.

Protection and hit points of what is in sight are layers (`protected`, `hp`), not facts: they
change tile by tile, and a patch then costs only what has changed.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Condition(Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """One condition of a tool: a tile must have one of these traits, or none of them."""

    code: str
    """The code of the refusal, if it does not (or does)."""
    traits: int
    wanted: bool = True


class Tool(Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """One way to act on a tile: where it can be used, and what it costs. See `legal.py`."""

    verb: str
    """What its actions begin with: `capture`, `deploy mine`, `build road`."""
    checks: tuple[Condition, ...]
    """In order: the first that fails is the refusal."""
    ready: str = ""
    """The cooldown it waits for, if any."""
    prices: tuple[tuple[int, int], ...] = ()
    """Traits and prices: the first entry counts that the tile has a trait of, or that needs no
    trait (0)."""
    tile_price: int = 0
    """Money for each tile, on top of that."""
    points: int = 0
    """Construction points for each tile."""
    takes_many: bool = False
    """Several tiles may be named at once."""
    joins: int = 0
    """Its tiles are connected, and touch at least this many different clusters of `mountains`."""
    anchors: int = 0
    """Each tile has one of these traits, or touches a tile that was named before it."""
    minds_protection: bool = False
    """It cannot be used on protected tiles (MW-31)."""
    along_axis: bool = False
    """It lies along an axis: each axis is checked, and if several fit, one must be named."""


class Mixed(Struct, frozen=True, omit_defaults=True):
    """Traits that tiles have by other traits of their own."""

    gives: int
    """Tiles get this"""
    has: int
    """if they have all of these"""
    lacks: int = 0
    """and none of these."""


class Around(Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """Traits that tiles have by what touches them."""

    gives: int
    """Tiles get this"""
    has: int
    """if a touching tile has all of these"""
    lacks: int = 0
    """and none of these,"""
    unless: int = 0
    """except tiles that have one of these themselves."""


class Ends(Struct, frozen=True, omit_defaults=True, cache_hash=True):
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
    """What is fixed at set-up and never changes."""

    shape: Literal["square", "hex"]
    title: str
    """The title of a given map; empty otherwise."""
    cities: tuple[int, ...]
    """The cities' cells, by city."""
    base_unit: int
    """Money: the mean of all regions' resources (MW-81)."""
    prices: dict[str, int]
    """In money: decoy, mine, trap, upgrade (a decoy to a mine), strike, strike_tile (added for each
    tile), reveal, smoke; and in construction points: road, barricade (per tile), tower, bridge."""
    sums: dict[str, int]
    """What a harvest pays, in money: land, fertile, forest, mountain (MW-74)."""
    delays: dict[str, int]
    """In ms: deploy, strike, reveal, smoke, bulldoze, and harvest_land, harvest_fertile,
    harvest_forest, harvest_mountain."""
    cooldowns: dict[str, int]
    """In ms: capture, deploy, strike, reveal, smoke, harvest, bulldoze."""
    hp: dict[str, int]
    """Of structures when they are new: road, barricade, tower, bridge."""
    resources: dict[str, int]
    """Per second: by kind, and `city` for a city's own (MW-80)."""
    construction_percent: int
    """The share of a city's resources that pays for construction (MW-80)."""
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
    """In order: a trait that one gives may be used by those after it. See `surroundings.py`."""
    around: tuple[Around, ...]
    ends: tuple[Ends, ...]

    def __hash__(self) -> int:
        """Quick to work out, and seldom the same for two matches: what follows from the terms
        alone can be looked up by them."""
        return self.base_unit + sum(self.cities)


class QueuedFacts(Struct, frozen=True):
    """A structure under construction."""

    structure: str
    cells: tuple[int, ...]
    cost: int
    paid: int
    """As of the city's `since`."""
    done_at: int
    """In ms, if nothing changes; -1 if it is never completed at this rate."""


class CityFacts(Struct, frozen=True, omit_defaults=True):
    cell: int
    owner: int
    """0 for nobody, or the seat + 1."""
    money: int = 0
    """The money at `since`. This and the following are set only for the viewer's own cities."""
    since: int = 0
    rate: int = 0
    """Money per second from `since` on."""
    income: int = 0
    """Resources per second: the rate without construction."""
    queue: tuple[QueuedFacts, ...] = ()
    hold_by: int = 0
    """For the holder and the city's owner: who holds its ring, as seat + 1 (MW-50)."""
    hold_until: int = 0


class DeedFacts(Struct, frozen=True):
    """A delayed action of the viewer's that is under way."""

    what: str
    cells: tuple[int, ...]
    at: int
    """When it happens, in ms."""


class PlayerFacts(Struct, frozen=True):
    """What everybody knows about a player (MW-91)."""

    cities: int
    kills: int
    deaths: int
    taken: int
    is_out: bool


class OwnFacts(Struct, frozen=True):
    """What a seat knows about itself."""

    ready: dict[str, int] = {}
    """By action, as in the terms' cooldowns: when it can be used again, in ms."""
    stunned_until: int = 0
    blind_until: int = 0
    deeds: tuple[DeedFacts, ...] = ()
    links: tuple[tuple[int, int], ...] = ()
    """Own cities that are connected by road, as pairs, the lower first (MW-61)."""
    events: tuple[tuple[str, int, int], ...] = ()
    """The last few events that the seat saw and that may leave no trace on the board: `explosion`
    (MW-16), or a `decoy` or `trap` that it set off with a click (MW-33); the cell; the moment."""


class Facts(Struct, frozen=True):
    terms: Terms
    cities: tuple[CityFacts, ...]
    players: tuple[PlayerFacts, ...]
    own: OwnFacts
    """Empty for a viewer without a seat."""
    traits: dict[str, tuple[int, ...]]
    """By layer and byte: the traits that a tile has through it, as bits. See `tools.py`."""
    mountains: tuple[tuple[int, ...], ...]
    """The clusters of mountains, as far as the viewer knows."""
    ending: str
    """Empty while the match runs."""
    places: tuple[int, ...]
    """After the end: each seat's place."""
    graph: tuple[tuple[int, ...], ...]
    """After the end: moments in ms, each with the land that every seat owned."""

    @property
    def shape(self) -> Literal["square", "hex"]:
        """For `View.grid`."""
        return self.terms.shape
