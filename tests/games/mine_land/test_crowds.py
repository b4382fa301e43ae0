"""The small things: crowds, tallies, and tiles around tiles."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from freehold.games.mine_land import crowds, ground, tallies
from freehold.games.mine_land.state import State
from freehold.games.mine_land.tallies import Tally
from freehold.kernel.grids import square_grid
from tests.games.mine_land import new_state


@pytest.fixture(scope="module")
def world() -> State:
    state = new_state(0 + 1, width_tiles=50, height_tiles=37)
    crowds.leave(state, 0, state.walkers[0].at)
    return state


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.integers(0, 50 * 37 - 1), max_size=12),
    st.tuples(st.integers(-9, 49), st.integers(-9, 36), st.integers(0, 30), st.integers(0, 30)),
)
def test_the_players_in_a_rectangle(places: list[int], rect: tuple[int, int, int, int]) -> None:
    state = new_state(1, width_tiles=50, height_tiles=37)
    crowds.leave(state, 0, state.walkers[0].at)
    for seat, tile in enumerate(places):
        crowds.enter(state, seat, 0)
        crowds.move(state, seat, 0, tile)
    left, top, width, height = rect
    found = crowds.find_within(state, left, top, left + width, top + height)
    assert found == [
        (seat, tile % 50, tile // 50)
        for seat, tile in enumerate(places)
        if left <= tile % 50 <= left + width and top <= tile // 50 <= top + height
    ]


def test_a_move_touches_both_tiles(world: State) -> None:
    crowds.enter(world, 3, 10)
    world.touched.cells.clear()
    crowds.move(world, 3, 10, 60)
    assert world.touched.cells == {10, 60}
    crowds.leave(world, 3, 60)
    assert not any(world.crowds)


@pytest.mark.parametrize(("width", "height"), [(1, 1), (15, 15), (16, 16), (17, 40), (1000, 1000)])
def test_every_tile_has_a_chunk(width: int, height: int) -> None:
    state = new_state(1)
    state.width, state.height = width, height
    last = crowds.chunk_of(state, width * height - 1)
    assert 0 <= last < crowds.count_chunks(width, height)


def test_tiles_in_one_chunk_are_within_sixteen() -> None:
    state = new_state(1)
    assert crowds.chunk_of(state, 0) == crowds.chunk_of(state, 15 * 40 + 15)
    chunks = [crowds.chunk_of(state, tile) for tile in (0, 16, 32, 16 * 40, 16 * 40 + 16)]
    assert len(set(chunks)) == 5


@pytest.mark.parametrize("tile", range(9 * 8))
def test_ml_24_tiles_around_a_tile_and_in_its_circle(tile: int) -> None:
    state = new_state(1)
    state.width, state.height = 9, 8
    grid = square_grid(9, 8)
    assert sorted(ground.around(state, tile)) == sorted(grid.touching[tile])
    assert sorted(ground.circle(state, tile)) == grid.circle(tile, 3)
    assert tile not in ground.around(state, tile)


def test_ml_24_a_circle_of_three_has_29_tiles() -> None:
    assert len(ground.circle(new_state(1), 20 * 40 + 20)) == 29


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 3))))
def test_a_tally_is_a_dict_in_order(stores: list[tuple[int, int]]) -> None:
    tally: Tally = []
    expected: dict[int, int] = {}
    for tile, number in stores:
        tallies.store(tally, tile, number)
        expected[tile] = number
    assert tally == sorted((tile, n) for tile, n in expected.items() if n)
    assert [tallies.find(tally, tile) for tile in range(9)] == [
        expected.get(tile, 0) for tile in range(9)
    ]
