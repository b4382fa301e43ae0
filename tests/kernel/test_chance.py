"""Chance: a draw is a function of key, name and counter, and of nothing else."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freehold.kernel.chance import DRAWS_A_BLOCK, KEY_BYTES, Stream, key_of

KEY = key_of("chance")


def test_the_draws_are_these_on_any_machine() -> None:
    stream = Stream(bytes(32), "map")
    assert [stream.bits() for _ in range(3)] == [
        5887910684161193658,
        770971592362912401,
        10202979782417443265,
    ]


@given(st.integers(0, 40), st.integers(0, 40))
def test_a_block_is_what_one_by_one_gives(skipped: int, draws: int) -> None:
    one, other = Stream(KEY, "map"), Stream(KEY, "map")
    for _ in range(skipped):
        one.bits()
        other.bits()
    assert other.block(draws).tolist() == [one.bits() for _ in range(draws)]
    assert one.bits() == other.bits()
    assert one.at == other.at == skipped + draws + 1


@given(st.integers(0, 5 * DRAWS_A_BLOCK))
def test_a_stream_goes_on_from_its_parts(draws: int) -> None:
    stream = Stream(KEY, "map")
    for _ in range(draws):
        stream.bits()
    again, copy = Stream(*stream.parts()), stream.copy()
    assert again == copy == stream
    assert again.bits() == copy.bits() == stream.bits()


def test_a_copy_is_its_own() -> None:
    stream = Stream(KEY, "map")
    stream.copy().bits()
    assert stream.at == 0
    assert stream != Stream(KEY, "map", 1)
    assert stream != Stream(KEY, "other")
    assert repr(stream) == f"Stream({KEY!r}, 'map', 0)"


def test_streams_are_independent() -> None:
    names = [Stream(KEY, "map"), Stream(KEY, "map2"), Stream(key_of("other"), "map")]
    drawn = [tuple(stream.bits() for _ in range(8)) for stream in names]
    assert len({draw for draws in drawn for draw in draws}) == 24


def test_keys_have_32_bytes_and_differ_by_their_words() -> None:
    keys = {key_of(), key_of(1), key_of("1"), key_of(1, 2), key_of(12), key_of("1", "2")}
    assert len(keys) == 6
    assert {len(key) for key in keys} == {KEY_BYTES}


def test_every_value_comes_about_equally_often() -> None:
    stream = Stream(KEY, "dice")
    counts = Counter(stream.below(6) for _ in range(6_000))
    assert sorted(counts) == [0, 1, 2, 3, 4, 5]
    squares = sum((count - 1_000) ** 2 for count in counts.values())
    assert squares / 1_000 < 20  # chi-squared with 5 degrees: one in a thousand is above 20.5


def test_every_bit_is_set_half_of_the_time() -> None:
    drawn = Stream(KEY, "bits").block(4_000).tolist()
    for bit in range(64):
        assert 1_850 < sum(draw >> bit & 1 for draw in drawn) < 2_150


@pytest.mark.parametrize(("share", "least", "most"), [(0, 0, 0), (25, 200, 300), (100, 1000, 1000)])
def test_percent_is_true_that_often_in_a_hundred(share: int, least: int, most: int) -> None:
    stream = Stream(KEY, "percent")
    assert least <= sum(stream.percent(share) for _ in range(1_000)) <= most


def test_a_shuffle_gives_every_order_about_equally_often() -> None:
    stream, orders = Stream(KEY, "orders"), Counter[str]()
    for _ in range(2_400):
        items = list("abcd")
        stream.shuffle(items)
        orders["".join(items)] += 1
    assert len(orders) == 24
    assert 60 < min(orders.values()) <= max(orders.values()) < 145


def test_a_sample_has_different_places_and_leaves_the_sequence_alone() -> None:
    stream, items = Stream(KEY, "sample"), list(range(10))
    firsts = Counter[int]()
    for _ in range(1_000):
        drawn = stream.sample(items, 4)
        assert len(set(drawn)) == 4
        firsts[drawn[0]] += 1
    assert items == list(range(10))
    assert len(firsts) == 10
    assert sorted(stream.sample(items, 10)) == items
    assert stream.sample(items, 0) == []
    with pytest.raises(ValueError, match="cannot draw 11 of 10"):
        stream.sample(items, 11)


def test_pick_takes_any() -> None:
    stream = Stream(KEY, "pick")
    assert {stream.pick("abc") for _ in range(50)} == set("abc")
