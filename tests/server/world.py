"""A server on a free port inside the test's own loop, and people who talk to it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Any, TypeVar

import aiohttp
from aiohttp import web
from msgspec import Struct

from freehold.client.tabs import with_seats
from freehold.game import AnyGame
from freehold.games import game_names
from freehold.kernel.chance import Stream
from freehold.match.log import spell_action
from freehold.match.patches import Frame
from freehold.protocol import wire
from freehold.protocol.knowing import KnownView
from freehold.protocol.wire import (
    Act,
    Acted,
    Ask,
    Bye,
    Done,
    Hello,
    Refused,
    RoomNow,
    SeatsNow,
    Welcome,
)
from freehold.server.app import make_app
from freehold.server.http.gate import open_gate
from freehold.server.hub import Hub
from freehold.server.rooms.openrooms import OpenRoom
from freehold.server.settings import Settings
from freehold.store import MemoryStore, Store
from tests.games_under_test import game_named

PATIENCE_S = 60
"""Far more than anything here takes; no test waits by the clock."""
LONGEST_S = 4 * PATIENCE_S
PATIENT_MS = 10 * PATIENCE_S * 1000
T = TypeVar("T")
M = TypeVar("M", bound=Struct)


def run(work: Coroutine[Any, Any, T]) -> T:
    """A story that waits for what never comes fails and says where; after `faulthandler_timeout`
    (pyproject.toml) the whole process of tests would end."""

    async def within() -> T:
        async with asyncio.timeout(LONGEST_S):
            return await work

    return asyncio.run(within())


class World:
    """One server."""

    def __init__(self, hub: Hub, runner: web.AppRunner, port: int) -> None:
        self.hub = hub
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self._runner = runner

    async def crash(self) -> None:
        """Stop without a word: what was not committed is lost, nobody is told anything."""
        for connection in list(self.hub.connections.values()):
            connection.cut()
        await self.hub.pool.close()
        for task in list(self.hub._tasks):
            task.cancel()
        await asyncio.to_thread(self.hub.keeper.writer.close)
        self.hub.keeper.store.close()
        await self._runner.cleanup()

    async def close(self) -> None:
        await self.hub.close()
        await self.stop_listening()

    async def stop_listening(self) -> None:
        await self._runner.cleanup()


def patient_settings(**chosen: Any) -> Settings:
    """Bots that do not dawdle, and a server that cuts nobody because the machine is busy: people in
    tests read a line only when its turn comes, and until then answer no ping. A test of a deadline
    chooses its own."""
    names = [name for name in Settings.__struct_fields__ if name.endswith("_timeout_ms")]
    patient = dict.fromkeys([*names, "unclaimed_seat_ms"], PATIENT_MS)
    return Settings(**{**patient, "bot_delay_ms": 0, "bot_workers": 1, **chosen})


async def open_world(
    store: Store | None = None,
    find_game: Callable[[str], AnyGame] = game_named,
    unsent: int = 0,
    **chosen: Any,
) -> World:
    """`unsent` is how much the system itself holds for those who do not read; 0 is its default."""
    settings = patient_settings(**chosen)
    names = [*game_names(), "lantern"]
    hub = Hub(settings, store or MemoryStore(), find_game, lambda: names)
    await hub.open()
    return await open_to_people(hub, unsent=unsent)


async def open_to_people(hub: Hub, admin_hash: str = "", unsent: int = 0) -> World:
    """The hub's server on a free port."""
    listening = socket.socket()
    if unsent:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, unsent)
    listening.bind(("127.0.0.1", 0))
    runner = await open_gate(make_app(hub, admin_hash), hub, listening, 1)
    return World(hub, runner, listening.getsockname()[1])


@asynccontextmanager
async def world(
    store: Store | None = None,
    find_game: Callable[[str], AnyGame] = game_named,
    **chosen: Any,
) -> AsyncIterator[World]:
    opened = await open_world(store, find_game, **chosen)
    try:
        yield opened
    finally:
        await opened.close()


class Line:
    """One socket of a person."""

    def __init__(
        self,
        socket: aiohttp.ClientWebSocketResponse,
        find_game: Callable[[str], AnyGame] = game_named,
    ) -> None:
        self.socket = socket
        self.find_game = find_game
        self.heard: list[Struct] = []
        self.room: RoomNow | None = None
        self.welcome: Welcome | None = None
        self.knowledge: KnownView | None = None
        self.n = 0

    async def say(self, message: Struct) -> None:
        await self.socket.send_bytes(wire.encode(message))

    async def next(self) -> Struct | None:
        """The next message; None when the line is closed."""
        async with asyncio.timeout(PATIENCE_S):
            frame = await self.socket.receive()
        if frame.type is not aiohttp.WSMsgType.BINARY:
            return None
        message: Struct = wire.decode_from_server(frame.data)
        self.heard.append(message)
        self._note(message)
        return message

    def _note(self, message: Struct) -> None:
        if isinstance(message, RoomNow):
            self.room = message
            if self.knowledge is None or self.knowledge.game.name != message.game:
                self.knowledge = KnownView(self.find_game(message.game))
        elif isinstance(message, SeatsNow):
            assert self.room is not None
            self.room = with_seats(self.room, message)
        elif isinstance(message, Welcome):
            self.welcome = message
            self.n = max(self.n, message.last)
        elif isinstance(message, Frame):
            assert self.knowledge is not None
            self.knowledge.hear(message)

    async def until(self, kind: type[M], wanted: Callable[[M], bool] = lambda each: True) -> M:
        """Listen until such a message comes."""
        while True:
            message = await self.next()
            assert message is not None, f"the line closed; heard {self.heard[-3:]}"
            if isinstance(message, kind) and wanted(message):
                return message

    async def room_when(self, wanted: Callable[[RoomNow], bool]) -> RoomNow:
        if self.room is not None and wanted(self.room):
            return self.room
        return await self.until(RoomNow, wanted)

    async def closing(self) -> Bye:
        """Listen until the line closes; the goodbye."""
        while await self.next() is not None:
            pass
        byes = [each for each in self.heard if isinstance(each, Bye)]
        assert byes, f"no goodbye; heard {self.heard[-3:]}"
        return byes[-1]

    async def ask(self, what: Any, seat: int = -1, value: Any = None) -> Done | Refused:
        self.n += 1
        n = self.n
        await self.say(Ask(n, what, seat, value))
        while True:
            message = await self.next()
            assert message is not None, f"the line closed; heard {self.heard[-3:]}"
            if isinstance(message, Done | Refused) and message.n == n:
                return message

    async def refusal(self, what: Any, seat: int = -1, value: Any = None) -> str:
        """The code by which this is refused."""
        answer = await self.ask(what, seat, value)
        assert isinstance(answer, Refused), answer
        return answer.code

    async def act(self, action: str) -> Acted | Refused:
        self.n += 1
        n = self.n
        await self.say(Act(n, action))
        while True:
            message = await self.next()
            assert message is not None, f"the line closed; heard {self.heard[-3:]}"
            if isinstance(message, Acted | Refused) and message.n == n:
                return message

    @property
    def is_my_turn(self) -> bool:
        assert self.welcome is not None
        known = self.knowledge
        return known is not None and self.welcome.seat in known.table.awaited

    async def my_turn(self) -> None:
        """Listen until we are awaited."""
        while not self.is_my_turn:
            await self.next()

    def choose(self) -> str:
        """The first of the choices that our view gives, or nothing."""
        known = self.knowledge
        assert known is not None
        assert known.view is not None
        rng = Stream(b"c" * 32, f"{self.n}")
        choice = next(known.game.choices(known.view, known.now, rng), None)
        return "" if choice is None else spell_action(known.game, choice)

    async def play_on(self, wanted: Callable[[], bool]) -> None:
        """Act whenever it is our turn, until something is so."""
        while not wanted():
            if self.is_my_turn:
                await self.act(self.choose())
            elif not wanted():
                await self.next()

    def is_over(self) -> bool:
        return self.room is not None and self.room.phase == "over"

    async def close(self) -> None:
        await self.socket.close()


class Person:
    """Somebody with a cookie."""

    def __init__(self, world: World, **headers: str) -> None:
        self.world = world
        self.lines: list[Line] = []
        jar = aiohttp.CookieJar(unsafe=True)
        self.http = aiohttp.ClientSession(
            connector=self.connector(), cookie_jar=jar, headers=headers
        )

    def connector(self) -> aiohttp.BaseConnector | None:
        """How they get to the server; None is the usual way."""
        return None

    async def __aenter__(self) -> Person:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        for line in self.lines:
            await line.close()
        await self.http.close()

    async def get(self, path: str, **more: Any) -> tuple[int, Any]:
        async with self.http.get(self.world.url + path, **more) as response:
            return response.status, await response.json()

    async def post(self, path: str, body: Any, **more: Any) -> tuple[int, Any]:
        async with self.http.post(self.world.url + path, json=body, **more) as response:
            return response.status, await response.json()

    async def dial(self, **more: Any) -> Line:
        socket = await self.http.ws_connect(self.world.url + "/ws", **more)
        line = Line(socket, self.world.hub.find_game)
        self.lines.append(line)
        return line

    async def enter(
        self, room: str, token: str, session: str = "tab", welcome: bool = True, **more: Any
    ) -> Line:
        line = await self.dial()
        await line.say(Hello(wire.VERSION, room, session, token, **more))
        if welcome:
            now = await line.until(RoomNow)
            while now.phase != "gathering" and (
                line.knowledge is None or line.knowledge.view is None
            ):
                await line.next()
        return line

    async def join(self, room: str, session: str = "tab", **body: Any) -> Line:
        status, joined = await self.post(f"/api/rooms/{room}/join", body)
        assert status == 200, joined
        return await self.enter(room, joined["token"], session)

    async def quick(self, game: str, **body: Any) -> Line:
        status, joined = await self.post("/api/quick", {"game": game, **body})
        assert status == 200, joined
        return await self.enter(joined["room"], joined["token"])

    async def create(self, game: str, **wishes: Any) -> dict[str, Any]:
        status, created = await self.post("/api/rooms", {"game": game, **wishes})
        assert status == 200, created
        room: dict[str, Any] = created
        return room


def opened(world: World, line: Line) -> OpenRoom:
    assert line.room is not None
    return world.hub.find_room(line.room.id)


@asynccontextmanager
async def table(
    world: World, game: str, people: int = 2, **wishes: Any
) -> AsyncIterator[list[Line]]:
    """This number of people in a running match; the first is the host."""
    persons = [Person(world) for _ in range(people)]
    try:
        created = await persons[0].create(game, **{"is_public": True, **wishes})
        lines = [await person.join(created["room"]) for person in persons]
        for line in lines[1:]:
            assert isinstance(await line.ask("ready"), Done)
        begun = await lines[0].ask("start")
        assert isinstance(begun, Done), begun
        for line in lines:
            await line.room_when(lambda room: room.phase == "playing")
            while line.knowledge is None or line.knowledge.view is None:
                await line.next()
        yield lines
    finally:
        for person in persons:
            await person.close()
