"""Numbers of kinds on cells."""

from __future__ import annotations

import pytest

from freehold.kernel.grids import Grid, hex_grid, square_grid
from freehold.kernel.indices import check_index, index_of, kind_at


@pytest.mark.parametrize("grid", [square_grid(5, 3), hex_grid(4, 4)], ids=str)
def test_they_count_every_cell_of_a_kind_and_then_the_next_kind(grid: Grid) -> None:
    found = [
        index_of(grid, kind, *grid.place(cell)) for kind in range(3) for cell in range(len(grid))
    ]
    assert found == list(range(3 * len(grid)))
    assert [index_of(grid, *kind_at(grid, index)) for index in found if index is not None] == found


def test_a_place_beside_the_grid_has_none() -> None:
    grid = square_grid(5, 3)
    assert [index_of(grid, 0, x, y) for x, y in ((5, 0), (-1, 0), (0, 3), (0, -1))] == [None] * 4


@pytest.mark.parametrize("index", [-1, 6])
def test_a_number_that_is_not_there_is_told(index: int) -> None:
    check_index(5, 6)
    with pytest.raises(IndexError, match=f"go from 0 to 5; {index} is not one"):
        check_index(index, 6)
