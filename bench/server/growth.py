"""Does an action cost the same however much else there is? `python bench/server/growth.py`

connections   the CPU of an acknowledged action with 50, 200, 400 and 800 connections, and how
              long an answer takes (as `run.py`, which says what --slow is)
idle          what matches cost in which nobody acts: with players connected, and without
restart       killed with many live matches: until the server listens, until all are back

--only connections,idle   --before PATH   --rounds 5   --seconds 2   --slow 1
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import uvloop
from msgspec import Struct

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

import server_restart  # noqa: E402
from server.players import Count, SeatedPlayer  # noqa: E402
from server.recorded import SEATS, record, save  # noqa: E402
from server.run import exact_cpu_seconds, ratios, rss_bytes, run, server, span  # noqa: E402
from server.tables import AREA_ATTACK, begin, seat_ours  # noqa: E402

CONNECTIONS = (50, 200, 400, 800)
IDLE = (1, 10, 100, 400)
RESTARTED = (200, 1000)
LOOK_S, SETTLE_S = 6.0, 3.0
KIB = 1024


# Connections


def measure_connections(options: argparse.Namespace) -> None:
    print("| connections | server | CPU us/ack | to before | p50 ms | p99 ms | slices |")
    print("|---:|---|---:|---:|---:|---:|---:|")
    for connections in CONNECTIONS:
        asked = argparse.Namespace(
            **{**vars(options), "connections": connections - connections % SEATS, "spy": ""}
        )
        asked.only = "before,ours" if options.before else "ours"
        servers = run(asked)
        others = {running.kind.name: running for running in servers}
        for running in servers:
            sound = [each for each in running.slices if each.is_sound]
            cells = (
                str(connections),
                running.kind.name,
                span([each.us_per_ack for each in sound]),
                ratios(running, others, "before"),
                span([each.p50_ms for each in sound]),
                span([each.p99_ms for each in sound]),
                f"{len(sound)} of {len(running.slices)}",
            )
            print("| " + " | ".join(cells) + " |", flush=True)


# Matches in which nobody acts


class Idle(Struct):
    """What this number of matches costs."""

    matches: int
    watched_us: float
    """CPU per match and second, with all players connected."""
    left_us: float
    """The same when they have gone."""
    connection_kib: float
    match_kib: float


async def sit_idle(port: int, pid: int, matches: int) -> Idle:
    before = await cpu_of(pid)
    empty = rss_bytes(pid)
    rooms = await seat_ours(port, AREA_ATTACK, SEATS * matches, Count())
    seated = rss_bytes(pid)
    for players in rooms:
        await begin(players)
    begun = rss_bytes(pid)
    await asyncio.sleep(SETTLE_S)
    watched = await cpu_of(pid) - before
    for players in rooms:
        hang_up(players)
    await asyncio.sleep(SETTLE_S)
    left = await cpu_of(pid) - before
    return Idle(
        matches,
        watched * 1e6 / matches,
        left * 1e6 / matches,
        (seated - empty) / matches / SEATS / KIB,
        (begun - seated) / matches / KIB,
    )


async def cpu_of(pid: int) -> float:
    """CPU seconds per second, as long as nobody does anything."""
    begun, spent = time.perf_counter(), exact_cpu_seconds(pid)
    await asyncio.sleep(LOOK_S)
    return (exact_cpu_seconds(pid) - spent) / (time.perf_counter() - begun)


def hang_up(players: Sequence[SeatedPlayer]) -> None:
    for player in players:
        assert player.line is not None
        player.line.close()


def measure_idle(options: argparse.Namespace) -> None:
    print(
        "| idle matches | CPU us per match and second, watched | after everybody has left", end=""
    )
    print(" | KiB per connection | KiB per match |\n|---:|---:|---:|---:|---:|")
    for matches in IDLE:
        with tempfile.TemporaryDirectory() as folder:
            recording = Path(folder) / "recording.json"
            save(record(matches, 1), recording)
            command = [sys.executable, str(HERE / "ours.py"), str(options.port), folder]
            env = {"PYTHONPATH": str(HERE.parents[1] / "src")}
            with server([*command, str(recording), "1"], env) as pid, looped() as runner:
                found = runner.run(sit_idle(options.port, pid, matches))
        cells = [f"{value:.0f}" for value in msgspec.structs.astuple(found)]
        print("| " + " | ".join(cells) + " |", flush=True)


def looped() -> asyncio.Runner:
    return asyncio.Runner(loop_factory=uvloop.new_event_loop)


# Coming back


def measure_restart(options: argparse.Namespace) -> None:
    print("| live matches | listening after s | its CPU s | all players have a view after s more |")
    print("|---:|---:|---:|---:|")
    for matches in RESTARTED:
        server_restart.MATCHES = matches
        figures = [row.figure for row in server_restart.measure()]
        print(f"| {matches} | " + " | ".join(f"{each:.2f}" for each in figures[1:]) + " |")


PARTS: dict[str, Callable[[argparse.Namespace], None]] = {
    "connections": measure_connections,
    "idle": measure_idle,
    "restart": measure_restart,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", default=",".join(PARTS), help="parts of it, by name")
    parser.add_argument("--before", default="", help="another checkout of Freehold")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--slow", type=int, default=1)
    parser.add_argument("--port", type=int, default=8830)
    options = parser.parse_args()
    for name in options.only.split(","):
        PARTS[name](options)
        print()


if __name__ == "__main__":
    main()
