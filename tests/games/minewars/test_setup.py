"""The start (MW-06), what ownership gives (MW-20, MW-21, MW-23), params and terms."""

from __future__ import annotations

import pytest

from freehold.game import Malformed
from freehold.games.minewars import GAME, ground, rules, setup
from freehold.games.minewars.board.kinds import CLUSTERED, DECOY, MINE, NO_CLUSTER, NONE
from freehold.games.minewars.maps import parse_map
from freehold.games.minewars.params import (
    Params,
    Rules,
    cities_of,
    items_percent_of,
    radius_of,
    round_up,
)
from freehold.kernel import canonical
from freehold.kernel.chance import key_of
from tests.games.minewars import act, draw, fund, new_state, picture, position, refusal
from tests.games.minewars.tables import ISLET


def test_mw_06_all_is_neutral_but_each_starting_city_and_the_tiles_touching_it() -> None:
    for grid in ("hex", "square"):
        state = new_state(seats=3, grid=grid, radius_tiles=11)
        touching = state.grid.touching
        for seat in range(3):
            home = next(city.cell for city in state.cities if city.owner == seat + 1)
            own = [cell for cell, owner in enumerate(state.owner) if owner == seat + 1]
            assert sorted([home, *touching[home]]) == own
            assert state.players[seat].land == len(own) - 1
        assert [city.owner for city in state.cities].count(0) == 3


def test_mw_06_a_given_map_starts_with_its_numbers() -> None:
    state = new_state(map=ISLET)
    assert (state.width, state.height, state.terms.shape) == (14, 11, "square")
    assert [city.owner for city in state.cities] == [1, 0, 2]
    assert state.terms.title == "Two Bays"
    assert draw(state).splitlines()[1].split()[:4] == ["~", "a", "a", "a"]


def test_mw_07_the_same_seed_gives_the_same_start() -> None:
    assert new_state(radius_tiles=9) == new_state(radius_tiles=9)
    assert draw(new_state(radius_tiles=9)) != draw(new_state(radius_tiles=9, key=key_of("other")))


def test_a_given_map_for_fewer_players_than_seats_is_refused() -> None:
    with pytest.raises(Malformed):
        new_state(seats=3, map=ISLET)


def test_the_grid_is_the_given_maps() -> None:
    assert setup.shape_of(Params(map=ISLET)) == "square"
    assert setup.shape_of(Params(grid="square")) == "square"
    assert setup.shape_of(Params()) == "hex"


def test_mw_05_items_lie_as_the_params_say() -> None:
    state = new_state(grid="square", radius_tiles=10, items_percent=20, decoys_percent=50)
    items = [item for item in state.item if item != NONE]
    assert {*items} == {MINE, DECOY}
    assert abs(items.count(MINE) - items.count(DECOY)) <= 1


@pytest.mark.parametrize("grid", ["hex", "square"])
def test_mw_06_first_land_holds_as_many_items_of_its_owner_as_the_params_say(grid: str) -> None:
    plain = new_state(seats=3, grid=grid, radius_tiles=11)
    armed = new_state(seats=3, grid=grid, radius_tiles=11, starting_mines=2, starting_decoys=1)
    assert armed.owner == plain.owner
    for seat in range(3):
        own = [cell for cell, owner in enumerate(armed.owner) if owner == seat + 1]
        assert sorted(armed.item[cell] for cell in own if armed.item[cell]) == [DECOY, MINE, MINE]
        assert not any(plain.item[cell] for cell in own)
        assert not any(armed.item[cell] for cell in own if armed.city[cell])
    rest = [cell for cell, owner in enumerate(armed.owner) if not owner]
    assert [armed.item[cell] for cell in rest] == [plain.item[cell] for cell in rest]
    assert armed == new_state(
        seats=3, grid=grid, radius_tiles=11, starting_mines=2, starting_decoys=1
    )


def test_a_match_has_the_bytes_that_it_had_before_first_land_could_be_mined() -> None:
    state = new_state(radius_tiles=9, starting_mines=2)
    assert type(state.params) is Rules
    assert b"starting_" not in canonical.encode(state)


def test_mw_06_no_more_items_lie_on_first_land_than_there_is_room_for() -> None:
    state = new_state(radius_tiles=11, starting_mines=5, starting_decoys=5)
    own = [cell for cell, owner in enumerate(state.owner) if owner == 1 and not state.city[cell]]
    assert [state.item[cell] for cell in own].count(MINE) == 5
    assert [state.item[cell] for cell in own].count(DECOY) == 1


def test_mw_40_every_mountain_and_forest_is_in_one_cluster_of_its_kind() -> None:
    state = new_state(radius_tiles=12)
    for cell, kind in enumerate(state.kind):
        key = state.cluster_of[cell]
        assert (key != NO_CLUSTER) == bool(CLUSTERED[kind])
        if key != NO_CLUSTER:
            cluster = state.clusters[key]
            assert cell in cluster.cells
            assert {state.kind[each] for each in cluster.cells} == {kind}
            assert all(ground.is_land(state, each) for each in cluster.ring)
            near = [n for n in state.grid.touching[cell] if ground.is_land(state, n)]
            assert {*near} <= {*cluster.ring}


def test_mw_90_the_limit_is_due_and_0_is_none() -> None:
    assert new_state(radius_tiles=9).due == [(900_000, "limit", ())]
    assert new_state(radius_tiles=9, limit_ms=0).due == []


def test_the_graph_begins_with_what_everybody_owns_at_the_start() -> None:
    assert new_state(grid="square", radius_tiles=9).graph == [(0, 8, 8)]


def test_mw_20_a_tile_has_one_owner_or_none() -> None:
    state = position("a . b *")
    ground.give(state, 1 << 1, 1)
    ground.give(state, 1 << 1, 2)
    assert draw(state) == "a b b *"
    assert [player.land for player in state.players] == [1, 2]
    ground.give(state, 1 << 1, 0)
    assert draw(state) == "a . b *"
    assert [player.land for player in state.players] == [1, 1]


def test_mw_21_own_land_lets_one_deploy_strike_build_and_harvest() -> None:
    state = position("""
        aC a a b
        a  a . *
    """)
    fund(state)
    for text in ("deploy mine 1,0", "strike 2,1", "build road 0,1", "harvest 1,1"):
        act(state, 0, text)


def test_mw_21_building_and_harvesting_need_the_regions_city_and_deploying_does_not() -> None:
    state = position(
        """
        bC a a .
        aC ~ ~ ~
        """,
        regions="""
        1  1 1 1
        2  0 0 0
        """,
    )
    fund(state)
    assert refusal(state, 0, "build road 1,0").code
    assert refusal(state, 0, "harvest 1,0").code
    act(state, 0, "deploy mine 1,0")


def test_mw_23_owned_tiles_give_resources_to_their_regions_city_if_that_is_owned_too() -> None:
    state = position("""
        aC a  .
        bC .  *
    """)
    own, other = state.cities
    before = (own.resources, other.resources)
    ground.give(state, 1 << 2, 1)
    rules.finish(state, 0)
    assert own.resources == before[0] + 1
    ground.give(state, 1 << 4, 1)
    rules.finish(state, 0)
    assert other.resources == before[1]


# Params


def test_mw_01_mw_03_sizes_and_cities_go_by_the_number_of_players() -> None:
    assert [radius_of(Params(), seats) for seats in range(2, 7)] == [14, 17, 20, 21, 22]
    assert [cities_of(Params(), seats) for seats in range(2, 7)] == [5, 6, 8, 10, 12]
    assert [cities_of(Params(cities=1), seats) for seats in range(2, 7)] == [2, 3, 4, 5, 6]
    assert (radius_of(Params(radius_tiles=9), 2), cities_of(Params(cities=7), 2)) == (9, 7)


def test_mw_05_the_share_of_items_goes_by_the_grid() -> None:
    assert items_percent_of(Params(), "hex") == 27
    assert items_percent_of(Params(), "square") == 24
    assert items_percent_of(Params(items_percent=30), "hex") == 30


def test_mw_81_amounts_are_rounded_up_to_the_next_hundred() -> None:
    assert [round_up(Params(), amount) for amount in (0, 1, 100, 101)] == [0, 100, 100, 200]
    assert round_up(Params(round_money=7), 8) == 14


def test_mw_04_mw_05_three_quarters_are_balance_and_a_quarter_of_the_items_decoys() -> None:
    params = Params()
    assert (params.balance_percent, params.decoys_percent, params.clear_steps) == (75, 25, 2)
    assert (params.mine_sale_percent, params.decoy_sale_percent) == (75, 50)


def test_an_island_may_have_a_radius_of_five_and_players_see_two_steps() -> None:
    assert (Params(radius_tiles=5).radius_tiles, Params(sight_steps=2).sight_steps) == (5, 2)


@pytest.mark.parametrize(
    ("params", "says"),
    [
        ({"radius_tiles": 1}, "too small"),
        ({"radius_tiles": 4}, "too small"),
        ({"sight_steps": 1}, "sight_steps to 2 or more"),
        ({"map": ISLET, "radius_tiles": 9}, "radius_tiles at 0"),
        ({"map": ISLET, "cities": 3}, "cities at 0"),
    ],
)
def test_params_that_contradict_each_other_say_what_to_do(
    params: dict[str, object], says: str
) -> None:
    with pytest.raises(ValueError, match=says):
        Params(**params)  # type: ignore[arg-type]


def test_mw_81_the_terms_say_every_price_in_money() -> None:
    state = new_state(map=ISLET)
    unit, prices = state.terms.base_unit, state.terms.prices
    params = state.params
    assert prices["mine"] == round_up(params, 3 * unit)
    assert prices["smoke"] == round_up(params, -(-unit // 2))
    assert prices["strike_tile"] == round_up(params, 2 * unit)
    assert prices["tower"] == round_up(params, 30 * unit)
    assert state.terms.sums == {"land": 100, "fertile": 250, "forest": 420, "mountain": 600}
    assert state.terms.delays["harvest_mountain"] == 20_000
    assert state.terms.delays["strike"] == 1_000
    assert state.terms.cooldowns == {
        "capture": 400,
        "deploy": 1_000,
        "strike": 1_000,
        "reveal": 1_000,
        "smoke": 1_000,
        "harvest": 1_000,
        "bulldoze": 2_000,
    }
    assert state.terms.hp == {"road": 3, "barricade": 8, "tower": 6, "bridge": 4}
    assert state.terms.resources["mountain"] == 7
    assert state.terms.resources["city"] == 25
    assert state.terms.cities == parse_map(ISLET).cities


def test_a_copy_is_equal_and_apart() -> None:
    state = new_state(map=ISLET)
    other = state.copy()
    assert other == state
    act(other, 0, "flag 12,1")
    assert other != state
    assert GAME.state is type(other)


def test_pictures_are_drawn_as_they_were_read() -> None:
    board = """
        a   b,  #   x   ~   ~+
        a^  %   C   aC  .   .
        a*  bo  !   a=  aT  aT?
        ^   aH  aH  ^   ~   .
    """
    assert draw(position(board.replace("~+", "~"))) == picture(board.replace("~+", "~"))
