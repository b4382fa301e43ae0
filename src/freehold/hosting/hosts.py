"""Bots for a program that waits for them: a simulation, or a match at a terminal.

Levels think in this process. A bot that was brought has a process of its own, from one match to the
next; or it thinks here as well, if the host is told so: that is faster, but a bot that hangs takes
the program with it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from types import TracebackType
from typing import Any, TypeVar

from msgspec import Struct

from freehold.bot import Bot, Info
from freehold.bots import BotFailed, BroughtBot, make_bot
from freehold.game import AnyGame, Malformed, Ms, Outcome, Seat, View
from freehold.hosting.players import HostOptions, RemotePlayer
from freehold.hosting.pool import NoCounts, Worker
from freehold.hosting.refs import BotRef, read_ref
from freehold.hosting.seated import SeatedBot
from freehold.kernel.chance import Stream

T = TypeVar("T")


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
    """A bot that was brought, in a process of its own; its host waits for it."""

    def __init__(self, host: BotHost, game: AnyGame, ref: BotRef, seat: Seat) -> None:
        self._host = host
        self._player = host.run(self._make(game, ref, seat))

    async def _make(self, game: AnyGame, ref: BotRef, seat: Seat) -> RemotePlayer:
        worker = self._host.worker(seat, ref)
        return RemotePlayer(worker, game, ref, self._host.options, self._host.times(ref).append)

    def start(self, info: Info) -> None:
        self._host.run(self._player.start(info))

    def decide(self, view: View[Any], now: Ms, rng: Stream) -> Struct:
        return self._host.run(self._player.decide(view, now, rng))

    def end(self, outcome: Outcome) -> None:
        self._host.run(self._player.end(outcome))

    def leave(self) -> None:
        """Before the end."""
        self._host.run(self._player.end(None))
