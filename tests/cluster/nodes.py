"""Several nodes in one process, as one site in memory, and people at each of them."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any

from freehold.cluster.directory import new_node
from freehold.cluster.memory import MemoryBus, MemoryDirectory, MemoryPlug, MemoryRooms, MemorySite
from freehold.games import game_names
from freehold.server.app import make_app
from freehold.server.http.gate import open_gate
from freehold.server.hub import Hub
from freehold.server.rooms.guests import hash_of
from freehold.server.site.sites import SiteNode
from tests.games_under_test import game_named
from tests.server.world import World, patient_settings

LEASE_MS = 400
SECRET = "the host's word"


class NodeWorld(World):
    """One server of a site."""

    site: SiteNode
    plug: MemoryPlug
    database: MemorySite

    @property
    def id(self) -> str:
        return self.site.node.id

    async def crash(self) -> None:
        """As kill -9: no lease is given up, and no socket says goodbye."""
        self.site.node.is_leaving = self.site.node.has_left = True  # no loop of its own goes on
        self.database.sessions.discard(self.id)
        await self.plug.close()
        await super().crash()

    async def close(self) -> None:
        if self.id in self.plug._bus.plugs:
            await self.site.drain()
            await self.hub.close()
            await self.site.close()
            await self.stop_listening()


class Cluster:
    """A site, and its nodes by the order of their start."""

    def __init__(self, lease_ms: int) -> None:
        self.lease_ms = lease_ms
        self.database = MemorySite(monotonic)
        self.bus = MemoryBus()
        self.nodes: list[NodeWorld] = []

    async def start(self, name: str, **chosen: Any) -> NodeWorld:
        id = new_node(name)
        settings = patient_settings(**chosen)
        store: Any = MemoryRooms(self.database, id)
        hub = Hub(settings, store, game_named, lambda: [*game_names(), "lantern"])
        await hub.open()
        plug = MemoryPlug(self.bus)
        directory = MemoryDirectory(self.database, id, self.lease_ms)
        node = SiteNode(hub, directory, plug, self.lease_ms)
        await node.open()
        listening = socket.socket()
        listening.bind(("127.0.0.1", 0))
        runner = await open_gate(make_app(hub, hash_of(SECRET), node), hub, listening, 1)
        world = NodeWorld(hub, runner, listening.getsockname()[1])
        world.site, world.plug, world.database = node, plug, self.database
        self.nodes.append(world)
        return world

    async def meet(self) -> None:
        """Until every node knows all others."""
        while not all(len(each.site.node.nodes) == len(self.nodes) for each in self.nodes):
            await asyncio.sleep(0.01)

    def owner(self, room: str) -> NodeWorld:
        owner = self.database.rooms[room].owner
        return next(each for each in self.nodes if each.id == owner)


@asynccontextmanager
async def cluster(
    nodes: int = 3, lease_ms: int = LEASE_MS, **chosen: Any
) -> AsyncIterator[Cluster]:
    made = Cluster(lease_ms)
    try:
        for number in range(nodes):
            await made.start(f"n{number}", **chosen)
        await made.meet()
        yield made
    finally:
        for node in made.nodes:
            await node.close()
