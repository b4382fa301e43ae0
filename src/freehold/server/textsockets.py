"""Games that bring a plain-text protocol of their own: a WebSocket of texts at /text/GAME.

A game has such a protocol if its record says so: `Extras.wire`, a `TextWire` of pure functions.

Who it is: `?room=ID` in the address, and then the seat's token as the first message, for secrets
do not stand in addresses. Or `?quick=LEVEL` (and `&seats=N`): a match against bots at once.
"""

from __future__ import annotations

import asyncio
from typing import Any

from aiohttp import web
from msgspec import Struct

from freehold.game import AnyGame, Illegal, Malformed, TextWire, View
from freehold.match.log import spell_action
from freehold.match.patches import Frame, apply
from freehold.server.connections import Connection
from freehold.server.doors import (
    Farewell,
    Visit,
    attend,
    know_by_token,
    need_tries,
    read_frame,
)
from freehold.server.guests import new_token
from freehold.server.hub import Hub
from freehold.server.openrooms import OpenRoom
from freehold.server.origins import is_free
from freehold.server.packets import TEXT, Packet, websocket_frame
from freehold.server.rooms import Changes
from freehold.server.wire import Acted, Bye, Refused, Welcome


class TextConnection(Connection):
    """A program that speaks a game's own texts. It hears of its match and of nothing else."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.protocol: TextWire[Any, Any] | None = None
        self.room: OpenRoom | None = None
        self.view: View[Any] | None = None
        self.asked: dict[int, Struct] = {}
        """Actions that are not answered yet, by number."""
        self.n = 0

    def send(self, packet: Packet) -> None:
        if self.is_over or self._transport.is_closing():
            return
        self.tally.answered(packet.message)
        for line in self._lines(packet.message):
            self.write(websocket_frame(TEXT, line.encode()))

    def _lines(self, message: Struct) -> list[str]:
        match message:
            case Welcome():
                self.is_welcomed, self.n = True, max(self.n, message.last)
            case Frame():
                return self._told(message)
            case Acted():
                self.asked.pop(message.n, None)
            case Refused():
                return [self._refused(message)]
            case Bye():
                return [f"error {message.text}"]
        return []

    def _told(self, frame: Frame) -> list[str]:
        before = None if frame.view else self.view
        self.view = apply(self.view, frame)
        protocol: Any = self.protocol
        lines: list[str] = (
            protocol.tell(before, self.view, self._names())
            if before is not None
            else protocol.greet(self.view, self._names())
        )
        return lines

    def _refused(self, refused: Refused) -> str:
        action = self.asked.pop(refused.n, None)
        room, protocol = self.room, self.protocol
        if action is None or self.view is None or room is None or protocol is None:
            return f"error {refused.text}"
        now = room.playing.time() if room.playing else 0
        refusal = Illegal(refused.code, **refused.facts)
        line: str = protocol.refuse(action, refusal, self.view, self._names(), now)
        return line

    def _names(self) -> tuple[str, ...]:
        return tuple(chair.name for chair in self.room.room.chairs) if self.room else ()

    def take(self, text: str) -> None:
        """What the program says goes to the match as any other's action does."""
        room, protocol = self.room, self.protocol
        if self.view is None or room is None or room.playing is None or protocol is None:
            self.write(websocket_frame(TEXT, b"error the match has not begun: wait"))
            return
        try:
            action = protocol.read(text, self.view)
        except Malformed as error:
            self.write(websocket_frame(TEXT, protocol.error_line(error).encode()))
            return
        self.n += 1
        self.asked[self.n] = action
        room.playing.command(self.conn, self.n, spell_action(room.game, action))


async def text_socket(request: web.Request) -> web.StreamResponse:
    """GET /text/{game}"""
    return await attend(request, TextConnection, _talk)


async def _talk(visit: Visit, connection: Connection) -> None:
    assert isinstance(connection, TextConnection)
    hub, query = visit.hub, visit.request.query
    game = hub.find_game_or_refuse(visit.request.match_info["game"])
    connection.protocol = game.extras.wire
    if connection.protocol is None:
        raise Farewell("no_text", game=game.title)
    if "quick" in query:
        token, room = await _quick(visit, game)
    else:
        need_tries(visit)
        async with asyncio.timeout(hub.settings.hello_ms / 1000):
            first = await read_frame(visit, connection)
        token = (first or b"").decode(errors="replace").strip()
        found = hub.rooms.get(query.get("room", ""))
        if found is None or found.room.game != game.name:
            raise Farewell("no_such_room")
        room = found
    if not know_by_token(hub, room, connection, token) or room.seat_of(connection) < 0:
        hub.bad_tokens.take(visit.address, hub.now())
        raise Farewell("bad_token")
    connection.session = "text-" + new_token()[:16]
    visit.room = connection.room = room
    await room.enter(connection)
    while not connection.is_over and (data := await read_frame(visit, connection)) is not None:
        connection.take(data.decode(errors="replace"))


async def _quick(visit: Visit, game: AnyGame) -> tuple[str, OpenRoom]:
    hub: Hub = visit.hub
    if not is_free(visit.address, hub.settings):
        for window, code in (
            (hub.new_guests, "too_many_guests"),
            (hub.new_rooms, "too_many_rooms"),
        ):
            if not window.take(visit.address, hub.now()):
                raise Illegal(code)
    query = visit.request.query
    seats = query.get("seats", "")
    wishes = Changes(seats=int(seats) if seats.isascii() and seats.isdigit() else None)
    _, guest = await hub.guests.add()
    joined = await hub.quick(guest, game, wishes, query["quick"])
    return joined.token, hub.find_room(joined.room)
