"""What a bot may be: a class, a function, or a function that makes bots; and what it is told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from freehold.bot import Info, Wait, maker_of
from freehold.bots import Crew, make_bot, run
from freehold.bots.levels import bot_words
from freehold.game import AnyGame, Clock, Malformed, Outcome
from freehold.games import problems_of
from freehold.games._template import GAME
from freehold.match import Match, Seated
from tests.bots import BOTS_KEY, KEY, Scripted, new_match


class Mine:
    """Plays the first free cell.

    And this is not for lists.
    """

    def __init__(self) -> None:
        self.info: Info | None = None
        self.outcome: Outcome | None = None

    def start(self, info: Info) -> None:
        self.info = info

    def decide(self, view: Any, now: int, rng: Any) -> Any:
        assert self.info is not None
        return next(GAME.choices(view, now, rng))

    def end(self, outcome: Outcome) -> None:
        self.outcome = outcome


def decide(view: Any, now: int, rng: Any) -> Any:
    """A function is a bot."""
    return next(GAME.choices(view, now, rng))


def in_words(view: Any, now: int, rng: Any) -> str:
    return GAME.spell(next(GAME.choices(view, now, rng)))


def make_mine() -> Mine:
    return Mine()


def make_unsaid():  # type: ignore[no-untyped-def]
    return Mine()


def with_bot(bot: Callable[..., Any]) -> AnyGame:
    return replace(GAME, bots={"mine": bot})


@pytest.mark.parametrize("bot", [Mine, decide, in_words, make_mine])
def test_every_way_to_write_a_bot_plays_the_same(bot: Callable[..., Any]) -> None:
    match, usual = new_match(), new_match()
    run(match, {0: make_bot(with_bot(bot), "mine"), 1: Scripted(GAME)}, BOTS_KEY)
    run(usual, {0: Mine(), 1: Scripted(GAME)}, BOTS_KEY)
    assert match.log.dump() == usual.log.dump()


def test_a_bot_is_told_its_seat_the_params_and_the_clock() -> None:
    params = GAME.params()
    seats = (Seated("a"), Seated("b"), Seated("c"))
    bot = Mine()
    Crew(Match.new(GAME, seats, KEY, params, Clock(5_000)), {1: bot}, BOTS_KEY)
    assert bot.info is not None
    told = (bot.info.game, bot.info.seat, bot.info.seats, bot.info.params, bot.info.clock)
    assert told == ("template", 1, 3, params, Clock(5_000))
    assert not bot.info.is_live
    assert not bot.info.stop()


def test_a_bot_is_told_how_its_match_ended_once() -> None:
    match, bot = new_match(), Mine()
    report = run(match, {0: bot, 1: Scripted(GAME)}, BOTS_KEY)
    assert bot.outcome == report.outcome == match.outcome


def test_what_a_bot_logs_and_marks_is_kept_with_its_entry() -> None:
    class Chatty(Mine):
        def decide(self, view: Any, now: int, rng: Any) -> Any:
            assert self.info is not None
            self.info.log("thinking")
            self.info.mark([(0, 0), (1, 0)], "mine")
            return super().decide(view, now, rng)

    report = run(new_match(), {0: Scripted(GAME), 1: Chatty()}, BOTS_KEY)
    first, second = report.notes[:2]
    assert (first.seat, first.entry, first.text, first.cells) == (1, 1, "thinking", ())
    assert (second.entry, second.text, second.cells) == (1, "mine", ((0, 0), (1, 0)))
    assert report.notes[2].entry == 3


@pytest.mark.parametrize(
    ("bot", "says"),
    [
        (7, "'mine' is not a bot"),
        (Wait, "the class 'mine' is not a bot: give it decide"),
        (lambda stop: Mine(), "the function 'mine' needs 1 argument; a bot takes view, now and"),
        (Scripted, "the class 'mine' needs 1 argument; a bot takes none"),
    ],
)
def test_what_is_not_a_bot_is_said_when_the_game_is_loaded(bot: Any, says: str) -> None:
    with pytest.raises(Malformed, match=says):
        maker_of(bot, "mine")
    assert any(says in problem for problem in problems_of(with_bot(bot), "template"))


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        (Mine, "Plays the first free cell."),
        (make_mine, "Plays the first free cell."),
        (decide, "A function is a bot."),
        (make_unsaid, ""),
        (in_words, ""),
    ],
)
def test_a_list_shows_the_first_line_of_a_bots_documentation_or_nothing(
    bot: Callable[..., Any], words: str
) -> None:
    assert bot_words(bot) == words
