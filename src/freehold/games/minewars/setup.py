"""The start: a map, items on it, and each player in a city of their own (MW-01 to MW-07)."""

from __future__ import annotations

from typing import Literal

from freehold.game import Setup
from freehold.games.minewars import ground, tools
from freehold.games.minewars.board.kinds import KIND_NAMES, NO_CLUSTER
from freehold.games.minewars.building import economy
from freehold.games.minewars.facts import Terms
from freehold.games.minewars.fog import knowledge
from freehold.games.minewars.maps import Map, make_map, parse_map
from freehold.games.minewars.maps.scatter import arm, scatter
from freehold.games.minewars.moves import endings
from freehold.games.minewars.params import (
    Params,
    cities_of,
    items_percent_of,
    radius_of,
)
from freehold.games.minewars.state import City, PlayerState, State
from freehold.kernel.chance import Stream
from freehold.kernel.due import put_due
from freehold.kernel.layers import Touched

HARVESTED = ("land", "fertile", "forest", "mountain")
WITH_DELAY = ("deploy", "strike", "reveal", "smoke", "bulldoze")
WITH_COOLDOWN = ("capture", "deploy", "strike", "reveal", "smoke", "harvest", "bulldoze")
PRICED = ("decoy", "mine", "trap", "upgrade", "strike", "strike_tile", "reveal", "smoke")
BUILT = ("road", "barricade", "tower", "bridge")


def shape_of(params: Params) -> Literal["square", "hex"]:
    """A given map says it itself."""
    return parse_map(params.map).shape if params.map else params.grid


def new(setup: Setup[Params]) -> State:
    chance = Stream(setup.key, "map")  # MW-07: the same key gives the same map
    found = find_map(setup.params, setup.seats, chance)
    items = scatter(
        found,
        chance,
        items_percent_of(setup.params, found.shape),
        setup.params.decoys_percent,
        setup.params.clear_steps,
    )
    items = arm(found, chance, items, setup.params.starting_mines, setup.params.starting_decoys)
    return begin(setup.params, found, items, setup.key)


def find_map(params: Params, seats: int, chance: Stream) -> Map:
    worth = economy.resources_by_kind(params)
    if params.map:
        return parse_map(params.map, worth).seated(seats)
    radius, cities = radius_of(params, seats), cities_of(params, seats)
    return make_map(
        params.grid, radius, seats, cities, chance, worth, params.balance_percent
    )  # MW-04


def begin(params: Params, found: Map, items: bytes, key: bytes) -> State:
    """The state at the first moment, of any map with any items on it."""
    state = blank(params, found, items, key)
    ground.find_clusters(state)
    for seat, city in enumerate(found.starts):  # MW-06
        settle_start(state, seat, found.cities[city])
    economy.begin(state)
    knowledge.begin(state)
    endings.note_graph(state, 0)
    if params.limit_ms:
        put_due(state.due, params.limit_ms, "limit")  # MW-90
    return state


def settle_start(state: State, seat: int, cell: int) -> None:
    """The city is the player's, and all land that touches it."""
    state.owner[cell] = seat + 1
    state.cities[state.city[cell] - 1].owner = seat + 1
    for near in state.grid.touching[cell]:
        if ground.is_land(state, near):
            state.owner[near] = seat + 1
            state.players[seat].land += 1


def blank(params: Params, found: Map, items: bytes, key: bytes) -> State:
    """The map with its items, and nobody on it."""
    cells = len(found.kinds)
    city = bytearray(cells)
    for number, cell in enumerate(found.cities):
        city[cell] = number + 1
    return State(
        params=params.kept(),
        terms=settle_terms(params, found),
        width=found.width,
        height=found.height,
        touched=Touched(found.width),
        chance=Stream(key, "play"),
        due=[],
        first_kind=bytes(found.kinds),
        city=bytes(city),
        region=bytes(found.regions),
        kind=bytearray(found.kinds),
        owner=bytearray(cells),
        item=bytearray(items),
        structure=bytearray(cells),
        pending=bytearray(cells),
        skull=bytearray(cells),
        protected=bytearray(cells),
        cluster_of=[NO_CLUSTER] * cells,
        cities=[City(cell, 0, 0, 0, 0) for cell in found.cities],
        players=[PlayerState() for _ in found.starts],
    )


# Terms


def settle_terms(params: Params, found: Map) -> Terms:
    """Everything that a player must know about this match's numbers; prices in money (MW-81)."""
    unit = economy.find_base_unit(params, found.kinds, found.regions, found.cities)
    given = economy.resources_by_kind(params)
    costs = prices(params, unit)
    return Terms(
        shape=found.shape,
        title=found.title,
        cities=found.cities,
        base_unit=unit,
        prices=costs,
        sums={kind: getattr(params, f"harvest_{kind}_money") for kind in HARVESTED},
        delays=delays(params),
        cooldowns={what: getattr(params, f"{what}_cooldown_ms") for what in WITH_COOLDOWN},
        hp={what: getattr(params, f"{what}_hp") for what in BUILT},
        resources={**dict(zip(KIND_NAMES, given, strict=True)), "city": params.city_resources},
        construction_percent=params.construction_percent,
        sight_steps=params.sight_steps,
        tower_steps=params.tower_steps,
        strike_reach=params.strike_reach,
        protect_ms=params.protect_ms,
        hold_ms=params.hold_ms,
        stun_ms=params.stun_ms,
        blind_ms=params.blind_ms,
        smoke_ms=params.smoke_ms,
        limit_ms=params.limit_ms,
        tools=tools.tools(costs, params.strike_reach),
        mixed=tools.MIXED,
        around=tools.AROUND,
        ends=tools.ENDS,
    )


def prices(params: Params, unit: int) -> dict[str, int]:
    percents = {what: getattr(params, f"{what}_price_percent") for what in PRICED}
    percents |= {what: getattr(params, f"{what}_cost_percent") for what in BUILT}
    return {what: economy.price(params, unit, percent) for what, percent in percents.items()}


def delays(params: Params) -> dict[str, int]:
    waits = {what: getattr(params, f"{what}_delay_ms") for what in WITH_DELAY}
    return waits | {f"harvest_{kind}": getattr(params, f"harvest_{kind}_ms") for kind in HARVESTED}
