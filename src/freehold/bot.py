"""What a bot is: it gets views, never state, and answers with an action or waits.

    class Mine:  # its docstring's first line is shown in lists of bots
        def start(self, info): ...             # optional: seat, params, time and so on
        def decide(self, view, now, rng): ...  # an action, its spelling ("farm 3,4"), or Wait(ms)
        def end(self, outcome): ...            # optional

A function `decide(view, now, rng)` is a bot as well. A new bot is made for each seat of a match: it
may keep its own memory, and draws only from the `rng` it is handed, which has nothing to do with
the match's key. It counts nodes or playouts, so that results repeat; where time is limited,
`info.stop()` turns true when it is over, and the bot answers with the best it has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from inspect import Parameter, isclass, signature
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from freehold.game import Clock, Malformed, Ms, Outcome, Seat, View
from freehold.kernel.chance import Stream

T = TypeVar("T")
ALIKE_DIGITS = 9
"""Worths that agree to this many decimals are equal: floats are summed in different orders."""


class Wait(Struct, frozen=True):
    """Nothing to do before this moment (None: ever), unless the view changes."""

    until: Ms | None = None


class Bot(Protocol):
    """A player without a person. It may also have `start(info)` and `end(outcome)`."""

    def decide(self, view: View[Any], now: Ms, rng: Stream) -> Struct | str: ...


Decide = Callable[[Any, Ms, Stream], Struct | str]
MakeBot = Callable[[], Bot]
Stop = Callable[[], bool]
Places = Sequence[tuple[int, int]]
"""Cells as X,Y."""


def never() -> bool:
    """No time cap: headless play counts nodes alone."""
    return False


def forget(text: str) -> None:
    """Nobody keeps what the bot logs."""


def forget_places(cells: Places, word: str) -> None:
    """Nobody keeps what the bot marks."""


NO_CLOCK = Clock()


@dataclass(frozen=True, kw_only=True)
class Info:
    """What a bot is told before its first decision."""

    game: str
    seat: Seat
    seats: int
    """The number of players; in a world, of those who are there now."""
    params: Any
    """The game's params, as its `params.py` defines them."""
    clock: Clock = NO_CLOCK
    """The players' clocks."""
    think_ms: Ms = 0
    """The time for a decision, after which `stop()` is true; 0 means no limit."""
    pace_ms: Ms = 0
    """The shortest time between two of its actions; 0 means no limit."""
    is_live: bool = False
    """Does the game run in real time?"""
    stop: Stop = never
    log: Callable[[str], None] = forget
    """Keep a line of text for the bot's author."""
    mark: Callable[[Places, str], None] = forget_places
    """Keep cells, with a word about them, for the bot's author."""


def start_bot(bot: Bot, info: Info) -> None:
    """Tell a bot where it sits, if it wants to know."""
    start = getattr(bot, "start", None)
    if start is not None:
        start(info)


def end_bot(bot: Bot, outcome: Outcome) -> None:
    """Tell a bot how its match ended, if it wants to know."""
    end = getattr(bot, "end", None)
    if end is not None:
        end(outcome)


class DecideFunction:
    """A bot that is a function."""

    def __init__(self, decide: Decide) -> None:
        self.decide = decide


def maker_of(found: Any, name: str) -> MakeBot:
    """How to make a bot of a class, of a function `decide`, or of a function that makes bots.

    Raises Malformed for anything else.
    """
    if isclass(found) and not callable(getattr(found, "decide", None)):
        raise Malformed(f"the class '{name}' is not a bot: give it decide(self, view, now, rng)")
    if not callable(found):
        raise Malformed(f"'{name}' is not a bot: write a class, or decide(view, now, rng)")
    wanted = arguments_of(found)
    if not wanted:
        make: MakeBot = found
        return make
    if wanted == 3 and not isclass(found):
        return lambda: DecideFunction(found)
    what = f"the class '{name}'" if isclass(found) else f"the function '{name}'"
    usual = "none, as it is made for each match" if isclass(found) else "view, now and rng, or none"
    raise Malformed(f"{what} needs {wanted} argument{'s' * (wanted > 1)}; a bot takes {usual}")


def arguments_of(found: Callable[..., Any]) -> int:
    """The number of positional arguments that it cannot be called without."""
    kinds = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    try:
        its = signature(found).parameters.values()
    except (TypeError, ValueError):  # a built-in one
        return 0
    return sum(each.kind in kinds and each.default is Parameter.empty for each in its)


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
