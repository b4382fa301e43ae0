"""Floods and clusters, always in the same order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from freehold.kernel.floods import clusters, flood
from freehold.kernel.grids import square_grid

GRID = square_grid(6, 5)
CELLS = st.lists(st.integers(0, len(GRID) - 1), unique=True)


def test_a_flood_spreads_breadth_first_through_open_cells() -> None:
    grid = square_grid(4, 3)
    closed = {1, 5, 6}
    found = flood([0], grid.sides, lambda cell: cell not in closed)
    assert found == [0, 4, 8, 9, 10, 11, 7, 3, 2]


def test_starts_are_taken_as_they_are() -> None:
    assert flood([5, 2, 5], GRID.sides, lambda cell: False) == [5, 2]
    assert flood([], GRID.sides, lambda cell: True) == []


@given(CELLS, CELLS)
def test_a_flood_reaches_just_what_hangs_together(starts: list[int], closed: list[int]) -> None:
    found = flood(starts, GRID.sides, lambda cell: cell not in closed)
    assert len(set(found)) == len(found)
    assert set(starts) <= set(found)
    for cell in found:
        for near in GRID.sides[cell]:
            assert near in found or near in closed
    assert all(cell in starts or cell not in closed for cell in found)


@given(CELLS)
def test_clusters_are_all_cells_in_pieces_that_do_not_touch(cells: list[int]) -> None:
    pieces = clusters(cells, GRID.sides)
    assert sorted(cell for piece in pieces for cell in piece) == sorted(cells)
    for number, piece in enumerate(pieces):
        assert piece[0] == min(piece)
        others = {cell for other in pieces[:number] for cell in other}
        assert not others & {near for cell in piece for near in GRID.sides[cell]}
    assert [piece[0] for piece in pieces] == sorted(piece[0] for piece in pieces)


@given(CELLS)
def test_clusters_do_not_depend_on_the_order_of_the_cells(cells: list[int]) -> None:
    assert clusters(cells[::-1], GRID.sides) == clusters(cells, GRID.sides)
