"""What goes wrong at the command line: one line that says what to do, and an exit code."""

from __future__ import annotations

NO, WRONG, INTERRUPTED = 1, 2, 130
"""A failed check; a mistake in what was typed; Ctrl-C."""


class Trouble(Exception):
    """Something that the person at the terminal can fix."""

    def __init__(self, sentence: str, code: int = WRONG) -> None:
        super().__init__(sentence)
        self.code = code


class Left(Exception):
    """The person has left the table and has been told everything about it."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code
