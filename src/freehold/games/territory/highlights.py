"""What a replay draws and marks: units on the board, rounds, and who goes out."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from freehold.games.territory.state import State

HOLDS_MS: Mapping[str, int] = MappingProxyType({"round_over": 6_000})  # moves, clashes, growth
NOTED = ("round_over", "wiped_out", "resigned", "left", "arrived")


def lead(state: State) -> tuple[int, ...]:
    return tuple(state.totals)
