"""The full screen under test: a match here, on a clock that the test turns."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from textual.pilot import Pilot
from textual.widgets import Static

from freehold.cli.fullscreen.apps import MatchApp
from freehold.cli.fullscreen.bars import KeyBar
from freehold.cli.fullscreen.boards import BoardPane
from freehold.cli.play.making import BOTS_NOTE
from freehold.cli.play.sittings import Sitting
from freehold.cli.play.tables import HereSource
from freehold.games import load_game
from freehold.hosting import BotHost
from freehold.kernel.chance import key_of
from freehold.match import Match, Seated

PATIENCE_S = 30.0


class Seconds:
    """A clock that stands until it is turned."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Screen:
    """The program on a terminal of this size, and what a person can do and see there."""

    def __init__(self, app: MatchApp, pilot: Pilot[str], match: Match, clock: Seconds) -> None:
        self.app, self.pilot, self.match, self.clock = app, pilot, match, clock

    @property
    def text(self) -> str:
        """Everything on the screen, as one reads it."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip) for strip in strips)

    async def until(self, is_so: Callable[[], bool]) -> None:
        end = asyncio.get_running_loop().time() + PATIENCE_S
        while not is_so():
            await self.app.source.advance()
            self.app.draw()
            assert asyncio.get_running_loop().time() < end, f"it never came to it:\n{self.text}"
            await self.pilot.pause(0)

    async def shows(self, words: str) -> None:
        await self.until(lambda: words in self.text)

    async def pass_time(self, seconds: float) -> None:
        """Let match time pass, and be told what has happened."""
        self.clock.now += seconds
        await self.until(self.is_told)

    def is_told(self) -> bool:
        source = self.app.source
        assert isinstance(source, HereSource)
        due = source.sitting.due_in()
        return self.match.outcome is not None or due is None or due > 0

    async def acts(self, *actions: str) -> None:
        """Wait until the log has these actions of the person, and no others."""
        await self.until(lambda: self.done == [*actions])

    async def acts_more(self, before: int) -> None:
        """Wait until the log has another action of the person than it had before."""
        await self.until(lambda: len(self.done) > before)

    async def go_to(self, x: int, y: int) -> None:
        """Move the cursor by its keys."""
        pad = self.app.pad
        across = ["right" if x > pad.x else "left"] * abs(x - pad.x)
        await self.pilot.press(*across, *(["down" if y > pad.y else "up"] * abs(y - pad.y)))
        assert (pad.x, pad.y) == (x, y)

    async def click(self, x: int, y: int, button: int = 1) -> None:
        """Press a mouse button on a cell."""
        place = self.app.query_one(BoardPane).place_of(x, y)
        assert place is not None, f"{x},{y} is not on the screen"
        await self.pilot.click(BoardPane, offset=place, button=button)

    async def click_key(self, key: str) -> None:
        """Click a key where it is listed."""
        place = self.app.query_one(KeyBar).place_of(key)
        assert place is not None, f"{key} is not listed"
        await self.pilot.click(KeyBar, offset=place)

    @property
    def beside(self) -> str:
        """The text beside the board, shown or scrolled away."""
        return str(self.app.query_one("#words", Static).render())

    @property
    def done(self) -> list[str]:
        """The actions of the log."""
        lines = [msgspec.json.decode(line) for line in self.match.log.texts]
        return [line["action"] for line in lines if line["is"] == "entry" and line["seat"] == 0]


@asynccontextmanager
async def shown(
    game: str,
    *bots: str,
    wide: int = 80,
    high: int = 24,
    people: tuple[str, ...] = ("Ann",),
    **set_: Any,
) -> AsyncIterator[Screen]:
    """A match on the full screen, with people in the first seats and bots in the others."""
    loaded, clock = load_game(game), Seconds()
    seats = (*map(Seated, people), *(Seated(f"Bot {n}", bot) for n, bot in enumerate(bots, 2)))
    notes = {BOTS_NOTE: key_of("bots", 3).hex()}  # otherwise bots draw as they like
    match = Match.new(loaded, seats, key_of("seed", 3), loaded.params(**set_), notes=notes)
    with BotHost() as host:
        sitting = Sitting(match, None, host, clock)
        app = MatchApp(HereSource(sitting), len(people), pictures_per_s=1)
        async with app.run_test(size=(wide, high)) as pilot:
            screen = Screen(app, pilot, match, clock)
            await screen.until(lambda: screen.text.strip() != "")
            await pilot.pause()
            yield screen
