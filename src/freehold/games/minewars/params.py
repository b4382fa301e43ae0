"""What the lobby lets a host choose: every number of the rulebook.

Prices are in hundredths of a base unit, which is settled with the map (MW-81).
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
# At least across a bridge.
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
RoundTo = Annotated[int, Meta(ge=1, le=10_000, title="money")]
LimitMs = Annotated[int, Meta(ge=0, le=86_400_000, title="ms")]
YesNo = Annotated[bool, Meta(title="yes or no")]


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    grid: Annotated[Grid, Meta(description="Hexagons touch six others, squares eight (MW-01).")] = (
        "hex"
    )
    map: Annotated[
        Picture, Meta(description="A map as a text picture, or nothing to have one made (MW-07).")
    ] = ""
    radius_tiles: Annotated[
        Tiles,
        Meta(
            description="The island's radius; 0 is 14, 17, 20, 21 or 22 for 2 to 6 players (MW-01)."
        ),
    ] = 0
    cities: Annotated[
        Cities,
        Meta(description="0 is 5, 6, 8, 10 or 12 for 2 to 6 players; 1 is one each (MW-03)."),
    ] = 0
    balance_percent: Annotated[
        Percent,
        Meta(description="The poorest region has so much of the richest's resources (MW-04)."),
    ] = 75
    items_percent: Annotated[
        OfLand,
        Meta(
            description="How much neutral land holds an item; 0 is 27 on hex, 24 on square (MW-05)."
        ),
    ] = 0
    decoys_percent: Annotated[
        Percent,
        Meta(description="How many of those items are decoys, the rest being mines (MW-05)."),
    ] = 25
    clear_steps: Annotated[
        Steps,
        Meta(description="No item is scattered within so many steps of a starting city (MW-05)."),
    ] = 2
    sight_steps: Annotated[
        Sight, Meta(description="How far a player sees from their tiles (MW-10).")
    ] = 3
    autoexpand_enemy: Annotated[
        YesNo, Meta(description="An autoexpansion takes enemy land too, not only neutral (MW-32).")
    ] = True
    breach_tiles: Annotated[
        Breach,
        Meta(description="One click takes at most this many enemy tiles; 0 is any number (MW-32)."),
    ] = 12
    protect_ms: Annotated[
        Ms, Meta(description="Captured land is safe from other players for so long (MW-31).")
    ] = 2_500
    stun_ms: Annotated[
        Ms, Meta(description="Whom a mine stuns can do nothing for so long (MW-34).")
    ] = 10_000
    blind_ms: Annotated[
        Ms, Meta(description="Whom a trap blinds gets no digits for so long (MW-34).")
    ] = 6_000
    capture_cooldown_ms: Annotated[
        Ms, Meta(description="How long a player waits between captures (MW-35).")
    ] = 400
    mine_sale_percent: Annotated[
        Percent, Meta(description="What a captured mine is sold for, of its price (MW-45).")
    ] = 75
    decoy_sale_percent: Annotated[
        Percent, Meta(description="What a captured decoy is sold for, of its price (MW-45).")
    ] = 50
    trap_sale_percent: Annotated[
        Percent, Meta(description="What a captured trap is sold for, of its price (MW-45).")
    ] = 0
    hold_ms: Annotated[
        Ms, Meta(description="All land around a city must be held for so long to take it (MW-50).")
    ] = 5_000
    city_money_percent: Annotated[
        UnitPercent, Meta(description="The money in a neutral city when it is taken (MW-53).")
    ] = 1_000
    start_money_percent: Annotated[
        UnitPercent, Meta(description="The money in a starting city (MW-53).")
    ] = 1_600
    kept_percent: Annotated[
        Percent,
        Meta(description="How much of a city's money stays when another player takes it (MW-52)."),
    ] = 50
    road_hp: Annotated[Points, Meta(description="How much damage a road bears (MW-61).")] = 3
    road_cost_percent: Annotated[
        UnitPercent, Meta(description="What a road costs, in points of construction (MW-61).")
    ] = 100
    barricade_hp: Annotated[
        Points, Meta(description="How much damage a barricade bears (MW-62).")
    ] = 8
    barricade_cost_percent: Annotated[
        UnitPercent,
        Meta(description="What a barricade costs a tile, in points of construction (MW-62)."),
    ] = 2_000
    tower_hp: Annotated[Points, Meta(description="How much damage a tower bears (MW-63).")] = 6
    tower_cost_percent: Annotated[
        UnitPercent, Meta(description="What a tower costs, in points of construction (MW-63).")
    ] = 3_000
    bridge_hp: Annotated[Points, Meta(description="How much damage a bridge bears (MW-64).")] = 4
    bridge_cost_percent: Annotated[
        UnitPercent, Meta(description="What a bridge costs, in points of construction (MW-64).")
    ] = 500
    tower_steps: Annotated[
        Sight, Meta(description="A watch tower gives full sight so far around it (MW-63).")
    ] = 5
    tower_hold_ms: Annotated[
        Ms, Meta(description="A watch tower must be surrounded for so long to be captured (MW-63).")
    ] = 0
    struck_damage: Annotated[
        Points, Meta(description="What an explosion does to a structure on its tile (MW-60).")
    ] = 2
    touched_damage: Annotated[
        Points,
        Meta(description="What an explosion does to a structure on a tile beside it (MW-60)."),
    ] = 1
    decoy_price_percent: Annotated[UnitPercent, Meta(description="What a decoy costs (MW-70).")] = (
        200
    )
    mine_price_percent: Annotated[UnitPercent, Meta(description="What a mine costs (MW-70).")] = 300
    trap_price_percent: Annotated[
        UnitPercent, Meta(description="What a flashbang trap costs (MW-70).")
    ] = 800
    upgrade_price_percent: Annotated[
        UnitPercent, Meta(description="What making an own decoy a mine costs (MW-70).")
    ] = 300
    deploy_cooldown_ms: Annotated[
        Ms, Meta(description="So long a player waits between deployments (MW-70).")
    ] = 1_000
    deploy_delay_ms: Annotated[
        Ms, Meta(description="An item lies so long after it was deployed (MW-70).")
    ] = 500
    strike_price_percent: Annotated[
        UnitPercent, Meta(description="What a strike costs, whatever its size (MW-71).")
    ] = 100
    strike_tile_price_percent: Annotated[
        UnitPercent, Meta(description="What each tile of a strike costs on top (MW-71).")
    ] = 200
    strike_cooldown_ms: Annotated[
        Ms, Meta(description="So long a player waits between strikes (MW-71).")
    ] = 1_000
    strike_delay_ms: Annotated[
        Ms, Meta(description="A strike hits so long after it was ordered (MW-71).")
    ] = 1_000
    strike_reach: Annotated[
        Reach,
        Meta(description="Strikes reach foreign tiles touching own land, or all in sight (MW-71)."),
    ] = "touching"
    reveal_price_percent: Annotated[
        UnitPercent, Meta(description="What revealing a tile costs (MW-72).")
    ] = 500
    reveal_cooldown_ms: Annotated[
        Ms, Meta(description="So long a player waits between reveals (MW-72).")
    ] = 1_000
    reveal_delay_ms: Annotated[
        Ms, Meta(description="A tile is revealed so long after it was asked for (MW-72).")
    ] = 250
    smoke_price_percent: Annotated[UnitPercent, Meta(description="What a smoke costs (MW-73).")] = (
        50
    )
    smoke_cooldown_ms: Annotated[
        Ms, Meta(description="So long a player waits between smokes (MW-73).")
    ] = 1_000
    smoke_delay_ms: Annotated[
        Ms, Meta(description="A smoke rises so long after it was ordered (MW-73).")
    ] = 500
    smoke_ms: Annotated[Ms, Meta(description="So long a smoke hides a digit (MW-73).")] = 5_000
    harvest_cooldown_ms: Annotated[
        Ms, Meta(description="So long a player waits between harvests (MW-74).")
    ] = 1_000
    harvest_land_money: Annotated[
        Money, Meta(description="What harvesting land brings (MW-74).")
    ] = 100
    harvest_land_ms: Annotated[Ms, Meta(description="How long harvesting land takes (MW-74).")] = (
        5_000
    )
    harvest_fertile_money: Annotated[
        Money, Meta(description="What harvesting fertile brings (MW-74).")
    ] = 250
    harvest_fertile_ms: Annotated[
        Ms, Meta(description="How long harvesting fertile takes (MW-74).")
    ] = 8_000
    harvest_forest_money: Annotated[
        Money, Meta(description="What harvesting forest brings (MW-74).")
    ] = 420
    harvest_forest_ms: Annotated[
        Ms, Meta(description="How long harvesting forest takes (MW-74).")
    ] = 12_000
    harvest_mountain_money: Annotated[
        Money, Meta(description="What harvesting mountain brings (MW-74).")
    ] = 600
    harvest_mountain_ms: Annotated[
        Ms, Meta(description="How long harvesting mountain takes (MW-74).")
    ] = 20_000
    bulldoze_cooldown_ms: Annotated[
        Ms, Meta(description="So long a player waits between bulldozings (MW-75).")
    ] = 2_000
    bulldoze_delay_ms: Annotated[Ms, Meta(description="How long bulldozing takes (MW-75).")] = 5_000
    bulldoze_percent: Annotated[
        Percent, Meta(description="What bulldozing brings, of the structure's cost (MW-75).")
    ] = 25
    land_resources: Annotated[
        Resources, Meta(description="What an owned tile of land gives its city (MW-80).")
    ] = 1
    fertile_resources: Annotated[
        Resources, Meta(description="What an owned tile of fertile gives its city (MW-80).")
    ] = 2
    forest_resources: Annotated[
        Resources, Meta(description="What an owned tile of forest gives its city (MW-80).")
    ] = 5
    mountain_resources: Annotated[
        Resources, Meta(description="What an owned tile of mountain gives its city (MW-80).")
    ] = 7
    foundation_resources: Annotated[
        Resources, Meta(description="What an owned tile of foundation gives its city (MW-80).")
    ] = 0
    destroyed_resources: Annotated[
        Resources, Meta(description="What an owned tile of destroyed gives its city (MW-80).")
    ] = 0
    city_resources: Annotated[
        Resources, Meta(description="What every city has of its own (MW-80).")
    ] = 25
    construction_percent: Annotated[
        Percent,
        Meta(description="The share of a city's resources that pays pending construction (MW-80)."),
    ] = 50
    round_money: Annotated[
        RoundTo, Meta(description="Amounts are rounded up to a multiple of this (MW-81).")
    ] = 100
    limit_ms: Annotated[
        LimitMs, Meta(description="The match ends after so long; 0 is no limit (MW-90).")
    ] = 900_000

    def __post_init__(self) -> None:
        if 0 < self.radius_tiles < LEAST_RADIUS_TILES:
            raise ValueError(
                f"an island of radius {self.radius_tiles} is too small;"
                f" take {LEAST_RADIUS_TILES} or more, or 0"
            )
        if self.sight_steps < LEAST_SIGHT_STEPS:
            raise ValueError(
                "players must see what they may act on, across a bridge too; take sight_steps"
                f" of {LEAST_SIGHT_STEPS} or more"
            )
        if self.map and self.radius_tiles:
            raise ValueError("a given map has its own size; leave radius_tiles at 0")
        if self.map and self.cities:
            raise ValueError("a given map has its own cities; leave cities at 0")
        if self.map:
            parse_map(self.map)  # MW-07: says what is wrong with it, and where


def radius_of(params: Params, seats: int) -> int:
    """The island's radius in tiles (MW-01)."""
    return params.radius_tiles or RADIUS_BY_SEATS[seats - 2]


def cities_of(params: Params, seats: int) -> int:
    """How many cities a made map has (MW-03): never fewer than players."""
    return max(params.cities or CITIES_BY_SEATS[seats - 2], seats)


def items_percent_of(params: Params, shape: Literal["square", "hex"]) -> int:
    """How much neutral land holds an item (MW-05)."""
    return params.items_percent or ITEMS_PERCENT[shape]


def round_up(params: Params, amount: int) -> int:
    """MW-81: to the next multiple, which is the amount itself if it is one."""
    return -(-amount // params.round_money) * params.round_money
