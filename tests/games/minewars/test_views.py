"""What views hold beside the board of a seat: facts, watchers, the truth, choices, who hears."""

from __future__ import annotations

from freehold.game import PUBLIC, TRUTH, View
from freehold.games.minewars import GAME, rules, views
from freehold.games.minewars.board.kinds import FOG, FOUNDATION
from freehold.games.minewars.facts import CityFacts, Facts, OwnFacts, PlayerFacts
from freehold.games.minewars.fog import knowledge, redealing
from freehold.games.minewars.moves import structures
from freehold.kernel import canonical
from tests.games.minewars import act, advance, fund, layer, new_state, position, rng

# Facts


def city_of(view: View[Facts], number: int) -> CityFacts:
    return view.facts.cities[number]


def test_mw_17_a_foreign_city_shows_its_owner_and_never_money_income_or_queue() -> None:
    state = position("aC a . b bC")
    act(state, 1, "build road 3,0")
    foreign = city_of(views.view(state, 0), 1)
    assert foreign == CityFacts(4, 2)
    assert (foreign.money, foreign.since, foreign.rate, foreign.income) == (0, 0, 0, 0)
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
    assert left.paid == 0
    state.structures[state.built[2]].paid_milli = 2_999
    assert [each.paid for each in city_of(views.view(state, 0), 0).queue] == [2]


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


def test_mw_50_a_hold_of_a_neutral_city_is_shown_to_its_holder_only() -> None:
    state = position(HELD)
    act(state, 0, "capture 2,2", 100)
    number = state.city[9] - 1
    cities = [city_of(views.view(state, viewer), number) for viewer in (0, 1, PUBLIC)]
    assert [(city.hold_by, city.hold_until) for city in cities] == [(1, 5_100), (0, 0), (0, 0)]
    (own,) = [city for city in views.view(state, 0).facts.cities if city.owner == 1]
    assert (own.hold_by, own.hold_until) == (0, 0)


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


def test_mw_16_a_player_who_sees_one_of_the_tiles_hears_of_it() -> None:
    state = position("a . . . . . . b . . . c", seats=3)
    assert views.who_sees(state, (3,)) == (0, TRUTH)
    assert views.who_sees(state, (3, 4)) == (0, 1, TRUTH)
    assert views.who_sees(state, (8,)) == (1, 2, TRUTH)
    assert views.who_sees(state, ()) == (TRUTH,)


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
