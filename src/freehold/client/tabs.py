"""One tab of a room without I/O: messages in, what it knows and what to say out.

Rules about this file:
1. A number stands for one message of this tab for ever: a repeat has the number of the first.
2. What was not answered is said again after a cut, once it is known which match is played; an
   action is never said to another match than the one it was meant for.
3. What was asked about the room is not repeated: the room may have changed, so a person decides.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from freehold.game import AnyGame, Seat
from freehold.games import load_game
from freehold.match.patches import Frame
from freehold.protocol.knowing import KnownView
from freehold.protocol.ranking import merge
from freehold.protocol.wire import (
    VERSION,
    Act,
    Acted,
    Ask,
    Bye,
    Done,
    Hello,
    Moved,
    Ranked,
    Refused,
    Request,
    RoomNow,
    SeatNow,
    SeatsNow,
    Standing,
    ToServer,
    Welcome,
)

Answer = Acted | Done | Refused
TEXTS = {
    "cut": "The connection was cut before that was answered: look at the room, and ask again.",
    "other_match": "Another match has begun before that arrived.",
}


class BotIdentity(Struct, frozen=True):
    """What a bot says of itself to a server; empty for a person."""

    bot: str = ""
    author: str = ""
    sha256: str = ""
    """Of its file."""


class Reaction(Struct, frozen=True):
    """What follows from a message."""

    say: tuple[ToServer, ...] = ()
    answers: tuple[Answer, ...] = ()
    """To this tab's own messages, by their numbers."""
    is_too_fast: bool = False
    """Something was not even read: say what is unanswered again in a while."""


class Tab:
    """What a client holds of one room, across however many connections."""

    def __init__(
        self,
        room: str,
        token: str = "",
        *,
        watch: bool = False,
        secret: str = "",
        session: str = "",
        find_game: Callable[[str], AnyGame] = load_game,
        bot: BotIdentity | None = None,
    ) -> None:
        self.id = room
        self.token = token
        self.watch = watch
        self.secret = secret
        self.session = session or secrets.token_hex(8)
        self.welcome: Welcome | None = None
        self.room: RoomNow | None = None
        self.known: KnownView | None = None
        self.standing: tuple[Ranked, ...] = ()
        """Of a world: everybody with points in the round, the best first."""
        self.bye: Bye | None = None
        """The last goodbye, until another welcome."""
        self.bot = bot
        """What we say of ourselves if we are a bot."""
        self._find_game = find_game
        self._n = 0
        self._acts: dict[int, tuple[str, Act]] = {}
        """Actions without an answer, each with the match it is meant for."""
        self._asks: set[int] = set()
        self._is_welcomed = False
        self._has_room = False
        self._has_view = False

    # What is known

    @property
    def seat(self) -> Seat:
        """Mine, or -1."""
        return self.welcome.seat if self.welcome else -1

    @property
    def match(self) -> str:
        return self.room.match if self.room else ""

    @property
    def is_in(self) -> bool:
        """Welcomed on this connection, and told of the room."""
        return self._is_welcomed and self._has_room

    @property
    def is_fresh(self) -> bool:
        """The view of the match, if there is one, was told on this connection."""
        return self.is_in and (self._has_view or not self.match)

    @property
    def is_awaited(self) -> bool:
        """Does the match wait for us?"""
        known = self.known
        return (
            self.is_fresh and bool(self.match) and known is not None and self._awaits(known.table)
        )

    def _awaits(self, table: Any) -> bool:
        if self.room is not None and self.room.world:  # its table awaits nobody: all may act
            return self.seat >= 0 and table.outcome is None
        return self.seat >= 0 and self.seat in table.awaited

    @property
    def names(self) -> tuple[str, ...]:
        """The players', by seat."""
        return tuple(seat.name for seat in self.room.seats) if self.room else ()

    @property
    def unanswered(self) -> tuple[int, ...]:
        return (*self._acts, *sorted(self._asks))

    # What is said

    def hello(self, at: int = 0) -> Hello:
        """The first word on a new connection, with the moment by our own clock in ms."""
        self._is_welcomed = self._has_room = self._has_view = False
        bot = msgspec.structs.asdict(self.bot or BotIdentity())
        return Hello(
            VERSION, self.id, self.session, self.token, self.watch, self.secret, at=at, **bot
        )

    def act(self, action: str) -> Act:
        """An action; say it now if `is_in`, else it is said as soon as that is so."""
        self._n += 1
        act = Act(self._n, action)
        self._acts[act.n] = (self.match, act)
        return act

    def ask(self, what: Request, seat: int = -1, value: Any = None) -> Ask:
        self._n += 1
        self._asks.add(self._n)
        return Ask(self._n, what, seat, value)

    # What is heard

    def hear(self, message: Struct) -> Reaction:
        match message:
            case Welcome():
                self.welcome, self.bye, self._is_welcomed = message, None, True
                self._n = max(self._n, message.last)
                return self._say_again() if self._has_room else Reaction()
            case RoomNow():
                return self._hear_room(message)
            case SeatsNow():
                if self.room is not None:
                    self.room = with_seats(self.room, message)
            case Standing():
                self.standing = merge(self.standing, message)
            case Frame():
                self._hear_frame(message)
            case Acted() | Done():
                return self._answered(message)
            case Refused():
                if message.code == "too_fast" and message.n not in self._asks:
                    return Reaction(is_too_fast=True)
                return self._answered(message) if message.n >= 0 else Reaction()
            case Moved():
                return self.cut()  # another welcome follows
            case Bye():
                self.bye = message
        return Reaction()

    def _hear_room(self, room: RoomNow) -> Reaction:
        is_first, before = not self._has_room, self.match
        self.room, self._has_room = room, True
        if self.known is None or self.known.game.name != room.game:
            self.known = KnownView(self._find_game(room.game))
        if room.match != before:
            self._has_view = False
            self.standing = ()
        lost = [act for match, act in self._acts.values() if match != room.match]
        for act in lost:
            del self._acts[act.n]
        answers = tuple(_refused(act.n, "other_match") for act in lost)
        again = self._say_again() if is_first and self._is_welcomed else Reaction()
        return Reaction(again.say, answers)

    def _hear_frame(self, frame: Frame) -> None:
        if self.known is None:
            raise ValueError("a frame came before the room")
        self.known.hear(frame)
        self._has_view = self._has_view or frame.view is not None

    def _answered(self, answer: Answer) -> Reaction:
        mine = self._acts.pop(answer.n, None) is not None or answer.n in self._asks
        self._asks.discard(answer.n)
        return Reaction(answers=(answer,) if mine else ())

    def _say_again(self) -> Reaction:
        return Reaction(say=self.repeats())

    def repeats(self) -> tuple[Act, ...]:
        """All actions without an answer, in their order."""
        return tuple(act for _, act in self._acts.values())

    def cut(self) -> Reaction:
        """The connection has ended, or leads to another node: nobody will answer what was asked."""
        self._is_welcomed = self._has_room = self._has_view = False
        lost = sorted(self._asks)
        self._asks.clear()
        return Reaction(answers=tuple(_refused(n, "cut") for n in lost))


def with_seats(room: RoomNow, changed: SeatsNow) -> RoomNow:
    """The room with those seats as they are now."""
    seats, wins = list(room.seats), list(room.wins)
    for seat, now in changed.seats:
        seats += [SeatNow()] * (seat + 1 - len(seats))
        wins += [0] * (seat + 1 - len(wins))
        seats[seat] = now
    return msgspec.structs.replace(
        room,
        seats=tuple(seats),
        wins=tuple(wins),
        players=changed.players,
        watchers=changed.watchers,
    )


def _refused(n: int, code: str) -> Refused:
    return Refused(n, code, TEXTS[code])
