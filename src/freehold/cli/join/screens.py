"""A room's match on the full screen, which `freehold play` uses too."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from freehold.cli.fullscreen.apps import QUIT, MatchApp
from freehold.cli.play.standings import standing_line
from freehold.client import Line, LineEnded
from freehold.game import Clock, Ms, Seat, View
from freehold.match.patches import Table
from freehold.protocol.wire import Refused

ROOM = "room"
"""What to type to see the room and its messages instead."""
ABOUT_ROOM = ("say", "chat", "report", "mute", "unmute")
"""What one can say of the room without leaving the screen."""


class LineSource:
    """A server's match for the full screen."""

    exits = frozenset((QUIT, "exit", ROOM, "/room"))
    leaving = "Your seat stays yours; :room shows the room instead."
    handed_to = ""

    def __init__(self, line: Line, answer: Callable[[str], Awaitable[None]]) -> None:
        """`answer` takes lines about the room."""
        known = line.tab.known
        assert known is not None
        self._answer = answer
        self.line = line
        self.tab = line.tab
        self.known = known
        self.game = known.game
        self.news: list[str] = []
        """Messages that came meanwhile."""

    async def show(self) -> bool:
        """Returns whether the person stays in the room, now or after the match."""
        said = await MatchApp(self).run_async() or ""
        return "room" in said or not said

    @property
    def names(self) -> tuple[str, ...]:
        return self.tab.names

    @property
    def seat(self) -> Seat:
        return self.tab.seat

    @property
    def view(self) -> View[Any]:
        assert self.known.view is not None
        return self.known.view

    @property
    def table(self) -> Table:
        return self.known.table

    @property
    def clock(self) -> Clock:
        return self.tab.room.clock if self.tab.room else Clock()

    @property
    def is_closed(self) -> bool:
        return self.line.ended is not None

    def take_keyboard(self) -> None:
        """Nobody else sits here."""

    def now(self) -> Ms:
        return self.line.now()

    def leaders(self) -> str:
        return standing_line(self.tab.standing, self.tab.names, self.tab.seat)

    def take_news(self) -> list[str]:
        news = self.news[:]
        self.news.clear()
        return news

    async def advance(self) -> None:
        """The server does."""

    async def act(self, text: str) -> str:
        word = text.partition(" ")[0].lower().removeprefix("/")
        try:
            if word in ABOUT_ROOM:
                await self._answer(f"/{text.removeprefix('/')}")
                return ""
            if text.startswith("/"):
                return f"Here you can type {', '.join(ABOUT_ROOM)}; :room shows the room."
            if self.tab.seat < 0:
                return "You are watching; :room shows the room, :quit leaves."
            answer = await self.line.act(text)
        except LineEnded:
            return ""
        return answer.text if isinstance(answer, Refused) else ""
