"""The shell around a tab: a WebSocket that comes back by itself.

Rules about this file:
1. Whatever ends a connection, the line tries again, at moments that differ from everybody
   else's; only a goodbye that says so ends it.
2. A wait of up to `SOON_MS` at first, so that a view is there within a second of the server;
   then longer and longer.
3. A server that has frozen closes nothing. If an answer is due and not even a ping is answered,
   another connection is made beside the silent one, and is used from the moment the server
   accepts it; only then the silent one is given up.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any

import aiohttp
from msgspec import Struct

from freehold.client.api import Api, ServerRefusal, Unreachable
from freehold.client.tabs import Answer, Reaction, Tab
from freehold.game import Ms
from freehold.match.patches import Frame
from freehold.protocol import wire
from freehold.protocol.wire import (
    Act,
    Acted,
    Ask,
    Bye,
    Done,
    Note,
    Notes,
    Ping,
    Refused,
    Request,
    Say,
    Told,
)

FIRST_MS, SOON_MS, LAST_MS = 100, 800, 10_000
SOON_TRIES = 40
"""Number of tries in quick succession: about a quarter of a minute."""
AGAIN_S, AGAIN_MOST = 1.0, 10
"""After `too_fast`: the pause, and how many commands are sent each time."""
LOOK_S, SILENT_S = 0.25, 0.5
"""How often we look whether an answer is due; and after how much silence we ask whether anybody is
there, and after how much more we look for another connection."""
WELCOME_S = 8.0
"""The first of these before a welcome, while the server looks for the room and reads nothing."""
DIAL_S = 0.5
"""After this time another connection is tried beside the first one, and again after twice that."""
CUT = Told("cut", "The connection is lost; trying to come back.")
"""What the line itself tells its listener."""
NOTE_CHARACTERS, NOTE_CELLS, NOTE_BYTES, NOTES_AT_ONCE = 500, 150, 3_500, 20
"""The longest note, the bytes of notes in a message, and how many of a decision are sent."""
Hear = Callable[[Struct], None]
Socket = aiohttp.ClientWebSocketResponse


class LineEnded(Exception):
    """The line is over, and by this goodbye there is no coming back."""

    def __init__(self, bye: Bye) -> None:
        super().__init__(bye.text)
        self.code = bye.code
        self.text = bye.text


def retry_ms(tries: int) -> Ms:
    """How long to wait before another try, after this many failed ones: full jitter."""
    most = min(FIRST_MS << min(tries, 16), SOON_MS)
    if tries > SOON_TRIES:
        most = min(SOON_MS << min(tries - SOON_TRIES, 16), LAST_MS)
    return secrets.randbelow(most + 1)


def note_parts(notes: Sequence[Note]) -> Iterator[tuple[Note, ...]]:
    """Messages that are not too long for a server; of a note that is, the beginning."""
    part: list[Note] = []
    size = 0
    for note in notes[:NOTES_AT_ONCE]:
        cut = Note(note.text[:NOTE_CHARACTERS], tuple(note.cells)[:NOTE_CELLS])
        length = len(cut.text.encode()) + 12 * len(cut.cells) + 32
        if part and size + length > NOTE_BYTES:
            yield tuple(part)
            part, size = [], 0
        part.append(cut)
        size += length
    if part:
        yield tuple(part)


class Line:
    """A tab on the network. `hear` is called with every message, after the tab has heard it."""

    def __init__(self, api: Api, tab: Tab, hear: Hear = lambda message: None) -> None:
        self.api = api
        self.tab = tab
        self.hear = hear
        self.ended: Bye | None = None
        self.connections = 0
        """How often it has come in."""
        self.bytes = 0
        """How many it has been sent."""
        self.heard_at = 0.0
        """When the last frame came, in seconds of the monotonic clock."""
        self._socket: Socket | None = None
        self._due_at = 0.0
        """Since when an answer is due, and nothing has been heard; 0 means that none is."""
        self._closing: set[asyncio.Future[Any]] = set()
        self._answers: dict[int, asyncio.Future[Answer]] = {}
        self._waiting: list[tuple[Callable[[], bool], asyncio.Future[None]]] = []
        self._task: asyncio.Task[None] | None = None
        self._repeating: asyncio.Future[None] | None = None

    async def __aenter__(self) -> Line:
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Go away; a seat stays ours."""
        for task in (self._task, self._repeating):
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
        if self._socket:
            self._let_go(self._socket)
        if self._closing:
            await asyncio.wait(self._closing)
        self._end(Bye("closed", "This line was closed here."))

    # For people and programs

    async def act(self, action: str) -> Acted | Refused:
        """The answer to an action of our seat, however many connections it takes."""
        message = self.tab.act(action)
        answer = self._answer_to(message.n)
        if self.tab.is_in:
            await self._say(message)
        answered = await answer
        assert not isinstance(answered, Done)
        return answered

    async def ask(self, what: Request, seat: int = -1, value: Any = None) -> Done | Refused:
        """The answer to something about the room; a cut refuses it."""
        await self.until(lambda: self.tab.is_in)
        message = self.tab.ask(what, seat, value)
        answer = self._answer_to(message.n)
        await self._say(message)
        answered = await answer
        assert not isinstance(answered, Acted)
        return answered

    async def insist(self, what: Request) -> Done | Refused:
        """The same for a program, which may be faster than the server allows: it asks again."""
        while True:
            answered = await self.ask(what)
            if not (isinstance(answered, Refused) and answered.code == "too_fast"):
                return answered
            await asyncio.sleep(AGAIN_S)

    async def note(self, notes: Sequence[Note]) -> None:
        """What our bot thinks, to be kept beside the record; lost if we are not in."""
        for part in note_parts(notes):
            if self.tab.is_in:
                await self._say(Notes(part))

    async def say(self, text: str) -> None:
        """A line of chat."""
        await self.until(lambda: self.tab.is_in)
        await self._say(Say(text))

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something is so that messages make so. Raises Ended."""
        if is_so():
            return
        if self.ended:
            raise LineEnded(self.ended)
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((is_so, future))
        await future

    def now(self) -> Ms:
        """Match time, as far as a client can tell."""
        known, room = self.tab.known, self.tab.room
        if known is None or room is None:
            return 0
        is_still = room.paused or room.phase != "playing" or not self.heard_at
        return known.now + (0 if is_still else int((time.monotonic() - self.heard_at) * 1000))

    # Connections

    async def _run(self) -> None:
        tries = 0
        while not self.ended:
            came_in = self.connections
            try:
                await self._connect()
            except (Unreachable, ConnectionError, aiohttp.ClientError, TimeoutError):
                pass
            except wire.WrongVersion as error:
                self._end(Bye("reload", f"The server speaks another version: {error}."))
                return
            except Exception as error:  # a message that cannot be: nothing can be trusted
                self._end(Bye("wrong", f"The server said something impossible: {error!r}"))
                return
            finally:
                self._socket = None
                lost = self.tab.cut()
            bye = self.tab.bye
            may_return = bye is None or bye.retry_ms or self._has_stale_watch()
            if bye is not None and not may_return:
                self._end(bye)
                return
            self._take(lost)
            if self.connections > came_in and bye is None:
                self.hear(CUT)
            tries = 0 if self.connections > came_in else tries + 1
            await self._rest(tries)

    def _has_stale_watch(self) -> bool:
        bye = self.tab.bye
        return bye is not None and bye.code == "bad_token" and self.tab.watch

    async def _rest(self, tries: int) -> None:
        """Before another connection; a goodbye may say for how long."""
        bye, wait_ms = self.tab.bye, retry_ms(tries)
        if self._has_stale_watch():
            await self._watch_again()
        elif bye is not None:
            wait_ms = bye.retry_ms + secrets.randbelow(bye.retry_ms + 1)
        self.tab.bye = None
        if not self.ended:
            await asyncio.sleep(wait_ms / 1000)

    async def _watch_again(self) -> None:
        """A watcher's token is only in the server's memory: after its restart, take another."""
        try:
            joined = await self.api.join(self.tab.id, self.tab.secret, watch=True)
        except Unreachable:
            return
        except ServerRefusal as refusal:
            self._end(Bye(refusal.code, refusal.text))
            return
        self.tab.token = joined.token

    async def _connect(self) -> None:
        socket: Socket | None = await self._dial()
        while socket is not None:
            socket = await self._use(socket)

    async def _dial(self) -> Socket:
        """A connection. One that takes long may lead to a server that has frozen: others are tried
        beside it, and the first that is accepted is taken."""
        trying = [asyncio.ensure_future(self.api.dial())]
        pause_s = DIAL_S
        try:
            while True:
                done, _ = await asyncio.wait(
                    trying, timeout=pause_s, return_when=asyncio.FIRST_COMPLETED
                )
                if done:
                    taken = done.pop()
                    trying.remove(taken)
                    return taken.result()
                trying.append(asyncio.ensure_future(self.api.dial()))
                pause_s *= 2
        finally:
            for each in trying:
                each.add_done_callback(self._spurn)
                each.cancel()

    def _spurn(self, dialled: asyncio.Future[Socket]) -> None:
        if not dialled.cancelled() and dialled.exception() is None:
            self._let_go(dialled.result())

    def _let_go(self, socket: Socket) -> None:
        """Without waiting: the other side may not answer."""
        closing = asyncio.ensure_future(socket.close())
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)

    async def _use(self, socket: Socket) -> Socket | None:
        """Until it ends; another one to go on with, if this one is silent."""
        self._socket, self._due_at = socket, time.monotonic()
        reading = asyncio.ensure_future(self._read(socket))
        replacing = asyncio.ensure_future(self._replace())
        try:
            await socket.send_bytes(wire.encode(self.tab.hello(time.time_ns() // 1_000_000)))
            await asyncio.wait((reading, replacing), return_when=asyncio.FIRST_COMPLETED)
            if reading.done():
                reading.result()
                return None
            self._take(self.tab.cut())
            return replacing.result()
        finally:
            reading.cancel()
            if not replacing.done():
                replacing.cancel()
            elif reading.done():
                self._spurn(replacing)
            self._let_go(socket)

    async def _read(self, socket: Socket) -> None:
        async for frame in socket:
            if frame.type is not aiohttp.WSMsgType.BINARY:
                return
            self.bytes += len(frame.data)
            await self._hear(wire.decode_from_server(frame.data))

    async def _replace(self) -> Socket:
        """Another connection, as soon as this one is known to be dead."""
        asked_at = 0.0
        while True:
            await asyncio.sleep(LOOK_S)
            since, now = self._due_at, time.monotonic()
            patience_s = SILENT_S if self.tab.is_in else WELCOME_S
            if not since or now - since < patience_s:
                asked_at = 0.0
            elif not asked_at:
                asked_at = now
                await self._say(Ping())
            elif now - asked_at >= SILENT_S:
                with suppress(Unreachable):
                    found = await self._dial()
                    if self._due_at == since:
                        return found
                    self._let_go(found)

    async def _hear(self, message: Struct) -> None:
        was_in = self.tab.is_in
        step = self.tab.hear(message)
        is_due = self.tab.unanswered or not self.tab.is_in
        self._due_at = time.monotonic() if is_due else 0.0
        if isinstance(message, Frame):
            self.heard_at = time.monotonic()
        if self.tab.is_in and not was_in:
            self.connections += 1
        for each in step.say:
            await self._say(each)
        if step.is_too_fast:
            self._repeat_later()
        self._take(step)
        self.hear(message)
        self._wake()

    def _repeat_later(self) -> None:
        if self._repeating is None or self._repeating.done():
            self._repeating = asyncio.ensure_future(self._repeat())

    async def _repeat(self) -> None:
        """Say again what was too fast, slowly, the oldest first."""
        await asyncio.sleep(AGAIN_S)
        while self.tab.is_in and not self.ended and self.tab.repeats():
            for message in self.tab.repeats()[:AGAIN_MOST]:
                await self._say(message)
            await asyncio.sleep(AGAIN_S)

    async def _say(self, message: Struct) -> None:
        if self._socket is None:
            return
        if isinstance(message, Act | Ask):
            self._due_at = self._due_at or time.monotonic()
        with suppress(ConnectionError, aiohttp.ClientError):  # the reader notices, and comes back
            await self._socket.send_bytes(wire.encode(message))

    # Those who wait

    def _answer_to(self, n: int) -> asyncio.Future[Answer]:
        if self.ended:
            raise LineEnded(self.ended)
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._answers[n] = future
        return future

    def _take(self, step: Reaction) -> None:
        for answer in step.answers:
            future = self._answers.pop(answer.n, None)
            if future is not None and not future.done():
                future.set_result(answer)

    def _wake(self) -> None:
        for waiting in list(self._waiting):
            is_so, future = waiting
            if future.done() or is_so():
                self._waiting.remove(waiting)
                if not future.done():
                    future.set_result(None)

    def _end(self, bye: Bye) -> None:
        """Nobody waits in vain."""
        if self.ended:
            return
        self.ended = bye
        waiting: list[asyncio.Future[Any]] = [*self._answers.values()]
        waiting += [future for _, future in self._waiting]
        for future in waiting:
            if not future.done():
                future.set_exception(LineEnded(bye))
                future.exception()  # it may be that nobody listens any more
        self._answers.clear()
        self._waiting.clear()
