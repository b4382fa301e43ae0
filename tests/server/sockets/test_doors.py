"""The door of a WebSocket: whose page, how many, how long and how fast."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import aiohttp
import msgspec
import pytest
from msgspec import Struct

from freehold.protocol import wire
from freehold.protocol.packets import Packet
from freehold.protocol.wire import Act, Acted, Bye, Hello, Refused, Told
from tests.server.world import Line, Person, opened, run, table, world


def test_a_foreign_origin_is_refused_and_our_own_is_not() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            for origin in ("http://evil.example", "null", "http://127.0.0.1:1"):
                with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                    await ann.dial(origin=origin)
                assert refused.value.status == 403
            line = await ann.dial(origin=w.url)
            await line.close()

    run(story())


def test_a_frame_that_is_too_long_is_answered_and_ends_the_line() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            line = await ann.quick("land-grab")
            assert line.room is not None
            await line.say(Act(1, "x" * 5 * 1024))
            assert (await line.until(Refused)).code == "too_long"
            assert (await line.closing()).code == "too_long"
            line = await ann.join(line.room.id)
            await line.say(Act(1, "x" * 1024 * 1024))
            while await line.next() is not None:
                pass
            assert line.socket.close_code == aiohttp.WSCloseCode.MESSAGE_TOO_BIG
            assert line.room is not None
            line = await ann.join(line.room.id)
            assert isinstance(await line.act(line.choose()), Acted)

    run(story())


async def hear_out(line: Line) -> None:
    while await line.next() is not None:
        pass


def test_a_thousand_commands_in_a_second_are_refused_and_then_cut() -> None:
    async def story() -> None:
        async with world() as w, table(w, "land-grab") as (ann, ben):
            # Heard while it is sent: what has come in is lost when the line is cut.
            hearing = asyncio.create_task(hear_out(ann))
            try:
                for n in range(1000):
                    await ann.say(Act(n, "farm 99,99"))
                    await asyncio.sleep(0)
            except (aiohttp.ClientError, ConnectionError):
                pass  # cut in the middle of it
            await hearing
            codes = [each.code for each in ann.heard if isinstance(each, Refused | Bye)]
            assert "too_fast" in codes
            assert len(codes) < 250
            assert isinstance(await ben.ask("not-ready"), Refused)  # the server lives on

    run(story())


@pytest.mark.parametrize("is_text", [False, True])
def test_too_fast_names_its_command(is_text: bool) -> None:
    async def story() -> None:
        async with world(max_command_burst=3) as w, table(w, "land-grab") as (ann, _):
            numbers = list(range(ann.n + 1, ann.n + 9))
            for n in numbers:
                act = Act(n, "farm 99,99")
                if is_text:
                    await ann.socket.send_str(wire.encode_text(act).decode())
                else:
                    await ann.say(act)
            heard: dict[int, str] = {}
            while len(heard) < len(numbers):
                data = (await ann.socket.receive()).data
                message = json.loads(data) if is_text else plain(wire.decode_from_server(data))
                if message["is"] == "refused":
                    heard[message["n"]] = message["code"]
            assert sorted(heard) == numbers
            assert list(heard.values()).count("too_fast") >= 3

    run(story())


def plain(message: Struct) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(message)
    return found


def test_what_was_too_fast_counts_when_it_is_sent_again() -> None:
    async def story() -> None:
        async with world() as w, table(w, "land-grab") as (ann, _):
            connection = next(iter(opened(w, ann).connections.values()))
            while connection.bucket.take(w.hub.now()):
                pass
            action = ann.choose()
            first = await ann.act(action)
            assert (first.n, getattr(first, "code", "")) == (ann.n, "too_fast")
            connection.bucket.full_at = 0.0  # a while later
            ann.n -= 1
            assert await ann.act(action) == Acted(first.n)

    run(story())


@pytest.mark.parametrize("n", [2**53 + 1, 2**63 - 1, 2**64 - 1, -1, -(2**63)])
def test_a_number_that_not_every_language_counts_exactly_is_refused(n: int) -> None:
    async def story() -> None:
        async with world() as w, table(w, "land-grab") as (ann, _):
            for kind in ("act", "ask"):
                more = {"action": "resign"} if kind == "act" else {"what": "ready"}
                message = {"is": kind, "n": n, **more}
                data = bytes([wire.VERSION]) + msgspec.msgpack.encode(message)
                await ann.socket.send_bytes(data)
                refused = await ann.until(Refused)
                assert (refused.n, refused.code) == (-1, "malformed")
                await ann.socket.send_str(json.dumps(message))
                told = json.loads(await ann.socket.receive_str())
                assert (told["n"], told["code"]) == (-1, "malformed")
            assert ann.room is not None
            assert ann.room.phase == "playing"

    run(story())


def test_the_largest_number_that_all_count_exactly_is_taken() -> None:
    async def story() -> None:
        async with world() as w, table(w, "land-grab") as (ann, _):
            ann.n = 2**53 - 1
            assert await ann.act(ann.choose()) == Acted(2**53)

    run(story())


def test_tabs_of_one_seat_share_one_allowance() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            first = await ann.quick("land-grab")
            assert first.room is not None
            second = await ann.join(first.room.id, "other")
            for line in (first, second):
                for n in range(1, 31):
                    await line.say(Act(n, "farm 99,99"))
            heard = [await line.until(Refused) for line in (first, second) for _ in range(30)]
            assert 1 <= sum(each.code == "too_fast" for each in heard) <= 20

    run(story())


def test_connections_from_one_address_are_limited() -> None:
    async def story() -> None:
        headers = {"X-Forwarded-For": "203.0.113.9"}
        limited = world(trust_proxy=True, max_websockets_per_address=2)
        async with limited as w, Person(w, **headers) as ann, Person(w) as ben:
            lines = [await ann.dial() for _ in range(2)]
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await ann.dial()
            assert refused.value.status == 429
            await (await ben.dial()).close()
            for line in lines:
                await line.close()
            await (await ann.dial()).close()

    run(story())


def test_a_client_that_reads_nothing_is_cut_and_the_others_do_not_notice() -> None:
    async def story() -> None:
        async with world(max_unsent_bytes=65_536) as w, table(w, "land-grab") as (ann, ben):
            room = opened(w, ann)
            slow = next(each for each in room.connections.values() if room.seat_of(each) == 1)
            transport = ben.socket._response.connection.transport  # type: ignore[union-attr]
            assert transport is not None
            transport.pause_reading()
            most, sent = 0, 0
            told = Packet(Told("noise", "x" * 8192))
            while not slow.is_over:
                slow.send(told)
                sent += 1
                most = max(most, slow._transport.get_write_buffer_size())
                await asyncio.sleep(0)
                assert sent < 10_000
            assert most <= 65_536 + 2 * 8192
            await ann.room_when(lambda now: not now.seats[1].present)
            assert isinstance(await ann.act(ann.choose()), Acted)
            transport.abort()

    run(story())


def test_a_silent_line_is_pinged_and_then_cut() -> None:
    async def story() -> None:
        async with (
            world(ping_interval_ms=100, silence_timeout_ms=400) as w,
            Person(w) as ann,
            Person(w) as ben,
        ):
            created = await ann.create("land-grab", is_public=True)
            line = await ann.join(created["room"])
            _, joined = await ben.post(f"/api/rooms/{created['room']}/join", {})
            dead = await ben.http.ws_connect(w.url + "/ws", autoping=False)
            hello = Hello(wire.VERSION, created["room"], "tab", joined["token"])
            await dead.send_bytes(wire.encode(hello))
            await line.room_when(lambda now: now.seats[1].present)
            await line.room_when(lambda now: not now.seats[1].present)
            assert line.socket.exception() is None

    run(story())
