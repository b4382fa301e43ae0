"""Rooms as values: a room in, a new room out, or Illegal and nothing has changed.

Rules about this file:
1. A `Room` is what is committed. Connections and the live match are not in it; lines of chat are
   kept beside it.
2. A guest has at most one chair of a room. In a match the chairs are its seats, in this order.
3. Nothing here reads a clock or draws chance: moments, ids and hashes are passed in.

    phase      what may be done
    gathering  sit, stand, ready, bots, settings; the host starts
    playing    leave (which gives up), pause, eyes
    over       ready for another match: when all are, it begins
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from freehold.game import Clock, Illegal, Ms, Outcome
from freehold.protocol.wire import SeatRated
from freehold.server.rooms.guests import Brought

Away = Literal["bot", "leave", "wait"]
Phase = Literal["gathering", "playing", "over"]
BroughtBots = Literal["none", "invited", "any"]
MOST_BOT_PACE_MS: Ms = 60_000


class Chair(Struct, frozen=True, omit_defaults=True):
    """One seat of a room: nobody's, a person's or a bot's."""

    guest: str = ""
    name: str = ""
    bot: str = ""
    """The bot's level."""
    is_ready: bool = False
    tokens: tuple[str, ...] = ()
    """Hashes, the oldest first."""
    wins: int = 0
    eyes: bool = False
    """Watchers may look through this player's eyes, late."""
    is_gone: bool = False
    """The player has left during the match."""
    has_left: bool = False
    """`Leave` was entered for this seat, and no `Arrive` since."""
    brought: Brought | None = None
    """The guest is a bot that somebody brought."""

    @property
    def is_free(self) -> bool:
        return not (self.guest or self.bot)

    @property
    def any_bot(self) -> str:
        """The bot's level, or what a bot is called that was brought; empty for a person."""
        return self.brought.bot if self.brought else self.bot

    @property
    def author(self) -> str:
        """Of a bot that was brought."""
        return self.brought.author if self.brought else ""


class Room(Struct, frozen=True, omit_defaults=True):
    """All of a room that must outlive the process."""

    id: str
    code: str
    secret: str
    """The hash of the invitation's secret."""
    game: str
    params: dict[str, Any]
    chairs: tuple[Chair, ...]
    host: str
    """The guest who may change the room."""
    created_at: int
    touched_at: int
    """When it was last used, by the calendar that ages are counted by."""
    clock: Clock | None = None
    """None is the game's own."""
    is_public: bool = False
    may_watch: bool = True
    away: Away = "bot"
    """What happens in the seat of a player who stays away."""
    phase: Phase = "gathering"
    match: str = ""
    round: int = 0
    outcome: Outcome | None = None
    is_paused: bool = False
    muted: tuple[str, ...] = ()
    """Guests whom the host has muted."""
    is_world: bool = False
    """People come and go while it runs: see `worlds.py`."""
    is_standing: bool = False
    """It is the server's own world, which is never closed and has no host."""
    is_sandbox: bool = False
    """One person has every seat and all eyes: see `sandboxes.py`."""
    percent: int = 100
    """How fast a sandbox's time runs."""
    is_lesson: bool = False
    """Its matches are a tutorial's."""
    brought_bots: BroughtBots = "invited"
    """Which bots of others may take a seat: see `brought.py`."""
    bot_pace_ms: Ms | None = None
    """The shortest time between two actions of such a bot, in real time; None is the server's."""
    unrated: str = "off"
    """Why its match does not count in the ladders, or nothing: see `rated.py`."""
    rated: tuple[SeatRated | None, ...] = ()
    """What its match has changed in its ladder, by seat."""

    @property
    def people(self) -> list[Chair]:
        return [chair for chair in self.chairs if chair.guest and not chair.is_gone]

    @property
    def persons(self) -> list[Chair]:
        """Without bots that were brought."""
        return [chair for chair in self.people if not chair.brought]

    def seat_of(self, guest: str) -> int:
        """The guest's seat, or -1."""
        for seat, chair in enumerate(self.chairs):
            if guest and chair.guest == guest and not chair.is_gone:
                return seat
        return -1


class RoomChanges(Struct, frozen=True, forbid_unknown_fields=True):
    """What a host may set; what is left out stays."""

    game: str | None = None
    params: dict[str, Any] | None = None
    clock: Clock | None = None
    is_public: bool | None = None
    may_watch: bool | None = None
    away: Away | None = None
    seats: int | None = None
    brought_bots: BroughtBots | None = None
    bot_pace_ms: Ms | None = None


def change(room: Room, **fields: Any) -> Room:
    return msgspec.structs.replace(room, **fields)


def with_chair(room: Room, seat: int, chair: Chair) -> Room:
    chairs = list(room.chairs)
    chairs[seat] = chair
    return change(room, chairs=tuple(chairs))


# Checks


def need_phase(room: Room, phase: Phase) -> None:
    if room.phase != phase:
        codes = {"gathering": "not_gathering", "playing": "not_playing", "over": "not_over"}
        raise Illegal(codes[phase])


def need_host(room: Room, guest: str) -> None:
    if not guest or room.host != guest:
        raise Illegal("not_yours")


def need_seat(room: Room, guest: str) -> int:
    seat = room.seat_of(guest)
    if seat < 0:
        raise Illegal("not_seated")
    return seat


def need_chair(room: Room, seat: int) -> Chair:
    if not 0 <= seat < len(room.chairs):
        raise Illegal("no_such_chair", seat=seat)
    return room.chairs[seat]
