"""Small proofs that hold, fail or die, for the tests of the runner; workers import them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from functools import partial

from tests.proof.harness import Found, Plants, try_each


def attempt(seed: int, bad: int = 0) -> Counter[str]:
    if seed == bad:
        raise AssertionError("a wrong board")
    return Counter({"tries": 1})


def run(count: int, seed: int) -> Found:
    return try_each(count, seed, attempt)


def run_bad(count: int, seed: int) -> Found:
    return try_each(count, seed, partial(attempt, bad=7))


def die(count: int, seed: int) -> Found:
    os._exit(1)


BURNT_S = 0.5
BURN = f"import time\nwhile time.process_time() < {BURNT_S}: pass"


def burn(count: int, seed: int) -> Found:
    """In a process of a worker's own."""
    subprocess.run([sys.executable, "-c", BURN], check=True)
    return run(count, seed)


def plants() -> Plants:
    return {"one": lambda: "seen", "two": lambda: "seen too"}


def plants_missed() -> Plants:
    return {"one": lambda: "seen", "two": lambda: ""}


def broken_plants() -> Plants:
    return {"one": lambda: str(1 // 0)}
