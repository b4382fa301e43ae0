"""Roads: which cities of a player are connected (MW-61)."""

from __future__ import annotations

from freehold.game import Seat
from freehold.games.minewars.board.kinds import ROAD
from freehold.games.minewars.building import bridges
from freehold.games.minewars.state import State


def link(state: State) -> None:
    """Work out all networks of cities again: a road or its owner has changed."""
    for city in state.cities:
        city.network = -1
        state.touched.viewers.add(city.owner - 1)
    if ROAD not in state.structure:
        return
    for place, city in enumerate(state.cities):
        if city.owner and city.network < 0:
            joined = _joined(state, place)
            for other in joined if len(joined) > 1 else ():
                state.cities[other].network = place


def _joined(state: State, place: int) -> list[int]:
    """The city and all cities that its owner's roads lead to from there, also through others."""
    reached = [state.cities[place].cell]
    seen = set(reached)
    for cell in reached:  # grows while it is walked
        for near in _beside(state, cell):
            if near not in seen:
                seen.add(near)
                reached.append(near)
    return [state.city[cell] - 1 for cell in reached if state.city[cell]]


def _beside(state: State, cell: int) -> list[int]:
    """Roads link by touching, a city links to roads on its ring; roads link across bridges."""
    owner, near = state.owner[cell], state.grid.touching[cell]
    own = [each for each in near if state.owner[each] == owner]
    if state.city[cell]:
        return [each for each in own if state.structure[each] == ROAD]
    across = [each for each in bridges.across(state, cell) if state.owner[each] == owner]
    return [each for each in own + across if state.structure[each] == ROAD or state.city[each]]


def connected(state: State, place: int) -> list[int]:
    """The other cities that pay together with this one (MW-61)."""
    network = state.cities[place].network
    if network < 0:
        return []
    every = enumerate(state.cities)
    return [other for other, city in every if city.network == network and other != place]


def pairs(state: State, seat: Seat) -> tuple[tuple[int, int], ...]:
    """The player's connected cities, as pairs, the lower first."""
    if ROAD not in state.structure:
        return ()
    every = enumerate(state.cities)
    own = [place for place, city in every if city.network >= 0 and city.owner == seat + 1]
    return tuple([(one, far) for one in own for far in connected(state, one) if one < far])
