"""A match that is played here, on the full screen."""

from __future__ import annotations

import asyncio
from typing import Any

from freehold.cli.errors import INTERRUPTED
from freehold.cli.fullscreen.apps import QUIT, MatchApp
from freehold.cli.play.sessions import leave, say_result
from freehold.cli.play.sittings import Sitting
from freehold.cli.play.standings import standing_line
from freehold.cli.screens import print_board
from freehold.cli.words import notice_lines, refusal_words
from freehold.game import TRUTH, Clock, Illegal, Malformed, Ms, Seat, View
from freehold.match.patches import Table

STEPS_PER_PICTURE = 200


def play_on_screen(sitting: Sitting) -> None:
    """Play to the end, or until a person leaves (raises Left)."""
    app = MatchApp(HereSource(sitting), len(sitting.humans))
    app.run()
    if sitting.match.outcome is None:
        raise leave(sitting, INTERRUPTED if app.interrupted else 0)
    print_board(sitting.match.game, sitting.match.view(TRUTH))
    say_result(sitting)
    sitting.leave()


class HereSource:
    """A sitting for the full screen. What is due happens in a thread, so that a bot that thinks
    does not stop the picture; one thing happens at a time."""

    exits = frozenset((QUIT, "exit"))
    leaving = "The match is saved in a file and can be resumed."

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.game = sitting.match.game
        self.seat: Seat = sitting.humans[0]
        self.handed_to = sitting.match.names[self.seat] if sitting.has_secrets else ""
        self.is_closed = False
        self._turn = asyncio.Lock()
        self._truth: View[Any] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return self.sitting.match.names

    @property
    def view(self) -> View[Any]:
        return self._truth or self.sitting.views[self.seat]

    @property
    def table(self) -> Table:
        return self.sitting.tables[self.seat]

    @property
    def clock(self) -> Clock:
        return self.sitting.match.header.clock

    def now(self) -> Ms:
        """It stands still after the end."""
        match = self.sitting.match
        return match.now if match.outcome else self.sitting.now()

    def leaders(self) -> str:
        match, world = self.sitting.match, self.game.world
        return standing_line(world.standing(match.state), match.names, self.seat) if world else ""

    def take_news(self) -> list[str]:
        return notice_lines(self.sitting.match, self.sitting.take_news(self.seat))

    def take_keyboard(self) -> None:
        self.handed_to = ""

    async def advance(self) -> None:
        async with self._turn:
            await asyncio.to_thread(self._advance)
            self._turn_to_next()

    def _advance(self) -> None:
        sitting = self.sitting
        for _ in range(STEPS_PER_PICTURE):
            if not sitting.step():
                break
        if sitting.match.outcome:
            self._truth = self._truth or sitting.match.view(TRUTH)
        elif sitting.due_in() is None and not set(sitting.humans) & set(sitting.match.awaited):
            sitting.rouse()

    def _turn_to_next(self) -> None:
        """The next of several people, once the match no longer waits for the last one."""
        sitting, awaited = self.sitting, self.sitting.match.awaited
        others = [seat for seat in sitting.humans if seat in awaited]
        if self.seat in awaited or not others:
            return
        self.seat = others[0]
        if sitting.has_secrets:
            self.handed_to = sitting.match.names[self.seat]

    async def act(self, text: str) -> str:
        async with self._turn:
            try:
                self.sitting.act(self.seat, text)
            except Malformed as error:
                return f"{error}."
            except Illegal as refusal:
                return refusal_words(self.sitting.match, refusal)
            finally:
                self._turn_to_next()
        return ""
