"""A room's real-time match on the full screen, which `freehold play` uses too."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from freehold.cli.errors import Trouble
from freehold.cli.play.pads import QUIT
from freehold.cli.play.realtime import ESCAPE_DELAY_MS, Screen
from freehold.cli.play.standings import standing_line
from freehold.client import Line, LineEnded
from freehold.game import View
from freehold.protocol.wire import Refused

if TYPE_CHECKING:
    from curses import window as Window  # noqa: N812

PICTURE_S = 0.05
KEYS_PER_PICTURE = 50
ROOM = "room"
"""What to type to see the room and its messages instead."""


def can_show() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


@contextmanager
def full_screen() -> Iterator[Window]:
    import curses

    curses.set_escdelay(ESCAPE_DELAY_MS)
    try:
        window = curses.initscr()
        curses.start_color()
    except curses.error as error:
        raise Trouble(f"this terminal cannot show a full screen ({error}); set TERM") from None
    try:
        curses.noecho()
        curses.cbreak()
        window.keypad(True)
        yield window
    finally:
        window.keypad(False)
        curses.echo()
        curses.nocbreak()
        curses.endwin()


class LiveScreen:
    """A server's match on the full screen, until it is over or the person wants something else."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.tab = line.tab
        self.news: list[str] = []
        """Messages that came meanwhile; the newest ones are drawn."""
        self._acting: set[asyncio.Task[None]] = set()

    async def show(self) -> str:
        """Returns what the person wants: `quit`, `room`, or nothing if the match is over."""
        with full_screen() as window:
            known = self.tab.known
            assert known is not None
            assert known.view is not None
            screen = Screen(window, known.game, known.view, self.line.now(), 0)
            try:
                return await self._draw_on(screen)
            finally:
                for task in self._acting:
                    task.cancel()

    async def _draw_on(self, screen: Screen) -> str:
        known = self.tab.known
        assert known is not None
        while not self.line.ended:
            view = known.view
            assert view is not None
            screen.news = [*screen.news, *self.news]
            self.news.clear()
            board = standing_line(self.tab.standing, self.tab.names, self.tab.seat)
            screen.draw(view, self.tab.names, self.line.now(), board)
            for _ in range(KEYS_PER_PICTURE):
                said = screen.press(view)
                if said is not None and (wish := self._take(screen, view, said)):
                    return wish
            if known.table.outcome is not None:
                return ""
            await asyncio.sleep(PICTURE_S)
        return ""

    def _take(self, screen: Screen, view: View[Any], said: str) -> str:
        word, _, rest = said.strip().partition(" ")
        if word.lower() in (QUIT, "exit", ROOM, "/room") and not rest:
            return ROOM if "room" in word.lower() else QUIT
        if word.lower() in ("/say", "say") and rest:
            self._begin(self.line.say(rest))
        elif self.tab.seat < 0:
            screen.pad.says = "You are watching; :room shows the room, :quit leaves."
        else:
            self._begin(self._act(screen, said))
        return ""

    def _begin(self, work: Any) -> None:
        """Run it beside the pictures."""
        task = asyncio.ensure_future(work)
        self._acting.add(task)
        task.add_done_callback(self._acting.discard)

    async def _act(self, screen: Screen, said: str) -> None:
        try:
            answer = await self.line.act(said)
        except LineEnded:
            return
        if isinstance(answer, Refused):
            screen.pad.says = answer.text
