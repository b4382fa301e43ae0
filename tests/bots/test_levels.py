"""Bots as people are offered them: by their levels, or else by their names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from freehold.bots.levels import first_bot, middle_bot, seat_name
from freehold.game import AnyGame, Extras, Level
from freehold.games import load_game
from freehold.games._template import GAME as TEMPLATE
from tests.games_under_test import OURS

RANDOM = TEMPLATE.bots["random"]
FIVE = replace(TEMPLATE, bots=dict.fromkeys("abcde", RANDOM), extras=Extras())


def offered(**words: str) -> AnyGame:
    """A game of five bots, those with a word as levels."""
    levels = tuple(
        Level(bot, word, f"Moss {bot}", "stone", "Sits.")  # type: ignore[arg-type]
        for bot, word in words.items()
    )
    return replace(FIVE, extras=Extras(levels=levels))


@pytest.mark.parametrize("name", [n for n in OURS if load_game(n).extras.levels])
def test_every_game_with_levels_has_an_easy_a_medium_and_a_hard_one(name: str) -> None:
    game = load_game(name)
    words = [level.word for level in game.extras.levels]
    assert {"easy", "medium", "hard"} <= set(words)
    order = list(game.bots)
    places = [order.index(level.bot) for level in game.extras.levels]
    assert places == sorted(places), "levels are in the bots' order, weakest first"
    assert game.extras.levels[words.index("easy")].bot == first_bot(game)


def test_a_seat_has_its_characters_name_or_the_bots() -> None:
    assert seat_name(offered(b="easy"), "b") == "Moss b"
    assert seat_name(offered(b="easy"), "c") == "C"


def test_a_newcomer_meets_the_first_easy_one() -> None:
    assert first_bot(offered(a="beginner", b="easy", c="easy", d="hard")) == "b"


def test_a_gone_players_seat_gets_the_first_medium_one() -> None:
    assert middle_bot(offered(a="easy", b="easy", c="easy", d="medium", e="medium")) == "d"


def test_without_such_a_level_the_weakest_or_the_middle_of_what_is_offered_is_taken() -> None:
    hard = offered(c="hard", d="hard", e="expert")
    assert (first_bot(hard), middle_bot(hard)) == ("c", "d")


def test_without_levels_all_bots_are_offered() -> None:
    assert (first_bot(FIVE), middle_bot(FIVE)) == ("a", "c")
    nobody = replace(FIVE, bots={})
    assert (first_bot(nobody), middle_bot(nobody)) == ("", "")
