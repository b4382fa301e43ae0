"""The options that a host can change: every number of the rulebook.

Prices are in hundredths of a base unit, which depends on the map (MW-81).
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Annotated, Literal

from msgspec import Meta, Struct

from freehold.games.minewars.maps import parse_map

RADIUS_BY_SEATS = (14, 17, 20, 21, 22)  # for 2 to 6 players (MW-01)
CITIES_BY_SEATS = (5, 6, 8, 10, 12)  # MW-03
ITEMS_PERCENT = MappingProxyType({"hex": 27, "square": 24})  # MW-05
LEAST_RADIUS_TILES = 5
LEAST_SIGHT_STEPS = 2

Ms = Annotated[int, Meta(ge=0, le=600_000, title="ms")]
Steps = Annotated[int, Meta(ge=0, le=12, title="steps")]
# At least far enough to see across a bridge.
Sight = Annotated[int, Meta(ge=2, le=7, title="steps")]
Percent = Annotated[int, Meta(ge=0, le=100, title="percent")]
UnitPercent = Annotated[int, Meta(ge=0, le=100_000, title="% of a base unit")]
Points = Annotated[int, Meta(ge=1, le=100, title="points")]
Money = Annotated[int, Meta(ge=0, le=100_000, title="money")]
Resources = Annotated[int, Meta(ge=0, le=1_000, title="per second")]
Picture = Annotated[str, Meta(max_length=20_000, title="picture")]
Grid = Annotated[Literal["hex", "square"], Meta(title="hex or square")]
Reach = Annotated[Literal["touching", "sight"], Meta(title="touching or sight")]
Tiles = Annotated[int, Meta(ge=0, le=40, title="tiles")]
Breach = Annotated[int, Meta(ge=0, le=1_000, title="tiles")]
Cities = Annotated[int, Meta(ge=0, le=30, title="cities")]
OfLand = Annotated[int, Meta(ge=0, le=50, title="% of the land")]
Items = Annotated[int, Meta(ge=0, le=8, title="items")]
RoundTo = Annotated[int, Meta(ge=1, le=10_000, title="money")]
LimitMs = Annotated[int, Meta(ge=0, le=86_400_000, title="ms")]
YesNo = Annotated[bool, Meta(title="yes or no")]


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """What a match keeps and follows."""

    grid: Annotated[
        Grid, Meta(description="A hexagon touches six others, a square eight (MW-01).")
    ] = "hex"
    map: Annotated[
        Picture, Meta(description="A map as a text picture. Empty: a random one (MW-07).")
    ] = ""
    radius_tiles: Annotated[
        Tiles,
        Meta(
            description="The island's radius; 0: 14, 17, 20, 21 or 22 for 2 to 6 players (MW-01)."
        ),
    ] = 0
    cities: Annotated[
        Cities,
        Meta(description="0: 5, 6, 8, 10 or 12 for 2 to 6 players; 1: one per player (MW-03)."),
    ] = 0
    balance_percent: Annotated[
        Percent,
        Meta(description="Resources of the poorest region, compared to the richest (MW-04)."),
    ] = 75
    items_percent: Annotated[
        OfLand,
        Meta(description="Neutral land with items; 0: 27 on hexagons, 24 on squares (MW-05)."),
    ] = 0
    decoys_percent: Annotated[
        Percent,
        Meta(description="Share of these items that are decoys; the rest are mines (MW-05)."),
    ] = 25
    clear_steps: Annotated[
        Steps,
        Meta(description="No items within this distance of a starting city (MW-05)."),
    ] = 2
    sight_steps: Annotated[
        Sight, Meta(description="How far players see from their tiles (MW-10).")
    ] = 3
    autoexpand_enemy: Annotated[
        YesNo,
        Meta(description="Autoexpansion takes enemy land too, not only neutral land (MW-32)."),
    ] = True
    breach_tiles: Annotated[
        Breach,
        Meta(description="Maximum number of enemy tiles per click; 0 means no limit (MW-32)."),
    ] = 12
    protect_ms: Annotated[
        Ms, Meta(description="How long captured land is safe from other players (MW-31).")
    ] = 2_500
    stun_ms: Annotated[Ms, Meta(description="How long a mine stuns a player (MW-34).")] = 10_000
    blind_ms: Annotated[
        Ms, Meta(description="How long a trap hides all digits from a player (MW-34).")
    ] = 6_000
    capture_cooldown_ms: Annotated[
        Ms, Meta(description="Minimum time between two captures (MW-35).")
    ] = 400
    mine_sale_percent: Annotated[
        Percent, Meta(description="Share of its price that a captured mine is sold for (MW-45).")
    ] = 75
    decoy_sale_percent: Annotated[
        Percent, Meta(description="Share of its price that a captured decoy is sold for (MW-45).")
    ] = 50
    trap_sale_percent: Annotated[
        Percent, Meta(description="Share of its price that a captured trap is sold for (MW-45).")
    ] = 0
    hold_ms: Annotated[
        Ms, Meta(description="How long all the land around a city must be held to take it (MW-50).")
    ] = 5_000
    city_money_percent: Annotated[
        UnitPercent, Meta(description="The money in a neutral city when it is taken (MW-53).")
    ] = 1_000
    start_money_percent: Annotated[
        UnitPercent, Meta(description="The money in a starting city (MW-53).")
    ] = 1_600
    kept_percent: Annotated[
        Percent,
        Meta(
            description="Share of a city's money that stays when another player takes it (MW-52)."
        ),
    ] = 50
    road_hp: Annotated[Points, Meta(description="Damage that destroys a road (MW-61).")] = 3
    road_cost_percent: Annotated[
        UnitPercent, Meta(description="Cost of a road, in construction points (MW-61).")
    ] = 100
    barricade_hp: Annotated[
        Points, Meta(description="Damage that destroys a barricade (MW-62).")
    ] = 8
    barricade_cost_percent: Annotated[
        UnitPercent,
        Meta(description="Cost of a barricade per tile, in construction points (MW-62)."),
    ] = 2_000
    tower_hp: Annotated[Points, Meta(description="Damage that destroys a tower (MW-63).")] = 6
    tower_cost_percent: Annotated[
        UnitPercent, Meta(description="Cost of a tower, in construction points (MW-63).")
    ] = 3_000
    bridge_hp: Annotated[Points, Meta(description="Damage that destroys a bridge (MW-64).")] = 4
    bridge_cost_percent: Annotated[
        UnitPercent, Meta(description="Cost of a bridge, in construction points (MW-64).")
    ] = 500
    tower_steps: Annotated[
        Sight, Meta(description="How far a watch tower gives full sight (MW-63).")
    ] = 5
    tower_hold_ms: Annotated[
        Ms, Meta(description="How long a watch tower must be surrounded to be captured (MW-63).")
    ] = 0
    struck_damage: Annotated[
        Points,
        Meta(description="Damage that an explosion does to a structure on its tile (MW-60)."),
    ] = 2
    touched_damage: Annotated[
        Points,
        Meta(description="Damage that an explosion does to a structure next to it (MW-60)."),
    ] = 1
    decoy_price_percent: Annotated[UnitPercent, Meta(description="Price of a decoy (MW-70).")] = 200
    mine_price_percent: Annotated[UnitPercent, Meta(description="Price of a mine (MW-70).")] = 300
    trap_price_percent: Annotated[
        UnitPercent, Meta(description="Price of a flashbang trap (MW-70).")
    ] = 800
    upgrade_price_percent: Annotated[
        UnitPercent, Meta(description="Price of turning a decoy of yours into a mine (MW-70).")
    ] = 300
    deploy_cooldown_ms: Annotated[
        Ms, Meta(description="Minimum time between two deployments (MW-70).")
    ] = 1_000
    deploy_delay_ms: Annotated[
        Ms, Meta(description="How long it takes to deploy an item (MW-70).")
    ] = 500
    strike_price_percent: Annotated[
        UnitPercent, Meta(description="Price of a strike of any size (MW-71).")
    ] = 100
    strike_tile_price_percent: Annotated[
        UnitPercent, Meta(description="Additional price for each tile of a strike (MW-71).")
    ] = 200
    strike_cooldown_ms: Annotated[
        Ms, Meta(description="Minimum time between two strikes (MW-71).")
    ] = 1_000
    strike_delay_ms: Annotated[
        Ms, Meta(description="Delay between ordering a strike and its impact (MW-71).")
    ] = 1_000
    strike_reach: Annotated[
        Reach,
        Meta(description="Strikes reach foreign tiles next to your land, or all in sight (MW-71)."),
    ] = "touching"
    reveal_price_percent: Annotated[
        UnitPercent, Meta(description="Price of revealing a tile (MW-72).")
    ] = 500
    reveal_cooldown_ms: Annotated[
        Ms, Meta(description="Minimum time between two reveals (MW-72).")
    ] = 1_000
    reveal_delay_ms: Annotated[
        Ms, Meta(description="How long it takes to reveal a tile (MW-72).")
    ] = 250
    smoke_price_percent: Annotated[UnitPercent, Meta(description="Price of smoke (MW-73).")] = 50
    smoke_cooldown_ms: Annotated[
        Ms, Meta(description="Minimum time between two smokes (MW-73).")
    ] = 1_000
    smoke_delay_ms: Annotated[
        Ms, Meta(description="How long it takes for smoke to rise (MW-73).")
    ] = 500
    smoke_ms: Annotated[Ms, Meta(description="How long smoke hides a digit (MW-73).")] = 5_000
    harvest_cooldown_ms: Annotated[
        Ms, Meta(description="Minimum time between two harvests (MW-74).")
    ] = 1_000
    harvest_land_money: Annotated[Money, Meta(description="Money for harvesting land (MW-74).")] = (
        100
    )
    harvest_land_ms: Annotated[Ms, Meta(description="How long harvesting land takes (MW-74).")] = (
        5_000
    )
    harvest_fertile_money: Annotated[
        Money, Meta(description="Money for harvesting fertile land (MW-74).")
    ] = 250
    harvest_fertile_ms: Annotated[
        Ms, Meta(description="How long harvesting fertile land takes (MW-74).")
    ] = 8_000
    harvest_forest_money: Annotated[
        Money, Meta(description="Money for harvesting a forest tile (MW-74).")
    ] = 420
    harvest_forest_ms: Annotated[
        Ms, Meta(description="How long harvesting a forest tile takes (MW-74).")
    ] = 12_000
    harvest_mountain_money: Annotated[
        Money, Meta(description="Money for harvesting a mountain tile (MW-74).")
    ] = 600
    harvest_mountain_ms: Annotated[
        Ms, Meta(description="How long harvesting a mountain tile takes (MW-74).")
    ] = 20_000
    bulldoze_cooldown_ms: Annotated[
        Ms, Meta(description="Minimum time between two bulldozings (MW-75).")
    ] = 2_000
    bulldoze_delay_ms: Annotated[Ms, Meta(description="How long bulldozing takes (MW-75).")] = 5_000
    bulldoze_percent: Annotated[
        Percent, Meta(description="Share of a structure's cost returned for bulldozing it (MW-75).")
    ] = 25
    land_resources: Annotated[Resources, Meta(description="Income from a land tile (MW-80).")] = 1
    fertile_resources: Annotated[
        Resources, Meta(description="Income from a tile of fertile land (MW-80).")
    ] = 2
    forest_resources: Annotated[
        Resources, Meta(description="Income from a forest tile (MW-80).")
    ] = 5
    mountain_resources: Annotated[
        Resources, Meta(description="Income from a mountain tile (MW-80).")
    ] = 7
    foundation_resources: Annotated[
        Resources, Meta(description="Income from a foundation tile (MW-80).")
    ] = 0
    destroyed_resources: Annotated[
        Resources, Meta(description="Income from a tile of destroyed land (MW-80).")
    ] = 0
    city_resources: Annotated[
        Resources, Meta(description="Income of every city on its own (MW-80).")
    ] = 25
    construction_percent: Annotated[
        Percent,
        Meta(description="Share of a city's resources that pays for construction (MW-80)."),
    ] = 50
    round_money: Annotated[
        RoundTo, Meta(description="Amounts are rounded up to a multiple of this (MW-81).")
    ] = 100
    limit_ms: Annotated[
        LimitMs, Meta(description="Time limit for the match; 0 means no limit (MW-90).")
    ] = 900_000

    def __post_init__(self) -> None:
        if 0 < self.radius_tiles < LEAST_RADIUS_TILES:
            raise ValueError(
                f"an island of radius {self.radius_tiles} is too small;"
                f" use {LEAST_RADIUS_TILES} or more, or 0"
            )
        if self.sight_steps < LEAST_SIGHT_STEPS:
            raise ValueError(
                "players must be able to see across a bridge;"
                f" set sight_steps to {LEAST_SIGHT_STEPS} or more"
            )
        if self.map and self.radius_tiles:
            raise ValueError("the map that you set has its own size; leave radius_tiles at 0")
        if self.map and self.cities:
            raise ValueError("the map that you set has its own cities; leave cities at 0")
        if self.map:
            parse_map(self.map)  # MW-07: says what is wrong with it, and where


class Params(Rules, frozen=True):
    """And what only its first deal asks for. A match does not keep it, so matches that were
    recorded before there was any of this still have the same bytes."""

    starting_mines: Annotated[
        Items, Meta(description="Mines that each player starts with, on their first land (MW-06).")
    ] = 0
    starting_decoys: Annotated[
        Items, Meta(description="Decoys that each player starts with, on their first land (MW-06).")
    ] = 0

    def kept(self) -> Rules:
        return Rules(**{name: getattr(self, name) for name in Rules.__struct_fields__})


def radius_of(params: Params, seats: int) -> int:
    """The island's radius in tiles (MW-01)."""
    return params.radius_tiles or RADIUS_BY_SEATS[seats - 2]


def cities_of(params: Params, seats: int) -> int:
    """The number of cities on a generated map (MW-03): never fewer than players."""
    return max(params.cities or CITIES_BY_SEATS[seats - 2], seats)


def items_percent_of(params: Params, shape: Literal["square", "hex"]) -> int:
    """The percentage of neutral land that holds an item (MW-05)."""
    return params.items_percent or ITEMS_PERCENT[shape]


def round_up(params: Rules, amount: int) -> int:
    """MW-81: up to the next multiple; an amount that is one already stays."""
    return -(-amount // params.round_money) * params.round_money
