"""What a replay draws and marks: units on the board, rounds, and players who drop out."""

from __future__ import annotations

from types import MappingProxyType

from freehold.game import Highlights
from freehold.games.territory.state import State


def lead(state: State) -> tuple[int, ...]:
    return tuple(state.totals)


HIGHLIGHTS = Highlights(
    lead=lead,
    noted=("round_over", "wiped_out", "resigned", "left", "arrived"),
    holds_ms=MappingProxyType({"round_over": 6_000}),  # moves, clashes, growth
)
