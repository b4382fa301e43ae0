"""What views hold beside the board of a seat: facts, watchers, the truth, choices, who hears."""

from __future__ import annotations

import pytest

from freehold.game import PUBLIC, TRUTH, Illegal, View
from freehold.games.minewars import GAME, ground, knowledge, redealing, rules, structures, views
from freehold.games.minewars.actions import (
    Action,
    Build,
    Bulldoze,
    Capture,
    Deploy,
    Flag,
    Harvest,
    Reveal,
    Smoke,
    Strike,
    Unflag,
    spell,
)
from freehold.games.minewars.facts import CityFacts, Facts, OwnFacts, PlayerFacts
from freehold.games.minewars.kinds import FOUNDATION
from freehold.games.minewars.sight import FOG
from freehold.games.minewars.state import State
from freehold.kernel import canonical
from freehold.kernel.chance import Stream, key_of
from tests.games.minewars import act, advance, fund, layer, new_state, position


def rng(*words: object) -> Stream:
    return Stream(key_of(*words), "choices")


def offered(state: State, seat: int, now: int = 0, tries: int = 25) -> list[Action]:
    """All that is offered, in many draws."""
    view = views.view(state, seat)
    found = [each for draw in range(tries) for each in views.choices(view, now, rng(draw))]
    return list(dict.fromkeys(found))


def spelled(state: State, seat: int, kind: type, now: int = 0) -> list[str]:
    return sorted(spell(each) for each in offered(state, seat, now) if isinstance(each, kind))


# Facts


def city_of(view: View[Facts], number: int) -> CityFacts:
    return view.facts.cities[number]


def test_mw_17_a_foreign_city_shows_its_owner_and_never_money_income_or_queue() -> None:
    state = position("aC a . b bC")
    act(state, 1, "build road 3,0")
    assert city_of(views.view(state, 0), 1) == CityFacts(4, 2)
    own = city_of(views.view(state, 1), 1)
    assert (own.owner, own.income) == (2, state.cities[1].resources)
    assert own.money == state.cities[1].money_milli // 1_000 > 0
    assert own.rate == state.cities[1].rate > 0
    assert [each.structure for each in own.queue] == ["road"]
    assert own.queue[0].cells == (3,)
    assert own.queue[0].cost == state.terms.prices["road"]
    assert own.queue[0].done_at == state.cities[1].done_at > 0


def test_mw_17_a_queue_shows_what_is_paid_and_when_each_is_done() -> None:
    state = position("a aC a")
    act(state, 0, "build road 0,0")
    act(state, 0, "build tower 2,0")
    first, second = city_of(views.view(state, 0), 0).queue
    assert (first.structure, second.structure) == ("road", "tower")
    assert 0 < first.done_at < second.done_at
    advance(state, first.done_at)
    (left,) = city_of(views.view(state, 0), 0).queue
    assert left.structure == "tower"
    assert left.done_at == state.cities[0].done_at > second.done_at, "the road's tile gives nothing"


HELD = """
    a a a . . . . .
    a C a . . . . bC
    a a . . . . . .
"""


def test_mw_50_a_hold_is_shown_to_its_holder_and_to_the_citys_owner_only() -> None:
    state = position(HELD.replace(" C ", " cC "), seats=3)
    act(state, 0, "capture 2,2", 100)
    number = state.city[9] - 1
    shown = [city_of(views.view(state, seat), number) for seat in range(3)]
    assert (shown[0].hold_by, shown[0].hold_until) == (1, 5_100)
    assert (shown[2].hold_by, shown[2].hold_until) == (1, 5_100)
    assert (shown[1].hold_by, shown[1].hold_until) == (0, 0)
    watched = city_of(views.view(state, PUBLIC), number)
    assert (watched.hold_by, watched.hold_until) == (0, 0)


def test_mw_91_the_score_is_public() -> None:
    state = position("a b* aC bC", seats=2)
    act(state, 0, "capture 1,0")
    score = (PlayerFacts(1, 0, 1, 0, False), PlayerFacts(1, 1, 0, 0, False))
    for viewer in (0, 1, PUBLIC):
        assert views.view(state, viewer).facts.players == score
    act(state, 1, "resign")
    assert views.view(state, PUBLIC).facts.players[1] == PlayerFacts(0, 1, 0, 0, True)


def test_a_seat_knows_its_own_cooldowns_deeds_and_stuns_and_nobody_elses() -> None:
    state = position("a b* . . b")
    fund(state)
    act(state, 0, "deploy mine 0,0")
    own, theirs = (views.view(state, seat).facts.own for seat in range(2))
    assert own.ready == {"deploy": 1_000}
    assert [(deed.what, deed.cells, deed.at) for deed in own.deeds] == [("deploy_mine", (0,), 500)]
    assert theirs == OwnFacts()
    act(state, 0, "capture 1,0")
    assert views.view(state, 0).facts.own.stunned_until == 10_000
    assert views.view(state, 1).facts.own.stunned_until == 0


def test_mw_61_connected_cities_are_linked_in_their_owners_facts() -> None:
    state = position("aC a= aC . bC")
    assert views.view(state, 0).facts.own.links == ((0, 1),)
    assert views.view(state, 1).facts.own.links == ()
    structures.remove(state, state.built[1])
    rules.finish(state, 0)
    assert views.view(state, 0).facts.own.links == ()


def test_facts_say_how_it_ended_and_only_then_show_the_graph() -> None:
    state = position("aC a . b bC")
    assert views.view(state, 0).facts.graph == ()
    act(state, 1, "resign", 10)
    facts = views.view(state, 0).facts
    assert (facts.ending, facts.places) == ("elimination", (1, 2))
    assert facts.graph[-1][0] == 10


# Watchers


def test_mw_19_a_watcher_sees_what_every_player_may_know() -> None:
    state = position("aC a* . b= bC")
    act(state, 0, "harvest 1,0")
    act(state, 0, "flag 2,0")
    advance(state, 5_000)
    assert state.kind[1] == FOUNDATION
    public = views.view(state, PUBLIC)
    width = state.width
    assert layer(public.layers["kind"], width, 1) == "1 1 1 1 1", "as of the start"
    assert layer(public.layers["owner"], width, 1) == "1 . . . 2"
    assert layer(public.layers["sight"], width, 1) == "2 . . . 2"
    for name in ("digit", "star", "item", "structure", "hp", "protected", "smoke", "flag", "reach"):
        assert not any(public.layers[name]), name
    assert public.layers["city"] == state.city
    assert public.facts.own == OwnFacts()
    assert all(city.money == city.rate == city.since == 0 for city in public.facts.cities)


def test_mw_19_a_watcher_sees_skulls() -> None:
    state = position("a b*")
    act(state, 0, "capture 1,0")
    assert layer(views.view(state, PUBLIC).layers["skull"], state.width, 1) == ". 1"


def test_mw_19_the_truth_is_everything() -> None:
    state = position("aC ao . * b=? bT bC")
    fund(state)
    act(state, 0, "capture 2,0")
    truth = views.view(state, TRUTH)
    width = state.width
    assert layer(truth.layers["sight"], width, 1) == "2 2 2 2 2 2 2"
    assert layer(truth.layers["owner"], width, 1) == "1 1 1 . 2 2 2"
    assert layer(truth.layers["item"], width, 1) == ". 1 . 2 . . ."
    assert layer(truth.layers["structure"], width, 1) == ". . . . 5 3 ."
    assert layer(truth.layers["hp"], width, 1) == ". . . . . 6 ."
    assert layer(truth.layers["digit"], width, 1) == ". 1 2 . 2 1 ."
    assert truth.layers["protected"][2] == views.view(state, 0).layers["protected"][2] > 0
    assert all(city.money > 0 for city in truth.facts.cities)


def test_mw_22_the_truth_shows_digits_through_smoke() -> None:
    state = position("* a b")
    fund(state)
    act(state, 1, "smoke 1,0")
    advance(state, 500)
    truth = views.view(state, TRUTH)
    assert layer(truth.layers["digit"], state.width, 1) == ". 2 1"
    assert layer(truth.layers["star"], state.width, 1) == ". . ."
    assert layer(truth.layers["smoke"], state.width, 1) == ". 1 ."


def test_every_view_has_the_layers_of_the_legend_over_the_whole_board() -> None:
    state = new_state(3, radius_tiles=7, cities=3)
    for viewer in (0, 1, 2, PUBLIC, TRUTH):
        view = views.view(state, viewer)
        assert view.rect == (0, 0, state.width, state.height)
        assert view.layers.keys() == GAME.legend.keys()
        for name, values in view.layers.items():
            assert isinstance(values, bytes)
            assert len(values) == len(state.kind)
            names = GAME.legend[name].names
            assert not names or max(values) < len(names), name


# Who hears


def test_mw_16_who_sees_one_of_the_tiles_hears_of_it() -> None:
    state = position("a . . . . . . b . . . c", seats=3)
    assert views.who_sees(state, (3,)) == (0, TRUTH)
    assert views.who_sees(state, (3, 4)) == (0, 1, TRUTH)
    assert views.who_sees(state, (8,)) == (1, 2, TRUTH)
    assert views.who_sees(state, ()) == (TRUTH,)


# Choices


def test_mw_24_choices_are_worked_out_from_the_view_alone() -> None:
    state = new_state(2, radius_tiles=7, cities=2)
    view = views.view(state, 0)
    kept = canonical.decode(canonical.encode(view), View[Facts])
    assert list(views.choices(kept, 50, rng(1))) == list(views.choices(view, 50, rng(1)))


def test_mw_24_who_cannot_act_is_offered_nothing() -> None:
    state = position("a b* . aC bC")
    assert not list(views.choices(views.view(state, PUBLIC), 0, rng(1)))
    assert not list(views.choices(views.view(state, TRUTH), 0, rng(1)))
    act(state, 0, "capture 1,0")
    assert {type(each) for each in offered(state, 0)} <= {Flag, Unflag}, "stunned"
    act(state, 1, "resign")
    assert offered(state, 0) == offered(state, 1) == []


def test_mw_30_captures_are_offered_where_a_click_is_legal() -> None:
    state = position("^ . . aT . b bT a C .  a *")
    assert spelled(state, 0, Capture) == [
        "capture 11,0",
        "capture 2,0",
        "capture 4,0",
        "capture 9,0",
    ]


def test_mw_31_a_protected_tile_is_not_offered() -> None:
    state = position("a * . * b")
    assert "capture 1,0" in spelled(state, 0, Capture)
    ground.give(state, 1, 2)
    ground.protect(state, 0, (1,))
    rules.finish(state, 0)
    assert spelled(state, 0, Capture) == []


def test_mw_35_captures_are_offered_when_the_cooldown_is_over() -> None:
    state = position("a . * . .")
    act(state, 0, "capture 1,0", 1_000)
    assert spelled(state, 0, Capture, 1_124) == []
    assert spelled(state, 0, Capture, 1_125) == ["capture 2,0"]


def test_mw_70_what_one_city_can_pay_for_is_offered() -> None:
    state = position("a aC a= ao . b")
    state.cities[0].rate = 0
    fund(state, state.terms.prices["mine"] - 1)
    assert not any("trap" in each for each in spelled(state, 0, Deploy))
    fund(state, state.terms.prices["trap"])
    assert spelled(state, 0, Deploy) == [
        "deploy decoy 0,0",
        "deploy decoy 2,0",
        "deploy mine 0,0",
        "deploy mine 2,0",
        "deploy mine 3,0",
        "deploy trap 0,0",
        "deploy trap 2,0",
    ]


def test_mw_82_the_city_that_would_pay_must_be_able_to() -> None:
    """The region's city if it is own, else the nearest own one; what has come in since counts."""
    state = position("aC . a bC a . aC", regions="1222223")
    price = state.terms.prices["decoy"]
    for city, amount in zip(state.cities, (0, 0, price), strict=True):
        city.money_milli, city.rate, city.since = 1_000 * amount, 0, 0
    places = {each.split()[-1] for each in spelled(state, 0, Deploy)}
    assert places == {"4,0"}, "the city at 0,0 is nearer to 2,0, and poor"
    state.cities[0].rate, state.cities[0].since = price, 500
    assert "deploy decoy 2,0" not in spelled(state, 0, Deploy, 1_499)
    assert "deploy decoy 2,0" in spelled(state, 0, Deploy, 1_500)


def test_mw_71_to_mw_73_offences_are_offered_on_foreign_land_beside_own_land() -> None:
    state = position("a% % . a b ^ . aC .")
    fund(state)
    struck = {place for each in spelled(state, 0, Strike) for place in each.split()[1:]}
    assert struck == {"2,0", "4,0"}
    assert spelled(state, 0, Reveal) == ["reveal 2,0", "reveal 4,0"]
    assert spelled(state, 0, Smoke) == ["smoke 4,0"]


def test_mw_71_a_strike_of_as_many_tiles_is_offered_as_can_be_paid() -> None:
    state = position("a . a . a . a . aC")
    state.cities[0].rate = 0
    fund(state, state.terms.prices["strike"] + 2 * state.terms.prices["strike_tile"])
    assert {len(each.split()) - 1 for each in spelled(state, 0, Strike)} == {1, 2}


def test_mw_74_mw_75_harvests_and_bulldozings_of_own_tiles_are_offered() -> None:
    state = position("a, a# a= aC a% b")
    assert spelled(state, 0, Harvest) == ["harvest 0,0", "harvest 4,0"]
    assert spelled(state, 0, Bulldoze) == ["bulldoze 2,0"]


def test_mw_60_mw_62_buildings_are_offered_on_free_own_land() -> None:
    state = position("aC a a* a^ a a^ ~ ~ ~ ~ b")
    assert spelled(state, 0, Build) == [
        "build barricade 4,0",
        "build road 1,0",
        "build road 2,0",
        "build road 4,0",
        "build tower 1,0",
        "build tower 4,0",
    ]


def test_mw_62_no_barricade_is_offered_where_mountains_are_one_cluster_or_foreign() -> None:
    one = position(
        """
        a^ a^ a^
        a^ a  a^
        aC a  ~
        """
    )
    assert not any("barricade" in each for each in spelled(one, 0, Build))
    foreign = position("aC a a^ a ^ ~ ~ b")
    assert not any("barricade" in each for each in spelled(foreign, 0, Build))


def test_mw_64_bridges_are_offered_over_water_beside_own_land() -> None:
    state = position("aC a ~ . ~ ~ b")
    assert [each for each in spelled(state, 0, Build) if "bridge" in each] == ["build bridge 2,0 1"]
    act(state, 0, "build bridge 2,0")
    assert not any("bridge" in each for each in spelled(state, 0, Build)), "it is to come"


def test_mw_64_no_bridge_is_offered_from_a_city_or_in_anothers_region() -> None:
    state = position("a ~ . . aC ~ . . bC a ~ .", regions="222211111222")
    assert not any("bridge" in each for each in spelled(state, 0, Build))


def test_mw_35_flags_are_offered_to_put_and_to_take() -> None:
    state = position("a . *")
    assert spelled(state, 0, Flag) == ["flag 1,0"]
    act(state, 0, "flag 1,0")
    assert spelled(state, 0, Flag) == []
    assert spelled(state, 0, Unflag) == ["unflag 1,0"]


@pytest.mark.parametrize("seed", range(2))
def test_whatever_is_offered_is_accepted(seed: int) -> None:
    state = new_state(2, key_of("offered", seed), radius_tiles=7, start_money_percent=9_000)
    draws, now = rng("steps", seed), 0
    for _ in range(25):
        now += draws.below(900)
        advance(state, now)
        seat = draws.below(2)
        for action in list(views.choices(views.view(state, seat), now, draws)):
            try:
                rules.act(state.copy(), now, seat, action)
            except Illegal as refused:
                raise AssertionError(f"{now}: {seat} {spell(action)}: {refused}") from refused
        choices = list(views.choices(views.view(state, seat), now, draws))
        if choices:
            rules.act(state, now, seat, draws.pick(choices))


# Redealing


def test_a_redealt_state_looks_the_same_to_the_seat_and_to_watchers_and_differs() -> None:
    state = new_state(3, radius_tiles=8, cities=4, start_money_percent=9_000)
    draws, now = rng("redeal"), 0
    differing: set[str] = set()
    for _ in range(30):
        now += draws.below(900)
        advance(state, now)
        seat = draws.below(3)
        choices = list(views.choices(views.view(state, seat), now, draws))
        if choices:
            rules.act(state, now, seat, draws.pick(choices))
        before = canonical.encode(state)
        other = redealing.redeal(state, seat, draws)
        assert canonical.encode(state) == before
        assert views.view(other, seat) == views.view(state, seat)
        assert views.view(other, PUBLIC) == views.view(state, PUBLIC)
        fields = ("item", "kind", "owner", "structure", "pending", "cities", "deeds", "known")
        differing |= {name for name in fields if getattr(other, name) != getattr(state, name)}
    assert differing == {*fields}


def test_redealing_moves_items_only_where_no_shown_digit_speaks_of_them() -> None:
    state = position("a b* b . . . . . . . . * b", sight_steps=2)
    moved = [redealing.redeal(state, 0, rng(draw)) for draw in range(20)]
    assert {tuple(bool(item) for item in other.item[:2]) for other in moved} == {(False, True)}
    assert len({bytes(other.item) for other in moved}) > 5


def test_redealing_keeps_what_lies_in_full_sight() -> None:
    state = position("aT b* b . b o . . . . . . . * .")
    for draw in range(10):
        other = redealing.redeal(state, 0, rng(draw))
        assert other.item[:6] == state.item[:6]
        assert other.owner[:4] == state.owner[:4]


def test_redealt_money_is_anybodys_but_the_seats_own() -> None:
    state = position("aC a . . . . . . . b bC")
    other = redealing.redeal(state, 0, rng(1))
    assert other.cities[0] == state.cities[0]
    assert other.cities[1].money_milli != state.cities[1].money_milli
    assert other.chance != state.chance


def test_redealing_behind_fog_changes_what_others_see_accordingly() -> None:
    state = new_state(2, radius_tiles=10, cities=2)
    for draw in range(10):
        other = redealing.redeal(state, 0, rng(draw))
        fresh = other.copy()
        for cell, sight in enumerate(state.known[0].sight):
            if sight != FOG:
                assert other.owner[cell] == state.owner[cell]
                assert other.kind[cell] == state.kind[cell]
        knowledge.begin(fresh)
        for name in ("sight", "owner", "digit", "reach", "structure", "item"):
            assert getattr(fresh.known[1], name) == getattr(other.known[1], name), name
