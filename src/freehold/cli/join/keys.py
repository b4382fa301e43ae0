"""Lines from the person at the terminal, while messages from the server are printed.

At a terminal the line that is being typed is redrawn below each message; piped input is a
script, whose lines are printed as if somebody had typed them.
"""

from __future__ import annotations

import asyncio
import codecs
import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from types import TracebackType
from typing import Protocol

ESCAPES = re.compile(r"\x1b(\[[0-9;]*[A-Za-z~]|O.)")
"""Cursor keys and the like, which do nothing here."""
CLEAR = "\r\x1b[K"
END = "\x04"  # Ctrl-D
RUBOUT = ("\x7f", "\b")
WIPE = "\x15"  # Ctrl-U


class Keyboard(Protocol):
    """Where lines come from."""

    prompt: str

    async def __aenter__(self) -> Keyboard: ...
    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None: ...
    async def read(self) -> str | None:
        """The next line; None at the end of input."""

    @contextmanager
    def aside(self) -> Iterator[None]:
        """What is printed inside does not mix with what is being typed."""


def make_keyboard() -> Keyboard:
    if sys.stdin.isatty() and sys.stdout.isatty() and os.name == "posix":
        return Typed()
    return Piped()


class Piped:
    """Lines of a script, or of a terminal that we cannot draw on."""

    def __init__(self) -> None:
        self.prompt = "> "
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._is_at_end = False

    async def __aenter__(self) -> Piped:
        loop = asyncio.get_running_loop()

        def read_all() -> None:
            while True:
                line = sys.stdin.readline()
                if loop.is_closed():
                    return
                loop.call_soon_threadsafe(self._lines.put_nowait, line or None)
                if not line:
                    return

        Thread(target=read_all, name="freehold-keyboard", daemon=True).start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        sys.stdout.flush()

    async def read(self) -> str | None:
        line = None if self._is_at_end else await self._lines.get()
        if line is None:
            self._is_at_end = True
            return None
        with self.aside():
            print(f"> {line.rstrip()}")
        return line.strip()

    @contextmanager
    def aside(self) -> Iterator[None]:
        yield
        sys.stdout.flush()


class Typed:
    """A terminal, key by key."""

    def __init__(self) -> None:
        self.prompt = "> "
        self.typed = ""
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._is_drawn = False

    async def __aenter__(self) -> Typed:
        import termios
        import tty

        self._before = termios.tcgetattr(0)
        tty.setcbreak(0, termios.TCSADRAIN)  # what was typed before counts
        asyncio.get_running_loop().add_reader(0, self._ready)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        import termios

        asyncio.get_running_loop().remove_reader(0)
        self._erase()
        termios.tcsetattr(0, termios.TCSADRAIN, self._before)

    async def read(self) -> str | None:
        self._draw()
        line = await self._lines.get()
        return None if line is None else line.strip()

    @contextmanager
    def aside(self) -> Iterator[None]:
        was_drawn = self._is_drawn
        self._erase()
        yield
        if was_drawn:
            self._draw()
        sys.stdout.flush()

    def _ready(self) -> None:
        data = os.read(0, 4096)
        if not data:
            self._lines.put_nowait(None)
            asyncio.get_running_loop().remove_reader(0)
        for key in ESCAPES.sub("", self._decoder.decode(data)):
            self._take(key)
        self._draw()

    def _take(self, key: str) -> None:
        if key in "\r\n":
            self._draw()
            print(flush=True)
            self._is_drawn = False
            self._lines.put_nowait(self.typed)
            self.typed = ""
        elif key in RUBOUT:
            self.typed = self.typed[:-1]
        elif key == WIPE:
            self.typed = ""
        elif key == END and not self.typed:
            self._lines.put_nowait(None)
        elif key.isprintable():
            self.typed += key

    def _draw(self) -> None:
        """The prompt, and as much of the end of the line as fits."""
        room = shutil.get_terminal_size().columns - len(self.prompt) - 1
        print(f"{CLEAR}{self.prompt}{self.typed[-max(1, room) :]}", end="", flush=True)
        self._is_drawn = True

    def _erase(self) -> None:
        if self._is_drawn:
            print(CLEAR, end="", flush=True)
            self._is_drawn = False
