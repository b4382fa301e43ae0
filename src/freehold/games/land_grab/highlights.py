"""What a replay draws and marks: the race to the target, and what held a player up."""

from __future__ import annotations

from freehold.game import Highlights
from freehold.games.land_grab.state import State


def lead(state: State) -> tuple[int, ...]:
    return tuple(state.points)


HIGHLIGHTS = Highlights(
    lead=lead,
    noted=("passed", "passed_often", "resigned", "time_up"),
)
