"""Freehold's server on the boards of `recorded.py`: `ours.py PORT DATA RECORDING SLOW`."""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path
from typing import ClassVar

import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))

from server.recorded import deal

from freehold.game import Ms
from freehold.server import hub
from freehold.server.app import make_app
from freehold.server.http.gate import open_gate
from freehold.server.hub import Hub
from freehold.server.match.pulse import NO_STALL_MS, Pulse
from freehold.server.serving import collect_seldom, listen
from freehold.server.settings import Settings
from freehold.store import SqliteStore


class SlowPulse(Pulse):
    """A server's time that passes more slowly, its matches' beats and all."""

    slow: ClassVar[int] = 1

    def now(self) -> Ms:
        return super().now() // self.slow

    def loop_s(self, moment: Ms) -> float:
        return super().loop_s(moment * self.slow)


def slow_down(slow: int) -> None:
    SlowPulse.slow = slow
    hub.Pulse = SlowPulse  # type: ignore[attr-defined]


async def serve(port: int, data: str) -> None:
    settings = Settings(stall_threshold_ms=NO_STALL_MS)  # a busy machine is not what is measured
    await run_until_stopped(Hub(settings, SqliteStore(Path(data) / "freehold.db")), port)


async def run_until_stopped(house: Hub, port: int) -> None:
    """The server, until SIGTERM comes; it says `listening` when it does."""
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    await house.open()
    listening = listen(Settings(port=port), is_port_chosen=True)
    runner = await open_gate(make_app(house), house, listening, 1)
    collect_seldom()
    print("listening", flush=True)
    await stop.wait()
    await house.close()
    await runner.cleanup()


def main() -> None:
    port, data, recording, slow = sys.argv[1:]
    deal(Path(recording))
    slow_down(int(slow))
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve(int(port), data))


if __name__ == "__main__":
    main()
