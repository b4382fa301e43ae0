"""What several nodes cost: `python bench/cluster.py`

relaying   the CPU of a delivered update with all players at the node that has their room, and with
           all of them at the other node: two nodes, PostgreSQL and NATS, in turn in one run
stores     PostgreSQL against a data file: CPU of an append, and how long a commit takes
nodes      one node with some players of `freehold load`, and two nodes with 1.7 times as many, in
           turn: the share of a core that each node takes. Two players of a room are at two nodes.

--only relaying,stores,nodes   --rounds 4   --seconds 5   --rooms 20   --players 200   --rate 1
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import aiohttp
import msgspec
import uvloop
from msgspec import Struct

from freehold.cli.load.loading import divide, play_all, seat_all
from freehold.cli.load.players import Figures
from freehold.client import Api, Line, Tab
from freehold.games import load_game
from freehold.match.patches import Frame
from freehold.protocol.wire import Done
from freehold.store import SqliteStore, Store
from freehold.store.postgres import PostgresStore
from freehold.store.protocol import Appending
from tests.cluster.processes import NodeProcess
from tests.cluster.test_nodes import playing
from tests.nats import Nats
from tests.postgres import Postgres
from tests.server.crashing import Player

TICK_S = 1 / os.sysconf("SC_CLK_TCK")
COMMITS = 1_000
TOGETHER = 50


def cpu_s(pid: int) -> float:
    """Of a process and what it has started."""
    total = 0.0
    for each in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = each.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended
        if int(each.parent.name) == pid or int(words[1]) == pid:
            total += (int(words[11]) + int(words[12])) * TICK_S
    return total


# Relaying


class Heard(Struct):
    frames: int = 0

    def hear(self, message: object) -> None:
        self.frames += isinstance(message, Frame)


async def seat(
    stack: AsyncExitStack, urls: list[str], heard: Heard, dsn: str, is_relayed: bool
) -> list[Player]:
    """Two players of Land Grab, both at the room's node or both at the other one."""
    for number in count():
        url = urls[number % 2]
        host = await stack.enter_async_context(Api(url))
        created = await host.create("land-grab", seats=2, clock={})
        store = PostgresStore(dsn, may_change=False)
        ((owner,),) = store._rows("SELECT owner FROM rooms WHERE id = ?", (created.room,))
        store.close()
        if (urls[int(owner[1])] != url) == is_relayed:
            break
    players: list[Player] = []
    for api in (host, await stack.enter_async_context(Api(url))):
        joined = await api.join(created.room, created.secret)
        line = await stack.enter_async_context(
            Line(api, Tab(created.room, joined.token), heard.hear)
        )
        players.append(Player(line, f"{created.room} {len(players)}"))
    for player in players[1:]:
        assert isinstance(await player.line.ask("ready"), Done)
    assert isinstance(await players[0].line.ask("start"), Done)
    for player in players:
        await player.line.until(lambda player=player: player.tab.is_fresh and player.tab.match)  # type: ignore[misc]
    return players


async def slice_of(
    urls: list[str], pids: dict[str, int], dsn: str, rooms: int, seconds: float, is_relayed: bool
) -> dict[str, float]:
    """CPU us of each process per update that reached a client."""
    heard = Heard()
    async with AsyncExitStack() as stack:
        players: list[Player] = []
        for _ in range(rooms):
            players += await seat(stack, urls, heard, dsn, is_relayed)
        async with playing(players):
            await asyncio.sleep(1)
            before, frames = {name: cpu_s(pid) for name, pid in pids.items()}, heard.frames
            await asyncio.sleep(seconds)
            used = {name: cpu_s(pid) - before[name] for name, pid in pids.items()}
            count = heard.frames - frames
    return {name: 1e6 * each / count for name, each in used.items()} | {
        "updates/s": count / seconds
    }


def measure_relaying(options: argparse.Namespace) -> None:
    postgres, nats = Postgres(), Nats()
    postgres.start()
    postgres.ask("CREATE DATABASE site")
    dsn = postgres.dsn("site")
    nats.start()
    found: dict[bool, list[dict[str, float]]] = {False: [], True: []}
    with tempfile.TemporaryDirectory() as folder:
        nodes = [NodeProcess(f"n{number}", Path(folder), dsn, nats.url) for number in range(2)]
        nodes[1].port = nodes[0].port + 1
        nodes[1]._words[nodes[1]._words.index("--port") + 1] = str(nodes[1].port)
        try:
            for node in nodes:
                node.begin()
            for node in nodes:
                node.wait()
            urls = [f"http://127.0.0.1:{node.port}" for node in nodes]
            assert nats._process is not None
            pids = {"nats": nats._process.pid}
            for number, node in enumerate(nodes):
                assert node._process is not None
                pids[f"node {number}"] = node._process.pid
            time.sleep(2)
            for number in range(2 * options.rounds):
                is_relayed = number % 2 == 1
                work = slice_of(urls, pids, dsn, options.rooms, options.seconds, is_relayed)
                found[is_relayed].append(asyncio.run(work))
        finally:
            for node in nodes:
                node.end()
            nats.close()
            postgres.close()
    print("| sockets | nodes, CPU us per update | NATS | updates/s |\n|---|---:|---:|---:|")
    means: dict[bool, list[float]] = {}
    for is_relayed, slices in found.items():
        both = means[is_relayed] = [each["node 0"] + each["node 1"] for each in slices]
        name = "relayed" if is_relayed else "direct"
        print(
            f"| {name} | {span(both)} | {span([each['nats'] for each in slices])}"
            f" | {span([each['updates/s'] for each in slices])} |"
        )
    ratio = statistics.median(means[True]) / statistics.median(means[False])
    carried = 2 / (0.5 + 0.5 * ratio)
    print(
        f"\nrelayed to direct: {ratio:.2f}; two nodes, half of all sockets relayed: {carried:.2f}x"
    )


def span(values: list[float]) -> str:
    return f"{statistics.median(values):.0f} ({min(values):.0f}-{max(values):.0f})"


# Nodes


async def load_nodes(
    nodes: list[NodeProcess], pids: dict[str, int], players: int, options: argparse.Namespace
) -> dict[str, float]:
    """The share of a core that each process takes while they play, and how long answers take."""
    game, figures = load_game("land-grab"), Figures()
    chosen = argparse.Namespace(rate=options.rate, seconds=options.seconds, json=True)
    sizes = divide(players, game, 2)
    async with AsyncExitStack() as stack:
        connector = aiohttp.TCPConnector(limit=0)
        stack.push_async_callback(connector.close)
        urls = [f"http://127.0.0.1:{node.port}" for node in nodes]
        apis = [
            await stack.enter_async_context(Api(urls[number % len(urls)], connector=connector))
            for number in range(players)
        ]
        params = msgspec.to_builtins(game.params())
        seated = await seat_all(stack, apis, game, params, sizes, figures)
        await asyncio.sleep(1)
        before = {name: cpu_s(pid) for name, pid in pids.items()}
        begun, own = time.perf_counter(), time.process_time()
        report = await play_all(seated, len(sizes), chosen, figures)
        took = time.perf_counter() - begun
        shares = {name: (cpu_s(pid) - before[name]) / took for name, pid in pids.items()}
    return shares | {
        "players": players,
        "generator": (time.process_time() - own) / took,
        "actions/s": report.actions_per_second,
        "p50 ms": report.acknowledged_p50_ms,
        "p99 ms": report.acknowledged_p99_ms,
    }


def measure_nodes(options: argparse.Namespace) -> None:
    many = round(1.7 * options.players / 2) * 2
    columns = ["node 0", "node 1", "postgres", "nats", "generator"]
    print(f"| players | actions/s | {' | '.join(columns)} | p50 ms | p99 ms |")
    print("|---:|" + "---:|" * 8, flush=True)
    for number in range(2 * options.rounds):
        is_pair = number % 2 == 1
        postgres, nats = Postgres(), Nats()
        with tempfile.TemporaryDirectory() as folder:
            postgres.start()
            postgres.ask("CREATE DATABASE site")
            nats.start()
            dsn, nodes = postgres.dsn("site"), []
            for place in range(1 + is_pair):
                nodes.append(NodeProcess(f"n{place}", Path(folder), dsn, nats.url))
                nodes[place].begin()
                nodes[place].wait()  # before the next one looks for a free port
            try:
                assert nats._process is not None
                assert postgres._process is not None
                pids = {"postgres": postgres._process.pid, "nats": nats._process.pid}
                for place, node in enumerate(nodes):
                    assert node._process is not None
                    pids[f"node {place}"] = node._process.pid
                time.sleep(2)  # until they know each other
                with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                    count = many if is_pair else options.players
                    found = runner.run(load_nodes(nodes, pids, count, options))
            finally:
                for node in nodes:
                    node.end()
                nats.close()
                postgres.close()
        shares = [f"{found[name]:.1%}" if name in found else "-" for name in columns]
        print(
            f"| {found['players']:.0f} | {found['actions/s']:.0f} | {' | '.join(shares)}"
            f" | {found['p50 ms']:.0f} | {found['p99 ms']:.0f} |",
            flush=True,
        )


# Stores


def measure_store(name: str, store: Store, pid: int) -> None:
    line = b'{"is":"entry","now":123456,"seat":0,"action":"claim 12,34","command":"01234567:1"}\n'
    for together in (1, TOGETHER):
        matches, head = [f"{together} {number}" for number in range(together)], 1
        store.begin()
        epochs = [store.create_match(each, "land-grab", ("a", "b"), b"{}\n", 0) for each in matches]
        store.commit()
        took, began, theirs = [], time.process_time(), cpu_s(pid) if pid else 0.0
        for _ in range(COMMITS if together == 1 else COMMITS // 10):
            appends = [
                Appending(match, epoch, head, [line])
                for match, epoch in zip(matches, epochs, strict=True)
            ]
            start = time.perf_counter()
            store.begin()
            assert store.append_all(appends) == [None] * together
            store.commit()
            took.append(1000 * (time.perf_counter() - start))
            head += 1
        appended = len(took) * together
        ours = 1e6 * (time.process_time() - began) / appended
        server = 1e6 * (cpu_s(pid) - theirs) / appended if pid else 0.0
        took.sort()
        p50, p99 = took[len(took) // 2], took[int(len(took) * 0.99)]
        print(
            f"| {name} | {together} | {ours:.0f} | {server:.0f} | {p50:.2f} | {p99:.2f} |",
            flush=True,
        )


def measure_stores(options: argparse.Namespace) -> None:
    print("| store | matches per commit | CPU us per append, server | database | p50 ms | p99 ms |")
    print("|---|---:|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        measure_store("SQLite", SqliteStore(Path(folder) / "freehold.db"), 0)
    postgres = Postgres()
    postgres.start()
    try:
        postgres.ask("CREATE DATABASE site")
        assert postgres._process is not None
        store = PostgresStore(postgres.dsn("site"))
        measure_store("PostgreSQL", store, postgres._process.pid)
        store.close()
    finally:
        postgres.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="relaying,stores")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--rooms", type=int, default=20)
    parser.add_argument("--players", type=int, default=200, help="of one node")
    parser.add_argument("--rate", type=float, default=1.0, help="actions of a player per second")
    options = parser.parse_args()
    chosen = options.only.split(",")
    if "stores" in chosen:
        measure_stores(options)
        print()
    if "relaying" in chosen:
        measure_relaying(options)
    if "nodes" in chosen:
        measure_nodes(options)


if __name__ == "__main__":
    main()
