"""The process in which bots think. It reads its standard input and writes its standard output.

Rules about this file:
1. A bot gets what frames have told its seat, and nothing else.
2. It thinks until it is done or its time is up; a bot that takes much longer is killed from
   outside, with this whole process. Nothing of value is lost: views are sent again.

Messages are MessagePack, each after its length in four bytes.
"""

from __future__ import annotations

import signal
import sys
import time
from typing import BinaryIO

import msgspec
from msgspec import Struct

from freehold.bot import AnyChoice, Bot, Wait
from freehold.bots.crew import make_bot
from freehold.game import Malformed, Ms
from freehold.games import load_game
from freehold.kernel.chance import Stream
from freehold.match.log import spell_action
from freehold.match.patches import Frame
from freehold.protocol.knowing import KnownView


class Begin(Struct, frozen=True, tag="begin"):
    """A bot takes a seat."""

    id: int
    game: str
    folder: str
    """Where the game's record is, for one that is not found by its name."""
    level: str
    key: bytes
    """Of the bot's own chance."""


class Hear(Struct, frozen=True, tag="hear"):
    id: int
    frame: Frame


class Question(Struct, frozen=True, tag="question"):
    id: int
    number: int
    now: Ms
    think_ms: Ms
    is_simple: bool = False
    """Take the first of the choices: the bot has failed here."""


class Finish(Struct, frozen=True, tag="finish"):
    id: int


class Ready(Struct, frozen=True, tag="ready"):
    """The bot has taken its seat."""

    id: int


class BotAnswer(Struct, frozen=True, tag="answer"):
    id: int
    number: int
    action: str = ""
    """As text; empty means to wait."""
    until: Ms | None = None
    fault: str = ""
    """How the bot failed, if it did."""


ToWorker = Begin | Hear | Question | Finish
FromWorker = Ready | BotAnswer


class SeatedBot:
    """A bot in its seat."""

    def __init__(self, begin: Begin) -> None:
        self.game = load_game(begin.game, begin.folder)
        self.key = begin.key
        self.stop_at = 0.0
        self.knowledge = KnownView(self.game)
        self.bot = self._make_bot(begin.level)

    def _make_bot(self, level: str) -> Bot:
        try:
            return make_bot(self.game, level, self.is_time_over)
        except Malformed:  # a match from before this level went: somebody has to play
            return AnyChoice(self.game.choices)

    def is_time_over(self) -> bool:
        return time.monotonic() >= self.stop_at

    def answer(self, question: Question) -> BotAnswer:
        self.stop_at = time.monotonic() + question.think_ms / 1000
        fault = ""
        if not question.is_simple:
            try:
                return self._decide(question)
            except Exception as error:
                fault = f"{type(error).__name__}: {error}"
        return self._first_choice(question, fault)

    def _decide(self, question: Question) -> BotAnswer:
        view = self.knowledge.view
        if view is None:
            return BotAnswer(question.id, question.number)
        rng = Stream(self.key, str(question.number))
        decided = self.bot.decide(view, question.now, rng)
        if isinstance(decided, Wait):
            return BotAnswer(question.id, question.number, until=decided.until)
        return BotAnswer(question.id, question.number, spell_action(self.game, decided))

    def _first_choice(self, question: Question, fault: str) -> BotAnswer:
        view = self.knowledge.view
        rng = Stream(self.key, f"{question.number} first choice")
        choice = next(self.game.choices(view, question.now, rng), None) if view else None
        action = "" if choice is None else spell_action(self.game, choice)
        return BotAnswer(question.id, question.number, action, fault=fault)


def read(source: BinaryIO) -> bytes | None:
    """One message, or None at the end."""
    head = source.read(4)
    size = int.from_bytes(head, "big")
    body = source.read(size) if len(head) == 4 else b""
    return body if len(head) == 4 and len(body) == size else None


def packed(message: Struct) -> bytes:
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(4, "big") + body


def serve(source: BinaryIO, target: BinaryIO) -> None:
    """Take messages until there are no more."""
    decoder = msgspec.msgpack.Decoder(ToWorker)
    seats: dict[int, SeatedBot] = {}
    while (body := read(source)) is not None:
        message: ToWorker = decoder.decode(body)
        answer: Struct | None = None
        match message:
            case Begin():
                seats[message.id] = SeatedBot(message)
                answer = Ready(message.id)
            case Hear():
                seats[message.id].knowledge.hear(message.frame)
            case Question():
                answer = seats[message.id].answer(message)
            case Finish():
                seats.pop(message.id, None)
        if answer is not None:
            target.write(packed(answer))
            target.flush()


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which closes us
    target = sys.stdout.buffer
    sys.stdout = sys.stderr  # what a bot prints must not stand between messages
    serve(sys.stdin.buffer, target)


if __name__ == "__main__":
    main()
