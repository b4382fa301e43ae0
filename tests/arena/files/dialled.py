"""Bots whose strength is known: five with a dialled error, and five with a dialled form.

An error is a random choice instead of a level's decision; in real time, where a bot may simply be
slow, it is a pause. Form is drawn once in a match: in form a
bot plays as a good level, and else as the game's weakest. A good level beats the weakest one in all
but a few matches, so the odds between two of these are known beforehand: see `odds`.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from freehold.bot import AnyChoice, Bot, Info, Wait, start_bot
from freehold.bots import make_bot
from freehold.game import Ms, View
from freehold.games import load_game
from freehold.kernel.chance import Stream

GOOD = {
    "land-grab": "greedy",
    "territory": "greedy",
    "area-attack": "swift",
    "minewars": "normal",
    "mine-land": "careful",
}
PAUSE_MS = {"area-attack": 400, "minewars": 1_500, "mine-land": 200}
"""How long an error lasts in real time."""
ERRORS = {"Error0": 0, "Error10": 10, "Error25": 25, "Error50": 50, "Error90": 90}
FORMS = {"Form100": 100, "Form75": 75, "Form50": 50, "Form25": 25, "Form0": 0}


def odds(one: str, other: str) -> float:
    """That one places above another: by form, and evenly where both are in form or neither is."""
    return 0.5 + (FORMS[one] - FORMS[other]) / 200


class Error:
    """Makes a random choice now and then, or pauses."""

    percent = 0

    def start(self, info: Info) -> None:
        game = load_game(info.game)
        self.bot: Bot = make_bot(game, GOOD[info.game])
        self.any: Bot = AnyChoice(game.choices)
        self.is_live = info.is_live
        self.pause_ms: Ms = PAUSE_MS.get(info.game, 0)
        self.paused_until: Ms = 0
        start_bot(self.bot, info)

    def decide(self, view: View[Any], now: Ms, rng: Stream) -> Struct | str:
        is_wrong = rng.percent(self.percent)
        if not self.is_live:
            return (self.any if is_wrong else self.bot).decide(view, now, rng)
        if is_wrong and now >= self.paused_until:
            self.paused_until = now + self.pause_ms
        if now < self.paused_until:
            return Wait(self.paused_until)
        return self.bot.decide(view, now, rng)


class Form:
    """Has good days and bad days."""

    percent = 0

    def start(self, info: Info) -> None:
        self.info = info
        self.bot: Bot | None = None

    def decide(self, view: View[Any], now: Ms, rng: Stream) -> Struct | str:
        if self.bot is None:
            game = load_game(self.info.game)
            is_in_form = rng.percent(self.percent)
            self.bot = make_bot(game, GOOD[self.info.game] if is_in_form else next(iter(game.bots)))
            start_bot(self.bot, self.info)
        return self.bot.decide(view, now, rng)


class Error0(Error):
    percent = 0


class Error10(Error):
    percent = 10


class Error25(Error):
    percent = 25


class Error50(Error):
    percent = 50


class Error90(Error):
    percent = 90


class Form100(Form):
    percent = 100


class Form75(Form):
    percent = 75


class Form50(Form):
    percent = 50


class Form25(Form):
    percent = 25


class Form0(Form):
    percent = 0
