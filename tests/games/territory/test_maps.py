from itertools import combinations, product
from typing import Any

import pytest

from freehold.games.territory import maps
from freehold.games.territory.params import CELLS, SIDE, Params
from freehold.games.territory.state import FIRST
from freehold.kernel.chance import Stream, key_of
from tests.games.territory import begin

SEEDS = range(40)
CORNERS = {0, 7, 56, 63}


def starts_of(seed: int, seats: int = 5, **params: Any) -> list[int]:
    return maps.draw_starts(Params(**params), seats, Stream(key_of(seed), "starts"))


def test_tr_01_the_map_is_eight_by_eight() -> None:
    state = begin()
    assert (SIDE, CELLS, state.touched.width) == (8, 64, 8)
    assert len(state.owner) == len(state.units) == len(state.resource) == 64


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_tr_02_each_player_starts_with_five_units_on_one_edge_square(seats: int) -> None:
    state = begin(seats)
    held = [cell for cell in range(64) if state.owner[cell]]
    assert sorted(state.owner[cell] for cell in held) == list(range(1, seats + 1))
    assert all(cell % 8 in (0, 7) or cell // 8 in (0, 7) for cell in held)
    assert [state.units[cell] for cell in held] == [5] * seats
    assert sum(state.units) == 5 * seats
    assert state.totals == [5] * seats
    assert state.units_by_round == [(5,) * seats]
    assert state.in_play == [True] * seats
    assert state.resigned == state.away == [False] * seats


def test_tr_02_the_start_squares_are_distinct_and_any_of_the_edge() -> None:
    drawn = [starts_of(seed) for seed in SEEDS]
    assert all(len(set(starts)) == 5 for starts in drawn)
    assert len({cell for starts in drawn for cell in starts}) == 28
    assert begin(start_units=9).totals == [9, 9, 9]


def test_tr_02_corners_can_be_ruled_out() -> None:
    assert any(CORNERS & set(starts_of(seed)) for seed in SEEDS)
    assert not any(CORNERS & set(starts_of(seed, corners=False)) for seed in SEEDS)
    assert len(maps.edge_cells(corners=True)) == 28
    assert len(maps.edge_cells(corners=False)) == 24


@pytest.mark.parametrize("corners", [True, False])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_tr_02_no_two_players_start_side_by_side(seats: int, corners: bool) -> None:
    for seed in range(300):
        starts = starts_of(seed, seats, corners=corners)
        assert min(maps.steps_between(*pair) for pair in combinations(starts, 2)) > 1, seed


@pytest.mark.parametrize("seed", range(20))
def test_tr_02_every_spacing_on_offer_fits_every_number_of_players(seed: int) -> None:
    for seats, corners, spacing in product((3, 4, 5), (True, False), range(6)):
        starts = starts_of(seed, seats, corners=corners, spacing_cells=spacing)
        pairs = list(combinations(starts, 2))
        assert min(maps.steps_between(one, other) for one, other in pairs) >= max(2, spacing)


@pytest.mark.parametrize("spacing", [2, 5])
def test_tr_02_a_spacing_keeps_the_starts_that_many_moves_apart(spacing: int) -> None:
    nearest = []
    for seed in SEEDS:
        starts = starts_of(seed, corners=False, spacing_cells=spacing)
        pairs = [(one, other) for one in starts for other in starts if one < other]
        nearest.append(min(maps.steps_between(one, other) for one, other in pairs))
    assert min(nearest) == spacing


def test_steps_are_counted_as_units_move() -> None:
    assert maps.steps_between(0, 63) == 14
    assert maps.steps_between(2, 8 * 3 + 1) == 4
    assert maps.steps_between(8 * 3 + 1, 2) == 4


def test_players_who_do_not_fit_are_refused() -> None:
    assert maps.choose_apart([0, 1, 2], 2, 3) is None
    assert maps.choose_apart([0, 1, 2], 2, 2) == [0, 2]
    with pytest.raises(ValueError, match="5 players do not fit 9 moves apart; lower spacing_cells"):
        starts_of(0, spacing_cells=9)


@pytest.mark.parametrize(
    ("percent", "squares"), [(5, 4), (0, 0), (1, 1), (25, 16), (47, 31), (50, 32)]
)
def test_tr_03_a_share_of_squares_are_resources_rounded_up(percent: int, squares: int) -> None:
    state = begin(resource_percent=percent)
    assert state.resource.count(1) == squares
    assert state.resource.count(0) == 64 - squares


def test_tr_03_no_start_square_is_a_resource_square() -> None:
    seen = set()
    for seed in SEEDS:
        state = begin(5, seed, resource_percent=50)
        assert not any(state.owner[cell] and state.resource[cell] for cell in range(64))
        seen |= {cell for cell in range(64) if state.resource[cell]}
    assert len(seen) == 64


def test_a_key_decides_the_map_and_another_key_another_one() -> None:
    assert begin(seed=1) == begin(seed=1)
    assert begin(seed=1).owner != begin(seed=2).owner
    assert begin(seed=1).resource != begin(seed=2).resource


def test_a_match_begins_with_the_first_declaration_of_the_first_round() -> None:
    state = begin()
    assert (state.round, state.phase, state.ending) == (1, FIRST, "")
    assert state.sealed == [None, None, None]
    assert state.last is None
