"""All that the server holds: rooms by id and code, guests, bots, limits; and its housekeeping.

It is the only part, with the shells of matches, that reads the clock: monotonic time for
everything that happens, wall time for the columns that say when.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, cast

import msgspec

from freehold.bots.levels import first_bot
from freehold.game import AnyGame, Illegal, Malformed, Ms
from freehold.games import load_game, load_games
from freehold.hosting.offers import with_folder, with_installed
from freehold.hosting.pool import BotPool
from freehold.protocol.answers import Joined
from freehold.protocol.packets import Packet
from freehold.protocol.wire import Told
from freehold.server.bots.seats import BotLimits
from freehold.server.limits import DAY_MS, Buckets, Window
from freehold.server.match import records
from freehold.server.match.beat import Beat
from freehold.server.match.inputs import Conn
from freehold.server.match.keeping import Guarded, Keeper
from freehold.server.match.pulse import Pulse
from freehold.server.rooms import brought, gathering, roomrecords, rooms, sandboxes, series
from freehold.server.rooms.conduct import Conduct
from freehold.server.rooms.connections import Connection
from freehold.server.rooms.guestbook import Guestbook
from freehold.server.rooms.guests import Guest, hash_of, is_same, new_code, new_id, new_token
from freehold.server.rooms.openrooms import OpenRoom
from freehold.server.rooms.rooms import Room, RoomChanges
from freehold.server.rooms.waiting import WaitingRoom
from freehold.server.rooms.watchers import Watchers, Watching
from freehold.server.settings import Settings
from freehold.server.tally import Tally
from freehold.server.texts import say
from freehold.server.upkeep import housekeeping
from freehold.server.upkeep.ages import Calendar, read_calendar, write_calendar
from freehold.server.upkeep.backups import Backups
from freehold.server.upkeep.scrubbing import Scrubbing
from freehold.server.upkeep.warming import warm_types
from freehold.store import Store
from freehold.store.protocol import RoomStore, Taken

LOG = logging.getLogger("freehold.hub")
SHOWN_AGAIN_MS = 1_000
MOVED_MS = 10
"""People whose room moves to another node come back after this time, or twice that."""


def sound_games() -> list[str]:
    """The names of the games that can be loaded; the log says what is wrong with the others."""
    return list(load_games(LOG.warning))


def offering(find_game: Callable[[str], AnyGame], folder: str) -> Callable[[str], AnyGame]:
    """Finds games with the bots that installed packages and the folder of bots offer."""

    @cache
    def find(name: str) -> AnyGame:
        game = with_installed(find_game(name), LOG.warning)
        return with_folder(game, Path(folder), LOG.warning) if folder else game

    return find


class Hub:
    """One server."""

    is_stopping = False

    def __init__(
        self,
        settings: Settings,
        store: Store,
        find_game: Callable[[str], AnyGame] = load_game,
        list_games: Callable[[], list[str]] = sound_games,
    ) -> None:
        self.settings = settings
        self.loop = asyncio.get_running_loop()
        self.tally = Tally()
        self.pulse = Pulse(self.loop, settings.stall_threshold_ms)
        self.pulse.stood_still = self._stood_still
        self.keeper = Keeper(store, self.loop, self.tally.committed)
        self.beat = Beat(self.pulse, self.keeper)
        self.pool = BotPool(settings.bot_workers, self.tally)
        self.bot_limits = BotLimits(
            settings.bot_delay_ms,
            settings.bot_think_ms,
            settings.bot_timeout_ms,
            settings.max_bot_memory_bytes >> 20,
        )
        self.find_game = offering(find_game, settings.bots)
        """A game's record by its name; Malformed if this server does not have it."""
        self.games = list_games()
        """The names of the games that this server has."""
        self.rooms: dict[str, OpenRoom] = {}
        self.codes: dict[str, str] = {}
        self.conns: Iterator[Conn] = count(1)
        self.connections: dict[Conn, Connection] = {}
        self.calendar = Calendar(lambda: self.now(), lambda: self.wall())
        """By which ages are counted: the time that the server has been up."""
        self.conduct = Conduct(self.keeper, settings, self)
        self.guests = Guestbook(self.keeper, lambda: self.calendar(), self.conduct)
        self.watchers = Watchers()
        self.waiting = WaitingRoom(self.now)
        self.quarantined: set[str] = set()
        """Matches that cannot continue, because they are damaged or their rules failed."""
        self.damaged_rooms: set[str] = set()
        self.scrubbing = Scrubbing(
            self.keeper,
            settings.scrub_rows_per_second,
            lambda: (self.wall(), self.calendar()),
            self.quarantined.add,
        )
        self.backups = Backups(store, settings, self.wall)
        self.epochs: dict[str, int] = {}
        """Of the rooms here, if other nodes could claim them."""
        self.requests = Buckets(settings.requests_per_second, settings.max_request_burst)
        """HTTP requests by address."""
        self.new_rooms = Window(settings.rooms_per_minute)
        self.new_guests = Window(settings.guests_per_minute)
        self.bad_tokens = Window(settings.bad_tokens_per_minute)
        self.unattended = Window(settings.max_unattended_matches_per_author, DAY_MS)
        self.rated = Window(settings.max_rated_matches_per_group, DAY_MS)
        self.new_maps: dict[str, Window] = {}
        self.mapping = asyncio.Lock()
        """Held while a map is judged or made."""
        self.making = asyncio.Lock()
        """Held while the board of a new match is made, in a thread."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._founding = asyncio.Lock()

    @property
    def is_shared(self) -> bool:
        """Other nodes use the same store: here are only the rooms that this one has claimed."""
        return isinstance(self.keeper.store, RoomStore)

    # Time

    def now(self) -> Ms:
        return self.pulse.now()

    def wall(self) -> int:
        return time.time_ns() // 1_000_000

    # Opening and closing

    async def open(self) -> None:
        """Know all rooms; their matches are read when somebody comes."""
        warm_types(self.find_game, self.games)
        wall = self.wall()
        self.calendar.open(await self.keeper.ask(lambda store: read_calendar(store, wall)))
        if self.is_shared:
            await self.keeper.ask(roomrecords.adopt_rooms)
        else:
            for room in await self.keeper.ask(roomrecords.read_rooms):
                self.add(room)
        self.damaged_rooms = await self.keeper.ask(roomrecords.damaged_rooms)
        found = await self.keeper.ask(records.read_quarantined)
        self.quarantined.update(each.match for each in found)
        await self.conduct.open()
        self.spawn(self.pulse.beat())
        self.spawn(housekeeping.ping(self))
        self.spawn(housekeeping.keep_house(self))
        self.spawn(self.scrubbing.run())
        self.spawn(self.backups.run())

    async def close(self) -> None:
        """Announce it, write everything down, and let everybody go."""
        self.is_stopping = True
        self.waiting.close()
        told = Packet(Told("stopping", say("stopping")))
        for connection in list(self.connections.values()):
            connection.send(told)
        await self.pool.close()
        leaving = [opened.playing.leave() for opened in self.rooms.values() if opened.playing]
        await asyncio.gather(*leaving)
        self.note_time()
        await self.keeper.close()  # the last answers leave before the goodbye
        for connection in list(self.connections.values()):
            connection.bye("stopping", retry_ms=1000)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _stood_still(self, late: Ms) -> None:
        """People's own clocks went on meanwhile: they are told again what time it is."""
        if late >= SHOWN_AGAIN_MS:
            for opened in self.rooms.values():
                if opened.playing:
                    opened.playing.show_again()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run it beside everything else; a failure is written down."""
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Illegal):
            LOG.error("a task failed", exc_info=error)

    def note_time(self) -> None:
        """Have the calendar's moment written down; if that fails, the last one holds."""
        noted = self.calendar.note()
        self.keeper.submit(lambda store: write_calendar(store, noted), lambda done, error: None)

    # Games

    def find_game_or_refuse(self, name: str) -> AnyGame:
        try:
            return self.find_game(name)
        except Malformed:
            raise Illegal("no_such_game", game=name, games=", ".join(self.games)) from None

    # Rooms

    def add(self, room: Room, epoch: int = 0) -> OpenRoom:
        """A room that is kept is open from now on; with an epoch, as long as it is ours."""
        keeper = self.keeper
        if epoch:
            keeper = Guarded(
                keeper,
                lambda store: cast(RoomStore, store).need_room(room.id, epoch),
                lambda: self._lost(room.id, epoch),
            )
            self.epochs[room.id] = epoch
        opened = OpenRoom(self, room, keeper)
        self.rooms[room.id] = opened
        self.codes[room.code] = room.id
        return opened

    def lost(self, room: str) -> None:
        if self.is_shared:
            self._lost(room, self.epochs.get(room, 0))

    def _lost(self, room: str, epoch: int) -> None:
        """Another node has the room: this one lets it go, unless it has claimed it again."""
        if room in self.rooms and self.epochs.get(room) == epoch:
            LOG.info("a room is another node's by now", extra={"room": room})
            self.let_go(self.rooms[room], "elsewhere", MOVED_MS)

    def let_go(self, opened: OpenRoom, code: str, retry_ms: Ms = 0) -> None:
        """Forget a room that others go on with, or that is no more."""
        opened.is_closed, opened.is_elsewhere = True, code == "elsewhere"
        room = opened.room
        self.rooms.pop(room.id, None)
        self.epochs.pop(room.id, None)
        self.codes.pop(room.code, None)
        for connection in list(opened.connections.values()):
            connection.bye(code, retry_ms)
            opened.depart(connection)
        opened.stop()
        opened.arrivals.close()
        self.watchers.forget(room.id)

    def rooms_now(self) -> Iterator[Room]:
        return (opened.room for opened in self.rooms.values())

    def find_room(self, id: str) -> OpenRoom:
        if id in self.damaged_rooms:
            raise Illegal("damaged_room")
        if id not in self.rooms:
            raise Illegal("no_such_room")
        return self.rooms[id]

    async def create_room(
        self, guest: Guest, wishes: RoomChanges, is_sandbox: bool = False
    ) -> tuple[OpenRoom, str]:
        """A new, empty room and its invitation's secret."""
        if self.is_stopping:
            raise Illegal("stopping")
        if len(self.rooms) >= self.settings.max_rooms:
            raise Illegal("server_full")
        game = self.find_game_or_refuse(wishes.game or "")
        secret = new_token()
        if is_sandbox and wishes.seats is None:
            wishes = msgspec.structs.replace(wishes, seats=game.seats[0])
        room = gathering.new_room(
            game,
            wishes,
            guest.id,
            id=new_id(),
            code=new_code(self.codes),
            secret=hash_of(secret),
            now=self.wall(),
        )
        room = rooms.change(room, touched_at=self.calendar())
        room = sandboxes.as_sandbox(room) if is_sandbox else room
        epoch = await self._keep(room)
        return self.add(room, epoch), secret

    def may_enter(self, room: Room, guest: str, word: str) -> bool:
        """Is the room open to them: public, their own, or do they know its secret or code?"""
        if room.is_public or room.seat_of(guest) >= 0 or (guest and room.host == guest):
            return True
        return is_same(room.secret, word) or is_same(hash_of(room.code), word.strip().upper())

    async def join(
        self,
        opened: OpenRoom,
        guest: Guest,
        seat: int = -1,
        address: str = "",
        word: str = "",
    ) -> Joined:
        """A seat, or one more tab of the seat one has; the token is committed before it is told.

        `word` is the secret or the code by which they come.
        """
        token = new_token()
        hashed = hash_of(token)
        if guest.brought and opened.room.seat_of(guest.id) < 0:
            brought.need_may_bring(opened.room, guest.id, brought.is_invited(opened.room, word))
        if opened.kind.seats_newcomers(opened.room):
            await opened.rounds.sit_down(guest.id, guest.name, hashed, address, guest.brought)
            return Joined(opened.room.id, opened.room.seat_of(guest.id), token)

        is_new = opened.room.seat_of(guest.id) < 0

        def make(room: Room) -> Room:
            if room.seat_of(guest.id) < 0:
                room = gathering.sit(room, guest.id, guest.name, seat, guest.brought)
            return gathering.add_token(room, guest.id, hashed)

        await opened.change(make)
        if is_new:
            opened.arrivals.expect(guest.id)
        return Joined(opened.room.id, opened.room.seat_of(guest.id), token)

    def watch(self, opened: OpenRoom, guest: Guest) -> Joined:
        """A watcher's token."""
        if not opened.room.may_watch:
            raise Illegal("no_watching")
        if opened.eyes.bars(guest.id):
            raise Illegal("plays_here")
        token = new_token()
        self.watchers.add(hash_of(token), Watching(opened.room.id, guest.id, guest.name))
        return Joined(opened.room.id, -1, token)

    async def quick(
        self,
        guest: Guest,
        game: AnyGame,
        wishes: RoomChanges,
        level: str,
        is_sandbox: bool = False,
        is_lesson: bool = False,
    ) -> Joined:
        """A match against bots that begins at once, or a sandbox."""
        if not game.bots and game.seats[0] > 1 and not is_sandbox:
            raise Illegal("no_bots", game=game.title)
        if not is_sandbox:
            level = level or first_bot(game)
        wishes = msgspec.structs.replace(
            wishes, game=game.name, seats=wishes.seats or game.seats[0]
        )
        opened, _ = await self.create_room(guest, wishes, is_sandbox)
        try:
            token = new_token()
            hashed = hash_of(token)

            def make(room: Room) -> Room:
                room = rooms.change(room, is_lesson=is_lesson)
                room = gathering.sit(room, guest.id, guest.name, brought=guest.brought)
                room = gathering.add_token(room, guest.id, hashed)
                for _ in room.chairs[1:] if level else ():
                    room = gathering.add_bot(room, guest.id, game, -1, level)
                return series.start(room, guest.id, game, new_id())

            await opened.change(make)
        except Illegal:
            await self.close_room(opened)
            raise
        return Joined(opened.room.id, opened.room.seat_of(guest.id), token)

    # Everybody

    def shut_out(self) -> int:
        """Everybody who is not welcome any more goes; returns how many that are."""
        return sum(map(self._must_go, list(self.connections.values())))

    def _must_go(self, connection: Connection) -> bool:
        try:
            self.conduct.need_welcome(connection.guest or connection.visitor, connection.address)
        except Illegal as refusal:
            connection.bye(refusal.code, facts=refusal.facts)
            return True
        return False

    def announce(self, text: str) -> int:
        """A word of the operator to everybody in a room of ours; returns how many they are."""
        everybody = [each for each in self.connections.values() if each.is_welcomed]
        packet = Packet(Told("announcement", text))
        for connection in everybody:
            connection.send(packet)
        return len(everybody)

    # The server's own worlds

    def world_params(self, game: AnyGame) -> dict[str, Any]:
        """The parameters of the server's own world, whole."""
        words = {name: value for name, _, value in self.settings.words_of_world()}
        try:
            chosen = msgspec.convert(words, game.params, strict=False)
        except (msgspec.ValidationError, ValueError) as error:
            LOG.error("world_params are not valid for this game", extra={"reason": str(error)})
            chosen = game.params()
        whole: dict[str, Any] = msgspec.to_builtins(chosen)
        return whole

    async def standing_world(self, game: AnyGame) -> OpenRoom:
        """The one that is always there; it is made when it is first asked for."""
        async with self._founding:
            for opened in self.rooms.values():
                if opened.room.is_standing and opened.room.game == game.name:
                    return opened
            if self.is_stopping:
                raise Illegal("stopping")
            for kept in await self.keeper.ask(roomrecords.read_rooms):
                is_it = kept.is_standing and kept.game == game.name
                if is_it and not self.is_shared:  # we were told that it had failed
                    return self.add(kept)
            room = gathering.new_room(
                game,
                RoomChanges(is_public=True),
                "",
                id=new_id(),
                code=new_code(self.codes),
                secret=hash_of(new_token()),
                now=self.wall(),
            )
            room = rooms.change(
                room, phase="over", chairs=(), is_standing=True, touched_at=self.calendar()
            )
            epoch = await self._keep(room)
            return self.add(room, epoch)

    async def _keep(self, room: Room) -> int:
        """A new room is kept from now on; returns its epoch."""
        try:
            return await self.keeper.change(lambda store: roomrecords.add_room(store, room))
        except Taken:  # by a room of another node
            raise Illegal("elsewhere") from None

    async def close_room(self, opened: OpenRoom, code: str = "closed") -> None:
        """Forget a room; its finished matches stay."""
        async with opened.changing():  # what is being written down comes first, and nothing later
            room = opened.room
            await opened.keeper.change(lambda store: roomrecords.drop_room(store, room.id))
            opened.is_closed = True
        self.let_go(opened, code)

    async def abandon(self, room: str, reason: str) -> None:
        """Nobody will come back: a running match is put aside, and the room is closed."""
        opened = self.find_room(room)
        match, wall, aged_from = opened.room.match, self.wall(), self.calendar()
        if opened.room.phase == "playing":
            await opened.keeper.change(
                lambda store: records.park(store, match, wall, reason, aged_from)
            )
        await self.close_room(opened)
