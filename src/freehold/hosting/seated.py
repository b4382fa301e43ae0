"""One bot in its seat, in this process: made, started, asked, told the end.

Whatever its code does, it fails by BotFailed alone, with the line of its file. What it prints is in
its log.
"""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import replace
from pathlib import Path
from traceback import walk_tb
from types import FrameType, TracebackType
from typing import Any

from msgspec import Struct

from freehold.bot import AnyChoice, Bot, Info, MakeBot, Wait, end_bot, never, start_bot
from freehold.bots import BotFailed, BroughtBot, read_answer
from freehold.game import AnyGame, Malformed, Ms, Outcome, View
from freehold.hosting.loading import load_maker
from freehold.hosting.refs import BotRef, file_of, is_ref, read_ref
from freehold.kernel.chance import Stream

LONGEST_LINE = 1_000
GONE = ("exited", "memory")
"""After such a failure a bot is of no use."""


class FirstChoice:
    """Plays the first of its choices."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def decide(self, view: View[Any], now: Ms, rng: Stream) -> Struct:
        choice: Struct | None = next(self.game.choices(view, now, rng), None)
        return Wait() if choice is None else choice


class SeatedBot(BroughtBot):
    """A bot in its seat."""

    def __init__(self, game: AnyGame, make: MakeBot | None, ref: BotRef, think_ms: Ms) -> None:
        self.game = game
        self.ref = ref
        self.file = file_of(ref)
        self.think_ms = think_ms
        """For a decision; 0 means no limit."""
        self.took_us = 0
        """How long the last decision took."""
        self._make = make
        self._bot: Bot | None = None
        self._info: Info | None = None
        self._stop_at = 0.0

    def start(self, info: Info) -> None:
        stop = self.is_time_over if self.think_ms else never
        self._info = replace(info, think_ms=self.think_ms, stop=stop)
        self._begin()

    def _begin(self) -> Bot:
        assert self._info is not None
        with self._guarded():
            make = self._make or load_maker(self.game, self.ref)
            bot = make()
            self._time()
            start_bot(bot, self._info)
        self._bot = bot
        return bot

    def decide(self, view: View[Any], now: Ms, rng: Stream) -> Struct:
        bot = self._bot or self._begin()
        begun = self._time()
        try:
            with self._guarded():
                answer = bot.decide(view, now, rng)
        except BotFailed as failure:
            if failure.why in GONE:
                self.close()  # a new one is made for the next decision
            raise
        finally:
            self.took_us = int((time.monotonic() - begun) * 1_000_000)
        try:
            return read_answer(self.game, answer)
        except BotFailed as failure:
            raise BotFailed(failure.why, failure.text, where_defined(bot, self.file)) from None

    def end(self, outcome: Outcome) -> None:
        if self._bot is not None:
            with self._guarded():
                end_bot(self._bot, outcome)

    def close(self) -> None:
        """The bot leaves, at the end or before it. A program is ended."""
        close = getattr(self._bot, "close_program", None)
        if close is not None:
            close()
        self._bot = None

    def is_time_over(self) -> bool:
        return time.monotonic() >= self._stop_at

    def _time(self) -> float:
        begun = time.monotonic()
        self._stop_at = begun + self.think_ms / 1000
        return begun

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        assert self._info is not None
        lines = LogLines(self._info.log)
        try:
            with redirect_stdout(lines), redirect_stderr(lines):
                yield
        except BotFailed:
            raise
        except MemoryError as error:
            where = where_raised(error.__traceback__, self.file)
            raise BotFailed("memory", "it took more memory than it may", where) from None
        except SystemExit as error:
            where = where_raised(error.__traceback__, self.file)
            raise BotFailed("exited", f"it ended its process: SystemExit({error})", where) from None
        except Exception as error:
            raise BotFailed("raised", said(error), where_wrong(error, self.file)) from None
        finally:
            lines.end()


class LogLines(io.TextIOBase):
    """What a bot prints, line by line."""

    def __init__(self, log: Callable[[str], None]) -> None:
        self._log = log
        self._rest = ""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        *lines, self._rest = (self._rest + text).split("\n")
        for line in lines:
            self._log(line[:LONGEST_LINE])
        return len(text)

    def end(self) -> None:
        if self._rest:
            self._log(self._rest[:LONGEST_LINE])
            self._rest = ""


def seat_bot(game: AnyGame, bot: str, think_ms: Ms) -> SeatedBot:
    """A bot as it is written; of a level that has gone anything plays."""
    if not bot:
        ref = BotRef("level", "", "")
        return SeatedBot(game, lambda: FirstChoice(game), ref, think_ms)
    try:
        return SeatedBot(game, None, read_ref(game, bot), think_ms)
    except Malformed as error:
        make = _refusing(error) if is_ref(bot) else lambda: AnyChoice(game.choices)
        return SeatedBot(game, make, BotRef("level", bot, bot), think_ms)


def _refusing(error: Malformed) -> MakeBot:
    def refuse() -> Bot:
        raise error

    return refuse


# Where it went wrong


def said(error: BaseException) -> str:
    words = str(error)
    if isinstance(error, Malformed):
        return words
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def where_wrong(error: Exception, file: str) -> str:
    """The line of the bot's file; of one that cannot be read, the line that says so."""
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        return f"{Path(error.filename).name}:{error.lineno}"
    return where_raised(error.__traceback__, file)


def where_defined(bot: Bot, file: str) -> str:
    """The line of the bot's file where its `decide` begins."""
    code = getattr(bot.decide, "__code__", None)
    return _last_of([(code.co_filename, code.co_firstlineno)], file) if code else ""


def where_raised(trace: TracebackType | None, file: str) -> str:
    """The last line of the bot's file that was under way."""
    places = [(frame.f_code.co_filename, line) for frame, line in walk_tb(trace)]
    return _last_of(places, file)


def where_now(frame: FrameType | None, file: str) -> str:
    """The innermost line of the bot's file that is under way."""
    places = []
    while frame is not None:
        places.append((frame.f_code.co_filename, frame.f_lineno))
        frame = frame.f_back
    return _last_of(places[::-1], file)


def _last_of(places: list[tuple[str, int]], file: str) -> str:
    wanted = Path(file).resolve() if file else None
    found = [line for name, line in places if wanted and Path(name).resolve() == wanted]
    return f"{Path(file).name}:{found[-1]}" if found else ""
