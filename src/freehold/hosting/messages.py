"""What is said to the process of a bot, and what it says: MessagePack, each message after its
length in four bytes."""

from __future__ import annotations

from typing import Any, BinaryIO

import msgspec
from msgspec import Struct

from freehold.bots.strikes import Why
from freehold.game import Clock, Ms, Outcome, Seat
from freehold.match.patches import Frame

Draws = tuple[bytes, str, int]
"""A stream's parts: its key, its name, and how many draws were taken."""


class Begin(Struct, frozen=True, tag="begin"):
    """A bot takes a seat."""

    id: int
    game: str
    folder: str
    """Where the game's record is, for one that is not found by its name."""
    bot: str
    """As it is written, see `refs.py`; empty means to play first choices."""
    seat: Seat
    seats: int
    params: dict[str, Any]
    clock: Clock
    think_ms: Ms
    pace_ms: Ms = 0
    memory_mb: int = 0
    """The most memory that the process may take; 0 means no limit."""


class Hear(Struct, frozen=True, tag="hear"):
    id: int
    frame: Frame


class Question(Struct, frozen=True, tag="question"):
    id: int
    number: int
    now: Ms
    rng: Draws
    first_rng: Draws
    """For the first choice, if the bot fails."""
    think_ms: Ms
    is_simple: bool = False
    """Take the first of the choices: the bot has failed here."""


class Finish(Struct, frozen=True, tag="finish"):
    id: int
    outcome: Outcome | None = None
    """None if the bot leaves before the end."""


class NoteSent(Struct, frozen=True):
    """Something that a bot logged, marked or printed."""

    text: str
    cells: tuple[tuple[int, int], ...] = ()


class BotFault(Struct, frozen=True):
    """How a bot failed."""

    why: Why
    text: str
    where: str = ""


class Ready(Struct, frozen=True, tag="ready"):
    """The bot has taken its seat, or could not."""

    id: int
    fault: BotFault | None = None
    notes: tuple[NoteSent, ...] = ()


class BotAnswer(Struct, frozen=True, tag="answer"):
    id: int
    number: int
    action: str = ""
    """As text; empty means to wait. If the bot failed, the first of its choices."""
    until: Ms | None = None
    fault: BotFault | None = None
    notes: tuple[NoteSent, ...] = ()
    took_us: int = 0
    """How long it thought."""


class Finished(Struct, frozen=True, tag="finished"):
    id: int
    fault: BotFault | None = None
    notes: tuple[NoteSent, ...] = ()


class WhereNow(Struct, frozen=True, tag="where"):
    """Asked by a signal: the line of its file that the bot is at."""

    where: str


ToWorker = Begin | Hear | Question | Finish
Answered = Ready | BotAnswer | Finished
FromWorker = Ready | BotAnswer | Finished | WhereNow
ANSWERED = (Begin, Question, Finish)
"""What is answered, each before the next message is sent."""


def read(source: BinaryIO) -> bytes | None:
    """One message, or None at the end."""
    head = source.read(4)
    size = int.from_bytes(head, "big")
    body = source.read(size) if len(head) == 4 else b""
    return body if len(head) == 4 and len(body) == size else None


def packed(message: Struct) -> bytes:
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(4, "big") + body
