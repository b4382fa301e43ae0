"""What a replay draws and marks: units on the board, rounds, and who goes out."""

from __future__ import annotations

from freehold.games.territory.state import State

NOTED = ("round_over", "wiped_out", "resigned", "left", "arrived")


def lead(state: State) -> tuple[int, ...]:
    return tuple(state.totals)
