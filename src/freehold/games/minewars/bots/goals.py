"""Where a bot wants to go: the city to take next, and how far each tile is from it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from freehold.game import Ms, View
from freehold.games.minewars.bots.minds import Mind
from freehold.games.minewars.facts import CityFacts, Facts
from freehold.games.minewars.legal import seen_in
from freehold.games.minewars.surroundings import ring_of
from freehold.kernel.chance import Stream
from freehold.kernel.grids import Grid

FAR = 1_000
LOOK_AGAIN_MS = 3_000
TRIES_PER_STEP = 3
"""How many looks at the same goal make it count as one step farther."""


class Goal:
    """The next city to take; chosen again when cities change hands, and from time to time."""

    def __init__(self, rival_steps: int) -> None:
        self.rival_steps = rival_steps
        """How much farther than a free city a rival's counts."""
        self.city = -1
        self.ring: frozenset[int] = frozenset()
        self.steps: Sequence[int] = ()
        self._owners: tuple[int, ...] = ()
        self._look_at: Ms = 0
        self._tried: dict[int, int] = {}
        """By city: how often it was chosen as the goal, less how often it was not."""

    def look(self, mind: Mind, view: View[Facts], now: Ms, rng: Stream) -> None:
        owners = tuple(city.owner for city in view.facts.cities)
        if owners == self._owners and now < self._look_at:
            return
        self._owners, self._look_at = owners, now + LOOK_AGAIN_MS
        seen, land = seen_in(view), mind.land
        reach = [cell for cell, can in enumerate(view.layers["reach"]) if can]
        found = [
            (self.way_to(city, steps, reach) + self._weary(number), number, steps)
            for number, city in enumerate(view.facts.cities)
            if city.owner != mind.me
            for steps in [steps_from(mind.grid, land, ring_of(seen, city.cell).cells)]
        ]
        if found:
            rng.shuffle(found)  # of equals, any
            _, self.city, self.steps = min(found, key=lambda each: each[0])
            self._note_tried()
            self.ring = frozenset(ring_of(seen, view.facts.cities[self.city].cell).cells)

    def _weary(self, city: int) -> int:
        """A city tried for long without success counts as farther: there are others."""
        return self._tried.get(city, 0) // TRIES_PER_STEP

    def _note_tried(self) -> None:
        others = {city: tries - 1 for city, tries in self._tried.items() if tries > 1}
        self._tried = others | {self.city: self._tried.get(self.city, 0) + 1}

    def distance(self, cell: int) -> int:
        return self.steps[cell] if self.steps else FAR

    def way_to(self, city: CityFacts, steps: Sequence[int], reach: list[int]) -> int:
        """How far a city is from what can be reached now; a rival's city counts as farther."""
        near = min((steps[cell] for cell in reach), default=FAR)
        return near + (self.rival_steps if city.owner else 0)


@lru_cache(maxsize=128)
def steps_from(grid: Grid, land: bytes, starts: tuple[int, ...]) -> tuple[int, ...]:
    """By tile: the number of steps over land to the nearest of these."""
    steps = [FAR] * len(land)
    reached = list(starts)
    for cell in reached:
        steps[cell] = 0
    for cell in reached:  # grows while it is walked
        for near in grid.touching[cell]:
            if steps[near] == FAR and land[near]:
                steps[near] = steps[cell] + 1
                reached.append(near)
    return tuple(steps)
