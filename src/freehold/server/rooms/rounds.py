"""How one match follows another in an open room; in a world with newcomers, and news on a beat.

Rules about this file:
1. A newcomer's seat is in the log before the room knows of it, and both are committed before
   anybody is told.
2. The whole room is sent to newcomers, and to all when something other than its seats has changed;
   otherwise only the seats that have changed, and not more often than the beat.
3. Nothing here is told by a moment that depends on what somebody else may not see.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from contextlib import AbstractAsyncContextManager, suppress
from typing import Protocol

import msgspec

from freehold.game import AnyGame, Illegal, Ms, Seat
from freehold.match.match import Match
from freehold.protocol.packets import Packet
from freehold.protocol.wire import RoomNow
from freehold.server.limits import MINUTE_MS
from freehold.server.match.inputs import Conn
from freehold.server.match.keeping import Keeper
from freehold.server.match.playing import Playing
from freehold.server.rooms import gathering, roomrecords, rooms, worlds
from freehold.server.rooms.connections import Connection
from freehold.server.rooms.guests import Brought, new_id
from freehold.server.rooms.house import House
from freehold.server.rooms.kinds import RoomKind
from freehold.server.rooms.news import changed_seats, without_seats
from freehold.server.rooms.rooms import Room
from freehold.server.rooms.standings import Standings

LOG = logging.getLogger("freehold.room")
BEAT_MS = 250
END_S = 0.02


class Hall(Protocol):
    """A room in which matches follow each other."""

    hub: House
    keeper: Keeper
    room: Room
    playing: Playing | None
    trouble: str
    told: RoomNow | None
    connections: dict[Conn, Connection]

    @property
    def game(self) -> AnyGame: ...
    def now(self) -> RoomNow: ...
    def grace_ms(self) -> Ms: ...
    def seat_of(self, connection: Connection, /) -> Seat: ...
    def guests_there(self) -> set[str]: ...
    def tell(self, packet: Packet, /) -> None: ...
    def changing(self) -> AbstractAsyncContextManager[None]: ...
    def take(self, room: Room, /) -> None: ...
    def swap(self, after: Room, /) -> None: ...
    async def wake(self) -> None: ...
    async def begin(self, room: Room, /) -> None: ...
    async def commit(self, after: Room, /) -> None: ...


class Rounds:
    """Of a table: nothing happens by itself, and its players ask for another match."""

    def __init__(self, opened: Hall) -> None:
        self._opened = opened

    def close(self) -> None:
        """The match goes from memory."""

    async def seat_again(self, connection: Connection) -> None:
        """Somebody has come who had a seat before."""

    async def sit_down(
        self, guest: str, name: str, token: str, address: str = "", brought: Brought | None = None
    ) -> None:
        """A seat for somebody who comes while a match runs."""
        raise Illegal("not_gathering")

    def taken_up(self, match: Match) -> None:
        """A match has begun, or was read."""

    def begun(self) -> None:
        """Another match, before it is shown to anybody."""

    def followed(self) -> Room:
        """The room with chairs for all seats of its match."""
        return self._opened.room

    def ended(self) -> None:
        """That the match is over is written down."""

    def begin_soon(self) -> None:
        """Begin the next match when it is time."""

    def next_ms(self) -> Ms:
        """How long until the next round, or -1 if there is nothing to wait for."""
        return -1

    def tell_soon(self) -> None:
        """Something of the room may have changed."""
        opened = self._opened
        now = opened.now()
        if now != opened.told:
            opened.told = now
            opened.tell(Packet(now))


class WorldRounds(Rounds):
    """Of a world: newcomers, and rounds that follow each other by themselves."""

    def __init__(self, opened: Hall) -> None:
        super().__init__(opened)
        self.standings = Standings(lambda: opened.playing, lambda: opened.connections)
        self.next_at: Ms | None = None
        """When the next round begins, if somebody is there; None is at once."""
        self._beat: asyncio.TimerHandle | None = None
        self._next: asyncio.TimerHandle | None = None
        self._expected: dict[str, Ms] = {}
        """Guests who got a chair and have not connected yet, and until when they count."""
        self._newcomers: Counter[str] = Counter()
        """How many guests got a chair in this round, by address."""

    def close(self) -> None:
        self.standings.close()
        for timer in (self._beat, self._next):
            if timer:
                timer.cancel()
        self._beat = self._next = None

    # Who is there

    def need_room_for(self, guest: str) -> None:
        """Illegal if as many are there as may be; never for somebody who has had a seat here."""
        opened, now = self._opened, self._opened.hub.now()
        if self._has_sat(guest):
            return
        self._expected = {who: until for who, until in self._expected.items() if until > now}
        there = opened.guests_there() | set(self._expected)
        bots = sum(bool(chair.bot) for chair in opened.room.chairs)
        most = opened.hub.settings.max_world_players
        if guest not in there and len(there) + bots >= most:
            raise Illegal("world_full", most=most)

    def _has_sat(self, guest: str) -> bool:
        opened = self._opened
        has_chair = worlds.chair_of(opened.room, guest) >= 0
        return has_chair or opened.hub.watchers.has_sat(opened.room.id, guest)

    async def seat_again(self, connection: Connection) -> None:
        """A player of an earlier round gets a chair in this one."""
        opened, guest = self._opened, connection.guest
        if connection.was_seated and opened.room.seat_of(guest) < 0:
            with suppress(Illegal):  # then they watch
                name, token = connection.name, connection.token
                await self.sit_down(guest, name, token, connection.address, connection.brought)
        if opened.seat_of(connection) >= 0:
            self._expected.pop(guest, None)  # they are there, and count as long as they are

    async def sit_down(
        self, guest: str, name: str, token: str, address: str = "", brought: Brought | None = None
    ) -> None:
        """A chair for somebody who comes while a round runs, or between two; or their own.

        Without an address they are not counted among those who come from it.
        """
        opened = self._opened
        await opened.wake()
        is_done = False
        while not is_done:
            async with opened.changing():
                self.need_room_for(guest)
                is_done = await self._seat(guest, name, token, address, brought)
            if not is_done:
                await asyncio.sleep(END_S)  # the round has just ended, and that is written down
        wait_ms = min(opened.grace_ms(), opened.hub.settings.unclaimed_seat_ms)
        self._expected[guest] = opened.hub.now() + wait_ms

    async def _seat(
        self, guest: str, name: str, token: str, address: str, brought: Brought | None
    ) -> bool:
        opened = self._opened
        room, seat = self.followed(), worlds.chair_of(opened.room, guest)
        if seat >= 0:
            after = gathering.add_token(worlds.come_back(room, seat), guest, token)
            await opened.commit(after)
            return True
        worlds.need_chair_free(room, opened.hub.settings.max_world_players)
        if address and self._newcomers[address] >= opened.hub.settings.max_new_players_per_address:
            raise Illegal("too_many_newcomers")
        name = worlds.name_for(room, name)
        if room.phase == "playing" and not await self._sit(name, brought):
            return False
        self._newcomers[address] += 1
        after = gathering.add_token(worlds.add_chair(room, guest, name, brought), guest, token)
        if room.phase == "over" and self.may_begin():
            await opened.begin(self._next_room(after, {guest}))
            return True
        after = rooms.change(after, touched_at=opened.hub.calendar())
        await opened.keeper.change(lambda store: roomrecords.sat(store, after, guest))
        opened.swap(after)
        return True

    async def _sit(self, name: str, brought: Brought | None) -> bool:
        """In the match; False if that is just over."""
        opened = self._opened
        if opened.playing is None:
            raise Illegal(opened.trouble or "not_playing", reason="see the room")
        try:
            bot = brought.bot if brought else ""
            await opened.playing.sit(next(opened.hub.conns), name, bot)
        except Illegal as refusal:
            if refusal.code != "over":
                raise
            return False
        return True

    def followed(self) -> Room:
        """The room with chairs for all seats of its match, even those that nobody was told of."""
        opened = self._opened
        room, playing = opened.room, opened.playing
        if room.phase != "playing" or playing is None or playing.live is None:
            return room
        after = worlds.follow_seats(room, playing.live.match.seats)
        for seat in range(len(room.chairs), len(after.chairs)):
            playing.enter(seat, "leave")
        return after

    # Rounds

    def taken_up(self, match: Match) -> None:
        opened = self._opened
        opened.take(worlds.follow_seats(opened.room, match.seats))
        self.standings.begin()

    def begun(self) -> None:
        self.tell()  # the room first, then what is seen of its match

    def ended(self) -> None:
        """The next round begins after a rest."""
        self._newcomers.clear()
        self.next_at = self._opened.hub.now() + max(self._rest_ms(), self._pace_ms())
        self.begin_soon()
        self.tell()

    def _rest_ms(self) -> Ms:
        game, params = self._opened.game, self._opened.room.params
        assert game.world is not None
        return game.world.rest_ms(msgspec.convert(params, game.params))

    def _pace_ms(self) -> Ms:
        """A round is a match, and of these a room may not have more in a minute than anybody."""
        hub = self._opened.hub
        may_at_once = hub.new_rooms.take(f"room {self._opened.room.id}", hub.now())
        return 0 if may_at_once else MINUTE_MS // hub.settings.rooms_per_minute

    def next_ms(self) -> Ms:
        if self._opened.room.phase != "over":
            return -1
        return max(0, (self.next_at or 0) - self._opened.hub.now())

    def may_begin(self) -> bool:
        return self.next_at is None or self._opened.hub.now() >= self.next_at

    def begin_soon(self) -> None:
        """Begin the next round when it is time, if somebody is there."""
        opened = self._opened
        if self._next:
            self._next.cancel()
            self._next = None
        if opened.room.phase != "over":
            return
        if not self.may_begin():
            wait_ms = self.next_ms()
            self._next = opened.hub.loop.call_later(wait_ms / 1000 + 0.001, self.begin_soon)
        elif opened.guests_there():
            opened.hub.spawn(self._begin())

    async def _begin(self) -> None:
        opened = self._opened
        async with opened.changing():
            present = opened.guests_there()
            if opened.room.phase == "over" and present:
                await opened.begin(self._next_room(opened.room, present))

    def _next_room(self, room: Room, present: set[str]) -> Room:
        params, hub = room.params, self._opened.hub
        present = present | self._opened.guests_there()
        if room.is_standing:
            game = hub.find_game_or_refuse(room.game)
            params = hub.world_params(game)
            room = worlds.with_bots(
                room, game, hub.settings.world_bots, hub.settings.world_bot_level
            )
        after = worlds.next_round(room, present, new_id(), params)
        return rooms.change(after, touched_at=hub.calendar())

    # Telling

    def tell_soon(self) -> None:
        if self._opened.room.phase == "gathering":
            super().tell_soon()
        elif self._beat is None:
            loop = self._opened.hub.loop
            self._beat = loop.call_later(BEAT_MS / 1000, self.tell)

    def tell(self) -> None:
        if self._beat:
            self._beat.cancel()
            self._beat = None
        opened = self._opened
        told, now = opened.told, opened.now()
        opened.told = now
        if told is None or without_seats(told) != without_seats(now):
            opened.tell(Packet(now))
        elif told.seats != now.seats or told.watchers != now.watchers:
            opened.tell(Packet(changed_seats(told, now)))


def make_rounds(kind: RoomKind, opened: Hall) -> Rounds:
    """How matches follow each other in a room of this kind."""
    return WorldRounds(opened) if kind.takes_newcomers else Rounds(opened)
