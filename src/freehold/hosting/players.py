"""A bot in a process of its own, on an event loop. One that was lost is begun again when asked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from freehold.bot import Info, Wait
from freehold.bots import BotFailed
from freehold.game import AnyGame, Ms, Outcome, View
from freehold.hosting.messages import Answered, Begin, BotAnswer, BotFault, NoteSent, Ready
from freehold.hosting.pool import RemoteBot, Worker
from freehold.hosting.refs import BotRef
from freehold.hosting.showing import ShownFrames
from freehold.kernel.chance import Stream
from freehold.match.log import parse_action


class HostOptions(Struct, frozen=True):
    """What bots that were brought may take."""

    think_ms: Ms = 1_000
    """For a decision, after which `info.stop()` is true."""
    hung_ms: Ms = 10_000
    """Past this a bot is killed."""
    bank_ms: Ms = 0
    """For a whole match, instead of a limit for each decision; 0 means none."""
    memory_mb: int = 2_048
    in_process: bool = False


class RemotePlayer:
    """One bot in one match. Its methods raise BotFailed."""

    def __init__(
        self,
        worker: Worker,
        game: AnyGame,
        ref: BotRef,
        options: HostOptions,
        took: Callable[[int], object],
    ) -> None:
        self.ref = ref
        self._worker = worker
        self._game = game
        self._options = options
        self._took = took
        """Told how long each decision took, in us."""
        self._info: Info | None = None
        self._remote: RemoteBot | None = None
        self._answer: asyncio.Future[Answered] | None = None
        self._showing = ShownFrames()
        self._number = 0
        self._bank_us = options.bank_ms * 1000

    async def start(self, info: Info) -> None:
        self._info = info
        await self._begin()

    async def decide(self, view: View[Any], now: Ms, rng: Stream) -> Struct:
        if self._options.bank_ms and not self._bank_us:
            raise BotFailed("bank", "its time for the match is over")
        remote = self._remote or await self._begin()
        if frame := self._showing.frame(view, now):
            remote.hear(frame)
        self._number += 1
        answer = await self._asked(lambda: self._ask(remote, now, rng))
        assert isinstance(answer, BotAnswer)
        self._spend(answer.took_us)
        judge(answer.fault)
        return parse_action(self._game, answer.action) if answer.action else Wait(answer.until)

    async def end(self, outcome: Outcome | None) -> None:
        """At the end of the match, or (None) before it."""
        remote = self._remote
        if remote is not None:
            answer = await self._asked(lambda: remote.finish(outcome, self._options.hung_ms))
            self._remote = None
            judge(answer.fault)

    # The process

    async def _begin(self) -> RemoteBot:
        self._showing = ShownFrames()
        answer = await self._asked(self._open)
        assert isinstance(answer, Ready)
        judge(answer.fault)
        assert self._remote is not None
        return self._remote

    def _open(self) -> None:
        self._remote = RemoteBot(self._worker, self._begin_words(), self._take, self._lost)

    def _begin_words(self) -> Begin:
        info = self._info
        assert info is not None
        return Begin(
            id=1,
            game=self._game.name,
            folder=self._game.folder,
            bot=self.ref.text,
            seat=info.seat,
            seats=info.seats,
            params=msgspec.to_builtins(info.params),
            clock=info.clock,
            think_ms=self._think_ms(),
            pace_ms=info.pace_ms,
            memory_mb=self._options.memory_mb,
        )

    def _ask(self, remote: RemoteBot, now: Ms, rng: Stream) -> None:
        draws, hung_ms = rng.parts(), self._options.hung_ms
        if self._options.bank_ms:
            hung_ms = self._think_ms()
        remote.ask(self._number, now, draws, draws, False, self._think_ms(), hung_ms)

    def _think_ms(self) -> Ms:
        if self._options.bank_ms:
            return max(1, self._bank_us // 1000)
        return self._options.think_ms

    def _spend(self, took_us: int) -> None:
        self._took(took_us)
        if self._options.bank_ms:
            self._bank_us = max(0, self._bank_us - took_us)

    async def _asked(self, say: Callable[[], None]) -> Answered:
        self._answer = asyncio.get_running_loop().create_future()
        say()
        answer = await self._answer
        self._keep_notes(answer.notes)
        return answer

    def _take(self, answer: Answered) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(answer)

    def _lost(self, fault: BotFault | None) -> None:
        self._remote = None
        if self._answer is None or self._answer.done():
            return
        fault = fault or BotFault("exited", "its process has ended")
        if self._options.bank_ms and fault.why == "hung":
            self._bank_us = 0
            fault = BotFault("bank", "its time for the match is over", fault.where)
        self._answer.set_exception(BotFailed(fault.why, fault.text, fault.where))

    def _keep_notes(self, notes: tuple[NoteSent, ...]) -> None:
        assert self._info is not None
        for note in notes:
            if note.cells:
                self._info.mark(note.cells, note.text)
            else:
                self._info.log(note.text)


def judge(fault: BotFault | None) -> None:
    if fault is not None:
        raise BotFailed(fault.why, fault.text, fault.where)
