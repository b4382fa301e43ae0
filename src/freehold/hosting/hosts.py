"""Bots for a program that waits for them: a simulation, or a match at a terminal.

Levels think in this process. A bot that was brought has a process of its own, from one match to the
next; or it thinks here as well, if the host is told so: that is faster, but a bot that hangs takes
the program with it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from types import TracebackType
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from freehold.bot import Bot, Info, Wait
from freehold.bots import BotFailed, BroughtBot, make_bot
from freehold.game import AnyGame, Malformed, Ms, Outcome, Seat, View
from freehold.hosting.messages import (
    Answered,
    Begin,
    BotAnswer,
    BotFault,
    NoteSent,
    Ready,
)
from freehold.hosting.pool import NoCounts, RemoteBot, Worker
from freehold.hosting.refs import BotRef, read_ref
from freehold.hosting.seated import SeatedBot
from freehold.kernel.chance import Stream
from freehold.match.log import parse_action
from freehold.match.patches import Frame, diff, is_empty

T = TypeVar("T")


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


class BotHost:
    """Where the bots of one match after the other think."""

    def __init__(self, options: HostOptions | None = None) -> None:
        self.options = options or HostOptions()
        self.took_us: dict[str, list[int]] = {}
        """How long the decisions of each bot that was brought took."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._workers: dict[tuple[Seat, str], Worker] = {}

    def __enter__(self) -> BotHost:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    def seat(self, game: AnyGame, line_up: Sequence[str]) -> dict[Seat, Bot]:
        """The bots of a line-up, by seat; an empty word is a person's seat."""
        return {seat: self._make(game, seat, word) for seat, word in enumerate(line_up) if word}

    def _make(self, game: AnyGame, seat: Seat, word: str) -> Bot:
        ref = read_ref(game, word)
        if ref.is_level:
            return make_bot(game, ref.target)
        if self.options.in_process:
            return TimedBot(SeatedBot(game, None, ref, self.options.think_ms), self.times(ref))
        return ProcessBot(self, game, ref, seat)

    def check(self, game: AnyGame, line_up: Sequence[str]) -> None:
        """Raise Malformed for a bot that cannot be found, loaded or started."""
        for word in dict.fromkeys(word for word in line_up if word):
            ref = read_ref(game, word)
            if not ref.is_level:
                self._try_start(game, ref)

    def _try_start(self, game: AnyGame, ref: BotRef) -> None:
        info = Info(game=game.name, seat=0, seats=game.seats[0], params=game.params())
        bot = self._make(game, 0, ref.text)
        assert isinstance(bot, TimedBot | ProcessBot)
        try:
            bot.start(info)
        except BotFailed as failure:
            where = f" ({failure.where})" if failure.where else ""
            raise Malformed(f"{ref.text} cannot be used: {failure.text}{where}") from None
        bot.leave()

    def times(self, ref: BotRef) -> list[int]:
        return self.took_us.setdefault(ref.text, [])

    def close(self) -> None:
        if self._loop is None:
            return
        for worker in self._workers.values():
            self.run(worker.close())
        self._workers.clear()
        self._loop.close()
        self._loop = None

    # For its bots

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for something, while the processes are listened to."""
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
        return self._loop.run_until_complete(work)

    def worker(self, seat: Seat, ref: BotRef) -> Worker:
        """A seat's own process for this bot, from one match to the next. (On the loop.)"""
        if (seat, ref.text) not in self._workers:
            self._workers[seat, ref.text] = Worker(NoCounts(), is_own=True)
        return self._workers[seat, ref.text]


class TimedBot(BroughtBot):
    """A bot that was brought and thinks in this process."""

    def __init__(self, seated: SeatedBot, times: list[int]) -> None:
        self._seated = seated
        self._times = times

    def start(self, info: Info) -> None:
        self._seated.start(info)

    def decide(self, view: View[Any], now: Ms, rng: Stream) -> Struct:
        answer = self._seated.decide(view, now, rng)
        self._times.append(self._seated.took_us)
        return answer

    def end(self, outcome: Outcome) -> None:
        self._seated.end(outcome)
        self._seated.close()

    def leave(self) -> None:
        self._seated.close()


class ProcessBot(BroughtBot):
    """A bot that was brought, in a process of its own. One that was lost is begun again."""

    def __init__(self, host: BotHost, game: AnyGame, ref: BotRef, seat: Seat) -> None:
        self.ref = ref
        self._host = host
        self._options = host.options
        self._game = game
        self._seat = seat
        """At this host: the worker's."""
        self._info: Info | None = None
        self._remote: RemoteBot | None = None
        self._answer: asyncio.Future[Answered] | None = None
        self._shown: View[Any] | None = None
        self._frames = 0
        self._number = 0
        self._bank_us = self._options.bank_ms * 1000

    def start(self, info: Info) -> None:
        self._info = info
        self._begin()

    def decide(self, view: View[Any], now: Ms, rng: Stream) -> Struct:
        if self._options.bank_ms and not self._bank_us:
            raise BotFailed("bank", "its time for the match is over")
        if self._remote is None:
            self._begin()
        self._show(view, now)
        self._number += 1
        answer = self._wait(lambda: self._ask(now, rng))
        assert isinstance(answer, BotAnswer)
        self._spend(answer.took_us)
        self._judge(answer.fault)
        return parse_action(self._game, answer.action) if answer.action else Wait(answer.until)

    def end(self, outcome: Outcome) -> None:
        self._finish(outcome)

    def leave(self) -> None:
        """Before the end."""
        self._finish(None)

    def _finish(self, outcome: Outcome | None) -> None:
        remote = self._remote
        if remote is not None:
            answer = self._wait(lambda: remote.finish(outcome, self._options.hung_ms))
            self._remote = None
            self._judge(answer.fault)

    # The process

    def _begin(self) -> None:
        self._shown = None
        answer = self._wait(self._open)
        assert isinstance(answer, Ready)
        self._judge(answer.fault)

    def _open(self) -> None:
        worker = self._host.worker(self._seat, self.ref)
        self._remote = RemoteBot(worker, self._begin_words(), self._take, self._lost)

    def _begin_words(self) -> Begin:
        info = self._info
        assert info is not None
        return Begin(
            id=1 + self._seat,
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

    def _show(self, view: View[Any], now: Ms) -> None:
        """Tell it what has changed since it was last asked."""
        assert self._remote is not None
        if self._shown is None:
            self._frames = 0
            self._remote.hear(Frame(0, now, view=view))
        elif view is not self._shown:
            frame = diff(self._frames + 1, now, self._shown, view)
            if not is_empty(frame):
                self._frames += 1
                self._remote.hear(frame)
        self._shown = view

    def _ask(self, now: Ms, rng: Stream) -> None:
        assert self._remote is not None
        draws, hung_ms = rng.parts(), self._options.hung_ms
        if self._options.bank_ms:
            hung_ms = max(1, self._bank_us // 1000)
        self._remote.ask(self._number, now, draws, draws, False, self._think_ms(), hung_ms)

    def _think_ms(self) -> Ms:
        if self._options.bank_ms:
            return max(1, self._bank_us // 1000)
        return self._options.think_ms

    def _spend(self, took_us: int) -> None:
        self._host.times(self.ref).append(took_us)
        if self._options.bank_ms:
            self._bank_us = max(0, self._bank_us - took_us)

    def _judge(self, fault: BotFault | None) -> None:
        if fault is not None:
            raise BotFailed(fault.why, fault.text, fault.where)

    def _wait(self, begin: Callable[[], None]) -> Answered:
        async def ask() -> Answered:
            self._answer = asyncio.get_running_loop().create_future()
            begin()
            return await self._answer

        answer = self._host.run(ask())
        self._keep_notes(answer.notes)
        return answer

    def _take(self, answer: Answered) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(answer)

    def _lost(self, fault: BotFault | None) -> None:
        self._remote = None
        if self._answer is not None and not self._answer.done():
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
