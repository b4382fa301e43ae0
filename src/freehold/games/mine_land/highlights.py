"""What a replay draws and marks: scores, deaths and flagged bombs."""

from __future__ import annotations

from freehold.games.mine_land.state import State

NOTED = ("died", "boom")


def lead(state: State) -> tuple[int, ...]:
    return tuple([walker.score for walker in state.walkers])
