"""Two bad bots."""

from __future__ import annotations

import time
from typing import Any

from freehold.games import load_game


class Hangs:
    """A bot that never answers and looks at no clock."""

    def decide(self, view: Any, now: int, rng: Any) -> Any:
        while True:
            time.sleep(1)


class Fails:
    def decide(self, view: Any, now: int, rng: Any) -> Any:
        raise ZeroDivisionError("planted")


def make_hanging() -> Hangs:
    """Hangs."""
    return Hangs()


def make_failing() -> Fails:
    """Fails."""
    return Fails()


def new(setup: Any) -> Any:
    return load_game("land-grab").new(setup)
