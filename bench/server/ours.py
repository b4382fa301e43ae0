"""Freehold's server as it is: `ours.py PORT DATA RECORDING`, on the boards of `recorded.py`."""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path

import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))

from server.recorded import deal

from freehold.server.app import make_app
from freehold.server.http.gate import open_gate
from freehold.server.hub import Hub
from freehold.server.serving import collect_seldom, listen
from freehold.server.settings import Settings
from freehold.store import SqliteStore


async def serve(port: int, data: str) -> None:
    await run_until_stopped(Hub(Settings(), SqliteStore(Path(data) / "freehold.db")), port)


async def run_until_stopped(hub: Hub, port: int) -> None:
    """The server, until SIGTERM comes; it says `listening` when it does."""
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    await hub.open()
    listening = listen(Settings(port=port))
    runner = await open_gate(make_app(hub), hub, listening, 1)
    collect_seldom()
    print("listening", flush=True)
    await stop.wait()
    await hub.close()
    await runner.cleanup()


def main() -> None:
    port, data, recording = sys.argv[1:]
    deal(Path(recording))
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve(int(port), data))


if __name__ == "__main__":
    main()
