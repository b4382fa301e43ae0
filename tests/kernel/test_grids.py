"""Grids: which cells lie beside which, on squares and on hexes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freehold.kernel.grids import OUTSIDE, TABLE_CELLS, Grid, hex_grid, square_grid

SHAPES = st.sampled_from([square_grid, hex_grid])
SIZES = st.integers(1, 7)


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    return draw(SHAPES)(draw(SIZES), draw(SIZES))


def walked(grid: Grid, start: int) -> dict[int, int]:
    """How many steps of touching every cell is away, found by walking."""
    away, edge = {start: 0}, [start]
    for cell in edge:
        for near in grid.touching[cell]:
            if near not in away:
                away[near] = away[cell] + 1
                edge.append(near)
    return away


def test_a_square_grid_counts_clockwise_from_the_top() -> None:
    grid = square_grid(3, 3)
    assert grid.sides[4] == (1, 5, 7, 3)
    assert grid.touching[4] == (1, 2, 5, 8, 7, 6, 3, 0)
    assert grid.sides[0] == (1, 3)
    assert grid.touching[0] == (1, 4, 3)


def test_odd_rows_of_a_hex_grid_are_shifted_to_the_right() -> None:
    grid = hex_grid(3, 3)
    assert grid.sides[4] == (2, 5, 8, 7, 3, 1)  # in an odd row: up right, right, down right, ...
    assert hex_grid(3, 4).sides[7] == (4, 8, 10, 9, 6, 3)  # in an even one
    assert grid.touching is grid.sides


def test_grids_of_a_size_are_shared() -> None:
    assert square_grid(5, 4) is square_grid(5, 4)
    assert repr(hex_grid(5, 4)) == "hex_grid(5, 4)"
    assert len(square_grid(5, 4)) == 20


@pytest.mark.parametrize(("width", "height"), [(0, 3), (3, 0), (-1, 2)])
def test_a_grid_needs_a_cell(width: int, height: int) -> None:
    with pytest.raises(ValueError, match="at least one cell"):
        square_grid(width, height)


@given(grids())
def test_place_and_cell_are_inverse(grid: Grid) -> None:
    for cell in range(len(grid)):
        x, y = grid.place(cell)
        assert grid.has(x, y)
        assert grid.cell(x, y) == cell
    assert not grid.has(grid.width, 0)
    assert not grid.has(0, grid.height)
    assert not grid.has(-1, 0)
    assert not grid.has(0, -1)


@given(grids())
def test_beside_goes_both_ways(grid: Grid) -> None:
    for table in (grid.sides, grid.touching):
        for cell in range(len(grid)):
            assert all(cell in table[near] for near in table[cell])
            assert cell not in table[cell]
            assert len(set(table[cell])) == len(table[cell])


@given(grids())
def test_a_step_leads_to_a_side_and_back_by_half_a_turn(grid: Grid) -> None:
    turn = 4 if grid.shape == "square" else 6
    for cell in range(len(grid)):
        reached = [grid.step(cell, direction) for direction in range(turn)]
        assert tuple(each for each in reached if each != OUTSIDE) == grid.sides[cell]
        for direction, each in enumerate(reached):
            if each != OUTSIDE:
                assert grid.step(each, (direction + turn // 2) % turn) == cell


@given(grids(), st.integers(0, 48))
def test_distance_is_what_walking_takes(grid: Grid, start: int) -> None:
    start %= len(grid)
    away = walked(grid, start)
    assert len(away) == len(grid)
    assert all(grid.distance(start, cell) == steps for cell, steps in away.items())


@given(grids(), st.integers(0, 48), st.integers(0, 5))
def test_a_disc_holds_all_cells_so_near_in_reading_order(
    grid: Grid, centre: int, steps: int
) -> None:
    centre %= len(grid)
    assert grid.disc(centre, steps) == [
        cell for cell in range(len(grid)) if grid.distance(centre, cell) <= steps
    ]


@given(SIZES, SIZES, st.integers(0, 48), st.integers(0, 5))
def test_a_circle_is_euclidean(width: int, height: int, centre: int, radius: int) -> None:
    grid = square_grid(width, height)
    x, y = grid.place(centre % len(grid))
    expected = [
        cell
        for cell in range(len(grid))
        if (grid.place(cell)[0] - x) ** 2 + (grid.place(cell)[1] - y) ** 2 <= radius**2
    ]
    assert grid.circle(grid.cell(x, y), radius) == expected


@pytest.mark.slow
def test_a_large_grid_answers_as_a_small_one_would() -> None:
    width = TABLE_CELLS // 2
    large, small = square_grid(width, 3), square_grid(width, 2)
    for cell in (0, 1, width // 2, width - 1):
        assert large.touching[cell] == small.touching[cell]
        assert large.sides[cell] == small.sides[cell]
    assert len(large.sides) == len(large)
    assert large.sides[3:5] == [small.sides[3], small.sides[4]]
    with pytest.raises(IndexError):
        large.sides[len(large)]
    with pytest.raises(IndexError):
        large.sides[-1]
