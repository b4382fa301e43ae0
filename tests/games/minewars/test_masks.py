"""Layers as long numbers: masks, bits, shifts and floods are what they are cell by cell."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from freehold.games.minewars.board import masks
from freehold.games.minewars.board.masks import BIT, BYTE
from freehold.games.minewars.fog.sight import discs, eyes_around, rows_around
from freehold.kernel.floods import flood
from freehold.kernel.grids import Grid, hex_grid, square_grid

GRIDS = st.sampled_from([square_grid(7, 5), hex_grid(7, 5), hex_grid(5, 7), square_grid(1, 35)])
CELLS = st.sets(st.integers(0, 34))


def bits(cells: set[int]) -> int:
    return sum(1 << cell for cell in cells)


@settings(max_examples=30)
@given(CELLS, GRIDS)
def test_what_is_widened_takes_all_that_touches_it(cells: set[int], grid: Grid) -> None:
    wide = cells | {near for cell in cells for near in grid.touching[cell]}
    assert masks.cells_of(35, masks.widen(grid, masks.mask_of(35, cells))) == sorted(wide)
    assert masks.widen(grid, bits(cells), BIT) == bits(wide)


@settings(max_examples=30)
@given(st.integers(0, 34), CELLS, GRIDS)
def test_a_flood_reaches_what_it_reaches_cell_by_cell(
    start: int, through: set[int], grid: Grid
) -> None:
    reached = {*flood([start], grid.touching, through.__contains__)}
    mask = masks.mask_of(35, through)
    assert masks.flood(grid, masks.mask_of(35, [start]), mask) == masks.mask_of(35, reached)
    assert masks.flood(grid, 1 << start, bits(through), BIT) == bits(reached)


@settings(max_examples=30)
@given(CELLS, GRIDS, st.integers(0, 4))
def test_eyes_are_counted_all_at_once(cells: set[int], grid: Grid, steps: int) -> None:
    seen = eyes_around(grid, steps, masks.mask_of(35, cells)).to_bytes(35, "little")
    assert list(seen) == [len(cells & {*disc}) for disc in discs(grid, steps)]
    for disc, rows in zip(discs(grid, steps), rows_around(grid, steps), strict=True):
        assert [near for row in rows for near in range(35)[row]] == list(disc)


@given(st.binary(min_size=9, max_size=9), st.binary(min_size=9, max_size=9))
def test_two_layers_differ_where_their_bytes_do(one: bytes, other: bytes) -> None:
    cells = [cell for cell in range(9) if one[cell] != other[cell]]
    assert masks.differing(one, bytearray(other)) == masks.mask_of(9, cells)
    assert masks.differing(b"aab", b"aba") == masks.mask_of(3, [1, 2])


@given(CELLS)
def test_masks_bits_and_cells_are_three_ways_to_say_the_same(cells: set[int]) -> None:
    mask = masks.mask_of(35, cells)
    layer = mask.to_bytes(35, "little")
    assert masks.cells_of(35, mask) == sorted(cells) == masks.find_all(layer, 255)
    assert masks.bits_of(layer) == bits(cells)
    assert masks.mask_of_bits(35, bits(cells)) == mask
    assert masks.number(masks.pack_bits(35, bits(cells))) == bits(cells)
    assert mask & masks.ones(35) == mask // 255
    assert mask | masks.everywhere(35) == masks.edges(square_grid(7, 5), BYTE).inside


def test_masks_are_of_any_value_of_one_or_of_those_in_a_table() -> None:
    layer = bytes([0, 3, 1, 3, 2])
    assert masks.mask(layer) == masks.fixed_mask(layer) == masks.mask_of(5, [1, 2, 3, 4])
    assert masks.mask(layer, masks.only(3)) == masks.mask_of(5, [1, 3])
    assert masks.mask(layer, masks.table_of(bytes([0, 1, 1]))) == masks.mask_of(5, [2, 4])
    written = bytearray(5)
    masks.write(written, masks.number(layer))
    assert written == layer


@pytest.mark.parametrize(("many", "found"), [(40, [0, 2, 3]), (1, [0, 2]), (0, [0])])
def test_a_value_is_wiped_wherever_it_stands(
    many: int, found: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(masks, "MANY", many)
    layer = bytearray([3, 1, 3, 3, 0])
    assert masks.wipe(layer, 3) == found
    assert list(layer) == [0, 1, 0, 0, 0]
    assert masks.wipe(layer, 3) == []
