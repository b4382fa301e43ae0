"""An open room: the committed value, who is connected, the chat and the running match.

Rules about this file:
1. A change is made on a copy, committed, and then told: `change` is the only way.
2. What a connection may see and do follows from its guest's chair and its token, every time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

import msgspec

from freehold.bots import place_below
from freehold.game import AnyGame, Illegal, Malformed, Ms, Outcome, Seat
from freehold.hosting import word_digest
from freehold.match.log import Seated
from freehold.match.match import Match
from freehold.protocol.packets import Packet
from freehold.protocol.wire import RoomNow, Told
from freehold.server import keys
from freehold.server.bots.seats import BotSeat
from freehold.server.ladder.ladders import RatedMatch
from freehold.server.limits import Bucket, Buckets
from freehold.server.match import records
from freehold.server.match.inputs import Conn
from freehold.server.match.keeping import Keeper
from freehold.server.match.live import Live
from freehold.server.match.loading import Loaded, load
from freehold.server.match.notes import NoteBook
from freehold.server.match.playing import Playing
from freehold.server.rooms import brought, endings, gathering, rated, roomrecords, rooms, series
from freehold.server.rooms.arrivals import Arrivals
from freehold.server.rooms.attendance import Attendance
from freehold.server.rooms.chat import Chat, ChatLine, Tell
from freehold.server.rooms.connections import Connection
from freehold.server.rooms.eyes import Eyes
from freehold.server.rooms.house import House
from freehold.server.rooms.kinds import kind_of
from freehold.server.rooms.news import RoomContext, clock_of, describe_room
from freehold.server.rooms.rooms import Chair, Room
from freehold.server.rooms.rounds import make_rounds
from freehold.server.rooms.watchers import Watching
from freehold.server.texts import say
from freehold.store import Damaged, Store

LOG = logging.getLogger("freehold.room")
FINAL = ("parked", "damaged")
"""Troubles of a match that is not read again as long as this server runs."""
TOUCH_EVERY_MS = 3_600_000
"""A room that people come to is noted as used, so that it is not given up."""


class OpenRoom:
    """A room that people can come to."""

    def __init__(self, hub: House, room: Room, keeper: Keeper) -> None:
        self.hub = hub
        self.keeper = keeper
        """The only one that anything about this room is written with."""
        self._seats: dict[str, Seat] = {}
        self.players: frozenset[str] = frozenset()
        """Guests with a chair that they have not given up for good; of a world nobody ever has."""
        self.kind = kind_of(room)
        self.rounds = make_rounds(self.kind, self)
        self.take(room)
        self.connections: dict[Conn, Connection] = {}
        self.chat = Chat(hub.settings, self._write_line, hub.calendar)
        self._has_chat = False
        """What was said before this server was started has been read."""
        self.playing: Playing | None = None
        self.attendance: Attendance | None = None
        self.notes: NoteBook | None = None
        """What the bots of its match note."""
        self.trouble = ""
        self.left_at: Ms = hub.now()
        """When the last connection went."""
        self.is_closed = False
        """Forgotten by the server: nothing about it is written down any more."""
        self.is_elsewhere = False
        """Another node has it, or may have it before long: nobody is let in any more."""
        self.told: RoomNow | None = None
        self._is_resumed = False
        """Its match was read from the disk."""
        self._know: set[str] = set()
        """Guests who have been told."""
        self.arrivals = Arrivals(hub.settings.unclaimed_seat_ms, self._free_seat)
        self._changing = asyncio.Lock()
        self._is_unsure = False
        """The last change failed, and may have been kept all the same."""
        self._loading, self._recalling = asyncio.Lock(), asyncio.Lock()
        self._networks: dict[str, str] = {}
        """Where guests last came from, for as long as the room is open."""
        self.eyes = Eyes(self, hub.settings.watcher_delay_ms)
        self._buckets = Buckets(hub.settings.commands_per_second, hub.settings.max_command_burst)

    def take(self, room: Room) -> None:
        """The room is this from now on, as it was committed."""
        self.room = room
        self._seats = {
            chair.guest: seat
            for seat, chair in enumerate(room.chairs)
            if chair.guest and not chair.is_gone
        }
        kind = kind_of(room)
        if kind is not self.kind:  # a host who gathers may choose another game
            self.kind, self.rounds = kind, make_rounds(kind, self)
        self.players = frozenset(chair.guest for chair in room.chairs if kind.is_player(chair))

    @property
    def game(self) -> AnyGame:
        """The game's record; Illegal if this server does not have it."""
        return self.hub.find_game_or_refuse(self.room.game)

    # Coming and going

    async def enter(self, connection: Connection) -> None:
        """Let somebody in who has been checked: they are welcomed and told everything."""
        await asyncio.gather(self.wake(), self.read_chat())
        if self.is_elsewhere:
            raise Illegal("elsewhere")
        self._need_open()
        await self.rounds.seat_again(connection)
        connection.need_there()  # while we read it may have come in by another one
        self._replace(connection)
        self.connections[connection.conn] = connection
        if connection.guest:
            self._networks[connection.guest] = rated.network_of(connection.address)
        self.arrivals.came(connection.guest)
        connection.on_welcome = self._welcomed
        self.look()
        self.eyes.show(connection)
        self._tell_resumed(connection)
        self.rounds.begin_soon()
        if self.hub.calendar() - self.room.touched_at > TOUCH_EVERY_MS:
            self.hub.spawn(self.change(lambda room: room))

    def _replace(self, connection: Connection) -> None:
        """One tab has one connection: the others with its token end, unless this is the old one."""
        others = [each for each in self.connections.values() if each.token == connection.token]
        for other in others if connection.token else ():
            is_same_tab = other.session == connection.session
            if is_same_tab and other.said_hello_at > connection.said_hello_at:
                connection.bye("replaced", retry_ms=1000)
                raise ConnectionError
            other.bye("replaced")
            self.depart(other)

    def _tell_resumed(self, connection: Connection) -> None:
        """Once to each, when the match was read from the disk: it goes on from there."""
        if not self._is_resumed:
            return
        who = connection.guest or str(connection.conn)
        if self.playing and self.room.phase == "playing" and who not in self._know:
            self._know.add(who)
            self.playing.tell([(connection.conn, Told("resumed", say("resumed")))])

    def _welcomed(self, connection: Connection) -> None:
        """Newcomers are told of the room, then shown the board, and hear last what was said."""
        connection.send(Packet(self.now()))
        if self.playing and connection.conn in self.playing.attached:
            connection.on_board = self._recall
        else:
            self._recall(connection)

    def _recall(self, connection: Connection) -> None:
        self.chat.recall(connection)
        connection.is_joining = False

    async def read_chat(self) -> None:
        """Know what was said before this server was started."""
        async with self._recalling:
            if not self._has_chat:
                room = self.room.id
                self.chat.remember(
                    await self.keeper.ask(lambda store: roomrecords.read_chat(store, room))
                )
                self._has_chat = True

    def _write_line(self, line: ChatLine, gone: Sequence[int], tell: Tell) -> None:
        """Told once it is durable; if the disk fails it is told all the same."""
        room = self.room.id
        if self.is_closed:
            tell()
            return

        def answer(_: object, error: Exception | None) -> None:
            if error is not None:
                LOG.error("chat is not kept", extra={"room": room, "reason": str(error)})
            tell()

        self.keeper.submit(lambda store: roomrecords.put_line(store, room, line, gone), answer)

    def _free_seat(self, guest: str) -> None:
        """Nobody came to it."""
        self.hub.spawn(self.change(lambda room: gathering.stand(room, guest)))

    def depart(self, connection: Connection) -> None:
        if self.connections.pop(connection.conn, None) is None:
            return
        if self.playing:
            self.playing.detach(connection.conn)
        self.eyes.close(connection)
        self.left_at = self.hub.now()
        self.look()

    def seat_of(self, connection: Connection) -> Seat:
        """The seat that this connection speaks for, or -1."""
        seat = self._seats.get(connection.guest, -1)
        is_theirs = seat >= 0 and connection.token in self.room.chairs[seat].tokens
        return seat if is_theirs else -1

    def present(self) -> set[Seat]:
        """The seats whose players are there."""
        return {self.seat_of(each) for each in self.connections.values()} - {-1}

    def guests_there(self) -> set[str]:
        chairs = self.room.chairs
        return {chairs[seat].guest for seat in self.present()}

    def bucket_of(self, guest: str) -> Bucket:
        """A seat's commands are counted together, whichever tab they come from."""
        there = {each.guest for each in self.connections.values()}
        return self._buckets.of(guest, self.hub.now(), there)

    def name_of(self, connection: Connection) -> str:
        seat = self.seat_of(connection)
        return self.room.chairs[seat].name if seat >= 0 else connection.name or "Watcher"

    # Changing and telling

    @asynccontextmanager
    async def changing(self) -> AsyncIterator[None]:
        """One change after the other; Illegal if the room is no more."""
        async with self._changing:
            self._need_open()
            if self._is_unsure:
                await self._read_again()
            try:
                yield
            except Illegal as refusal:
                self._is_unsure |= refusal.code == "disk"
                raise

    async def _read_again(self) -> None:
        """See what has become of a change whose commit failed."""
        id, before = self.room.id, self.room
        kept = await self.keeper.change(lambda store: roomrecords.read_room(store, id))
        self._is_unsure = False
        if kept is None or kept == before:
            return
        if kept.match == before.match and (before.phase, kept.phase) == ("playing", "over"):
            self.match_over(kept)
            return
        if kept.match != before.match:
            self.stop()
            self.hub.spawn(self._take_up())
        self.swap(kept)

    async def _take_up(self) -> None:
        """A match that has begun without our knowing."""
        await self.wake()
        self.look()
        for connection in list(self.connections.values()):
            self.eyes.show(connection)

    async def rewrite(self, operation: Callable[[Store], None]) -> None:
        """Have the match's stored lines changed: it is let go, and read again afterwards."""
        async with self.changing():
            self.stop()
            try:
                await self.keeper.change(operation)
            finally:
                self.hub.spawn(self._take_up())

    def _need_open(self) -> None:
        if self.is_closed:
            raise Illegal("elsewhere" if self.is_elsewhere else "no_such_room")

    async def change(self, make: Callable[[Room], Room]) -> None:
        """Make it, commit it, tell it. Illegal, and nothing has changed."""
        async with self.changing():
            before = self.room
            after = rooms.change(make(before), touched_at=self.hub.calendar())
            if after.match != before.match and after.phase == "playing":
                await self.begin(after)
                return
            await self.commit(after)
        if not after.match and self.playing:
            self.stop()

    async def commit(self, after: Room) -> None:
        """Write the room down and show it, while `changing`."""
        await self.keeper.change(lambda store: roomrecords.put_room(store, after))
        self.swap(after)

    def swap(self, after: Room) -> None:
        """The new room is committed: let everybody see it."""
        seats = {conn: self.seat_of(each) for conn, each in self.connections.items()}
        self.take(after)
        for conn, connection in list(self.connections.items()):
            seat = self.seat_of(connection)
            if self._must_go(connection, seats[conn]):
                continue
            if seat != seats[conn] or self.eyes.is_barred(connection):
                self.eyes.show(connection)
        self.look()

    def _must_go(self, connection: Connection, before: Seat) -> bool:
        """A seat's tab whose token has been pushed out by newer ones, or whose player has left but
        may come back. One who gave up the seat for good may stay and watch."""
        if before < 0 or self.seat_of(connection) >= 0:
            return False
        is_pushed = self._seats.get(connection.guest, -1) >= 0
        if is_pushed or self.eyes.is_barred(connection):
            connection.bye("pushed_out" if is_pushed else "left")
            self.depart(connection)
            return True
        former = Watching(self.room.id, connection.guest, connection.name)
        self.hub.watchers.add(connection.token, former)
        return False

    def look(self) -> None:
        """See who is there, do what is due in the match, and tell what has changed."""
        if self.attendance:
            self.attendance.look(self.room, self.present())
        self.rounds.tell_soon()

    def tell(self, packet: Packet) -> None:
        for connection in list(self.connections.values()):
            if connection.is_welcomed:
                connection.send(packet)

    def now(self) -> RoomNow:
        """The room as everybody in it may know it."""
        room, playing, hub = self.room, self.playing, self.hub
        substitutes = self.attendance.substitutes if self.attendance else {}
        around = RoomContext(
            seated=[self.seat_of(each) for each in self.connections.values()],
            substitutes={seat: bot.level for seat, bot in substitutes.items()},
            clock=clock_of(room, self._known_game()),
            grace_ms=self.grace_ms(),
            eyes_ms=hub.settings.watcher_delay_ms,
            is_resting=room.phase == "playing" and playing is not None and playing.is_resting,
            trouble=self.trouble,
            most_players=self.kind.most_players(hub.settings.max_world_players),
            next_ms=self.rounds.next_ms(),
            at=playing.time() if playing and self.kind.is_timed_by_hand else -1,
            bot_pace_ms=self.bot_pace_ms(),
            unrated=self._unrated(room) if room.phase == "gathering" else room.unrated,
        )
        return describe_room(room, around)

    def _unrated(self, room: Room) -> str:
        """Why a match of this room that begins now does not count in the ladders."""
        return rated.why_unrated(self.hub, room, self._known_game(), self._networks)

    def _known_game(self) -> AnyGame | None:
        try:
            return self.game
        except Illegal:
            return None

    def bot_pace_ms(self) -> Ms:
        """The shortest time between two actions of a bot that was brought; 0 means no limit."""
        return brought.pace_ms(self.room, self._known_game(), self.hub.settings.bot_pace_ms)

    def pace_ms(self, seat: Seat) -> Ms:
        """The same for one seat; 0 for a person."""
        return self.bot_pace_ms() if self.room.chairs[seat].brought else 0

    def grace_ms(self) -> Ms:
        game = self._known_game()
        return (self.hub.settings.grace_ms or game.grace_ms) if game else 0

    # The match

    async def begin(self, room: Room) -> None:
        """A match of this room, while `changing`: committed with the room, then shown to all."""
        game = self.hub.find_game(room.game)
        params = msgspec.convert(room.params, game.params)
        if not kind_of(room).takes_newcomers:
            brought.count_match(self.hub, room)
        room = rooms.change(room, unrated=self._unrated(room))
        seats = tuple(seated_in(game, chair) for chair in room.chairs)
        clock = room.clock if room.clock is not None else game.clock(params)
        key = keys.new_key()
        notes = kind_of(room).notes
        try:
            async with self.hub.making:  # a board may take a while: the others shall not wait
                match = await asyncio.to_thread(Match.new, game, seats, key, params, clock, notes)
        except ValueError as error:  # params that do not fit the number of seats
            raise Illegal("bad_params", reason=str(error)) from None
        wall, aged_from = self.hub.wall(), self.hub.calendar()
        epoch = await self.keeper.change(
            lambda store: roomrecords.create(store, room, match, wall, aged_from)
        )
        rated.count_match(self.hub, room)
        self.stop()
        self._is_resumed = False
        self.hub.watchers.add_players(room.id, self.kind.former_players(self.room, room))
        self.take(room)
        now = self.hub.now()
        self._play(game, Loaded(epoch, Live.start(match, now), now))
        self.look()
        self.rounds.begun()
        for connection in list(self.connections.values()):
            connection.eyes, connection.wants_truth = -1, False
            self.eyes.show(connection)
        LOG.info("match started", extra={"match": room.match, "game": room.game})

    def _play(self, game: AnyGame, loaded: Loaded) -> None:
        segments = self.hub.settings.max_world_segments
        playing = Playing(self.keeper, self, game, self.room.match, segments, self.hub.beat)
        self.playing, self.trouble = playing, ""
        playing.sandbox_percent = self.kind.percent(self.room)
        playing.take(loaded)
        self.notes = notes = NoteBook(self.keeper, self.room.match, playing.where)
        self.rounds.taken_up(loaded.live.match)
        if loaded.live.match.outcome is None:
            limits, header = self.hub.bot_limits, loaded.live.match.header

            def make_bot(seat: Seat, level: str) -> BotSeat:
                conn = next(self.hub.conns)
                pace_ms = self.bot_pace_ms()
                return BotSeat(
                    playing, self.hub.pool, conn, seat, level, limits, header, pace_ms, notes.add
                )

            self.attendance = Attendance(
                playing, self.room, self.grace_ms(), make_bot, self._note_left, self.look
            )

    def _note_left(self, seat: Seat, has_left: bool) -> None:
        self.hub.spawn(self.change(lambda room: series.set_left(room, seat, has_left)))

    def stop(self) -> None:
        """Let the match go from memory."""
        self.rounds.close()
        if self.attendance:
            self.attendance.close()
        if self.notes:
            self.notes.write()
        if self.playing:
            self.playing.close()
        self.attendance = self.playing = self.notes = None

    async def wake(self) -> None:
        """Have the room's match in memory, if there is one that can go on."""
        async with self._loading:
            if not self.room.match or self.playing or self.trouble in FINAL:
                return
            if self.kind.takes_newcomers and self.room.phase == "over":
                return  # nobody has seen it to its end: another round begins
            match = self.room.match
            try:
                game = self.hub.find_game(self.room.game)
                loaded = await load(self.keeper, game, match, self.hub.now)
            except (records.Parked, Malformed) as error:
                await endings.park(self, str(error))
                return
            except Damaged as error:
                await endings.quarantine(self, str(error))
                return
            except Illegal:
                raise
            except Exception as error:
                LOG.exception("match cannot be read", extra={"match": match})
                raise Illegal("disk") from error
            if self.room.match == match and not self.playing and not self.is_closed:
                self._play(game, loaded)
                self._is_resumed, self._know = True, set()

    def sleep(self) -> bool:
        """Let the match go from memory if nobody is there and nothing is under way."""
        if self.playing and not self.connections and self.playing.is_quiet:
            self.stop()
        return self.playing is None

    def match_over(self, after: Room) -> None:
        """That the match has ended is written down: let everybody see it."""
        if self.attendance:
            self.attendance.close()
            self.attendance = None
        self.swap(after)
        self.rounds.ended()

    # What the match says

    def ended(self, outcome: Outcome) -> None:
        if self.notes:
            self.notes.write()
        if self.room.phase == "playing":
            out = self.attendance.out if self.attendance else ()
            outcome = place_below(outcome, out)
            self.hub.spawn(endings.finish(self, outcome, "", self._finish_of(outcome)))

    def _finish_of(self, outcome: Outcome) -> RatedMatch | str:
        """Its match that has just ended, to be rated; or why it is not."""
        if self.playing is None:
            return "off"
        entries = self.playing.where()[1]
        return rated.finish_of(self.room, self.playing.game, outcome, entries, self.hub.settings)

    def quarantined(self, reason: str) -> None:
        self.trouble = "quarantined"
        if self.room.phase == "playing":
            self.hub.spawn(endings.finish(self, None, reason))

    def damaged(self, reason: str) -> None:
        self.stop()
        self.hub.spawn(endings.quarantine(self, reason))

    def troubled(self, code: str) -> None:
        self.trouble = code
        if code == "elsewhere":
            self.hub.lost(self.room.id)  # people are told where to go
            for connection in list(self.connections.values()):
                connection.bye("elsewhere", retry_ms=1000)
            self.stop()
        self.look()


def seated_in(game: AnyGame, chair: Chair) -> Seated:
    """The player in a chair, as the record names them."""
    if chair.brought:
        return Seated(chair.name, chair.brought.bot, chair.brought.sha256, chair.brought.author)
    return Seated(chair.name, chair.bot, word_digest(game, chair.bot))
