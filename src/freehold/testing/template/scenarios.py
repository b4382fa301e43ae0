"""What the tests of Template are made of, and a short match to every ending."""

from __future__ import annotations

from collections.abc import Iterator

from freehold.game import Clock, Leave, Resign
from freehold.games._template import GAME
from freehold.games._template.params import Params
from freehold.kernel.chance import key_of
from freehold.match import Match, Seated

NAMES = ("Ada", "Ben", "Cid", "Dot")


def begin(seats: int = 2, side_cells: int = 2) -> Match:
    seated = tuple(Seated(name) for name in NAMES[:seats])
    return Match.new(GAME, seated, key_of("template"), Params(side_cells))


def claim(match: Match, seat: int, x: int, y: int) -> None:
    match.act(match.now + 1_000, seat, GAME.parse(f"claim {x},{y}"))


def scenarios() -> Iterator[tuple[str, Match]]:
    """Each is named for its ending; a second one to the same ending adds a word of its own."""
    yield "full", full()
    yield "full-large", full_large()
    yield "resigned", resigned()
    yield "resigned-on-time", resigned_on_time()


def full() -> Match:
    match = begin()
    for number, (x, y) in enumerate(((0, 0), (1, 0), (0, 1), (1, 1))):
        claim(match, number % 2, x, y)
    return match


def full_large() -> Match:
    """Long enough for checks in the middle of the record."""
    match = begin(seats=3, side_cells=8)
    for cell in range(64):
        claim(match, cell % 3, cell % 8, cell // 8)
    return match


def resigned() -> Match:
    match = begin(seats=3)
    claim(match, 0, 1, 1)
    match.act(1_500, 2, Leave())
    match.act(1_500, 1, Resign())
    return match


def resigned_on_time() -> Match:
    """Ben's bank runs out; marks are written while it runs."""
    seated = tuple(Seated(name) for name in NAMES[:2])
    clock = Clock(bank_ms=12_000, increment_ms=500)
    match = Match.new(GAME, seated, key_of("clock"), clock=clock)
    claim(match, 0, 1, 1)
    while (wake := match.wake_at()) is not None:
        match.advance(wake)
    return match
