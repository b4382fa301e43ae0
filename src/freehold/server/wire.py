"""Every message between a client and the server, in one place.

Rules about this file:
1. A message is a struct with the tag `is`. What is not here cannot be said.
2. A frame on the socket is the version byte and MessagePack; or JSON text, for people with a
   terminal: a client that writes text is answered in text.
3. A change that an older client cannot read raises VERSION; the older client is told to reload.

    client -> server                        server -> client
    Hello    who I am and where             Welcome   you are in
    Act      an action of my seat           Frame     what differs in the match (match/patches)
    Say      a line of chat                 Acted     the action of that number is in the log
    Ask      something about the room       Refused   it is not, and why
                                            RoomNow   the room as it is
                                            Said      a line of chat
                                            Told      a word from the server to all
                                            Bye       why the connection ends
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from freehold.game import Clock, Ms, Outcome
from freehold.match.patches import Frame

VERSION = 1


# Client to server


class Hello(Struct, frozen=True, tag_field="is", tag="hello", forbid_unknown_fields=True):
    """The first message on a socket, within a few seconds."""

    version: int
    room: str
    session: str
    """A name that the client makes up for itself, new for each tab: commands count by it."""
    guest: str = ""
    """The guest's own secret, where no cookie carries it (a terminal)."""
    secret: str = ""
    """The invitation's secret, for a private room that one is not in yet."""
    watch: bool = False
    """To look on without a seat."""


class Act(Struct, frozen=True, tag_field="is", tag="act", forbid_unknown_fields=True):
    """An action of my seat, in its one spelling. Numbers count up by one in a session."""

    n: int
    action: str


class Say(Struct, frozen=True, tag_field="is", tag="say", forbid_unknown_fields=True):
    text: str


Request = Literal[
    "sit", "stand", "ready", "not-ready", "start", "add-bot", "clear", "set", "host",
    "rematch", "pause", "go-on", "leave", "mute", "unmute", "name", "eyes",
]  # fmt: skip


class Ask(Struct, frozen=True, tag_field="is", tag="ask", forbid_unknown_fields=True):
    """Something about the room. `n` is given back with a refusal."""

    n: int
    what: Request
    seat: int = -1
    value: Any = None


ToServer = Hello | Act | Say | Ask


# Server to client


class SeatNow(Struct, frozen=True, omit_defaults=True):
    """One seat of a room."""

    name: str = ""
    """Nobody sits here if it is empty."""
    bot: str = ""
    ready: bool = False
    present: bool = False
    substitute: str = ""
    """The bot that plays on while the player is away."""


class RoomNow(Struct, frozen=True, tag_field="is", tag="room"):
    """The room as it is, for everybody in it."""

    id: str
    code: str
    game: str
    params: dict[str, Any]
    seats: tuple[SeatNow, ...]
    host: int
    """The seat that may change the room, or -1 for nobody."""
    is_public: bool
    may_watch: bool
    clock: Clock
    phase: Literal["gathering", "playing", "over"]
    match: str = ""
    round: int = 0
    """How many matches these people have begun together."""
    wins: tuple[int, ...] = ()
    """By seat, over the matches in this room."""
    outcome: Outcome | None = None
    watchers: int = 0
    paused: bool = False


class Welcome(Struct, frozen=True, tag_field="is", tag="welcome"):
    """You are in. The room and, if it has begun, a whole view of the match follow."""

    version: int
    name: str
    seat: int
    """Or -1 for a watcher."""
    last: int
    """The number of this session's last command that counted: send again what came after."""


class Acted(Struct, frozen=True, tag_field="is", tag="acted"):
    n: int


class Refused(Struct, frozen=True, tag_field="is", tag="refused"):
    """It did not happen. The text is the code's sentence, in words for a person."""

    n: int
    code: str
    text: str
    facts: dict[str, Any] = {}


class Said(Struct, frozen=True, tag_field="is", tag="said"):
    name: str
    text: str
    seat: int = -1


class Told(Struct, frozen=True, tag_field="is", tag="told"):
    """A word from the server: an announcement, a stop to come."""

    code: str
    text: str


class Bye(Struct, frozen=True, tag_field="is", tag="bye"):
    """The connection ends after this."""

    code: str
    text: str
    retry_ms: Ms = 0
    """Come back after so long; 0 is not at all."""


ToClient = Welcome | Frame | Acted | Refused | RoomNow | Said | Told | Bye

_FROM_CLIENT = msgspec.msgpack.Decoder(ToServer)
_FROM_CLIENT_TEXT = msgspec.json.Decoder(ToServer)
_ENCODER = msgspec.msgpack.Encoder()
_PREFIX = bytes([VERSION])


class WrongVersion(ValueError):
    """The other side speaks another version of this protocol."""


def encode(message: Struct) -> bytes:
    return _PREFIX + _ENCODER.encode(message)


def encode_text(message: Struct) -> str:
    return msgspec.json.encode(message).decode()


def decode(data: bytes | str) -> ToServer:
    """A client's message; raises WrongVersion, or msgspec's DecodeError with the reason."""
    message: ToServer
    if isinstance(data, str):
        message = _FROM_CLIENT_TEXT.decode(data)
        return message
    if data[:1] != _PREFIX:
        raise WrongVersion(f"this server speaks version {VERSION}")
    message = _FROM_CLIENT.decode(memoryview(data)[1:])
    return message
