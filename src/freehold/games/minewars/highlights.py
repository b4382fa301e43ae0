"""What a replay draws and marks: land held, cities taken, mines stepped on, and eliminations."""

from __future__ import annotations

from freehold.game import Highlights
from freehold.games.minewars.state import State


def lead(state: State) -> tuple[int, ...]:
    return tuple([player.land for player in state.players])


HIGHLIGHTS = Highlights(
    lead=lead,
    noted=(
        "city_taken",
        "city_taken_from",
        "killed",
        "stunned_by_mine",
        "eliminated",
        "surrendered",
    ),
)
