"""A short match to every ending, through the public match alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from freehold.game import Leave
from freehold.games.area_attack import GAME
from freehold.match import Match
from tests.games.area_attack import say, started_match

SHORT = {
    "stage_2_ms": 20_000,
    "stage_3_ms": 30_000,
    "lock_ms": 5_000,
    "freeze_ms": 3_000,
}


def scenarios() -> Iterator[tuple[str, Match]]:
    yield "time", time_runs_out()
    yield "cleared", all_is_cleared()
    yield "deserted", all_but_one_leave()


def time_runs_out() -> Match:
    """A freeze in stage 1, attacks in stages 2 and 3, and the clock."""
    match = short_match(3)
    say(match, 1_000, 0, f"flag {a_mine(match, 0)}")
    say(match, 1_500, 1, f"open {a_mine(match, 1)}")
    open_safe(match, 2_000, 0, most=6)
    match.advance(20_000)
    for number, seat in enumerate((0, 1, 2, 0)):
        mine = a_mine(match, seat)
        if mine:
            say(match, 21_000 + 4_000 * number, seat, f"open {mine}")
    match.advance(60_000)
    return match


def all_is_cleared() -> Match:
    match = short_match(2, stage_2_ms=60_000, stage_3_ms=90_000, lock_ms=60_000)
    for number in range(500):
        if match.outcome is None:
            open_safe(match, match.now + 100, number % 2, most=1)
    return match


def all_but_one_leave() -> Match:
    match = short_match(3)
    open_safe(match, 1_000, 2, most=2)
    match.act(5_000, 2, Leave())
    say(match, 6_000, 0, f"open {a_mine(match, 0)}")
    match.act(7_000, 0, Leave())
    return match


def short_match(seats: int, **params: Any) -> Match:
    return started_match(seats, **(SHORT | params))


def a_mine(match: Match, seat: int) -> str:
    """A mine that the seat may uncover, as X,Y, or nothing."""
    reach, mine = match.state.legal[seat], match.state.mine
    found = [cell for cell in range(len(mine)) if reach[cell] and mine[cell]]
    return "{},{}".format(*match.state.grid.place(found[0])) if found else ""


def open_safe(match: Match, now: int, seat: int, most: int) -> None:
    """Uncover this number of safe cells, a tenth of a second each."""
    for number in range(most):
        state = match.state
        safe = [c for c, legal in enumerate(state.legal[seat]) if legal and not state.mine[c]]
        if safe and match.outcome is None:
            x, y = state.grid.place(safe[0])
            match.act(now + 100 * number, seat, GAME.parse(f"open {x},{y}"))
