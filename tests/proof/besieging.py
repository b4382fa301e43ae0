"""The two other processes of `sieges.py`:

    python -m tests.proof.besieging serve PORT FOLDER [FAULT]    a server, without one defence
    python -m tests.proof.besieging attack PORT ATTACK           attacks while it is told to

The attacker reads `on` and `off` from its input and says `done` after each attack.
"""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import AsyncExitStack, suppress
from types import SimpleNamespace
from typing import Any

import pytest

from freehold.cli import main as freehold
from tests.server.test_beside_the_honest import ATTACKS, SETTINGS


def serve(port: str, folder: str, fault: str = "") -> None:
    if fault:
        ATTACKS[fault].fault(pytest.MonkeyPatch())
    chosen = {**SETTINGS, "port": port, "data": folder, "log": "json", "commands_a_second": 200}
    flags = [word for name, value in chosen.items() for word in flag(name, value)]
    sys.exit(freehold(["serve", *flags]))


def flag(name: str, value: Any) -> tuple[str, ...]:
    """Of a setting; one that is true stands alone."""
    word = f"--{name.replace('_', '-')}"
    return (word,) if value is True else (word, str(value))


async def attack(port: str, name: str) -> None:
    place: Any = SimpleNamespace(port=int(port), url=f"http://127.0.0.1:{port}")
    is_on = asyncio.Event()

    def hear() -> None:
        word = sys.stdin.readline().strip()
        if word == "on":
            is_on.set()
        elif word == "off":
            is_on.clear()
        else:
            os._exit(0)

    asyncio.get_running_loop().add_reader(sys.stdin, hear)
    while True:
        await is_on.wait()
        async with AsyncExitStack() as stack:
            # A server that defends itself cuts connections.
            with suppress(ConnectionError, asyncio.IncompleteReadError):
                await ATTACKS[name].run(place, stack)
        print("done", flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "serve":
        serve(*sys.argv[2:])
    os.nice(5)  # it is the server that is to answer quickly, not the attacker
    asyncio.run(attack(*sys.argv[2:]))
