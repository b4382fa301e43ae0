"""Asking the person at the terminal: one line at a time, possibly with a deadline."""

from __future__ import annotations

import select
import sys
from collections.abc import Callable
from contextlib import suppress

from freehold.cli.screens import is_terminal

Seconds = float


class TooLate(Exception):
    """The table has changed before the person has answered."""


def read_line(
    prompt: str,
    due_in: Callable[[], Seconds | None] = lambda: None,
    pass_time: Callable[[], bool] = lambda: True,
) -> str | None:
    """A line from the person; None at the end of input.

    While they think, `pass_time` is called whenever something is due; when it says that their
    turn is over, TooLate is raised.
    """
    if not sys.stdin.isatty():
        return _read_piped(prompt)
    if due_in() is None:
        return _read_edited(prompt)
    print(prompt, end="", flush=True)
    while not select.select([sys.stdin], [], [], due_in())[0]:
        if not pass_time():
            raise TooLate
    line = sys.stdin.readline()
    return line.rstrip("\n") if line else None


def _read_piped(prompt: str) -> str | None:
    """Lines of a script are printed after the prompt, as if somebody had typed them."""
    line = sys.stdin.readline()
    print(f"{prompt}{line.rstrip()}" if line else prompt, flush=True)
    return line.rstrip("\n") if line else None


def _read_edited(prompt: str) -> str | None:
    with suppress(ImportError):
        import readline  # noqa: F401  (gives `input` its history and its cursor keys)
    try:
        return input(prompt)
    except EOFError:
        print()
        return None


def clear_screen() -> None:
    """So that the next person at this keyboard does not see what the last one wrote."""
    with suppress(ImportError):
        import readline

        readline.clear_history()  # else a cursor key would show it again
    if is_terminal():
        print("\033[2J\033[3J\033[H", end="", flush=True)
