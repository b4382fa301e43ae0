"""The door of a WebSocket, whatever is spoken behind it: origin, limits, and the end.

Rules about this file:
1. How many and how long is checked before anything is read.
2. Whatever goes wrong ends in a typed goodbye; the server lives on.
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol

from aiohttp import WSMessage, WSMsgType, web

from freehold.game import Illegal
from freehold.protocol.packets import PONG, Packet, websocket_frame
from freehold.protocol.wire import Pong, Refused, is_ping, number_of
from freehold.server.http.calls import HUB
from freehold.server.http.gate import Door
from freehold.server.http.origins import address_of, is_free, is_own_origin
from freehold.server.hub import Hub
from freehold.server.limits import Bucket
from freehold.server.rooms.connections import POLICY, Connection
from freehold.server.rooms.guests import COOKIE, has_hash, hash_of
from freehold.server.rooms.openrooms import OpenRoom
from freehold.server.texts import say

LOG = logging.getLogger("freehold.socket")
READ_BYTES = 65_536
"""Longer frames are not even read: the socket's own error 1009 ends them."""
SESSION_CHARACTERS = 32
RETRY_MS = 1000
FLOOD_MS = 10_000
MESSAGES = (WSMsgType.TEXT, WSMsgType.BINARY)
SIGNALS = (WSMsgType.PING, WSMsgType.PONG)
PER_ADDRESS: web.AppKey[dict[str, int]] = web.AppKey("per_address", dict[str, int])
HANDSHAKE = ("Connection", "Upgrade", "Sec-WebSocket-Version", "Sec-WebSocket-Key")


class Farewell(Exception):
    """The connection ends, by this code."""

    def __init__(self, code: str, retry_ms: int = 0, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.retry_ms = retry_ms
        self.facts = facts


class Visit(ABC):
    """One WebSocket from its opening to its end: here, or at another node that relays it."""

    def __init__(self, hub: Hub, address: str, cookie: str, words: Mapping[str, str]) -> None:
        self.hub = hub
        self.address = address
        self.cookie = cookie
        self.words = words
        """Those of its address: the game of a text protocol, and what stands after the ?."""
        self.room: OpenRoom | None = None
        self.relay: Relay | None = None
        """It leads to the nodes that have other rooms, if there are any."""
        self.is_relayed = False

    @abstractmethod
    async def receive(self) -> WSMessage:
        """The next message of the client."""


class OwnVisit(Visit):
    """One whose WebSocket ends here."""

    def __init__(self, request: web.Request) -> None:
        hub = request.app[HUB]
        words = {**request.query, **request.match_info}
        cookie = request.cookies.get(COOKIE, "")
        super().__init__(hub, address_of(request, hub.settings), cookie, words)
        self.relay = request.app.get(RELAY)
        self.request = request
        self.response = web.WebSocketResponse(
            max_msg_size=READ_BYTES, compress=False, autoping=False, decode_text=False, timeout=2
        )

    async def receive(self) -> WSMessage:
        return await self.response.receive()


class Relay(Protocol):
    """To the nodes that have other rooms."""

    async def room_of(self, code: str) -> str:
        """The room of a typed code; empty if there is none."""

    async def carry(
        self, visit: Visit, connection: Connection, room: str, first: bytes = b"", game: str = ""
    ) -> bool:
        """Have another node talk, until the end, beginning with this message of the client, by the
        text protocol of that game if there is one. False if no other node has the room."""


RELAY: web.AppKey[Relay] = web.AppKey("relay", Relay)
Make = Callable[..., Connection]
Talk = Callable[[Visit, Connection], Awaitable[None]]


async def attend(request: web.Request, make: Make, talk: Talk) -> web.StreamResponse:
    """Let somebody in, talk with them, and see them out."""
    settings = request.app[HUB].settings
    origin = request.headers.get("Origin")
    if origin is not None and not is_own_origin(origin, request.host, settings):
        raise Illegal("wrong_origin")
    _need_plain_handshake(request)
    visit = OwnVisit(request)
    with _counted(visit):
        await visit.response.prepare(request)
        if request.transport is not None:
            bucket = Bucket(settings.commands_per_second, settings.max_command_burst)
            conn = next(visit.hub.conns)
            connection = make(conn, request.transport, settings.max_unsent_bytes, bucket)
            count_fragments(visit, connection)
            await see(visit, connection, talk)
    return visit.response


def _need_plain_handshake(request: web.Request) -> None:
    """In ASCII, which aiohttp takes for granted."""
    if not all(request.headers.get(name, "").isascii() for name in HANDSHAKE):
        raise Illegal("malformed", reason="the headers of a WebSocket are ASCII")


@contextmanager
def _counted(visit: OwnVisit) -> Iterator[None]:
    """One more connection of an address, if it may have one."""
    settings, counts = visit.hub.settings, visit.request.app[PER_ADDRESS]
    already = counts.get(visit.address, 0)
    is_limited = not is_free(visit.address, settings)
    if is_limited and already >= settings.max_websockets_per_address:
        raise Illegal("too_many_connections")
    counts[visit.address] = already + 1
    try:
        yield
    finally:
        counts[visit.address] -= 1
        if not counts[visit.address]:
            del counts[visit.address]


async def see(visit: Visit, connection: Connection, talk: Talk) -> None:
    """Talk with somebody, and see them out."""
    hub = visit.hub
    connection.heard_at, connection.tally = hub.now(), hub.tally
    connection.address = "" if is_free(visit.address, hub.settings) else visit.address
    hub.connections[connection.conn] = connection
    try:
        await talk(visit, connection)
    except TimeoutError:
        connection.bye("no_hello", close_code=POLICY)
    except Farewell as farewell:
        connection.bye(farewell.code, farewell.retry_ms, POLICY, farewell.facts)
    except Illegal as refusal:
        retry_ms = RETRY_MS if refusal.code in ("disk", "elsewhere") else 0
        connection.bye(refusal.code, retry_ms, POLICY, refusal.facts)
    except ConnectionError:
        pass
    except Exception:  # our own bug ends this connection and no other
        LOG.exception("a connection failed")
        connection.bye("broken", RETRY_MS)
    finally:
        connection.is_over = True
        hub.connections.pop(connection.conn, None)
        if visit.room:
            visit.room.depart(connection)


async def read_frame(visit: Visit, connection: Connection, most: int = 0) -> bytes | None:
    """The next message's bytes; None at the end. Too many or too long is answered here."""
    while True:
        frame = await visit.receive()
        connection.heard_at = visit.hub.now()
        if frame.type is WSMsgType.PONG:
            connection.ponged(connection.heard_at)
        if frame.type not in MESSAGES and frame.type not in SIGNALS:
            return None
        is_slow = connection.bucket.take(connection.heard_at)
        if connection.bucket.is_flooded:
            raise Farewell("flood", FLOOD_MS)
        if frame.type in SIGNALS:
            if frame.type is WSMsgType.PING and is_slow:
                connection.write(websocket_frame(PONG, frame.data))
            continue
        if not is_slow:
            connection.send(_too_fast(visit, frame))
            continue
        data: bytes = frame.data
        connection.is_text = frame.type is WSMsgType.TEXT
        if len(data) > (most or visit.hub.settings.max_message_bytes):
            raise too_long(visit, connection)
        if is_ping(data, connection.is_text):  # by us, though the room be another node's
            connection.send(Packet(Pong()))
            continue
        return data


def _too_fast(visit: Visit, frame: WSMessage) -> Packet:
    """It names the command, if it is no longer than a message may be."""
    is_short = len(frame.data) <= visit.hub.settings.max_message_bytes
    n = number_of(frame.data, frame.type is WSMsgType.TEXT) if is_short else -1
    return Packet(Refused(n, "too_fast", say("too_fast")))


def count_fragments(visit: OwnVisit, connection: Connection) -> None:
    """Each part of a message but the last counts as one too: see `fragments.py`."""

    def count() -> None:
        connection.bucket.take(visit.hub.now())
        if connection.bucket.is_flooded:
            connection.bye("flood", FLOOD_MS, POLICY)

    if isinstance(visit.request.protocol, Door):
        visit.request.protocol.count_fragment = count


def too_long(visit: Visit, connection: Connection) -> Farewell:
    """It is answered, and the connection ends."""
    facts = {"most": visit.hub.settings.max_message_bytes}
    connection.send(Packet(Refused(-1, "too_long", say("too_long", facts), facts)))
    return Farewell("too_long", **facts)


# Who it is


def need_tries(visit: Visit) -> None:
    """Refuses a client that has guessed wrong too often."""
    hub = visit.hub
    is_limited = not is_free(visit.address, hub.settings)
    if is_limited and hub.bad_tokens.is_spent(visit.address, hub.now()):
        raise Farewell("too_many_tries", 60_000)


def read_session(session: str) -> str:
    is_word = all(each.isascii() and (each.isalnum() or each in "-_") for each in session)
    # A session of `bot-` is a bot's, so that a log says who it was.
    if not (1 <= len(session) <= SESSION_CHARACTERS and is_word) or session.startswith("bot-"):
        raise Farewell("bad_session")
    return session


def know_by_token(hub: Hub, room: OpenRoom, connection: Connection, token: str) -> bool:
    """Whose token it is: a seat's, a watcher's, or nobody's."""
    hashed = hash_of(token)
    for chair in room.room.chairs:
        if has_hash(chair.tokens, hashed) and not chair.is_gone:
            hub.conduct.need_welcome(chair.guest, connection.address)
            connection.guest, connection.name, connection.token = chair.guest, chair.name, hashed
            connection.bucket = room.bucket_of(chair.guest)
            return True
    watching = hub.watchers.find(room.room.id, hashed)
    if watching:
        hub.conduct.need_welcome(watching.guest, connection.address)
        connection.guest, connection.name = watching.guest, watching.name
        connection.token, connection.was_seated = hashed, watching.was_seated
    return watching is not None


async def know_by_cookie(visit: Visit, connection: Connection) -> None:
    """Whose browser it is. A cookie opens nothing here; it shuts out players who would watch."""
    guest = await visit.hub.guests.find(visit.cookie) if visit.cookie else None
    connection.visitor = guest.id if guest else ""
