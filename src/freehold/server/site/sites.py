"""All parts of a node together, from its start to its end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from typing import Any

from aiohttp import web

from freehold.cluster.bus import Bus
from freehold.cluster.directory import LEASE_MS, Directory
from freehold.cluster.links import Announced, Deleted, GivenUp, News, Regulated, Renamed
from freehold.game import Illegal
from freehold.server.http.calls import SITE, At, Call
from freehold.server.http.replays import REPLAYS
from freehold.server.hub import Hub
from freehold.server.site.carrying import Carrying
from freehold.server.site.node import HAS, TAKE, OwnNode
from freehold.server.site.relays import Relays
from freehold.server.sockets.doors import RELAY
from freehold.server.upkeep import guestdata
from freehold.server.upkeep.guestdata import Forgotten

LOG = logging.getLogger("freehold.node")
GUESTS_MS = 30_000
"""What another node has changed about a guest is known here after this time, if not at once."""


class SiteNode:
    """This server as a node: opened after the hub, and drained before it is closed."""

    def __init__(self, hub: Hub, directory: Directory, bus: Bus, lease_ms: int = LEASE_MS) -> None:
        self.node = OwnNode(hub, directory, bus, lease_ms)
        self.relays = Relays(self.node, self._hear)
        self.carrying = Carrying(self.node)
        self.node.gone = self.relays.drop
        self.node.claimed = self.relays.note_epoch
        self._forget_films: Callable[[Collection[str]], None] = lambda matches: None
        hub.guests.keep_ms = GUESTS_MS
        hub.guests.renamed = lambda guest, name: self.tell_all(Renamed(guest, name))

    async def open(self) -> None:
        """BusDown if the bus cannot be used, Illegal if the database is gone."""
        await self.node.bus.open(self.node.id, self.relays.links.hear, self._answer)
        await self.node.open()
        self.node.hub.spawn(self.relays.beat())
        self.node.hub.spawn(self._keep_reading())

    def add_to(self, app: web.Application) -> None:
        app[SITE] = self
        app[RELAY] = self.relays
        self._forget_films = app[REPLAYS].forget

    async def respond(self, at: At, path: str, call: Call) -> web.Response | None:
        return await self.carrying.respond(at, path, call)

    async def forget_in_room(self, room: str, guest: str, instead: str) -> Forgotten | None:
        return await self.carrying.forget_in_room(room, guest, instead)

    async def _answer(self, data: bytes) -> bytes:
        if data.startswith(HAS):
            return await self.node.say_whether(data)
        if data.startswith(TAKE):
            return await self.node.take_over(data)
        return await self.carrying.answer(data)

    # News

    def tell_all(self, news: Any) -> None:
        self.relays.links.tell_all(news)

    def _hear(self, news: News) -> None:
        hub = self.node.hub
        match news:
            case Regulated():
                hub.spawn(self._read_conduct())
            case Deleted(guest, matches):
                guestdata.dismiss(hub, guest)
                hub.guests.forget(guest)
                hub.spawn(self._read_conduct())
                self._forget_films(matches)
            case Announced(text):
                hub.announce(text)
            case Renamed(guest, name):
                hub.spawn(hub.guests.take_name(guest, name))
            case GivenUp(rooms):
                self.node.expect(rooms)

    async def _read_conduct(self) -> None:
        """Bans, and all else that moderators decide, as the store knows them."""
        try:
            await self.node.hub.conduct.open()
        except Illegal:
            LOG.warning("bans cannot be read")
        self.node.hub.shut_out()

    async def _keep_reading(self) -> None:
        """News may be lost."""
        while True:
            await asyncio.sleep(GUESTS_MS / 1000)
            await self._read_conduct()

    # The end

    async def drain(self) -> None:
        await self.node.drain(lambda rooms: self.tell_all(GivenUp(rooms)))
        self.relays.links.flush()
        await asyncio.sleep(0.05)  # the last goodbyes leave

    async def close(self) -> None:
        await self.node.close()
