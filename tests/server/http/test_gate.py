"""The gate: deadlines, limits of connections, bodies, and requests that cannot be read.

All of it over real sockets and on the event loop that `freehold serve` runs on. Times are short by
settings, and no test asserts how long anything took.
"""

from __future__ import annotations

import asyncio
import errno
import gzip
import json
import logging
import re
import socket
import sys
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from functools import cache
from typing import Any, TypeVar

import pytest
from aiohttp.compression_utils import ZLibDecompressor
from aiohttp.web import RequestHandler

from freehold.protocol.wire import Acted
from freehold.server.http import gate
from freehold.server.http.gate import RESERVED_FILES, most_connections
from freehold.server.http.origins import forwarded_for
from freehold.server.serving import loop_factory
from tests.server.raw import HANDSHAKE, Raw, connected, frame, get, post
from tests.server.world import Person, World, open_world, table, world

T = TypeVar("T")
NOBODY = {"X-Forwarded-For": "203.0.113.9"}


def run(work: Coroutine[Any, Any, T]) -> T:
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        return runner.run(work)


async def say_slowly(raw: Raw, data: bytes) -> None:
    for byte in data:
        await raw.say(bytes([byte]))
        await asyncio.sleep(0.02)


async def until_late(w: World, what: str, times: int = 1) -> None:
    while w.hub.tally.late.get(what, 0) < times:
        await asyncio.sleep(0.01)


# Deadlines


def test_a_head_that_comes_byte_by_byte_is_answered_408() -> None:
    async def story() -> None:
        async with world(request_head_timeout_ms=200) as w, connected(w) as raw:
            slow = asyncio.create_task(say_slowly(raw, get("/", "X-Long: " + "x" * 2000)))
            heard = await raw.rest()
            slow.cancel()
            assert heard.startswith(b"HTTP/1.1 408 ")
            assert b"too_slow" in heard
            assert w.hub.tally.late == {"head": 1}

    run(story())


def test_a_connection_that_says_nothing_is_closed() -> None:
    async def story() -> None:
        async with world(request_head_timeout_ms=50) as w, AsyncExitStack() as stack:
            silent = [await stack.enter_async_context(connected(w)) for _ in range(30)]
            assert [await each.rest() for each in silent] == [b""] * 30
            assert w.hub.tally.late == {"head": 30}
            while w.hub.tally.open_connections:
                await asyncio.sleep(0.01)

    run(story())


def test_a_connection_that_has_said_nothing_is_closed_when_the_server_stops() -> None:
    async def story() -> None:
        w = await open_world()
        async with connected(w) as raw:
            while not w.hub.tally.open_connections:
                await asyncio.sleep(0.01)
            await w.close()
            assert await raw.rest() == b""

    run(story())


def test_a_second_request_has_its_own_deadline() -> None:
    async def story() -> None:
        async with world(request_head_timeout_ms=100) as w, connected(w) as raw:
            await raw.say(get("/healthz"))
            assert (await raw.answer())[0] == 200
            await raw.say(b"GET /healthz HT")
            assert (await raw.rest()).startswith(b"HTTP/1.1 408 ")

    run(story())


def test_an_idle_connection_is_closed_and_not_before_its_time() -> None:
    async def story() -> None:
        # The deadline of a head does not count while no request has begun.
        async with (
            world(request_head_timeout_ms=30, keep_alive_timeout_ms=400) as w,
            connected(w) as raw,
        ):
            await raw.say(get("/healthz"))
            assert (await raw.answer())[0] == 200
            await asyncio.sleep(0.1)
            await raw.say(get("/healthz"))
            assert (await raw.answer())[0] == 200
            assert await raw.rest() == b""
            assert w.hub.tally.late == {}

    run(story())


@pytest.mark.slow
def test_a_body_that_comes_too_slowly_is_answered_408() -> None:
    async def story() -> None:
        async with world(request_body_timeout_ms=150) as w, connected(w) as raw:
            whole = post("/api/me", b'{"name": "' + b"x" * 2000 + b'"}')
            head = whole.index(b"\r\n\r\n") + 4
            await raw.say(whole[:head])
            slow = asyncio.create_task(say_slowly(raw, whole[head:]))
            heard = await raw.rest()
            slow.cancel()
            assert heard.startswith(b"HTTP/1.1 408 ")

    run(story())


def test_a_body_that_nobody_wants_does_not_hold_the_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        monkeypatch.setattr(gate, "LINGER_S", 0.05)
        async with world() as w, connected(w) as raw:
            await raw.say(post("/api/nothing", b"x" * 3000)[:-1000])
            assert (await raw.rest()).startswith(b"HTTP/1.1 404 ")

    run(story())


def test_an_answer_that_is_not_read_is_given_up() -> None:
    async def story() -> None:
        async with world(response_timeout_ms=100) as w, connected(w, hold=4096) as raw:
            raw.transport.pause_reading()
            waiting = asyncio.create_task(until_late(w, "answer"))
            while not waiting.done():
                await raw.say(get("/api/games") * 10)
                await asyncio.sleep(0.01)
            while w.hub.tally.open_connections:
                await asyncio.sleep(0.01)

    run(story())


def test_a_socket_without_hello_is_closed_whatever_else_it_sends() -> None:
    async def story() -> None:
        async with world(hello_timeout_ms=100) as w, connected(w) as raw:
            await raw.say(HANDSHAKE + b"\r\n")
            assert b"101" in await raw.head()
            for _ in range(3):
                await raw.say(frame(0x89, b"still here"))
                await asyncio.sleep(0.02)
            assert b"no_hello" in await raw.rest()
            while w.hub.tally.open_connections:
                await asyncio.sleep(0.01)

    run(story())


# How many


def limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here everybody comes from this machine, which is free of limits: let it be another."""
    monkeypatch.setattr(gate, "is_free", lambda address, settings: False)


def test_connections_of_any_kind_are_limited_by_address(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        async with world(max_connections_per_address=3) as w, AsyncExitStack() as stack:
            limited(monkeypatch)
            first, *_ = [await stack.enter_async_context(connected(w)) for _ in range(3)]
            for _ in range(4):
                async with connected(w) as raw:
                    heard = await raw.rest()
                    assert heard.startswith(b"HTTP/1.1 429 ")
                    assert b"Retry-After: 60" in heard
                    assert b"too_many_connections" in heard
            assert w.hub.tally.refused_connections == {"too_many_connections": 4}
            await first.close()
            while w.hub.tally.open_connections > 2:
                await asyncio.sleep(0.01)
            async with connected(w) as raw:
                await raw.say(get("/healthz", "Connection: close"))
                assert (await raw.rest()).startswith(b"HTTP/1.1 200 ")

    with caplog.at_level(logging.WARNING):
        run(story())
    lines = [each for each in caplog.records if each.msg == "connection limit reached"]
    assert [(vars(each)["reason"], vars(each)["limit"]) for each in lines] == [
        ("too_many_connections", 3)
    ]


def test_connections_are_limited_in_all_and_this_machine_still_gets_in(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        async with world(max_connections=3) as w, AsyncExitStack() as stack:
            limited(monkeypatch)
            for _ in range(3):
                await stack.enter_async_context(connected(w))
            async with connected(w) as raw:
                heard = await raw.rest()
                assert heard.startswith(b"HTTP/1.1 503 ")
                assert b"Retry-After: 5" in heard
            monkeypatch.undo()
            async with Person(w) as operator:
                assert (await operator.get("/healthz"))[0] == 200

    with caplog.at_level(logging.WARNING):
        run(story())
    lines = [each for each in caplog.records if each.msg == "connection limit reached"]
    assert [(vars(each)["reason"], vars(each)["limit"]) for each in lines] == [("server_busy", 3)]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no file limit")
def test_there_are_always_fewer_connections_than_files(monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    monkeypatch.setattr(resource, "getrlimit", lambda what: (1000, 4096))
    assert most_connections(4000) == 1000 - RESERVED_FILES
    assert most_connections(50) == 50
    monkeypatch.setattr(resource, "getrlimit", lambda what: (resource.RLIM_INFINITY,) * 2)
    assert most_connections(4000) == 4000


def test_many_refused_connections_are_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        monkeypatch.setattr(gate, "MOST_LINGERING", 2)
        monkeypatch.setattr(gate, "LINGER_S", 0.05)
        async with world(max_connections=1) as w, AsyncExitStack() as stack:
            limited(monkeypatch)
            await stack.enter_async_context(connected(w))
            refused = [await stack.enter_async_context(connected(w)) for _ in range(20)]
            heard = [await each.rest() for each in refused]
            assert sum(bool(each) for each in heard) >= 2
            assert w.hub.tally.refused_connections == {"server_busy": 20}

    run(story())


@pytest.mark.skipif(sys.platform == "win32", reason="its event loop accepts by itself")
def test_new_connections_are_accepted_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        monkeypatch.setattr(gate, "ACCEPTED_AT_ONCE", 3)
        monkeypatch.setattr(gate, "ACCEPT_PAUSE_S", 3600.0)
        async with world() as w, AsyncExitStack() as stack:
            for _ in range(10):
                await stack.enter_async_context(connected(w))
            await asyncio.sleep(0.05)
            assert 0 < w.hub.tally.open_connections <= 3

    run(story())


@pytest.mark.skipif(sys.platform == "win32", reason="its event loop accepts by itself")
def test_a_server_that_has_no_file_for_a_connection_says_so_and_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Full(socket.socket):
        times = 0

        def accept(self) -> tuple[socket.socket, Any]:
            Full.times += 1
            if Full.times == 1:
                raise OSError(errno.EMFILE, "Too many open files")
            return super().accept()

    async def story() -> None:
        monkeypatch.setattr(gate, "NO_FILES_PAUSE_S", 0.01)
        monkeypatch.setattr(socket, "socket", Full)
        async with world() as w, Person(w) as guest:
            assert (await guest.get("/healthz"))[0] == 200

    with caplog.at_level(logging.ERROR):
        run(story())
    lines = [each for each in caplog.records if each.msg == "a connection cannot be accepted"]
    assert ["Too many open files" in vars(each)["reason"] for each in lines] == [True]


# How often


def test_requests_are_limited_by_address_and_the_refusal_says_when_to_come_back() -> None:
    async def story() -> None:
        chosen: dict[str, Any] = {
            "trust_proxy": True,
            "requests_per_second": 1,
            "max_request_burst": 5,
        }
        async with world(**chosen) as w, Person(w, **NOBODY) as eve, Person(w) as ann:
            statuses = []
            for path in ("/", "/api/games", "/healthz", "/api/nothing", "/api/rooms", "/", "/"):
                async with eve.http.get(w.url + path) as response:
                    statuses.append(response.status)
                    if response.status == 429:
                        assert response.headers["Retry-After"] == "1"
                        assert (await response.json())["code"] == "too_many_requests"
            assert statuses == [200, 200, 200, 404, 200, 429, 429]
            assert w.hub.tally.refused_requests["too_many_requests"] == 2
            assert (await ann.get("/api/games"))[0] == 200  # another address

    run(story())


SPENT: dict[str, Any] = {"trust_proxy": True, "requests_per_second": 1, "max_request_burst": 2}
EVE, ANN = "X-Forwarded-For: 203.0.113.9", "X-Forwarded-For: 198.51.100.7"


async def spend(w: World, line: str = EVE) -> None:
    """All that this address may ask for at once."""
    w.hub.requests.take("203.0.113.9", w.hub.now() + 3_600_000)
    async with connected(w) as raw:
        await raw.say(get("/healthz", line, "Connection: close"))
        assert (await raw.rest()).startswith(b"HTTP/1.1 429 ")


def test_a_caller_who_has_to_wait_is_refused_before_a_request_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[str] = []
    parse = RequestHandler.data_received

    def data_received(self: RequestHandler, data: bytes) -> None:
        read.append(data[:20].decode())
        parse(self, data)

    async def story() -> None:
        async with world(**SPENT) as w:
            await spend(w)
            monkeypatch.setattr(RequestHandler, "data_received", data_received)
            for number in range(5):
                async with connected(w) as raw:
                    await raw.say(get("/api/rooms", EVE) * 10)
                    heard = await raw.rest()
                    assert heard.startswith(b"HTTP/1.1 429 ")
                    assert heard.count(b"HTTP/1.1 ") == 1
                    assert re.search(rb"Retry-After: 3[56]\d\d\r", heard)  # of an hour's seconds
                assert w.hub.tally.refused_requests["too_many_requests"] == number + 2
            assert read == []
            async with connected(w) as raw:
                await raw.say(get("/healthz", ANN))
                assert (await raw.answer())[0] == 200
            assert len(read) == 1

    run(story())


def test_a_connection_that_was_fine_ends_when_its_caller_has_to_wait() -> None:
    async def story() -> None:
        async with world(**SPENT) as w, connected(w) as raw:
            await raw.say(get("/healthz", ANN))
            assert (await raw.answer())[0] == 200
            await spend(w)
            await raw.say(get("/healthz", ANN))
            assert (await raw.answer())[0] == 200
            await raw.say(get("/healthz", EVE))
            assert (await raw.rest()).startswith(b"HTTP/1.1 429 ")

    run(story())


def test_refused_requests_leave_nothing_behind() -> None:
    async def story() -> None:
        async with world(**SPENT) as w:
            await spend(w)
            for _ in range(2 * gate.MOST_LINGERING):  # no longer than a moment, or not at all
                async with connected(w) as raw:
                    await raw.say(get("/api/rooms", EVE))
            while w.hub.tally.open_connections:
                await asyncio.sleep(0.01)

    run(story())


@pytest.mark.parametrize(
    ("head", "named"),
    [
        (get("/", EVE), "203.0.113.9"),
        (get("/", ANN, EVE), "203.0.113.9"),
        (get("/", "x-forwarded-FOR: 198.51.100.7 , 203.0.113.9 "), "203.0.113.9"),
        (get("/", "X-Forwarded-For: 2001:db8::7"), "2001:db8::"),
        (get("/", "X-Forwarded-For: nonsense"), ""),
        (get("/", "X-Other: " + EVE), ""),
        (get("/", EVE)[:-2], ""),
        (post("/", EVE.encode() + b"\r\n"), ""),
        (b"\xff" * 40, ""),
        (b"", ""),
    ],
)
def test_the_caller_is_found_in_the_bytes_of_a_head(head: bytes, named: str) -> None:
    assert forwarded_for(head) == named


def test_an_address_that_asks_too_often_cannot_even_connect_for_a_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        chosen: dict[str, Any] = {"requests_per_second": 1, "max_request_burst": 2}
        async with world(**chosen) as w:
            limited(monkeypatch)
            monkeypatch.setattr("freehold.server.app.is_free", lambda address, settings: False)
            statuses = []
            for _ in range(4):
                async with connected(w) as raw:
                    await raw.say(get("/healthz", "Connection: close"))
                    statuses.append((await raw.rest())[9:12])
            assert statuses == [b"200", b"200", b"429", b"429"]
            assert w.hub.tally.refused_connections == {"too_many_requests": 2}

    run(story())


# Bodies that are packed


@cache
def bomb() -> bytes:
    return gzip.compress(b" " * 10_000_000)


@pytest.mark.parametrize("path", ["/api/me", "/api/nothing", "/api/replays/file", "/", "/ws"])
@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd", "nonsense", "GZIP", "x, y"])
def test_a_packed_body_is_refused_and_never_unpacked(
    path: str, encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    unpacked: list[int] = []

    def decompress(self: object, data: bytes, max_length: int = 0) -> bytes:
        unpacked.append(len(data))
        return b""

    monkeypatch.setattr(ZLibDecompressor, "decompress_sync", decompress)

    async def story() -> None:
        async with world() as w, connected(w) as raw:
            await raw.say(post(path, bomb(), f"Content-Encoding: {encoding}"))
            status, body = await raw.answer()
            assert (status, json.loads(body)["code"]) == (415, "encoded_body")
            async with Person(w) as ann:
                assert (await ann.get("/healthz"))[0] == 200

    run(story())
    assert unpacked == []


def test_a_body_that_says_it_is_as_it_is_is_taken() -> None:
    async def story() -> None:
        async with world() as w, connected(w) as raw:
            await raw.say(post("/api/me", b'{"name": "Ann"}', "Content-Encoding: identity"))
            status, body = await raw.answer()
            assert (status, b'"name":"Ann"' in body) == (200, True)

    run(story())


# Requests that cannot be read

SECRET = b"s3cr3t-w0rd"
UNREADABLE = {
    "a header without a colon": b"GET / HTTP/1.1\r\nHost: x\r\nCookie " + SECRET + b"\r\n\r\n",
    "a control character": b"GET / HTTP/1.1\r\nHost: x\r\nCookie: \x01" + SECRET + b"\r\n\r\n",
    "a NUL": b"GET / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \x00" + SECRET + b"\r\n\r\n",
    "no HTTP": SECRET + b" / HTTP/1.1\r\nHost: x\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\nCookie: " + SECRET + b"\r\n\r\n",
    "two hosts": b"GET / HTTP/1.1\r\nHost: x\r\nHost: " + SECRET + b"\r\n\r\n",
    "two lengths": b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n"
    b"Content-Length: 2\r\nCookie: " + SECRET + b"\r\n\r\nx",
    "length and chunks": b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n"
    b"Transfer-Encoding: chunked\r\nCookie: " + SECRET + b"\r\n\r\nx",
    "a long line": b"GET /" + SECRET * 2000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    "a long header": b"GET / HTTP/1.1\r\nHost: x\r\nCookie: " + SECRET * 2000 + b"\r\n\r\n",
    "many headers": b"GET / HTTP/1.1\r\nHost: x\r\n" + b"Cookie: " + SECRET
    + b"\r\n" + b"X-More: 1\r\n" * 200 + b"\r\n",
    "chunks that are none": b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n" + SECRET + b"\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + SECRET,
}  # fmt: skip


def warned(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    """Lines that an operator would look at, but for those about a busy machine."""
    found = [each for each in caplog.records if each.levelno >= logging.WARNING]
    return [each for each in found if each.msg != "the server stalled"]


@pytest.mark.parametrize("what", UNREADABLE)
def test_a_request_that_cannot_be_read_leaves_one_line_and_none_of_its_bytes(
    what: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> bytes:
        async with world() as w, connected(w) as raw:
            await raw.say(UNREADABLE[what])
            heard = await raw.rest()
            assert w.hub.tally.malformed_requests == 1
            return heard

    with caplog.at_level(logging.DEBUG):
        heard = run(story())
    assert heard[:13] == b"HTTP/1.0 400 " or heard[:13] == b"HTTP/1.1 400 "
    assert json.loads(heard.partition(b"\r\n\r\n")[2])["code"] == "malformed"
    assert SECRET not in heard
    lines = warned(caplog)
    assert [each.msg for each in lines] == ["malformed request"]
    assert vars(lines[0])["reason"].isidentifier()
    assert lines[0].exc_info is None
    for each in caplog.records:
        assert SECRET.decode() not in caplog.handler.format(each)


NOT_TEXT = {
    "a body": post("/api/rooms", b'{"game": "\xbeerritory"}'),
    **{
        f"the handshake's {name.decode()}": re.sub(name + b": .", name + b": \xff", HANDSHAKE)
        + b"\r\n"
        for name in (b"Upgrade", b"Connection", b"Sec-WebSocket-Version", b"Sec-WebSocket-Key")
    },
}


@pytest.mark.parametrize("what", NOT_TEXT)
def test_bytes_that_are_no_text_are_refused_in_words(
    what: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        async with world() as w, connected(w) as raw:
            await raw.say(NOT_TEXT[what])
            status, body = await raw.answer()
            assert (status, json.loads(body)["code"]) == (400, "malformed")

    run(story())
    assert not warned(caplog)


def test_a_body_that_breaks_off_harms_nobody(caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        async with world() as w, connected(w) as raw:
            await raw.say(post("/api/me", b'{"name": "' + SECRET)[:-4])
            await raw.close()
            while w.hub.tally.open_connections:
                await asyncio.sleep(0.01)

    with caplog.at_level(logging.DEBUG):
        run(story())
    assert not [each for each in caplog.records if each.levelno >= logging.ERROR]


def test_many_unreadable_requests_do_not_fill_the_log(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with world() as w:
            for _ in range(8):
                async with connected(w) as raw:
                    await raw.say(UNREADABLE["no HTTP"])
                    await raw.rest()
            assert w.hub.tally.malformed_requests == 8

    monkeypatch.setattr(gate, "LINES_PER_MINUTE", 5)
    with caplog.at_level(logging.WARNING):
        run(story())
    assert len(warned(caplog)) == 5


# Parts of messages


async def opened_socket(raw: Raw) -> None:
    await raw.say(HANDSHAKE + b"\r\n")
    assert b"101" in await raw.head()


@pytest.mark.parametrize(
    "flood",
    [
        pytest.param([frame(0x02)] + [frame(0x00)] * 400, id="empty continuations"),
        pytest.param([frame(0x02, b"x")] + [frame(0x00, b"x")] * 400, id="continuations"),
        pytest.param([frame(0x8A, b"unasked")] * 400, id="pongs"),
        pytest.param([frame(0x89, b"ping")] * 400, id="pings"),
    ],
)
def test_frames_that_are_no_messages_count_as_messages(flood: list[bytes]) -> None:
    async def story() -> None:
        async with world(hello_timeout_ms=600_000) as w, table(w, "land-grab") as (ann, _):
            async with connected(w) as raw:
                await opened_socket(raw)
                await raw.say(b"".join(flood))
                assert b"flood" in await raw.rest()
            assert isinstance(await ann.act(ann.choose()), Acted)

    run(story())


def test_a_message_in_a_few_parts_is_taken_wherever_it_is_cut() -> None:
    async def story() -> None:
        async with world() as w, connected(w) as raw:
            await opened_socket(raw)
            said = b'{"is": "hello", "version": 1, "room": "nowhere", "session": "tab"}'
            whole = frame(0x01, said[:20]) + frame(0x00, said[20:30]) + frame(0x80, said[30:])
            for place in range(len(whole)):  # each byte a packet of its own
                await raw.say(whole[place : place + 1])
            assert b"no_such_room" in await raw.rest()

    run(story())
