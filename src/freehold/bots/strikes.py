"""What becomes of a bot that fails: strikes, and its place at the end.

A level is part of Freehold, and what it raises is a bug that must be seen. A bot that was brought
harms nobody else: it fails by `BotFailed` alone, which is a strike, and the first of its choices is
played instead. After five strikes in a match it plays first choices to the end, and places below
all others.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection
from typing import Any, Literal

from msgspec import Struct

from freehold.bot import Wait
from freehold.game import AnyGame, Arrive, Leave, Malformed, Ms, Outcome, Seat, TimeUp, View
from freehold.kernel.chance import Stream
from freehold.match.log import parse_action, spell_action

MOST_STRIKES = 5
LONGEST_SHOWN = 200
Why = Literal["raised", "nonsense", "waited", "hung", "exited", "memory", "bank"]


class BotFailed(Exception):
    """A bot gave no answer that can be played."""

    def __init__(self, why: Why, text: str, where: str = "") -> None:
        super().__init__(text)
        self.why: Why = why
        self.text = text
        self.where = where
        """The line in the bot's file, as in `mine.py:12`; empty if it is not known."""


class BotStrike(Struct, frozen=True):
    """One failure of a bot that was brought."""

    seat: Seat
    now: Ms
    entry: int
    """The number of entries before it."""
    why: Why
    text: str
    where: str


class BotNote(Struct, frozen=True, omit_defaults=True):
    """What a bot has logged or marked."""

    seat: Seat
    now: Ms
    entry: int
    """The number of entries before it."""
    text: str
    cells: tuple[tuple[int, int], ...] = ()


class BroughtBot(ABC):
    """A bot that was brought. All its methods fail by BotFailed alone."""

    @abstractmethod
    def decide(self, view: View[Any], now: Ms, rng: Stream) -> Struct: ...


def read_answer(game: AnyGame, answer: object) -> Struct:
    """A bot's answer as an action or a Wait. Raises BotFailed for anything else."""
    if isinstance(answer, str):
        return _read_text(game, answer)
    if isinstance(answer, Wait):
        return _read_wait(answer)
    if isinstance(answer, Struct):
        return _read_text(game, _spell(game, answer))
    if answer is None:
        raise BotFailed("nonsense", "decide returned None; return an action, or Wait()")
    raise BotFailed("nonsense", f"decide returned {shown(answer)}, which is not an action")


def _read_wait(answer: Wait) -> Wait:
    until: object = answer.until
    if until is None or (isinstance(until, int) and not isinstance(until, bool)):
        return answer
    raise BotFailed("nonsense", f"decide returned Wait({shown(until)}); write a whole number of ms")


def _spell(game: AnyGame, answer: Struct) -> str:
    try:
        return spell_action(game, answer)
    except Exception as error:  # the game's spelling, of a struct that may be anything
        said = f"decide returned {shown(answer)}, which is not an action of {game.title}"
        raise BotFailed("nonsense", said) from error


def _read_text(game: AnyGame, text: str) -> Struct:
    try:
        action = parse_action(game, text)
    except Malformed as error:
        raise BotFailed("nonsense", f"decide returned {shown(text)}: {error}") from None
    if isinstance(action, Arrive | Leave | TimeUp):
        raise BotFailed("nonsense", f"'{text}' is not for a player to say; there is 'resign'")
    return action


def shown(answer: object) -> str:
    """Whatever it is, shortly."""
    try:
        words = repr(answer)
    except Exception:
        words = f"a {type(answer).__name__}"
    return words if len(words) <= LONGEST_SHOWN else f"{words[:LONGEST_SHOWN]}..."


def place_below(outcome: Outcome, out: Collection[Seat]) -> Outcome:
    """The outcome with these seats below all others; their order among themselves stays."""
    if not out:
        return outcome
    ranks = [(seat in out, place) for seat, place in enumerate(outcome.places)]
    places = tuple(1 + sum(other < rank for other in ranks) for rank in ranks)
    return Outcome(outcome.ending, places, outcome.scores)
