"""All that the server holds: rooms by id and code, guests, bots, limits; and its housekeeping.

It is the only part, with the shells of matches, that reads the clock: monotonic time for
everything that happens, wall time for the columns that say when.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from itertools import count
from typing import Any

import msgspec
from msgspec import Struct

from freehold.game import AnyGame, Illegal, Malformed, Ms
from freehold.games import game_names, load_game
from freehold.server import housekeeping, records, rooms, sandboxes, series
from freehold.server.botwork import BotPool
from freehold.server.connections import Connection
from freehold.server.effects import Conn
from freehold.server.guests import (
    Guest,
    clean_name,
    hash_of,
    is_same,
    new_code,
    new_guest,
    new_id,
    new_token,
)
from freehold.server.keeping import Keeper
from freehold.server.limits import Window
from freehold.server.metrics import Tally
from freehold.server.openrooms import OpenRoom
from freehold.server.packets import Packet
from freehold.server.records import GUESTS, ROOMS
from freehold.server.rooms import Changes, Room
from freehold.server.settings import Settings
from freehold.server.texts import say
from freehold.server.wire import Told
from freehold.store import Store

LOG = logging.getLogger("freehold.hub")
SEEN_EVERY_MS = 86_400_000
GUESTS_IN_MEMORY = WATCHERS_IN_MEMORY = 10_000


class Joined(Struct, frozen=True):
    """The answer to somebody who joins."""

    room: str
    seat: int
    """Or -1 for a watcher."""
    token: str
    """For `hello` on the socket; it is told only once."""


class Watching(Struct, frozen=True):
    """Somebody with a watcher's token."""

    room: str
    guest: str
    name: str
    was_seated: bool = False
    """In an earlier round of a world: they get a chair again when they come."""


class Hub:
    """One server."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        find_game: Callable[[str], AnyGame] = load_game,
        list_games: Callable[[], list[str]] = game_names,
    ) -> None:
        self.settings = settings
        self.loop = asyncio.get_running_loop()
        self.tally = Tally()
        self.keeper = Keeper(store, self.loop, self.tally.committed)
        self.pool = BotPool(
            settings.bot_workers, settings.bot_think_ms, settings.bot_hung_ms, self.tally
        )
        self._find_game = find_game
        self._games: dict[str, AnyGame] = {}
        """Those that were asked for: to look one up again reads the installed packages."""
        self.list_games = list_games
        self.rooms: dict[str, OpenRoom] = {}
        self.codes: dict[str, str] = {}
        self.conns = count(1)
        self.connections: dict[Conn, Connection] = {}
        self.banned: dict[str, str] = {}
        """Guests who may not play here, and why."""
        self.is_stopping = False
        self.new_rooms = Window(settings.rooms_a_minute)
        self.new_guests = Window(settings.guests_a_minute)
        self.bad_tokens = Window(settings.bad_tokens_a_minute)
        self.new_maps: dict[str, Window] = {}
        self.mapping = asyncio.Lock()
        """Held while a map is judged or made."""
        self._watchers: dict[str, Watching] = {}
        self._guests: dict[str, Guest] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._founding = asyncio.Lock()

    # Time and chance

    def now(self) -> Ms:
        return int(self.loop.time() * 1000)

    def wall(self) -> int:
        return time.time_ns() // 1_000_000

    def new_key(self) -> bytes:
        """A live match's key: 32 secret bytes."""
        return secrets.token_bytes(32)

    # Opening and closing

    async def open(self) -> None:
        """Know all rooms; their matches are read when somebody comes."""
        for room in await self.keeper.ask(records.read_rooms):
            self._add(room)
        self.banned = await self.keeper.ask(records.read_bans)
        self.spawn(housekeeping.ping(self))
        self.spawn(housekeeping.keep_house(self))

    async def close(self) -> None:
        """Announce it, write everything down, and let everybody go."""
        self.is_stopping = True
        told = Packet(Told("stopping", say("stopping")))
        for connection in list(self.connections.values()):
            connection.send(told)
        await self.pool.close()
        await self.keeper.close()  # the last answers leave before the goodbye
        for connection in list(self.connections.values()):
            connection.bye("stopping", retry_ms=1000)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

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

    # Games

    def find_game(self, name: str) -> AnyGame:
        """A game's record; Malformed if this server does not have it."""
        if name not in self._games:
            self._games[name] = self._find_game(name)
        return self._games[name]

    def find_game_or_refuse(self, name: str) -> AnyGame:
        try:
            return self.find_game(name)
        except Malformed:
            games = ", ".join(self.list_games())
            raise Illegal("no_such_game", game=name, games=games) from None

    # Guests

    async def guest_of(self, cookie: str) -> Guest | None:
        """Whose cookie it is, if it is anybody's. Illegal if they are banned."""
        key = hash_of(cookie)
        guest = self._guests.get(key)
        if guest is None:
            data = await self.keeper.ask(lambda store: store.get(GUESTS, key))
            if data is None:
                return None
            guest = msgspec.msgpack.decode(data, type=Guest)
        if guest.id in self.banned:
            raise Illegal("banned")
        if self.wall() - guest.seen_at > SEEN_EVERY_MS:
            guest = msgspec.structs.replace(guest, seen_at=self.wall())
            await self._put_guest(key, guest)
        self._remember(key, guest)
        return guest

    async def new_guest(self) -> tuple[str, Guest]:
        cookie, guest = new_guest(self.wall())
        await self._put_guest(hash_of(cookie), guest)
        return cookie, guest

    async def name_guest(self, cookie: str, name: str) -> Guest:
        guest = await self.guest_of(cookie)
        if guest is None:
            raise Illegal("not_seated")
        renamed = msgspec.structs.replace(guest, name=clean_name(name))
        await self._put_guest(hash_of(cookie), renamed)
        return renamed

    async def rename_guest(self, id: str, name: str) -> None:
        """The same for one known by a token: only if their cookie has been seen lately."""
        for key, guest in list(self._guests.items()):
            if guest.id == id:
                await self._put_guest(key, msgspec.structs.replace(guest, name=name))

    async def _put_guest(self, key: str, guest: Guest) -> None:
        data = msgspec.msgpack.encode(guest)
        await self.keeper.change(lambda store: store.put(GUESTS, key, data))
        self._remember(key, guest)

    def _remember(self, key: str, guest: Guest) -> None:
        self._guests.pop(key, None)
        self._guests[key] = guest
        while len(self._guests) > GUESTS_IN_MEMORY:
            del self._guests[next(iter(self._guests))]

    # Rooms

    def _add(self, room: Room) -> OpenRoom:
        opened = OpenRoom(self, room)
        self.rooms[room.id] = opened
        self.codes[room.code] = room.id
        return opened

    def find_room(self, id: str) -> OpenRoom:
        if id not in self.rooms:
            raise Illegal("no_such_room")
        return self.rooms[id]

    async def create_room(
        self, guest: Guest, wishes: Changes, is_sandbox: bool = False
    ) -> tuple[OpenRoom, str]:
        """A new, empty room and its invitation's secret."""
        if self.is_stopping:
            raise Illegal("stopping")
        if len(self.rooms) >= self.settings.rooms_at_most:
            raise Illegal("server_full")
        game = self.find_game_or_refuse(wishes.game or "")
        secret = new_token()
        if is_sandbox and wishes.seats is None:
            wishes = msgspec.structs.replace(wishes, seats=game.seats[0])
        room = rooms.new_room(
            game,
            wishes,
            guest.id,
            id=new_id(),
            code=new_code(self.codes),
            secret=hash_of(secret),
            now=self.wall(),
        )
        room = sandboxes.as_sandbox(room) if is_sandbox else room
        await self.keeper.change(lambda store: records.put_room(store, room))
        return self._add(room), secret

    def may_enter(self, room: Room, guest: str, word: str) -> bool:
        """Is the room open to them: public, their own, or do they know its secret or code?"""
        if room.is_public or room.seat_of(guest) >= 0 or (guest and room.host == guest):
            return True
        return is_same(room.secret, word) or is_same(hash_of(room.code), word.strip().upper())

    async def join(self, opened: OpenRoom, guest: Guest, seat: int = -1) -> Joined:
        """A seat, or one more tab of the seat one has; the token is committed before it is told."""
        token = new_token()
        hashed = hash_of(token)
        if opened.room.is_world and opened.room.phase != "gathering":
            await opened.rounds.sit_down(guest.id, guest.name, hashed)
            return Joined(opened.room.id, opened.room.seat_of(guest.id), token)

        def make(room: Room) -> Room:
            if room.seat_of(guest.id) < 0:
                room = rooms.sit(room, guest.id, guest.name, seat)
            return rooms.add_token(room, guest.id, hashed)

        await opened.change(make)
        return Joined(opened.room.id, opened.room.seat_of(guest.id), token)

    def watch(self, opened: OpenRoom, guest: Guest) -> Joined:
        """A watcher's token; it is only in memory, for it opens nothing that is secret."""
        if not opened.room.may_watch:
            raise Illegal("no_watching")
        token = new_token()
        self._remember_watcher(hash_of(token), Watching(opened.room.id, guest.id, guest.name))
        return Joined(opened.room.id, -1, token)

    def watcher(self, room: str, hashed: str) -> Watching | None:
        found = self._watchers.get(hashed)
        return found if found and found.room == room else None

    def remember_watcher(self, connection: Connection, opened: OpenRoom) -> None:
        """Who gave up a seat may stay in the room with the same token."""
        watching = Watching(opened.room.id, connection.guest, connection.name)
        self._remember_watcher(connection.token, watching)

    def remember_players(self, before: Room, after: Room) -> None:
        """Another round of a world has begun without them; they may come back by their tokens."""
        seated = {chair.guest for chair in after.chairs}
        for chair in before.chairs if after.is_world else ():
            if chair.guest and chair.guest not in seated:
                former = Watching(after.id, chair.guest, chair.name, was_seated=True)
                for hashed in chair.tokens:
                    self._remember_watcher(hashed, former)

    def _remember_watcher(self, hashed: str, watching: Watching) -> None:
        self._watchers[hashed] = watching
        while len(self._watchers) > WATCHERS_IN_MEMORY:
            del self._watchers[next(iter(self._watchers))]

    async def quick(
        self, guest: Guest, game: AnyGame, wishes: Changes, level: str, is_sandbox: bool = False
    ) -> Joined:
        """A match against bots that begins at once, or a sandbox."""
        if game.world is not None and wishes.params is None and not is_sandbox:
            return await self.join(await self.standing_world(game), guest)
        if not game.bots and game.seats[0] > 1 and not is_sandbox:
            raise Illegal("no_bots", game=game.title)
        levels = list(game.bots)
        if not is_sandbox:
            level = level or (levels[(len(levels) - 1) // 2] if levels else "")
        wishes = msgspec.structs.replace(
            wishes, game=game.name, seats=wishes.seats or game.seats[0]
        )
        opened, _ = await self.create_room(guest, wishes, is_sandbox)
        try:
            token = new_token()
            hashed = hash_of(token)

            def make(room: Room) -> Room:
                room = rooms.add_token(rooms.sit(room, guest.id, guest.name), guest.id, hashed)
                for _ in room.chairs[1:] if level else ():
                    room = rooms.add_bot(room, guest.id, game, -1, level)
                return series.start(room, guest.id, game, new_id())

            await opened.change(make)
        except Illegal:
            await self.close_room(opened)
            raise
        return Joined(opened.room.id, opened.room.seat_of(guest.id), token)

    # The server's own worlds

    def world_params(self, game: AnyGame) -> dict[str, Any]:
        """The parameters of the server's own world, whole."""
        words = {name: value for name, _, value in self.settings.words_of_world()}
        try:
            chosen = msgspec.convert(words, game.params, strict=False)
        except (msgspec.ValidationError, ValueError) as error:
            LOG.error("world_params are not this game's", extra={"reason": str(error)})
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
            room = rooms.new_room(
                game,
                Changes(is_public=True),
                "",
                id=new_id(),
                code=new_code(self.codes),
                secret=hash_of(new_token()),
                now=self.wall(),
            )
            room = rooms.change(room, phase="over", chairs=(), is_standing=True)
            await self.keeper.change(lambda store: records.put_room(store, room))
            return self._add(room)

    async def close_room(self, opened: OpenRoom, code: str = "closed") -> None:
        """Forget a room; its finished matches stay."""
        room = opened.room
        await self.keeper.change(lambda store: store.drop(ROOMS, room.id))
        self.rooms.pop(room.id, None)
        self.codes.pop(room.code, None)
        for connection in list(opened.connections.values()):
            connection.bye(code)
            opened.depart(connection)
        opened.stop()
        for hashed in [key for key, each in self._watchers.items() if each.room == room.id]:
            del self._watchers[hashed]

    async def abandon(self, opened: OpenRoom, reason: str) -> None:
        """Nobody will come back: a running match is put aside, and the room is closed."""
        match, wall = opened.room.match, self.wall()
        if opened.room.phase == "playing":
            await self.keeper.change(lambda store: records.park(store, match, wall, reason))
        await self.close_room(opened)
