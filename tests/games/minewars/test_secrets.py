"""Secrets: law 5 must catch each of these planted leaks, and find none in the game as it is.

Some leaks wrap the game's record, some the rules or the feed under it. The table is such that
players are often blind, smoked, watched from towers and building, for that is where most could
leak.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from freehold.game import PUBLIC, TRUTH, AnyGame, Illegal, Ms, Notice, Seat, Setup, View, Viewer
from freehold.games.minewars import GAME as HONEST
from freehold.games.minewars import ground, offers, protections, rules, setup, views
from freehold.games.minewars.actions import Capture, Strike
from freehold.games.minewars.board.kinds import FOG, FULL, LIMITED, MINE, TOWER, TRAP
from freehold.games.minewars.building import economy
from freehold.games.minewars.facts import CityFacts, Facts, PlayerFacts
from freehold.games.minewars.fog import knowledge
from freehold.games.minewars.fog.digits import true_digits
from freehold.games.minewars.moves import endings
from freehold.games.minewars.params import Params
from freehold.games.minewars.state import State, Structure
from freehold.kernel.chance import Stream
from freehold.kernel.due import DueList, put_due
from freehold.testing.law_5 import Leak
from freehold.testing.trials import At
from tests.games.minewars.naive_sight import own_cells, watched_cells
from tests.games_under_test import check_law_5
from tests.laws.leaks import (
    Patch,
    Plant,
    common_numbers,
    empty_frames,
    leak_on_return,
    leak_refusal,
    leak_view,
    with_layer,
)

WOODS = """
grid: square
~~~~~~~~~~~~~~~~~~
~......%%%%......~
~.1..%%%..%%%....~
~......,....%%...~
~..^^......,.%%..~
~..^....C.....%..~
~..%%......^^....~
~...%%%....^..,..~
~.....%%%.....2..~
~..,....%%%%.....~
~~~~~~~~~~~~~~~~~~
"""
"""Long forests, of which a player seldom sees all."""
MURKY = Params(
    map=WOODS,
    items_percent=25,
    tower_steps=3,
    start_money_percent=100_000,
    trap_price_percent=0,
    smoke_price_percent=0,
    smoke_ms=60_000,
    strike_delay_ms=100,
    strike_cooldown_ms=100,
    smoke_cooldown_ms=100,
    deploy_cooldown_ms=100,
    blind_ms=30_000,
    protect_ms=400,
    stun_ms=800,
    hold_ms=20_000,
    road_cost_percent=100,
    tower_cost_percent=100,
    barricade_cost_percent=10,
    bridge_cost_percent=10,
    harvest_land_ms=600,
    harvest_fertile_ms=600,
    harvest_forest_ms=600,
    harvest_mountain_ms=600,
    limit_ms=50_000,
)
TABLE = At(2, MURKY)
PAIRS = 300
BLIND_MS = 25_000


def new(given: Setup[Params]) -> State:
    """Every second mine is a trap. Both players begin with a tower; the first is blind for a
    while, all of the second's land is smoked."""
    state = setup.new(given)
    mines = [cell for cell, item in enumerate(state.item) if item == MINE]
    for cell in mines[::2]:
        ground.lay(state, cell, TRAP)
    for seat in range(state.seats):
        land = [cell for cell in own_cells(state, seat) if ground.is_land(state, cell)]
        build_tower(state, seat, min(land))
    for cell in land:
        ground.raise_smoke(state, cell, state.terms.smoke_ms)
    state.players[0].blind_until = BLIND_MS
    put_due(state.due, BLIND_MS, "blind", 0)
    state.changed = state.dirty = state.moved = 0
    state.fresh.clear()
    economy.begin(state)
    knowledge.begin(state)
    return state


def build_tower(state: State, seat: Seat, cell: int) -> None:
    hp, city = state.terms.hp["tower"], state.region[cell] - 1
    ground.complete(state, ground.plan(state, Structure(TOWER, (cell,), hp, city, seat, 1)))


GAME = replace(HONEST, new=new)


def leak_layer(name: str, told: Callable[[State, Seat, int], int | None]) -> Plant:
    """A layer that says something of its own on some tiles, to those who have a seat."""

    def leaky(state: State, viewer: Viewer) -> View[Facts]:
        known = views.view(state, viewer)
        if viewer < 0:
            return known
        layer = bytearray(known.layers[name])
        for cell in range(len(layer)):
            value = told(state, viewer, cell)
            if value is not None:
                layer[cell] = value
        return with_layer(known, name, bytes(layer))

    return leak_view(GAME, leaky)


def sight(state: State, seat: Seat, cell: int) -> int:
    return state.known[seat].sight[cell]


def leak_facts(change: Callable[[State, Viewer, Facts], Facts]) -> Plant:
    def leaky(state: State, viewer: Viewer) -> View[Facts]:
        known = views.view(state, viewer)
        return structs.replace(known, facts=change(state, viewer, known.facts))

    return leak_view(GAME, leaky)


# In the layers


def owner_behind_fog(state: State, seat: Seat, cell: int) -> int | None:
    return state.owner[cell] if sight(state, seat, cell) == FOG else None


def kind_behind_fog(state: State, seat: Seat, cell: int) -> int | None:
    return state.kind[cell]


def structure_behind_fog(state: State, seat: Seat, cell: int) -> int | None:
    return state.structure[cell] if sight(state, seat, cell) == FOG else None


def pending_in_limited_sight(state: State, seat: Seat, cell: int) -> int | None:
    is_limited = sight(state, seat, cell) == LIMITED
    return state.pending[cell] + 4 if is_limited and state.pending[cell] else None


def item_in_limited_sight(state: State, seat: Seat, cell: int) -> int | None:
    return state.item[cell] if sight(state, seat, cell) == LIMITED else None


def item_at_the_edge_of_a_tower(state: State, seat: Seat, cell: int) -> int | None:
    """One step too far."""
    around = state.grid.touching[cell]
    is_near = any(near in watched_cells(state, seat) for near in around)
    return state.item[cell] if is_near and sight(state, seat, cell) < FULL else None


def items_beside(state: State, cell: int) -> int:
    return len([near for near in state.grid.touching[cell] if state.item[near]])


def digit_while_blind(state: State, seat: Seat, cell: int) -> int | None:
    is_own = state.owner[cell] == seat + 1 and state.players[seat].blind_until > 0
    return items_beside(state, cell) if is_own else None


def digit_while_smoked(state: State, seat: Seat, cell: int) -> int | None:
    is_own = state.owner[cell] == seat + 1 and cell in state.smokes
    return items_beside(state, cell) if is_own else None


def anybodys_digit(state: State, seat: Seat, cell: int) -> int | None:
    is_others = state.owner[cell] not in (0, seat + 1) and sight(state, seat, cell)
    return items_beside(state, cell) if is_others else None


def smoke_behind_fog(state: State, seat: Seat, cell: int) -> int | None:
    return int(cell in state.smokes)


def protection_behind_fog(state: State, seat: Seat, cell: int) -> int | None:
    return int(state.protected[cell] > 0)


def flags_of_all(state: State, seat: Seat, cell: int) -> int | None:
    return int(any(known.flag[cell] for known in state.known))


def safe_reach(state: State, seat: Seat, cell: int) -> int | None:
    """Choices are worked out from this layer: no mine is among them."""
    return 0 if state.item[cell] else None


def true_digits_for_watchers(state: State, viewer: Viewer) -> View[Facts]:
    known = views.view(state, viewer)
    if viewer != PUBLIC:
        return known
    return with_layer(known, "digit", true_digits(state)[0])


def owners_for_watchers(state: State, viewer: Viewer) -> View[Facts]:
    return all_owners(state, viewer) if viewer == PUBLIC else views.view(state, viewer)


def all_owners(state: State, viewer: Viewer) -> View[Facts]:
    return with_layer(views.view(state, viewer), "owner", bytes(state.owner))


# In the facts


def with_cities(facts: Facts, cities: list[CityFacts]) -> Facts:
    return structs.replace(facts, cities=tuple(cities))


def clusters_seen_in_part(state: State, viewer: Viewer, facts: Facts) -> Facts:
    """How large each cluster is of which a tile is seen: of a forest that is not known."""
    if viewer < 0:
        return facts
    seen = state.known[viewer].sight
    every = [state.clusters[key] for key in state.clusters]
    sizes = [len(each.cells) for each in every if any(seen[cell] for cell in each.cells)]
    return structs.replace(facts, graph=tuple((size,) for size in sizes))


def money_of_others(state: State, viewer: Viewer, facts: Facts) -> Facts:
    return with_cities(facts, [views.city_facts(state, city, TRUTH) for city in state.cities])


def queue_of_others(state: State, viewer: Viewer, facts: Facts) -> Facts:
    pairs = zip(state.cities, facts.cities, strict=True)
    return with_cities(
        facts, [structs.replace(each, income=len(city.queue)) for city, each in pairs]
    )


def land_of_others(state: State, viewer: Viewer, facts: Facts) -> Facts:
    pairs = zip(state.players, facts.players, strict=True)
    told: list[PlayerFacts] = [structs.replace(each, kills=player.land) for player, each in pairs]
    return structs.replace(facts, players=tuple(told))


def deeds_of_others(state: State, viewer: Viewer, facts: Facts) -> Facts:
    return structs.replace(facts, graph=tuple((deed.at,) for deed in state.deeds.values()))


def length_by_items(state: State, viewer: Viewer, facts: Facts) -> Facts:
    laid = [item for item in state.item[: len(state.item) // 2] if item]
    return structs.replace(facts, graph=((0,),) * (len(laid) % 16))


def keys_of_things(state: State, viewer: Viewer, facts: Facts) -> Facts:
    """How many things were ever made."""
    return structs.replace(facts, places=(state.next_id,))


# In refusals, choices and notices


def refusal_describes_the_tile(state: State, action: Any, refused: Illegal) -> None:
    if refused.code == "too_far":
        cell = action.y * state.width + action.x
        refused.facts["tile"] = (state.owner[cell], state.kind[cell], state.item[cell])


def refusal_with_a_tick(state: State, action: Any, refused: Illegal) -> None:
    refused.facts["tick"] = state.next_id


def refusal_before_reach(state: State, action: Any, refused: Illegal) -> None:
    """What lies there is asked before whether it is in reach."""
    if refused.code == "too_far" and state.item[action.y * state.width + action.x]:
        refused.code = "walled"


def price_by_items(patch: Patch) -> AnyGame:
    """A strike on a mine costs more: what is left tells what was there."""
    honest = rules.act

    def act(state: State, now: Ms, seat: Seat, action: Any) -> list[Notice]:
        if isinstance(action, Strike) and all(state.grid.has(*place) for place in action.places):
            cells = [state.grid.cell(*place) for place in action.places]
            if sum(state.item[cell] for cell in cells) > 2:
                raise Illegal("too_dear", price=1, money=0)
        return honest(state, now, seat, action)

    return replace(GAME, act=act)


def preview_by_items(patch: Patch) -> AnyGame:
    """Choices that know the state: the safe captures first."""
    states: dict[int, State] = {}

    def view(state: State, viewer: Viewer) -> View[Facts]:
        states[viewer] = state
        return views.view(state, viewer)

    def choices(view: View[Facts], now: Ms, rng: Stream) -> Any:
        offered = list(offers.choices(view, now, rng))
        item, width = states[view.viewer].item, view.rect.width
        captures = [each for each in offered if isinstance(each, Capture)]
        return iter([each for each in captures if not item[each.y * width + each.x]])

    return replace(GAME, view=view, choices=choices)


def explosions_for_all(patch: Patch) -> AnyGame:
    patch.setattr(views, "who_sees", lambda state, cells: None)
    return GAME


def protection_that_fades_when_others_act(patch: Patch) -> AnyGame:
    """No moment of its own: the next action makes the rules forget it."""

    def put_due_but_fades(due: DueList, at: Ms, what: str, *about: int) -> None:
        if what != "fade":
            put_due(due, at, what, *about)

    honest = endings.note_graph

    def forget_and_note(state: State, now: Ms) -> None:
        knowledge.see_fade(state, protections.forget(state, now))
        honest(state, now)

    patch.setattr(protections, "put_due", put_due_but_fades)
    patch.setattr(endings, "note_graph", forget_and_note)
    return GAME


def money_reckoned_when_others_act(patch: Patch) -> AnyGame:
    """`since` and money of all cities are brought up to now at every action."""
    honest = economy.settle

    def settle(state: State, now: Ms) -> None:
        for city in state.cities:
            economy.bring_up(state, now, city)
        honest(state, now)

    patch.setattr(economy, "settle", settle)
    return GAME


LEAKS: dict[str, Plant] = {
    "who owns what behind fog": leak_layer("owner", owner_behind_fog),
    "a kind that changed behind fog": leak_layer("kind", kind_behind_fog),
    "a structure behind fog": leak_layer("structure", structure_behind_fog),
    "a structure to come in limited sight": leak_layer("structure", pending_in_limited_sight),
    "an item in limited sight": leak_layer("item", item_in_limited_sight),
    "an item one step beyond a tower": leak_layer("item", item_at_the_edge_of_a_tower),
    "a digit while blind": leak_layer("digit", digit_while_blind),
    "a digit while smoked": leak_layer("digit", digit_while_smoked),
    "another's digit": leak_layer("digit", anybodys_digit),
    "a smoke behind fog": leak_layer("smoke", smoke_behind_fog),
    "a protection behind fog": leak_layer("protected", protection_behind_fog),
    "another's flag": leak_layer("flag", flags_of_all),
    "a mine in what can be reached": leak_layer("reach", safe_reach),
    "a watcher's digits": leak_view(GAME, true_digits_for_watchers),
    "a watcher's owners": leak_view(GAME, owners_for_watchers),
    "the size of a cluster seen in part": leak_facts(clusters_seen_in_part),
    "another's money": leak_facts(money_of_others),
    "another's queue": leak_facts(queue_of_others),
    "another's land": leak_facts(land_of_others),
    "another's delayed action": leak_facts(deeds_of_others),
    "a message's length": leak_facts(length_by_items),
    "how much was made": leak_facts(keys_of_things),
    "a refusal that describes a tile": leak_refusal(GAME, refusal_describes_the_tile),
    "the tick of an answer": leak_refusal(GAME, refusal_with_a_tick),
    "a refusal before reach": leak_refusal(GAME, refusal_before_reach),
    "a price that tells": price_by_items,
    "a preview that tells": preview_by_items,
    "an explosion out of sight": explosions_for_all,
    "when a protection fades": protection_that_fades_when_others_act,
    "when money is reckoned": money_reckoned_when_others_act,
    "an empty frame for an invisible event": empty_frames(GAME),
    "a global sequence number": common_numbers(GAME),
    "a fresh view": leak_on_return(GAME, all_owners),
}


SEEDS = {"when a protection fades": 9, "an item one step beyond a tower": 2}
"""Of matches in which these leaks show early. All others do soon enough in that of seed 1."""


@pytest.mark.slow
@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    leaky = LEAKS[name](monkeypatch)
    with pytest.raises(Leak):
        check_law_5(leaky, TABLE, seed=SEEDS.get(name, 1), pairs=PAIRS, every=1)


@pytest.mark.slow
def test_mw_24_nothing_leaks_where_players_are_often_blind_and_smoked() -> None:
    report = check_law_5(GAME, TABLE, seed=1, pairs=100)
    for name in ("item", "owner", "kind", "structure", "pending", "deeds", "players", "cities"):
        assert report.fields[name] >= 10, f"some pairs differ in {name}: {report}"
