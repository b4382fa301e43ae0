"""What goes wrong at the command line: one line that says what to do, and an exit code."""

from __future__ import annotations

from collections.abc import Iterable

NO, WRONG, INTERRUPTED = 1, 2, 130
"""A failed check; a mistake in what was typed; Ctrl-C."""


class Trouble(Exception):
    """Something that the person at the terminal can fix."""

    def __init__(self, sentence: str, code: int = WRONG) -> None:
        super().__init__(sentence)
        self.code = code


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """` (did you mean greedy?)`, or nothing if no known word is like it."""
    from freehold.server.settings import closest

    meant = closest(word, known)
    return f" (did you mean {meant}?)" if meant else ""


class Left(Exception):
    """The person has left the table and has been told everything about it."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code
