"""Building, and losing what is built (MW-52, MW-60)."""

from freehold.games.minewars.building.economy import NEVER
from freehold.games.minewars.moves import structures
from freehold.games.minewars.state import State
from tests.games.minewars import (
    EXACT,
    act,
    advance,
    codes,
    draw,
    fund,
    money,
    picture,
    position,
    refusal,
)


def hp_at(state: State, cell: int) -> int:
    return state.structures[state.built[cell]].hp


# Asking and completing


def test_mw_60_a_structure_is_pending_until_paid_and_then_stands_on_foundation() -> None:
    state = position("aC a, a ~ bC", **(EXACT | {"fertile_resources": 10}), regions="1 1 1 0 2")
    act(state, 0, "build tower 1,0")
    assert draw(state) == "aC a,T? a ~ bC"
    assert state.terms.prices["tower"] == 30 * 105
    assert state.cities[0].done_at == 57_273, "3,150,000 / 55, rounded up"
    advance(state, 57_272)
    assert draw(state) == "aC a,T? a ~ bC", "not foundation before it is completed"
    (notice,) = advance(state, 57_273)
    assert draw(state) == "aC a#T a ~ bC"
    assert (notice.code, notice.facts) == ("built", {"structure": "tower", "x": 1, "y": 0})
    assert state.cities[0].queue == []
    assert state.cities[0].resources == 100


def test_mw_60_structures_are_paid_one_after_another_in_the_order_asked_for() -> None:
    state = position("aC a a a ~ bC", **EXACT, regions="1 1 1 1 0 2")
    act(state, 0, "build road 3,0")
    act(state, 0, "build tower 1,0")
    act(state, 0, "build road 2,0")
    advance(state, 2_000)
    assert draw(state) == "aC aT? a=? a#= ~ bC"
    advance(state, 61_999)
    assert draw(state) == "aC aT? a=? a#= ~ bC"
    advance(state, 62_000)
    assert draw(state) == "aC a#T a=? a#= ~ bC"
    advance(state, 64_000)
    assert draw(state) == "aC a#T a#= a#= ~ bC"
    assert state.due == []


def test_mw_60_each_city_pays_for_its_own_region_at_the_same_time() -> None:
    state = position("aC a a aC ~ bC", **EXACT, regions="1 1 2 2 0 3")
    act(state, 0, "build road 1,0")
    act(state, 0, "build road 2,0", now=500)
    assert [city.queue != [] for city in state.cities] == [True, True, False]
    advance(state, 2_499)
    assert draw(state) == "aC a#= a=? aC ~ bC"
    advance(state, 2_500)
    assert draw(state) == "aC a#= a#= aC ~ bC"


def test_mw_60_construction_costs_no_money_but_its_share_of_the_resources() -> None:
    state = position("aC a a ~ bC", **EXACT)
    state.cities[0].money_milli = 0
    act(state, 0, "build road 1,0")
    advance(state, 2_000)
    assert money(state, 0, 2_000) == 100


def test_mw_60_what_is_paid_beyond_the_cost_goes_to_the_next_or_into_the_city() -> None:
    state = position("aC a a ~ bC", **(EXACT | {"city_resources": 14}), road_cost_percent=715)
    assert state.terms.prices["road"] == 101
    state.cities[0].money_milli = 0
    act(state, 0, "build road 1,0")
    act(state, 0, "build road 2,0")
    assert state.cities[0].done_at == 14_429, "101,000 / 7, rounded up"
    advance(state, 14_429)
    (key,) = state.cities[0].queue
    assert state.structures[key].paid_milli == 3
    assert state.cities[0].done_at == 28_858, "202,000 / 7, rounded up"
    advance(state, 28_858)
    assert state.cities[0].money_milli == 28_858 * 7 + 6


def test_mw_60_what_costs_nothing_is_there_at_once() -> None:
    state = position("aC a a ~ bC", road_cost_percent=0)
    act(state, 0, "build road 1,0")
    act(state, 0, "build road 2,0")
    advance(state, 0)
    assert draw(state) == "aC a#= a#= ~ bC"


def test_mw_60_it_is_built_on_own_land_in_an_own_citys_region() -> None:
    state = position(
        """
        aC a a^ . b
        aC a a  a bC
        """,
        regions="1 1 1 1 1  1 1 1 3 3",
    )
    for place in ("0,0", "2,0", "3,0", "4,0", "4,1"):
        assert refusal(state, 0, f"build road {place}").code == "build_not_own", place
    assert refusal(state, 0, "build road 3,1").code == "build_no_city"
    assert refusal(state, 0, "build tower 3,1").code == "build_no_city"
    assert refusal(state, 0, "build road 5,0").code == "outside"
    act(state, 0, "build road 2,1")


def test_mw_60_not_where_a_structure_stands_or_is_pending_nor_on_an_item_but_for_a_road() -> None:
    state = position("aC a= aT a=? a* ao a! ~ bC", regions="1 1 1 1 1 1 1 0 2")
    for what in ("road", "tower"):
        for place in ("1,0", "2,0", "3,0"):
            assert refusal(state, 0, f"build {what} {place}").code == "build_taken", place
    for place in ("4,0", "5,0", "6,0"):
        assert refusal(state, 0, f"build tower {place}").code == "build_item", place
        act(state, 0, f"build road {place}")
    assert draw(state) == "aC a= aT a=? a*=? ao=? a!=? ~ bC"


def test_mw_60_building_needs_no_cooldown_and_is_one_tile_a_time_for_all_but_barricades() -> None:
    state = position("aC a a a ~ bC", regions="1 1 1 1 0 2")
    for x in (1, 2, 3):
        act(state, 0, f"build road {x},0")
    assert len(state.cities[0].queue) == 3


# Losing what is to come


def test_mw_60_land_taken_cancels_what_is_to_come_and_what_was_paid_is_lost() -> None:
    state = position(
        """
        aC a  a b  ~ bC
        ~  a* ~ ~  ~ ~
        """,
        **EXACT,
        regions="1 1 1 2 0 2  0 1 0 0 0 0",
    )
    act(state, 0, "build road 2,0")
    act(state, 0, "build road 1,0")
    has = money(state, 0, 1_500)
    notices = act(state, 1, "capture 2,0", now=1_500)
    assert draw(state).splitlines()[0] == "aC a=? b b ~ bC"
    (lost,) = [notice for notice in notices if notice.code == "building_lost"]
    assert lost.facts == {"structure": "road", "x": 2, "y": 0}
    assert lost.to is not None
    assert 0 in lost.to
    assert 1 not in lost.to
    assert money(state, 0, 1_500) == has
    assert state.cities[0].done_at == 3_500, "the next one begins now"
    assert len(state.structures) == 1


def test_mw_60_what_comes_later_in_the_queue_can_be_lost_first() -> None:
    state = position(
        """
        aC a  a b  ~ bC
        ~  a* ~ ~  ~ ~
        """,
        **EXACT,
        regions="1 1 1 2 0 2  0 1 0 0 0 0",
    )
    act(state, 0, "build road 1,0")
    act(state, 0, "build road 2,0")
    act(state, 1, "capture 2,0", now=1_500)
    assert state.cities[0].done_at == 2_000
    advance(state, 2_000)
    assert draw(state).splitlines()[0] == "aC a#= b b ~ bC"
    assert (state.cities[0].queue, state.cities[0].done_at) == ([], NEVER)


def test_mw_60_a_pending_structure_hinders_nobody() -> None:
    state = position(
        """
        aC aT? b  ~ bC
        a  a   b* ~ ~
        """
    )
    act(state, 1, "capture 1,0")
    assert draw(state).splitlines()[0] == "aC b b ~ bC"


def test_mw_60_the_last_structure_lost_gives_all_resources_back_to_money() -> None:
    state = position("aC a=? b ~ bC", **EXACT)
    assert (state.cities[0].rate, state.cities[0].points) == (50, 50)
    act(state, 1, "capture 1,0", now=100)
    assert (state.cities[0].rate, state.cities[0].points) == (100, 0)
    assert "build" not in [what for _, what, _ in state.due]


def test_mw_60_other_changes_of_the_tile_cancel_nothing() -> None:
    state = position("aC a=? b ~ bC", **EXACT)
    fund(state)
    act(state, 0, "harvest 1,0")
    act(state, 1, "strike 1,0")
    advance(state, 1_000)
    assert draw(state) == "aC ax=? b ~ bC"
    advance(state, 2_000)
    assert draw(state) == "aC a#= b ~ bC"


def test_mw_52_a_city_taken_loses_its_queue() -> None:
    state = position(
        """
        a  a  a  a  ~ bC
        a  bC a  bT? ~ ~
        a  a  .  b*=? ~ aC
        """,
        **EXACT,
        regions="2 2 2 2 0 1  2 2 2 2 0 0  2 2 2 2 0 3",
    )
    assert len(state.cities[1].queue) == 2
    act(state, 0, "capture 2,2")
    notices = advance(state, 5_000)
    assert codes(notices).count("building_lost") == 2
    assert draw(state) == picture(
        """
        a a a a ~ bC
        a aC a b ~ ~
        a a a b* ~ aC
        """
    )
    assert state.cities[1].queue == []
    assert not state.structures
    assert state.cities[1].rate == 100


# Damage


def test_mw_60_an_explosion_does_2_damage_on_the_tile_and_1_beside_it() -> None:
    state = position("aC a b= bT . b ~ bC")
    fund(state)
    act(state, 0, "strike 2,0")
    advance(state, 1_000)
    assert (hp_at(state, 2), hp_at(state, 3)) == (1, 5)
    assert state.structure[2]


def test_mw_60_what_is_destroyed_leaves_destroyed_land() -> None:
    state = position("aC a b= bT b b ~ bC", tower_hp=1)
    fund(state)
    act(state, 0, "strike 2,0")
    advance(state, 1_000)
    assert draw(state) == "aC a bx= bx b b ~ bC"
    act(state, 0, "strike 2,0", now=1_000)
    advance(state, 2_000)
    assert draw(state) == "aC a bx bx b b ~ bC"
    assert not state.structures
    assert not state.built


def test_mw_60_damage_can_be_chosen_and_may_be_more_than_is_left() -> None:
    state = position("aC a b= b= b b ~ bC", struck_damage=9, touched_damage=2)
    fund(state)
    act(state, 0, "strike 2,0")
    advance(state, 1_000)
    assert draw(state) == "aC a bx b= b b ~ bC"
    assert hp_at(state, 3) == 1


def test_mw_60_a_structure_is_gone_when_it_bears_nothing_more() -> None:
    state = position("aC aT ~ bC")
    structures.damage(state, 1, 5)
    assert hp_at(state, 1) == 1
    structures.damage(state, 1, 1)
    assert draw(state) == "aC ax ~ bC"
    structures.damage(state, 1, 1)
    assert draw(state) == "aC ax ~ bC"


def test_mw_60_structures_to_come_and_far_away_take_no_damage() -> None:
    state = position("aC a b=? bT? b= b ~ bC", regions="1 1 2 2 2 2 0 2")
    fund(state)
    act(state, 0, "strike 2,0")
    advance(state, 1_000)
    assert [hp_at(state, cell) for cell in (2, 3, 4)] == [3, 6, 3]


def test_mw_60_a_mine_that_explodes_does_damage_too() -> None:
    state = position("aC a b*= b ~ bC")
    act(state, 0, "capture 2,0")
    assert draw(state) == "aC a bx= b ~ bC"
    assert hp_at(state, 2) == 1
