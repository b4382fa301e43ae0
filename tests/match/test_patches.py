"""Patches: `diff` and `apply` are inverse, and nothing is sent when nothing differs.

Every test runs in Python and with the helper in C, if it can be built here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from freehold.game import Rect, View
from freehold.match import patches
from freehold.match.patches import (
    Frame,
    Table,
    apply,
    apply_facts,
    diff,
    diff_cells,
    diff_facts,
    pack_cells,
    pack_differing,
    unpack_cells,
)
from tests.match.quick import built_quick


@pytest.fixture(scope="module", autouse=True, params=["python", "c"])
def quick(request: pytest.FixtureRequest) -> Iterator[ModuleType | None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(patches, "quick", built_quick() if request.param == "c" else None)
        yield patches.quick


class Facts(Struct, frozen=True):
    mover: int = 0
    history: tuple[Any, ...] = ()
    last: Any = None


def view(
    facts: Facts | None = None, rect: tuple[int, int, int, int] = (0, 0, 3, 2), **layers: bytes
) -> View[Facts]:
    return View(0, facts or Facts(), Rect(*rect), layers or {"owner": bytes(6)})


def test_equal_views_give_no_frame() -> None:
    assert diff(5, 100, view(), view()) is None


def test_what_differs_is_sent() -> None:
    frame = diff(5, 100, view(), view(Facts(1), owner=b"\0\0\2\0\0\1"))
    assert frame is not None
    assert frame.facts == {"mover": ("=", 1)}
    assert unpack_cells(frame.cells["owner"]) == [(2, 2), (5, 1)]
    assert frame.rect is None
    assert not frame.layers


@pytest.mark.parametrize(
    ("before", "after", "sent"),
    [
        ((1, 2), (1, 2, 3), ("+", (3,))),
        ((1, 2), (1, 3, 2), ("=", (1, 3, 2))),
        ((1, 2), (1,), ("=", (1,))),
        ((), (1, 2), ("=", (1, 2))),
        ((1,), (), ("=", ())),
    ],
)
def test_a_tuple_that_grew_is_sent_as_its_growth(before: Any, after: Any, sent: Any) -> None:
    assert diff_facts(Facts(0, before), Facts(0, after)) == {"history": sent}


@pytest.mark.parametrize(("before", "after"), [(None, (1,)), (3, (3, 4)), ("ab", ("a", "b"))])
def test_a_fact_may_change_its_kind(before: Any, after: Any) -> None:
    changed = diff_facts(Facts(last=before), Facts(last=after))
    assert changed == {"last": ("=", after)}
    assert apply_facts(Facts(last=before), changed) == Facts(last=after)


@pytest.mark.parametrize("first", [(), (1, 4), (0, 1, 4, 5), (1,), (4, 900), (0, 2), range(6)])
@pytest.mark.parametrize("size", [6, 6_000])
def test_where_it_looks_first_makes_no_difference(first: Sequence[int], size: int) -> None:
    new = b"\0\1\0\0\2\0" + bytes(size - 6)
    found = diff_cells(view(owner=bytes(size)), view(owner=new), first)
    assert unpack_cells(found["owner"]) == [(1, 1), (4, 2)]


def test_equal_layers_are_not_looked_at() -> None:
    assert diff_cells(view(), view(), [1, 2]) == {}


def test_what_was_found_for_one_viewer_is_not_looked_for_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(patches, "quick", None)  # it looks again, which takes it no time
    looked: list[bytes] = []

    def look(before: bytes, after: bytes, first: Sequence[int] = ()) -> bytes:
        looked.append(after)
        return pack_differing(before, after, first)

    monkeypatch.setattr(patches, "pack_differing", look)
    packed: patches.Packed = {}
    old, new = view(owner=bytes(6)), view(owner=bytes(bytearray(b"\0\1\0\0\2\0")))
    other = view(owner=bytes(bytearray(new.layers["owner"])))
    assert diff_cells(old, new, (), packed) == diff_cells(old, other, (), packed)
    assert looked == [new.layers["owner"]]


LAYERS = st.binary(min_size=4, max_size=4).map(lambda layer: bytes(each % 2 for each in layer))


@given(st.lists(st.tuples(LAYERS, LAYERS), max_size=8))
def test_what_other_viewers_were_found_to_see_makes_no_difference(
    pairs: list[tuple[bytes, bytes]],
) -> None:
    packed: patches.Packed = {}
    for before, after in pairs:
        old, new = view(owner=before), view(owner=after)
        assert diff_cells(old, new, (), packed) == diff_cells(old, new)


def test_a_moved_window_is_sent_whole() -> None:
    moved = view(rect=(1, 0, 3, 2), owner=b"abcdef")
    frame = diff(1, 0, view(), moved)
    assert frame is not None
    assert frame.rect == Rect(1, 0, 3, 2)
    assert frame.layers == {"owner": b"abcdef"}
    assert apply(view(), frame) == moved


@pytest.mark.parametrize("layers", [{}, {"ground": b"123456"}, {"owner": b"1", "x": b"2"}])
def test_other_layers_are_sent_whole(layers: dict[str, bytes]) -> None:
    new = View(0, Facts(), Rect(0, 0, 3, 2), layers)
    frame = diff(1, 0, view(), new)
    assert frame is not None
    assert apply(view(), frame) == new


def test_a_first_frame_needs_no_view_before_it() -> None:
    assert apply(None, Frame(0, 0, view=view())) == view()
    with pytest.raises(ValueError, match="before any view"):
        apply(None, Frame(1, 0))


@pytest.mark.parametrize(
    ("table", "notices"), [(Table(()), ()), (None, [("code", {})]), (Table(()), [("code", {})])]
)
def test_a_table_or_a_notice_is_told_though_the_view_is_the_same(
    table: Table | None, notices: list[tuple[str, dict[str, Any]]]
) -> None:
    frame = diff(1, 0, view(), view(), (), table, notices)
    assert frame == Frame(1, 0, table=table, notices=tuple(notices))


def views() -> st.SearchStrategy[View[Facts]]:
    numbers = st.tuples(*[st.integers(0, 2)] * 4)
    histories = st.lists(st.integers(0, 1), max_size=3).map(tuple)
    return st.builds(
        lambda mover, history, x, width, cells, other: View(
            0,
            Facts(mover, history),
            Rect(x, 0, width, 4 // width),
            {"owner": bytes(cells), "other": bytes(other)},
        ),
        st.integers(0, 2),
        histories,
        st.integers(0, 1),
        st.sampled_from([1, 2, 4]),
        numbers,
        numbers,
    )


@given(views(), views())
def test_apply_is_the_inverse_of_diff(old: View[Facts], new: View[Facts]) -> None:
    frame = diff(1, 0, old, new)
    assert (old if frame is None else apply(old, frame)) == new
    assert (frame is None) == (old == new)


@given(st.binary(min_size=1, max_size=300), st.data())
def test_unpack_is_the_inverse_of_pack(layer: bytes, data: st.DataObject) -> None:
    places = data.draw(st.lists(st.integers(0, len(layer) - 1), unique=True))
    assert unpack_cells(pack_cells(places, layer)) == [(at, layer[at]) for at in places]


@given(st.binary(min_size=1, max_size=400), st.data())
def test_many_cells_are_packed_like_few(before: bytes, data: st.DataObject) -> None:
    after = data.draw(st.binary(min_size=len(before), max_size=len(before)))
    places = [at for at in range(len(after)) if before[at] != after[at]]
    assert pack_differing(before, after) == pack_cells(places, after)


def test_a_place_may_be_beyond_65535() -> None:
    layer = bytes(1_000_000 - 1) + b"\7"
    assert unpack_cells(pack_cells([999_999], layer)) == [(999_999, 7)]


def test_a_place_to_look_at_that_is_outside_the_layer_is_passed_over() -> None:
    """A game says where its board has changed; a window may show less of it."""
    before, after = bytes(6), b"\0\0\0\0\0\1"
    for first in ((5, 6, 7), (6,), (5, 400)):
        assert unpack_cells(pack_differing(before, after, first)) == [(5, 1)]
