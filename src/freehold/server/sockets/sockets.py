"""The WebSocket of people's clients: hello, then messages.

Rules about this file:
1. The token in `hello` decides who speaks. The cookie only tells a player who wants to watch.
2. Everything wrong gets a typed answer.
"""

from __future__ import annotations

import asyncio

import msgspec
from aiohttp import web

from freehold.game import Illegal
from freehold.protocol import wire
from freehold.protocol.packets import Packet
from freehold.protocol.wire import (
    VERSION,
    Act,
    Ask,
    Done,
    Hello,
    Note,
    Notes,
    Refused,
    Say,
    ToServer,
)
from freehold.server.http.origins import is_free
from freehold.server.hub import MOVED_MS, Hub
from freehold.server.limits import Window
from freehold.server.rooms import requests
from freehold.server.rooms.brought import declare
from freehold.server.rooms.connections import Connection
from freehold.server.rooms.guests import read_brought
from freehold.server.rooms.lookalikes import find_alike
from freehold.server.rooms.openrooms import OpenRoom
from freehold.server.sockets.doors import (
    RETRY_MS,
    Farewell,
    Visit,
    attend,
    know_by_cookie,
    know_by_token,
    need_tries,
    read_frame,
    read_session,
    too_long,
)
from freehold.server.texts import say

LONG_SETS_PER_MINUTE = 60
NUMBERED = (Act, Ask)


async def socket(request: web.Request) -> web.StreamResponse:
    """GET /ws"""
    return await attend(request, Connection, talk)


async def talk(visit: Visit, connection: Connection) -> None:
    async with asyncio.timeout(visit.hub.settings.hello_timeout_ms / 1000):
        hello = await _read(visit, connection)
    if hello is None:
        return
    if not isinstance(hello, Hello):
        raise Farewell("no_hello")
    if visit.relay:
        first = wire.encode_text(hello) if connection.is_text else wire.encode(hello)
        if await visit.relay.carry(visit, connection, hello.room, first):
            return
    room = _admit(visit, connection, hello)
    await _declare(room, connection, hello)
    if room.seat_of(connection) < 0:
        await know_by_cookie(visit, connection)
    visit.room = room
    await room.enter(connection)
    while not connection.is_over:
        message = await _read(visit, connection)
        if message is None:
            return
        await _take(message, connection, visit.hub, room)


def _admit(visit: Visit, connection: Connection, hello: Hello) -> OpenRoom:
    """The guest of the token; or a watcher without a name, if the room lets them in."""
    hub = visit.hub
    if hello.version != VERSION:
        raise Farewell("reload")
    if hub.is_stopping:
        raise Farewell("stopping", RETRY_MS)
    need_tries(visit)
    connection.session, connection.said_hello_at = read_session(hello.session), hello.at
    if hello.room in hub.damaged_rooms:
        raise Farewell("damaged_room")
    room = hub.rooms.get(hello.room)
    if room is None and visit.is_relayed:
        raise Farewell("elsewhere", MOVED_MS)
    if room is None or not _is_known(hub, room, connection, hello):
        hub.bad_tokens.take(visit.address, hub.now())
        raise Farewell("bad_token" if hello.token else "no_such_room")
    return room


async def _declare(room: OpenRoom, connection: Connection, hello: Hello) -> None:
    """A bot says so; its seat is a bot's from now on, if it was not from the beginning."""
    said, seat = read_brought(hello.bot, hello.author, hello.sha256), room.seat_of(connection)
    connection.brought = (room.room.chairs[seat].brought if seat >= 0 else None) or said
    if said is None or seat < 0 or room.room.chairs[seat].brought:
        return
    if room.room.phase != "gathering":
        raise Farewell("say_bot_first")
    await room.change(lambda before: declare(before, connection.guest, said))


def _is_known(hub: Hub, room: OpenRoom, connection: Connection, hello: Hello) -> bool:
    if hello.token:
        return know_by_token(hub, room, connection, hello.token)
    if not (hello.watch and hub.may_enter(room.room, "", hello.secret)):
        return False
    hub.conduct.need_welcome("", connection.address)
    if not room.room.may_watch:
        raise Farewell("no_watching")
    return True


async def _read(visit: Visit, connection: Connection) -> ToServer | None:
    """The next message; None at the end. What cannot be read is answered here."""
    while (data := await read_frame(visit, connection, _longest(visit, connection))) is not None:
        try:
            message = wire.decode_text(data) if connection.is_text else wire.decode(data)
            is_short = len(data) <= visit.hub.settings.max_message_bytes
            if is_short or _may_be_long(visit, connection, message):
                return message
        except wire.WrongVersion:
            raise Farewell("reload") from None
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            facts = {"reason": str(error)}
            connection.send(Packet(Refused(-1, "malformed", say("malformed", facts), facts)))
    return None


def _longest(visit: Visit, connection: Connection) -> int:
    """A host who sets up a room may choose a drawn map, which is long."""
    settings = visit.hub.settings
    room = visit.room.room if visit.room else None
    is_host = room is not None and room.host == connection.guest != ""
    if room is not None and is_host and room.phase == "gathering":
        return max(settings.max_message_bytes, settings.max_setup_bytes)
    return settings.max_message_bytes


def _may_be_long(visit: Visit, connection: Connection, message: ToServer) -> bool:
    """Only settings may, and not too often: a map is work for the server. No is answered."""
    if not isinstance(message, Ask) or message.what != "set":
        raise too_long(visit, connection)
    hub = visit.hub
    window = hub.new_maps.setdefault("set", Window(LONG_SETS_PER_MINUTE))
    if is_free(visit.address, hub.settings) or window.take(visit.address, hub.now()):
        return True
    connection.send(Packet(Refused(message.n, "too_many_maps", say("too_many_maps"))))
    return False


async def _take(message: ToServer, connection: Connection, hub: Hub, opened: OpenRoom) -> None:
    n = message.n if isinstance(message, NUMBERED) else -1
    try:
        match message:
            case Act():
                _act(message, connection, opened)
            case Say(text):
                _say(text, connection, hub, opened)
            case Ask():
                await requests.answer(opened, connection, message)
                connection.send(Packet(Done(n)))
            case Notes(notes):
                _note(notes, connection, opened)
            case Hello():
                raise Illegal("hello_twice")
    except Illegal as refusal:
        text = say(refusal.code, refusal.facts)
        connection.send(Packet(Refused(n, refusal.code, text, refusal.facts)))


def _act(message: Act, connection: Connection, opened: OpenRoom) -> None:
    seat = opened.seat_of(connection)
    if seat < 0:
        raise Illegal("watching")
    if opened.playing is None:
        raise Illegal(opened.trouble or "not_playing", reason="see the room")
    opened.kind.need_may_act(seat, message.seat, connection.wants_truth)
    if message.action.strip().lower() in ("arrive", "leave"):
        raise Illegal("ask_to_leave")
    lag = min(connection.lag, opened.hub.settings.max_lag_compensation_ms)
    pace_ms = opened.pace_ms(seat)
    opened.playing.command(connection.conn, message.n, message.action, message.seat, lag, pace_ms)


def _note(notes: tuple[Note, ...], connection: Connection, opened: OpenRoom) -> None:
    seat = opened.seat_of(connection)
    if seat < 0 or opened.room.chairs[seat].brought is None:
        raise Illegal("not_a_bot_yet")
    if opened.notes and opened.room.phase == "playing":
        for each in notes:
            opened.notes.add(seat, each.text, each.cells)


def _say(text: str, connection: Connection, hub: Hub, opened: OpenRoom) -> None:
    if connection.guest in opened.room.muted:
        raise Illegal("muted")
    hub.conduct.need_may_say(connection.guest, text)
    name, seat = opened.name_of(connection), opened.seat_of(connection)
    alike = find_alike(name, [chair.name for chair in opened.room.chairs]) if seat < 0 else ""
    if alike:  # else a watcher could speak as if they were a player
        raise Illegal("name_alike", name=alike)
    listeners = list(opened.connections.values())
    opened.chat.say(connection, name, seat, text, listeners, hub.now())
