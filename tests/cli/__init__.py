"""The command line under test: in this process, or at a terminal of its own (a pty)."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from types import TracebackType
from typing import NamedTuple

import pytest

from freehold.cli import main

PATIENCE_S = 30.0
"""How long a test waits for words that must come, on however slow a machine."""


# Ctrl-C reaches a process by its controlling terminal: the child makes ours its own.
TAKE_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, "-m", "freehold.cli", *sys.argv[1:]])
"""


class Said(NamedTuple):
    code: int
    out: str
    err: str


class Lines:
    """A standard input that is not a terminal: a script, or a function that is asked for lines."""

    def __init__(self, answer: str | Callable[[], str]) -> None:
        script = answer.splitlines() if isinstance(answer, str) else []
        self.answer = answer if not isinstance(answer, str) else None
        self.script = [line + "\n" for line in script]

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        if self.answer:
            return self.answer()
        return self.script.pop(0) if self.script else ""


class Shell:
    """Calls `main` in this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys

    def __call__(self, command: str | list[str], stdin: str | Callable[[], str] = "") -> Said:
        self.monkeypatch.setattr("sys.stdin", Lines(stdin))
        try:
            code = main(command.split() if isinstance(command, str) else command)
        except SystemExit as leaving:
            code = int(str(leaving.code or 0))
        return Said(code, *self.capsys.readouterr())


class Terminal:
    """`freehold` in a process of its own, at a terminal of 100 by 30."""

    def __init__(self, command: str, cwd: str, **env: str) -> None:
        self.fd, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        self.child = subprocess.Popen(
            [sys.executable, "-c", TAKE_TERMINAL, *command.split()],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=cwd,
            env={**os.environ, "TERM": "xterm-256color", "PAGER": "cat", **env},
            start_new_session=True,
        )
        os.close(theirs)
        self.seen = ""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        os.close(self.fd)
        self.child.kill()
        self.child.wait()

    def wait_for(self, words: str) -> str:
        """Read until these words have been shown; returns all that was shown before them."""
        before, is_there, after = self.seen.partition(words)
        end = time.monotonic() + PATIENCE_S
        while not is_there:
            if not self._read(end):
                raise AssertionError(f"{words!r} was never shown, but: {self.seen[-2000:]}")
            before, is_there, after = self.seen.partition(words)
        self.seen = after
        return before

    def wait_until(self, is_so: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE_S
        while not is_so():
            assert time.monotonic() < end, f"it never came to it, but: {self.seen[-2000:]}"
            time.sleep(0.01)

    def _read(self, end: float) -> bool:
        ready, _, _ = select.select([self.fd], [], [], max(0.0, end - time.monotonic()))
        if not ready:
            return False
        try:
            data = os.read(self.fd, 65536)
        except OSError:  # the other side has gone
            return False
        self.seen += data.decode(errors="replace")
        return bool(data)

    def type(self, keys: str) -> None:
        os.write(self.fd, keys.encode())

    def interrupt(self) -> None:
        """Ctrl-C, and again if nothing comes of it.

        One that falls between the showing of a prompt and the reading at it is seen by Python
        only with the next key: nobody is so quick, but a test is.
        """
        for _ in range(10):
            self.type("\x03")
            if self._read(time.monotonic() + 2) or self.child.poll() is not None:
                return

    def wait(self) -> int:
        """Until it has ended; returns its exit code."""
        while self._read(time.monotonic() + PATIENCE_S):
            pass
        return self.child.wait(PATIENCE_S)
