"""A site in real processes that is struck again and again: `make proof-cluster`.

Three nodes on a PostgreSQL and a NATS of its own, players of all five games behind a balancer, and
faults at random: kill -9 and SIGSTOP of a node, kill -9 of PostgreSQL and of NATS, a node that the
bus does not reach, and a node that is drained. Afterwards the database is read: what was
acknowledged is in it once, and every record verifies.

Rules about this file:
1. Players and the balancer have a thread of their own; faults are made in the main thread, so that
   no player waits for them.
2. A command is known by its match, seat, session and number. What was not answered is neither lost
   nor kept: it is not counted.
3. A gap is the longest time in which nobody in a struck match had an action acknowledged, from the
   fault until an action that was begun after it is. Players think between actions, and hardly at
   all meanwhile: what they think is part of a gap. How large that part is, is measured in the same
   way: now and then nothing happens for a second.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, TypeVar

from msgspec import Struct

from freehold.client import Line
from freehold.client.api import ServerRefusal
from freehold.kernel.chance import Stream, key_of
from freehold.server.serving import loop_factory
from freehold.store.postgres import PostgresStore
from tests.cluster.balancing import Balancer
from tests.cluster.processes import FREEHOLD, UNFENCED, NodeProcess
from tests.nats import PASSWORD, USER, Nats
from tests.postgres import Postgres
from tests.server.crashing import Player, find_faults, seat_players, verify_all

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "proof-cluster.md"
T = TypeVar("T")
NOTHING = "nothing"
KINDS = (
    NOTHING,
    "kill a node",
    "freeze a node",
    "drain a node",
    "cut off the bus",
    "kill NATS",
    "kill PostgreSQL",
)
NOTHING_EVERY = 7
"""After this number of faults nothing happens for a second."""
STOPPED = ("kill a node", "drain a node")
"""After these the node has to be started again."""
EVERYBODY = ("kill NATS", "kill PostgreSQL")
"""These strike all matches; the others those of one node."""
FROZEN_S = 2.5
"""Longer than a lease."""
AWAY_S = 1.0
HURRIED_MS = 200
MOST_GAP_S = 60.0
MOST_TRIES = 20
GAMES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("land-grab", 2, {}),
    ("territory", 3, {}),
    ("area-attack", 2, {"pick_ms": 100, "freeze_ms": 50}),
    (
        "minewars",
        2,
        {"radius_tiles": 8, "limit_ms": 60_000, "capture_cooldown_ms": 50, "stun_ms": 0},
    ),
    (
        "mine-land",
        2,
        {
            "width_tiles": 60,
            "height_tiles": 60,
            "density_permille": 2,
            "all_dead_ms": 100,
            "rest_ms": 100,
        },
    ),
)
"""Nobody is kept from acting by the rules for long: a gap would seem to be longer than it was."""


class Thoughtful(Player):
    """A player who thinks between two actions."""

    think_ms = 1_000
    is_in_a_hurry = False
    most_choices = 8  # all players share one thread, and none of them shall wait for another's

    def __init__(self, line: Line, name: str) -> None:
        super().__init__(line, name)
        self.times: list[tuple[float, float]] = []
        """When an action was begun and acknowledged, since the last fault."""

    async def _act(self) -> None:
        until = time.monotonic() + self._rng.below(2 * self.think_ms) / 1000
        while not self.is_in_a_hurry and time.monotonic() < until:
            await asyncio.sleep(0.05)
        if self.is_in_a_hurry:
            await asyncio.sleep(self._rng.below(HURRIED_MS) / 1000)
        begun, before = time.monotonic(), len(self.acknowledged)
        await super()._act()
        if len(self.acknowledged) > before:
            self.times.append((begun, time.monotonic()))


class Cut:
    """The way from one node to the bus, which can be closed without either side being told."""

    def __init__(self, port: int) -> None:
        self._to = port
        self.port = 0
        self.is_open = asyncio.Event()
        self.is_open.set()
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:
            writer.close()
            return
        ways = (self._copy(reader, there[1]), self._copy(there[0], writer))
        for way in ways:
            task = asyncio.ensure_future(way)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65_536):
                await self.is_open.wait()
                writer.write(data)
                await writer.drain()
        except (OSError, RuntimeError):  # uvloop's word for a transport that is closed
            pass
        finally:
            writer.close()


class Outcome(Struct):
    """What came of a run."""

    gaps: dict[str, list[float]]
    """By the kind of fault, in seconds."""
    counts: dict[str, int]
    faults: list[str]
    acknowledged: int
    fenced: int


class Site:
    """Everything that runs, from the main thread."""

    def __init__(self, folder: Path, program: tuple[str, ...] = FREEHOLD) -> None:
        self.folder = folder
        self.postgres = Postgres("recovery_init_sync_method=syncfs")
        self.postgres.start()
        self.postgres.ask("CREATE DATABASE site")
        self.dsn = self.postgres.dsn("site")
        self.nats = Nats()
        self.nats.start()
        self.loop = loop_factory()()
        self._thread = Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()
        self.cuts = [Cut(self.nats.port) for _ in range(3)]
        self.nodes: list[NodeProcess] = []
        taken = set[int]()
        for number, cut in enumerate(self.cuts):
            self.run(cut.open())
            bus = f"nats://{USER}:{PASSWORD}@127.0.0.1:{cut.port}"
            node = NodeProcess(f"n{number}", folder, self.dsn, bus, program)
            while node.port in taken:
                node.port += 1
            taken.add(node.port)
            node._words[node._words.index("--port") + 1] = str(node.port)
            self.nodes.append(node)
        for node in self.nodes:
            node.begin()
        for node in self.nodes:
            node.wait()
        self.balancer = Balancer([node.port for node in self.nodes])
        self.run(self.balancer.__aenter__())
        self.stack = AsyncExitStack()
        self.matches: list[list[Thoughtful]] = []
        self._tasks: list[asyncio.Task[None]] = []

    def run(self, work: Coroutine[Any, Any, T], patience_s: float = 600) -> T:
        """In the players' thread."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(patience_s)

    @property
    def players(self) -> list[Player]:
        return [player for match in self.matches for player in match]

    async def fill(self, players: int) -> None:
        """Matches of all games, until there are this number of players."""
        tries = 0
        while len(self.players) < players:
            game, seats, params = GAMES[len(self.matches) % len(GAMES)]
            try:
                found = await seat_players(
                    self.stack, self.balancer.url, game, seats, params=params, make=Thoughtful
                )
            except (AssertionError, ServerRefusal):  # a busy machine has cut a line, or let a
                # lease lapse: somebody would try again
                tries += 1
                if tries > MOST_TRIES:
                    raise
                continue
            self.matches.append(found)  # type: ignore[arg-type]
        self._tasks = [asyncio.ensure_future(player.play()) for player in self.players]

    def room(self, match: list[Thoughtful]) -> str:
        room = match[0].tab.room
        assert room is not None
        return room.id

    def owners(self) -> dict[str, int]:
        """By room, the number of its node."""
        found = self.postgres.ask("SELECT id, owner FROM freehold.rooms", "site")
        return {str(id): int(str(owner)[1]) for id, owner in found if owner}

    def close(self) -> None:
        async def leave() -> None:
            await self.stop_playing()
            await self.stack.aclose()
            await self.balancer.__aexit__()
            for cut in self.cuts:
                await cut.close()

        self.run(leave())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()
        self.loop.close()
        for node in self.nodes:
            node.end()
        self.nats.close()
        self.postgres.close()

    # Faults

    def strike(self, kind: str, rng: Stream) -> list[float]:
        """One fault, until all that it has struck go on; the gaps."""
        owners = self.owners()
        victim = owners.get(self.room(rng.pick(self.matches)), rng.below(3))
        struck = [
            match
            for match in self.matches
            if kind in EVERYBODY or owners.get(self.room(match)) == victim
        ]
        node, began = self.nodes[victim], time.monotonic()
        hurried: list[Thoughtful] = [player for match in struck for player in match]
        for player in hurried:
            player.is_in_a_hurry, player.times = True, []
        if kind == NOTHING:
            time.sleep(AWAY_S)
        elif kind == "kill a node":
            node.end()
        elif kind == "freeze a node":
            node.send(signal.SIGSTOP)
            time.sleep(FROZEN_S)
            node.send(signal.SIGCONT)
        elif kind == "drain a node":
            assert node.end(signal.SIGTERM) == 0
        elif kind == "cut off the bus":
            self.loop.call_soon_threadsafe(self.cuts[victim].is_open.clear)
            time.sleep(AWAY_S)
            self.loop.call_soon_threadsafe(self.cuts[victim].is_open.set)
        elif kind == "kill NATS":
            self.nats.kill()
            time.sleep(AWAY_S / 2)
            self.nats.start()
        else:
            self.postgres.stop(signal.SIGKILL)
            self._start_postgres()
        gaps = self._wait(struck, began, time.monotonic())
        for player in hurried:
            player.is_in_a_hurry = False
        if kind in STOPPED:
            self._restart(node)
        return gaps

    def _start_postgres(self) -> None:
        """What is left of the killed one has to end first."""
        for _ in range(100):
            try:
                self.postgres.start()
                return
            except AssertionError:
                self.postgres._process = None
                time.sleep(0.1)
        raise AssertionError(self.postgres.log()[-2000:])

    def _restart(self, node: NodeProcess) -> None:
        """As a supervisor does: NATS hangs up on a node that a busy machine keeps waiting."""
        for _ in range(MOST_TRIES):
            node.begin()
            try:
                node.wait()
                return
            except AssertionError:
                node.end()
        raise AssertionError(node.log()[-2000:])

    def _wait(self, struck: list[list[Thoughtful]], began: float, over: float) -> list[float]:
        gaps = []
        for match in struck:
            while not (after := [end for begun, end in _times(match) if begun > over]):
                self._need_alive()
                if time.monotonic() - over > MOST_GAP_S:
                    raise AssertionError(f"a match does not go on: {self._describe(match)}")
                time.sleep(0.01)
            ends = [end for _, end in _times(match) if end <= min(after)]
            gaps.append(max(end - start for start, end in pairwise([began, *sorted(ends)])))
        return gaps

    def _describe(self, match: list[Thoughtful]) -> str:
        said = [
            f"seat {player.tab.seat} is_fresh={player.tab.is_fresh} awaited={player.tab.is_awaited}"
            f" unanswered={player.tab.unanswered} connections={player.line.connections}"
            for player in match
        ]
        room = match[0].tab.room
        return f"{room.game if room else '?'} {room.phase if room else '?'}: {'; '.join(said)}"

    def _need_alive(self) -> None:
        failed = [task.exception() for task in self._tasks if task.done()]
        assert not failed, failed

    # The end

    async def stop_playing(self) -> None:
        """Nothing is acknowledged any more: what comes after the logs were read would seem lost."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def judge(self) -> tuple[list[str], dict[str, list[bytes]]]:
        store = PostgresStore(self.dsn, may_change=False)
        try:
            logs = {row.id: store.read_lines(row.id) for row in store.matches(limit=1_000_000)}
        finally:
            store.close()
        return find_faults(logs, self.players), logs

    def logs(self) -> str:
        return "".join(node.log() for node in self.nodes)


def _times(match: list[Thoughtful]) -> list[tuple[float, float]]:
    return [times for player in match for times in player.times]


def prove(
    folder: Path,
    kinds: list[str],
    players: int,
    seed: int = 1,
    seconds: float = 1e9,
    program: tuple[str, ...] = FREEHOLD,
    think_ms: int = 1_000,
    most_pause_ms: int = 3_000,
    say: Callable[[str], object] = lambda line: None,
) -> Outcome:
    """These faults one after the other, some while a node has just started; it stops early when the
    time is over."""
    rng = Stream(key_of("site", seed), "faults")
    Thoughtful.think_ms = think_ms
    until = time.monotonic() + seconds
    site = Site(folder, program)
    gaps: dict[str, list[float]] = defaultdict(list)
    counts: dict[str, int] = defaultdict(int)
    try:
        site.run(site.fill(players))
        for number, kind in enumerate(kinds):
            if time.monotonic() > until:
                break
            found = site.strike(kind, rng)
            gaps[kind] += found
            counts[kind] += 1
            found.sort()
            gap = f"{found[len(found) // 2]:.2f}, at most {found[-1]:.2f} s" if found else "nobody"
            say(f"{number + 1}: {kind}: {gap}")
            time.sleep(rng.below(most_pause_ms) / 1000)
        site.run(site.stop_playing())
        faults, logs = site.judge()
        try:
            verify_all(logs)
        except Exception as error:
            faults.append(f"a record does not verify: {error!r}")
        said = site.logs()
        if "Traceback" in said:
            faults.append("Traceback: " + said[said.index("Traceback") :][:600])
        acknowledged = sum(len(player.acknowledged) for player in site.players)
        return Outcome(gaps, counts, faults, acknowledged, said.count("Fenced("))
    finally:
        site.close()


def describe(outcome: Outcome) -> list[str]:
    rows = [
        "| fault | times | matches struck | p50 s | p99 s | worst s |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for kind in KINDS:
        gaps = sorted(outcome.gaps.get(kind, ()))
        if gaps:
            p50, p99 = gaps[len(gaps) // 2], gaps[min(len(gaps) - 1, int(len(gaps) * 0.99))]
            rows.append(
                f"| {kind} | {outcome.counts[kind]} | {len(gaps)} | {p50:.2f} | {p99:.2f}"
                f" | {gaps[-1]:.2f} |"
            )
    return rows


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="make proof-cluster")
    parser.add_argument("--faults", type=int, default=300)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--only", default="", help="faults with this word in their name")
    parser.add_argument("--unfenced", action="store_true", help="the control: it must fail")
    parser.add_argument("--keep", action="store_true", help="write docs/proof-cluster.md")
    chosen = parser.parse_args(words)
    rng = Stream(key_of("kinds", chosen.seed), "kinds")
    among = [kind for kind in KINDS if chosen.only in kind and kind != NOTHING]
    kinds = [rng.pick(among) for _ in range(chosen.faults)]
    for place in range(len(kinds) - NOTHING_EVERY, 0, -NOTHING_EVERY):
        kinds.insert(place, NOTHING)
    program: tuple[str, ...] = FREEHOLD
    if chosen.unfenced:
        kinds, program = ["freeze a node"] * chosen.faults, UNFENCED
    with TemporaryDirectory() as folder:
        outcome = prove(
            Path(folder),
            kinds,
            chosen.players,
            chosen.seed,
            chosen.minutes * 60,
            program,
            say=lambda line: print(line, flush=True),
        )
    done = sum(count for kind, count in outcome.counts.items() if kind != NOTHING)
    lost = sum(each.startswith("lost") for each in outcome.faults)
    doubled = sum(each.startswith("twice") for each in outcome.faults)
    summary = (
        f"{done} faults, {chosen.players} players, {outcome.acknowledged:,} acknowledged actions:"
        f" {lost} lost, {doubled} doubled, {len(outcome.faults) - lost - doubled} other faults,"
        f" {outcome.fenced} fenced writes."
    )
    print(summary, *describe(outcome), *outcome.faults, sep="\n")
    if chosen.keep:
        PAGE.write_text("\n".join([HEAD, summary, "", *describe(outcome), ""]))
    return bool(outcome.faults)


HEAD = """\
# A site that is struck again and again

Three nodes in processes of their own, PostgreSQL and NATS, and players of all five games behind a
balancer that goes round, so most sockets are relayed. Faults come one after the other, at random:
kill -9 and SIGSTOP (2.5 s) of a node, a drained node (SIGTERM), a node that the bus does not reach
(1 s), kill -9 of NATS (0.5 s) and of PostgreSQL. A gap is the longest time in which nobody in a
struck match had an action acknowledged. Part of it is the players' own thinking: the row "nothing"
says how long the longest such time is in a second without a fault. Everything, players too, runs on
one machine of two cores.

Written by `make proof-cluster ARGS="--keep"`. With the fence removed
(`ARGS="--unfenced --faults 10"`) the same checks must fail.
"""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
