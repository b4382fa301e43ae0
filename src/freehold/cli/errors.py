"""What goes wrong at the command line: one line that says what to do, and an exit code."""

from __future__ import annotations

NO, WRONG, INTERRUPTED = 1, 2, 130
"""A check that says no; something written wrongly; Ctrl-C."""


class Trouble(Exception):
    """Something that the person at the terminal can put right."""

    def __init__(self, sentence: str, code: int = WRONG) -> None:
        super().__init__(sentence)
        self.code = code


class Left(Exception):
    """The person has left the table; what is to be said about it has been said."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code
