"""A law of running bots: handed the views themselves, or views that frames have made, bots of every
game are asked at the same moments, see the same, and play the same match."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from freehold.bot import Bot, Info, end_bot, start_bot
from freehold.bots import Runner, make_bot
from freehold.game import Ms, Outcome, View
from freehold.kernel.chance import Stream
from freehold.match import Match, Seated
from freehold.match.feed import Feed
from freehold.testing import At
from tests.bots import BOTS_KEY, KEY
from tests.games_under_test import NAMES, game_named, tables
from tests.toy import GAME as TOY

STEPS = 120
Asked = list[tuple[int, Ms, View[Any]]]


class Noted:
    """A bot, and all that it was asked."""

    def __init__(self, bot: Bot, seat: int, asked: Asked) -> None:
        self.bot = bot
        self.seat = seat
        self.asked = asked

    def start(self, info: Info) -> None:
        start_bot(self.bot, info)

    def decide(self, view: View[Any], now: Ms, rng: Stream) -> Struct | str:
        self.asked.append((self.seat, now, view))
        return self.bot.decide(view, now, rng)

    def end(self, outcome: Outcome) -> None:
        end_bot(self.bot, outcome)


def played(name: str, at: At, is_told: bool) -> tuple[bytes, Asked]:
    """A match of levels, each seat another one, and what they were asked."""
    game, asked = game_named(name), Asked()
    levels = [list(game.bots)[seat % min(3, len(game.bots))] for seat in range(at.seats)]
    seats = tuple(Seated(f"{seat}", level) for seat, level in enumerate(levels))
    match = Match.new(game, seats, KEY, at.params, at.clock)
    bots = {seat: Noted(make_bot(game, level), seat, asked) for seat, level in enumerate(levels)}
    runner = Runner(match, bots, BOTS_KEY, (lambda frames: None) if is_told else None)
    for _ in range(STEPS):
        upcoming = runner.next_up()
        if match.outcome or upcoming is None:
            break
        runner.step(upcoming[0])
    return match.log.dump(), asked


@pytest.mark.parametrize("name", NAMES)
def test_bots_are_asked_the_same_with_frames_and_without(name: str) -> None:
    game = game_named(name)
    for at in tables(game)[:2] if game.bots else ():
        with_frames, asked = played(name, at, is_told=True)
        assert played(name, at, is_told=False) == (with_frames, asked)
        assert len(asked) > 3


def test_the_law_finds_views_that_are_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    at = tables(TOY)[0]
    told = played(TOY.name, at, is_told=True)
    monkeypatch.setattr(Feed, "views", lambda self, state, table: {})
    assert played(TOY.name, at, is_told=False) != told
