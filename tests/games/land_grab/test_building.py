"""LG-10 to LG-16: what may be built, and how a turn runs."""

import pytest

from freehold.game import Illegal
from freehold.games.land_grab import rules
from freehold.games.land_grab.actions import Farm, Settle, parse
from freehold.games.land_grab.state import FARM, LAND, MINE, RESORT, State
from freehold.kernel import canonical
from tests.games.land_grab import cell, island, picture_of, play, position, same_picture


def refused(state: State, spelling: str, seat: int | None = None) -> Illegal:
    """The refusal of an action, after which nothing has changed."""
    before = canonical.encode(state)
    state.touched.take_cells()
    with pytest.raises(Illegal) as caught:
        rules.act(state, 0, state.mover if seat is None else seat, parse(spelling))
    assert canonical.encode(state) == before
    assert state.touched.take_cells() == []
    return caught.value


OPEN = """
    fLLL
    LLLL
    LLLg
"""


def test_lg_10_a_turn_is_one_build_and_then_the_other_player_moves() -> None:
    state = position(OPEN)
    assert play(state, "farm 1,0") == ["built_farm"]
    assert (state.mover, state.turn, state.last_cell) == (1, 2, 1)
    assert same_picture(state, "ffLL\nLLLL\nLLLg")
    assert refused(state, "farm 0,1", seat=0).code == "not_your_turn"
    play(state, "farm 2,2")
    assert (state.mover, state.turn, state.last_cell) == (0, 3, cell(2, 2))


def test_lg_10_a_settlement_of_player_1_is_a_mine_and_of_player_2_a_resort() -> None:
    state = position(OPEN)
    assert play(state, "settle 1,0", "settle 2,2") == ["built_mine", "built_resort", "paid"]
    assert same_picture(state, "fmLL\nLLLL\nLLrg")
    assert (state.settlements, state.farms) == ([1, 1], [1, 1])


def test_a_build_is_told_with_its_place_and_its_yield() -> None:
    state = position("fLF\nggL")
    (built,) = rules.act(state, 0, 0, Settle(1, 0))
    assert (built.code, built.to) == ("built_mine", None)
    assert built.facts == {"seat": 0, "x": 1, "y": 0, "yield": 2}
    built, _ = rules.act(state, 0, 1, Farm(2, 1))
    assert (built.code, built.facts) == ("built_farm", {"seat": 1, "x": 2, "y": 1, "yield": 0})


def test_lg_11_land_and_forest_can_be_built_on() -> None:
    state = position("fLF\nLLLg")
    play(state, "farm 1,0", "farm 2,0")
    assert same_picture(state, "ffg\nLLLg")


def test_lg_11_water_and_mountains_cannot_be_built_on() -> None:
    state = position("fLWL\nLMLL\nLLLg")
    for verb in ("farm", "settle"):
        assert refused(state, f"{verb} 1,1").code == "on_mountain"
        assert refused(state, f"{verb} 2,0").code == "on_water"


def test_lg_11_a_built_tile_cannot_be_built_on_again() -> None:
    state = position("ffLL\nLLgL")
    for verb in ("farm", "settle"):
        refusal = refused(state, f"{verb} 2,1")
        assert (refusal.code, refusal.facts) == ("taken", {"seat": 1})
        refusal = refused(state, f"{verb} 1,0")
        assert (refusal.code, refusal.facts) == ("taken", {"seat": 0})


@pytest.mark.parametrize("place", ["12,0", "0,12", "-1,0", "0,-1"])
def test_a_build_off_the_map_is_refused(place: str) -> None:
    refusal = refused(position(OPEN), f"farm {place}")
    assert (refusal.code, refusal.facts) == ("outside", {"last": 11})


@pytest.mark.parametrize("verb", ["farm", "settle"])
def test_lg_12_building_on_a_forest_turns_it_to_land(verb: str) -> None:
    state = position("fFL\nLLg")
    assert picture_of(state, 3, 2) == "fFL\nLLg"
    play(state, f"{verb} 1,0")
    assert state.ground[cell(1, 0)] == LAND
    assert state.built[cell(1, 0)] == (FARM if verb == "farm" else MINE)


@pytest.mark.parametrize("verb", ["farm", "settle"])
def test_lg_12_a_felled_forest_gives_no_bonus_to_anyone_from_then_on(verb: str) -> None:
    state = position(
        """
        LLLL
        fmFL
        LLLg
        """,
        mover=1,
    )
    assert (state.yields[cell(1, 1)], state.incomes) == (2, [2, 0])
    assert state.gains[0][cell(3, 1)] == 2
    play(state, f"{verb} 2,1")
    assert (state.yields[cell(1, 1)], state.incomes[0]) == (1, 1)
    assert state.gains[0][cell(3, 1)] == 1
    assert state.points == [1, 0]


def test_lg_12_a_mine_on_a_forest_is_no_forest_to_its_neighbour() -> None:
    state = position("fmF\nLLg", farms=(2, 1))
    play(state, "settle 2,0")
    assert (state.yields[1], state.yields[2], state.incomes[0]) == (1, 1, 2)


def test_lg_13_the_first_build_of_each_player_is_a_farm_anywhere() -> None:
    state = position("LFLL\nLMLL")
    for place in ("0,0", "1,0"):
        assert refused(state, f"settle {place}").code == "first_a_farm"
    play(state, "farm 1,0")
    assert refused(state, "settle 3,1").code == "first_a_farm"
    assert refused(state, "farm 1,0").code == "taken"
    play(state, "farm 3,1")
    assert same_picture(state, "LfLL\nLMLg")


def test_lg_13_player_1_begins_and_every_buildable_tile_is_open_to_both() -> None:
    state = island(5)
    free = [int(ground in (1, 3)) for ground in state.ground]
    assert (state.mover, [list(reach) for reach in state.reach]) == (0, [free, free])


def test_lg_14_a_later_build_touches_an_own_tile_by_a_side_or_a_corner() -> None:
    state = position(
        """
        LLLLL
        LLLLL
        LLfLL
        LLLLL
        LLLLg
        """
    )
    reach = [(x, y) for y in range(5) for x in range(5) if state.reach[0][cell(x, y)]]
    assert reach == [(1, 1), (2, 1), (3, 1), (1, 2), (3, 2), (1, 3), (2, 3), (3, 3)]
    for verb in ("farm", "settle"):
        assert refused(state, f"{verb} 0,0").code == "too_far"
        assert refused(state, f"{verb} 2,4").code == "too_far"
        assert refused(state, f"{verb} 4,3").code == "too_far"  # it touches the other's farm
    play(state, "farm 1,1")
    assert state.reach[0][cell(0, 0)] == 1
    assert state.reach[1][cell(0, 0)] == 0


def test_lg_14_a_settlement_extends_the_reach_as_a_farm_does() -> None:
    state = position("fLLL\nWWWg")
    play(state, "settle 1,0", "settle 3,0")
    assert refused(state, "farm 3,0").code == "taken"
    play(state, "farm 2,0")
    assert same_picture(state, "fmfr\nWWWg")


def test_lg_15_a_player_never_has_more_settlements_than_farms() -> None:
    state = position("fmLL\nLLLg")
    refusal = refused(state, "settle 0,1")
    assert (refusal.code, refusal.facts) == ("needs_a_farm", {"farms": 1})
    play(state, "farm 0,1", "settle 3,0", "settle 1,1")
    assert refused(state, "settle 2,1").code == "needs_a_farm"
    assert same_picture(state, "fmLr\nfmLg")


def test_lg_16_a_turn_runs_income_then_win_test_then_build() -> None:
    state = position("fmMLg\nLLLLL", mover=1, points=(50, 0))
    play(state, "farm 3,0")
    assert (state.points, state.mover) == ([52, 0], 0)  # paid before the build
    play(state, "farm 0,1")
    assert state.points == [52, 0]


def test_lg_16_a_player_without_a_legal_build_passes_after_income() -> None:
    state = position("rgfLLLL")
    codes = play(state, "farm 3,0")
    assert codes == ["built_farm", "paid", "passed"]
    assert (state.mover, state.turn, state.passes) == (0, 3, [0, 1])
    assert state.points == [0, 2]  # the resort has the water below it
    notices = rules.act(state, 0, 0, Settle(4, 0))
    assert [(notice.code, notice.facts) for notice in notices[1:]] == [
        ("paid", {"seat": 1, "amount": 2, "points": 4}),
        ("passed", {"seat": 1, "turns": 1}),
        ("paid", {"seat": 0, "amount": 1, "points": 1}),
    ]
    assert all(notice.to is None for notice in notices)


def test_lg_16_a_blocked_player_1_passes_too() -> None:
    state = position("mfgLLLL", mover=1)
    assert play(state, "farm 3,0") == ["built_farm", "paid", "passed"]
    assert (state.mover, state.turn, state.passes, state.points) == (1, 3, [1, 0], [1, 0])


def test_lg_16_when_neither_can_build_turns_run_on_until_somebody_wins() -> None:
    state = position("WLfrg", target=10)
    notices = rules.act(state, 0, 0, Farm(1, 0))
    assert [(notice.code, notice.facts) for notice in notices[1:]] == [
        ("paid", {"seat": 1, "amount": 10, "points": 10}),
        ("passed_often", {"seat": 1, "turns": 4}),
        ("passed_often", {"seat": 0, "turns": 4}),
    ]
    assert (state.points, state.turn, state.passes) == ([0, 10], 10, [4, 4])
    assert (state.ending, state.winner) == ("points", 1)


def test_nothing_more_is_accepted_when_it_is_over() -> None:
    state = position("WLfrg", target=10)
    play(state, "farm 1,0")
    assert rules.awaited(state) == ()
    assert refused(state, "farm 0,0").code == "over"
    assert refused(state, "farm 0,0", seat=0).code == "over"


def test_the_mover_is_awaited() -> None:
    state = position(OPEN)
    assert rules.awaited(state) == (0,)
    play(state, "farm 1,0")
    assert rules.awaited(state) == (1,)


def test_a_resort_is_built_by_player_2() -> None:
    state = position(OPEN, mover=1)
    play(state, "settle 3,1")
    assert (state.built[cell(3, 1)], state.owner[cell(3, 1)]) == (RESORT, 2)
