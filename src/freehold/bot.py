"""What a bot is: it gets views, never state, and answers with an action or waits.

A new bot is made for each seat of a match (`make(stop)`), may keep its own memory, and draws only
from the `rng` it is handed, which has nothing to do with the match's key. It counts nodes or
playouts, so that results repeat; in live play `stop()` turns true when its time is over, and it
answers with the best it has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from msgspec import Struct

from freehold.game import Ms, View
from freehold.kernel.chance import Stream


class Wait(Struct, frozen=True):
    """Nothing to do before this moment (None: ever), unless the view changes."""

    until: Ms | None = None


class Bot(Protocol):
    """A player without a person."""

    def decide(self, view: View[Any], now: Ms, rng: Stream) -> Struct: ...


Stop = Callable[[], bool]
MakeBot = Callable[[Stop], Bot]


def never() -> bool:
    """No time cap: headless play counts nodes alone."""
    return False


class AnyChoice:
    """Plays at random: every possible choice is equally likely."""

    def __init__(self, choices: Callable[[Any, Ms, Stream], Iterator[Struct]]) -> None:
        self.choices = choices

    def decide(self, view: View[Any], now: Ms, rng: Stream) -> Struct:
        open_to_us = list(self.choices(view, now, rng))
        return rng.pick(open_to_us) if open_to_us else Wait()
