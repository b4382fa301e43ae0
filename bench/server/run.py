"""Freehold's server against a minimal room on Colyseus: `python bench/server/run.py`.

Both get the same numbers of rooms, actions and updates of the same sizes, in turns: ours, theirs,
ours, theirs. What is compared is the CPU time of the server's process, from /proc (so: Linux).
First `npm ci` in this folder brings Colyseus, and Node 22 for it.

    --connections 200,600   --games area-attack,lantern   --seconds 12   --rounds 2   --json FILE
"""

from __future__ import annotations

import argparse
import asyncio
import math
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles

import msgspec
import uvloop
from msgspec import Struct

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from server.players import Count, Player  # noqa: E402
from server.tables import AREA_ATTACK, LANTERN, Game, begin, seat_ours, seat_theirs  # noqa: E402

TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
WARM_UP_S = 3.0
UNSATURATED = 0.97
"""If less than this of what was sent is answered, waiting times only say how long the queue is."""
LONG_MS = 150
"""So do they if half of all answers take this long: a beat and a commit are a third of it."""
BEAT_S = 0.05
FRAME_WORDS = 53
"""Bytes of a frame of the Colyseus room beside its cells."""
GAMES = {game.name: game for game in (AREA_ATTACK, LANTERN)}


class Result(Struct):
    """One server under one load."""

    server: str
    game: str
    connections: int
    acked_per_second: float
    frames_per_second: float
    frame_bytes: float
    refused: dict[str, int]
    core_share: float
    us_an_ack: float
    us_an_update: float
    """An update is a frame; the answers to actions come on top, for both servers."""
    p50_ms: float
    p99_ms: float
    answered: float
    """Of what was sent."""
    rss_connection: float = 0
    """Bytes of memory for each connection, and for each match, by differences."""
    rss_match: float = 0


# The server's process


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS_PER_SECOND


def rss_bytes(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE_BYTES


@contextmanager
def server(command: Sequence[str]) -> Iterator[int]:
    """A server's process, from when it listens; its process id."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert "listening" in line, line
        yield process.pid
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


# Measuring


def watch(pid: int, seconds: float, to: str) -> subprocess.Popen[bytes]:
    """py-spy, if it is installed: where the time goes, as stacks with counts."""
    command = ["py-spy", "record", "-p", str(pid), "-d", str(round(seconds)), "-f", "raw", "-o", to]
    return subprocess.Popen(
        [*command, "-r", "250"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


async def measure(
    pid: int,
    players: Sequence[Player],
    count: Count,
    game: Game,
    seconds: float,
    spy_to: str = "",
) -> Result:
    every_s = 1 / game.actions_per_second
    order = random.Random(1).sample(range(len(players)), len(players))
    for place, number in enumerate(order):  # those of one room act at moments of their own
        players[number].play(every_s * place / len(players), every_s)
    await asyncio.sleep(WARM_UP_S)
    count.clear()
    spy = watch(pid, seconds, spy_to) if spy_to else None
    begun, spent = time.perf_counter(), cpu_seconds(pid)
    await asyncio.sleep(seconds)
    took, spent = time.perf_counter() - begun, cpu_seconds(pid) - spent
    for player in players:
        player.stop()
    if spy:
        spy.wait()
    waits = count.waits_ms or [0.0, 0.0]
    lost = sum(player.line is None or player.line.is_closed for player in players)
    assert not lost, f"{lost} connections were lost"
    return Result(
        "",
        game.name,
        len(players),
        count.acked / took,
        count.frames / took,
        count.frame_bytes / max(1, count.frames),
        dict(count.refused),
        spent / took,
        spent * 1e6 / max(1, count.acked),
        spent * 1e6 / max(1, count.frames),
        median(waits),
        quantiles(waits, n=100)[98],
        (count.acked + sum(count.refused.values())) / max(1, count.sent),
    )


async def measure_ours(
    port: int, pid: int, game: Game, connections: int, seconds: float, spy_to: str
) -> Result:
    count = Count()
    await seat_ours(port, game, 2 * game.seats, count)  # what is loaded once is loaded now
    before = rss_bytes(pid)
    rooms = await seat_ours(port, game, connections, count)
    seated = rss_bytes(pid)
    for players in rooms:
        await begin(players)
    begun = rss_bytes(pid)
    everybody = [player for players in rooms for player in players]
    result = await measure(pid, everybody, count, game, seconds, spy_to)
    result.server = "ours"
    result.rss_connection = (seated - before) / len(everybody)
    result.rss_match = (begun - seated) / len(rooms)
    return result


async def measure_theirs(
    port: int, pid: int, game: Game, connections: int, seconds: float
) -> Result:
    count = Count()
    await seat_theirs(port, game.seats, count)
    before = rss_bytes(pid)
    players = await seat_theirs(port, connections - connections % game.seats, count)
    seated = rss_bytes(pid)
    result = await measure(pid, players, count, game, seconds)
    result.server = "theirs"
    result.rss_connection = (seated - before) / len(players)
    return result


def reach_of(result: Result, seats: int) -> float:
    """How likely an action touches another seat, so that as many frames come out.

    A client gets a frame on a beat if anything touched it since the last one.
    """
    acts = result.acked_per_second / result.connections  # of one client
    share = min(0.999, result.frames_per_second / result.connections * BEAT_S)
    touches = -math.log(1 - share) / BEAT_S
    return min(1.0, max(0.0, (touches - acts) / (acts * (seats - 1))))


def run_ours(game: Game, connections: int, seconds: float, port: int, spy_to: str = "") -> Result:
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, str(HERE / "ours.py"), str(port), data]
        with server(command) as pid:
            return in_loop(measure_ours(port, pid, game, connections, seconds, spy_to))


def run_theirs(game: Game, connections: int, seconds: float, port: int, like: Result) -> Result:
    node = HERE / "node_modules" / ".bin" / "node"
    reach, cells = reach_of(like, game.seats), max(1, round(like.frame_bytes - FRAME_WORDS))
    numbers = [str(each) for each in (port, game.seats, f"{reach:.4f}", cells)]
    with server([str(node), str(HERE / "room.mjs"), *numbers]) as pid:
        return in_loop(measure_theirs(port, pid, game, connections, seconds))


def in_loop(work: object) -> Result:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        result: Result = runner.run(work)  # type: ignore[arg-type]
        return result


# Telling

HEAD = (
    "| load | connections | server | CPU us/ack | CPU us/update | ratio | of a core | acks/s"
    " | updates/s | bytes/update | p50 ms | p99 ms |\n|" + "---|" * 12
)


def row(result: Result, ratio: str = "") -> str:
    is_saturated = result.answered < UNSATURATED or result.p50_ms > LONG_MS
    late = "saturated" if is_saturated else f"{result.p99_ms:.0f}"
    cells = (
        result.game,
        str(result.connections),
        result.server,
        f"{result.us_an_ack:.0f}",
        f"{result.us_an_update:.1f}",
        ratio,
        f"{result.core_share:.2f}",
        f"{result.acked_per_second:.0f}",
        f"{result.frames_per_second:.0f}",
        f"{result.frame_bytes:.0f}",
        f"{result.p50_ms:.0f}",
        late,
    )
    return "| " + " | ".join(cells) + " |"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--connections", default="200,600")
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--seconds", type=float, default=12)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--port", type=int, default=8790)
    parser.add_argument("--json", default="", help="all figures, to this file")
    parser.add_argument("--alone", action="store_true", help="ours without theirs")
    parser.add_argument("--spy", default="", help="py-spy's stacks of ours, to this file")
    options = parser.parse_args()
    results: list[Result] = []
    print(HEAD)
    for name in options.games.split(","):
        for connections in map(int, options.connections.split(",")):
            load = (GAMES[name], connections, options.seconds, options.port)
            for _ in range(options.rounds):
                ours = run_ours(*load, options.spy)
                print(row(ours), flush=True)
                results.append(ours)
                if not options.alone:
                    theirs = run_theirs(*load, ours)
                    ratio = ours.us_an_update / theirs.us_an_update
                    print(row(theirs, f"{ratio:.2f}"), flush=True)
                    results.append(theirs)
    for each in results:
        if each.refused or each.rss_match:
            print(
                f"{each.server} {each.game} {each.connections}: refused {each.refused},"
                f" {each.rss_connection / 1024:.0f} KiB per connection,"
                f" {each.rss_match / 1024:.0f} KiB per match"
            )
    if options.json:
        Path(options.json).write_bytes(msgspec.json.format(msgspec.json.encode(results)))


if __name__ == "__main__":
    main()
