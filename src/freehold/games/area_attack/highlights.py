"""What a replay draws and marks: ground held, stages, freezes and blasts."""

from __future__ import annotations

from freehold.game import Highlights
from freehold.games.area_attack.state import State


def lead(state: State) -> tuple[int, ...]:
    return tuple(state.cells)


HIGHLIGHTS = Highlights(
    lead=lead,
    noted=("begun", "stage", "freezes", "blast", "left"),
)
