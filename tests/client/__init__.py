"""Guests of a server under test, and a wire between that can be cut."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from types import TracebackType
from typing import Any

from msgspec import Struct

from freehold.client import Api, Line, Tab
from freehold.kernel.chance import Stream, key_of
from freehold.match.log import spell_action
from tests.games_under_test import game_named

PATIENCE_S = 60
"""Far more than anything here takes; no test waits by the clock."""


class Wire:
    """A TCP proxy in front of a server, whose connections can be torn."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._pipes: list[asyncio.StreamWriter] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_flowing = asyncio.Event()
        self._is_flowing.set()
        self.url = ""

    async def __aenter__(self) -> Wire:
        self._server = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._server.close()
        self.tear()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def tear(self) -> None:
        """Abort every connection, in both directions, in the middle of whatever it carries."""
        for writer in self._pipes:
            writer.transport.abort()
        self._pipes.clear()

    def freeze(self) -> None:
        """Nothing passes any more on the connections that there are; new ones are as usual."""
        self._is_flowing.clear()
        self._is_flowing = asyncio.Event()
        self._is_flowing.set()

    async def _pass_on(self, here: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        try:
            there, on = await asyncio.open_connection("127.0.0.1", self._port)
        except OSError:
            back.transport.abort()
            return
        self._pipes += [back, on]
        for reader, writer in ((here, on), (there, back)):
            task = asyncio.create_task(_copy(reader, writer, self._is_flowing))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)


async def _copy(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, is_flowing: asyncio.Event
) -> None:
    try:
        while data := await reader.read(65536):
            await is_flowing.wait()
            writer.write(data)
            await writer.drain()
    except (OSError, ConnectionError):
        pass
    finally:
        writer.close()


class Guest:
    """Somebody with a terminal: a guest, a line, and all that it has heard."""

    def __init__(self, api: Api, line: Line, heard: list[Struct]) -> None:
        self.api = api
        self.line = line
        self.tab = line.tab
        self.heard = heard
        self.acted = 0

    def choose(self) -> str:
        """Any of the choices that our view gives."""
        known = self.tab.known
        assert known is not None
        assert known.view is not None
        rng = Stream(key_of("guest", self.acted), f"{self.tab.seat}")
        found = next(iter(known.game.choices(known.view, self.line.now(), rng)), None)
        return "" if found is None else spell_action(known.game, found)

    async def play_on(self) -> None:
        """Act whenever we are awaited, until the match is over."""
        while not self.is_over():
            await self.line.until(lambda: self.tab.is_awaited or self.is_over())
            action = "" if self.is_over() else self.choose()
            if action:
                self.acted += 1
                await self.line.act(action)
            else:
                await asyncio.sleep(0.01)

    def is_over(self) -> bool:
        return self.tab.room is not None and self.tab.room.phase == "over"

    def is_playing(self) -> bool:
        return self.tab.is_fresh and bool(self.tab.match) and not self.is_over()


@asynccontextmanager
async def guest(
    url: str,
    room: str,
    name: str = "",
    secret: str = "",
    watch: bool = False,
    api: Api | None = None,
    token: str = "",
    **more: Any,
) -> AsyncIterator[Guest]:
    """Somebody in a room, by its link."""
    async with AsyncExitStack() as stack:
        mine = api if api is not None else await stack.enter_async_context(Api(url))
        if name:
            await named(mine, name)
        token = token or (await mine.join(room, secret, watch=watch)).token
        tab = Tab(room, token, watch=watch, secret=secret, find_game=game_named, **more)
        heard: list[Struct] = []
        line = await stack.enter_async_context(Line(mine, tab, heard.append))
        await line.until(lambda: tab.is_in)
        yield Guest(mine, line, heard)


async def named(api: Api, name: str) -> str:
    await api.name()
    return await api.rename(name)
