"""Delayed actions: deploy, strike, reveal, smoke, harvest, bulldoze (MW-70 to MW-76)."""

import pytest

from freehold.games.minewars import ground, rules
from freehold.games.minewars.building.economy import NEVER
from freehold.games.minewars.state import State
from tests.games.minewars import (
    EXACT,
    act,
    advance,
    codes,
    draw,
    fund,
    money,
    position,
    refusal,
)


def spent(state: State, text: str, seat: int = 0, now: int = 0) -> int:
    """What an action costs the seat's first city."""
    place = [city.owner for city in state.cities].index(seat + 1)
    before = money(state, place, now)
    act(state, seat, text, now)
    return before - money(state, place, now)


# Cooldowns and delays


@pytest.mark.parametrize(
    ("text", "cooldown_ms", "delay_ms", "price"),
    [
        pytest.param("deploy decoy 1,0", 1_000, 500, 200, id="decoy"),
        pytest.param("deploy mine 1,0", 1_000, 500, 300, id="mine"),
        pytest.param("deploy trap 1,0", 1_000, 500, 800, id="trap"),
        pytest.param("strike 2,0", 1_000, 1_000, 300, id="strike"),
        pytest.param("strike 2,0 2,1", 1_000, 1_000, 500, id="strike of two"),
        pytest.param("reveal 2,0", 1_000, 250, 500, id="reveal"),
        pytest.param("smoke 2,0", 1_000, 500, 50, id="smoke"),
        pytest.param("harvest 1,0", 1_000, 5_000, 0, id="land"),
        pytest.param("harvest 0,1", 1_000, 8_000, 0, id="fertile"),
        pytest.param("harvest 0,2", 1_000, 12_000, 0, id="forest"),
        pytest.param("harvest 1,2", 1_000, 20_000, 0, id="mountain"),
        pytest.param("bulldoze 1,1", 2_000, 5_000, 0, id="bulldoze"),
    ],
)
def test_mw_76_each_action_has_its_cooldown_its_delay_and_its_price(
    text: str, cooldown_ms: int, delay_ms: int, price: int
) -> None:
    state = position(
        """
        aC a  b
        a, a= b
        a% a^ a
        """,
        **EXACT,
    )
    assert spent(state, text, now=100) == price
    (deed,) = state.deeds.values()
    assert (deed.seat, deed.at) == (0, 100 + delay_ms)
    assert state.due[-1][:2] == (100 + delay_ms, "deed")
    refused = refusal(state, 0, text, now=99 + cooldown_ms)
    assert (refused.code, refused.facts) == ("too_soon", {"left": 1})
    advance(state, 100 + delay_ms - 1)
    assert state.deeds
    advance(state, 100 + delay_ms)
    assert not state.deeds
    assert state.players[0].ready == {text.split(maxsplit=1)[0]: 100 + cooldown_ms}


def test_mw_76_an_action_without_delay_happens_at_its_own_moment() -> None:
    state = position("aC a a ~ bC", deploy_delay_ms=0, deploy_cooldown_ms=0)
    fund(state)
    act(state, 0, "deploy mine 1,0", now=7)
    advance(state, 7)
    assert draw(state) == "aC a* a ~ bC"
    assert state.players[0].ready == {}
    act(state, 0, "deploy mine 2,0", now=7)


def test_mw_76_actions_of_other_kinds_and_of_others_have_cooldowns_of_their_own() -> None:
    state = position("aC a b bC")
    fund(state)
    act(state, 0, "deploy mine 1,0")
    act(state, 0, "strike 2,0")
    act(state, 1, "deploy mine 2,0")
    assert len(state.deeds) == 3


def test_mw_76_what_is_refused_costs_nothing_and_starts_no_cooldown() -> None:
    state = position("aC a b bC")
    assert refusal(state, 0, "deploy mine 2,0").code == "deploy_not_own"
    fund(state)
    act(state, 0, "deploy mine 1,0")
    assert refusal(state, 0, "strike 9,9").code == "outside"
    assert refusal(state, 0, "reveal 4,0").code == "outside"


def test_mw_34_a_delayed_action_goes_on_while_its_player_is_stunned() -> None:
    state = position("aC a * ~ bC")
    fund(state)
    act(state, 0, "deploy mine 1,0")
    act(state, 0, "capture 2,0", now=1)
    advance(state, 500)
    assert draw(state) == "aC a* x ~ bC"
    assert refusal(state, 0, "deploy mine 1,0", now=2_000).code == "stunned"


def test_mw_90_the_delayed_actions_of_an_eliminated_player_are_void() -> None:
    state = position("aC a b c bC ~ cC", seats=3)
    fund(state)
    act(state, 0, "strike 2,0")
    act(state, 0, "resign", now=10)
    assert not state.deeds
    assert "deed" not in [what for _, what, _ in state.due]


# Deploy


def test_mw_70_an_item_is_deployed_on_own_land_of_any_kind_a_road_too() -> None:
    state = position("aC a a, a# ax a= ~ bC")
    fund(state)
    for at, (x, item) in enumerate(
        zip(range(1, 6), ["mine", "decoy", "trap", "mine", "decoy"], strict=True)
    ):
        act(state, 0, f"deploy {item} {x},0", now=1_000 * at)
    advance(state, 5_000)
    assert draw(state) == "aC a* a,o a#! ax* ao= ~ bC"


def test_mw_70_nowhere_else() -> None:
    for line, code in {
        "aC . ~ bC": "deploy_not_own",
        "aC b ~ bC": "deploy_not_own",
        "aC ~ ~ bC": "deploy_not_own",
        "aC a^ ~ bC": "deploy_not_own",
        "a aC ~ bC": "deploy_not_own",
        "aC aT ~ bC": "deploy_structure",
        "aC aH ~ bC": "deploy_structure",
        "aC a=? ~ bC": "deploy_structure",
        "aC aT? ~ bC": "deploy_structure",
        "aC a* ~ bC": "deploy_item",
        "aC a! ~ bC": "deploy_item",
        "aC ao ~ bC": "",
        "aC ao= ~ bC": "",
    }.items():
        state = position(line)
        fund(state)
        if code:
            assert refusal(state, 0, "deploy mine 1,0").code == code, line
        else:
            act(state, 0, "deploy mine 1,0")


def test_mw_70_an_own_decoy_can_be_made_a_mine_and_nothing_else() -> None:
    state = position("aC ao a ~ bC", **EXACT, upgrade_price_percent=123)
    for item in ("decoy", "trap"):
        assert refusal(state, 0, f"deploy {item} 1,0").code == "deploy_item"
    assert spent(state, "deploy mine 1,0") == 123
    advance(state, 500)
    assert draw(state) == "aC a* a ~ bC"
    assert spent(state, "deploy mine 2,0", now=1_000) == 300


def test_mw_70_own_items_are_seen_by_their_owner_and_cannot_be_taken_back() -> None:
    state = position("aC a* ao a! ~ bC")
    fund(state)
    assert list(state.known[0].item[1:4]) == [2, 1, 3]
    assert refusal(state, 0, "deploy decoy 1,0").code == "deploy_item"
    assert refusal(state, 0, "bulldoze 1,0").code == "bulldoze_nothing"


def test_mw_76_a_deployment_is_void_when_the_land_is_lost() -> None:
    state = position("aC a b bC", **EXACT)
    before = money(state, 0, 500)
    act(state, 0, "deploy mine 1,0")
    act(state, 1, "capture 1,0", now=100)
    (notice,) = [each for each in advance(state, 500) if each.code == "void"]
    assert notice.facts == {"what": "deploy", "x": 1, "y": 0}
    assert notice.to is not None
    assert 0 in notice.to
    assert 1 not in notice.to
    assert draw(state) == "aC b b bC"
    assert money(state, 0, 500) == before


def test_mw_76_a_deployment_is_void_when_something_is_to_be_built_there_meanwhile() -> None:
    state = position("aC a ~ bC", regions="1 1 0 2")
    fund(state)
    act(state, 0, "deploy mine 1,0")
    act(state, 0, "build tower 1,0")
    assert "void" in codes(advance(state, 500))
    assert draw(state) == "aC aT? ~ bC"


def test_mw_47_mw_70_an_item_deployed_on_a_surrounded_tile_goes_to_the_surrounder() -> None:
    state = position(
        """
        b b b ~ bC
        b a b ~ ~
        b b b ~ aC
        """
    )
    fund(state)
    act(state, 0, "deploy mine 1,1")
    advance(state, 500)
    assert draw(state).splitlines()[1] == "b b b ~ ~"


# Harvest


@pytest.mark.parametrize(
    ("tile", "sum_of_money", "delay_ms"),
    [
        pytest.param("a", 100, 5_000, id="land"),
        pytest.param("a,", 250, 8_000, id="fertile"),
        pytest.param("a%", 420, 12_000, id="forest"),
        pytest.param("a^", 600, 20_000, id="mountain"),
    ],
)
def test_mw_74_a_harvest_turns_a_tile_to_foundation_for_a_sum_at_once(
    tile: str, sum_of_money: int, delay_ms: int
) -> None:
    state = position(f"aC a {tile} ~ bC", **EXACT, regions="1 1 1 0 2")
    act(state, 0, "harvest 2,0")
    advance(state, delay_ms - 1)
    assert draw(state) == f"aC a {tile} ~ bC"
    before = money(state, 0, delay_ms)
    (notice,) = advance(state, delay_ms)
    assert draw(state) == "aC a a# ~ bC"
    assert money(state, 0, delay_ms) == before + sum_of_money
    assert notice.facts == {"x": 2, "y": 0, "money": sum_of_money}


def test_mw_74_not_on_a_tile_with_a_structure_nor_where_nothing_is_left() -> None:
    for tile, code in {
        "a=": "harvest_structure",
        "aT": "harvest_structure",
        "a#": "harvest_nothing",
        "ax": "harvest_nothing",
        "b": "harvest_not_own",
        ".": "harvest_not_own",
        "^": "harvest_not_own",
        "aC": "harvest_not_own",
        "~": "harvest_not_own",
    }.items():
        state = position(f"aC {tile} a ~ ~ bC")
        assert refusal(state, 0, "harvest 1,0").code == code, tile


def test_mw_74_only_where_the_regions_city_is_owned() -> None:
    state = position("aC a a bC", regions="1 1 2 2")
    assert refusal(state, 0, "harvest 2,0").code == "harvest_no_city"
    act(state, 0, "harvest 1,0")


def test_mw_74_an_item_or_a_structure_to_come_does_not_hinder_it() -> None:
    state = position("aC a* a=? ~ bC", regions="1 1 1 0 2", road_cost_percent=100_000)
    act(state, 0, "harvest 1,0")
    act(state, 0, "harvest 2,0", now=1_000)
    advance(state, 6_000)
    assert draw(state) == "aC a#* a#=? ~ bC"


def test_mw_74_harvesting_a_cluster_tile_changes_the_cluster_at_once() -> None:
    state = position(
        """
        a a  a  a  a
        a a^ a^ a^ a
        a a  a  a  aC
        ~ ~  ~  ~  ~
        ~ ~  ~  ~  bC
        """
    )
    assert len(state.clusters) == 1
    act(state, 0, "harvest 2,1")
    advance(state, 20_000)
    assert draw(state).splitlines()[1] == "a a^ a# a^ a"
    assert len(state.clusters) == 2
    assert state.players[0].land == 12, "the harvested tile is land"
    assert state.known[0].digit[7] == 1, "and has a digit"


def test_mw_76_a_harvest_is_void_when_the_tile_or_its_city_is_lost_or_it_is_destroyed() -> None:
    state = position("aC a b ~ bC", **EXACT)
    fund(state)
    act(state, 0, "harvest 1,0")
    act(state, 1, "strike 1,0")
    assert "void" in codes(advance(state, 5_000))
    assert draw(state) == "aC ax b ~ bC"
    state = position("aC a b ~ bC", **EXACT)
    act(state, 0, "harvest 1,0")
    act(state, 1, "capture 1,0")
    assert "void" in codes(advance(state, 5_000))
    assert draw(state) == "bC b b ~ bC"


# Bulldoze


def test_mw_75_a_bulldozed_structure_brings_a_quarter_of_its_cost() -> None:
    for tile, brought in {"a=": 25, "aT": 750, "aH": 500}.items():
        state = position(f"aC {tile} a ~ bC", **EXACT, regions="1 1 1 0 2")
        act(state, 0, "bulldoze 1,0")
        advance(state, 4_999)
        assert draw(state) == f"aC {tile} a ~ bC"
        before = money(state, 0, 5_000)
        (notice,) = advance(state, 5_000)
        assert draw(state) == "aC ax a ~ bC"
        assert money(state, 0, 5_000) == before + brought
        assert notice.facts == {"x": 1, "y": 0, "money": brought}


def test_mw_75_mw_82_the_money_goes_to_the_nearest_own_city_where_the_region_is_anothers() -> None:
    state = position("aC a= bC", **EXACT, regions="1 2 2")
    act(state, 0, "bulldoze 1,0")
    before = money(state, 0, 5_000)
    advance(state, 5_000)
    assert money(state, 0, 5_000) == before + 25


def test_mw_75_only_an_own_structure_that_is_completed() -> None:
    for tile, code in {
        "a": "bulldoze_nothing",
        "a=?": "bulldoze_nothing",
        "b=": "bulldoze_not_own",
        ".=": "bulldoze_not_own",
        ".": "bulldoze_not_own",
        "~": "bulldoze_not_own",
    }.items():
        state = position(f"aC {tile} a ~ bC", road_cost_percent=100_000)
        assert refusal(state, 0, "bulldoze 1,0").code == code, tile


def test_mw_75_a_barricade_is_bulldozed_whole() -> None:
    state = position("aC aH aH ~ bC", **EXACT)
    act(state, 0, "bulldoze 2,0")
    before = money(state, 0, 5_000)
    advance(state, 5_000)
    assert draw(state) == "aC ax ax ~ bC"
    assert money(state, 0, 5_000) == before + 1_000


def test_mw_75_how_much_it_brings_can_be_chosen_and_is_rounded_up() -> None:
    state = position("aC a= a ~ bC", **(EXACT | {"round_money": 30}), bulldoze_percent=50)
    assert state.terms.prices["road"] == 120
    act(state, 0, "bulldoze 1,0")
    before = money(state, 0, 5_000)
    advance(state, 5_000)
    assert money(state, 0, 5_000) == before + 60
    state = position("aC a= a ~ bC", **(EXACT | {"round_money": 50}))
    act(state, 0, "bulldoze 1,0")
    before = money(state, 0, 5_000)
    advance(state, 5_000)
    assert money(state, 0, 5_000) == before + 50


def test_mw_76_bulldozing_is_void_when_the_structure_is_lost_meanwhile() -> None:
    state = position("aC a= b ~ bC", **EXACT, protect_ms=0)
    act(state, 0, "bulldoze 1,0")
    act(state, 1, "capture 1,0", now=10)
    assert "void" in codes(advance(state, 5_000))
    assert state.structure[1]
    assert state.cities[0].done_at == NEVER


def test_whose_delayed_action_is_over_is_noted_even_if_nothing_came_of_it() -> None:
    state = position("aC a b=  bC")
    act(state, 0, "harvest 1,0")
    ground.give(state, 1 << 1, 0)
    rules.finish(state, 0)
    state.touched.viewers.clear()
    assert codes(rules.wake(state, 5_000)) == ["void"]
    assert state.touched.viewers == {0}
