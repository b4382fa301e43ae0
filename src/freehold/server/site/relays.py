"""Sockets between nodes: the node that a client came to keeps its WebSocket, and the node that has
the room sees an ordinary `Connection` whose transport is the bus.

Rules about this file:
1. The client's own node reads, counts and pings; the room's node decides.
2. What was sent to a client and not yet read is counted by the room's node, as with any other
   connection: its own node says what was read, long before it is too much.
3. Bytes of an owner with an older epoch than the newest one known of a room are dropped, and so is
   the link to it.
4. A client whose link is dropped keeps its WebSocket, if it understands that its room has moved:
   its node finds the room and says the client's hello there. Others are asked to come back.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from aiohttp import WSMessage, WSMsgType
from msgspec import Struct

from freehold.cluster.directory import Owned
from freehold.cluster.links import (
    Away,
    Bytes,
    Gone,
    Item,
    Links,
    News,
    Opened,
    Read,
    Sent,
    Shut,
    There,
)
from freehold.protocol.packets import Packet
from freehold.protocol.wire import Moved
from freehold.server.hub import MOVED_MS, Hub
from freehold.server.limits import Bucket
from freehold.server.match.inputs import Conn
from freehold.server.rooms.connections import Connection
from freehold.server.site.node import OwnNode
from freehold.server.sockets import sockets, textsockets
from freehold.server.sockets.doors import Visit, read_frame, see
from freehold.server.sockets.textsockets import TextConnection

LOG = logging.getLogger("freehold.relay")
READ_EVERY_BYTES = 16 * 1024
"""What a client has read is reported after this amount, and on every beat."""
BEAT_S = 0.5
SILENCE_S = 4.0
"""A node that has said nothing for this time is gone, as far as sockets are concerned."""
MOVES = "moves"
"""In the address of a client that understands `Moved`."""


class Edge(Struct):
    """A client of ours in a room of another node."""

    connection: Connection
    owner: str
    room: str
    epoch: int
    waiting: asyncio.Timeout | None = None
    """Ended with the link, if the client then waits for another one."""
    came: int = 0
    """Bytes for it."""
    reported: int = 0


class BusTransport(asyncio.Transport):
    """What the room's node writes to: it leads to the client's own node."""

    def __init__(self, links: Links, node: str, conn: int, epoch: int) -> None:
        super().__init__()
        self._links, self._node, self._conn, self._epoch = links, node, conn, epoch
        self._written = 0
        self.read = 0
        self._is_closing = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if not self._is_closing:
            self._written += len(data)
            self._links.add_bytes(self._node, self._conn, self._epoch, bytes(data))

    def get_write_buffer_size(self) -> int:
        return self._written - self.read

    def is_closing(self) -> bool:
        return self._is_closing

    def close(self) -> None:
        self._end(is_cut=False)

    def abort(self) -> None:
        self._end(is_cut=True)

    def drop(self) -> None:
        """There is nobody at the other end."""
        self._is_closing = True

    def send_away(self) -> None:
        """The client's own node is to look for the room."""
        if not self._is_closing:
            self._is_closing = True
            self._links.add(self._node, Away(self._conn))

    def _end(self, is_cut: bool) -> None:
        if not self._is_closing:
            self._is_closing = True
            self._links.add(self._node, Shut(self._conn, is_cut))


class CarriedVisit(Visit):
    """Somebody whose WebSocket is another node's."""

    def __init__(self, hub: Hub, opened: Opened) -> None:
        super().__init__(hub, opened.address, opened.cookie, opened.words)
        self.is_relayed = True
        self.messages: asyncio.Queue[WSMessage] = asyncio.Queue()

    async def receive(self) -> WSMessage:
        return await self.messages.get()

    def say(self, said: Sent) -> None:
        kind = WSMsgType.TEXT if said.is_text else WSMsgType.BINARY
        self.messages.put_nowait(WSMessage(kind, said.data, None))

    def end(self) -> None:
        self.messages.put_nowait(WSMessage(WSMsgType.CLOSED, None, None))


class Carried(Struct):
    """A client of another node in a room of ours."""

    visit: CarriedVisit
    connection: Connection
    transport: BusTransport


class Relays:
    """All sockets between this node and others, both ways."""

    def __init__(self, node: OwnNode, hear_news: Callable[[News], None]) -> None:
        self._node, self._hub = node, node.hub
        self.links = Links(node.bus, node.id, self._take, self.drop, hear_news)
        self.edges: dict[int, Edge] = {}
        self.carried: dict[tuple[str, int], Carried] = {}
        self._epochs: dict[str, int] = {}
        """The newest epochs known of rooms that clients of ours are in."""

    async def beat(self) -> None:
        """Now and then: report what was read, and see who is silent."""
        while True:
            await asyncio.sleep(BEAT_S)
            for conn, edge in self.edges.items():
                self._report(conn, edge, 1)
            there: dict[str, list[int]] = {node: [] for node, _ in self.carried}
            for conn, edge in self.edges.items():
                there.setdefault(edge.owner, []).append(conn)
            for node, conns in there.items():
                self.links.add(node, There(conns))
            now = asyncio.get_running_loop().time()
            for node in there:
                if now - self.links.heard_at.setdefault(node, now) > SILENCE_S:
                    self.drop(node)

    def _compare(self, node: str, there: There) -> None:
        """Let go of what only one side knows of: it was dropped while that node was away."""
        known = {conn for other, conn in self.carried if other == node}
        for conn in known.difference(there.conns):
            self._take(node, Gone(conn))
        for conn in set(there.conns) - known:
            self.links.add(node, Away(conn))

    def drop(self, node: str) -> None:
        """Nothing between us and that node counts any more."""
        for conn, edge in list(self.edges.items()):
            if edge.owner == node:
                self._let_go(conn, edge)
        for key in [key for key in self.carried if key[0] == node]:
            carried = self.carried.pop(key)
            carried.transport.drop()
            carried.connection.is_over = True
            carried.visit.end()
        self.links.heard_at.pop(node, None)

    def _let_go(self, conn: int, edge: Edge) -> None:
        """The room is found wherever it is: by us, or by the client when it comes back."""
        self.edges.pop(conn, None)
        self.links.add(edge.owner, Gone(conn))
        if edge.waiting:
            edge.connection.send(Packet(Moved()))
            edge.waiting.reschedule(asyncio.get_running_loop().time())
        else:
            edge.connection.bye("elsewhere", MOVED_MS)

    def _take(self, node: str, item: Item) -> None:
        match item:
            case Opened():
                self._open(node, item)
            case Sent():
                if carried := self.carried.get((node, item.conn)):
                    carried.connection.lag = item.lag_ms
                    carried.visit.say(item)
            case Gone():
                if carried := self.carried.get((node, item.conn)):
                    carried.transport.drop()
                    carried.visit.end()
            case Read():
                if carried := self.carried.get((node, item.conn)):
                    carried.transport.read = item.total
            case Bytes():
                self._deliver(node, item)
            case Shut():
                self._end(node, item)
            case There():
                self._compare(node, item)
            case Away():
                edge = self.edges.get(item.conn)
                if edge and edge.owner == node:
                    self._let_go(item.conn, edge)

    # At the client's own node

    async def room_of(self, code: str) -> str:
        return await self._node.look(lambda directory: directory.find_code(code)) or ""

    async def carry(
        self, visit: Visit, connection: Connection, room: str, first: bytes = b"", game: str = ""
    ) -> bool:
        while not connection.is_gone:
            if room in self._hub.rooms:
                await self._node.make_sure()
            owned = await self._node.settle(room)
            if owned is None or connection.is_gone:  # it may have come in by another one
                return connection.is_gone
            if not await self._pass_on(visit, connection, owned, first, game):
                return True
        return True

    async def _pass_on(
        self, visit: Visit, connection: Connection, owned: Owned, first: bytes, game: str
    ) -> bool:
        """Between a client and the node that has its room, until one of them goes; whether it is
        the room that has gone, and the client waits for it."""
        # A link is another one each time: what comes late was meant for the one before.
        conn, owner, room, epoch = next(self._hub.conns), owned.owner, owned.room, owned.epoch
        is_movable = bool(first) and not game and MOVES in visit.words
        self.note_epoch(room, epoch)
        words, address, cookie = dict(visit.words), visit.address, visit.cookie
        self.links.add(owner, Opened(conn, room, epoch, game, words, address, cookie, is_movable))
        if first:
            self._say(owner, conn, connection, first)
        settings = self._hub.settings
        most = max(settings.max_message_bytes, settings.max_setup_bytes)
        try:
            async with asyncio.timeout(None) as waiting:
                waits = waiting if is_movable else None
                self.edges[conn] = Edge(connection, owner, room, epoch, waits)
                while (data := await read_frame(visit, connection, most)) is not None:
                    self._say(owner, conn, connection, data)
            return False
        except TimeoutError:
            return True
        finally:
            if self.edges.pop(conn, None):
                self.links.add(owner, Gone(conn))

    def _say(self, owner: str, conn: Conn, connection: Connection, data: bytes) -> None:
        self.links.add(owner, Sent(conn, data, connection.is_text, connection.lag))

    def note_epoch(self, room: str, epoch: int) -> None:
        """Clients of ours do not talk to an older owner of this room any more."""
        if epoch <= self._epochs.get(room, 0):
            return
        self._epochs[room] = epoch
        for conn, edge in list(self.edges.items()):
            if edge.room == room and edge.epoch < epoch:
                self._let_go(conn, edge)
        if len(self._epochs) > 10_000:  # only those that somebody is in have to be known
            there = {edge.room for edge in self.edges.values()} | {room}
            self._epochs = {key: self._epochs[key] for key in there if key in self._epochs}

    def _deliver(self, node: str, item: Bytes) -> None:
        edge = self.edges.get(item.conn)
        if edge is None or edge.owner != node:
            return
        if item.epoch < self._epochs.get(edge.room, 0):
            self._let_go(item.conn, edge)
            return
        edge.came += len(item.data)
        edge.connection.write(item.data)
        self._report(item.conn, edge, READ_EVERY_BYTES)

    def _report(self, conn: int, edge: Edge, least: int) -> None:
        total = edge.came - min(edge.came, edge.connection.unread)
        if total - edge.reported >= least:
            edge.reported = total
            self.links.add(edge.owner, Read(conn, total))

    def _end(self, node: str, item: Shut) -> None:
        edge = self.edges.get(item.conn)
        if edge is None or edge.owner != node:
            return
        del self.edges[item.conn]
        if item.is_cut:
            edge.connection.cut()
        else:
            edge.connection.hang_up()

    # At the node that has the room

    def _open(self, node: str, opened: Opened) -> None:
        hub, settings = self._hub, self._hub.settings
        epoch = hub.epochs.get(opened.room, 0)
        if epoch < opened.epoch and epoch:
            hub.lost(opened.room)  # somebody has read in the directory that it is another's
        transport = BusTransport(self.links, node, opened.conn, max(epoch, opened.epoch))
        visit = CarriedVisit(hub, opened)
        make = TextConnection if opened.game else Connection
        bucket = Bucket(settings.commands_per_second, settings.max_command_burst)
        connection = make(next(hub.conns), transport, settings.max_unsent_bytes, bucket)
        connection.is_relayed = True
        if opened.is_movable:
            connection.on_elsewhere = transport.send_away
        self.carried[node, opened.conn] = carried = Carried(visit, connection, transport)
        hub.spawn(self._see((node, opened.conn), carried, bool(opened.game)))

    async def _see(self, key: tuple[str, int], carried: Carried, is_text: bool) -> None:
        talk = textsockets.talk if is_text else sockets.talk
        try:
            await see(carried.visit, carried.connection, talk)
        finally:
            carried.transport.close()
            if self.carried.get(key) is carried:
                del self.carried[key]
