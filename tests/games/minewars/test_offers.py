"""What is offered to a seat: worked out from its view, and accepted."""

from __future__ import annotations

import pytest

from freehold.game import PUBLIC, TRUTH, Illegal, View
from freehold.games.minewars import ground, protections, rules, views
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
from freehold.games.minewars.board.bits import bits_at
from freehold.games.minewars.facts import Facts
from freehold.games.minewars.state import State
from freehold.kernel import canonical
from freehold.kernel.chance import key_of
from tests.games.minewars import act, advance, fund, new_state, position, rng


def offered(state: State, seat: int, now: int = 0, tries: int = 25) -> list[Action]:
    """All that is offered, in many draws."""
    view = views.view(state, seat)
    found = [each for draw in range(tries) for each in views.choices(view, now, rng(draw))]
    return list(dict.fromkeys(found))


def spelled(state: State, seat: int, kind: type, now: int = 0) -> list[str]:
    return sorted(spell(each) for each in offered(state, seat, now) if isinstance(each, kind))


def test_mw_24_choices_are_worked_out_from_the_view_alone() -> None:
    state = new_state(2, radius_tiles=7, cities=2)
    view = views.view(state, 0)
    kept = canonical.decode(canonical.encode(view), View[Facts])
    assert list(views.choices(kept, 50, rng(1))) == list(views.choices(view, 50, rng(1)))


def test_mw_24_a_player_who_cannot_act_is_offered_nothing() -> None:
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
    ground.give(state, 1 << 1, 2)
    protections.protect(state, 0, bits_at((1,)))
    rules.finish(state, 0)
    assert spelled(state, 0, Capture) == []


def test_mw_35_captures_are_offered_when_the_cooldown_is_over() -> None:
    state = position("a . * . .")
    act(state, 0, "capture 1,0", 1_000)
    assert spelled(state, 0, Capture, 1_399) == []
    assert spelled(state, 0, Capture, 1_400) == ["capture 2,0"]


def test_mw_70_what_one_city_can_pay_for_is_offered() -> None:
    state = position("a aC a= ao . b aH")
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
