"""A short match to every ending, through the public match."""

from __future__ import annotations

from collections.abc import Iterator

from freehold.game import Arrive, Leave, Resign
from freehold.kernel.chance import key_of
from freehold.match import Match, Seated
from tests.toy import GAME
from tests.toy.params import Params


def scenarios() -> Iterator[tuple[str, Match]]:
    yield "lit", lit()
    yield "dawn", dawn()
    yield "deserted", deserted()


def begin(seats: int = 2, **changed: int) -> Match:
    seated = tuple(Seated(name) for name in ("Ada", "Ben", "Cid")[:seats])
    return Match.new(GAME, seated, key_of("lantern"), Params(**changed))


def say(match: Match, now: int, seat: int, text: str) -> None:
    match.act(now, seat, GAME.parse(text))


def lit() -> Match:
    """Holds are done without anybody acting, and one is broken off by a step."""
    match = begin(goal_cells=2, traps=0)
    x, y = match.view(0).facts.place
    aside = x - 1 if x else x + 1
    say(match, 100, 0, "hold")
    say(match, 200, 1, "hold")
    say(match, 1_000, 0, "listen")
    say(match, 1_600, 0, f"step {aside},{y}")
    say(match, 1_700, 0, "hold")
    say(match, 1_800, 0, f"step {x},{y}")
    say(match, 1_900, 0, f"step {aside},{y}")
    say(match, 2_000, 0, "hold")
    match.advance(2_500)
    match.advance(3_500)
    return match


def dawn() -> Match:
    match = begin(seats=3, match_ms=7_000)
    match.act(1_000, 2, Leave())
    match.act(4_000, 2, Arrive())
    say(match, 4_000, 2, "mark 0,0") if sees_corner(match, 2) else say(match, 4_000, 2, "listen")
    for now in (5_000, 6_000, 7_020):
        match.advance(now)
    return match


def sees_corner(match: Match, seat: int) -> bool:
    return match.view(seat).rect[:2] == (0, 0)


def deserted() -> Match:
    match = begin()
    say(match, 100, 0, "hold")
    match.act(200, 0, Resign())
    return match
