"""Errors say whose fault it is. Anything else that is raised is our own bug.

Malformed   the writer's: it cannot be read; the message says what to write instead
Illegal     the player's: it can be read, but the rules say no
Stale       nobody's: it comes too late, what it speaks of is over or was replaced
"""

from __future__ import annotations

from typing import Any


class Malformed(ValueError):
    """It cannot be read."""


class Illegal(Exception):
    """The rules say no: `Illegal("not_your_turn", seat=1)`. A catalogue has the sentence."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts


class Stale(Exception):
    """It comes too late."""
