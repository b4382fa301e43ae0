"""One node of a site: it keeps its lease, claims rooms that nobody has, and lets go of rooms.

Rules about this file:
1. The database says which nodes are gone: a lease has lapsed, or a session has ended. After an
   outage of the database all have; a node claims nothing before it has held its own session and
   lease for the time of a lease, so that the others can come back first.
2. A node that has been away looks which rooms are still its own, before anything else.
3. Nobody is let in while others may have taken us for gone.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import cycle
from typing import TypeVar, cast

import msgspec

from freehold.cluster.bus import Bus, BusDown
from freehold.cluster.directory import (
    LEASE_MS,
    RENEWALS,
    Directory,
    NodeSeen,
    Owned,
    absent_ms,
)
from freehold.game import Illegal
from freehold.server.hub import MOVED_MS, Hub
from freehold.server.rooms import roomrecords
from freehold.server.rooms.openrooms import OpenRoom
from freehold.store.protocol import RoomStore, Unavailable

LOG = logging.getLogger("freehold.node")
T = TypeVar("T")
CLAIMED_AT_ONCE = 8
"""Few, so that all nodes get some of them."""
HAS, TAKE, YES = b"has ", b"take ", b"yes"
ASK_S = 0.25
"""A node that does not answer within this time is asked again, if it is still alive by then."""
SETTLE_S = 6.0
"""How long somebody waits for a room whose node does not answer: until its lease has lapsed."""
AGAIN_S = 0.05
SOON_S = 0.01
AT_ONCE_S = 0.05
"""The first pause after the database did not answer: usually there is only another session to be
begun."""
HANDED_OVER_AT_ONCE = 4
"""The others go on meanwhile. Few, so that nobody waits until many others have been taken up."""
TAKE_S = 2.0
"""How long a room that is handed over is waited for, before the next one is."""


class OwnNode:
    """This server, among others."""

    def __init__(self, hub: Hub, directory: Directory, bus: Bus, lease_ms: int = LEASE_MS) -> None:
        self.hub = hub
        self.id = directory.node
        self.bus = bus
        self.nodes: tuple[NodeSeen, ...] = ()
        """All that are alive, this one too."""
        self.is_leaving = False
        """It claims nothing any more."""
        self.has_left = False
        """Its lease is given up."""
        self.gone: Callable[[str], None] = lambda node: None
        """Told of nodes that are gone."""
        self.claimed: Callable[[str, int], None] = lambda room, epoch: None
        """Told of rooms that this node has claimed."""
        self._directory = directory
        self._lease_s = lease_ms / 1000
        self._absent_s = absent_ms(lease_ms) / 1000
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="freehold-directory")
        self._steady_since = float("inf")
        self._renewed_at = float("-inf")
        """When we last began to renew our lease, and it was renewed."""
        self._renewing = asyncio.Lock()
        self._claiming: dict[str, asyncio.Lock] = {}
        self._orphaned = asyncio.Event()
        """There may be rooms that nobody has."""
        self._taking: dict[str, asyncio.Future[None]] = {}
        """Rooms that were claimed because nobody had them, and are not open yet."""
        self._expected: set[str] = set()
        """Rooms that were given up while people were in them."""
        self._settling: dict[str, asyncio.Future[Owned | None]] = {}
        """Rooms that somebody is looking for."""
        self.claims = 0
        self._is_closed = False

    async def look(self, ask: Callable[[Directory], T]) -> T:
        """Ask the directory, in its thread. A database that does not answer is a refusal."""
        if self._is_closed:
            raise Illegal("stopping")
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._thread, ask, self._directory)
        except Unavailable:
            self._steady_since = float("inf")  # the others may have lost their sessions, too
            raise Illegal("disk") from None

    async def open(self) -> None:
        await self._renew()
        self.hub.spawn(self._keep_lease())
        self.hub.spawn(self._claim_orphans())

    # The lease

    async def _keep_lease(self) -> None:
        failures = 0
        while True:
            await asyncio.sleep(AT_ONCE_S if failures == 1 else self._until_renewal())
            if self.has_left:
                return
            try:
                await self._renew()
                failures = 0
            except Illegal:
                failures += 1

    def _until_renewal(self) -> float:
        """It is also the moment to see that another node is gone."""
        left = (node.left_ms / 1000 + SOON_S for node in self.nodes if node.id != self.id)
        return min([self._lease_s / RENEWALS, *left])

    async def _renew(self) -> None:
        async with self._renewing:
            await self._renew_now()

    async def _renew_now(self) -> None:
        load = len(self.hub.connections) + len(self.hub.rooms)
        began = self.hub.loop.time()
        renewed = await self.look(lambda directory: directory.renew(load))
        now = self.hub.loop.time()
        if renewed.had_lapsed:
            self._steady_since = now
        if renewed.had_lapsed or not self.is_sure:  # that it had may have been said, and lost
            await self._look_at_rooms()
        self._steady_since = min(self._steady_since, now)
        self._renewed_at = began
        alive = {node.id for node in renewed.nodes}
        before, self.nodes = self.nodes, renewed.nodes
        for node in before:
            if node.id not in alive:
                LOG.warning("a node is gone", extra={"reason": node.id})
                self.gone(node.id)
                self._orphaned.set()

    async def _look_at_rooms(self) -> None:
        """Let go of what others have claimed while we were away."""
        before = dict(self.hub.epochs)
        owned = await self.look(lambda directory: directory.owned())
        for room, epoch in before.items():
            if owned.get(room) != epoch and self.hub.epochs.get(room) == epoch:
                self.hub.lost(room)

    @property
    def is_sure(self) -> bool:
        """Nobody can have taken us for gone, though our session may have ended, and whatever the
        time is at the database: nobody has claimed a room of ours."""
        return self.hub.loop.time() - self._renewed_at < self._absent_s

    async def make_sure(self) -> None:
        """Before somebody is let in: they may have been in a room of ours at another node, and
        would see less here than they saw there. Illegal if the database does not answer."""
        if self.is_sure:
            return
        async with self._renewing:
            if not self.is_sure:  # somebody else may have seen to it meanwhile
                await self._renew_now()

    @property
    def is_steady(self) -> bool:
        """Have we held our lease for the time of one?"""
        return self.hub.loop.time() - self._steady_since >= self._lease_s

    def least_loaded(self) -> str:
        nodes = self.nodes or (NodeSeen(self.id, 0),)
        least = min(node.load for node in nodes)
        if any(node.id == self.id and node.load == least for node in nodes):
            return self.id
        return next(node.id for node in nodes if node.load == least)

    # Finding and claiming rooms

    async def settle(self, room: str) -> Owned | None:
        """The other node that has a room, if one has it and answers; None if this one has it, or if
        there is none. A room that nobody has is ours afterwards. Illegal if it takes too long."""
        while not self.has(room):
            settling = self._settling.get(room)
            if settling is None:  # once for all who come to it
                settling = self._settling[room] = asyncio.ensure_future(self._settle(room))
                settling.add_done_callback(partial(self._settled, room))
            owned = await asyncio.shield(settling)
            if owned is None or owned.owner != self.id:
                return owned
        return None

    def has(self, room: str) -> bool:
        """People may come in: it is here, and we are not handing it over."""
        opened = self.hub.rooms.get(room)
        return opened is not None and not opened.is_elsewhere

    def _settled(self, room: str, settling: asyncio.Future[Owned | None]) -> None:
        del self._settling[room]
        if not settling.cancelled():
            settling.exception()  # it may be that nobody waits for it any more

    async def _settle(self, room: str) -> Owned | None:
        """The node that has it, be it this one; None if there is no such room."""
        until = self.hub.loop.time() + SETTLE_S
        while True:
            owned = await self.look(lambda directory: directory.find(room))
            if owned is None:
                return None
            if owned.is_alive and owned.owner != self.id:
                if await self._answers(owned):
                    return owned
            elif not self.is_leaving and (owned.owner == self.id or self.is_steady):
                await self._claim(room)
            if self.has(room):
                return msgspec.structs.replace(owned, owner=self.id)
            if self.hub.loop.time() > until:
                raise Illegal("elsewhere")
            await asyncio.sleep(AGAIN_S)

    async def _answers(self, owned: Owned) -> bool:
        """Does that node say that it has the room?"""
        try:
            answer = await self.bus.ask(owned.owner, HAS + owned.room.encode(), ASK_S)
        except BusDown:
            return False
        return answer == YES

    async def say_whether(self, question: bytes) -> bytes:
        """The answer to such a question of another node."""
        room = question.removeprefix(HAS).decode()
        if room in self._taking or room in self._claiming:
            await self._claim(room)  # it is about to be ours
        try:
            await self.make_sure()
        except Illegal:
            return b"no"
        return YES if self.has(room) else b"no"

    async def take_over(self, question: bytes) -> bytes:
        """Another node stops, and hands this room over to us."""
        room = question.removeprefix(TAKE).decode()
        try:
            if not self.is_leaving:  # nobody has it, however short a time we have been here
                await self._claim(room)
            if room not in self.hub.rooms:
                return b"no"
            await self.hub.rooms[room].wake()
        except Illegal:
            return b"no"
        return YES

    async def _claim(self, room: str) -> None:
        if taking := self._taking.get(room):
            await asyncio.wait([taking])
            return
        lock = self._claiming.setdefault(room, asyncio.Lock())
        async with lock:
            if room not in self.hub.rooms:
                claimed = await self.look(lambda directory: directory.claim(room))
                if claimed:
                    await self._take(room, claimed.epoch)
        if not lock.locked():
            self._claiming.pop(room, None)

    async def _take(self, room: str, epoch: int) -> None:
        """Open a room that we have claimed."""
        kept = await self.hub.keeper.ask(partial(roomrecords.read_room, room=room))
        if kept is None:
            raise Illegal("damaged_room")
        if self.hub.epochs.get(room, epoch) < epoch:
            self.hub.lost(room)  # it was another's meanwhile
        if room not in self.hub.rooms:
            self.claims += 1
            self.hub.add(kept, epoch)
            self.claimed(room, epoch)
            LOG.info("claimed a room", extra={"room": room})

    def expect(self, rooms: Collection[str]) -> None:
        """Another node has given up its rooms, and people are on their way to these of them."""
        self._expected.update(rooms)
        self._wake_expected()
        self._orphaned.set()

    def _wake_expected(self) -> None:
        for room in self._expected.intersection(self.hub.rooms):
            self._expected.discard(room)
            self.hub.spawn(self.hub.rooms[room].wake())

    async def _claim_orphans(self) -> None:
        """Rooms of nodes that are gone are ours, a few at a time, though nobody asks for them: else
        no list would name them. It is tried at once when a node goes, and now and then."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._lease_s / 2):
                    await self._orphaned.wait()
            self._orphaned.clear()
            if self.is_leaving:
                return
            if not self.is_steady:
                continue
            try:
                while await self._claim_some():
                    pass
                self._expected.clear()
            except Illegal as refusal:
                LOG.warning("rooms cannot be claimed", extra={"reason": refusal.code})

    async def _claim_some(self) -> bool:
        """Claim a few; whether there may be more."""
        found = await self.look(lambda directory: directory.claim_some(CLAIMED_AT_ONCE))
        for each in found:  # before anybody who asks for it can read that it is ours
            self._taking[each.room] = asyncio.ensure_future(self._take(each.room, each.epoch))
        await asyncio.gather(*(self._taking[each.room] for each in found), return_exceptions=True)
        for each in found:
            if error := self._taking.pop(each.room).exception():
                why = error.code if isinstance(error, Illegal) else repr(error)
                extra = {"room": each.room, "reason": why}
                LOG.warning("a claimed room cannot be opened", extra=extra)
        self._wake_expected()
        return len(found) == CLAIMED_AT_ONCE

    # Leaving

    async def drain(self, tell: Callable[[tuple[str, ...]], None]) -> None:
        """Hand over room by room, a few at a time, to each of the other nodes in turn. What none of
        them has taken is anybody's: they are told."""
        self.is_leaving = True
        some = asyncio.Semaphore(HANDED_OVER_AT_ONCE)
        heirs = cycle([node.id for node in self.nodes if node.id != self.id] or [""])

        async def part_with(opened: OpenRoom) -> None:
            async with some:
                is_expected = bool(opened.connections)
                is_taken = await self._give_up(opened, next(heirs) if is_expected else "")
            if not is_taken:
                tell((opened.room.id,) if is_expected else ())

        while rooms := list(self.hub.rooms.values()):  # one may have been made meanwhile
            await asyncio.gather(*map(part_with, rooms))
        self.has_left = True
        for connection in list(self.hub.connections.values()):
            connection.bye("elsewhere", MOVED_MS)
        try:
            await self.look(lambda directory: directory.leave())
        except Illegal:
            LOG.warning("the directory cannot be told that this node stops")

    async def _give_up(self, opened: OpenRoom, heir: str) -> bool:
        """Whether the other node has taken it. Until then it is played on here, and what is written
        is in the log that the other one reads: after that, nothing of ours is."""
        room, epoch = opened.room.id, self.hub.epochs.get(opened.room.id, 0)
        is_taken = False
        opened.is_elsewhere = True
        if opened.playing:
            await opened.playing.leave()
        try:
            # After all that is on its way to the database, and before people are told to come back.
            await opened.keeper.ask(lambda store: cast(RoomStore, store).give_up_room(room, epoch))
            is_taken = bool(heir) and await self._hand_to(heir, room)
        except Illegal as refusal:  # then our lease will lapse
            LOG.warning("a room is not given up", extra={"reason": refusal.code})
        if self.hub.rooms.get(room) is opened:
            self.hub.let_go(opened, "elsewhere", MOVED_MS)
        return is_taken

    async def _hand_to(self, heir: str, room: str) -> bool:
        try:
            return await self.bus.ask(heir, TAKE + room.encode(), TAKE_S) == YES
        except BusDown:
            return False

    async def close(self) -> None:
        self._is_closed = True
        await self.bus.close()
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._directory.close()
