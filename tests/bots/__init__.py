"""Bots for the tests of those who run bots, and a table to sit at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from freehold.bot import AnyChoice, Wait
from freehold.game import AnyGame, Ms, View
from freehold.games._template import GAME as TEMPLATE
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match, Seated

KEY = key_of("seed", 1)
BOTS_KEY = key_of("bots", 1)


def new_match(game: AnyGame = TEMPLATE, seats: int = 2) -> Match:
    seated = tuple(Seated(f"Bot {seat}", "random") for seat in range(seats))
    return Match.new(game, seated, KEY)


class Scripted:
    """Gives its answers one after the other, then those of another bot; notes all it is asked."""

    def __init__(self, game: AnyGame, answers: Sequence[Struct] = (), last: Any = None) -> None:
        self.answers = list(answers)
        self.last = last or AnyChoice(game.choices)
        self.asked: list[tuple[Ms, View[Any]]] = []

    def decide(self, view: View[Any], now: Ms, rng: Stream) -> Struct:
        self.asked.append((now, view))
        if self.answers:
            return self.answers.pop(0)
        answer: Struct = self.last.decide(view, now, rng)
        return answer


class Idle:
    """Never does anything."""

    def decide(self, view: View[Any], now: Ms, rng: Stream) -> Struct:
        return Wait()


class Paced:
    """Acts at fixed intervals, however often it is woken."""

    def __init__(self, game: AnyGame, pace_ms: Ms, watch: Callable[[View[Any]], None]) -> None:
        self.choice = AnyChoice(game.choices)
        self.pace_ms = pace_ms
        self.next_at: Ms = 0
        self.watch = watch
        self.acted_at: list[Ms] = []

    def decide(self, view: View[Any], now: Ms, rng: Stream) -> Struct:
        self.watch(view)
        if now < self.next_at:
            return Wait(self.next_at)
        self.next_at = now + self.pace_ms
        self.acted_at.append(now)
        return self.choice.decide(view, now, rng)
