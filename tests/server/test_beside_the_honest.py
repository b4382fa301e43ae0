"""Slow, silent and flooding clients beside an honest player, whose commands are all answered.

No test asserts a time. What is counted is how much of the attack the server has taken upon itself:
connections that it still holds, messages and requests that it has answered, bytes that it has
unpacked. Each count is bound to rise when the defence is taken away: the planted faults.
"""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from aiohttp import web
from aiohttp.compression_utils import ZLibDecompressor
from msgspec import Struct

from freehold.protocol.wire import Acted
from freehold.server.http import gate
from freehold.server.http.fragments import FragmentCounter
from freehold.server.hub import Hub
from freehold.server.limits import Bucket, Buckets
from tests.server.meadow import meadow
from tests.server.raw import HANDSHAKE, Raw, connected, frame, get, post
from tests.server.world import Person, World, run
from tests.toy_world import GAME

pytestmark = pytest.mark.slow
COMMANDS = 30
DEADLINE_MS = 60
EVE = "X-Forwarded-For: 203.0.113.9"
SETTINGS: dict[str, Any] = {
    "trust_proxy": True,  # so that this machine's addresses are limited too
    "request_head_timeout_ms": DEADLINE_MS,
    "response_timeout_ms": DEADLINE_MS,
    "hello_timeout_ms": 600_000,
    "commands_per_second": 20,
    "requests_per_second": 1,
    "max_request_burst": 40,
    "max_unsent_bytes": 65_536,
}
LONG_S = 10 * DEADLINE_MS / 1000
"""Long after every deadline, and long enough for a machine that is busy."""


class Attack(Struct, frozen=True):
    """What a client does, what it costs the server, and how the server would lose."""

    run: Callable[[World, AsyncExitStack], Awaitable[None]]
    cost: Callable[[World], int]
    most: int
    """A server that defends itself pays no more than this."""
    fault: Callable[[pytest.MonkeyPatch], None]
    """Takes the defence away."""


# What clients do


async def be_silent(w: World, stack: AsyncExitStack) -> None:
    for _ in range(30):
        await stack.enter_async_context(connected(w))
    await asyncio.sleep(LONG_S)


async def dribble(w: World, stack: AsyncExitStack) -> None:
    lines = [await stack.enter_async_context(connected(w)) for _ in range(10)]
    for byte in get("/", "X-Long: " + "x" * 40):
        for each in lines:
            await each.say(bytes([byte]))
        await asyncio.sleep(LONG_S / 60)


async def read_nothing(w: World, stack: AsyncExitStack) -> None:
    for number in range(4):
        raw = await stack.enter_async_context(connected(w, hold=4096))
        raw.transport.pause_reading()
        address = f"X-Forwarded-For: 198.51.100.{number}"
        for _ in range(20):
            raw.writer.write(get("/api/games", address) * 20)  # whether it is taken or not
            await asyncio.sleep(0.01)
    await asyncio.sleep(LONG_S)


async def opened_socket(w: World, stack: AsyncExitStack) -> Raw:
    raw = await stack.enter_async_context(connected(w))
    await raw.say(HANDSHAKE + EVE.encode() + b"\r\n\r\n")
    await raw.head()
    return raw


def flood_of(*frames: bytes) -> Callable[[World, AsyncExitStack], Awaitable[None]]:
    async def flood(w: World, stack: AsyncExitStack) -> None:
        raw = await opened_socket(w, stack)
        for each in frames:
            await raw.say(each)
        hearing = asyncio.create_task(raw.rest())
        await asyncio.wait([hearing], timeout=LONG_S)
        hearing.cancel()

    return flood


async def flood_requests(w: World, stack: AsyncExitStack) -> None:
    async def lane() -> None:
        for _ in range(50):
            async with connected(w) as raw:
                await raw.say(get("/api/rooms", EVE) * 10)
                await asyncio.sleep(0)

    await asyncio.gather(*(lane() for _ in range(4)))


@cache
def bomb() -> bytes:
    """Made once: on a machine of two cores it would be the making that others wait for."""
    return gzip.compress(bytes(1 << 22))


async def send_bombs(w: World, stack: AsyncExitStack) -> None:
    for number in range(10):
        address = f"X-Forwarded-For: 198.51.100.{number}"
        async with connected(w) as raw:
            await raw.say(post("/api/nothing", bomb(), "Content-Encoding: gzip", address))
            await raw.head()


# What it costs


def held(w: World) -> int:
    """Connections that are not the honest player's."""
    return w.hub.tally.open_connections - HONEST[w.hub]


def answered(w: World) -> int:
    return sum(w.hub.tally.refused.values())


def asked(w: World) -> int:
    return w.hub.tally.requests


def unpacked(w: World) -> int:
    return UNPACKED[0]


UNPACKED = [0]
HONEST: WeakKeyDictionary[Hub, int] = WeakKeyDictionary()
"""How many connections the honest player has."""


# How the server would lose


def no_deadline(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(gate.Gate, "expect_head", lambda self, late: self.hub.loop.call_later(3600, late))


def deadline_ends_with_a_byte(patch: pytest.MonkeyPatch) -> None:
    receive = gate.Door.data_received

    def received(self: gate.Door, data: bytes) -> None:
        if not self._busy:
            self._stop(self._deadline)
        receive(self, data)

    patch.setattr(gate.Door, "data_received", received)


def answers_wait(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(gate.Door, "_look_again", lambda self: None)


def bottomless(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Bucket, "take", lambda self, now: True)


def parts_are_free(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(FragmentCounter, "_look", lambda self, data: None)


def nobody_counts_requests(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Buckets, "take", lambda self, key, now: True)


def bodies_are_unpacked(patch: pytest.MonkeyPatch) -> None:
    make = web.RequestHandler.__init__

    def init(self: gate.Door, *given: Any, **chosen: Any) -> None:
        make(self, *given, **{**chosen, "auto_decompress": True})

    patch.setattr(web.RequestHandler, "__init__", init)


ATTACKS = {
    "silence": Attack(be_silent, held, 0, no_deadline),
    "a head byte by byte": Attack(dribble, held, 0, deadline_ends_with_a_byte),
    "answers that nobody reads": Attack(read_nothing, held, 0, answers_wait),
    "messages": Attack(flood_of(*[frame(0x82, b"\x01\xc1")] * 1000), answered, 300, bottomless),
    "pongs": Attack(flood_of(*[frame(0x8A)] * 1000), held, 0, bottomless),
    "pings": Attack(flood_of(*[frame(0x89)] * 1000), held, 0, bottomless),
    "empty parts": Attack(flood_of(frame(0x02), *[frame(0x00)] * 1000), held, 0, parts_are_free),
    "requests": Attack(flood_requests, asked, 100, nobody_counts_requests),
    "packed bodies": Attack(send_bombs, unpacked, 0, bodies_are_unpacked),
}


@asynccontextmanager
async def honest_play(patch: pytest.MonkeyPatch) -> AsyncIterator[tuple[World, Awaitable[int]]]:
    """A server with an honest player, and how many of their commands were answered."""
    UNPACKED[0] = 0
    decompress = ZLibDecompressor.decompress_sync

    def counted(self: ZLibDecompressor, data: bytes, max_length: int = 0) -> bytes:
        found: bytes = decompress(self, data, max_length)
        UNPACKED[0] += len(found)
        return found

    patch.setattr(ZLibDecompressor, "decompress_sync", counted)
    async with meadow(None, None, unsent=4096, **SETTINGS) as w, Person(w) as ann:
        line = await ann.quick("meadow")
        HONEST[w.hub] = w.hub.tally.open_connections

        async def play() -> int:
            answers = []
            for number in range(COMMANDS):
                answers.append(await line.act(f"step {('east', 'west')[number % 2]}"))
                await asyncio.sleep(LONG_S / COMMANDS)
            # At an edge the rules say no: that is an answer too.
            return sum(isinstance(each, Acted) or each.code in GAME.texts for each in answers)

        yield w, play()


@pytest.mark.parametrize("name", ATTACKS)
def test_an_honest_player_is_answered_whatever_others_do(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    attack = ATTACKS[name]

    async def story() -> None:
        async with honest_play(monkeypatch) as (w, play), AsyncExitStack() as stack:
            _, answers = await asyncio.gather(attack.run(w, stack), play)
            assert answers == COMMANDS
            assert attack.cost(w) <= attack.most

    run(story())


@pytest.mark.parametrize("name", ATTACKS)
def test_without_its_defence_the_server_would_pay(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    attack = ATTACKS[name]
    attack.fault(monkeypatch)

    async def story() -> None:
        async with honest_play(monkeypatch) as (w, play), AsyncExitStack() as stack:
            await asyncio.gather(attack.run(w, stack), play)
            assert attack.cost(w) > attack.most

    run(story())
