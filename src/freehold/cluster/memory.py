"""A site in memory: one store, directory and bus for nodes in one process, for tests.

It is the plainest reading of what `postgres.py` and `carrier.py` do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from itertools import islice
from threading import RLock
from typing import Any

from msgspec import Struct

from freehold.cluster.bus import Answering, BusDown, Hear
from freehold.cluster.directory import (
    LEASE_MS,
    Claimed,
    NodeSeen,
    Owned,
    Renewed,
    absent_ms,
)
from freehold.store import Fenced, MemoryStore
from freehold.store.protocol import Taken, Unavailable


class RoomRow(Struct):
    code: str
    standing: str
    owner: str
    epoch: int


class NodeRow(Struct):
    load: int
    lease_until: float
    early_s: float = 0.0
    """Without a session it is gone this much earlier."""


class MemorySite:
    """The database. Transactions come one after the other."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.now = now
        """Seconds, by the database's own clock."""
        self.lock = RLock()
        self.store = MemoryStore()
        self.rooms: dict[str, RoomRow] = {}
        self.nodes: dict[str, NodeRow] = {}
        self.sessions: set[str] = set()
        """Nodes that are connected; a test ends a session by taking it out."""
        self.is_up = True

    def left_s(self, node: str) -> float:
        """How long it is alive, though it does not renew its lease."""
        row = self.nodes.get(node)
        if row is None:
            return 0.0
        until = row.lease_until - (0.0 if node in self.sessions else row.early_s)
        return until - self.now()

    def is_alive(self, node: str) -> bool:
        return self.left_s(node) > 0


class MemoryRooms:
    """The store of one node: the site's, for itself from `begin` to the end of a transaction."""

    def __init__(self, site: MemorySite, node: str) -> None:
        self.node = node
        self._site = site
        self._before: dict[str, RoomRow] = {}
        self._is_held = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._site.store, name)

    def begin(self) -> None:
        if not self._site.is_up:
            raise Unavailable("the database does not answer")
        self._site.lock.acquire()
        self._is_held = True
        self._before = {
            room: RoomRow(row.code, row.standing, row.owner, row.epoch)
            for room, row in self._site.rooms.items()
        }
        self._site.store.begin()

    def commit(self) -> None:
        if not self._site.is_up:
            raise Unavailable("the database does not answer")
        self._site.store.commit()
        self._end()

    def rollback(self) -> None:
        if self._is_held:
            self._site.store.rollback()
            self._site.rooms = self._before
            self._end()

    def _end(self) -> None:
        self._is_held = False
        self._site.lock.release()

    def close(self) -> None:
        """The site stays."""

    def add_room(self, room: str, code: str, standing: str) -> int:
        for other in self._site.rooms.values():
            if other.code == code or (standing and other.standing == standing):
                raise Taken(code)
        self._site.rooms[room] = RoomRow(code, standing, self.node, 1)
        return 1

    def need_room(self, room: str, epoch: int) -> None:
        row = self._site.rooms.get(room)
        if row is None or row.epoch != epoch:
            raise Fenced(f"room {room} is not owned by epoch {epoch}")

    def give_up_room(self, room: str, epoch: int) -> None:
        self.need_room(room, epoch)
        self._site.rooms[room].owner = ""

    def forget_room(self, room: str) -> None:
        self._site.rooms.pop(room, None)

    def adopt_rooms(self, rooms: Sequence[tuple[str, str, str]]) -> None:
        for room, code, standing in rooms:
            self._site.rooms.setdefault(room, RoomRow(code, standing, "", 1))
        kept = {room for room, _, _ in rooms}
        for room in set(self._site.rooms) - kept:
            del self._site.rooms[room]


class MemoryDirectory:
    """As one node sees it."""

    def __init__(self, site: MemorySite, node: str, lease_ms: int = LEASE_MS) -> None:
        self.node = node
        self._site = site
        self._lease_s = lease_ms / 1000
        self._early_s = (lease_ms - absent_ms(lease_ms)) / 1000

    def _need(self) -> MemorySite:
        if not self._site.is_up:
            raise Unavailable("the database does not answer")
        return self._site

    def renew(self, load: int) -> Renewed:
        site = self._need()
        site.sessions.add(self.node)
        had_lapsed = not site.is_alive(self.node)
        site.nodes[self.node] = NodeRow(load, site.now() + self._lease_s, self._early_s)
        alive = [(id, site.left_s(id)) for id in sorted(site.nodes) if site.is_alive(id)]
        seen = (NodeSeen(id, site.nodes[id].load, round(1000 * left)) for id, left in alive)
        return Renewed(had_lapsed, tuple(seen))

    def leave(self) -> None:
        self._need().nodes.pop(self.node, None)

    def find(self, room: str) -> Owned | None:
        site = self._need()
        row = site.rooms.get(room)
        return Owned(room, row.owner, row.epoch, site.is_alive(row.owner)) if row else None

    def find_code(self, code: str) -> str | None:
        rooms = self._need().rooms
        return next((room for room, row in rooms.items() if row.code == code), None)

    def find_standing(self, game: str) -> str | None:
        rooms = self._need().rooms
        return next((room for room, row in rooms.items() if row.standing == game), None)

    def claim(self, room: str) -> Claimed | None:
        with self._need().lock:
            return self._claim(room, is_ours_too=True)

    def claim_some(self, most: int) -> list[Claimed]:
        with self._need().lock:
            tried = (self._claim(room, is_ours_too=False) for room in sorted(self._site.rooms))
            return list(islice(filter(None, tried), most))

    def _claim(self, room: str, is_ours_too: bool) -> Claimed | None:
        site, row = self._site, self._site.rooms.get(room)
        if row is None or not site.is_alive(self.node):
            return None
        is_ours = is_ours_too and row.owner == self.node
        if site.is_alive(row.owner) and not is_ours:
            return None
        row.owner, row.epoch = self.node, row.epoch + 1
        return Claimed(room, row.epoch)

    def owned(self) -> dict[str, int]:
        rooms = self._need().rooms
        return {room: row.epoch for room, row in rooms.items() if row.owner == self.node}

    def close(self) -> None:
        """The site stays."""


class MemoryBus:
    """The wire of a site in memory; each node has a `MemoryPlug` in it."""

    def __init__(self) -> None:
        self.plugs: dict[str, MemoryPlug] = {}
        self.is_up = True
        self.loses: Callable[[str, str, bytes], bool] = lambda sender, receiver, data: False
        """Is this message lost on its way?"""


class MemoryPlug:
    def __init__(self, bus: MemoryBus) -> None:
        self._bus = bus
        self.node = ""
        self._hear: Hear = lambda data: None
        self._answer: Answering

    async def open(self, node: str, hear: Hear, answer: Answering) -> None:
        self.node, self._hear, self._answer = node, hear, answer
        self._bus.plugs[node] = self

    @property
    def is_up(self) -> bool:
        return self._bus.is_up

    def send(self, node: str, data: bytes) -> None:
        is_open = self._bus.is_up and self.node in self._bus.plugs
        if is_open and not self._bus.loses(self.node, node, data):
            asyncio.get_running_loop().call_soon(self._deliver, node, data)

    def _deliver(self, node: str, data: bytes) -> None:
        if other := self._bus.plugs.get(node):
            other._hear(data)

    async def ask(self, node: str, data: bytes, patience_s: float) -> bytes:
        other = self._bus.plugs.get(node)
        is_lost = not self._bus.is_up or self._bus.loses(self.node, node, data)
        if other is None or is_lost:
            raise BusDown(f"node {node} does not answer")
        try:
            async with asyncio.timeout(patience_s):
                return await other._answer(data)
        except TimeoutError:
            raise BusDown(f"node {node} does not answer") from None

    def send_all(self, data: bytes) -> None:
        for node in list(self._bus.plugs):
            if node != self.node:
                self.send(node, data)

    async def close(self) -> None:
        self._bus.plugs.pop(self.node, None)
