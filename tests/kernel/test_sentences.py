"""Sentences: a template and facts become words."""

from __future__ import annotations

import pytest

from freehold.kernel.sentences import counted, fill, isolated, join_words

NAMES = ("Ada", "Ben", "Cid")


@pytest.mark.parametrize(
    ("words", "joined"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")],
)
def test_words_are_joined_as_people_do(words: list[str], joined: str) -> None:
    assert join_words(words) == joined


@pytest.mark.parametrize(
    ("template", "facts", "filled"),
    [
        ("Nothing to fill.", {"seat": 1}, "Nothing to fill."),
        ("{points} points.", {"points": 3}, "3 points."),
        ("It is {seat:player}'s turn.", {"seat": 1}, "It is Ben's turn."),
        ("{seats:players} share it.", {"seats": (0, 2)}, "Ada and Cid share it."),
        ("{seats:players} share it.", {"seats": [0, 1, 2]}, "Ada, Ben and Cid share it."),
        ("{seat:player} left.", {"seat": 7}, "seat 7 left."),
        ("{seat:player} left.", {"seat": -1}, "seat -1 left."),
        ("Cells: {cells:each}.", {"cells": (4, 0, 2)}, "Cells: Ada 4, Ben 0, Cid 2."),
        ("Gone: {gone:each}.", {"gone": (True, False, True)}, "Gone: Ada and Cid."),
        ("Gone: {gone:each}.", {"gone": (False, False, False)}, "Gone: ."),
        ("{{braces}} {x},{y}", {"x": 1, "y": 2}, "{braces} 1,2"),
    ],
)
def test_facts_fill_a_template(template: str, facts: dict[str, object], filled: str) -> None:
    assert fill(template, facts, NAMES) == filled


def test_a_fact_is_never_a_template() -> None:
    assert fill("{text}", {"text": "{seat:player}", "seat": 0}, NAMES) == "{seat:player}"


def test_each_needs_a_value_for_each_seat() -> None:
    with pytest.raises(ValueError, match="3 players, but 2 values"):
        fill("{cells:each}", {"cells": (4, 2)}, NAMES)


def test_a_missing_fact_is_our_own_bug() -> None:
    with pytest.raises(KeyError):
        fill("{points}", {}, NAMES)


def test_one_is_counted_without_an_s() -> None:
    assert [counted(number, "farm") for number in (0, 1, 2)] == ["0 farms", "1 farm", "2 farms"]
    assert [counted(number, "city", "cities") for number in (1, 2)] == ["1 city", "2 cities"]


def test_a_number_chooses_one_of_two_wordings() -> None:
    template = "{tiles:one tile:# tiles} lost"
    assert fill(template, {"tiles": 1}) == "one tile lost"
    assert fill(template, {"tiles": 3}) == "3 tiles lost"


@pytest.mark.parametrize(
    "text", ["שלום", "سلام", "(3,4) א", "a\u200fb", "a\u061cb", "٣", "\U00010800", "\U0001e900"]
)
def test_a_text_that_could_turn_what_stands_around_it_is_isolated(text: str) -> None:
    assert isolated(text) == f"\u2068{text}\u2069"
    assert fill("says: {text:isolated}!", {"text": text}) == f"says: \u2068{text}\u2069!"


@pytest.mark.parametrize("text", ["", "plain (words).", "Grüße", "漢字", "😀", "a\u200eb", "-3,4"])
def test_a_text_that_cannot_stays_as_it_is(text: str) -> None:
    assert isolated(text) == text
