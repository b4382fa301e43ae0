"""The point of view from which each connection of a room sees its match.

Rules about this file:
1. A player looks through their own, and a watcher through the public's. The truth is seen after
   the end. In a sandbox one person may look through all.
2. Another's eyes are late: finished frames wait in a queue.
3. A person who plays in a match with secrets does not watch it in another tab: a seat may know less
   than the public does (a frozen player of Area Attack), or less than another seat.
"""

from __future__ import annotations

import asyncio
from typing import Protocol

from freehold.game import PUBLIC, TRUTH, AnyGame, Ms, Seat
from freehold.protocol.packets import Packet
from freehold.protocol.wire import VERSION, Welcome
from freehold.server.match.inputs import Conn
from freehold.server.match.playing import Attached, Playing
from freehold.server.rooms.connections import POLICY, Connection
from freehold.server.rooms.kinds import RoomKind
from freehold.server.rooms.rooms import Room


class Watched(Protocol):
    """What is to be seen in a room, and by whom."""

    room: Room
    kind: RoomKind
    playing: Playing | None
    players: frozenset[str]

    @property
    def game(self) -> AnyGame: ...
    def seat_of(self, connection: Connection, /) -> Seat: ...
    def name_of(self, connection: Connection, /) -> str: ...
    def depart(self, connection: Connection, /) -> None: ...


class Eyes:
    """The eyes of one room."""

    def __init__(self, opened: Watched, delay_ms: Ms) -> None:
        self._opened = opened
        self._delay_ms = delay_ms
        self._late: dict[Conn, LateEyes] = {}

    def show(self, connection: Connection) -> None:
        """Begin to show the match, or the room alone if there is none."""
        self.close(connection)
        opened = self._opened
        seat, playing = opened.seat_of(connection), opened.playing
        if self.is_barred(connection):
            connection.bye("plays_here", close_code=POLICY)
            opened.depart(connection)
        elif playing is None or (seat < 0 and not opened.room.may_watch):
            name = opened.name_of(connection)
            connection.send(Packet(Welcome(VERSION, name, seat, 0)))
        else:
            playing.attach(connection.conn, self._attached(connection, seat, playing))

    def bars(self, *guests: str) -> bool:
        """May they not watch the match that runs, because one of them plays in it and it has
        secrets?"""
        opened = self._opened
        if opened.room.phase != "playing" or opened.players.isdisjoint(guests):
            return False
        return opened.game.redeal is not None

    def is_barred(self, connection: Connection) -> bool:
        """The same for a connection: it speaks for no seat, but its person has one."""
        opened = self._opened
        is_player = opened.seat_of(connection) >= 0
        if opened.playing is None or not opened.kind.has_secrets or is_player:
            return False
        return self.bars(connection.guest, connection.visitor)

    def _attached(self, connection: Connection, seat: Seat, playing: Playing) -> Attached:
        opened, session = self._opened, connection.session
        name = opened.name_of(connection)
        is_late = playing.live is not None and seat >= len(playing.live.match.seats)
        if not opened.kind.has_secrets:
            wished = (connection.eyes, connection.wants_truth)
            viewer, acts_for = opened.kind.viewer_of(seat, *wished)
            return Attached(connection, viewer, session, name, acts_for, is_any_seat=True)
        if is_late:  # this round is over, and they play in the next one
            return Attached(connection, PUBLIC, "", name, seat)
        if connection.wants_truth and playing.sees_truth():
            return Attached(connection, TRUTH, "", name, seat)
        if seat >= 0:
            return Attached(connection, seat, session, name, seat)
        if connection.eyes >= 0:
            late = LateEyes(connection, self._delay_ms)
            self._late[connection.conn] = late
            return Attached(late, connection.eyes)
        return Attached(connection, PUBLIC, "", name)

    def look_through(self, connection: Connection, eyes: Seat, wants_truth: bool) -> None:
        """Another view of the match for this connection; -1 is its own."""
        connection.eyes, connection.wants_truth = eyes, wants_truth
        self.show(connection)

    def close(self, connection: Connection) -> None:
        """What is still on its way late is not shown any more."""
        late = self._late.pop(connection.conn, None)
        if late:
            late.close()


class LateEyes:
    """Finished frames on their way to a watcher, each sent with the same delay."""

    def __init__(self, connection: Connection, delay_ms: Ms) -> None:
        self._connection = connection
        self._delay_s = delay_ms / 1000
        self._is_closed = False

    def send(self, *packets: Packet) -> None:
        loop = asyncio.get_running_loop()
        loop.call_later(self._delay_s, self._release, *packets)

    def _release(self, *packets: Packet) -> None:
        if not self._is_closed:
            self._connection.send(*packets)

    def close(self) -> None:
        self._is_closed = True
