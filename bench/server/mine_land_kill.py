"""After kill -9: how long until 500 walkers have their world again?

    python bench/server/mine_land_kill.py

    --walkers 500   --seconds 180   --size 1000   --rounds 3
    --pace 4   actions per second of each walker; fewer for a busy machine

`freehold serve` with its own world is played for a while, killed, and started again; all walkers
knock at the same moment, as soon as somebody listens. That is done `--rounds` times, so each time
at another distance from the last snapshot.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import aiohttp
import uvloop
from msgspec import Struct

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from server.lines import dial  # noqa: E402
from server.mine_land import ACTIONS_PER_SECOND, Walker, free_port  # noqa: E402
from server.players import Count  # noqa: E402
from server.run import cpu_seconds  # noqa: E402

from freehold.protocol import wire  # noqa: E402
from freehold.protocol.wire import Hello, Welcome  # noqa: E402
from freehold.store import SqliteStore  # noqa: E402

KNOCK_S = 0.01
LONGEST_S = 120
GOAL_S = 5


class Returning(Walker):
    """Remembers the last of its actions that was acknowledged."""

    acknowledged = 0

    def answered(self, n: int) -> None:
        super().answered(n)
        self.acknowledged = max(self.acknowledged, n)

    def is_forgotten(self) -> bool:
        """Does the server's last welcome know less than it had acknowledged?"""
        welcome = next(each for each in reversed(self.others) if isinstance(each, Welcome))
        return welcome.last < self.acknowledged


class Guest(Struct):
    """A walker's way back."""

    room: str
    token: str
    session: str
    walker: Returning


class Result(Struct):
    """One kill. All times from the start of the new process."""

    lines: int
    """Of the log, since the last snapshot: these are replayed."""
    segments: int
    acks_per_second: float = 0
    megabytes: float = 0
    listening_s: float = 0
    first_s: float = 0
    """Until the first walker had a view,"""
    all_s: float = 0
    """and the last one."""
    start_cpu_s: float = 0
    """Of the server, until it listened,"""
    cpu_s: float = 0
    """and until all were back."""
    lost: int = 0
    """Walkers who were told of an action that the server no longer knows: should be none."""
    load: float = 0


# The server


def start(folder: str, port: int, size: int) -> tuple[subprocess.Popen[str], float]:
    begun = time.monotonic()
    words = ["serve", "--data", folder, "--port", str(port), "--log-format", "json"]
    words += ["--world-params", f"width_tiles={size} height_tiles={size}", "--bot-workers", "1"]
    log = (Path(folder) / "server.log").open("a")
    process = subprocess.Popen(
        [sys.executable, "-m", "freehold.cli", *words],
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
    )
    log.close()
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line, (Path(folder) / "server.log").read_text()[-2000:]
    return process, time.monotonic() - begun


def stop(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGKILL)
    process.wait()


def look_at(folder: str) -> tuple[int, int]:
    """Lines since the last snapshot, and how many segments there are: of a copy, for anyone who
    opens the file tidies it up."""
    with tempfile.TemporaryDirectory() as copied:
        shutil.copytree(folder, copied, dirs_exist_ok=True)
        store = SqliteStore(Path(copied) / "freehold.db")
        try:
            (row,) = store.matches(status="live")
            heads = store.snapshot_heads(row.id)
            return row.head - (heads[-1] if heads else 0), len(heads) + 1
        finally:
            store.close()


# The walkers


async def seat_all(port: int, walkers: int, count: Count) -> list[Guest]:
    url, gate = f"http://127.0.0.1:{port}", asyncio.Semaphore(8)
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as http:

        async def seat(number: int) -> Guest:
            async with gate, http.post(f"{url}/api/quick", json={"game": "mine-land"}) as response:
                joined = await response.json()
                walker = Returning(count, number)
                guest = Guest(joined["room"], joined["token"], f"tab{number}", walker)
                await enter(port, guest)
                return guest

        return list(await asyncio.gather(*(seat(number) for number in range(walkers))))


async def enter(port: int, guest: Guest) -> None:
    """Say hello, and wait for a view."""
    walker = guest.walker
    walker.is_playing = False
    walker.line = await dial(port, "/ws", walker.heard)
    walker.line.send(wire.encode(Hello(wire.VERSION, guest.room, guest.session, guest.token)))
    async with asyncio.timeout(LONGEST_S):
        while not walker.is_playing:
            if walker.line.is_closed:
                raise ConnectionError(f"shown the door: {walker.others[-1:]}")
            await asyncio.sleep(KNOCK_S)


async def come_back(port: int, guests: list[Guest], begun: float) -> list[float]:
    """All at once; when each had its view."""

    async def back(guest: Guest) -> float:
        while True:
            try:
                await enter(port, guest)
                return time.monotonic() - begun
            except ConnectionError as error:
                print(error, file=sys.stderr)
                await asyncio.sleep(KNOCK_S)

    return sorted(await asyncio.gather(*(back(guest) for guest in guests)))


async def play(guests: list[Guest], options: argparse.Namespace, count: Count) -> float:
    """Acknowledgments a second."""
    count.clear()
    every_s = 1 / options.pace
    for number, guest in enumerate(guests):
        guest.walker.play(number / len(guests) * every_s, every_s)
    await asyncio.sleep(options.seconds)
    for guest in guests:
        guest.walker.stop()
    return count.acked / float(options.seconds)


async def run(folder: str, options: argparse.Namespace) -> None:
    port, count = free_port(), Count()
    process, _ = start(folder, port, options.size)
    try:
        guests = await seat_all(port, options.walkers, count)
        for _ in range(options.rounds):
            acks = await play(guests, options, count)
            stop(process)
            process, result = await restart(folder, port, guests, options)
            result.acks_per_second = acks
            result.lost = sum(each.walker.is_forgotten() for each in guests)
            show(result)
    finally:
        stop(process)


async def restart(
    folder: str, port: int, guests: list[Guest], options: argparse.Namespace
) -> tuple[subprocess.Popen[str], Result]:
    lines, segments = look_at(folder)
    result = Result(lines, segments)
    result.megabytes = sum(each.stat().st_size for each in Path(folder).iterdir()) / 1e6
    begun = time.monotonic()
    process, result.listening_s = start(folder, port, options.size)
    result.start_cpu_s = cpu_seconds(process.pid)
    times = await come_back(port, guests, begun)
    result.first_s, result.all_s = times[0], times[-1]
    result.cpu_s = cpu_seconds(process.pid)
    result.load = float(Path("/proc/loadavg").read_text().split()[0])
    return process, result


def show(result: Result) -> None:
    print(
        f"{result.acks_per_second:.0f} acks/s until then, {result.lines} lines since the last"
        f" snapshot, {result.segments} segments, {result.megabytes:.0f} MB on disk:"
        f" listening after {result.listening_s:.2f} s, first view {result.first_s:.2f} s,"
        f" all {result.all_s:.2f} s (goal {GOAL_S}); CPU {result.start_cpu_s:.2f} s to listen,"
        f" {result.cpu_s:.2f} s in all;"
        f" {result.lost} lost something, load {result.load}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--walkers", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=180)
    parser.add_argument("--pace", type=float, default=ACTIONS_PER_SECOND)
    parser.add_argument("--size", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        runner.run(run(folder, options))


if __name__ == "__main__":
    main()
