"""What goes into a live match: values that say what has happened around it.

    Attach  Detach  Command  Enter  Sit  Tell  Tick  Durable  Rest  Hold  NoteTime  Speed  Advance

`playing.py` makes them, `live.py` takes them. Nothing here does anything.
"""

from __future__ import annotations

from msgspec import Struct

from freehold.game import Ms, Seat, Viewer

Conn = int
"""The number of a connection, by which its answers find their way."""


class Attach(Struct, frozen=True):
    """A connection begins to look through a viewer's eyes; with a session it acts for it too."""

    conn: Conn
    viewer: Viewer
    session: str = ""
    greeting: Struct | None = None
    """Said before the first view, and like it only when all that came before is durable."""
    is_any_seat: bool = False
    """It may act for every seat: a sandbox's."""


class Detach(Struct, frozen=True):
    conn: Conn


class Command(Struct, frozen=True):
    """An action from a connection, in its spelling."""

    conn: Conn
    n: int
    action: str
    seat: Seat = -1
    """The seat that acts, for clients that may act for any; -1 means the seat they look through."""
    lag: Ms = 0
    """Time that the network took: a player's clock is not charged for it."""
    pace_ms: Ms = 0
    """The shortest time between two actions of this seat, for bots in real time; 0 means none."""


class Enter(Struct, frozen=True):
    """A standard action that the server itself enters for a seat: arrive or leave."""

    seat: Seat
    action: str


class Sit(Struct, frozen=True):
    """Somebody sits down in a running world. `Sat` or `Refused` is sent to this connection."""

    conn: Conn
    name: str
    bot: str = ""


class Tell(Struct, frozen=True):
    """Messages that say something of the match as it is now."""

    messages: list[tuple[Conn, Struct]]


class Tick(Struct, frozen=True):
    """The timer that was asked for has rung."""


class Durable(Struct, frozen=True):
    """The log is durable up to this number of lines."""

    head: int


class Rest(Struct, frozen=True):
    """Stop the match's time, or let it go on."""

    paused: bool


class Hold(Struct, frozen=True):
    """The server is held up: time stands still for everybody, though they may act; or goes on."""

    is_held: bool


class NoteTime(Struct, frozen=True):
    """Write down how far time has come, and save a snapshot: the server stops, or the match moves
    to another one."""


class Speed(Struct, frozen=True):
    """Let a sandbox's time run faster or slower than the shell's."""

    percent: int


class Advance(Struct, frozen=True):
    """Advance a sandbox's time at once: by `ms`, or with 0 to the next scheduled moment."""

    ms: Ms


Input = (
    Attach
    | Detach
    | Command
    | Enter
    | Sit
    | Tell
    | Tick
    | Durable
    | Rest
    | Hold
    | NoteTime
    | Speed
    | Advance
)
