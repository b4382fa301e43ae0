"""What law 5 takes for a leak, and what not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from freehold.game import AnyGame, Ms, Notice, Seat
from freehold.games.minewars.actions import parse
from freehold.match import Match
from freehold.testing import At
from freehold.testing.law_5 import are_alike, is_shown_on_the_way
from freehold.testing.plays import PlayedStep, begin, fork
from tests.games.minewars import position
from tests.games.minewars.hidden import TELLING
from tests.games_under_test import game_named

MINEWARS = game_named("minewars")


class Building:
    """A match in which something stands from a moment on, for everybody to see."""

    outcome = None

    def __init__(self, stands_at: int) -> None:
        self.now, self.stands_at = 0, stands_at

    def wake_at(self) -> int | None:
        return self.stands_at if self.now < self.stands_at else None

    def advance(self, now: int) -> None:
        self.now = now

    def view(self, viewer: int) -> bool:
        return self.now >= self.stands_at

    def flush(self) -> dict[int, Any]:
        return {}


@pytest.mark.parametrize(("one", "other", "is_shown"), [(40, 60, True), (40, 40, False)])
def test_what_was_seen_for_a_moment_between_two_steps_is_shown(
    one: int, other: int, is_shown: bool
) -> None:
    left: Any = Building(one)
    right: Any = Building(other)
    assert is_shown_on_the_way(left, right, [PlayedStep(100)], (0,), ()) == is_shown


NO_TRAP, TRAP = "a . . ~ ~ ~ ~ b", "a . ! ~ ~ ~ ~ b"
CLICK = [PlayedStep(10_000, 0, parse("capture 1,0"))]


def match_at(picture: str, game: AnyGame = MINEWARS) -> Match:
    match = fork(begin(game, At(2), 1), position(picture))
    match.open(0)
    return match


def is_told_by_rule(one: str, other: str, telling: tuple[str, ...], game: AnyGame) -> bool:
    """The same click in both: the views are equal before it and after it."""
    pair = match_at(one, game), match_at(other, game)
    assert are_alike(*pair, (0,))
    shown = is_shown_on_the_way(*pair, CLICK, (0,), telling)
    assert are_alike(*pair, (0,))
    return shown


def test_a_trap_that_is_surrounded_is_told_by_the_notices_of_that_alone() -> None:
    assert TELLING == ("surrounded", "sold")
    assert is_told_by_rule(NO_TRAP, TRAP, TELLING, MINEWARS)
    assert is_told_by_rule(TRAP, NO_TRAP, TELLING, MINEWARS)
    assert not is_told_by_rule(NO_TRAP, TRAP, ("surrounded",), MINEWARS)
    assert not is_told_by_rule(NO_TRAP, TRAP, (), MINEWARS)


def test_a_leak_beside_a_notice_that_may_tell_is_found() -> None:
    def act(state: Any, now: Ms, seat: Seat, action: Any) -> list[Notice]:
        notices = MINEWARS.act(state, now, seat, action)
        return [*notices, *([Notice("taken", {"seat": 1}, (0,))] if notices else [])]

    leaky = replace(MINEWARS, act=act)
    assert not is_told_by_rule(NO_TRAP, TRAP, TELLING, leaky)
