"""The two other processes of `sieges.py`:

    python -m tests.proof.besieging serve PORT FOLDER [stalling]    a server, or a bad one
    python -m tests.proof.besieging attack PORT ATTACK              attacks while it is told to

The attacker reads `on` and `off` from its input, and says `quiet` when its last attack is over.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from contextlib import AsyncExitStack, suppress
from types import SimpleNamespace
from typing import Any

from freehold.cli import main as freehold
from freehold.server import app
from tests.server.test_beside_the_honest import ATTACKS, SETTINGS

STALL_S = 0.1


def serve(port: str, folder: str, fault: str = "") -> None:
    if fault:
        stall()
    chosen = {**SETTINGS, "port": port, "data": folder, "log_format": "json"}
    chosen |= {"commands_per_second": 200, "rooms_per_minute": 10_000}  # for many short matches
    # Deadlines that an honest client keeps on a busy machine too.
    chosen |= {"request_head_timeout_ms": 5_000, "response_timeout_ms": 5_000}
    flags = [word for name, value in chosen.items() for word in flag(name, value)]
    sys.exit(freehold(["serve", *flags]))


def stall() -> None:
    """The planted fault: for every request that is refused, everybody waits a moment."""
    refuse = app._refuse

    def refuse_slowly(*given: Any, **more: Any) -> Any:
        time.sleep(STALL_S)
        return refuse(*given, **more)

    app._refuse = refuse_slowly


def flag(name: str, value: Any) -> tuple[str, ...]:
    """Of a setting; one that is true stands alone."""
    word = f"--{name.replace('_', '-')}"
    return (word,) if value is True else (word, str(value))


async def attack(port: str, name: str) -> None:
    place: Any = SimpleNamespace(port=int(port), url=f"http://127.0.0.1:{port}")
    while await asyncio.to_thread(sys.stdin.readline) == "on\n":
        attacking = asyncio.create_task(attack_on(place, name))
        await asyncio.to_thread(sys.stdin.readline)  # "off"
        attacking.cancel()
        await asyncio.wait([attacking])
        print("quiet", flush=True)


async def attack_on(place: Any, name: str) -> None:
    """Again and again, until it is cancelled."""
    while True:
        async with AsyncExitStack() as stack:
            # A server that defends itself cuts connections, or lets them wait.
            with suppress(ConnectionError, asyncio.IncompleteReadError, TimeoutError):
                await ATTACKS[name].run(place, stack)


if __name__ == "__main__":
    if sys.argv[1] == "serve":
        serve(*sys.argv[2:])
    os.nice(5)  # it is the server that is to answer quickly, not the attacker
    asyncio.run(attack(*sys.argv[2:]))
