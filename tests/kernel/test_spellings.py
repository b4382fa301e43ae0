"""Spellings: what people type, with errors that say what to write."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freehold.kernel.errors import Illegal, Malformed
from freehold.kernel.spellings import cell_name, parse_cell, parse_int, split_verb


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("farm 3,4", ("farm", "3,4")),
        ("  FARM   3, 4 ", ("farm", "3, 4")),
        ("Declare We Come  in Peace", ("declare", "We Come  in Peace")),
        ("confirm", ("confirm", "")),
        ("", ("", "")),
    ],
)
def test_the_verb_is_the_first_word(text: str, parts: tuple[str, str]) -> None:
    assert split_verb(text) == parts


@pytest.mark.parametrize(("text", "value"), [("0", 0), (" 12 ", 12), ("-3", -3), ("007", 7)])
def test_whole_numbers_are_read(text: str, value: int) -> None:
    assert parse_int(text, "x") == value


@pytest.mark.parametrize(
    "text", ["", "-", "a", "1.5", "1e3", "+1", "--1", "1 2", "٣", "²", "1_000", "1234567890"]
)
def test_other_numbers_are_refused_with_the_name(text: str) -> None:
    with pytest.raises(Malformed, match="units must be a whole number, not"):
        parse_int(text, "units")


@given(st.integers(-999, 999), st.integers(-999, 999))
def test_a_cells_name_is_read_back(x: int, y: int) -> None:
    assert parse_cell(cell_name(x, y)) == (x, y)
    assert parse_cell(f" {x} , {y} ") == (x, y)


@pytest.mark.parametrize("text", ["", "3", "3,4,5", "3;4", "3 4"])
def test_a_cell_needs_a_column_and_a_row(text: str) -> None:
    with pytest.raises(Malformed, match="a cell is written X,Y, as in 3,4"):
        parse_cell(text)


@pytest.mark.parametrize(("text", "name"), [("a,4", "x"), ("3,b", "y")])
def test_the_wrong_half_of_a_cell_is_named(text: str, name: str) -> None:
    with pytest.raises(Malformed, match=f"{name} must be a whole number"):
        parse_cell(text)


def test_a_refusal_carries_its_code_and_facts() -> None:
    refusal = Illegal("taken", seat=1)
    assert (refusal.code, refusal.facts) == ("taken", {"seat": 1})
