"""The helper in C says what `patches.py` says in Python, byte for byte."""

from __future__ import annotations

from types import ModuleType
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from freehold.game import Rect, View
from freehold.match import patches
from freehold.protocol import wire
from freehold.testing.plays import fingerprints
from tests.games_under_test import NAMES, game_named, tables
from tests.match.quick import built_quick

STEPS = 60


class Pair(NamedTuple):
    one: Any
    other: Any


class Known(Struct, frozen=True):
    a: Any = None
    b: Any = ()
    c: Any = 0


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 2) | st.sampled_from([0.0, 1.0, "", "a"]),
    lambda inner: st.lists(inner, max_size=3).map(tuple) | st.builds(Pair, inner, inner),
    max_leaves=4,
)
FACTS = st.builds(Known, VALUES, VALUES, VALUES)
LAYERS = st.integers(0, 300).flatmap(
    lambda size: st.tuples(*[st.binary(min_size=size, max_size=size)] * 4)
)


def told(quick: ModuleType | None, old: View[Any], new: View[Any]) -> bytes | None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(patches, "quick", quick)
        frame = patches.diff(1, 0, old, new)
        return None if frame is None else wire.encode(frame)


def board(layers: Any, x: int = 0) -> View[Any]:
    return View(0, Known(), Rect(x, 0, 1, 1), layers)


@given(FACTS, FACTS)
def test_the_same_facts_are_told(before: Known, after: Known) -> None:
    old, new = [View(0, known, Rect(0, 0, 1, 1), {}) for known in (before, after)]
    assert told(built_quick(), old, new) == told(None, old, new)


@given(LAYERS)
def test_the_same_cells_are_told(layers: tuple[bytes, ...]) -> None:
    a, b, c, d = layers
    old = View(0, Known(), Rect(0, 0, len(a), 1), {"a": a, "b": b, "c": c})
    new = View(0, Known(), Rect(0, 0, len(a), 1), {"b": d, "a": bytes(bytearray(a)), "c": c[::-1]})
    assert told(built_quick(), old, new) == told(None, old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (board({"a": b"1"}), board({"a": b"1"}, x=1)),
        (board({"a": b"1"}), board({"a": b"2"}, x=1)),
        (board({}), board({"a": b"1"})),
        (board({"a": b"1"}), board({})),
        (board({"a": b"1"}), board({"b": b"1"})),
        (board({"a": b"1", "b": b"1"}), board({"a": b"2", "c": b"1"})),
    ],
)
def test_another_rectangle_and_other_layers_are_told_whole(old: View[Any], new: View[Any]) -> None:
    facts, cells = built_quick().diff_views(old, new)
    assert (facts, cells) == ({}, None)
    assert told(built_quick(), old, new) == told(None, old, new)


def test_a_place_may_have_24_bits() -> None:
    size = 1 << 24
    before, after = board({"a": bytes(size)}), board({"a": bytes(size - 1) + b"\7"})
    assert built_quick().diff_views(before, after) == ({}, {"a": b"\7\xff\xff\xff"})
    before, after = board({"a": bytes(size + 1)}), board({"a": bytes(size) + b"\7"})
    with pytest.raises(ValueError, match="too large"):
        built_quick().diff_views(before, after)


@pytest.mark.parametrize(
    ("before", "after", "error"),
    [
        ({"a": b"1"}, {"a": "1"}, TypeError),
        ({"a": b"1"}, {"a": b"12"}, ValueError),
        ({"a": b"1"}, None, TypeError),
    ],
)
def test_what_are_not_layers_of_one_board_are_refused(
    before: Any, after: Any, error: type[Exception]
) -> None:
    with pytest.raises(error):
        built_quick().diff_views(board(before), board(after))


class Odd:
    """A fact that cannot be compared."""

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("odd")

    __hash__ = None  # type: ignore[assignment]


@pytest.mark.parametrize("fact", [Odd(), (1, Odd())])
def test_an_error_of_a_fact_is_not_swallowed(fact: Any) -> None:
    known: list[Any] = [Known((1, 2)), Known(fact), None]
    old, new, none = [View(0, each, Rect(0, 0, 1, 1), {}) for each in known]
    with pytest.raises(RuntimeError, match="odd"):
        built_quick().diff_views(old, new)
    with pytest.raises(AttributeError):
        built_quick().diff_views(old, none)
    with pytest.raises(AttributeError):
        built_quick().diff_views(old, None)


@pytest.mark.parametrize("name", NAMES)
def test_a_match_is_told_in_the_same_bytes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_named(name)
    at = tables(game)[0]
    monkeypatch.setattr(patches, "quick", None)
    in_python = fingerprints(game, at, 1, STEPS)
    monkeypatch.setattr(patches, "quick", built_quick())
    assert fingerprints(game, at, 1, STEPS) == in_python
