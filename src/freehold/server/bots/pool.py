"""Bots in worker processes: started when first needed, killed when they hang.

Rules about this file:
1. The loop never waits for a bot. A worker has one question at a time; the others queue here.
2. A worker that hangs or dies takes its bots with it; each seat is told, and gets a new bot.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections import deque
from collections.abc import Callable
from itertools import count

import msgspec
from msgspec import Struct

from freehold.game import AnyGame, Ms
from freehold.match.patches import Frame
from freehold.server import keys
from freehold.server.bots.worker import (
    Begin,
    BotAnswer,
    Finish,
    FromWorker,
    Hear,
    Question,
    packed,
)
from freehold.server.tally import Tally

LOG = logging.getLogger("freehold.bots")
BEGIN_MS = 30_000
"""Time for a process to start and load a game."""
RESTART_S = 0.2

Answered = Callable[[BotAnswer], None]
Lost = Callable[[bool], None]
"""Told that the worker is gone, and whether it was this bot's thinking that hung."""


class RemoteBot:
    """One bot, wherever it thinks."""

    def __init__(self, worker: Worker, begin: Begin, lost: Lost) -> None:
        self.id = begin.id
        self.lost = lost
        self.answered: Answered | None = None
        self._worker = worker
        self._think_ms = worker.think_ms
        worker.put(self, begin)

    def hear(self, frame: Frame) -> None:
        self._worker.put(self, Hear(self.id, frame))

    def ask(self, number: int, now: Ms, is_simple: bool, answered: Answered) -> None:
        self.answered = answered
        self._worker.put(self, Question(self.id, number, now, self._think_ms, is_simple))

    def close(self) -> None:
        self.answered = None
        self._worker.drop(self)


class Worker:
    """One process and what waits for it.

    Messages go out in order; after one that is answered (Begin, Question) the rest waits.
    """

    def __init__(self, think_ms: Ms, hung_ms: Ms, tally: Tally) -> None:
        self.tally = tally
        self.think_ms = think_ms
        self.hung_ms = hung_ms
        self.thinkers: dict[int, RemoteBot] = {}
        self._queue: deque[tuple[RemoteBot, Struct]] = deque()
        self._busy: RemoteBot | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._process: asyncio.subprocess.Process | None = None
        self._loop = asyncio.get_running_loop()
        self._run: asyncio.Task[None] | None = None
        self._is_closed = False

    def put(self, thinker: RemoteBot, message: Struct) -> None:
        if isinstance(message, Begin):
            self.thinkers[thinker.id] = thinker
        self._queue.append((thinker, message))
        if self._run is None and not self._is_closed:
            self._run = self._loop.create_task(self._live())
        self._send_on()

    def drop(self, thinker: RemoteBot) -> None:
        if self.thinkers.pop(thinker.id, None):
            self._queue = deque(each for each in self._queue if each[0] is not thinker)
            self._queue.append((thinker, Finish(thinker.id)))
            self._send_on()

    async def close(self) -> None:
        self._is_closed = True
        if self._run:
            self._run.cancel()
            await asyncio.gather(self._run, return_exceptions=True)

    def _send_on(self) -> None:
        if self._process is None or self._process.stdin is None:
            return
        while self._queue and self._busy is None:
            thinker, message = self._queue.popleft()
            try:
                self._process.stdin.write(packed(message))
            except (OSError, RuntimeError):  # it has just died, which we shall hear presently
                return
            if isinstance(message, Begin | Question):
                self._busy = thinker
                patience_ms = BEGIN_MS if isinstance(message, Begin) else self.hung_ms
                self._alarm = self._loop.call_later(patience_ms / 1000, self._hung)

    def _hung(self) -> None:
        self.tally.bot_timeouts += 1
        LOG.error("bot hung", extra={"pid": self._process.pid if self._process else 0})
        if self._process is not None and self._process.returncode is None:
            self._process.kill()

    async def _live(self) -> None:
        """Run a process; when it ends, tell the bots and stand ready for another."""
        process = None
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "freehold.server.bots.worker",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
            self._process = process
            self._send_on()
            await self._listen(process)
        except OSError as error:
            LOG.error("bot process failed", extra={"reason": repr(error)})
        finally:
            if process is not None and process.returncode is None:
                process.kill()
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
            self._answered(message)

    def _answered(self, message: FromWorker) -> None:
        if self._alarm:
            self._alarm.cancel()
        self._busy = None
        thinker = self.thinkers.get(message.id)
        self._send_on()
        if isinstance(message, BotAnswer) and thinker and thinker.answered:
            self.tally.bot_decisions += 1
            if message.fault:
                self.tally.bot_faults += 1
                LOG.error("bot failed", extra={"reason": message.fault})
            thinker.answered(message)

    def _died(self) -> None:
        LOG.warning("bot process ended", extra={"bots": len(self.thinkers)})
        if self._alarm:
            self._alarm.cancel()
        hung, thinkers = self._busy, list(self.thinkers.values())
        self._process, self._busy, self._run = None, None, None
        self._queue.clear()
        self.thinkers.clear()
        for thinker in thinkers:
            thinker.lost(thinker is hung)


class BotPool:
    """A few workers; a new bot goes where the fewest are."""

    def __init__(self, workers: int, think_ms: Ms, hung_ms: Ms, tally: Tally | None = None) -> None:
        most = workers or max(1, (os.cpu_count() or 2) - 1)
        self._workers = [Worker(think_ms, hung_ms, tally or Tally()) for _ in range(most)]
        self._ids = count(1)

    def open(self, game: AnyGame, level: str, lost: Lost) -> RemoteBot:
        worker = min(self._workers, key=lambda each: len(each.thinkers))
        key = keys.new_key()
        begin = Begin(next(self._ids), game.name, game.folder, level, key)
        return RemoteBot(worker, begin, lost)

    async def close(self) -> None:
        for worker in self._workers:
            await worker.close()
