"""500 walkers in one world of Mine Land: `python bench/server/mine_land.py`.

Each acts 4 times a second: it walks, and flips what a 0 beside it says is safe, so that nobody
dies. Measured are the CPU time of the server's process from /proc (so: Linux), bytes and waits.

    spread   500 spawn tiles instead of ten: most walkers see nobody
    start    as a round starts: 50 around each spawn tile
    --walkers 500   --seconds 20   --size 1000   --only spread   --spy FILE   --json
    --slow 4   everything takes four times as long, beats too, and is multiplied back: for a
               machine that others keep busy. What has a pace of its own (pings, the standing)
               then counts four times; waits are not told.
"""

from __future__ import annotations

import argparse
import asyncio
import dataclasses
import socket
import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import aiohttp
import msgspec
import uvloop
from msgspec import Struct

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from server.lines import dial  # noqa: E402
from server.ours import run_until_stopped  # noqa: E402
from server.players import Count, SeatedPlayer, changed  # noqa: E402
from server.run import cpu_seconds, rss_bytes, server, watch  # noqa: E402

from freehold.games import load_game  # noqa: E402
from freehold.games.mine_land import rules  # noqa: E402
from freehold.match.patches import Frame, unpack_cells  # noqa: E402
from freehold.protocol import wire  # noqa: E402
from freehold.protocol.wire import Hello  # noqa: E402
from freehold.server.hub import Hub  # noqa: E402
from freehold.server.settings import Settings  # noqa: E402
from freehold.store import SqliteStore  # noqa: E402

ACTIONS_PER_SECOND = 4.0
WARM_UP_S = 5.0
SPREAD, START = "spread", "start"
ROWS = 20
COVERED, UNCOVERED = 1, 2
WAYS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
AROUND = [(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y]


class Result(Struct):
    """One load."""

    load: str
    walkers: int
    size: int
    core_share: float
    acks_per_second: float
    frames_per_second: float
    bytes_per_player: float
    """A second, all messages, without the WebSocket's and TCP's own."""
    p50_ms: float
    p99_ms: float
    answered: float
    refused: dict[str, int]
    rss_mib: float


class Walker(SeatedPlayer):
    """Knows its window; flips what is safe, and walks on."""

    def __init__(self, count: Count, seed: int) -> None:
        super().__init__(count, seed)
        self.layers: dict[str, bytearray] = {}
        self.rect = (0, 0, 0, 0)
        self.at = (0, 0)
        self.way = self.chance.choice(list(WAYS))

    def look(self, frame: Frame) -> None:
        if frame.view is not None:
            self.rect = frame.view.rect
            self.layers = {name: bytearray(layer) for name, layer in frame.view.layers.items()}
        elif frame.rect is not None:
            self.rect = frame.rect
            self.layers = {name: bytearray(layer) for name, layer in frame.layers.items()}
        for name, packed in frame.cells.items():
            for place, value in unpack_cells(packed):
                self.layers[name][place] = value
        self.at = changed(frame, "at", self.at)

    def tile(self, dx: int, dy: int) -> int:
        """The ground there; -1 if it is out of sight."""
        place = self.place(dx, dy)
        return self.layers["ground"][place] if place >= 0 else -1

    def place(self, dx: int, dy: int) -> int:
        left, top, width, height = self.rect
        x, y = self.at[0] + dx - left, self.at[1] + dy - top
        return y * width + x if 0 <= x < width and 0 <= y < height else -1

    def is_safe(self, dx: int, dy: int) -> bool:
        return any(
            self.tile(dx + u, dy + v) == UNCOVERED
            and not self.layers["digit"][self.place(dx + u, dy + v)]
            for u, v in AROUND
        )

    def choose(self) -> str:
        if not self.layers:
            return ""
        if self.n % 2:
            step = self._step()
            if step:
                return step
        safe = [each for each in AROUND if self.tile(*each) == COVERED and self.is_safe(*each)]
        if safe:
            dx, dy = self.chance.choice(safe)
            return f"flip {self.at[0] + dx},{self.at[1] + dy}"
        return self._step()

    def _step(self) -> str:
        ways = [way for way, by in WAYS.items() if self.tile(*by) == UNCOVERED]
        if self.way not in ways or self.chance.random() < 0.1:
            self.way = self.chance.choice(ways) if ways else self.way
        return f"step {self.way}" if ways else ""


# The server


def five_hundred(width: int, height: int, count: int) -> list[int]:
    """Spawn tiles for everybody, in rows."""
    each = 500 // ROWS
    return [
        (2 * row + 1) * height // (2 * ROWS) * width + (2 * at + 1) * width // (2 * each)
        for row in range(ROWS)
        for at in range(each)
    ]


async def serve(port: int, data: str, size: int, slow: int) -> None:
    params = f"width_tiles={size} height_tiles={size}"
    settings = Settings(world_bots=0, world_params=params)
    game = load_game("mine-land")
    slowed = dataclasses.replace(game, flush_ms=slow * game.flush_ms)
    hub = Hub(settings, SqliteStore(Path(data) / "freehold.db"), lambda name: slowed)
    await run_until_stopped(hub, port)


# The load


async def seat_walkers(port: int, walkers: int, count: Count) -> list[Walker]:
    url, gate = f"http://127.0.0.1:{port}", asyncio.Semaphore(8)
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as http:

        async def seat(number: int) -> Walker:
            async with gate, http.post(f"{url}/api/quick", json={"game": "mine-land"}) as response:
                joined = await response.json()
                player = Walker(count, number)
                player.line = await dial(port, "/ws", player.heard)
                hello = Hello(wire.VERSION, joined["room"], f"tab{number}", joined["token"])
                player.line.send(wire.encode(hello))
            async with asyncio.timeout(60):
                while not player.is_playing:
                    await asyncio.sleep(0.005)
            return player

        return list(await asyncio.gather(*(seat(number) for number in range(walkers))))


async def measure(port: int, pid: int, load: str, options: argparse.Namespace) -> Result:
    count = Count()
    players = await seat_walkers(port, options.walkers, count)
    slow, every_s = options.slow, options.slow / ACTIONS_PER_SECOND
    for number, player in enumerate(players):
        player.play(number / len(players) * every_s, every_s)
    await asyncio.sleep(WARM_UP_S)
    count.clear()
    spy = watch(pid, options.seconds, f"{options.spy}.{load}") if options.spy else None
    received = sum(player.line.bytes_in for player in players if player.line)
    begun, cpu = time.perf_counter(), cpu_seconds(pid)
    await asyncio.sleep(options.seconds)
    took, used = (time.perf_counter() - begun) / slow, cpu_seconds(pid) - cpu
    received = sum(player.line.bytes_in for player in players if player.line) - received
    for player in players:
        player.stop()
    result = Result(
        load,
        len(players),
        options.size,
        used / took,
        count.acked / took,
        count.frames / took,
        received / took / len(players),
        median(count.waits_ms),
        quantiles(count.waits_ms, n=100)[98],
        count.acked / max(1, count.sent),
        count.refused,
        rss_bytes(pid) / 2**20,
    )
    if spy:
        spy.wait()
    for player in players:
        if player.line:
            player.line.close()
    return result


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def run(load: str, options: argparse.Namespace) -> Result:
    port = free_port()
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, __file__, "serve", str(port), data]
        command += [str(options.size), load, str(options.slow)]
        with server(command) as pid, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            return runner.run(measure(port, pid, load, options))


def show(result: Result) -> str:
    return (
        f"{result.load:7} {result.walkers} walkers, {result.size} x {result.size}:"
        f" {result.core_share:.0%} of a core, {result.acks_per_second:.0f} acks/s,"
        f" {result.frames_per_second:.0f} frames/s,"
        f" {result.bytes_per_player:.0f} bytes per player and second,"
        f" p50 {result.p50_ms:.0f} ms, p99 {result.p99_ms:.0f} ms,"
        f" {result.answered:.1%} answered, refused {result.refused}, {result.rss_mib:.0f} MiB"
    )


def main() -> None:
    if sys.argv[1:2] == ["serve"]:
        port, data, size, load, slow = sys.argv[2:]
        if load == SPREAD:
            rules.spread_spawns = five_hundred  # type: ignore[attr-defined]
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(serve(int(port), data, int(size), int(slow)))
        return
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--walkers", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--size", type=int, default=1000)
    parser.add_argument("--only", choices=(SPREAD, START))
    parser.add_argument("--slow", type=int, default=1)
    parser.add_argument("--spy", default="")
    parser.add_argument("--json", action="store_true")
    options: Any = parser.parse_args()
    for load in [options.only] if options.only else [SPREAD, START]:
        result = run(load, options)
        print(msgspec.json.encode(result).decode() if options.json else show(result))


if __name__ == "__main__":
    main()
