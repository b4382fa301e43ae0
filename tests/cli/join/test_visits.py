"""A person at a server, in one process with it: reports, and bots of other people."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from freehold.cli.join.keys import Piped
from freehold.cli.join.screens import LineSource
from freehold.cli.join.visits import Visitor
from freehold.client import Api, BotIdentity, Tab
from tests.client import PATIENCE_S
from tests.server.world import World, run, world


class Listener(Visitor):
    """Keeps what the person is told."""

    def __init__(self, api: Api, name: str) -> None:
        super().__init__(api, Piped(), name, is_lines=True)
        self.told: list[str] = []

    @property
    def tab(self) -> Tab:
        assert self.line is not None
        return self.line.tab

    def tell(self, *lines: str) -> None:
        self.told += lines

    async def hears(self, words: str) -> str:
        while not (found := [line for line in self.told if words in line]):
            await asyncio.sleep(0.01)
        return found[-1]

    async def says(self, *lines: str) -> str:
        """The answer to the last one."""
        for line in lines:
            self.told.clear()
            await self.answer(line)
        return "\n".join(self.told)


@asynccontextmanager
async def visitor(w: World, name: str) -> AsyncIterator[Listener]:
    async with asyncio.timeout(PATIENCE_S), Api(w.url) as api:
        await api.rename(name)
        here = Listener(api, name)
        try:
            yield here
        finally:
            await here.close()


def test_a_player_and_a_line_are_reported() -> None:
    async def story() -> None:
        async with world() as w, visitor(w, "Ann") as ann, visitor(w, "Ben") as ben:
            await ann.says("create land-grab")
            await ben.says(f"join {w.hub.rooms[ann.tab.id].room.code}")
            await ben.says("say you are a fool")
            await ann.hears("Ben: you are a fool")
            listed = await ann.says("chat")
            number = listed.split()[0]
            assert listed.split(maxsplit=1)[1] == "Ben: you are a fool"

            assert await ann.says("report 1 cheating Knows my mines") == THANKS
            assert await ann.says(f"report line {number} insult") == THANKS
            player, line = sorted(await w.hub.conduct.reports.all(), key=lambda each: each.line)
            assert (player.reporter_name, player.name) == ("Ann", "Ben")
            assert (player.reason, player.words, player.seat) == ("cheating", "Knows my mines", 1)
            assert (line.reason, line.line, line.name) == ("insult", int(number), "Ben")
            assert [said.text for said in line.lines] == ["you are a fool"]

            assert await ann.says("report 0 spam") == "You cannot report yourself."
            assert "no longer kept" in await ann.says("report line 999 spam")
            for slip in ("report", "report Ben spam", "report 1 rude", "report line spam"):
                said = await ann.says(slip)
                assert "Type report SEAT REASON" in said
                assert "insult, spam, cheating, name, other" in said

    run(story())


THANKS = "Your report has arrived. Thank you."


def test_in_a_match_too_and_on_the_full_screen() -> None:
    async def story() -> None:
        async with world() as w, visitor(w, "Ann") as ann, visitor(w, "Ben") as ben:
            await ann.says("create land-grab")
            await ben.says(f"join {w.hub.rooms[ann.tab.id].room.code}")
            await ben.says("ready")
            await ann.says("start")
            for tab in (ann.tab, ben.tab):
                while not (tab.is_fresh and tab.match):
                    await asyncio.sleep(0.01)
            assert await ann.says("/report 1 spam") == THANKS
            assert ben.line is not None
            screen = LineSource(ben.line, ben.answer)
            assert await screen.act("report 0 name") == ""
            assert await ben.hears("report") == THANKS
            assert "room shows the room" in await screen.act("/ready")
            assert {each.reason for each in await w.hub.conduct.reports.all()} == {"spam", "name"}

    run(story())


def test_a_bot_that_waits_is_listed_and_invited() -> None:
    async def wait(api: Api, bot: str) -> tuple[str, ...]:
        await api.rename(bot, BotIdentity(bot="fox.py", author="Dan"))
        while True:
            if rooms := await api.wait("land-grab", f"{bot} farms.", 1):
                return rooms

    async def story() -> None:
        async with world() as w, visitor(w, "Ann") as ann, Api(w.url) as one, Api(w.url) as two:
            await ann.says("create land-grab")
            assert "No bot is waiting for a match of land-grab" in await ann.says("bots")
            fox = asyncio.create_task(wait(one, "Fox 7"))
            hen = asyncio.create_task(wait(two, "Hen"))
            while len(await ann.api.waiting_bots("land-grab")) < 2:
                await asyncio.sleep(0.01)
            assert (await ann.says("bots")).splitlines() == [
                "   1 Fox 7 (fox.py by Dan): Fox 7 farms.",
                "   2 Hen (fox.py by Dan): Hen farms.",
            ]
            assert "bots lists" in await ann.says("invite Wolf")
            assert "bots lists" in await ann.says("invite")
            await ann.says("invite fox 7 1")
            assert "Fox 7, a bot by Dan, takes seat 1." in await ann.hears("seat 1")
            assert await fox == (ann.tab.id,)
            assert "already sits there" in await ann.says("invite 2 1")
            await ann.says("clear 1", "invite 2")
            assert await hen == (ann.tab.id,)
            assert "no longer waits" in await ann.says("clear 1", "invite 1")

    run(story())
