"""Which cities are connected (MW-61)."""

from freehold.games.minewars.building import economy, roads
from freehold.games.minewars.moves import structures
from freehold.games.minewars.state import State
from tests.games.minewars import act, advance, fund, position, refusal


def networks(state: State) -> list[int]:
    return [city.network for city in state.cities]


def test_mw_61_a_road_costs_1_and_bears_3() -> None:
    terms = position("aC bC", round_money=1, city_resources=100, land_resources=0).terms
    assert (terms.prices["road"], terms.hp["road"]) == (100, 3)


def test_mw_61_two_cities_are_connected_by_a_path_of_own_roads() -> None:
    for line, linked in {
        "aC a= a= aC ~ bC": [0, 0, -1],
        "aC a= a  aC ~ bC": [-1, -1, -1],
        "aC a= a=? aC ~ bC": [-1, -1, -1],
        "aC a= .= aC ~ bC": [-1, -1, -1],
        "aC a= b= aC ~ bC": [-1, -1, -1],
        "aC a= b= bC ~ bC": [-1, -1, -1],
        "aC a= aT aC ~ bC": [-1, -1, -1],
        "aC a= a= bC ~ bC": [-1, -1, -1],
        "aC a= a= C ~ bC": [-1, -1, -1],
    }.items():
        assert networks(position(line)) == linked, line


def test_mw_61_an_expansion_over_a_road_cuts_the_cities_off() -> None:
    state = position("""
        aC a= a= aC
        ~  b  ~  ~
        ~  bC ~  ~
    """)
    assert networks(state) == [0, 0, -1]
    act(state, 1, "capture 1,0", now=60_000)
    assert networks(state) == [-1, -1, -1]


def test_mw_61_roads_link_by_touching_and_a_city_by_a_road_on_its_ring() -> None:
    corners = """
        aC ~  ~  ~
        ~  a= ~  ~
        ~  ~  a= ~
        ~  ~  ~  aC
    """
    assert networks(position(corners)) == [0, 0, -1]
    assert networks(position("aC a a= aC")) == [-1, -1, -1], "not on the first one's ring"


def test_mw_61_on_hexagons_roads_link_by_their_sides() -> None:
    joined = """
        aC a= ~  ~
        ~  a= a= aC
    """
    assert networks(position(joined, shape="hex")) == [0, 0, -1]
    apart = """
        aC a= ~  ~
        ~  ~  a= aC
    """
    assert networks(position(apart, shape="hex")) == [-1, -1, -1]
    assert networks(position(apart)) == [0, 0, -1], "by a corner on squares"


def test_mw_61_a_path_may_lead_by_way_of_other_own_cities() -> None:
    state = position("aC a= aC a= aC ~ b= bC b= bC")
    assert networks(state) == [0, 0, 0, 3, 3]
    assert roads.connected(state, 1) == [0, 2]
    assert roads.connected(state, 4) == [3]
    assert roads.pairs(state, 0) == ((0, 1), (0, 2), (1, 2))
    assert roads.pairs(state, 1) == ((3, 4),)


def test_mw_61_a_player_who_is_connected_with_nobody_pays_alone() -> None:
    state = position("aC a aC ~ bC")
    assert roads.connected(state, 0) == []
    assert roads.pairs(state, 0) == ()
    assert economy.payers_for(state, 0, 0) == [0]


def test_mw_61_one_tile_lost_breaks_the_connection_and_retaken_mends_it() -> None:
    state = position(
        """
        aC a= a= a= aC ~ bC
        ~  a* b  ~  ~  ~ ~
        """,
        protect_ms=0,
    )
    assert networks(state) == [0, 0, -1]
    act(state, 1, "capture 2,0")
    assert networks(state) == [-1, -1, -1]
    act(state, 0, "capture 2,0", now=200)
    assert networks(state) == [0, 0, -1]


def test_mw_61_a_road_completed_connects_and_one_destroyed_breaks_it() -> None:
    state = position(
        """
        aC a= a a= aC ~ bC
        ~  b  b b  ~  ~ ~
        """
    )
    fund(state)
    act(state, 0, "build road 2,0")
    assert networks(state) == [-1, -1, -1]
    advance(state, state.cities[0].done_at)
    assert networks(state) == [0, 0, -1]
    now = state.cities[0].since
    for at in (now, now + 1_000):
        assert networks(state) == [0, 0, -1]
        act(state, 1, "strike 2,0", now=at)
        advance(state, at + 1_000)
    assert networks(state) == [-1, -1, -1]


def test_mw_61_a_road_is_still_land_for_capturing() -> None:
    state = position("aC a b= b= ~ bC")
    act(state, 0, "capture 2,0")
    assert [state.owner[cell] for cell in (2, 3)] == [1, 1]
    assert [state.structure[cell] for cell in (2, 3)] == [1, 1]


def test_mw_61_a_city_taken_leaves_its_old_network_and_joins_the_takers() -> None:
    state = position(
        """
        a  a= a  ~
        a= bC a= aC
        .  a  a  ~
        ~  b  ~  ~
        ~  bC ~  ~
        """
    )
    assert networks(state) == [-1, -1, -1]
    act(state, 0, "capture 0,2")
    advance(state, 5_000)
    assert state.cities[0].owner == 1
    assert networks(state) == [0, 0, -1]


def test_mw_64_roads_link_across_a_bridge_while_both_its_ends_are_own_road() -> None:
    for line, linked in {
        "aC a= ~+ a= aC ~ bC": [0, 0, -1],
        "aC a= ~+? a= aC ~ bC": [-1, -1, -1],
        "aC a= ~+ a  aC ~ bC": [-1, -1, -1],
        "aC a  ~+ a= aC ~ bC": [-1, -1, -1],
        "aC a= ~+ b= aC ~ bC": [-1, -1, -1],
        "aC a= ~  a= aC ~ bC": [-1, -1, -1],
    }.items():
        assert networks(position(line)) == linked, line


def test_mw_64_a_bridge_destroyed_breaks_the_connection() -> None:
    state = position("aC a= ~+ a= aC ~ bC")
    structures.damage(state, 2, 4)
    assert networks(state) == [-1, -1, -1]


def test_mw_64_a_bridge_completed_makes_the_connection() -> None:
    state = position("aC a= ~ a= aC ~ bC", regions="1 1 0 2 2 0 3")
    act(state, 0, "build bridge 2,0")
    assert networks(state) == [-1, -1, -1]
    advance(state, state.cities[0].done_at)
    assert networks(state) == [0, 0, -1]


def test_mw_61_a_road_can_be_built_on_an_item_and_items_lie_on_roads() -> None:
    state = position("aC a* a= ~ bC", regions="1 1 1 0 2")
    fund(state)
    act(state, 0, "build road 1,0")
    act(state, 0, "deploy decoy 2,0")
    assert refusal(state, 0, "build tower 1,0").code == "build_taken"


def test_mw_61_owners_of_cities_are_told_when_roads_are_linked_again() -> None:
    state = position("aC a= a= aC ~ bC ~ C")
    state.touched.viewers.clear()
    roads.link(state)
    assert {0, 1} <= state.touched.viewers
