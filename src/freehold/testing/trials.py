"""Which game the laws are tried on, and at which tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from msgspec import Struct

from freehold.game import AnyGame, Clock, Seat, Viewer

CLOCK = Clock(bank_ms=20_000, increment_ms=300)

IsHidden = Callable[[Any, Viewer, Seat, Struct], bool]
"""`is_hidden(state, viewer, seat, action)`: would the rules keep this action of another seat from
the viewer, if it were accepted now? Write it from the rulebook, not from `views.py`."""

KnowsPublic = Callable[[Any, Seat], bool]
"""`knows_public(state, seat)`: does the seat know all that the public knows?"""


class At(NamedTuple):
    """A table to play at."""

    seats: int
    params: Struct | None = None
    clock: Clock = Clock()


def always(state: Any, seat: Seat) -> bool:
    return True


@dataclass(frozen=True)
class Trial:
    """A game, and how the laws are tried on it. Most games need nothing but the first."""

    game: AnyGame
    tables: tuple[At, ...] = ()
    """Params, seats and clocks to play at. If empty, `usual_tables` says."""
    is_hidden: IsHidden | None = None
    """Real-time games with secrets need one. A sealed game has one by itself: what is submitted
    while others are still awaited."""
    knows_public: KnowsPublic = always
    """For a game in which a seat may know less than the public (one that is frozen, say)."""
    telling: tuple[str, ...] = ()
    """Codes of notices by which the rules show a seat what was hidden until then, and that need
    not be seen in its view (how many hidden things it has just taken, say)."""

    def __post_init__(self) -> None:
        if not self.tables:
            object.__setattr__(self, "tables", usual_tables(self.game))

    def plays(self, count: int) -> list[tuple[At, int]]:
        """Tables with their seeds: this number of plays, and at least one at each table."""
        return [
            (self.tables[seed % len(self.tables)], seed)
            for seed in range(max(count, len(self.tables)))
        ]


def usual_tables(game: AnyGame) -> tuple[At, ...]:
    """The default params with the fewest and the most seats, and in a game of turns or rounds once
    with a clock."""
    params = game.params()
    plain = tuple(At(seats, params, game.clock(params)) for seats in sorted({*game.seats}))
    if game.kind == "real-time" or game.clock(params) != Clock():
        return plain
    return (*plain, At(game.seats[0], params, CLOCK))
