"""Sets of tiles as long numbers are what they are cell by cell."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from freehold.games.minewars.board import bits
from freehold.kernel.floods import flood
from freehold.kernel.grids import Grid, hex_grid, square_grid

GRIDS = st.sampled_from([square_grid(7, 5), hex_grid(7, 5), hex_grid(5, 7), square_grid(1, 35)])
CELLS = st.sets(st.integers(0, 34))


@settings(max_examples=30)
@given(CELLS, GRIDS, st.integers(0, 4))
def test_a_widened_set_has_everything_within_a_number_of_steps(
    cells: set[int], grid: Grid, steps: int
) -> None:
    wide = {*cells}.union(*[grid.disc(cell, steps) for cell in cells])
    assert bits.cells_of(bits.widen_far(grid, bits.bits_at(cells), steps)) == sorted(wide)
    beside = {*cells}.union(*[grid.touching[cell] for cell in cells])
    assert bits.cells_of(bits.widen(grid, bits.bits_at(cells))) == sorted(beside)


@settings(max_examples=30)
@given(st.integers(0, 34), CELLS, GRIDS)
def test_a_flood_reaches_what_it_reaches_cell_by_cell(
    start: int, through: set[int], grid: Grid
) -> None:
    reached = {*flood([start], grid.touching, through.__contains__)}
    assert bits.flood(grid, 1 << start, bits.bits_at(through)) == bits.bits_at(reached)


@settings(max_examples=60)
@given(CELLS, GRIDS)
def test_what_touches_each_cell_is_counted_for_all_at_once(cells: set[int], grid: Grid) -> None:
    counted = bits.count_touching(grid, bits.bits_at(cells))
    for cell in range(35):
        count = sum((tiles >> cell & 1) << power for power, tiles in enumerate(counted))
        assert count == len(cells.intersection(grid.touching[cell]))


@settings(max_examples=60)
@given(CELLS, GRIDS, st.integers(0, 3))
def test_steps_lead_into_a_set_as_they_do_cell_by_cell(
    cells: set[int], grid: Grid, direction: int
) -> None:
    found = bits.cells_of(bits.leading_into(grid, bits.bits_at(cells), direction))
    assert found == [cell for cell in range(35) if grid.step(cell, direction) in cells]


@given(CELLS)
def test_cells_layers_and_sets_are_three_ways_to_say_the_same(cells: set[int]) -> None:
    tiles = bits.bits_at(cells)
    layer = bytes(7 * (cell in cells) for cell in range(35))
    assert bits.cells_of(tiles) == sorted(cells)
    assert bits.bits_of(layer) == bits.bits_where(layer, 7) == tiles
    assert bits.number(bits.pack_bits(35, tiles)) == tiles
    assert bits.mask_of(tiles, (0, 35)).to_bytes(35, "little").replace(b"\xff", b"\7") == layer
    if cells:
        assert bits.span_of(tiles) == (min(cells), max(cells) + 1)
        assert bits.first_of(tiles) == min(cells)


@given(CELLS.filter(bool), st.binary(min_size=35, max_size=35), st.integers(0, 255))
def test_a_set_is_filled_and_nothing_else_is_written(
    cells: set[int], layer: bytes, value: int
) -> None:
    filled = bytearray(layer)
    bits.fill(filled, bits.bits_at(cells), value)
    assert list(filled) == [value if cell in cells else layer[cell] for cell in range(35)]


@given(CELLS, st.integers(0, 34), st.integers(1, 35))
def test_a_mask_is_cut_to_its_span(cells: set[int], first: int, length: int) -> None:
    span = first, min(35, first + length)
    mask = bits.mask_of(bits.bits_at(cells), span).to_bytes(span[1] - first, "little")
    assert list(mask) == [255 * (cell in cells) for cell in range(*span)]
