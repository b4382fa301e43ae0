"""Freehold's server as it is, with the tests' toy among its games: `ours.py PORT DATA`.

The toy is let play by six.
"""

from __future__ import annotations

import asyncio
import dataclasses
import signal
import sys
from pathlib import Path

import uvloop

sys.path.insert(0, str(Path(__file__).parents[2]))

from freehold.game import AnyGame
from freehold.games import game_names, load_game
from freehold.server.app import make_app
from freehold.server.http.gate import open_gate
from freehold.server.hub import Hub
from freehold.server.serving import collect_seldom, listen
from freehold.server.settings import Settings
from freehold.store import SqliteStore
from tests.toy import GAME as TOY

SIX = dataclasses.replace(TOY, seats=(2, 6))


def find_game(name: str) -> AnyGame:
    return SIX if name == SIX.name else load_game(name)


async def serve(port: int, data: str) -> None:
    store = SqliteStore(Path(data) / "freehold.db")
    await run_until_stopped(
        Hub(Settings(), store, find_game, lambda: [*game_names(), SIX.name]), port
    )


async def run_until_stopped(hub: Hub, port: int) -> None:
    """The server, until SIGTERM comes; it says `listening` when it does."""
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    await hub.open()
    listening = listen(Settings(port=port), is_port_chosen=True)
    runner = await open_gate(make_app(hub), hub, listening, 1)
    collect_seldom()
    print("listening", flush=True)
    await stop.wait()
    await hub.close()
    await runner.cleanup()


def main() -> None:
    port, data = sys.argv[1:]
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve(int(port), data))


if __name__ == "__main__":
    main()
