"""What comes out of a live match: values that say what is to be done about an input.

    Append  Send  Timer  Save  Ended  Quarantine

`playing.py` does it. Nothing here does anything.
"""

from __future__ import annotations

from msgspec import Struct

from freehold.game import Ms, Outcome, Seat
from freehold.match.match import Snapshot
from freehold.server.match.inputs import Conn

Counted = dict[int, int]
"""A session's latest numbers that have counted, in their order; with each the print of its action,
by which a repeat is told from another action under the same number."""
Sessions = dict[str, Counted]
"""By seat and session, the one used last at the end."""


class Append(Struct, frozen=True):
    """Make these lines durable, after the first `head` ones; then say Durable."""

    head: int
    lines: list[bytes]


class Send(Struct, frozen=True):
    """Messages that leave together, each with its receiver."""

    messages: list[tuple[Conn, Struct]]


class Sat(Struct, frozen=True):
    """The answer to `Sit`, once it is durable."""

    seat: Seat


class Timer(Struct, frozen=True):
    """Say Tick at this moment; None is never. It replaces the one before."""

    at: Ms | None


class Saved(Struct, frozen=True):
    """A snapshot with what else a live match must know to go on."""

    head: int
    snapshot: Snapshot
    sessions: Sessions


class Save(Struct, frozen=True):
    saved: Saved
    is_opening: bool = False
    """It opens a segment of a world's log, whose older segments may be dropped."""


class Ended(Struct, frozen=True):
    """The match is over, and that is durable."""

    outcome: Outcome


class Quarantine(Struct, frozen=True):
    """The rules have failed too often: nobody may act here any more."""

    reason: str


Effect = Append | Send | Timer | Save | Ended | Quarantine
