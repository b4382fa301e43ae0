"""The calendar by which ages are counted: it goes on only while the server is up.

Rules about this file:
1. The clock on the wall may be wrong, and a server may have been down for a month. Neither makes
   a room, a guest or a match older: nobody could come back meanwhile.
2. What is lost by a crash is the time since the last note, in everybody's favour.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

import msgspec
from msgspec import Struct

from freehold.game import Ms
from freehold.server.rooms.guests import Guest
from freehold.server.rooms.roomrecords import GUESTS, read_rooms
from freehold.store import Damaged, Store

LOG = logging.getLogger("freehold.housekeeping")
KIND, KEY = "calendar", "calendar"
JUMP_MS = 60_000
DAY_MS = 86_400_000


class Noted(Struct, frozen=True):
    """As it is kept."""

    at: int
    wall: int
    """What the clock on the wall said then."""


class Calendar:
    """It is the number of ms that the server has been up, counted from an arbitrary day."""

    def __init__(self, now: Callable[[], Ms], wall: Callable[[], int]) -> None:
        self._now, self._wall = now, wall
        self._at, self._since = wall(), now()
        self._seen = (now(), wall())
        self.jumps = 0
        """How often the clock on the wall has jumped while the server was up."""

    def __call__(self) -> int:
        return self._at + self._now() - self._since

    def open(self, noted: Noted) -> None:
        """Go on from what was noted when the server was up last."""
        self._at, self._since = noted.at, self._now()
        gap = self._wall() - noted.wall
        if abs(gap) >= DAY_MS or gap <= -JUMP_MS:
            words = f"by the clock {gap / DAY_MS:+.1f} days have passed; no age counts them"
            LOG.warning("the server was down, or the clock is wrong", extra={"reason": words})

    def look(self) -> None:
        """Has the clock on the wall jumped?"""
        now, wall = self._now(), self._wall()
        jump = (wall - self._seen[1]) - (now - self._seen[0])
        self._seen = (now, wall)
        if abs(jump) >= JUMP_MS:
            self.jumps += 1
            words = f"by {jump / 1000:+.0f} s; no age counts that"
            LOG.warning("the system clock jumped", extra={"reason": words})

    def note(self) -> Noted:
        return Noted(self(), self._wall())


def read_calendar(store: Store, wall: int) -> Noted:
    """What was noted; in a file of before there was a calendar, the latest moment in it, if that
    is not still to come."""
    try:
        data = store.get(KIND, KEY)
    except Damaged:
        data = None
    if data is not None:
        return msgspec.msgpack.decode(data, type=Noted)
    return Noted(min(wall, max(_moments(store), default=wall)), wall)


def _moments(store: Store) -> list[int]:
    guests = msgspec.msgpack.Decoder(Guest)
    moments = [guests.decode(data).seen_at for _, data in store.all(GUESTS)]
    moments += [room.touched_at for room in read_rooms(store)]
    matches = store.matches(limit=1_000_000)
    return moments + [row.aged_from or row.ended_at or row.created_at for row in matches]


def write_calendar(store: Store, noted: Noted) -> None:
    store.put(KIND, KEY, msgspec.msgpack.encode(noted))
