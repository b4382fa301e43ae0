"""Things by number behave as a dict does, but are walked and written in order."""

from __future__ import annotations

import pytest
from msgspec import Struct, field

from freehold.kernel.canonical import decode, encode
from freehold.kernel.numbered import Numbered


class Thing(Struct):
    name: str
    place: tuple[int, int] = (0, 0)


class Shelf(Struct):
    things: Numbered[Thing] = field(default_factory=Numbered)
    counts: Numbered[int] = field(default_factory=Numbered)


def test_it_is_a_dict() -> None:
    numbered = Numbered({3: "c"})
    numbered[1] = "a"
    assert (numbered[1], numbered.get(3), numbered.get(2), numbered.get(2, "?")) == (
        "a",
        "c",
        None,
        "?",
    )
    assert (1 in numbered, 2 in numbered, len(numbered), bool(Numbered())) == (
        True,
        False,
        2,
        False,
    )
    del numbered[1]
    assert numbered.pop(3) == "c"
    assert not numbered
    with pytest.raises(KeyError):
        numbered[3]


def test_it_is_walked_in_the_order_of_its_numbers() -> None:
    numbered = Numbered({30: "c", 4: "b", -1: "a"})
    assert list(numbered) == [-1, 4, 30]
    assert list(numbered.values()) == ["a", "b", "c"]
    assert list(numbered.items()) == numbered.pairs() == [(-1, "a"), (4, "b"), (30, "c")]


def test_it_may_change_while_it_is_walked() -> None:
    numbered = Numbered({1: "a", 2: "b"})
    for key in numbered:
        del numbered[key]
    assert not numbered


def test_the_order_of_coming_makes_no_difference() -> None:
    one, other = Numbered({1: "a", 2: "b"}), Numbered({2: "b", 1: "a"})
    assert one == other
    assert encode(one) == encode(other)
    assert one != Numbered({1: "a"})
    assert one != {1: "a", 2: "b"}
    assert repr(other) == "Numbered({1: 'a', 2: 'b'})"


def test_it_is_read_back_with_what_is_in_it() -> None:
    shelf = Shelf(Numbered({7: Thing("lamp", (1, 2)), 2: Thing("book")}), Numbered({5: 1}))
    again = decode(encode(shelf), Shelf)
    assert again == shelf
    assert isinstance(again.things[7], Thing)
    assert again.things[7].place == (1, 2)
    assert decode(encode(Shelf()), Shelf) == Shelf()


def test_a_copy_of_what_was_given_is_kept() -> None:
    given = {1: "a"}
    numbered = Numbered(given)
    given[2] = "b"
    assert list(numbered) == [1]
