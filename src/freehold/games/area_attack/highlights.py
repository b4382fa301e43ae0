"""What a replay draws and marks: ground held, stages, freezes and blasts."""

from __future__ import annotations

from freehold.games.area_attack.state import State

NOTED = ("begun", "stage", "freezes", "blast", "left")


def lead(state: State) -> tuple[int, ...]:
    return tuple(state.cells)
