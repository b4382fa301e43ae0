"""What a player may do, worked out from their view alone: so it cannot tell a secret (MW-24).

Every capture, and a few of all other actions, drawn from `rng`. What is offered is legal; what is
not offered may be legal too: a price that only several cities together can pay, for one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import compress

from msgspec import Struct

from freehold.game import Ms, View
from freehold.games.minewars.actions import (
    ITEMS,
    Action,
    Build,
    Bulldoze,
    Capture,
    Deploy,
    Flag,
    Harvest,
    Place,
    Reveal,
    Smoke,
    Strike,
    StructureName,
    Unflag,
)
from freehold.games.minewars.board.kinds import (
    DECOY,
    KIND_NAMES,
    LANDLIKE,
    MOUNTAIN,
    WALLS,
    WATER,
)
from freehold.games.minewars.facts import CityFacts, Facts, Terms
from freehold.kernel.chance import Stream
from freehold.kernel.floods import flood
from freehold.kernel.grids import OUTSIDE, Grid, hex_grid, square_grid

DRAWN = 3
"""So many tiles are drawn for each kind of action that is not a capture."""
LOOKED_AT = 16
"""So many tiles are looked at for a gap to barricade, or for a bridge."""
MOST_STRUCK = 3
MOST_SEATS = 6
LEAST_JOINED = 2  # MW-62
MILLI = 1_000
IS_OWN = tuple(bytes(owner == seat + 1 for owner in range(256)) for seat in range(MOST_SEATS))
"""By seat: turns the layer `owner` into 1 for own tiles."""


class Seen(Struct):
    """A view, taken apart."""

    facts: Facts
    grid: Grid
    layers: dict[str, bytes]
    own: int
    now: Ms
    rng: Stream

    @property
    def terms(self) -> Terms:
        return self.facts.terms

    def is_own(self, cell: int) -> bool:
        return self.layers["owner"][cell] == self.own

    def is_land(self, cell: int) -> bool:
        return bool(LANDLIKE[self.layers["kind"][cell]]) and not self.layers["city"][cell]

    def standing(self, cell: int) -> int:
        """The completed structure there."""
        shown = self.layers["structure"][cell]
        return shown if shown < len(WALLS) else 0

    def is_ready(self, what: str) -> bool:
        return self.facts.own.ready.get(what, 0) <= self.now

    def draw(self, cells: list[int], most: int = DRAWN) -> list[int]:
        return self.rng.sample(cells, min(most, len(cells)))

    def place(self, cell: int) -> Place:
        return self.grid.place(cell)

    def owns_region(self, cell: int) -> bool:
        """Of land; water has no region."""
        return self.facts.cities[self.layers["region"][cell] - 1].owner == self.own

    def can_pay(self, cell: int, price: int) -> bool:
        """MW-82: can the city that pays here do so alone?"""
        if self.owns_region(cell):
            return self._money(self.facts.cities[self.layers["region"][cell] - 1]) >= price
        own = [city for city in self.facts.cities if city.owner == self.own]
        nearest = min(own, key=lambda city: self.grid.distance(cell, city.cell), default=None)
        return nearest is not None and self._money(nearest) >= price

    def _money(self, city: CityFacts) -> int:
        return city.money + city.rate * (self.now - city.since) // MILLI


def choices(view: View[Facts], now: Ms, rng: Stream) -> Iterator[Action]:
    facts, seat = view.facts, view.viewer
    if seat < 0 or facts.ending or facts.players[seat].is_out:
        return
    make_grid = hex_grid if facts.terms.shape == "hex" else square_grid
    grid = make_grid(view.rect.width, view.rect.height)
    seen = Seen(facts, grid, view.layers, seat + 1, now, rng)
    cells = range(len(grid))
    reach = list(compress(cells, view.layers["reach"]))
    yield from _flags(seen, reach)
    if facts.own.stunned_until:
        return  # MW-34
    own = list(compress(cells, view.layers["owner"].translate(IS_OWN[seat])))
    yield from _deploys(seen, own)
    yield from _offences(seen, reach)
    yield from _harvests(seen, own)
    yield from _buildings(seen, own)
    yield from _bulldozings(seen, own)
    yield from _captures(seen, reach)


def _flags(seen: Seen, reach: list[int]) -> Iterator[Action]:
    for cell in seen.draw([cell for cell in reach if seen.is_land(cell)], 2):
        yield (Unflag if seen.layers["flag"][cell] else Flag)(*seen.place(cell))


def _captures(seen: Seen, reach: list[int]) -> Iterator[Action]:
    """MW-30, without what refuses a click: MW-31, MW-40, MW-48, MW-50."""
    if not seen.is_ready("capture"):
        return
    protected = seen.layers["protected"]
    for cell in reach:
        if seen.is_land(cell) and not WALLS[seen.standing(cell)] and not protected[cell]:
            yield Capture(*seen.place(cell))


def _deploys(seen: Seen, own: list[int]) -> Iterator[Action]:
    """MW-70"""
    if not seen.is_ready("deploy"):
        return
    item, structure, prices = seen.layers["item"], seen.layers["structure"], seen.terms.prices
    free = [cell for cell in own if seen.is_land(cell) and structure[cell] < 2]
    for cell in seen.draw(free):
        named = seen.rng.pick(ITEMS)
        if item[cell] == DECOY and seen.can_pay(cell, prices["upgrade"]):
            yield Deploy("mine", *seen.place(cell))
        elif not item[cell] and seen.can_pay(cell, prices[named]):
            yield Deploy(named, *seen.place(cell))


def _offences(seen: Seen, reach: list[int]) -> Iterator[Action]:
    """Strikes, reveals and smokes (MW-71 to MW-73), on foreign land that touches own land."""
    grid, prices, owner = seen.grid, seen.terms.prices, seen.layers["owner"]
    beside = [
        cell
        for cell in reach
        if seen.is_land(cell)
        and any(seen.is_own(near) and seen.is_land(near) for near in grid.touching[cell])
    ]
    struck = seen.draw(beside, 1 + seen.rng.below(MOST_STRUCK))
    cost = prices["strike"] + len(struck) * prices["strike_tile"]
    if struck and seen.is_ready("strike") and seen.can_pay(struck[0], cost):
        yield Strike(tuple([seen.place(cell) for cell in struck]))
    for cell in seen.draw(beside, 2) if seen.is_ready("reveal") else ():
        if seen.can_pay(cell, prices["reveal"]):
            yield Reveal(*seen.place(cell))
    owned = [cell for cell in beside if owner[cell]]
    for cell in seen.draw(owned, 2) if seen.is_ready("smoke") else ():
        if seen.can_pay(cell, prices["smoke"]):
            yield Smoke(*seen.place(cell))


def _harvests(seen: Seen, own: list[int]) -> Iterator[Action]:
    """MW-74"""
    kind, city = seen.layers["kind"], seen.layers["city"]
    for cell in seen.draw(own) if seen.is_ready("harvest") else ():
        is_worth = KIND_NAMES[kind[cell]] in seen.terms.sums and not city[cell]
        if is_worth and seen.owns_region(cell) and not seen.standing(cell):
            yield Harvest(*seen.place(cell))


def _bulldozings(seen: Seen, own: list[int]) -> Iterator[Action]:
    """MW-75"""
    if seen.is_ready("bulldoze"):
        for cell in seen.draw([cell for cell in own if seen.standing(cell)], 1):
            yield Bulldoze(*seen.place(cell))


# Building: MW-60 to MW-64


def _buildings(seen: Seen, own: list[int]) -> Iterator[Action]:
    structure, item = seen.layers["structure"], seen.layers["item"]
    free = [
        cell
        for cell in own
        if not structure[cell] and seen.is_land(cell) and seen.owns_region(cell)
    ]
    for cell in seen.draw(free):
        named: StructureName = "road" if item[cell] or seen.rng.below(4) else "tower"
        yield Build(named, (seen.place(cell),))
    yield from _first(seen, [cell for cell in free if not item[cell]], _barricade)
    yield from _first(seen, own, _bridge)


def _first(
    seen: Seen, cells: list[int], offer: Callable[[Seen, int], Action | None]
) -> Iterator[Action]:
    """The first that fits, of some tiles."""
    for cell in seen.draw(cells, LOOKED_AT):
        offered = offer(seen, cell)
        if offered is not None:
            yield offered
            return


def _barricade(seen: Seen, cell: int) -> Action | None:
    """MW-62: on one tile that touches two clusters of own mountains."""
    kind, touching = seen.layers["kind"], seen.grid.touching
    beside = [near for near in touching[cell] if kind[near] == MOUNTAIN]
    if len(beside) < LEAST_JOINED or not all(seen.is_own(near) for near in beside):
        return None
    one = flood([beside[0]], touching, lambda near: kind[near] == MOUNTAIN)
    is_gap = any(near not in one for near in beside)
    return Build("barricade", (seen.place(cell),)) if is_gap else None


def _bridge(seen: Seen, end: int) -> Action | None:
    """MW-64: over water beside an own tile, along the line that leads from there."""
    grid, sides = seen.grid, 4 if seen.grid.shape == "square" else 6
    if not (seen.is_land(end) and seen.owns_region(end)):
        return None
    for direction in range(sides):
        water = grid.step(end, direction)
        if water == OUTSIDE or seen.layers["kind"][water] != WATER:
            continue
        far = grid.step(water, direction)
        if far != OUTSIDE and seen.is_land(far) and not seen.layers["structure"][water]:
            return Build("bridge", (seen.place(water),), direction)
    return None
