"""What the template's tests are built of."""

from __future__ import annotations

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
