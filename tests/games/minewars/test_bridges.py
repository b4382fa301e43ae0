"""Bridges (MW-64)."""

from typing import Any

from freehold.games.minewars.building import bridges
from freehold.games.minewars.moves import structures
from freehold.kernel.grids import OUTSIDE, hex_grid, square_grid
from tests.games.minewars import act, advance, codes, draw, fund, money, position, refusal

EXACT: dict[str, Any] = {"round_money": 1, "city_resources": 100, "land_resources": 0}
CROSS = """
    ~  . ~
    aC a ~
    ~  . ~
"""


def test_mw_64_opposite_is_in_a_straight_line_by_sides() -> None:
    grid = square_grid(3, 3)
    assert bridges.axes(grid) == 2
    assert [bridges.ends(grid, 4, axis) for axis in range(2)] == [(1, 7), (5, 3)]
    assert bridges.ends(grid, 0, 0) == (OUTSIDE, 3)
    grid = hex_grid(3, 3)
    assert bridges.axes(grid) == 3
    assert [bridges.ends(grid, 4, axis) for axis in range(3)] == [(2, 7), (5, 3), (8, 1)]


def test_mw_64_it_is_built_on_water_with_land_on_two_opposite_sides() -> None:
    state = position("aC a ~ . ~ bC", **EXACT)
    act(state, 0, "build bridge 2,0")
    assert draw(state) == "aC a ~+? . ~ bC"
    advance(state, 9_999)
    assert draw(state) == "aC a ~+? . ~ bC"
    advance(state, 10_000)
    assert draw(state) == "aC a ~+ . ~ bC", "it stays water"
    assert state.structures[state.built[2]].hp == 4


def test_mw_64_what_is_no_place_for_a_bridge_is_refused() -> None:
    for line, code in {
        "aC a . . ~ bC": "bridge_on_land",
        "aC ~ ~ . ~ bC": "bridge_not_beside",
        "aC a ~ ~ ~ bC": "bridge_no_ends",
        "aC a ~ ^ ~ bC": "bridge_no_ends",
        "aC a^ ~ a ~ bC": "bridge_no_ends",
        "a aC ~ a ~ bC": "bridge_no_ends",
        "aC . ~ . ~ bC": "bridge_not_beside",
        "aC b ~ . ~ bC": "bridge_not_beside",
        "aC a ~+ . ~ bC": "build_taken",
        "aC a ~+? . ~ bC": "build_taken",
    }.items():
        assert refusal(position(line), 0, "build bridge 2,0").code == code, line
    assert refusal(position("aC a ~ . ~ bC"), 0, "build bridge 6,0").code == "outside"


def test_mw_64_land_at_corners_is_no_end() -> None:
    state = position(
        """
        aC a .
        a  ~ ~
        .  ~ .
        """
    )
    assert refusal(state, 0, "build bridge 1,1").code == "bridge_no_ends"


def test_mw_64_the_city_of_an_owned_ends_region_pays() -> None:
    state = position("aC a ~ a bC ~ aC", regions="1 1 0 2 2 0 3")
    act(state, 0, "build bridge 2,0")
    assert [len(city.queue) for city in state.cities] == [1, 0, 0]
    state = position("aC a ~ a bC ~ aC", regions="3 3 0 1 2 0 3")
    act(state, 0, "build bridge 2,0")
    assert [len(city.queue) for city in state.cities] == [1, 0, 0], "of two the lower"
    state = position("aC a ~ a bC ~ aC", regions="1 2 0 3 2 0 3")
    act(state, 0, "build bridge 2,0")
    assert [len(city.queue) for city in state.cities] == [0, 0, 1]
    state = position("aC a ~ . bC ~ aC", regions="1 2 0 3 2 0 3")
    assert refusal(state, 0, "build bridge 2,0").code == "build_no_city"


def test_mw_64_where_several_axes_fit_the_builder_names_one() -> None:
    text = """
        ~  a ~ aC
        a  ~ a ~
        ~  a ~ ~
    """
    refused = refusal(position(text), 0, "build bridge 1,1")
    assert (refused.code, refused.facts) == ("bridge_which_axis", {"axes": "0 or 1"})
    for named, axis in {0: 0, 1: 1, 2: 0, 3: 1}.items():
        state = position(text)
        act(state, 0, f"build bridge 1,1 {named}")
        (structure,) = state.structures.values()
        assert structure.axis == axis
    assert refusal(position(text), 0, "build bridge 1,1 4").code == "bridge_not_beside"
    state = position(text.replace("a  ~ a ~", "b  ~ b ~"))
    act(state, 0, "build bridge 1,1")
    (structure,) = state.structures.values()
    assert structure.axis == 0
    assert refusal(state, 1, "build bridge 1,1 0").code == "bridge_not_beside"


def test_mw_64_on_hexagons_there_are_three_axes() -> None:
    text = """
        ~ a . ~
        ~ a ~ .
        ~ . . ~
        ~ ~ ~ ~
        aC ~ ~ ~
    """
    for axis in range(3):
        state = position(text, shape="hex")
        if axis != 1:
            owned = "bridge_not_beside"
            assert refusal(state, 0, f"build bridge 2,1 {axis}").code == owned, axis
    state = position(text, shape="hex")
    act(state, 0, "build bridge 2,1")
    advance(state, state.cities[0].done_at)
    assert bridges.ends_of(state, 6) == (7, 5)


def test_mw_64_the_owner_of_one_end_may_capture_at_the_other_of_any_bridge() -> None:
    state = position("aC a ~+ . ~ bC b ~+ . ~ ~")
    act(state, 0, "capture 3,0")
    act(state, 1, "capture 8,0")
    assert draw(state) == "aC a ~+ a ~ bC b ~+ b ~ ~"
    for line in ("aC a ~ . ~ bC", "aC a ~+? . ~ bC"):
        assert refusal(position(line), 0, "capture 3,0").code == "too_far", line


def test_mw_64_only_the_two_ends_are_joined() -> None:
    state = position(
        """
        aC a ~+ . ~
        ~  ~ ~  . ~
        """
    )
    assert refusal(state, 0, "capture 3,1").code == "too_far"
    assert bridges.across(state, 1) == [3]
    assert bridges.across(state, 3) == [1]
    assert bridges.across(state, 8) == []
    assert bridges.across(state, 0) == []


def test_mw_64_no_digit_and_no_autoexpansion_crosses() -> None:
    state = position("aC a ~+ . . ~ bC ~ *")
    act(state, 0, "capture 3,0")
    assert draw(state) == "aC a ~+ a a ~ bC ~ *", "from a tile captured there it goes on"
    state = position("aC a . ~+ . ~ bC")
    act(state, 0, "capture 2,0")
    assert draw(state) == "aC a a ~+ . ~ bC"
    state = position("aC a . ~+ * ~ bC")
    act(state, 0, "capture 2,0")
    assert state.known[0].digit[2] == 1, "a digit of 0"


def test_mw_64_it_is_owned_by_nobody() -> None:
    state = position("aC a ~ a ~ bC", **EXACT)
    act(state, 0, "build bridge 2,0")
    advance(state, 10_000)
    assert state.owner[2] == 0


def test_mw_64_it_may_be_struck_from_either_end() -> None:
    text = """
        aC a ~+ b ~ bC
        ~  c ~  ~ ~ cC
    """
    for seat in (0, 1):
        state = position(text, seats=3)
        fund(state)
        act(state, seat, "strike 2,0")
        advance(state, 1_000)
        assert state.structures[state.built[2]].hp == 2
        act(state, seat, "strike 2,0", now=1_000)
        advance(state, 2_000)
        assert draw(state).splitlines()[0] == "aC a ~ b ~ bC", "gone, it is water"
    state = position(text, seats=3)
    assert refusal(state, 2, "strike 2,0").code == "strike_too_far"


def test_mw_64_the_owner_of_both_ends_may_bulldoze_it() -> None:
    state = position("aC a ~+ a ~ bC", **EXACT)
    act(state, 0, "bulldoze 2,0")
    has = money(state, 0, 5_000)
    advance(state, 5_000)
    assert draw(state) == "aC a ~ a ~ bC"
    assert money(state, 0, 5_000) == has + 125
    for line in ("aC a ~+ . ~ bC", "aC a ~+ b ~ bC", "aC . ~+ . ~ bC", "aC a ~ a ~ bC"):
        assert refusal(position(line), 0, "bulldoze 2,0").code == "bulldoze_not_own", line


def test_mw_64_a_bridge_to_come_is_void_when_its_builder_owns_no_end_any_more() -> None:
    state = position(
        """
        aC a  ~ . ~ bC
        b  b* ~ ~ ~ ~
        """,
        regions="1 1 0 1 0 2  2 2 0 0 0 0",
    )
    act(state, 0, "build bridge 2,0")
    assert "building_lost" in codes(act(state, 1, "capture 1,0", now=10))
    assert draw(state).splitlines()[0] == "aC b ~ . ~ bC"
    assert state.cities[0].queue == []
    assert not state.structures


def test_mw_64_one_own_end_is_enough_for_it_to_come() -> None:
    state = position(
        """
        aC a  ~ a ~ bC
        b  b* ~ ~ ~ ~
        """,
        regions="1 1 0 1 0 2  2 2 0 0 0 0",
    )
    act(state, 0, "build bridge 2,0")
    act(state, 1, "capture 1,0", now=10)
    assert draw(state).splitlines()[0] == "aC b ~+? a ~ bC"


def test_mw_16_mw_64_two_may_build_one_bridge_not_knowing_of_each_other() -> None:
    state = position("aC a ~ b bC", **EXACT)
    act(state, 0, "build bridge 2,0")
    act(state, 1, "build bridge 2,0", now=100)
    assert refusal(state, 1, "build bridge 2,0", now=100).code == "build_taken"
    assert [len(city.queue) for city in state.cities] == [1, 1]
    notices = advance(state, 10_000)
    assert codes(notices) == ["building_lost", "built"]
    assert notices[0].to is not None
    assert 1 in notices[0].to
    assert 0 not in notices[0].to
    assert draw(state) == "aC a ~+ b bC"
    assert [city.queue for city in state.cities] == [[], []]
    assert len(state.structures) == 1


def test_mw_16_mw_64_one_of_two_who_build_it_may_lose_theirs() -> None:
    state = position("aC a ~ b bC", **EXACT)
    act(state, 0, "build bridge 2,0")
    act(state, 1, "build bridge 2,0", now=100)
    act(state, 1, "resign", now=200)
    assert state.pending[2]
    assert len(state.structures) == 1


def test_mw_64_a_bridge_bears_4_and_takes_damage_from_explosions_beside_it() -> None:
    state = position("b a ~+ b ~ bC", **EXACT)
    assert state.terms.prices["bridge"] == 500
    fund(state)
    assert refusal(state, 0, "strike 3,0").code == "strike_too_far", "a strike does not cross"
    act(state, 1, "strike 1,0")
    advance(state, 1_000)
    assert draw(state) == "b ax ~+ b ~ bC"
    assert state.structures[state.built[2]].hp == 3
    structures.damage(state, 2, 3)
    assert draw(state) == "b ax ~ b ~ bC"


def test_mw_64_a_completed_bridge_gives_all_resources_back_to_money() -> None:
    state = position("aC a ~ . ~ bC", **EXACT)
    act(state, 0, "build bridge 2,0")
    assert (state.cities[0].rate, state.cities[0].points) == (50, 50)
    advance(state, 10_000)
    assert (state.cities[0].rate, state.cities[0].points) == (100, 0)
    assert "build" not in [what for _, what, _ in state.due]


def test_mw_64_all_crossings_are_what_is_across_each_end() -> None:
    state = position(
        """
        aC a ~+ . ~+ .
        ~  ~ .  ~ ~  ~
        ~  ~ ~+ ~ ~  bC
        ~  ~ .  ~ ~  ~
        """
    )
    ways = bridges.crossings(state)
    assert ways == {1: [3], 3: [1, 5], 5: [3], 8: [20], 20: [8]}
    assert all(sorted(bridges.across(state, cell)) == far for cell, far in ways.items())
    state = position(
        """
        . ~+ . ~ aC
        . ~+ . ~ bC
        """
    )
    assert bridges.crossings(state) == {2: [0], 0: [2], 7: [5], 5: [7]}
    state = position(
        """
        .  .  aC
        ~+ ~+ ~
        .  .  bC
        """
    )
    assert bridges.crossings(state) == {0: [6], 6: [0], 1: [7], 7: [1]}
