"""The shell around a tab: a WebSocket that comes back by itself.

Rules about this file:
1. Whatever ends a connection, the line tries again, at moments that differ from everybody
   else's; only a goodbye that says so ends it.
2. A wait of up to `SOON_MS` at first, so that a view is there within a second of the server;
   then longer and longer.
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
from freehold.protocol.wire import Acted, Bye, Done, Note, Notes, Refused, Request, Say, Told

FIRST_MS, SOON_MS, LAST_MS = 100, 800, 10_000
SOON_TRIES = 40
"""Number of tries in quick succession: about a quarter of a minute."""
AGAIN_S, AGAIN_MOST = 1.0, 10
"""After `too_fast`: the pause, and how many commands are sent each time."""
CUT = Told("cut", "The connection is lost; trying to come back.")
"""What the line itself tells its listener."""
NOTE_CHARACTERS, NOTE_CELLS, NOTE_BYTES, NOTES_AT_ONCE = 500, 150, 3_500, 20
"""The longest note, the bytes of notes in a message, and how many of a decision are sent."""
Hear = Callable[[Struct], None]


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
        self._socket: aiohttp.ClientWebSocketResponse | None = None
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
            await self._socket.close()
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
            wait_ms = bye.retry_ms + secrets.randbelow(FIRST_MS)
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
        self._socket = await self.api.dial()
        try:
            await self._socket.send_bytes(wire.encode(self.tab.hello()))
            async for frame in self._socket:
                if frame.type is not aiohttp.WSMsgType.BINARY:
                    return
                self.bytes += len(frame.data)
                await self._hear(wire.decode_from_server(frame.data))
        finally:
            await self._socket.close()

    async def _hear(self, message: Struct) -> None:
        was_in = self.tab.is_in
        step = self.tab.hear(message)
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
