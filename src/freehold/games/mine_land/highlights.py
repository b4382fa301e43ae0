"""What a replay draws and marks: scores, deaths and flagged bombs."""

from __future__ import annotations

from freehold.game import Highlights
from freehold.games.mine_land.state import State


def lead(state: State) -> tuple[int, ...]:
    return tuple([walker.score for walker in state.walkers])


HIGHLIGHTS = Highlights(
    lead=lead,
    noted=("died", "boom"),
)
