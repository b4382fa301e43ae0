"""What a bot is: it gets views, never state, and answers with an action or waits.

A new bot is made for each seat of a match (`make(stop)`), may keep its own memory, and draws only
from the `rng` it is handed, which has nothing to do with the match's key. It counts nodes or
playouts, so that results repeat; in live play `stop()` turns true when its time is over, and it
answers with the best it has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from freehold.game import Ms, View
from freehold.kernel.chance import Stream

T = TypeVar("T")
ALIKE_DIGITS = 9
"""Worths that agree to this many decimals are equal: floats are summed in different orders."""


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


def pick_best(among: Iterable[T], worth: Callable[[T], float], rng: Stream) -> T | None:
    """One of those that are worth the most, each as likely as the others; None if there is none.

    A bot chooses by this and not by `max`, which would prefer some cells for their numbers: other
    players could learn to expect it.
    """
    weighed = [(round(worth(each), ALIKE_DIGITS), each) for each in among]
    best = max((value for value, _ in weighed), default=0.0)
    return rng.pick([each for value, each in weighed if value == best]) if weighed else None
