"""The ground: every start shows 0, and no two starting areas are near each other (AA-04)."""

from itertools import combinations

import pytest

from freehold.games.area_attack import laying
from freehold.games.area_attack.laying import close_gaps, gap, lay_ground, starting_areas
from freehold.kernel.chance import Stream, key_of
from freehold.kernel.grids import Grid, square_grid
from freehold.kernel.mines import count_around


def stream(word: object) -> Stream:
    return Stream(key_of(word), "ground")


def steps_between(grid: Grid, one: list[int], other: list[int]) -> int:
    return min(grid.distance(a, b) for a in one for b in other)


def check_ground(grid: Grid, mine: bytearray, number: bytearray, starts: list[int]) -> None:
    assert number == count_around(mine, grid)
    assert all(not mine[start] and number[start] == 0 for start in starts)
    areas = starting_areas(grid, number, starts)
    for one, other in combinations(areas, 2):
        assert steps_between(grid, one, other) > 2


@pytest.mark.parametrize("density", [10, 18, 35])
@pytest.mark.parametrize("seed", range(3))
def test_aa_04_starts_show_0_and_areas_share_no_neighbouring_cell(density: int, seed: int) -> None:
    grid = square_grid(24, 20)
    starts = [grid.cell(2, 2), grid.cell(12, 3), grid.cell(3, 14), grid.cell(20, 16)]
    mines = len(grid) * density // 100
    mine, number = lay_ground(stream(seed), grid, mines, starts)
    check_ground(grid, mine, number, starts)
    assert mine.count(1) == mines or (density == 10 and mine.count(1) > mines)


def test_aa_04_mines_are_drawn_into_the_gap_when_tries_run_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(laying, "TRIES", 1)
    grid = square_grid(30, 24)
    starts = [grid.cell(8, 12), grid.cell(18, 12)]
    kept = 0
    for seed in range(6):
        mines = len(grid) // 10
        mine, number = lay_ground(stream(seed), grid, mines, starts)
        check_ground(grid, mine, number, starts)
        kept += mine.count(1) == mines
        assert mine.count(1) >= mines
    assert kept >= 4, "most often a far mine is taken for each that is put"


def test_aa_04_gaps_close_even_on_ground_without_a_mine() -> None:
    grid = square_grid(16, 12)
    starts = [grid.cell(3, 5), grid.cell(9, 5)]
    mine = bytearray(len(grid))
    number = bytearray(len(grid))
    close_gaps(stream(1), grid, mine, number, starts)
    check_ground(grid, mine, number, starts)
    assert mine.count(1) > 0, "there was no mine to take, so these are new"


def test_a_gap_is_what_comes_within_two_steps_of_another_area() -> None:
    grid = square_grid(9, 1)
    assert gap(grid, [[0, 1], [4, 5]]) == []
    assert gap(grid, [[0, 1], [3, 4]]) == [1, 3]
    assert gap(grid, [[0, 1, 2], [3, 4, 8]]) == [1, 2, 3, 4]
    assert gap(grid, [[0, 1, 2]]) == []


def test_a_mine_in_the_gap_is_taken_from_where_it_changes_no_area() -> None:
    grid = square_grid(12, 1)
    mine = bytearray(b"\0\0\0\1\0\1\0\0\0\0\0\1")
    number = count_around(mine, grid)
    laying.move_mine(stream(2), grid, mine, number, 1, [[0, 1, 2]])
    assert mine in (
        bytearray(b"\0\1\0\1\0\1\0\0\0\0\0\0"),
        bytearray(b"\0\1\0\1\0\1\0\0\0\0\0\1"),
    )
    assert mine == bytearray(b"\0\1\0\1\0\1\0\0\0\0\0\0"), "5 is too near, 11 is taken"
    assert number == count_around(mine, grid)


def test_the_same_key_lays_the_same_ground() -> None:
    grid = square_grid(20, 20)
    one = lay_ground(stream(3), grid, 72, [42, 357])
    assert one == lay_ground(stream(3), grid, 72, [42, 357])
    assert one != lay_ground(stream(4), grid, 72, [42, 357])
