"""Laying mines, counting them, and openings."""

import numpy as np
import pytest

from freehold.kernel import mines
from freehold.kernel.chance import Stream, key_of
from freehold.kernel.grids import Grid, hex_grid, square_grid
from freehold.kernel.mines import (
    count_around,
    count_square,
    lay_mines,
    opening,
    scatter,
    shift_numbers,
)


def stream(word: object) -> Stream:
    return Stream(key_of(word), "mines")


def slow_count(layer: bytearray, grid: Grid) -> bytearray:
    return bytearray(sum(layer[near] for near in grid.touching[c]) for c in range(len(grid)))


def test_exactly_this_number_of_mines_is_laid_where_they_may_lie() -> None:
    layer = lay_mines(stream(1), 100, range(50, 100), 20)
    assert (len(layer), layer.count(1), layer[:50].count(1)) == (100, 20, 0)
    assert layer == lay_mines(stream(1), 100, range(50, 100), 20)
    assert layer != lay_mines(stream(2), 100, range(50, 100), 20)


@pytest.mark.parametrize("grid", [square_grid(7, 5), hex_grid(6, 6), square_grid(1, 4)])
def test_numbers_count_the_mines_around(grid: Grid) -> None:
    layer = lay_mines(stream(grid.width), len(grid), range(len(grid)), len(grid) // 3)
    assert count_around(layer, grid) == slow_count(layer, grid)
    assert count_around(bytes(layer), grid) == slow_count(layer, grid)


@pytest.mark.parametrize(("width", "height"), [(7, 5), (1, 9), (9, 1), (3, 3)])
def test_numpy_counts_the_same(width: int, height: int, monkeypatch: pytest.MonkeyPatch) -> None:
    grid = square_grid(width, height)
    layer = lay_mines(stream(width), len(grid), range(len(grid)), len(grid) // 2)
    slow = count_around(layer, grid)
    monkeypatch.setattr(mines, "NUMPY_CELLS", 1)
    assert count_around(layer, grid) == slow
    assert count_around(bytes(layer), grid) == slow


def test_large_boards_are_counted_too() -> None:
    grid = square_grid(200, 100)
    layer = bytearray(len(grid))
    layer[grid.cell(0, 0)] = layer[grid.cell(199, 99)] = layer[grid.cell(100, 50)] = 1
    numbers = count_around(layer, grid)
    assert numbers == slow_count(layer, grid)
    assert numbers.count(1) == 8 + 3 + 3


def test_a_mine_that_comes_or_goes_shifts_the_numbers_around_it() -> None:
    grid = square_grid(4, 3)
    numbers = bytearray(12)
    shift_numbers(numbers, grid.touching, 0, 1)
    shift_numbers(numbers, grid.touching, 5, 1)
    shift_numbers(numbers, grid.touching, 0, -1)
    assert list(numbers) == [1, 1, 1, 0, 1, 0, 1, 0, 1, 1, 1, 0]


def test_an_opening_goes_on_from_every_0() -> None:
    grid = square_grid(5, 1)
    numbers = bytearray([0, 0, 0, 1, 0])
    layer = bytearray(5)
    assert opening(1, numbers, grid.touching, layer, 7) == [1, 2, 0, 3]
    assert list(layer) == [7, 7, 7, 7, 0]


def test_an_opening_stops_where_the_layer_is_not_closed() -> None:
    grid = square_grid(5, 1)
    layer = bytearray([0, 0, 2, 0, 0])
    assert opening(0, bytes(5), grid.touching, layer, 1) == [0, 1]
    assert list(layer) == [1, 1, 2, 0, 0]


def test_a_number_opens_alone() -> None:
    grid = square_grid(3, 3)
    layer = bytearray(9)
    assert opening(4, bytes([2] * 9), grid.touching, layer, 1) == [4]
    assert layer.count(1) == 1


def test_scattered_cells_are_different_ones_of_those_given() -> None:
    where = np.arange(100, 400, 3)
    for count in (0, 1, 60, 100):
        drawn = scatter(stream(count), where, count)
        assert len(set(drawn.tolist())) == len(drawn) == count
        assert set(drawn.tolist()) <= set(where.tolist())
    assert scatter(stream(1), where, 60).tolist() == scatter(stream(1), where, 60).tolist()
    assert scatter(stream(1), where, 60).tolist() != scatter(stream(2), where, 60).tolist()


def test_every_cell_is_scattered_to_as_often() -> None:
    rng, hits = stream("often"), dict.fromkeys(range(10), 0)
    for _ in range(400):
        for cell in scatter(rng, np.arange(10), 5).tolist():
            hits[cell] += 1
    assert all(160 <= count <= 240 for count in hits.values())


def test_no_more_cells_are_scattered_than_there_are() -> None:
    with pytest.raises(ValueError, match="cannot scatter 4 over 3 cells"):
        scatter(stream(1), np.arange(3), 4)


@pytest.mark.parametrize(("width", "height"), [(7, 5), (1, 9), (9, 1), (30, 30)])
def test_numbers_of_a_square_grid_without_its_tables(width: int, height: int) -> None:
    grid = square_grid(width, height)
    layer = lay_mines(stream(width), len(grid), range(len(grid)), len(grid) // 4)
    assert count_square(layer, width, height) == slow_count(layer, grid)
