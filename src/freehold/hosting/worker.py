"""The process in which bots think. It reads its standard input and writes its standard output.

Rules about this file:
1. A bot gets what frames have told its seat, and nothing else.
2. It thinks until it is done or its time is up; a bot that takes much longer is killed from
   outside, with this whole process. Nothing of value is lost: views are sent again.
3. What a bot prints must not stand between messages: it is sent along as what the bot logs.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import BinaryIO

import msgspec
from msgspec import Struct

from freehold.bot import Info, Places, Wait
from freehold.bots import BotFailed
from freehold.games import load_game
from freehold.hosting.messages import (
    Begin,
    BotAnswer,
    BotFault,
    Finish,
    Finished,
    Hear,
    NoteSent,
    Question,
    Ready,
    ToWorker,
    WhereNow,
    packed,
    read,
)
from freehold.hosting.seated import seat_bot, where_now
from freehold.kernel.chance import Stream
from freehold.match.log import spell_action
from freehold.protocol.knowing import KnownView

if sys.platform != "win32":
    import resource

MOST_NOTES = 200
"""What a bot logs more between two answers is left out."""
ORPHAN_S = 1.0
Send = Callable[[Struct], None]


class WorkerSeat:
    """A bot in its seat, and what it knows."""

    def __init__(self, begin: Begin) -> None:
        self.game = load_game(begin.game, begin.folder)
        self.knowledge = KnownView(self.game)
        self._begin = begin
        self._notes: list[NoteSent] = []
        self.bot = seat_bot(self.game, begin.bot, begin.think_ms)

    def start(self) -> Ready:
        fault = self._try(lambda: self.bot.start(self._info()))
        return Ready(self._begin.id, fault, self.take_notes())

    def _info(self) -> Info:
        begin = self._begin
        return Info(
            game=begin.game,
            seat=begin.seat,
            seats=begin.seats,
            params=msgspec.convert(begin.params, self.game.params),
            clock=begin.clock,
            think_ms=begin.think_ms,
            pace_ms=begin.pace_ms,
            is_live=self.game.kind == "real-time",
            log=self.log,
            mark=self._mark,
        )

    def log(self, text: str) -> None:
        if len(self._notes) < MOST_NOTES:
            self._notes.append(NoteSent(str(text)))

    def _mark(self, cells: Places, word: str) -> None:
        if len(self._notes) < MOST_NOTES:
            self._notes.append(NoteSent(str(word), tuple((int(x), int(y)) for x, y in cells)))

    def take_notes(self) -> tuple[NoteSent, ...]:
        notes, self._notes = tuple(self._notes), []
        return notes

    def _try(self, do: Callable[[], None]) -> BotFault | None:
        try:
            do()
        except BotFailed as failure:
            return BotFault(failure.why, failure.text, failure.where)
        return None

    def answer(self, question: Question) -> BotAnswer:
        if question.is_simple:
            return self._first_choice(question, None)
        try:
            return self._decide(question)
        except BotFailed as failure:
            fault = BotFault(failure.why, failure.text, failure.where)
            return self._first_choice(question, fault)

    def _decide(self, question: Question) -> BotAnswer:
        view = self.knowledge.view
        if view is None:
            return BotAnswer(question.id, question.number)
        self.bot.think_ms = question.think_ms
        decided = self.bot.decide(view, question.now, Stream(*question.rng))
        action, until = "", None
        if isinstance(decided, Wait):
            until = decided.until
        else:
            action = spell_action(self.game, decided)
        notes, took = self.take_notes(), self.bot.took_us
        return BotAnswer(question.id, question.number, action, until, None, notes, took)

    def _first_choice(self, question: Question, fault: BotFault | None) -> BotAnswer:
        view, rng = self.knowledge.view, Stream(*question.first_rng)
        choice = next(self.game.choices(view, question.now, rng), None) if view else None
        action = "" if choice is None else spell_action(self.game, choice)
        return BotAnswer(question.id, question.number, action, None, fault, self.take_notes())

    def finish(self, finish: Finish) -> Finished:
        outcome, fault = finish.outcome, None
        if outcome is not None:
            fault = self._try(lambda: self.bot.end(outcome))
        self.bot.close()
        return Finished(finish.id, fault, self.take_notes())


class Desk:
    """The seats of this process."""

    def __init__(self, send: Send) -> None:
        self.seats: dict[int, WorkerSeat] = {}
        self.send = send
        self.file = ""
        """Of the bot that thinks."""
        self.is_own = False
        """The process belongs to one bot that was brought."""

    def take(self, message: ToWorker) -> None:
        match message:
            case Begin():
                self.begin(message)
            case Hear():
                self.seats[message.id].knowledge.hear(message.frame)
            case Question():
                self.file = self.seats[message.id].bot.file
                self.send(self.seats[message.id].answer(message))
            case Finish():
                seat = self.seats.pop(message.id, None)
                self.send(seat.finish(message) if seat else Finished(message.id))

    def begin(self, begin: Begin) -> None:
        if begin.memory_mb and not self.is_own:
            self.is_own = True
            limit_memory(begin.memory_mb)
            threading.Thread(target=self.log_all, args=(captured(),), daemon=True).start()
        seat = self.seats[begin.id] = WorkerSeat(begin)
        self.file = seat.bot.file
        self.send(seat.start())

    def log_all(self, printed: BinaryIO) -> None:
        """Keep what is printed past Python, by a library or a program."""
        for line in printed:
            for seat in list(self.seats.values()):
                seat.log(line.decode("utf-8", "replace").rstrip("\n"))

    def say_where(self, number: int, frame: FrameType | None) -> None:
        self.send(WhereNow(where_now(frame, self.file)))


def captured() -> BinaryIO:
    """What this process prints from now on, by whatever means."""
    source, target = os.pipe()
    for number in (1, 2):
        os.dup2(target, number)
    os.close(target)
    return os.fdopen(source, "rb")


def limit_memory(memory_mb: int) -> None:
    """What can be written to counts: programs reserve far more than they use."""
    if sys.platform == "linux":
        most = memory_mb << 20
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def serve(source: BinaryIO, desk: Desk) -> None:
    """Take messages until there are no more."""
    decoder = msgspec.msgpack.Decoder(ToWorker)
    while (body := read(source)) is not None:
        desk.take(decoder.decode(body))


def end_with(parent: int) -> None:
    """A bot that hangs must not outlive the program that asked it."""
    while os.getppid() == parent:
        time.sleep(ORPHAN_S)
    os._exit(1)


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program that started us
    source = os.fdopen(os.dup(0), "rb")
    out = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # what a bot reads is not what we are told
    os.dup2(2, 1)

    def send(message: Struct) -> None:
        body = memoryview(packed(message))
        while body:
            body = body[os.write(out, body) :]

    desk = Desk(send)
    signal.signal(signal.SIGUSR1, desk.say_where)
    threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
    serve(source, desk)
    os._exit(0)  # threads of a bot do not keep us


if __name__ == "__main__":
    main()
