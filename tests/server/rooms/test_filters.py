"""Words that an operator does not want: what they catch, and what they do not."""

from __future__ import annotations

import pytest

from freehold.game import Illegal
from freehold.server.rooms.filters import Where, WordFilter, check_word, compile_filters, fold

WORDS = ("admin", "spam", "both")
PLACES: tuple[Where, ...] = ("names", "chat")


def catches(word: str, text: str) -> bool:
    return bool(compile_filters([WordFilter(check_word(word))], "chat").search(fold(text)))


@pytest.mark.parametrize(
    "text",
    [
        "idiot",
        "you IDIOT!",
        "an_idiot_again",
        "\N{FULLWIDTH LATIN SMALL LETTER I}\N{FULLWIDTH LATIN SMALL LETTER D}iot",
        "1d1ot",
        "ld\N{CYRILLIC SMALL LETTER BYELORUSSIAN-UKRAINIAN I}\N{CYRILLIC SMALL LETTER O}t",
        "\N{GREEK SMALL LETTER IOTA}diot",
        "id\N{ZERO WIDTH SPACE}iot",
        "id\N{SOFT HYPHEN}iot",
        "i\N{COMBINING ACUTE ACCENT}diot",
        "\N{MATHEMATICAL BOLD SMALL I}diot",
        "id\N{CIRCLED LATIN SMALL LETTER I}ot",
    ],
)
def test_a_word_is_found_whatever_its_letters_are_made_of(text: str) -> None:
    assert catches("Idiot", text)


@pytest.mark.parametrize(
    ("word", "text", "is_caught"),
    [
        ("ass", "a classic pass", False),
        ("ass", "ass.", True),
        ("ass*", "assist", True),
        ("ass*", "pass", False),
        ("*ass", "pass", True),
        ("*ass", "assist", False),
        ("*ass*", "classic", True),
        ("go away", "go  --  away", True),
        ("go away", "gone away", False),
        ("a.b", "a b", True),
        ("(x", "x", True),
        ("straße", "STRASSE", True),
        ("плохой", "ПЛОХОЙ", True),
        ("坏词", "坏词", True),
    ],
)
def test_a_filter_is_a_whole_word_unless_a_star_says_otherwise(
    word: str, text: str, is_caught: bool
) -> None:
    assert catches(word, text) == is_caught


def test_a_filter_holds_where_it_is_said_to() -> None:
    filters = [WordFilter("admin", "names"), WordFilter("spam", "chat"), WordFilter("both")]
    found = [
        [bool(compile_filters(filters, where).search(fold(word))) for word in WORDS]
        for where in PLACES
    ]
    assert found == [[True, False, True], [False, True, True]]


def test_without_filters_everything_is_allowed() -> None:
    assert compile_filters([], "chat").search("anything") is None


@pytest.mark.parametrize("word", ["", "*", "***", "!?", "a*b", "x" * 61])
def test_what_is_no_word_cannot_be_a_filter(word: str) -> None:
    with pytest.raises(Illegal):
        check_word(word)


def test_a_long_line_against_many_filters_takes_one_walk() -> None:
    """No filter repeats a part that could be matched in several ways, so none can run away."""
    pattern = compile_filters([WordFilter("*" + "a" * 30 + "*"), WordFilter("a a a a a")], "chat")
    assert pattern.search(fold("a" * 29 + " b " * 150)) is None
