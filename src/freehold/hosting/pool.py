"""Bots in worker processes: started when first needed, killed when they hang.

Rules about this file:
1. The loop never waits for a bot. A worker has one question at a time; the others queue here.
2. A worker that hangs or dies takes its bots with it; each of them is told, and is given a new one.
3. Levels share a few workers. A bot that was brought has one of its own.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Protocol

import msgspec
from msgspec import Struct

from freehold.game import Ms, Outcome
from freehold.hosting.messages import (
    ANSWERED,
    Answered,
    Begin,
    BotAnswer,
    BotFault,
    Draws,
    Finish,
    Finished,
    FromWorker,
    Hear,
    Question,
    WhereNow,
    packed,
)
from freehold.match.patches import Frame

LOG = logging.getLogger("freehold.bots")
LOG.addHandler(logging.NullHandler())  # only a server prints its log
BEGIN_MS = 30_000
"""Time for a process to start, and to load a game and a bot."""
RESTART_S = 0.2
LAST_WORD_S = 2.0
"""How long a bot that hangs has to say at which line it is."""

Take = Callable[[Answered], None]
Lost = Callable[[BotFault | None], None]
"""Told that the worker is gone, and how the bot failed if it was this bot's doing."""


class BotCounts(Protocol):
    """What is counted of all bots."""

    bot_decisions: int
    bot_faults: int
    bot_timeouts: int


class NoCounts:
    """Nobody looks at them."""

    def __init__(self) -> None:
        self.bot_decisions = self.bot_faults = self.bot_timeouts = 0


class RemoteBot:
    """One bot, wherever it thinks."""

    def __init__(self, worker: Worker, begin: Begin, take: Take, lost: Lost) -> None:
        self.id = begin.id
        self.take: Take | None = take
        self.lost = lost
        self._worker = worker
        worker.put(self, begin, BEGIN_MS)

    def hear(self, frame: Frame) -> None:
        self._worker.put(self, Hear(self.id, frame))

    def ask(
        self,
        number: int,
        now: Ms,
        rng: Draws,
        first_rng: Draws,
        is_simple: bool,
        think_ms: Ms,
        hung_ms: Ms,
    ) -> None:
        question = Question(self.id, number, now, rng, first_rng, think_ms, is_simple)
        self._worker.put(self, question, hung_ms)

    def finish(self, outcome: Outcome | None, hung_ms: Ms) -> None:
        """Leave, at the end or before it (None); the bot answers."""
        self._worker.put(self, Finish(self.id, outcome), hung_ms)

    def close(self, outcome: Outcome | None = None) -> None:
        """The same, but hear nothing more."""
        self.take = None
        self._worker.drop(self, outcome)

    def kill(self) -> None:
        """End its process: it cannot be used any more."""
        self._worker.kill()


class Worker:
    """One process and what waits for it.

    Messages go out in order; after one that is answered the rest waits.
    """

    def __init__(self, counts: BotCounts, is_own: bool = False, stays: bool = True) -> None:
        self.counts = counts
        self.is_own = is_own
        """It is one bot's: if it ends, that bot has ended it."""
        self.stays = stays
        """It goes on when its last bot has left."""
        self.thinkers: dict[int, RemoteBot] = {}
        self._queue: deque[tuple[RemoteBot, Struct, Ms]] = deque()
        self._busy: RemoteBot | None = None
        self._is_hung = False
        self._where = ""
        self._alarm: asyncio.TimerHandle | None = None
        self._process: asyncio.subprocess.Process | None = None
        self._loop = asyncio.get_running_loop()
        self._run: asyncio.Task[None] | None = None
        self._is_closed = False

    @property
    def is_running(self) -> bool:
        return self._run is not None

    def put(self, thinker: RemoteBot, message: Struct, patience_ms: Ms = 0) -> None:
        if isinstance(message, Begin):
            self.thinkers[thinker.id] = thinker
        self._queue.append((thinker, message, patience_ms))
        if self._run is None and not self._is_closed:
            self._run = self._loop.create_task(self._live())
        self._send_on()

    def drop(self, thinker: RemoteBot, outcome: Outcome | None) -> None:
        if self.thinkers.pop(thinker.id, None):
            self._queue = deque(each for each in self._queue if each[0] is not thinker)
            self._queue.append((thinker, Finish(thinker.id, outcome), BEGIN_MS))
            self._send_on()

    async def close(self) -> None:
        self._is_closed = True
        if self._run:
            self._run.cancel()
            await asyncio.gather(self._run, return_exceptions=True)

    def _send_on(self) -> None:
        if self._process is None or self._process.stdin is None or self._is_hung:
            return
        while self._queue and self._busy is None:
            thinker, message, patience_ms = self._queue.popleft()
            try:
                self._process.stdin.write(packed(message))
            except (OSError, RuntimeError):  # it has just died, which we shall hear presently
                return
            if isinstance(message, ANSWERED):
                self._busy = thinker
                self._alarm = self._loop.call_later(patience_ms / 1000, self._hung)

    def _hung(self) -> None:
        """Let it say where it is, and then kill it."""
        self.counts.bot_timeouts += 1
        LOG.error("bot hung", extra={"pid": self._process.pid if self._process else 0})
        self._is_hung = True
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(signal.SIGUSR1)
        self._alarm = self._loop.call_later(LAST_WORD_S, self.kill)

    def kill(self) -> None:
        """With all that it has started."""
        if self._process is not None and self._process.returncode is None:
            kill_group(self._process.pid)

    async def _live(self) -> None:
        """Run a process; when it ends, tell the bots and stand ready for another."""
        process = None
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "freehold.hosting.worker",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env={**os.environ, "PYTHONHASHSEED": "0"},  # so that a bot repeats itself
                start_new_session=True,
            )
            self._process = process
            self._send_on()
            await self._listen(process)
        except OSError as error:
            LOG.error("bot process failed", extra={"reason": repr(error)})
        finally:
            if process is not None and process.returncode is None:
                kill_group(process.pid)
                await asyncio.shield(process.wait())
        await asyncio.sleep(RESTART_S)
        self._died()

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        decoder: msgspec.msgpack.Decoder[FromWorker] = msgspec.msgpack.Decoder(FromWorker)
        assert process.stdout is not None
        while True:
            try:
                size = int.from_bytes(await process.stdout.readexactly(4), "big")
                message = decoder.decode(await process.stdout.readexactly(size))
            except (asyncio.IncompleteReadError, ConnectionError):
                return
            if isinstance(message, WhereNow):
                self._where = message.where
                self.kill()
            elif not self._is_hung:  # or it is too late
                self._answered(message)

    def _answered(self, message: Answered) -> None:
        if self._alarm:
            self._alarm.cancel()
        self._busy = None
        thinker = self.thinkers.get(message.id)
        self._send_on()
        if isinstance(message, BotAnswer) and thinker:
            self.counts.bot_decisions += 1
        if message.fault:
            self.counts.bot_faults += 1
            LOG.error("bot failed", extra={"reason": message.fault.text})
        if isinstance(message, Finished):
            self.thinkers.pop(message.id, None)
        if thinker and thinker.take:
            thinker.take(message)
        self._leave_if_empty()

    def _leave_if_empty(self) -> None:
        is_empty = not (self.stays or self.thinkers or self._queue or self._busy)
        if is_empty and self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()

    def _died(self) -> None:
        if self.thinkers:
            LOG.warning("bot process ended", extra={"bots": len(self.thinkers)})
        if self._alarm:
            self._alarm.cancel()
        thinkers = list(self.thinkers.values())
        guilty = thinkers[0] if self.is_own and thinkers else self._busy
        fault = self._fault()
        self._process, self._busy, self._run = None, None, None
        self._is_hung, self._where = False, ""
        self._queue.clear()
        self.thinkers.clear()
        for thinker in thinkers:
            thinker.lost(fault if thinker is guilty else None)

    def _fault(self) -> BotFault:
        if self._is_hung:
            return BotFault("hung", "it did not answer in time", self._where)
        return BotFault("exited", "its process has ended")


def kill_group(pid: int) -> None:
    """A process with all that it has started: it leads a session of its own."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


class BotPool:
    """A few workers for levels, where a new one goes to the worker with the fewest; and those of
    bots that were brought."""

    def __init__(self, workers: int, counts: BotCounts | None = None) -> None:
        most = workers or max(1, (os.cpu_count() or 2) - 1)
        self._counts = counts or NoCounts()
        self._workers = [Worker(self._counts) for _ in range(most)]
        self._own: list[Worker] = []
        self._ids = count(1)

    def open(self, begin: Begin, is_brought: bool, take: Take, lost: Lost) -> RemoteBot:
        """Seat a bot; the id of `begin` is given here."""
        begin = msgspec.structs.replace(begin, id=next(self._ids))
        return RemoteBot(self._worker_for(is_brought), begin, take, lost)

    def _worker_for(self, is_brought: bool) -> Worker:
        if not is_brought:
            return min(self._workers, key=lambda each: len(each.thinkers))
        self._own = [worker for worker in self._own if worker.is_running]
        self._own.append(Worker(self._counts, is_own=True, stays=False))
        return self._own[-1]

    async def close(self) -> None:
        for worker in (*self._workers, *self._own):
            await worker.close()
