"""Every message between a client and the server, in one place.

Rules about this file:
1. A message is a struct with the tag `is`. There are no other messages.
2. A frame on the socket is the version byte and MessagePack; or JSON text, for people with a
   terminal: a client that sends text is answered in text.
3. A change that an older client cannot read raises VERSION; the older client is told to reload.

    client -> server                        server -> client
    Hello    who I am and where             Welcome   you are in
    Act      an action of my seat           Frame     what differs in the match (match/patches)
    Say      a line of chat                 Acted     the action of that number is in the log
    Ask      something about the room       Done      what was asked for has been done
    Notes    what my bot thinks
    Ping     is anybody there?              Pong      yes
                                            Choices   what my seat may do
                                            Refused   it was not done, and why
                                            RoomNow   the room as it is now
                                            SeatsNow  a world's seats that have changed
                                            Standing  who has points in a world
                                            Said      a line of chat
                                            Told      a message of the server to all
                                            Moved     another node has the room
                                            Bye       why the connection ends
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct

from freehold.game import Clock, Ms, Outcome
from freehold.match.patches import Frame

VERSION = 1
MOST_NUMBER = 2**53
"""Every language represents whole numbers up to here exactly."""
Number = Annotated[int, Meta(ge=0, le=MOST_NUMBER)]


# Client to server


class Hello(Struct, frozen=True, tag_field="is", tag="hello", forbid_unknown_fields=True):
    """The first message on a socket, within a few seconds."""

    version: int
    room: str
    session: str
    """A name that the client makes up, a new one for each tab; command numbers belong to it.

    1 to 32 letters, digits, `-` and `_`.
    """
    token: str = ""
    """The seat's (or the watcher's) token, from `POST /api/rooms/{id}/join`."""
    watch: bool = False
    """To watch without a seat. Without a token a watcher has no name and cannot chat. A player of a
    running match with secrets cannot watch it (`plays_here`), by the token or by the cookie."""
    secret: str = ""
    """The invitation's secret or the code, to watch in a private room without a token."""
    bot: str = ""
    """What a program is called that plays here, such as `fox.py`; empty for a person. Everybody is
    shown that the seat is a bot's."""
    author: str = ""
    """The name of its author, which a bot must say."""
    sha256: str = ""
    """Of the bot's file, for the record: 64 hex digits, or empty."""
    at: Number = 0
    """When it was said, in milliseconds by the client's own clock. Of two connections of a session
    the later one counts, even if its hello arrives first."""


class Act(Struct, frozen=True, tag_field="is", tag="act", forbid_unknown_fields=True):
    """An action of my seat, in its one spelling. Numbers count up by one in a session."""

    n: Number
    """From 0 to 2^53. It belongs to this action only: with another one it is refused (`reused`)."""
    action: str
    seat: int = -1
    """In a sandbox the seat that acts; -1 means the seat whose view I see."""


class Say(Struct, frozen=True, tag_field="is", tag="say", forbid_unknown_fields=True):
    text: str


Request = Literal[
    "sit", "stand", "ready", "not-ready", "start", "add-bot", "clear", "set", "host",
    "rematch", "pause", "go-on", "leave", "mute", "unmute", "name", "eyes", "no-eyes", "truth",
    "choices", "speed", "step", "invite", "report",
]  # fmt: skip


class Ask(Struct, frozen=True, tag_field="is", tag="ask", forbid_unknown_fields=True):
    """A request about the room. `n` is returned with `Done` or a refusal.

    what              who         seat            value
    sit               anybody     the seat, or -1 for any free seat
    stand             a player
    ready, not-ready  a player
    name              a player                    the new name
    add-bot           the host    the seat or -1  the bot's level
    invite            the host    the seat or -1  the id of a bot that waits (`GET /api/bots`)
    clear             the host    the seat
    set               the host                    game, params, clock, is_public, may_watch,
                                                  away, seats, brought_bots, bot_pace_ms: those
                                                  to change
    host              the host    the new host's
    start             the host
    rematch           a player                    it begins when all have asked for it (in a
                                                  world the next round begins by itself)
    pause, go-on      a player                    only in a match against bots
    leave             anybody                     in a running match this resigns; in a world
                                                  the player is off the board after a while,
                                                  and may return
    mute, unmute      anybody     whose chat I do not want; the host mutes for all
    eyes, no-eyes     a player                    watchers may see my view, with a delay
                      a watcher   whose point of view I want; no-eyes goes back. The
                                  player must have agreed, or in some worlds (Mine Land)
                                  only be on the board
    truth             anybody                     after the end: see everything
    choices           a player                    some of what I may do: `Choices`, then `Done`
    report            anybody     the player, or  `reason` (insult, spam, cheating, name, other),
                                  -1 with a line  `words`, `line` (the number of a chat line):
                                                  moderators get it once `Done` has come

    In a sandbox also:
    eyes, no-eyes                 the seat I have from now on (`Welcome`); no-eyes: my own
    truth                         see everything while it runs
    speed                                         how fast time runs, in percent: 25 to 1600
    step                                          advance by this many ms, at once; 0 means
                                                  to the next scheduled moment
    """

    n: Number
    what: Request
    seat: int = -1
    value: Any = None


Complaint = Literal["insult", "spam", "cheating", "name", "other"]


class ReportWish(Struct, frozen=True, forbid_unknown_fields=True):
    """The value of a request to report somebody."""

    reason: Complaint
    words: str = ""
    line: int = -1
    """The number of the chat line; -1 means that it is about the player in the seat."""


class Note(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Something that a bot has logged, or cells that it has marked with a word."""

    text: str
    cells: tuple[tuple[int, int], ...] = ()
    """As X,Y."""


class Notes(Struct, frozen=True, tag_field="is", tag="notes", forbid_unknown_fields=True):
    """What a bot thinks of its next action: kept beside the record, and shown to nobody before the
    end of the match. It is not answered."""

    notes: tuple[Note, ...]


class Ping(Struct, frozen=True, tag_field="is", tag="ping", forbid_unknown_fields=True):
    """Is anybody there? The server answers at once (`Pong`), whatever the room and the disk do: so
    a client that waits for an answer can tell a slow match from a dead connection."""


ToServer = Hello | Act | Say | Ask | Notes | Ping


# Server to client


class SeatNow(Struct, frozen=True, omit_defaults=True):
    """One seat of a room."""

    name: str = ""
    """Empty if nobody sits here."""
    bot: str = ""
    """The bot's level, or what a bot is called that somebody brought; empty for a person."""
    ready: bool = False
    present: bool = False
    substitute: str = ""
    """The bot that plays while the player is away."""
    eyes: bool = False
    """Watchers may see this player's view, with a delay."""
    gone: bool = False
    """The player has left and resigned; a player who left a world may return."""
    author: str = ""
    """The author of a bot that somebody brought: it connects as a person does."""


class SeatRated(Struct, frozen=True):
    """What a finished match has changed for a player, in the list named by `RoomNow.ladder`."""

    points: int
    """Now."""
    change: int
    matches_left: int = 0
    """Rated matches until the player is listed; 0 means that they are."""


class RoomNow(Struct, frozen=True, tag_field="is", tag="room"):
    """The room as it is now, for everyone in it."""

    id: str
    code: str
    game: str
    params: dict[str, Any]
    seats: tuple[SeatNow, ...]
    host: int
    """The seat that may change the room, or -1 if the host has none."""
    is_public: bool
    may_watch: bool
    clock: Clock
    phase: Literal["gathering", "playing", "over"]
    away: Literal["bot", "leave", "wait"]
    """What happens in the seat of a player who stays away longer than `grace_ms`."""
    grace_ms: Ms
    match: str = ""
    round: int = 0
    """How many matches these people have started together."""
    wins: tuple[int, ...] = ()
    """By seat, over the matches in this room."""
    outcome: Outcome | None = None
    watchers: int = 0
    paused: bool = False
    """Its time stands still: somebody paused it, or nobody is connected."""
    trouble: str = ""
    """Why the match cannot continue, as a code: for now (`disk`, `parked`) or at all (`damaged`,
    `quarantined`)."""
    world: bool = False
    """People come and go while it runs, and rounds follow each other by themselves."""
    standing: bool = False
    """It is the server's own world, which always exists."""
    players: int = 0
    """How many players are present, including bots."""
    most: int = 0
    """Of a world: the maximum number of players at the same time."""
    next_ms: Ms = -1
    """Of a world between two rounds: time until the next one begins, from this message on."""
    sandbox: bool = False
    """One person has every seat, sees everything and controls time."""
    percent: int = 100
    """Of a sandbox: how fast its time runs."""
    at: Ms = -1
    """Of a sandbox: the match's time when this was sent."""
    eyes_ms: Ms = 0
    """The delay of watchers who see a player's view."""
    lesson: bool = False
    """It is a tutorial's match: it counts for nothing and is in no list of matches."""
    created_at: int = 0
    """When the room was made, in ms since 1970."""
    brought_bots: Literal["none", "invited", "any"] = "invited"
    """Which bots of other people may take a seat: none, those with an invitation (the link, in a
    private room the code, or the host's invitation of a bot that waits), or any."""
    bot_pace_ms: Ms = 0
    """In real time, the shortest time between two actions of a bot that somebody brought; it is
    told how long to wait (`too_fast_for_a_bot`). 0 means no limit, as in all other games."""
    unrated: str = "off"
    """Why the match does not count in the ladders, as a code (docs/ladder.md); empty if it does.
    Before a match: whether one that began now would."""
    ladder: Literal["people", "house", "brought"] = "people"
    """The list in which it counts, besides the one for all."""
    rated: tuple[SeatRated | None, ...] = ()
    """After a rated match, by seat; None for somebody who does not want to be listed."""


class SeatsNow(Struct, frozen=True, tag_field="is", tag="seats"):
    """A world's seats that have changed, or were added at the end; the others are as before."""

    seats: tuple[tuple[int, SeatNow], ...]
    players: int
    watchers: int


class Ranked(NamedTuple):
    """A line of a world's standing: the seat, whose name is in the room, and its points."""

    seat: int
    score: int
    out: bool
    """It gets no more points until the next round."""


class Standing(Struct, frozen=True, tag_field="is", tag="standing"):
    """Everyone with points in a world's round, the best first; or those whose line has changed.

    A line with as many points as before stays where it is. Every other one, in this order, goes
    behind all that have as many points or more.
    """

    rows: tuple[Ranked, ...]
    is_whole: bool = False
    """True if these are all lines."""


class Welcome(Struct, frozen=True, tag_field="is", tag="welcome"):
    """You are in. The room and, if it has begun, a whole view of the match follow.

    It comes again when your seat changes, when another match begins, and when the server had to
    load the match again: then, too, send again what was not answered.
    """

    version: int
    name: str
    seat: int
    """-1 for a watcher. In a sandbox the seat whose view I see, or -1 for everything."""
    last: int
    """The number of this session's last accepted command: continue above it."""


class Acted(Struct, frozen=True, tag_field="is", tag="acted"):
    n: int


class Done(Struct, frozen=True, tag_field="is", tag="done"):
    """What was asked for under that number has been done."""

    n: int


class Choices(Struct, frozen=True, tag_field="is", tag="choices"):
    """Some of the actions that the seat may take at this moment, spelled; at most 500."""

    n: int
    actions: tuple[str, ...]


class Refused(Struct, frozen=True, tag_field="is", tag="refused"):
    """It was not done. The text is the sentence of the code, for people."""

    n: int
    """The number of the command; -1 for a line of chat, or a message that cannot be read."""
    code: str
    text: str
    facts: dict[str, Any] = {}


class Said(Struct, frozen=True, tag_field="is", tag="said"):
    name: str
    text: str
    seat: int = -1
    """The speaker's seat, or -1 for a watcher."""
    number: int = -1
    """The line's, by which it can be reported. Lines of a room count up."""


class Told(Struct, frozen=True, tag_field="is", tag="told"):
    """A message of the server: an announcement, a coming stop, or (`resumed`) that the match was
    loaded from the disk and continues from where it was saved."""

    code: str
    text: str


class Moved(Struct, frozen=True, tag_field="is", tag="moved"):
    """Another node of the site has the room. What was said and not answered is lost, as after a
    cut, but the connection stays: a welcome follows, with all that follows a welcome. Only clients
    that have come by `/ws?moves=1` are told so; others are asked to come back."""


class Pong(Struct, frozen=True, tag_field="is", tag="pong"):
    """The answer to `Ping`: the server that has this connection is alive. It says nothing of the
    match, nor of what was said before."""


class Bye(Struct, frozen=True, tag_field="is", tag="bye"):
    """The connection ends after this."""

    code: str
    text: str
    retry_ms: Ms = 0
    """Reconnect after this time; 0 means do not reconnect."""


ToClient = (
    Welcome
    | Frame
    | Acted
    | Done
    | Choices
    | Refused
    | RoomNow
    | SeatsNow
    | Standing
    | Said
    | Told
    | Moved
    | Pong
    | Bye
)


class NumberOnly(Struct, frozen=True):
    """The part that is read of a message that came too fast."""

    n: Number = -1


_NUMBERED = msgspec.msgpack.Decoder(NumberOnly)
_NUMBERED_TEXT = msgspec.json.Decoder(NumberOnly)
_PING = msgspec.msgpack.Decoder(Ping)
_PING_TEXT = msgspec.json.Decoder(Ping)
_FROM_CLIENT = msgspec.msgpack.Decoder(ToServer)
_FROM_CLIENT_TEXT = msgspec.json.Decoder(ToServer)
_FROM_SERVER = msgspec.msgpack.Decoder(ToClient)
_ENCODER = msgspec.msgpack.Encoder()
_PREFIX = bytes([VERSION])


class WrongVersion(ValueError):
    """The other side uses another version of this protocol."""


def encode(message: Struct) -> bytes:
    return _PREFIX + _ENCODER.encode(message)


def encode_text(message: Struct) -> bytes:
    """JSON. Layers and cells, which are bytes, are base64 in it."""
    return msgspec.json.encode(message)


def decode(data: bytes) -> ToServer:
    """A client's message; raises WrongVersion, or msgspec's DecodeError with the reason."""
    message: ToServer = _FROM_CLIENT.decode(_body(data))
    return message


def decode_text(data: bytes | str) -> ToServer:
    message: ToServer = _FROM_CLIENT_TEXT.decode(data)
    return message


def number_of(data: bytes, is_text: bool) -> int:
    """The number of a client's message that is not read any further; -1 if it has none."""
    try:
        found = _NUMBERED_TEXT.decode(data) if is_text else _NUMBERED.decode(_body(data))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, WrongVersion):
        return -1
    return found.n


def is_ping(data: bytes, is_text: bool) -> bool:
    """Is it a `Ping`? Nearly always this is seen without reading the message."""
    if b"ping" not in data:
        return False
    try:
        _ = _PING_TEXT.decode(data) if is_text else _PING.decode(_body(data))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, WrongVersion):
        return False
    return True


def decode_from_server(data: bytes) -> ToClient:
    """For clients in Python; a view's facts are plain dicts, see `match.patches`."""
    message: ToClient = _FROM_SERVER.decode(_body(data))
    return message


def _body(data: bytes) -> memoryview:
    if data[:1] != _PREFIX:
        raise WrongVersion(f"this side speaks version {VERSION}")
    return memoryview(data)[1:]
