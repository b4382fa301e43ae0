"""Games that bring a plain-text protocol of their own: a WebSocket of texts at /text/GAME.

A game has such a protocol if its record says so: `Extras.wire`, a `TextWire` of pure functions.
The words about the room (`WORDS`) are the same for all of them. The address says how to
come in: `?seats=N` opens a room, `?code=CODE` takes a seat in one, `?quick=LEVEL` begins a match
against bots; all three make a new guest, who is told the seat's token. With `?room=ID` the token is
the first message, because secrets do not belong in addresses.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec
from aiohttp import web
from msgspec import Struct

from freehold.game import AnyGame, Illegal, Malformed, TextWire, View
from freehold.kernel.spellings import parse_int
from freehold.match.log import spell_action
from freehold.match.patches import Frame, apply
from freehold.protocol.answers import Joined
from freehold.protocol.packets import TEXT, Packet, websocket_frame
from freehold.protocol.wire import Acted, Ask, Bye, Refused, Request, RoomNow, Welcome
from freehold.server.http.origins import is_free
from freehold.server.hub import MOVED_MS
from freehold.server.limits import Window
from freehold.server.rooms import requests
from freehold.server.rooms.connections import Connection
from freehold.server.rooms.gathering import checked_seats
from freehold.server.rooms.guests import Guest, clean_name, new_token, read_brought
from freehold.server.rooms.openrooms import OpenRoom
from freehold.server.rooms.rooms import RoomChanges
from freehold.server.sockets.doors import (
    Farewell,
    Visit,
    attend,
    know_by_token,
    need_tries,
    read_frame,
)
from freehold.server.texts import say

WORDS: Mapping[str, Request] = MappingProxyType(
    {"ready": "ready", "not ready": "not-ready", "start": "start", "leave": "leave"}
)
NOT_BEGUN = "error the match has not begun: send ready, and wait until everybody is"
ADDRESS_WORDS = ("game", "room", "code", "quick", "seats", "name", "bot", "author")
"""All else in an address is a parameter of the game."""


class TextConnection(Connection):
    """A program that speaks a game's own texts. It hears of its table and its match, and of
    nothing else."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.protocol: TextWire[Any, Any]
        """The game's own; it is set before anything is told."""
        self.room: OpenRoom | None = None
        self.players: list[tuple[str, bool]] = []
        """Those at the table as it was last told: their names, and whether they are ready."""
        self.view: View[Any] | None = None
        self.asked: dict[int, Struct] = {}
        """Actions that are not answered yet, by number."""
        self.n = 0
        self.has_left = False

    def send(self, *packets: Packet) -> None:
        for packet in packets:
            if self.is_over or self._transport.is_closing():
                return
            self.tally.answered(packet.message)
            for line in self._lines(packet.message):
                self.write_line(line)
            self.is_joining = self.is_joining and not isinstance(packet.message, Frame)

    def write_line(self, line: str) -> None:
        self.write(websocket_frame(TEXT, line.encode()))

    def _lines(self, message: Struct) -> list[str]:
        match message:
            case Welcome():
                self._welcome(message)
            case RoomNow():
                return self._told_table(message)
            case Frame():
                return self._told(message)
            case Acted():
                self.asked.pop(message.n, None)
            case Refused():
                return [self._refused(message)]
            case Bye():
                return [f"error {message.text}"]
        return []

    def _welcome(self, welcome: Welcome) -> None:
        self.n = max(self.n, welcome.last)
        if welcome.seat < 0:
            self.bye("left" if self.has_left else "bad_token")  # or the host has cleared the seat
        elif not self.is_welcomed:
            self.is_welcomed = True
            if self.on_welcome:
                self.on_welcome(self)

    def _told_table(self, now: RoomNow) -> list[str]:
        """Of those who leave while a match runs, its own texts tell."""
        is_playing = now.phase == "playing"
        gone = [seat.name for seat in now.seats if seat.gone]
        was = [(name, ready and not is_playing) for name, ready in self.players if name not in gone]
        self.players = [
            (seat.name, seat.ready and not is_playing)
            for seat in now.seats
            if seat.name and not seat.gone
        ]
        room = self.room
        assert room is not None
        if self._is_to_start(now, room):
            room.hub.spawn(self._start(room))
        lines: list[str] = self.protocol.tell_table(was, self.players, room.name_of(self))
        return lines

    def _is_to_start(self, now: RoomNow, room: OpenRoom) -> bool:
        """A program's room begins by itself when it is full and everybody is ready."""
        is_full = all(seat.name and seat.ready for seat in now.seats)
        return now.phase == "gathering" and is_full and now.host == room.seat_of(self)

    async def _start(self, room: OpenRoom) -> None:
        if room.room.phase == "gathering":  # and not begun by another tab of the same player
            await self._ask(room, "start")

    def _told(self, frame: Frame) -> list[str]:
        before = None if frame.view else self.view
        self.view = apply(self.view, frame)
        lines: list[str] = (
            self.protocol.tell(before, self.view, self._names())
            if before is not None
            else self.protocol.greet(self.view, self._names())
        )
        return lines

    def _refused(self, refused: Refused) -> str:
        action, room = self.asked.pop(refused.n, None), self.room
        if action is None or self.view is None or room is None:
            return f"error {refused.text}"
        if refused.code == "too_fast_for_a_bot":  # the room's word, not the game's
            return f"refused {refused.text}"
        now = room.playing.time() if room.playing else 0
        refusal = Illegal(refused.code, **refused.facts)
        line: str = self.protocol.refuse(action, refusal, self.view, self._names(), now)
        return line

    def _names(self) -> tuple[str, ...]:
        return tuple(chair.name for chair in self.room.room.chairs) if self.room else ()

    async def take(self, text: str, room: OpenRoom) -> None:
        """A word about the room, or what goes to the match as any other's action does."""
        what = WORDS.get(" ".join(text.lower().split()))
        if what is not None:
            is_again = what == "ready" and room.room.phase == "over"
            self.has_left = what == "leave"
            await self._ask(room, "rematch" if is_again else what)
        elif self.view is None or room.playing is None:
            self.write_line(NOT_BEGUN)
        else:
            self._act(text, self.view, room)

    async def _ask(self, room: OpenRoom, what: Request) -> None:
        try:
            await requests.answer(room, self, Ask(0, what))
        except Illegal as refusal:
            self.write_line(f"refused {say(refusal.code, refusal.facts)}")

    def _act(self, text: str, view: View[Any], room: OpenRoom) -> None:
        assert room.playing is not None
        try:
            action = self.protocol.read(text, view)
        except Malformed as error:
            self.write_line(self.protocol.error_line(error))
            return
        self.n += 1
        self.asked[self.n] = action
        spelled, pace_ms = spell_action(room.game, action), room.pace_ms(room.seat_of(self))
        room.playing.command(self.conn, self.n, spelled, pace_ms=pace_ms)


async def text_socket(request: web.Request) -> web.StreamResponse:
    """GET /text/{game}"""
    return await attend(request, TextConnection, talk)


async def talk(visit: Visit, connection: Connection) -> None:
    assert isinstance(connection, TextConnection)
    game = visit.hub.find_game_or_refuse(visit.words["game"])
    if game.extras.wire is None:
        raise Farewell("no_text", game=game.title)
    connection.protocol = game.extras.wire
    if "room" in visit.words:
        first = await _read_token(visit, connection)
        if await _is_carried(visit, connection, game, visit.words["room"], first):
            return
        room, token = _by_token(visit, game, first)
    else:
        if "code" in visit.words and visit.relay:
            id = await visit.relay.room_of(visit.words["code"].strip().upper())
            if await _is_carried(visit, connection, game, id):
                return
        room, token = await _newly(visit, connection, game)
    if not know_by_token(visit.hub, room, connection, token) or room.seat_of(connection) < 0:
        visit.hub.bad_tokens.take(visit.address, visit.hub.now())
        raise Farewell("bad_token")
    connection.session = "text-" + new_token()[:16]
    visit.room = connection.room = room
    await room.enter(connection)
    while not connection.is_over and (data := await read_frame(visit, connection)) is not None:
        await connection.take(data.decode(errors="replace"), room)


async def _is_carried(
    visit: Visit, connection: Connection, game: AnyGame, room: str, first: bytes = b""
) -> bool:
    """Did another node talk with them, which has the room?"""
    if not visit.relay or not room:
        return False
    return await visit.relay.carry(visit, connection, room, first, game.name)


async def _read_token(visit: Visit, connection: Connection) -> bytes:
    """The first message of somebody who has a seat already."""
    need_tries(visit)
    async with asyncio.timeout(visit.hub.settings.hello_timeout_ms / 1000):
        return await read_frame(visit, connection) or b""


def _by_token(visit: Visit, game: AnyGame, token: bytes) -> tuple[OpenRoom, str]:
    room = visit.hub.rooms.get(visit.words["room"])
    if room is None and visit.is_relayed:
        raise Farewell("elsewhere", MOVED_MS)
    if room is None or room.room.game != game.name:
        raise Farewell("no_such_room")
    return room, token.decode(errors="replace").strip()


# Those who come with nothing but an address


async def _newly(visit: Visit, connection: TextConnection, game: AnyGame) -> tuple[OpenRoom, str]:
    """A new guest's seat. They are told where it is, so that they can come back to it."""
    query = visit.words
    if "code" in query:
        joined = await _by_code(visit, game)
    elif "quick" in query:
        joined = await _quick(visit, game)
    elif "seats" in query:
        joined = await _open(visit, game)
    else:
        raise Farewell("no_text_room")
    room = visit.hub.find_room(joined.room)
    for line in (f"room {joined.room}", f"code {room.room.code}", f"token {joined.token}"):
        connection.write_line(line)
    return room, joined.token


async def _by_code(visit: Visit, game: AnyGame) -> Joined:
    hub = visit.hub
    need_tries(visit)
    room = hub.rooms.get(hub.codes.get(visit.words["code"].strip().upper(), ""))
    if room is None or room.room.game != game.name:
        hub.bad_tokens.take(visit.address, hub.now())
        raise Farewell("no_such_room")
    code, address = visit.words["code"], _limited_address(visit)
    return await hub.join(room, await _new_guest(visit), address=address, word=code)


async def _open(visit: Visit, game: AnyGame) -> Joined:
    wishes = RoomChanges(game=game.name, params=_params(visit, game), seats=_seats(visit, game))
    _need_room(visit)
    guest = await _new_guest(visit)
    opened, _ = await visit.hub.create_room(guest, wishes)
    return await visit.hub.join(opened, guest)


async def _quick(visit: Visit, game: AnyGame) -> Joined:
    wishes = RoomChanges(params=_params(visit, game), seats=_seats(visit, game))
    _need_room(visit)
    guest = await _new_guest(visit)
    return await visit.hub.quick(guest, game, wishes, visit.words["quick"])


def _seats(visit: Visit, game: AnyGame) -> int | None:
    words = visit.words.get("seats")
    if words is None:
        return None
    try:
        return checked_seats(game, parse_int(words, "seats"))
    except Malformed:
        return checked_seats(game, 0)  # which says how many there may be


def _params(visit: Visit, game: AnyGame) -> dict[str, Any]:
    """What the address says of the game, as `--set` does on the command line."""
    words = {key: text for key, text in visit.words.items() if key not in ADDRESS_WORDS}
    try:
        chosen = msgspec.convert(words, game.params, strict=False)
    except (msgspec.ValidationError, ValueError) as error:
        raise Illegal("bad_params", reason=str(error)) from None
    whole: dict[str, Any] = msgspec.to_builtins(chosen)
    return whole


async def _new_guest(visit: Visit) -> Guest:
    name = visit.words.get("name")
    wanted = clean_name(name) if name is not None else ""
    brought = read_brought(visit.words.get("bot", ""), visit.words.get("author", ""))
    visit.hub.conduct.need_welcome("", _limited_address(visit))
    visit.hub.conduct.filters.need_name(wanted)
    _take(visit, visit.hub.new_guests, "too_many_guests")
    cookie, guest = await visit.hub.guests.add()
    visit.hub.conduct.addresses.note(guest.id, _limited_address(visit))
    if not (wanted or brought):
        return guest
    return await visit.hub.guests.rename(cookie, wanted or guest.name, brought)


def _need_room(visit: Visit) -> None:
    _take(visit, visit.hub.new_rooms, "too_many_rooms")


def _take(visit: Visit, window: Window, code: str) -> None:
    """Take one from the address's window, or refuse."""
    if _limited_address(visit) and not window.take(visit.address, visit.hub.now()):
        raise Illegal(code)


def _limited_address(visit: Visit) -> str:
    return "" if is_free(visit.address, visit.hub.settings) else visit.address
