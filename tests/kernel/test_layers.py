"""Layers: every write to a cell is noted."""

from __future__ import annotations

import pytest

from freehold.kernel.layers import Touched, cells_that_differ, put


def test_put_writes_the_cell_and_notes_it() -> None:
    touched, layer = Touched(4), bytearray(8)
    put(touched, layer, 5, 3)
    put(touched, layer, 1, 2)
    put(touched, layer, 5, 4)
    assert layer == bytes([0, 2, 0, 0, 0, 4, 0, 0])
    assert touched.take_cells() == [1, 5]


def test_take_empties_the_note() -> None:
    touched = Touched(4)
    put(touched, bytearray(4), 2, 1)
    touched.take_cells()
    assert touched.take_cells() == []


def test_a_whole_board_is_noted_by_its_size() -> None:
    touched = Touched(4)
    put(touched, bytearray(4), 2, 1)
    touched.everywhere = 8
    assert list(touched.take_cells()) == list(range(8))
    assert touched.take_cells() == []


def test_notes_of_boards_of_a_width_are_equal_whatever_is_in_them() -> None:
    touched = Touched(4)
    put(touched, bytearray(4), 2, 1)
    assert touched == Touched(4)
    assert touched != Touched(5)
    assert touched != 4
    assert repr(touched) == "Touched(4)"


def test_a_note_cannot_be_hashed() -> None:
    with pytest.raises(TypeError):
        hash(Touched(4))


def test_cells_differ_where_any_of_the_named_layers_does_in_order() -> None:
    old = {"a": bytes(6), "b": b"\0\1\0\0\0\0", "c": bytes(6)}
    new = {"a": b"\0\0\0\0\0\377", "b": bytes(6), "c": b"\1\0\0\0\0\0"}
    assert cells_that_differ(("a", "b"), old, new) == [1, 5]
    assert cells_that_differ(("c",), old, new) == [0]
    assert cells_that_differ(("a", "b", "c"), old, old) == []
