"""After kill -9 with 200 live matches: how long until the server listens, and all are back?"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import AsyncExitStack

from rows import Row

from freehold.cli.load.players import Figures, LoadPlayer, seat_room
from freehold.client import Api
from freehold.games import load_game

MATCHES = 200
SEATED_AT_ONCE = 8
PLAY_S = 4.0
EVERY_S = 0.5


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def start(folder: str, port: int) -> tuple[subprocess.Popen[str], float]:
    """A server, and the seconds until it says that it listens."""
    begun = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", "freehold.cli", "serve", "--data", folder, "--port", str(port)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    process.stdout.readline()
    return process, time.monotonic() - begun


def cpu_of(pid: int) -> float:
    """CPU seconds of a process so far; nothing where /proc does not tell."""
    try:
        with open(f"/proc/{pid}/stat") as stat:
            fields = stat.read().rpartition(")")[2].split()
    except OSError:
        return float("nan")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def fill(stack: AsyncExitStack, url: str) -> list[LoadPlayer]:
    """The given number of matches, played for a while."""
    game, figures = load_game("land-grab"), Figures()
    gate = asyncio.Semaphore(SEATED_AT_ONCE)

    async def seat() -> list[LoadPlayer]:
        async with gate:
            apis = [await stack.enter_async_context(Api(url)) for _ in range(2)]
            return await seat_room(stack, apis, game, {}, figures)

    seated = await asyncio.gather(*(seat() for _ in range(MATCHES)))
    players = [player for room in seated for player in room]
    late = time.monotonic() + PLAY_S
    await asyncio.gather(*(each.play(EVERY_S, lambda: time.monotonic() > late) for each in players))
    return players


async def come_back(players: list[LoadPlayer], connections: int) -> None:
    for player in players:
        line, tab = player.line, player.tab
        await line.until(lambda line=line: line.connections > connections)  # type: ignore[misc]
        await line.until(lambda tab=tab: tab.is_fresh)  # type: ignore[misc]


async def run(folder: str) -> list[Row]:
    port = free_port()
    process, empty_s = start(folder, port)
    try:
        async with AsyncExitStack() as stack:
            players = await fill(stack, f"http://127.0.0.1:{port}")
            process.send_signal(signal.SIGKILL)
            process.communicate()
            process, listening_s = start(folder, port)  # nobody knocks meanwhile
            cpu_s, begun = cpu_of(process.pid), time.monotonic()
            await come_back(players, 1)
            back_s = time.monotonic() - begun
    finally:
        process.kill()
        process.communicate()
    after = f"after kill -9 with {MATCHES} live matches"
    return [
        Row("server: listening, with no data", empty_s, "s"),
        Row(f"server: listening {after}", listening_s, "s", "<= 1.5"),
        Row("server: the same", cpu_s, "CPU s"),
        Row(f"server: then all {len(players)} players have a fresh view", back_s, "s"),
    ]


def measure() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(run(folder))
