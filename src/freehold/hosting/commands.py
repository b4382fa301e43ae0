"""A bot that is a program of any language: JSON lines on its standard input and output.

    to the program                                    from the program
    start   game, seat, seats, params, clock, ...     ready   choices, views: does it want them?
    frame   as on the server's socket
    decide  now, seed, and its choices and view       log     a line of text
                                                      mark    cells and a word
                                                      act     an action in its spelling
                                                      wait    until a moment, or null
    end     outcome

A frame comes before the first decision, and then whenever the view has changed; to a program that
wants views, there are none, and the whole view comes with each decision. What the program writes to
standard error, and lines on its standard output that are not JSON, go to its log. Two programs that
work so are in `programs/`.
"""

from __future__ import annotations

import subprocess
from contextlib import suppress
from itertools import islice
from threading import Thread
from typing import IO, Any

import msgspec
from msgspec import Struct

from freehold.bot import Info, Wait
from freehold.bots import BotFailed
from freehold.game import AnyGame, Ms, Outcome, View
from freehold.hosting.refs import command_words
from freehold.hosting.showing import ShownFrames
from freehold.kernel.chance import Stream
from freehold.match.log import spell_action

VERSION = 1
MOST_CHOICES = 5_000
SEED_BITS = 53
"""Every language represents whole numbers of this size exactly."""
END_S = 2.0
"""How long a program may take to end after the match."""


class ProgramReady(Struct, frozen=True, tag_field="is", tag="ready"):
    choices: bool = False
    """It is told some of what it may do with each decision."""
    views: bool = False
    """It is told the whole view with each decision, and no frames."""


class ProgramActs(Struct, frozen=True, tag_field="is", tag="act"):
    action: str


class ProgramWaits(Struct, frozen=True, tag_field="is", tag="wait"):
    until: Ms | None = None


class ProgramLogs(Struct, frozen=True, tag_field="is", tag="log"):
    text: str


class ProgramMarks(Struct, frozen=True, tag_field="is", tag="mark"):
    cells: tuple[tuple[int, int], ...]
    word: str


FromProgram = ProgramReady | ProgramActs | ProgramWaits | ProgramLogs | ProgramMarks
_DECODER = msgspec.json.Decoder(FromProgram)


class CommandBot:
    """A bot that is a program."""

    def __init__(self, game: AnyGame, line: str) -> None:
        self.game = game
        self.line = line
        self._process: subprocess.Popen[bytes] | None = None
        self._info: Info | None = None
        self._wants = ProgramReady()
        self._showing = ShownFrames()

    def start(self, info: Info) -> None:
        self._info = info
        words = command_words(self.line)
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe)
        except OSError as error:
            raise BotFailed("exited", f"{words[0]} cannot be started: {error.strerror}") from None
        Thread(target=self._pass_on, args=(self._process.stderr,), daemon=True).start()
        self._say(start_words(self.game, info))
        answer = self._hear()
        if not isinstance(answer, ProgramReady):
            raise nonsense(answer)
        self._wants = answer

    def decide(self, view: View[Any], now: Ms, rng: Stream) -> Struct | str:
        if not self._wants.views:
            self._show(view, now)
        seed = rng.copy().bits() >> (64 - SEED_BITS)
        asked: dict[str, Any] = {"is": "decide", "now": now, "seed": seed}
        if self._wants.views:
            asked["view"] = view
        if self._wants.choices:
            found = islice(self.game.choices(view, now, rng.copy()), MOST_CHOICES)
            asked["choices"] = [spell_action(self.game, choice) for choice in found]
        self._say(asked)
        answer = self._hear()
        if isinstance(answer, ProgramActs):
            return answer.action
        if isinstance(answer, ProgramWaits):
            return Wait(answer.until)
        raise nonsense(answer)

    def end(self, outcome: Outcome) -> None:
        self._say({"is": "end", "outcome": outcome})

    def close_program(self) -> None:
        """It may still write what it has to, but not for long."""
        process, self._process = self._process, None
        if process is None:
            return
        close_pipes(process)
        try:
            process.wait(END_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _show(self, view: View[Any], now: Ms) -> None:
        if frame := self._showing.frame(view, now):
            self._say(frame)

    def _say(self, message: object) -> None:
        process = self._process
        if process is None or process.stdin is None:
            raise BotFailed("exited", "the program does not run")
        try:
            process.stdin.write(msgspec.json.encode(message) + b"\n")
            process.stdin.flush()
        except OSError:
            raise self._gone() from None

    def _hear(self) -> FromProgram:
        """Its next message but for what it logs and marks."""
        assert self._process is not None
        assert self._process.stdout is not None
        assert self._info is not None
        while line := self._process.stdout.readline():
            message = self._read(line)
            if isinstance(message, ProgramLogs):
                self._info.log(message.text)
            elif isinstance(message, ProgramMarks):
                self._info.mark(message.cells, message.word)
            elif message is not None:
                return message
        raise self._gone()

    def _read(self, line: bytes) -> FromProgram | None:
        """None for a line that is not a message, but something that the program prints."""
        assert self._info is not None
        text = line.decode("utf-8", "replace").rstrip("\n")
        if not text.startswith("{"):
            self._info.log(text)
            return None
        try:
            message: FromProgram = _DECODER.decode(line)
        except msgspec.DecodeError as error:
            raise BotFailed("nonsense", f"it wrote {text[:200]}: {error}") from None
        return message

    def _pass_on(self, stream: IO[bytes]) -> None:
        """What it writes to standard error is in its log."""
        assert self._info is not None
        with stream:
            for line in stream:
                self._info.log(line.decode("utf-8", "replace").rstrip("\n"))

    def _gone(self) -> BotFailed:
        process, self._process = self._process, None
        if process is None:
            return BotFailed("exited", "the program does not run")
        close_pipes(process)
        code = process.wait()
        return BotFailed("exited", f"the program has ended with status {code}")


def close_pipes(process: subprocess.Popen[bytes]) -> None:
    """Tell it that nothing more comes; its standard error is read to its end elsewhere."""
    for pipe in (process.stdin, process.stdout):
        with suppress(OSError):  # it has not read all, and is gone
            if pipe is not None:
                pipe.close()


def start_words(game: AnyGame, info: Info) -> dict[str, Any]:
    return {
        "is": "start",
        "version": VERSION,
        "game": info.game,
        "seat": info.seat,
        "seats": info.seats,
        "params": info.params,
        "clock": info.clock,
        "think_ms": info.think_ms,
        "pace_ms": info.pace_ms,
        "is_live": info.is_live,
        "legend": dict(game.legend),
    }


def nonsense(message: object) -> BotFailed:
    said = msgspec.json.encode(message).decode()
    return BotFailed("nonsense", f"it wrote {said}, which is not an answer here")
