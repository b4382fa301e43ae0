"""Resources, prices, and who pays (MW-52, MW-53, MW-80 to MW-82)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from freehold.game import Setup
from freehold.games.minewars import ground
from freehold.games.minewars.building import economy
from freehold.games.minewars.maps import WORTH
from freehold.games.minewars.params import Params
from freehold.games.minewars.presets import PRESETS
from freehold.games.minewars.setup import new
from freehold.games.minewars.state import State
from freehold.kernel.chance import key_of
from tests.games.minewars import act, advance, fund, money, new_state, position, refusal

EXACT: dict[str, Any] = {"round_money": 1, "city_resources": 100, "land_resources": 0}
"""A base unit is 100 money, and nothing is rounded."""


def rates(state: State) -> list[tuple[int, int]]:
    return [(city.rate, city.points) for city in state.cities]


# Resources, by MW-80


def test_mw_80_an_owned_tile_gives_what_its_kind_says_and_every_city_has_25() -> None:
    for tile, given_a_second in {
        "a": 1,
        "a,": 2,
        "a%": 5,
        "a^": 7,
        "a#": 0,
        "ax": 0,
        ".": 0,
        "b": 0,
        "^": 0,
    }.items():
        state = position(f"aC {tile} ~", seats=2)
        assert state.cities[0].resources == 25 + given_a_second, tile
        assert rates(state)[0] == (25 + given_a_second, 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "seats", "least", "most"),
    [
        ("blitz", 2, 140, 230),
        ("duel", 2, 200, 330),
        ("classic", 4, 140, 230),
        ("mayhem", 3, 300, 460),
    ],
)
def test_mw_81_a_base_unit_and_the_first_mines_are_what_the_rulebook_says(
    preset: str, seats: int, least: int, most: int
) -> None:
    state = new(Setup(PRESETS[preset].params, seats, key_of(preset)))
    assert least <= state.terms.base_unit <= most
    [first, *_] = [place for place, city in enumerate(state.cities) if city.owner]
    assert money(state, first, 0) // state.terms.prices["mine"] in (4, 5)
    assert 31 <= state.cities[first].rate <= 37, "25, and six tiles of land or fertile land"


def test_mw_80_what_tiles_give_can_be_chosen() -> None:
    assert economy.resources_by_kind(Params()) == WORTH, "as maps are weighed without a table"
    params = Params(
        land_resources=1,
        fertile_resources=2,
        foundation_resources=3,
        destroyed_resources=4,
        mountain_resources=5,
        forest_resources=6,
    )
    assert economy.resources_by_kind(params) == (0, 1, 2, 3, 4, 5, 6)


def test_mw_80_a_tile_gives_to_the_city_of_its_region_alone_and_only_if_that_is_owned() -> None:
    state = position("aC a b . bC", regions="1 1 2 2 2")
    assert [city.resources for city in state.cities] == [26, 26]
    state = position("aC b a . bC", regions="1 1 2 2 2")
    assert [city.resources for city in state.cities] == [25, 25]
    state = position("aC a C a bC", regions="1 1 2 2 3")
    assert [city.resources for city in state.cities] == [26, 25, 25]
    assert rates(state)[1] == (0, 0), "a neutral city earns nothing"


def test_mw_80_money_grows_with_time_to_the_thousandth() -> None:
    state = position("aC a . ~ bC", city_resources=24)
    city = state.cities[0]
    city.money_milli = 0
    assert [money(state, 0, now) for now in (0, 39, 40, 1_000, 2_039)] == [0, 0, 1, 25, 50]
    act(state, 0, "capture 2,0", now=1_001)
    assert (city.money_milli, city.since, city.rate) == (25_025, 1_001, 26)
    assert money(state, 0, 1_976) == 50


def test_mw_80_a_tile_gives_to_its_new_owner_and_not_to_the_old_one() -> None:
    state = position("aC a b b bC", regions="1 1 1 2 2", protect_ms=0)
    assert [city.resources for city in state.cities] == [26, 26]
    act(state, 0, "capture 2,0", now=10)
    assert [city.resources for city in state.cities] == [27, 25], "3,0 fell too, and gives nobody"
    assert rates(state) == [(27, 0), (25, 0)]


def test_mw_80_a_change_of_kind_changes_what_a_tile_gives() -> None:
    state = position("aC a^ a, ~ bC")
    fund(state)
    assert rates(state)[0] == (34, 0)
    act(state, 0, "harvest 2,0")
    advance(state, 8_000)
    assert rates(state)[0] == (32, 0)


def test_mw_80_half_of_the_resources_pay_construction_while_any_is_pending() -> None:
    state = position("aC a a ~ bC", city_resources=99, land_resources=0, round_money=1)
    act(state, 0, "build road 1,0", now=1_000)
    assert rates(state)[0] == (49, 50), "the larger half builds"
    before = money(state, 0, 1_000)
    assert state.cities[0].done_at == 1_000 + 1_980
    advance(state, 2_979)
    assert rates(state)[0] == (49, 50)
    assert money(state, 0, 2_980) == before + 97
    advance(state, 2_980)
    assert rates(state)[0] == (99, 0)
    assert state.due == []


def test_mw_80_the_share_for_construction_can_be_chosen() -> None:
    state = position("aC a a ~ bC", **EXACT | {"city_resources": 1_000}, construction_percent=20)
    act(state, 0, "build road 1,0")
    assert rates(state)[0] == (800, 200)
    state = position("aC a a ~ bC", **EXACT, construction_percent=0)
    act(state, 0, "build road 1,0")
    assert rates(state)[0] == (100, 0)
    assert (state.cities[0].done_at, state.due) == (-1, [])
    assert economy.done_moments(state, state.cities[0]) == [economy.NEVER]


def test_mw_34_mw_80_a_stunned_players_cities_neither_earn_nor_build() -> None:
    state = position("aC a * ~ bC", **EXACT)
    act(state, 0, "build road 1,0", now=1_000)
    city = state.cities[0]
    assert (city.done_at, city.rate, city.points) == (3_000, 50, 50)
    act(state, 0, "capture 2,0", now=2_000)
    assert (city.rate, city.points, city.done_at) == (0, 0, economy.NEVER)
    has = money(state, 0, 2_000)
    advance(state, 11_999)
    assert money(state, 0, 11_999) == has
    advance(state, 12_000)
    assert (city.rate, city.points, city.done_at) == (50, 50, 13_000)
    advance(state, 13_000)
    assert state.structure[1]


def test_mw_80_a_moment_shown_to_a_citys_owner_tells_nothing_of_changes_elsewhere() -> None:
    state = position("aC a . ~ ~ ~ ~ ~ . b bC")
    act(state, 1, "capture 8,0", now=777)
    assert [city.since for city in state.cities] == [0, 777]


def test_mw_80_a_city_recounts_all_of_its_region_when_it_changes_hands() -> None:
    state = position(
        """
        a  a a  ~ bC
        a  C a  ~ ~
        a  a .  ~ aC
    """,
        regions="2 2 2 0 1  2 2 2 0 0  2 2 2 0 3",
    )
    assert [city.resources for city in state.cities] == [25, 25, 25]
    act(state, 0, "capture 2,2", now=100)
    advance(state, 5_100)
    assert state.cities[1].owner == 1
    assert state.cities[1].resources == 25 + 8
    assert rates(state)[1] == (33, 0)


# Money of cities, by MW-52, MW-53


def test_mw_53_a_starting_city_holds_16_base_units_and_a_neutral_one_taken_10() -> None:
    state = position(
        """
        a  a a  ~ bC
        a  C a  ~ ~
        a  a .  ~ aC
    """,
        **EXACT,
    )
    assert [money(state, city) for city in range(3)] == [1_600, 0, 1_600]
    act(state, 0, "capture 2,2")
    advance(state, 5_000)
    assert money(state, 1, 5_000) == 1_000
    assert money(state, 1, 6_000) == 1_100


def test_mw_52_half_of_a_taken_citys_money_stays_in_it() -> None:
    state = position(
        """
        a  a  a  ~ bC
        a  bC a  ~ ~
        a  a  .  ~ aC
    """,
        **EXACT,
    )
    act(state, 0, "capture 2,2")
    advance(state, 5_000)
    assert state.cities[1].owner == 1
    assert money(state, 1, 5_000) == (1_600 + 500) // 2
    assert money(state, 0, 5_000) == 1_600 + 500, "the other cities keep theirs"


def test_mw_52_how_much_stays_can_be_chosen() -> None:
    state = position("aC ~ bC", **EXACT, kept_percent=10)
    economy.take_over(state, 1_000, 1, was_neutral=False)
    assert money(state, 1, 1_000) == 170


# Prices, by MW-81


def test_mw_81_the_base_unit_is_the_mean_of_all_regions_resources_owned_or_not() -> None:
    state = position("aC a , % ~ ^ b # x bC")
    assert state.terms.base_unit == (2 * 25 + 1 + 2 + 5 + 7 + 1) // 2
    act(state, 0, "harvest 1,0")
    advance(state, 5_000)
    assert state.terms.base_unit == 33, "fixed at the start"


def test_mw_81_a_base_unit_is_never_nothing() -> None:
    assert position("aC bC", city_resources=0, land_resources=0).terms.base_unit == 1


def test_mw_81_amounts_are_rounded_up_to_the_next_100() -> None:
    params = Params()
    assert [economy.price(params, 100, percent) for percent in (0, 1, 99, 100, 101, 250)] == [
        0,
        100,
        100,
        100,
        200,
        300,
    ]
    assert economy.price(params, 33, 300) == 100
    assert economy.price(params, 334, 300) == 1_100
    assert economy.price(Params(round_money=1), 33, 50) == 17
    assert economy.price(Params(round_money=7), 33, 50) == 21


def test_mw_81_every_price_is_in_base_units() -> None:
    prices = position("aC bC", **EXACT).terms.prices
    assert prices == {
        "decoy": 200,
        "mine": 300,
        "trap": 800,
        "upgrade": 300,
        "strike": 100,
        "strike_tile": 200,
        "reveal": 500,
        "smoke": 50,
        "road": 100,
        "barricade": 2_000,
        "tower": 3_000,
        "bridge": 500,
    }


# Who pays, by MW-61, MW-82, MW-76


def test_mw_82_the_regions_city_pays_if_it_is_owned_else_the_nearest_own_city() -> None:
    picture = "aC a a a a a C a a a aC ~ bC"
    state = position(picture, regions="1 1 1 1 1 2 2 2 1 3 3 0 4")
    assert [economy.city_for(state, 0, cell) for cell in range(11)] == [
        *[0, 0, 0, 0, 0],
        *[0, 2, 2],  # of the neutral city's region; 5,0 is as far from both: the lower number
        *[0, 2, 2],  # of the first city's region, though another own one is nearer
    ]
    assert economy.city_for(state, 0, 11) == 2, "water has no region"
    assert economy.city_for(state, 0, 12) == 2, "another player's city does not pay"
    assert economy.city_for(state, 1, 0) == 3


def test_mw_82_nobody_pays_for_a_player_without_a_city() -> None:
    state = position("aC a bC")
    state.cities[0].owner = 2
    assert economy.city_for(state, 0, 0) is None
    assert economy.payers_for(state, 0, 0) == []
    economy.earn_at(state, 0, 0, 0, 100)
    assert economy.pay(state, 0, 0, 0, 0) == ()


def test_mw_82_an_action_is_paid_where_it_happens() -> None:
    state = position("aC a a a a a a aC ~ bC", **EXACT, regions="1 1 1 1 2 2 2 2 0 3")
    act(state, 0, "deploy mine 1,0")
    assert [money(state, city) for city in range(2)] == [1_300, 1_600]
    act(state, 0, "deploy mine 6,0", now=1_000)
    assert [money(state, city, 1_000) for city in range(2)] == [1_400, 1_400]


def test_mw_76_what_one_cannot_pay_for_is_refused_with_the_price() -> None:
    state = position("aC a a ~ bC", **EXACT)
    city = state.cities[0]
    city.money_milli = 299_999
    refused = refusal(state, 0, "deploy mine 1,0")
    assert (refused.code, refused.facts) == ("too_dear", {"price": 300, "money": 299})
    assert refusal(state, 0, "deploy mine 1,0", now=0).code == "too_dear"
    act(state, 0, "deploy mine 1,0", now=1)
    assert money(state, 0, 1) == 0
    assert city.money_milli == 99


def test_mw_61_connected_cities_pay_by_their_money_the_local_one_counted_double() -> None:
    assert economy.split(300, [1_000, 1_000]) == [200, 100]
    assert economy.split(400, [1_000, 1_000, 1_000]) == [200, 100, 100]
    assert economy.split(300, [100, 1_000]) == [50, 250]
    assert economy.split(300, [1_000]) == [300]


def test_mw_61_no_city_pays_more_than_it_has() -> None:
    assert economy.split(150, [100, 60]) == [100, 50]
    assert economy.split(160, [100, 60]) == [100, 60]
    assert economy.split(100, [0, 100]) == [0, 100]
    assert economy.split(0, [0, 0]) == [0, 0]
    assert economy.split(0, []) == []
    assert economy.split(100, [50, 50, 50]) == [50, 25, 25]


def test_mw_61_what_rounding_leaves_is_paid_by_the_local_city() -> None:
    assert economy.split(100, [100, 100, 100, 100, 100, 100]) == [30, 14, 14, 14, 14, 14]


@settings(max_examples=50)
@given(st.lists(st.integers(0, 1_000), min_size=1, max_size=5), st.integers(0, 100))
def test_mw_61_together_they_pay_the_price_and_each_no_more_than_it_has(
    has: list[int], percent: int
) -> None:
    amount = sum(has) * percent // 100
    parts = economy.split(amount, has)
    assert sum(parts) == amount
    assert all(0 <= part <= own for part, own in zip(parts, has, strict=True))


def test_mw_61_cities_connected_by_road_pay_for_an_action_together() -> None:
    state = position("aC a= a= a= aC ~ bC", **EXACT, regions="1 1 1 2 2 0 3")
    act(state, 0, "deploy mine 1,0")
    assert [money(state, city) for city in range(3)] == [1_400, 1_500, 1_600]
    (deed,) = state.deeds.values()
    assert deed.paid == ((0, 200), (1, 100))
    state.cities[0].money_milli = 100_000
    act(state, 0, "deploy mine 2,0", now=1_000)
    assert money(state, 0, 1_000) == 200 - 60
    state.cities[0].money_milli = state.cities[1].money_milli = 0
    refused = refusal(state, 0, "deploy trap 3,0", now=2_000)
    assert refused.facts == {"price": 800, "money": 200}


def test_mw_76_money_is_returned_to_the_cities_that_paid() -> None:
    state = position("aC a= a= a= aC ~ bC", **EXACT, regions="1 1 1 2 2 0 3")
    economy.pay_back(state, 0, 0, ((0, 200), (1, 100)))
    assert [money(state, city) for city in range(3)] == [1_800, 1_700, 1_600]


def test_mw_76_money_of_a_city_lost_meanwhile_goes_to_the_nearest_own_city() -> None:
    state = position("aC a= a= a= aC ~ bC", **EXACT, regions="1 1 1 2 2 0 3")
    state.cities[1].owner = 2
    economy.pay_back(state, 0, 0, ((0, 200), (1, 100)))
    assert [money(state, city) for city in range(3)] == [1_900, 1_600, 1_600]


def test_mw_71_part_of_what_was_paid_is_taken_from_the_local_city_first() -> None:
    paid = ((2, 200), (0, 100), (1, 50))
    assert economy.first_of(paid, 250) == ((2, 200), (0, 50), (1, 0))
    assert economy.first_of(paid, 0) == ((2, 0), (0, 0), (1, 0))
    assert economy.first_of(paid, 350) == paid


def test_mw_80_mw_81_on_a_made_map_all_cities_begin_with_what_their_tiles_give() -> None:
    state = new_state(3, radius_tiles=8, cities=4)
    given_by = economy.resources_by_kind(state.params)
    for number, city in enumerate(state.cities):
        own = [
            given_by[kind]
            for cell, kind in enumerate(state.kind)
            if state.region[cell] == number + 1
            and state.owner[cell] == city.owner > 0
            and not state.city[cell]
        ]
        assert city.resources == 25 + sum(own)
        assert city.rate == (city.resources if city.owner else 0)


def test_a_player_who_owns_a_city_whose_money_changes_is_noted_and_nobody_else() -> None:
    state = position("aC a a ~ b bC ~ cC", seats=3, **EXACT)
    state.touched.viewers.clear()
    economy.earn(state, 100, 1, 5)
    assert state.touched.viewers == {1}
    state.touched.viewers.clear()
    economy.note(state, state.cities[0])
    economy.settle(state, 100)
    assert state.touched.viewers == {0}


def test_all_changes_of_an_action_are_counted_whatever_else_changes_with_them() -> None:
    state = position("aC a . . C b bC", regions="1 1 1 3 2 3 3")
    for cell, owner in ((4, 1), (3, 1), (2, 1)):
        ground.give(state, 1 << cell, owner)
    ground.turn(state, 1, 2)
    economy.settle(state, 0)
    assert [city.resources for city in state.cities] == [25 + 2 + 1, 25, 26]
    state = position("aC a . C . b bC", regions="1 1 1 2 2 3 3")
    for cell, owner in ((4, 1), (2, 1)):
        ground.give(state, 1 << cell, owner)
    economy.settle(state, 0)
    assert [city.resources for city in state.cities] == [27, 25, 26]


def test_only_the_head_of_a_queue_decides_the_next_moment() -> None:
    state = position("aC a=? a=? ~ bC", **EXACT, regions="1 1 1 0 2")
    city = state.cities[0]
    assert economy.done_moments(state, city) == [2_000, 4_000]
    assert economy.done_moments(state, city, most=1) == [2_000]
