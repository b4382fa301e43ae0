"""Every way to fail, each a bot of its own."""

from __future__ import annotations

import os
import sys
import time
from typing import Any

from freehold.bot import Wait

HELD: list[bytearray] = []


class Raises:
    def decide(self, view: Any, now: int, rng: Any) -> Any:
        return 1 // 0  # the line that is told


class Misspells:
    def decide(self, view: Any, now: int, rng: Any) -> Any:
        return "fly 3,4"


class Nothing:
    def decide(self, view: Any, now: int, rng: Any) -> Any:
        os.write(1, b"not a message\n" * 99)
        print("nor is this")
        return None


class Waits:
    def decide(self, view: Any, now: int, rng: Any) -> Any:
        return Wait(now + 1)


class Hangs:
    def decide(self, view: Any, now: int, rng: Any) -> Any:
        while True:
            time.sleep(3_600)


class Exits:
    def decide(self, view: Any, now: int, rng: Any) -> Any:
        os._exit(3)


class Leaves:
    def decide(self, view: Any, now: int, rng: Any) -> Any:
        sys.exit("enough")


class Eats:
    def decide(self, view: Any, now: int, rng: Any) -> Any:
        HELD.append(bytearray(1 << 33))


class CannotStart:
    def start(self, info: Any) -> None:
        raise LookupError("no book of openings")

    def decide(self, view: Any, now: int, rng: Any) -> Any:
        return "resign"
