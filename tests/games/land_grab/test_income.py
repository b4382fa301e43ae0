"""LG-20 to LG-25 and LG-40 to LG-42: yields, points, and the layers that preview them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from freehold.games.land_grab import rules, views
from freehold.games.land_grab.params import Params
from freehold.games.land_grab.state import MINE, RESORT, State
from tests.games.land_grab import (
    SIDE,
    cell,
    island,
    play,
    position,
    slow_free,
    slow_loss,
    slow_reach,
    slow_yield,
)


def yields(picture: str, x: int, y: int) -> int:
    return position(picture, farms=(9, 9)).yields[cell(x, y)]


def test_lg_20_bonuses_look_at_the_four_sides_only() -> None:
    assert yields("MLM\nLmL\nMLM", 1, 1) == 1
    assert yields("LML\nMmM\nLML", 1, 1) == 5
    assert yields("MLM\nLrL\nMLM", 1, 1) == 1
    assert yields("mLm\nLrL\nmLm", 1, 1) == 1


@pytest.mark.parametrize(
    ("beside", "pays"), [("L", 1), ("W", 1), ("F", 2), ("M", 2), ("f", 1), ("g", 1), ("r", 1)]
)
def test_lg_21_a_mine_yields_1_and_1_for_each_forest_or_mountain_beside_it(
    beside: str, pays: int
) -> None:
    assert yields(f"LLL\n{beside}mL\nLLL", 1, 1) == pays
    assert yields(f"LLL\nLm{beside}\nLLL", 1, 1) == pays
    assert yields(f"L{beside}L\nLmL\nL{beside}L", 1, 1) == 2 * pays - 1


@pytest.mark.parametrize(
    ("beside", "pays"), [("L", 1), ("F", 1), ("W", 2), ("M", 2), ("f", 1), ("g", 1), ("m", 0)]
)
def test_lg_22_a_resort_yields_1_and_1_for_each_water_or_mountain_less_1_for_each_mine(
    beside: str, pays: int
) -> None:
    assert yields(f"LLL\n{beside}rL\nLLL", 1, 1) == pays
    assert yields(f"LWL\nLr{beside}\nLLL", 1, 1) == pays + 1


def test_lg_22_a_resort_never_yields_less_than_0() -> None:
    assert yields("LmL\nmrm\nLmL", 1, 1) == 0
    state = position("LmL\nLrL\nLfL", farms=(9, 9))
    assert (state.yields[cell(1, 1)], state.incomes) == (0, [1, 0])
    play(state, "settle 0,1")
    assert (state.yields[cell(1, 1)], state.incomes[1], state.points[1]) == (0, 0, 0)


def test_lg_22_a_resort_beside_mines_begins_with_what_they_leave_it() -> None:
    state = position("Lgm\nLLL\nLLL\nfLL", mover=1, farms=(9, 9))
    assert [state.gains[1][cell(x, 1)] for x in range(3)] == [1, 1, 1]  # 3,1 is water
    play(state, "settle 2,1")
    assert (state.yields[cell(2, 1)], state.incomes[1]) == (1, 1)


def test_lg_23_farms_yield_nothing_and_change_no_neighbours_yield() -> None:
    state = position("LLLL\nfmrg\nLLLL")
    before = state.incomes[:]
    play(state, "farm 1,2", "farm 2,0")
    assert state.incomes == before == [1, 0]
    assert (state.yields[cell(0, 1)], state.yields[cell(1, 2)]) == (0, 0)


def test_lg_24_points_grow_at_the_beginning_of_a_players_turn_by_the_present_yields() -> None:
    state = position("fmFL\nLLLL\nLLrg\nLLLL", points=(10, 20))
    assert state.incomes == [2, 1]
    play(state, "farm 0,1")
    assert state.points == [10, 21]  # player 2's turn begins
    play(state, "farm 3,1")
    assert state.points == [12, 21]  # and player 1's


def test_lg_24_a_mine_beside_a_resort_lowers_it_from_the_next_payment_on() -> None:
    state = position("WfLL\nLLrg\nLLLL")
    play(state, "settle 2,0")
    assert (state.yields[cell(2, 1)], state.incomes[1], state.points[1]) == (0, 0, 0)


def test_lg_24_a_felled_forest_lowers_a_mine_from_the_next_payment_on() -> None:
    state = position("fmFg\nLLLL", mover=1)
    assert state.incomes == [2, 0]
    play(state, "farm 2,0")
    assert (state.incomes, state.points) == ([1, 0], [1, 0])


@pytest.mark.parametrize(("points", "ending"), [(97, ""), (98, "points"), (99, "points")])
def test_lg_25_whose_points_reach_the_target_wins_at_once_before_building(
    points: int, ending: str
) -> None:
    state = position("fmFL\nLLLg", mover=1, points=(points, 99))
    play(state, "farm 3,0")
    assert (state.ending, state.points) == (ending, [points + 2, 99])
    assert rules.awaited(state) == (() if ending else (0,))


def test_lg_25_another_target_and_a_head_start_can_be_chosen() -> None:
    state = island(1, Params(points_to_win=50, komi_points=4))
    assert (state.target, state.points) == (50, [0, 4])
    assert island(1, Params(komi_points=-7)).points == [7, 0], "to player 1"
    assert (island(1).target, island(1).points) == (100, [0, 0])


def test_lg_25_points_in_the_bank_do_not_win_without_a_turn() -> None:
    state = position("fLL\nLLg", points=(0, 100))
    play(state, "farm 1,0")
    assert (state.ending, state.winner) == ("points", 1)  # now player 2's turn begins


def test_lg_40_a_mine_with_3_mountains_and_1_forest_beside_it_yields_5() -> None:
    assert yields("LML\nMmM\nLFL", 1, 1) == 5


def test_lg_40_a_mine_with_2_land_and_2_water_beside_it_yields_1() -> None:
    assert yields("LWL\nLmL\nLWL", 1, 1) == 1


def test_lg_41_a_resort_with_3_water_beside_it_yields_4_to_player_2() -> None:
    state = position("LWL\nWLW\nLgL\nWWW\nLfL", mover=1)
    play(state, "settle 1,1", "farm 0,4")
    assert (state.yields[cell(1, 1)], state.incomes, state.points) == (4, [0, 4], [0, 4])


def test_lg_41_a_resort_with_1_land_and_3_mines_beside_it_yields_0() -> None:
    assert yields("LmL\nmrm\nLLL", 1, 1) == 0


def test_lg_42_two_settlements_with_2_bonuses_each_pay_6_a_turn() -> None:
    state = position(
        """
        LMLLML
        FmLLmF
        LffLLL
        LLLLLg
        """,
        mover=1,
    )
    play(state, "farm 4,3")
    assert (state.incomes[0], state.points[0]) == (6, 6)


# What is kept as the board changes is what the whole board says


def assert_layers_are_true(state: State) -> None:
    for at in range(SIDE * SIDE):
        built, free = state.built[at], slow_free(state, at)
        settled = built in (MINE, RESORT)
        assert state.yields[at] == (slow_yield(state, at, built) if settled else 0)
        for seat, what in enumerate((MINE, RESORT)):
            assert state.gains[seat][at] == (slow_yield(state, at, what) if free else 0)
            assert state.losses[seat][at] == slow_loss(state, seat, at)
    for seat in (0, 1):
        paying = [state.yields[at] for at in range(SIDE * SIDE) if state.owner[at] == seat + 1]
        assert state.incomes[seat] == sum(paying)
        assert list(state.reach[seat]) == slow_reach(state, seat)


FORESTED = Params(ring_land_percent=20, ring_mountain_percent=10, centre_forest_percent=90)


@pytest.mark.slow
@settings(max_examples=8, deadline=None)
@given(st.integers(0, 999), st.lists(st.integers(0, 10_000), min_size=60, max_size=60))
def test_every_layer_is_what_the_whole_board_says(seed: int, draws: list[int]) -> None:
    state = island(seed, FORESTED)
    for number, draw in enumerate(draws):
        if state.ending:
            break
        builds = list(views.builds(views.legal(state)))
        near = [build for build in builds if 3 <= build.x <= 8 and 3 <= build.y <= 8] or builds
        rules.act(state, 0, state.mover, near[-1 - draw % len(near)])
        if number % 10 == 9:
            assert_layers_are_true(state)
    assert_layers_are_true(state)


@pytest.mark.parametrize(
    ("picture", "x", "y", "spoiled"),
    [
        ("LLL\nLLL\nLrL\nLLL", 1, 1, 1),  # a mine there takes 1
        ("LLL\nrLr\nLrL\nWWW", 1, 1, 3),
        ("LLL\nmLL\nLrm\nLLL", 1, 1, 0),  # nothing is left to take
        ("LLL\nLWL\nLrm\nLLL", 1, 3, 1),
    ],
)
def test_the_loss_of_player_2_is_what_a_mine_would_take(
    picture: str, x: int, y: int, spoiled: int
) -> None:
    assert position(picture, farms=(9, 9)).losses[1][cell(x, y)] == spoiled


@pytest.mark.parametrize(
    ("picture", "felled"),
    [("LmL\nmFm\nLmL", 4), ("LmL\nmLm\nLmL", 0), ("LmL\nLFr\nLLL", 1), ("mLm\nLFr\nLLL", 0)],
)
def test_the_loss_of_player_1_is_what_felling_a_forest_would_take(
    picture: str, felled: int
) -> None:
    assert position(picture, farms=(9, 9)).losses[0][cell(1, 1)] == felled


def test_building_takes_the_previews_of_a_tile_away() -> None:
    state = position("fmFr\nLLLg", mover=1, farms=(9, 9))
    assert (state.gains[0][2], state.gains[1][2], state.losses[0][2], state.losses[1][2]) == (
        1,
        0,
        1,
        1,
    )
    play(state, "farm 2,0")
    assert not any(layer[2] for layer in (*state.gains, *state.losses, *state.reach))
