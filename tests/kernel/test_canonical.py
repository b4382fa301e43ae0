"""Canonical bytes: equal values give equal bytes, and come back by their type."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from freehold.kernel import canonical
from freehold.kernel.chance import Stream, key_of
from freehold.kernel.due import DueList
from freehold.kernel.layers import Touched, put

WORDS = st.text(max_size=3)


class Part(Struct):
    name: str
    pair: tuple[int, bool]


class State(Struct):
    touched: Touched
    layer: bytearray
    draws: Stream
    parts: list[Part]
    by_name: dict[str, int]
    due: DueList
    maybe: Part | None = None
    seen: set[str] = set()


def state() -> State:
    draws = Stream(key_of("canonical"), "draws", 3)
    parts = [Part("é", (1, True))]
    return State(Touched(4), bytearray(b"\0\1"), draws, parts, {"b": 2, "a": 1}, [(1, "x", (2,))])


def test_a_state_comes_back_whole() -> None:
    again = canonical.decode(canonical.encode(state()), State)
    assert again == state()
    assert isinstance(again.layer, bytearray)
    assert isinstance(again.due[0], tuple)
    assert again.draws.bits() == state().draws.bits()


def test_what_was_touched_is_no_part_of_the_bytes() -> None:
    one = state()
    put(one.touched, bytearray(4), 2, 1)
    assert canonical.encode(one) == canonical.encode(state())


@pytest.mark.parametrize(
    "change",
    [
        lambda each: each.draws.bits(),
        lambda each: each.layer.__setitem__(0, 1),
        lambda each: each.parts.append(Part("", (0, False))),
        lambda each: each.by_name.update({"c": 3}),
        lambda each: setattr(each, "touched", Touched(5)),
    ],
)
def test_whatever_else_changes_changes_the_fingerprint(change: object) -> None:
    changed = state()
    change(changed)  # type: ignore[operator]
    assert canonical.fingerprint(changed) != canonical.fingerprint(state())


@given(st.dictionaries(WORDS, st.integers(0, 9)))
def test_the_order_of_a_dict_does_not_count(pairs: dict[str, int]) -> None:
    backwards = dict(reversed(pairs.items()))
    assert canonical.encode(backwards) == canonical.encode(pairs)


def test_the_order_of_a_set_does_not_count() -> None:
    """Numbers that fall into one place of a small table stand there in the order they came."""
    forwards, backwards = {0, 8}, {8, 0}
    assert list(forwards) != list(backwards), "two orders of one set"
    assert canonical.encode(forwards) == canonical.encode(backwards)
    assert canonical.fingerprint(forwards) == canonical.fingerprint(backwards)


@given(st.sets(WORDS))
def test_a_set_is_its_members_in_order_whatever_their_hashes_are(words: set[str]) -> None:
    assert canonical.encode(words) == canonical.encode(sorted(words))
    assert canonical.decode(canonical.encode(words), set[str]) == words


def test_a_fingerprint_has_32_hex_digits() -> None:
    assert canonical.fingerprint((1, "a")) == canonical.fingerprint((1, "a"))
    assert len(bytes.fromhex(canonical.fingerprint(0))) == 16


@pytest.mark.parametrize("value", [object(), [range(3)], {"a": lambda: 0}])
def test_what_has_no_canonical_bytes_is_our_own_bug(value: object) -> None:
    with pytest.raises(NotImplementedError, match="no canonical bytes"):
        canonical.encode(value)
    with pytest.raises(NotImplementedError, match="no canonical bytes"):
        canonical.decode(canonical.encode(3), range)


def test_dicts_are_by_words_only_and_numbers_have_64_bits() -> None:
    with pytest.raises(TypeError, match="str keys"):
        canonical.encode({1: 2})
    with pytest.raises(OverflowError):
        canonical.encode(1 << 64)


def test_a_tuple_encoded_part_by_part_has_the_same_fingerprint() -> None:
    parts = ({"a": bytearray(300)}, (1, 2), 70_000)
    encoded = [canonical.encode(part) for part in parts]
    assert canonical.fingerprint_of(*encoded) == canonical.fingerprint(parts)
    assert canonical.fingerprint_of(*reversed(encoded)) != canonical.fingerprint(parts)
