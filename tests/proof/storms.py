"""The simulated world of `tests/server/match/simulation.py` in worse weather.

That world already crashes between any two effects, loses what was not durable, repeats and delays
commands, lets later ones overtake earlier ones, cuts and resumes clients and starts again on other
clocks. A storm adds

- messages that are lost, either way, on a connection that looks sound for a while after;
- commands that are repeated in a burst and arrive in any order;
- a disk that is full for a while: every commit fails until there is room again;
- clocks that jump while the match runs, ahead and back.
"""

from __future__ import annotations

from collections import Counter
from functools import partial

from msgspec import Struct

from freehold.game import Ms
from freehold.games import load_game
from freehold.protocol.wire import Acted, Refused
from freehold.server.match.effects import Append, Save
from freehold.server.match.inputs import Conn, Detach, Durable, Tick
from freehold.server.match.live import Live
from tests.games_under_test import tables
from tests.proof.harness import Found, Plants, Proof, first_fault, try_each
from tests.server.match.checks import Broken, CheckedWorld, check
from tests.server.match.simulation import Client, Scene
from tests.server.match.test_live_simulated import (
    SCENES,
    Careless,
    Forgetful,
    Hasty,
    OnceOnly,
    Promising,
    Rude,
    Shared,
    Sleepless,
)

STORMY_SCENES = (
    *SCENES,
    *(
        Scene(game, at.seats, at.params, at.clock, last_ms=last_ms)
        for game, last_ms in (
            (load_game("area-attack"), 20_000),
            (load_game("mine-land"), 8_000),
            (load_game("minewars"), 12_000),
        )
        for at in tables(game)[:1]
    ),
)
JUMPS: tuple[Ms, ...] = (-700, -40, 40, 700, 3_000)
FULL_MS: Ms = 900
DEAF_MS: Ms = 400


class Storm(CheckedWorld):
    """A checked world with lost messages, a full disk and clocks that jump."""

    def __init__(self, scene: Scene, seed: int, live: type[Live] = Live) -> None:
        self.met: Counter[str] = Counter()
        self.full_until: Ms = 0
        self.deaf: set[Conn] = set()
        """Connections on which nothing arrives any more; both sides still believe in them."""
        super().__init__(scene, seed, live)

    # The disk

    def commit(self, effect: Append | Save, life: int) -> None:
        if self.now < self.full_until and life == self.life:
            self.met["failed commits"] += 1
            self.crash()
        else:
            super().commit(effect, life)

    # The clock

    def jump(self) -> None:
        """The shell's clock is moved; its timers ring at once, which is too early or late."""
        by = self.rng.pick(JUMPS)
        self.met["clock jumps"] += 1
        self.skew += by
        self.step(Tick())

    # The network

    def send_up(self, client: Client, n: int, more_ms: Ms = 0) -> None:
        if client.conn in self.deaf:
            return
        if client.conn is not None and self.is_unlucky(60):
            self.lose(client)
            return
        super().send_up(client, n, more_ms)

    def deliver(self, conn: Conn, client: Client, message: Struct, durable: int) -> None:
        if conn in self.deaf:
            return
        if client.conn == conn and isinstance(message, Acted | Refused) and self.is_unlucky(60):
            self.lose(client)
            return
        super().deliver(conn, client, message, durable)

    def lose(self, client: Client) -> None:
        """This message and all after it are lost; only then does the client notice."""
        assert client.conn is not None
        self.met["lost messages"] += 1
        self.deaf.add(client.conn)
        self.after(self.rng.below(DEAF_MS), partial(self.give_up, client, client.conn))

    def give_up(self, client: Client, conn: Conn) -> None:
        self.after(self.rng.below(2 * DEAF_MS), self.in_this_life(Detach(conn)))
        if client.conn == conn:
            client.conn = None
            self.after(self.rng.below(300), partial(self.connect, client))

    # The clients

    def think(self, client: Client) -> None:
        super().think(client)
        if self.is_unlucky(150):
            self.full_until = self.now + self.rng.below(FULL_MS)
        if self.is_unlucky(100):
            self.jump()
        if client.n and self.is_unlucky(60):
            self.burst(client)

    def burst(self, client: Client) -> None:
        """Old and new commands at once, in any order, each with its first words."""
        self.met["bursts"] += 1
        numbers = [1 + self.rng.below(client.n) for _ in range(8)]
        for n in numbers:
            if client.viewer >= 0 and n in client.asked:
                self.send_up(client, n, 1 + self.rng.below(60))


def scene_of(seed: int) -> Scene:
    return STORMY_SCENES[seed % len(STORMY_SCENES)]


def play(seed: int, live: type[Live] = Live, weather: type[Storm] = Storm) -> Counter[str]:
    """One world from its beginning to its checks."""
    scene = scene_of(seed)
    try:
        storm = weather(scene, seed, live)
        storm.play()
        check(storm)
    except Exception as error:
        raise Broken(f"{scene.game.name}: {error}") from error
    counts = Counter({"worlds": 1, "crashes": storm.crashes, "log lines": len(storm.lines)})
    return counts + storm.met


def run(count: int, seed: int) -> Found:
    return try_each(count, seed, play)


# Planted faults


class GoesBack(Live):
    """Match time follows the shell's clock wherever it goes."""

    def time(self, now: Ms) -> Ms:
        return self.passing._passed(now)


class Trusting(Storm):
    """A shell that takes a full disk's word: nothing is written, and it says that it is safe."""

    def commit(self, effect: Append | Save, life: int) -> None:
        if self.now < self.full_until and life == self.life and isinstance(effect, Append):
            self.step(Durable(effect.head + len(effect.lines)))
        else:
            super().commit(effect, life)


class Unrepeating(Storm):
    """Clients that do not say again what was not answered."""

    def connect(self, client: Client) -> None:
        kept, client.unanswered = client.unanswered, []
        super().connect(client)
        client.unanswered = kept


FAULTS: tuple[type[Live], ...] = (
    Forgetful,
    Careless,
    Hasty,
    Promising,
    Rude,
    Shared,
    Sleepless,
    OnceOnly,
    GoesBack,
)
WEATHERS: tuple[type[Storm], ...] = (Trusting, Unrepeating)
MOST_WORLDS = range(1, 200)


def plants() -> Plants:
    planted = {fault.__name__: partial(play, live=fault) for fault in FAULTS}
    planted |= {weather.__name__: partial(play, weather=weather) for weather in WEATHERS}
    return {name: partial(first_fault, each, MOST_WORLDS) for name, each in planted.items()}


PROOFS = (
    Proof(
        "simulator",
        "In any weather what was acknowledged counts once, and nobody is shown what never was.",
        10_000,
        "worlds",
        run,
        plants,
        small=20,
        share=470,
        chunk=20,
    ),
)
