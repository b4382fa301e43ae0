"""The gate: which connections are accepted, and how long each may keep us waiting.

Rules about this file:
1. A connection counts from the moment it is accepted: in all and by its address. There are always
   fewer than the process may open files, so that the store and the bots never lack one.
2. Every wait for the other side has an end: for the head of a request, for its body (see
   `calls.py`), for the next request, for an answer to be read, for `hello` (see `sockets.py`).
3. Of a request that cannot be read the log gets one line, and no byte of the request.
4. A caller who asks too often is refused by the first bytes of a request: nothing is parsed, no
   handler is made, and the answer is always the same. Otherwise a flood would cost as much as
   honest requests do.
5. Connections are accepted a few at a time, with a pause in between. A storm of new ones waits in
   the system's queue, and not everybody who plays waits for the storm.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from math import ceil
from typing import Any, cast

from aiohttp import web

from freehold.server.http.fragments import FragmentCounter
from freehold.server.http.origins import forwarded_for, is_free, limit_key
from freehold.server.http.problems import canned, problem
from freehold.server.hub import Hub
from freehold.server.limits import Window

if sys.platform != "win32":
    import resource


LOG = logging.getLogger("freehold.gate")
RESERVED_FILES = 128
"""For the data file, the bots' and films' processes, and whatever Python opens."""
LEAST_CONNECTIONS = 16
LINGER_S = 1.0
"""For the rest of a body that nobody wants, and for a refused connection to read why."""
MOST_LINGERING = 32
LINES_PER_MINUTE = 60
BACKLOG = 1024
"""How many new connections the system keeps for us until we accept them."""
ACCEPTED_AT_ONCE, ACCEPT_PAUSE_S = 4, 0.002
"""At most 2,000 per second: more than one process can serve, and a small part of its time."""
NO_FILES_PAUSE_S = 1.0


def allow_files(wanted: int) -> None:
    """Let the process open that many files, or as many as it may allow itself."""
    if sys.platform != "win32":
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if hard != resource.RLIM_INFINITY:
            wanted = min(wanted, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            with suppress(ValueError, OSError):  # some systems allow less than they say
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def most_connections(wanted: int) -> int:
    """As many as wanted, or as the process's file limit has room for."""
    if sys.platform == "win32":
        return wanted
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return wanted
    return min(wanted, max(LEAST_CONNECTIONS, soft - RESERVED_FILES))


class Gate:
    """Hears each connection's knock. An event loop calls it as its protocol factory."""

    def __init__(self, server: web.Server, hub: Hub) -> None:
        self.hub = hub
        self.server = server
        self.most = most_connections(hub.settings.max_connections)
        self.lingering = 0
        self.knocking: set[Knock] = set()
        """The connections that have said nothing yet."""
        self._by_address: Counter[str] = Counter()
        self._lines = Window(LINES_PER_MINUTE)
        self._reached = Window(1)
        if self.most < hub.settings.max_connections:
            LOG.warning("the file limit allows fewer connections", extra={"limit": self.most})

    def __call__(self) -> Knock:
        return Knock(self)

    def admit(self, address: str) -> str:
        """Count one more connection, or say by a code why it may not be."""
        settings, tally = self.hub.settings, self.hub.tally
        code = self._refusal(address)
        if code:
            tally.refused_connections[code] = tally.refused_connections.get(code, 0) + 1
            limit = self.most if code == "server_busy" else settings.max_connections_per_address
            if code != "too_many_requests" and self._reached.take(code, self.hub.now()):
                LOG.warning("connection limit reached", extra={"reason": code, "limit": limit})
            return code
        self._by_address[address] += 1
        tally.open_connections += 1
        return ""

    def _refusal(self, address: str) -> str:
        settings, hub = self.hub.settings, self.hub
        is_limited = not is_free(address, settings)
        if hub.tally.open_connections >= self.most + (0 if is_limited else LEAST_CONNECTIONS):
            return "server_busy"
        if not is_limited or settings.trust_proxy:  # the proxy has not said for whom yet
            return ""
        if self._by_address[address] >= settings.max_connections_per_address:
            return "too_many_connections"
        return "too_many_requests" if hub.requests.wait_ms(address, hub.now()) else ""

    def release(self, address: str) -> None:
        self.hub.tally.open_connections -= 1
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]

    def seconds_to_wait(self, address: str, data: bytes) -> int:
        """For how long, before a request of this caller is answered again; 0 means not at all. The
        beginning of a request says for whom a proxy speaks."""
        hub = self.hub
        caller = (forwarded_for(data) if hub.settings.trust_proxy else "") or address
        if is_free(caller, hub.settings):
            return 0
        return ceil(hub.requests.wait_ms(caller, hub.now()) / 1000)

    def expect_head(self, late: Callable[[], None]) -> asyncio.TimerHandle:
        """The head of a request has to be there in time."""
        wait_s = self.hub.settings.request_head_timeout_ms / 1000
        return self.hub.loop.call_later(wait_s, late)

    def turn_away(self, transport: asyncio.Transport, code: str, retry_s: int = 0) -> None:
        """Say why, and wait a moment for it to be read, unless many are told so just now."""
        if self.lingering >= MOST_LINGERING:
            transport.set_protocol(asyncio.Protocol())
            transport.abort()
        else:
            transport.set_protocol(Leaving(self, transport))
            transport.write(canned(code, retry_s))
            if transport.can_write_eof():
                transport.write_eof()

    def count_too_many(self) -> None:
        refused = self.hub.tally.refused_requests
        refused["too_many_requests"] = refused.get("too_many_requests", 0) + 1

    def note_malformed(self, reason: str) -> None:
        self.hub.tally.malformed_requests += 1
        if self._lines.take("malformed", self.hub.now()):
            LOG.warning("malformed request", extra={"reason": reason})

    def note_late(self, what: str) -> None:
        late = self.hub.tally.late
        late[what] = late.get(what, 0) + 1


def address_at(transport: asyncio.Transport) -> str:
    """The address at the other end, as limits count it."""
    peer = transport.get_extra_info("peername")
    return limit_key(peer[0]) if peer else ""


class Knock(asyncio.Protocol):
    """A connection until its first bytes: then it gets a door, or is turned away."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate
        self._address = ""
        self._transport: asyncio.Transport | None = None
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        gate, line = self._gate, cast(asyncio.Transport, transport)  # uvloop's is none by its type
        self._address = address_at(line)
        refusal = gate.admit(self._address)
        if refusal:
            gate.turn_away(line, refusal)
            return
        gate.knocking.add(self)
        self._transport = line
        self._deadline = gate.expect_head(self._is_late)

    def data_received(self, data: bytes) -> None:
        gate, line = self._gate, self._transport
        assert line is not None
        assert self._deadline is not None
        wait_s = gate.seconds_to_wait(self._address, data)
        if wait_s:
            self.connection_lost(None)
            gate.count_too_many()
            gate.turn_away(line, "too_many_requests", wait_s)
            return
        self._deadline.cancel()
        gate.knocking.discard(self)
        door = Door(gate, self._address, self._deadline.when())
        line.set_protocol(door)
        door.connection_made(line)
        door.data_received(data)

    def connection_lost(self, exc: BaseException | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._gate.knocking.discard(self)
            self._gate.release(self._address)

    def cut(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def _is_late(self) -> None:
        self._gate.note_late("head")
        self.cut()


class Leaving(asyncio.Protocol):
    """A connection that was turned away: it has a moment to read why, and is not listened to."""

    def __init__(self, gate: Gate, transport: asyncio.Transport) -> None:
        self._gate = gate
        gate.lingering += 1
        self._end = gate.hub.loop.call_later(LINGER_S, transport.abort)

    def connection_lost(self, exc: BaseException | None) -> None:
        self._gate.lingering -= 1
        self._end.cancel()


class Door(web.RequestHandler):
    """One connection, with deadlines. What it speaks, HTTP or a WebSocket, is aiohttp's."""

    def __init__(self, gate: Gate, address: str, head_by: float) -> None:
        """`head_by` is the loop's time by which the head of the first request has to be there."""
        settings = gate.hub.settings
        chosen: dict[str, Any] = {
            "access_log": None,
            "auto_decompress": False,  # else any body would be unpacked, for whatever path
            "keepalive_timeout": settings.keep_alive_timeout_ms / 1000,
            "lingering_time": LINGER_S,
            "logger": LOG,
        }
        super().__init__(gate.server, loop=gate.hub.loop, **chosen)
        self.gate = gate
        self.address = address
        self.count_fragment: Callable[[], None] = lambda: None
        """What each part of a WebSocket message is told to."""
        self._busy = 0
        self._is_socket = False
        self._has_bytes = False
        self._deadline: asyncio.TimerHandle | None = gate.hub.loop.call_at(
            head_by, self._head_is_late
        )
        self._unread: asyncio.TimerHandle | None = None
        self._unread_bytes = 0
        """How much waited to be read when we last looked."""
        self._line: asyncio.Transport | None = None
        """As long as there is a connection: aiohttp forgets it when it closes it."""

    # As the event loop calls it

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._line = cast(asyncio.Transport, transport)
        super().connection_made(transport)
        self._look_again()

    def connection_lost(self, exc: BaseException | None) -> None:
        self._stop(self._deadline)
        self._stop(self._unread)
        self.gate.release(self.address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        is_beginning = not (self._is_socket or self._busy or self._has_bytes)
        if is_beginning and (wait_s := self.gate.seconds_to_wait(self.address, data)):
            line = self._line
            assert line is not None
            self.gate.count_too_many()
            self.transport = None  # it is no longer ours, and aiohttp must not close it
            self.connection_lost(None)
            self.gate.turn_away(line, "too_many_requests", wait_s)
            return
        self._has_bytes = self._has_bytes or bool(data)
        if data and not self._busy and self._deadline is None:
            self._deadline = self.gate.expect_head(self._head_is_late)
        super().data_received(data)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._unread_bytes = 0

    def set_parser(self, parser: Any, data_received_cb: Any = None) -> None:
        self._is_socket = True
        counter = FragmentCounter(parser, lambda: self.count_fragment())
        super().set_parser(counter, data_received_cb)  # type: ignore[arg-type]

    # As requests call it

    def begin(self) -> None:
        """A request's head is there."""
        self._busy += 1
        self._stop(self._deadline)
        self._deadline = None

    def end(self) -> None:
        """Its handler is done."""
        self._busy -= 1
        self._has_bytes = False

    # Deadlines

    def _head_is_late(self) -> None:
        self.gate.note_late("head")
        if self._has_bytes and self.transport is not None:
            self.transport.write(canned("too_slow"))
        self.force_close()

    def _look_again(self) -> None:
        wait_s = self.gate.hub.settings.response_timeout_ms / 1000
        self._unread = self.gate.hub.loop.call_later(wait_s, self._look_unread)

    def _look_unread(self) -> None:
        """Now and then: has anything been read of what waits? A WebSocket has its own limits."""
        if self._is_socket or self._line is None:
            return
        is_waiting = self.writing_paused or self._line.is_closing()
        unread = self._line.get_write_buffer_size() if is_waiting else 0
        if unread and self._unread_bytes and unread >= self._unread_bytes:
            self.gate.note_late("answer")
            self._line.abort()
            return
        self._unread_bytes = unread
        self._look_again()

    @staticmethod
    def _stop(timer: asyncio.TimerHandle | None) -> None:
        if timer is not None:
            timer.cancel()

    # What aiohttp says of requests that fail

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        if request.writer.output_size > 0:
            raise ConnectionError("the answer has begun already")
        if status >= 500:
            LOG.error("a request failed", extra={"reason": type(exc).__name__})
            response = problem("broken")
        else:
            self.gate.note_malformed(type(exc).__name__)
            response = problem("malformed", {"reason": "this is no HTTP request"})
        response.force_close()
        return response

    def log_exception(self, *args: Any, **kw: Any) -> None:
        error = kw.get("exc_info")
        LOG.error("a connection failed", extra={"reason": type(error).__name__})


class GateSite(web.BaseSite):
    """A listening socket whose connections come through a gate."""

    def __init__(self, runner: web.BaseRunner, listening: socket.socket, hub: Hub) -> None:
        super().__init__(runner)
        server = runner.server
        assert server is not None
        self._gate = Gate(server, hub)
        self._loop = hub.loop
        self._listening = listening
        self._pause: asyncio.TimerHandle | None = None
        self._accepted: set[asyncio.Task[Any]] = set()

    @property
    def name(self) -> str:
        return str(self._listening.getsockname())

    async def start(self) -> None:
        await super().start()
        if sys.platform == "win32":  # whose loop accepts by itself only
            make = self._loop.create_server
            self._server = await make(self._gate, sock=self._listening, backlog=BACKLOG)
            return
        self._listening.setblocking(False)
        self._listening.listen(BACKLOG)
        self._listen()

    async def stop(self) -> None:
        await super().stop()
        if sys.platform != "win32":
            self._loop.remove_reader(self._listening)
        if self._pause is not None:
            self._pause.cancel()
        self._listening.close()
        for knock in [*self._gate.knocking]:
            knock.cut()

    def _listen(self) -> None:
        self._pause = None
        self._loop.add_reader(self._listening, self._accept)

    def _accept(self) -> None:
        pause_s = ACCEPT_PAUSE_S
        for _ in range(ACCEPTED_AT_ONCE):
            try:
                line, _ = self._listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                break
            except OSError as error:  # no file or no memory left for it: others need them first
                LOG.error("a connection cannot be accepted", extra={"reason": str(error)})
                pause_s = NO_FILES_PAUSE_S
                break
            task = self._loop.create_task(self._let_in(line))
            self._accepted.add(task)
            task.add_done_callback(self._accepted.discard)
        self._loop.remove_reader(self._listening)
        self._pause = self._loop.call_later(pause_s, self._listen)

    async def _let_in(self, line: socket.socket) -> None:
        try:
            await self._loop.connect_accepted_socket(self._gate, line)
        except OSError:  # the other side has gone already
            line.close()


async def open_gate(
    app: web.Application, hub: Hub, listening: socket.socket, stop_s: float
) -> web.AppRunner:
    """Let people in at a listening socket; the runner's `cleanup` ends it."""
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=stop_s)
    await runner.setup()
    await GateSite(runner, listening, hub).start()
    return runner
