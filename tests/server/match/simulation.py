"""A world for a live match on a virtual clock: a disk, a network, clients, and much bad luck.

Rules about this file:
1. Everything is drawn from the seed: a run repeats exactly, and a failing seed can be run alone.
2. The runtime may be struck down between any two effects. What the disk has not made durable is
   lost then; what was sent before still arrives.
3. The world only plays and takes down what clients were told: `checks.py` judges.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import partial
from heapq import heappop, heappush
from itertools import islice
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from freehold.game import PUBLIC, AnyGame, Clock, Ms, Seat, View, Viewer
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match, Seated
from freehold.match.log import decode_line, encode_line, spell_action
from freehold.match.patches import Frame, Table, apply
from freehold.protocol.wire import Acted, Refused
from freehold.server.match.effects import (
    Append,
    Effect,
    Ended,
    Quarantine,
    Save,
    Saved,
    Send,
    Timer,
)
from freehold.server.match.inputs import (
    Attach,
    Command,
    Conn,
    Detach,
    Durable,
    Enter,
    Hold,
    Input,
    Rest,
    Tick,
)
from freehold.server.match.live import Live

BEGUN: Ms = 7_000_000
CALM_MS: Ms = 3_000
"""Without bad luck everything is told and answered within this time."""
DISK_MS: Ms = 60
"""An append takes less than this; slow, so that much is on the way when the runtime falls."""
DOWN_MS: Ms = 600
SKEWS: tuple[Ms, ...] = (0, -3_600_000, 7, 3_600_000, 315_360_000_000)
"""How far the shell's clock is from the world's: another machine, or one started again."""


class Scene(NamedTuple):
    """What is played, and for how long."""

    game: AnyGame
    seats: int
    params: Struct | None = None
    clock: Clock = Clock()
    think_ms: Ms = 200
    last_ms: Ms = 30_000


class Closed(Struct, frozen=True):
    """What a client sees when its connection is gone."""


class Shown(NamedTuple):
    """A message that reached a client, and what the client knew once it had it."""

    message: Struct
    durable: int
    """How many lines were safe on the disk when it left."""
    view: View[Any] | None
    table: Table | None
    is_first: bool
    """Whether it is the first one on its connection."""


class Client:
    """A tab: it keeps what it knows, and what it has not had an answer for."""

    def __init__(self, name: str, viewer: Viewer) -> None:
        self.session = name if viewer >= 0 else ""
        self.viewer = viewer
        self.conn: Conn | None = None
        self.n = 0
        self.asked: dict[int, str] = {}
        """All commands ever, by number."""
        self.unanswered: list[int] = []
        self.view: View[Any] | None = None
        self.table: Table | None = None
        self.clock: tuple[Ms, Ms] = (0, 0)
        """Match time at a moment of ours."""
        self.shown: list[Shown] = []
        self.is_fresh = True

    def hear(self, now: Ms, message: Struct, durable: int) -> None:
        if isinstance(message, Frame):
            self.view = apply(None if self.is_fresh else self.view, message)
            self.table = message.table or self.table
            self.clock = (message.now, now)
        elif isinstance(message, Acted | Refused) and message.n in self.unanswered:
            self.unanswered.remove(message.n)
        self.shown.append(Shown(message, durable, self.view, self.table, self.is_fresh))
        self.is_fresh = False

    def choose(self, game: AnyGame, now: Ms, rng: Stream) -> str | None:
        """A legal choice by what we know, if we are awaited; a world's table awaits nobody."""
        if self.view is None or self.table is None:
            return None
        if game.world is None and self.viewer not in self.table.awaited:
            return None
        told, at = self.clock
        offered = list(islice(game.choices(self.view, told + now - at, rng), 30))
        return spell_action(game, rng.pick(offered)) if offered else None


class World:
    """One match, everybody around it, and the clock they all stand on."""

    def __init__(self, scene: Scene, seed: int, live: type[Live] = Live) -> None:
        self.rng = Stream(key_of("world", seed), "world")
        every = 3 + self.rng.below(12)
        self.luck = self.rng.pick((25, 60, 150))
        """One effect in this many is the last of its runtime."""
        self.game = dataclasses.replace(scene.game, snapshot_entries=every)
        self.scene = scene
        self.make = live
        self.now = BEGUN
        self.is_calm = False
        self._events: list[tuple[Ms, int, Callable[[], None]]] = []
        self._count = 0
        seated = tuple(Seated(f"P{seat}") for seat in range(scene.seats))
        match = Match.new(self.game, seated, key_of("match", seed), scene.params, scene.clock)
        self.header = match.header
        # The disk
        self.lines: list[bytes] = [encode_line(self.header)]
        self.snapshots: list[bytes] = []
        self._disk_free_at = 0
        # The runtime
        self.live: Live | None = live.start(match, self.now)
        self.life = 0
        self.skew: Ms = 0
        self._timer = 0
        self.crashes = 0
        self.ended: list[bool] = []
        """For each Ended that was said: was the end on the disk?"""
        self.told: Ms = 0
        """The latest match time that left for anybody."""
        # The network and the clients
        self._links: dict[Conn, tuple[Client, int]] = {}
        self._last_conn = 0
        self._arrivals: dict[tuple[Conn, str], Ms] = {}
        self.clients = [Client(f"tab{seat}", seat) for seat in range(scene.seats)]
        self.clients += [Client("second", 0), Client("", PUBLIC)]
        for client in self.clients:
            self.after(self.rng.below(100), partial(self.connect, client))
            self.after(self.rng.below(scene.think_ms), partial(self.think, client))

    # The clock

    def after(self, wait: Ms, what: Callable[[], None]) -> None:
        self._count += 1
        heappush(self._events, (self.now + wait, self._count, what))

    def run_until(self, moment: Ms) -> None:
        while self._events and self._events[0][0] <= moment:
            self.now, _, what = heappop(self._events)
            what()
        self.now = moment

    def is_unlucky(self, one_in: int) -> bool:
        return not self.is_calm and self.rng.below(one_in) == 0

    def play(self) -> None:
        """Bad luck first; then calm, in which everything comes to rest."""
        self.run_until(BEGUN + self.scene.last_ms)
        self.is_calm = True
        self.run_until(self.now + CALM_MS)
        self.step(Hold(False))
        self.judge_time()
        self.step(Rest(True))  # no deadline comes any more
        self.run_until(self.now + CALM_MS)

    # The runtime

    def step(self, given: Input) -> None:
        if self.live is not None:
            life = self.life
            for effect in self.live.step(self.now + self.skew, given):
                if self.is_unlucky(self.luck):
                    self.crash()
                if life != self.life:
                    return
                self.carry_out(effect)

    def in_this_life(self, given: Input) -> Callable[[], None]:
        life = self.life
        return lambda: self.step(given) if life == self.life else None

    def carry_out(self, effect: Effect) -> None:
        match effect:
            case Append() | Save():
                self.write(effect)
            case Send():
                self.send_down(effect)
            case Timer():
                self._timer += 1
                if effect.at is not None:
                    early = self.rng.below(3) == 0  # timers of this world are not exact
                    wait = max(0, effect.at - self.skew - self.now - early)
                    self.after(wait, partial(self.ring, self._timer))
            case Ended():
                self.ended.append(b'"is":"end"' in self.lines[-1])
            case Quarantine():
                raise AssertionError(f"the rules failed: {effect.reason}")

    def ring(self, timer: int) -> None:
        if timer == self._timer:
            self.step(Tick())

    def crash(self) -> None:
        self.live = None
        self.life += 1
        self.crashes += 1
        self._timer += 1
        self._disk_free_at = 0
        for conn, (client, life) in list(self._links.items()):
            if life == self.life - 1:
                self.deliver(conn, client, Closed(), len(self.lines))
        self.after(self.rng.below(DOWN_MS), self.recover)

    def recover(self) -> None:
        """Build the match again: from a snapshot, any of those kept, or from all lines."""
        self.skew = self.rng.pick(SKEWS)
        lines = [decode_line(line) for line in self.lines[1:]]
        now = self.now + self.skew
        whole = self.make.recover(self.game, self.header, lines, now)
        live = whole
        if self.snapshots and self.rng.below(3):
            kept = msgspec.msgpack.decode(self.rng.pick(self.snapshots[-2:]), type=Saved)
            rest = lines[kept.head - 1 :]
            live = self.make.recover(self.game, self.header, rest, now, kept)
        self.judge_recovery(live, whole)
        self.live = live
        self.step(Tick())

    def judge_recovery(self, live: Live, whole: Live) -> None:
        """For the checks: the match as it was recovered, and as all lines would have it."""

    def judge_time(self) -> None:
        """For the checks: no deadline has been missed."""

    # The disk

    def write(self, effect: Append | Save) -> None:
        """In order, each after a while; a failed commit drops the match from memory."""
        self._disk_free_at = max(self._disk_free_at, self.now) + self.rng.below(DISK_MS)
        life = self.life
        self.after(self._disk_free_at - self.now, partial(self.commit, effect, life))

    def commit(self, effect: Append | Save, life: int) -> None:
        if life != self.life:
            return
        if self.is_unlucky(self.luck):
            self.crash()
        elif isinstance(effect, Save):
            self.snapshots.append(msgspec.msgpack.encode(effect.saved))
        else:
            assert effect.head == len(self.lines), "an append that does not fit the log"
            self.lines += effect.lines
            self.after(self.rng.below(20), self.in_this_life(Durable(len(self.lines))))

    # The network

    def connect(self, client: Client) -> None:
        if self.live is None:
            self.after(50 + self.rng.below(200), partial(self.connect, client))
            return
        self._last_conn += 1
        conn, client.conn, client.is_fresh = self._last_conn, self._last_conn, True
        self._links[conn] = (client, self.life)
        self.step(Attach(conn, client.viewer, client.session))
        for n in client.unanswered:  # the same session and number: it counts once
            self.send_up(client, n)

    def send_up(self, client: Client, n: int, more_ms: Ms = 0) -> None:
        if client.conn is not None:
            wait = more_ms or self._in_order(client.conn, "up")
            lag = self.rng.below(250) if self.is_unlucky(3) else 0
            command = Command(client.conn, n, client.asked[n], lag=lag)
            self.after(wait, self.in_this_life(command))

    def send_down(self, effect: Send) -> None:
        for conn, message in effect.messages:
            client, _ = self._links[conn]
            if isinstance(message, Frame):
                self.told = max(self.told, message.now)
            self.deliver(conn, client, message, len(self.lines))

    def deliver(self, conn: Conn, client: Client, message: Struct, durable: int) -> None:
        wait = self._in_order(conn, "down")
        self.after(wait, partial(self.arrive, conn, client, message, durable))

    def arrive(self, conn: Conn, client: Client, message: Struct, durable: int) -> None:
        if client.conn != conn:
            return  # the client has given this connection up
        if isinstance(message, Closed):
            client.conn = None
            self.after(self.rng.below(300), partial(self.connect, client))
        else:
            client.hear(self.now, message, durable)

    def cut(self, client: Client) -> None:
        """The network drops a connection; the server hears of it later."""
        conn, client.conn = client.conn, None
        if conn is not None:
            self.after(self.rng.below(200), self.in_this_life(Detach(conn)))
            self.after(self.rng.below(400), partial(self.connect, client))

    def _in_order(self, conn: Conn, way: str) -> Ms:
        """A random wait, but no message overtakes another on the same connection."""
        latest = self._arrivals.get((conn, way), 0)
        arrival = max(latest, self.now + 1 + self.rng.below(40))
        self._arrivals[conn, way] = arrival
        return arrival - self.now

    # The clients

    def think(self, client: Client) -> None:
        if self.is_calm:
            return
        self.after(1 + self.rng.below(2 * self.scene.think_ms), partial(self.think, client))
        if self.is_unlucky(40):
            self.cut(client)
        if self.is_unlucky(300):
            self.rest_a_while()
        if self.is_unlucky(300):
            self.hold_up()
        if self.is_unlucky(400) and client.viewer >= 0:
            self.go_and_come(client.viewer)
        if client.viewer == PUBLIC:
            client.asked[1] = "resign"
            self.send_up(client, 1)  # it has no session: nothing may come of it
        elif client.conn is not None and len(client.unanswered) < 3:
            self.command(client)

    def command(self, client: Client) -> None:
        action = client.choose(self.game, self.now, self.rng)
        if action is None:
            return
        client.n += 1
        client.asked[client.n] = action
        client.unanswered.append(client.n)
        late_ms = 60 + self.rng.below(400) if self.is_unlucky(8) else 0
        self.send_up(client, client.n, late_ms)  # a later one may overtake it
        if self.is_unlucky(5):
            self.send_up(client, client.n, 1 + self.rng.below(300))
        if self.is_unlucky(10):
            self.send_up(client, 1 + self.rng.below(client.n), 1 + self.rng.below(300))

    def rest_a_while(self) -> None:
        self.step(Rest(True))
        self.after(self.rng.below(1_000), self.in_this_life(Rest(False)))

    def hold_up(self) -> None:
        """The shell has seen that the disk takes long, and then that it has caught up."""
        self.step(Hold(True))
        self.after(self.rng.below(2_000), self.in_this_life(Hold(False)))

    def go_and_come(self, seat: Seat) -> None:
        if self.scene.game.kind == "real-time":  # elsewhere to leave is to lose
            self.step(Enter(seat, "leave"))
            self.after(self.rng.below(1_000), self.in_this_life(Enter(seat, "arrive")))
