"""How many players one core carries, by game: `python bench/capacity.py [--plots docs/capacity]`

A server of its own for each load, and the players of `freehold load` in this process. What counts
is the CPU time of the server's process while they play, from /proc (so: Linux), and how long they
wait for an answer. It writes a table, and with --plots two pictures.

    --games area-attack,land-grab   --seconds 10   --plots FOLDER
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import uvloop
from msgspec import Struct

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from server.run import exact_cpu_seconds, rss_bytes  # noqa: E402
from server_restart import free_port, start  # noqa: E402

from freehold.cli.load.loading import divide, play_all, seat_all  # noqa: E402
from freehold.cli.load.players import Figures  # noqa: E402
from freehold.client import Api  # noqa: E402
from freehold.games import load_game  # noqa: E402

FULL, LATE_MS, BUSY = 0.6, 100.0, 0.9
"""A core counts as full at this share, for the rest is needed when many act at once; an answer is
late after this time; and a generator this busy measures itself."""
SETTLE_S = 1.0
COMMITS = "freehold_commit_seconds_count"


class Load(Struct, frozen=True):
    """How a game is played, and by how many."""

    game: str
    seats: int
    rate: float
    """Actions of a player per second, if it is their turn."""
    players: tuple[int, ...]


LOADS = (
    Load("area-attack", 4, 3.0, (40, 120, 240)),
    Load("minewars", 6, 1.25, (48, 120, 240)),
    Load("mine-land", 20, 2.0, (40, 120, 240)),
    Load("territory", 4, 1.0, (80, 240, 480)),
    Load("land-grab", 2, 1.0, (80, 240, 480)),
)


class Found(Struct, frozen=True):
    """One load."""

    players: int
    core_share: float
    generator_share: float
    actions_per_second: float
    p50_ms: float
    p99_ms: float
    kib_per_player: float
    bytes_per_second: float
    """To one player."""
    commits_per_second: float

    @property
    def is_sound(self) -> bool:
        return self.p99_ms < LATE_MS and self.generator_share < BUSY


# Measuring


async def play(load: Load, players: int, url: str, pid: int, seconds: float) -> Found:
    game, figures = load_game(load.game), Figures()
    sizes = divide(players, game, load.seats)
    options = argparse.Namespace(rate=load.rate, seconds=seconds, json=True)
    async with AsyncExitStack() as stack:
        connector = aiohttp.TCPConnector(limit=0)
        stack.push_async_callback(connector.close)
        apis = [
            await stack.enter_async_context(Api(url, connector=connector)) for _ in range(players)
        ]
        empty = rss_bytes(pid)
        params = msgspec.to_builtins(game.params())
        seated = await seat_all(stack, apis, game, params, sizes, figures)
        await asyncio.sleep(SETTLE_S)
        held = rss_bytes(pid) - empty
        commits = await count_commits(url)
        begun, spent, own = time.perf_counter(), exact_cpu_seconds(pid), time.process_time()
        report = await play_all(seated, len(sizes), options, figures)
        took = time.perf_counter() - begun
        return Found(
            players,
            (exact_cpu_seconds(pid) - spent) / took,
            (time.process_time() - own) / took,
            report.actions_per_second,
            report.acknowledged_p50_ms,
            report.acknowledged_p99_ms,
            held / players / 1024,
            report.bytes / took / players,
            (await count_commits(url) - commits) / took,
        )


async def count_commits(url: str) -> float:
    async with aiohttp.ClientSession() as session, session.get(f"{url}/metrics") as answer:
        lines = (await answer.text()).splitlines()
    return sum(float(line.split()[1]) for line in lines if line.startswith(COMMITS))


def measure(load: Load, players: int, seconds: float) -> Found:
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        process, _ = start(folder, port)
        try:
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                url = f"http://127.0.0.1:{port}"
                return runner.run(play(load, players, url, process.pid, seconds))
        finally:
            process.terminate()
            try:
                process.communicate(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()


# Telling

HEAD = (
    "| game | players | actions/s | of a core | generator | p50 ms | p99 ms | KiB per player"
    " | kB/s per player | commits/s | players at 60% of a core | in time |\n|---|" + "---:|" * 11
)


def row(load: Load, found: Found) -> str:
    cells = (
        load.game,
        str(found.players),
        f"{found.actions_per_second:.0f}",
        f"{found.core_share:.1%}",
        f"{found.generator_share:.0%}",
        f"{found.p50_ms:.0f}",
        f"{found.p99_ms:.0f}",
        f"{found.kib_per_player:.0f}",
        f"{found.bytes_per_second / 1000:.2f}",
        f"{found.commits_per_second:.0f}",
        f"{players_per_core(found):.0f}",
        "yes" if found.is_sound else "no",
    )
    return "| " + " | ".join(cells) + " |"


def players_per_core(found: Found) -> float:
    """If each costs as much as here."""
    return FULL * found.players / found.core_share


# Pictures

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 640, 360, 60, 40, 30, 130
COLOURS = ("#0b6e99", "#b5451b", "#3c7a2e", "#7a3b8f", "#8a6d00")
Points = Sequence[tuple[float, float]]


def plot(title: str, unit: str, lines: Mapping[str, Points], limit: float) -> str:
    """Lines over numbers of players, and a dashed one at the limit, as SVG."""
    most_x = max(x for points in lines.values() for x, _ in points)
    most_y = 1.1 * max(limit, *(min(y, 3 * limit) for each in lines.values() for _, y in each))

    def place(x: float, y: float) -> tuple[float, float]:
        across = LEFT + x / most_x * (WIDTH - LEFT - RIGHT)
        return across, HEIGHT - BOTTOM - min(y, most_y) / most_y * (HEIGHT - BOTTOM - TOP)

    drawn = [*_axes(title, unit, most_x, most_y, place), _rule(limit, most_x, place)]
    for colour, (name, points) in zip(COLOURS, lines.items(), strict=False):
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(*point) for point in points))
        end_x, end_y = place(*points[-1])
        drawn.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
            f'<text x="{end_x + 6:.1f}" y="{end_y + 4:.1f}" fill="{colour}">{name}</text>'
        )
    inside = "\n".join(drawn)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}"'
        f' height="{HEIGHT}" font-family="sans-serif" font-size="12">\n'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>\n{inside}\n</svg>\n'
    )


def _axes(title: str, unit: str, most_x: float, most_y: float, place: Any) -> list[str]:
    drawn = [f'<text x="{LEFT}" y="18" font-weight="bold">{title}</text>']
    for part in range(5):
        x, y = place(most_x * part / 4, 0)
        drawn.append(f'<text x="{x:.1f}" y="{y + 18:.1f}">{most_x * part / 4:.0f}</text>')
        x, y = place(0, most_y * part / 4)
        drawn.append(f'<line x1="{x}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}" stroke="#ddd"/>')
        drawn.append(
            f'<text x="{x - 6}" y="{y + 4:.1f}" text-anchor="end">'
            f"{most_y * part / 4:.0f}{unit}</text>"
        )
    return [*drawn, f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 6}" text-anchor="end">players</text>']


def _rule(limit: float, most_x: float, place: Any) -> str:
    (x, y), (end, _) = place(0, limit), place(most_x, limit)
    return f'<line x1="{x}" x2="{end}" y1="{y}" y2="{y}" stroke="#444" stroke-dasharray="4"/>'


def draw(folder: Path, results: dict[str, list[Found]]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    cores = {
        game: [(f.players, 100 * f.core_share) for f in each] for game, each in results.items()
    }
    waits = {game: [(f.players, f.p99_ms) for f in each] for game, each in results.items()}
    core = plot("CPU of the server's process, of one core", "%", cores, 100 * FULL)
    wait = plot("99 of 100 answers come within, ms", "", waits, LATE_MS)
    (folder / "core.svg").write_text(core, encoding="utf-8")
    (folder / "answers.svg").write_text(wait, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", default=",".join(load.game for load in LOADS))
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--plots", type=Path, help="write pictures into this folder")
    options = parser.parse_args()
    chosen = [load for load in LOADS if load.game in options.games.split(",")]
    print(f"{os.cpu_count()} cores, load before: {os.getloadavg()[0]:.1f}\n\n{HEAD}", flush=True)
    results: dict[str, list[Found]] = {}
    for load in chosen:
        for players in load.players:
            found = measure(load, players, options.seconds)
            results.setdefault(load.game, []).append(found)
            print(row(load, found), flush=True)
    if options.plots:
        draw(options.plots, results)


if __name__ == "__main__":
    main()
