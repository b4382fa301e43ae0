"""A whole site on a virtual clock: three nodes, a database, a bus, people, and much bad luck.

The nodes are the server's own code, from the socket to the store's protocol: hubs, rooms, live
matches, fences, leases, relays and links. Only what they stand on is pretended:

- the database (`cluster/memory.py`) answers late, or does not say what became of a commit, or is
  away, for one node or for all;
- the bus drops, delays, repeats and reorders, is away, or does not carry between two nodes;
- nodes are killed, held up and go on, and are drained; others start in their place;
- people are cut off, and come back to any node.

Rules about this file:
1. Everything is drawn from the seed: a run repeats exactly, and a failing seed can be run alone.
2. People note what they were told, and how many lines were safe at that moment.
   `tests/server/match/checks.py` judges that, as it does for one server. What nobody sees (whose
   write it was, when a room may be claimed) is judged here, when it happens.
"""

from __future__ import annotations

import asyncio
import dataclasses
import logging
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

import msgspec
import pytest
from aiohttp import WSMessage, WSMsgType
from msgspec import Struct

from freehold.cluster.bus import Answering, BusDown, Hear
from freehold.cluster.directory import Claimed, Renewed, absent_ms
from freehold.cluster.links import Bytes
from freehold.cluster.memory import MemoryDirectory, MemoryRooms, MemorySite
from freehold.game import AnyGame, Illegal
from freehold.games import load_game
from freehold.games._template import GAME as TEMPLATE
from freehold.games._template.params import Params
from freehold.kernel.chance import Stream, key_of
from freehold.match import read_record, verify
from freehold.match.patches import Frame
from freehold.protocol import wire
from freehold.protocol.knowing import KnownView
from freehold.protocol.packets import BINARY
from freehold.protocol.wire import (
    VERSION,
    Act,
    Acted,
    Bye,
    Hello,
    Moved,
    Refused,
    RoomNow,
    Welcome,
)
from freehold.server import keys
from freehold.server.hub import Hub
from freehold.server.limits import Bucket
from freehold.server.match import keeping
from freehold.server.rooms import guests, rooms, series
from freehold.server.rooms.connections import Connection
from freehold.server.rooms.guests import new_id
from freehold.server.rooms.rooms import Room, RoomChanges
from freehold.server.site.relays import MOVES
from freehold.server.site.sites import SiteNode
from freehold.server.sockets import sockets
from freehold.server.sockets.doors import Visit, see
from freehold.store import Fenced, Writer
from freehold.store.protocol import Appending, StoreError, Unavailable
from freehold.store.writer import Answer, Operation
from tests.cluster.virtual import Timeline, VirtualLoop
from tests.server.match.checks import Past, check_counted_once, check_rest, check_shown
from tests.server.match.simulation import Client
from tests.server.world import patient_settings
from tests.toy import GAME as TOY
from tests.toy.params import Params as Cave

LEASE_MS = 400
STORM_S = 5.0
CALM_S = 1.5
MOST_CALMS = 12
"""After the storm everything comes to rest within this number of calms."""
SILENT_MS = 1_500
"""People who hear nothing for this time, though they wait for something, come back elsewhere."""
UNSURE = ("disk", "elsewhere", "too_fast")
"""Refusals that do not say whether the action has counted: it is said again."""


class Scene(NamedTuple):
    game: AnyGame
    seats: int
    params: Struct
    think_ms: int


def with_snapshots(game: AnyGame) -> AnyGame:
    return dataclasses.replace(game, snapshot_entries=6)


LAND_GRAB = with_snapshots(load_game("land-grab"))
SCENES = (
    Scene(with_snapshots(TEMPLATE), 3, Params(side_cells=7), 120),
    Scene(LAND_GRAB, 2, LAND_GRAB.params(), 120),
    Scene(
        with_snapshots(TOY),
        2,
        Cave(width_cells=8, height_cells=6, traps=5, gust_ms=900, hold_ms=400, match_ms=60_000),
        150,
    ),
)


class Broken(AssertionError):
    """A promise was broken."""


# The database


class Ledger(Struct):
    """What is true of a room, by the order of things in the database."""

    owner: str = ""
    renewed: dict[str, float] = {}
    """By node: when it renewed its lease last."""


class SimStore(MemoryRooms):
    """The store of one node, and a look at whose writes are let through."""

    def __init__(self, world: Site, node: str) -> None:
        super().__init__(world.database, node)
        self._world = world

    def add_room(self, room: str, code: str, standing: str) -> int:
        epoch = super().add_room(room, code, standing)
        self._world.ledger.owner = self.node
        return epoch

    def need_room(self, room: str, epoch: int) -> None:
        try:
            super().need_room(room, epoch)
        except Fenced:
            self._world.met["fenced writes"] += 1
            raise
        owner = self._world.ledger.owner
        if owner != self.node:
            self._world.fail(f"{self.node} wrote for a room that {owner} had claimed")

    def append_all(self, appends: list[Appending]) -> list[StoreError | None]:
        refusals = self._site.store.append_all(appends)
        self._world.met["fenced writes"] += sum(isinstance(each, Fenced) for each in refusals)
        return refusals


class SimDirectory(MemoryDirectory):
    """The directory as one node sees it, and a look at when rooms are claimed."""

    def __init__(self, world: Site, node: str) -> None:
        super().__init__(world.database, node, LEASE_MS)
        self._world = world

    def renew(self, load: int) -> Renewed:
        self._world.ledger.renewed[self.node] = self._world.timeline.now
        return super().renew(load)

    def leave(self) -> None:
        self._world.ledger.renewed.pop(self.node, None)
        super().leave()

    def _claim(self, room: str, is_ours_too: bool) -> Claimed | None:
        world, before = self._world, self._site.rooms[room].owner
        claimed = super()._claim(room, is_ours_too)
        if claimed:
            world.met["claims"] += 1
            since = world.timeline.now - world.ledger.renewed.get(before, 0)
            is_absent = before not in self._site.sessions
            held_ms = absent_ms(LEASE_MS) if is_absent else LEASE_MS
            if before not in ("", self.node) and since * 1000 < held_ms - 1:
                words = "session had just ended" if is_absent else "lease had not lapsed"
                world.fail(f"{self.node} claimed a room of {before}, whose {words}")
            world.met["claims of the absent"] += is_absent and since * 1000 < LEASE_MS - 1
            world.ledger.owner = self.node
        return claimed


class SimWriter(Writer):
    """The writer without its thread: batches, transactions and answers are its own."""

    def __init__(self, store: Any, deliver: Any, committed: Any) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        self._store, self._committed, self._loop = store, committed, loop
        self._waiting: list[tuple[Operation, Answer]] = []
        self._is_busy = False
        self.commits = self.operations = 0

    def submit_all(self, operations: Any) -> None:
        self._waiting += operations
        if not self._is_busy:
            self._next()

    def _next(self) -> None:
        self._is_busy = bool(self._waiting)
        if self._is_busy:
            batch, self._waiting = self._waiting, []
            work = partial(self._commit_in, batch)
            self._loop.job(work, (self._store,), partial(self._done, batch))

    def _commit_in(self, batch: list[tuple[Operation, Answer]], store: Any) -> Any:
        return self._commit(batch)

    def _done(self, batch: list[tuple[Operation, Answer]], result: Any, error: Any) -> None:
        answers = result if error is None else [(answer, None, error) for _, answer in batch]
        self._loop.call_soon(self._deliver_all, answers)

    def _deliver_all(self, answers: list[tuple[Answer, Any, Exception | None]]) -> None:
        self._next()
        for answer, result, error in answers:
            answer(result, error)

    def close(self) -> None:
        """There is no thread to end."""


class HastyWriter(SimWriter):
    """A planted fault: it says of lines that they are safe before they are committed."""

    def submit_all(self, operations: Any) -> None:
        early = []
        for operation, answer in operations:
            if isinstance(operation, Appending):
                self._loop.call_soon(answer, None, None)
                early.append((operation, lambda result, error: None))
            else:
                early.append((operation, answer))
        super().submit_all(early)


def carry_out(work: Callable[[], Any], answer: Callable[[Any, Any], None]) -> None:
    try:
        result = work()
    except Exception as error:
        answer(None, error)
    else:
        answer(result, None)


# Nodes


class SimHub(Hub):
    def wall(self) -> int:
        """All nodes' clocks on the wall go right."""
        assert isinstance(self.loop, VirtualLoop)
        return self.loop._timeline.ms


class SimNode:
    """One process."""

    def __init__(self, world: Site, place: int, life: int) -> None:
        self.world, self.place, self.id = world, place, f"n{place}-{life}"
        self.is_dead = self.is_open = self.is_draining = False
        self.away_until = 0.0
        """The database does not hear it."""
        ahead_s = (0.0, 3_600.0, -500.0)[place]
        self.loop = VirtualLoop(world.timeline, ahead_s, self._work)
        self.hub: SimHub
        self.site: SiteNode
        self.plug = SimPlug(world, self)
        self._opening = self.loop.create_task(self._open())

    async def _open(self) -> None:
        world = self.world
        settings = patient_settings(grace_ms=600_000, commands_per_second=1000)
        store: Any = SimStore(world, self.id)
        self.hub = SimHub(settings, store, world.find_game, lambda: [world.game.name])
        try:
            await self.hub.open()
            self.site = SiteNode(self.hub, world.directory(world, self.id), self.plug, LEASE_MS)
            self._look_at_deliveries(self.site)
            await self.site.open()
        except Illegal:  # as a supervisor would, once more
            self.world.kill(self)
            return
        self.is_open = True

    def _work(
        self, func: Callable[..., Any], given: tuple[Any, ...], answer: Callable[[Any, Any], None]
    ) -> None:
        """Of a thread: a question to the database, or something of its own."""
        work = partial(func, *given)
        if given and isinstance(given[0], SimDirectory):
            self.world.ask_database(self, work, answer, is_session=True)
        elif given and isinstance(given[0], SimStore):
            self.world.ask_database(self, work, answer)
        else:
            self.world.timeline.after(1, partial(carry_out, work, answer))

    def _look_at_deliveries(self, site: SiteNode) -> None:
        """At one node the owners of a room never go back, its own claims included."""
        relays, claimed = site.relays, site.node.claimed
        deliver, newest = relays._deliver, 0

        def note(room: str, epoch: int) -> None:
            nonlocal newest
            newest = max(newest, epoch)
            claimed(room, epoch)

        def look(node: str, item: Bytes) -> None:
            nonlocal newest
            edge = relays.edges.get(item.conn)
            came = edge.came if edge else 0
            deliver(node, item)
            if edge and edge.came > came:
                if item.epoch < newest:
                    self.world.fail(f"{self.id} let through bytes of an older owner")
                newest = max(newest, item.epoch)

        relays._deliver = look  # type: ignore[method-assign]
        site.node.claimed = note

    @property
    def has_room(self) -> bool:
        return self.is_open and self.world.room in self.hub.rooms

    async def drain(self) -> None:
        self.is_draining = True
        await self.site.drain()
        self.world.kill(self)


class SimPlug:
    """The bus, as one node sees it."""

    is_up = True

    def __init__(self, world: Site, node: SimNode) -> None:
        self._world, self._node = world, node
        self.hear: Hear = lambda data: None
        self.answer: Answering

    async def open(self, node: str, hear: Hear, answer: Answering) -> None:
        self.hear, self.answer = hear, answer
        self._world.plugged[node] = self._node

    def send(self, node: str, data: bytes) -> None:
        if other := self._world.plugged.get(node):
            hear = other.plug.hear
            self._world.carry(self._node, other, lambda: other.loop.call_soon(hear, data))

    def send_all(self, data: bytes) -> None:
        for node in list(self._world.plugged):
            if node != self._node.id:
                self.send(node, data)

    async def ask(self, node: str, data: bytes, patience_s: float) -> bytes:
        other = self._world.plugged.get(node)
        if other is None:
            raise BusDown(f"node {node} does not answer")
        mine, world = self._node, self._world
        future: asyncio.Future[bytes] = mine.loop.create_future()

        def settle(answer: bytes) -> None:
            if not future.done():
                future.set_result(answer)

        async def respond() -> None:
            answer = await other.plug.answer(data)
            world.carry(other, mine, lambda: mine.loop.call_soon(settle, answer))

        world.carry(mine, other, lambda: other.loop.call_soon(other.hub.spawn, respond()))
        try:
            async with asyncio.timeout(patience_s):
                return await future
        except TimeoutError:
            raise BusDown(f"node {node} does not answer") from None

    async def close(self) -> None:
        self._world.plugged.pop(self._node.id, None)


# People and their sockets


class Socket(asyncio.Transport):
    """A person's connection, as its node writes to it."""

    def __init__(self, world: Site, person: Person, node: SimNode) -> None:
        super().__init__()
        self.world, self.person, self.node = world, person, node
        self.visit: SimVisit | None = None
        self.is_over = False
        self._latest = {"up": 0.0, "down": 0.0}

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if not self.is_over:
            self._later("down", partial(self.person.read, self, bytes(data), self.world.safe()))

    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return self.is_over

    def close(self) -> None:
        if not self.is_over:
            self.is_over = True
            self._later("down", partial(self.person.cut, self, 50))

    abort = close

    def say(self, message: Struct, not_before_ms: int = 0) -> None:
        """From the person to the node."""
        frame = WSMessage(WSMsgType.BINARY, wire.encode(message), None)
        self._latest["up"] = max(self._latest["up"], self.world.timeline.now + not_before_ms / 1000)
        self._later("up", partial(self._hand_in, frame))

    def hang_up(self) -> None:
        self._later("up", partial(self._hand_in, WSMessage(WSMsgType.CLOSED, None, None)))

    def _hand_in(self, frame: WSMessage) -> None:
        if self.visit and not self.node.is_dead:
            self.node.loop.call_soon(self._take, self.visit, frame)

    def _take(self, visit: SimVisit, frame: WSMessage) -> None:
        self.is_over |= frame.type is WSMsgType.CLOSED
        visit.messages.put_nowait(frame)

    def _later(self, way: str, what: Callable[[], None]) -> None:
        """Nothing overtakes anything on one connection."""
        timeline = self.world.timeline
        at = max(self._latest[way], timeline.now + (1 + self.world.rng.below(20)) / 1000)
        self._latest[way] = at
        timeline.after((at - timeline.now) * 1000, what)


class SimVisit(Visit):
    def __init__(self, node: SimNode, is_movable: bool) -> None:
        super().__init__(node.hub, "127.0.0.1", "", {MOVES: "1"} if is_movable else {})
        self.relay = node.site.relays
        self.messages: asyncio.Queue[WSMessage] = asyncio.Queue()

    async def receive(self) -> WSMessage:
        return await self.messages.get()


class Person(Client):
    """A tab that comes back by itself, to whichever node it finds."""

    def __init__(self, world: Site, name: str, seat: int, token: str) -> None:
        super().__init__(name, seat)
        self.world, self.token = world, token
        self.socket: Socket | None = None
        self.heard_at = 0.0
        self.acked = 0
        self.is_welcomed = self.has_room = self.is_unsure = False
        self.is_movable = seat > 0
        """It knows what it means that a room has moved; others have to come back."""
        self.phase = ""
        self._known = KnownView(world.game)

    def dial(self) -> None:
        """As through a balancer: a node that is not there is passed over."""
        world = self.world
        nodes = [node for node in world.nodes if node.is_open and not node.is_dead]
        if not nodes:
            world.timeline.after(100, self.dial)
            return
        node = world.rng.pick(nodes)
        self.socket = socket = Socket(world, self, node)
        self.heard_at = world.timeline.now
        self.is_welcomed = self.has_room = False
        self.is_fresh = True
        accepted_ms = 1 + world.rng.below(10)
        world.timeline.after(accepted_ms, partial(self._accepted, socket))
        hello = Hello(VERSION, world.room, self.session, self.token, at=world.timeline.ms)
        socket.say(hello, accepted_ms)

    def _accepted(self, socket: Socket) -> None:
        node = socket.node
        if node.is_dead:
            self.cut(socket, 50)
            return
        socket.visit = SimVisit(node, self.is_movable)
        node.loop.call_soon(self._enter, node, socket)

    def _enter(self, node: SimNode, socket: Socket) -> None:
        hub, visit = node.hub, socket.visit
        assert visit is not None
        settings = hub.settings
        bucket = Bucket(settings.commands_per_second, settings.max_command_burst)
        connection = Connection(next(hub.conns), socket, settings.max_unsent_bytes, bucket)

        async def attend() -> None:
            await see(visit, connection, sockets.talk)
            socket.close()

        hub.spawn(attend())

    def cut(self, socket: Socket, wait_ms: int) -> None:
        if self.socket is socket:
            self.socket = self.conn = None
            self.world.timeline.after(wait_ms + self.world.rng.below(100), self.dial)

    def give_up(self) -> None:
        if self.socket is not None:
            self.socket.hang_up()
            self.cut(self.socket, 20)

    # What is heard

    def read(self, socket: Socket, data: bytes, safe: int) -> None:
        if self.socket is not socket:
            return
        self.heard_at = self.world.timeline.now
        while data and self.socket is socket:
            size, start = data[1], 2
            if size >= 126:
                start += 2 if size == 126 else 8
                size = int.from_bytes(data[2:start], "big")
            kind, payload, data = data[0], data[start : start + size], data[start + size :]
            if kind == BINARY:
                self._take(wire.decode_from_server(payload), socket, safe)

    def _take(self, message: Struct, socket: Socket, safe: int) -> None:
        now = self.world.timeline.ms
        match message:
            case Welcome():
                if message.last < self.acked:
                    self.world.fail(f"{self.session} was welcomed as if {self.acked} had not been")
                self.is_welcomed, self.conn = True, 1
                self.say_again(socket)
            case RoomNow():
                self.phase, is_first, self.has_room = message.phase, not self.has_room, True
                if is_first:
                    self.say_again(socket)
            case Frame():
                self.hear(now, self._known._typed(message), safe)
            case Acted():
                self.acked = max(self.acked, message.n)
                self.world.met["acknowledged"] += message.n in self.unanswered
                self.hear(now, message, safe)
            case Refused() if message.code in UNSURE:
                self.world.met["not sure"] += 1
                if not self.is_unsure:
                    self.is_unsure = True
                    self.world.timeline.after(200, partial(self.say_again, socket))
            case Refused():
                self.hear(now, message, safe)
            case Moved():
                self.world.met["moves"] += 1
                self.is_welcomed = self.has_room = False
                self.is_fresh, self.conn = True, None
            case Bye(code, _, retry_ms):
                if not retry_ms:
                    self.world.fail(f"{self.session} was sent away for good: {code}")
                self.cut(socket, retry_ms)

    # What is said

    def say_again(self, socket: Socket) -> None:
        self.is_unsure = False
        if self.socket is socket and self.is_welcomed and self.has_room:
            for n in self.unanswered:
                socket.say(Act(n, self.asked[n]))

    def think(self) -> None:
        world = self.world
        world.timeline.after(1 + world.rng.below(2 * world.scene.think_ms), self.think)
        waits = self.unanswered or not self.is_welcomed
        is_silent = world.timeline.now - self.heard_at > SILENT_MS / 1000
        if (waits and is_silent) or world.is_unlucky(60):
            self.give_up()
        elif not world.is_calm and self.is_welcomed and len(self.unanswered) < 3:
            self._command()

    def _command(self) -> None:
        world = self.world
        if self.phase != "playing" or self.socket is None or self.is_fresh:
            return
        action = self.choose(world.game, world.timeline.ms, world.rng)
        if action is None:
            return
        self.n += 1
        self.asked[self.n] = action
        self.unanswered.append(self.n)
        self.socket.say(Act(self.n, action))
        if world.is_unlucky(10):
            self.socket.say(Act(self.n, action))


# The whole


class Secrets:
    """What ids, tokens and codes are drawn with: counted, so that a run repeats."""

    def __init__(self) -> None:
        self._count = 0

    def token_hex(self, size: int) -> str:
        self._count += 1
        return f"{self._count:0{2 * size}x}"

    token_urlsafe = token_hex

    def choice(self, words: Any) -> Any:
        self._count += 1
        return words[self._count % len(words)]


class Site:
    """Everything, from a seed."""

    directory: Callable[[Site, str], SimDirectory] = SimDirectory

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.rng = Stream(key_of("site", seed), "site")
        self.scene = SCENES[seed % len(SCENES)]
        self.game = self.scene.game
        self.timeline = Timeline()
        self.database = MemorySite(lambda: self.timeline.now)
        self.ledger = Ledger()
        self.met: Counter[str] = Counter()
        self.faults: list[str] = []
        self.is_calm = True
        self.room = self.match = ""
        self.lives = 0
        self.plugged: dict[str, SimNode] = {}
        self.apart: set[frozenset[int]] = set()
        """Places between which the bus does not carry."""
        self.bus_down_until = self.away_until = 0.0
        self.people: list[Person] = []
        self.nodes = [self.start(place) for place in range(3)]
        self.all_nodes = list(self.nodes)

    def find_game(self, name: str) -> AnyGame:
        return self.game

    def fail(self, why: str) -> None:
        self.faults.append(why)

    def safe(self) -> int:
        """How many lines of the match are in the database."""
        return len(self.database.store._lines.get(self.match, ()))

    @property
    def is_well(self) -> bool:
        """The weather is over."""
        away_until = max(self.away_until, self.bus_down_until, *(n.away_until for n in self.nodes))
        is_over = away_until < self.timeline.now and not self.apart
        is_hit = any(node.loop.is_held_up or node.is_draining for node in self.nodes)
        return is_over and not is_hit

    def is_unlucky(self, one_in: int) -> bool:
        return not self.is_calm and self.rng.below(one_in) == 0

    # Nodes

    def start(self, place: int) -> SimNode:
        self.lives += 1
        return SimNode(self, place, self.lives)

    def kill(self, node: SimNode) -> None:
        if node.is_dead:
            return
        node.is_dead = node.loop.is_held_up = True
        node.loop.leave()
        if self.rng.below(4):  # else nobody tells the database that the machine is gone
            end = partial(self.database.sessions.discard, node.id)
            self.timeline.after(1 + self.rng.below(30), end)
        self.plugged.pop(node.id, None)
        for person in self.people:
            if person.socket and person.socket.node is node:
                person.socket._later("down", partial(person.cut, person.socket, 50))
        self.timeline.after(200 + self.rng.below(800), partial(self._replace, node.place))

    def _replace(self, place: int) -> None:
        if self.nodes[place].is_dead:
            self.nodes[place] = self.start(place)
            self.all_nodes.append(self.nodes[place])

    def hold_up(self, node: SimNode) -> None:
        node.loop.is_held_up = True
        self.timeline.after(100 + self.rng.below(2_000), partial(self._go_on, node))

    def _go_on(self, node: SimNode) -> None:
        node.loop.is_held_up = node.is_dead

    # The database

    def ask_database(
        self,
        node: SimNode,
        work: Callable[[], Any],
        answer: Callable[[Any, Any], None],
        is_session: bool = False,
    ) -> None:
        """It does what it is asked when the question arrives, and the answer takes its time. One
        session of a node says that it is there: it ends with a question that fails."""
        perform = partial(self._perform, node, work, answer, is_session)
        self.timeline.after(self._delay(), perform)

    def _delay(self) -> int:
        if self.is_unlucky(15):
            return self.rng.below(60) if self.rng.below(8) else self.rng.below(1_200)
        return 1 + self.rng.below(4)

    def _perform(
        self,
        node: SimNode,
        work: Callable[[], Any],
        answer: Callable[[Any, Any], None],
        is_session: bool,
    ) -> None:
        now = self.timeline.now
        is_away = now < self.away_until or now < node.away_until
        if node.is_dead and self.rng.below(2):
            return  # it had not left yet
        lost = Unavailable("the connection was lost")
        if is_away or self.is_unlucky(250):
            self.met["database away"] += 1
            if is_session:
                self.database.sessions.discard(node.id)
            self.timeline.after(self._delay(), partial(answer, None, lost))
            return
        is_unknown = self.is_unlucky(120)
        self.met["unknown outcomes"] += is_unknown

        def tell(result: Any, error: Any) -> None:
            told = (None, lost) if is_unknown else (result, error)
            self.timeline.after(self._delay(), partial(answer, *told))

        carry_out(work, tell)

    # The bus

    def carry(self, sender: SimNode, receiver: SimNode, arrive: Callable[[], Any]) -> None:
        way = frozenset((sender.place, receiver.place))
        if self.timeline.now < self.bus_down_until or way in self.apart or receiver.is_dead:
            return
        if self.is_unlucky(120):
            self.met["lost messages"] += 1
            return
        wait = 1
        if self.is_unlucky(80):  # and so it is overtaken by others
            self.met["late messages"] += 1
            wait += self.rng.below(300)
        self.timeline.after(wait, partial(self._arrive, receiver, arrive))
        if self.is_unlucky(120):
            self.met["repeated messages"] += 1
            self.timeline.after(wait + self.rng.below(100), partial(self._arrive, receiver, arrive))

    def _arrive(self, receiver: SimNode, arrive: Callable[[], Any]) -> None:
        if not receiver.is_dead:
            arrive()

    # Bad luck

    def strike(self) -> None:
        """One fault, and another one after a while."""
        if self.is_calm:
            return
        self.timeline.after(300 + self.rng.below(900), self.strike)
        node = self.rng.pick(self.nodes)
        owner = next((each for each in self.nodes if each.has_room), node)
        victim = owner if self.rng.below(2) else node
        if not victim.is_open or victim.is_dead or victim.loop.is_held_up:
            return
        fault = self.rng.below(7)
        now, long_s = self.timeline.now, self.rng.below(1_800) / 1000
        self.met["faults"] += 1
        if fault == 0:
            self.met["kills"] += 1
            self.kill(victim)
        elif fault in (1, 2):
            self.met["freezes"] += 1
            self.hold_up(victim)
        elif fault == 3:
            self.met["nodes without database"] += 1
            victim.away_until = now + long_s
            self.database.sessions.discard(victim.id)
        elif fault == 4:
            self.met["drains"] += 1
            victim.loop.call_soon(victim.hub.spawn, victim.drain())
        elif fault == 5:
            self.met["partitions"] += 1
            way = frozenset((victim.place, (victim.place + 1) % 3))
            self.apart.add(way)
            self.timeline.after(long_s * 1000, partial(self.apart.discard, way))
        elif self.rng.below(2):
            self.met["outages of the bus"] += 1
            self.bus_down_until = now + long_s / 2
        else:
            self.met["outages of the database"] += 1
            self.away_until = now + long_s / 2
            self.database.sessions.clear()

    # From the beginning to the end

    def play(self) -> None:
        self.timeline.run_for(0.2)
        self._begin()
        for person in self.people:
            self.timeline.after(self.rng.below(50), person.dial)
            self.timeline.after(100 + self.rng.below(100), person.think)
        self.timeline.run_for(0.5)
        self.is_calm = False
        self.timeline.after(self.rng.below(500), self.strike)
        self.timeline.run_for(STORM_S)
        self.is_calm = True
        for _ in range(MOST_CALMS):
            was_well = self.is_well  # else people may be in a room that has moved, without knowing
            self.timeline.run_for(CALM_S)
            if was_well and all(each.conn and not each.unanswered for each in self.people):
                break
        for node in self.nodes:
            for opened in node.hub.rooms.values():
                if opened.playing:
                    node.loop.call_soon(opened.playing.rest, True)
        self.timeline.run_for(0.5)

    def _begin(self) -> None:
        """A running match, and everybody's tokens."""
        hub, loop = self.nodes[0].hub, self.nodes[0].loop
        scene = self.scene

        async def seat_everybody() -> None:
            known = [(await hub.guests.add())[1] for _ in range(scene.seats)]
            params = msgspec.to_builtins(scene.params)
            wishes = RoomChanges(self.game.name, params, seats=scene.seats)
            opened, secret = await hub.create_room(known[0], wishes)
            self.room = opened.room.id
            for seat, guest in enumerate((*known, known[0])):
                joined = await hub.join(opened, guest, word=secret)
                name = f"tab{seat}" if seat < scene.seats else "second"
                self.people.append(Person(self, name, joined.seat, joined.token))

            def begin(room: Room) -> Room:
                ready = [msgspec.structs.replace(chair, is_ready=True) for chair in room.chairs]
                room = rooms.change(room, chairs=tuple(ready))
                return series.start(room, known[0].id, self.game, new_id())

            await opened.change(begin)
            self.match = opened.room.match

        done = loop.create_task(seat_everybody())
        self.timeline.run_for(0.5)
        done.result()

    def close(self) -> None:
        self.is_calm = True
        for node in self.all_nodes:
            node.is_dead = True
        for node in self.all_nodes:
            node.loop.end()


def check(world: Site) -> None:
    assert not world.faults, world.faults[0]
    failures = [each for node in world.all_nodes for each in node.loop.failures]
    assert not failures, failures[0]
    record = read_record(b"".join(world.database.store.read_lines(world.match)))
    verify(world.game, record)
    past = Past(world.game, record.header, list(record.lines))
    check_counted_once(past)
    for person in world.people:
        check_shown(person, past)
        check_rest(person, past)


class Said(logging.Handler):
    """What the nodes log of their own failures; what they log of the weather is passed over."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.failures: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            self.failures.append(f"{record.getMessage()}: {record.exc_info[1]!r}")


@contextmanager
def pretending(patch: pytest.MonkeyPatch, seed: int) -> Iterator[Said]:
    """What a node takes from its surroundings is the simulation's."""
    if vars(keeping)["Writer"] is Writer:  # else a fault is planted there
        patch.setattr(keeping, "Writer", SimWriter)
    patch.setattr(guests, "secrets", Secrets())
    patch.setattr("freehold.server.hub.warm_types", lambda find_game, names: [])
    patch.setattr(keys, "new_key", lambda: key_of("match", seed))
    said = Said()
    log = logging.getLogger("freehold")
    patch.setattr(log, "handlers", [said])
    patch.setattr(log, "propagate", False)
    yield said


def play(seed: int, directory: type[SimDirectory] = SimDirectory) -> Counter[str]:
    """One site from its beginning to its checks."""
    with pytest.MonkeyPatch.context() as patch, pretending(patch, seed) as said:
        world = Site(seed)
        world.directory = directory
        try:
            world.play()
            world.faults += said.failures
            check(world)
        finally:
            world.close()
        counts = Counter({"sites": 1, "log lines": world.safe()})
        return counts + world.met
