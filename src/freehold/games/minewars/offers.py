"""What a player may do, worked out from their view alone, so that it reveals no secret (MW-24).

Every capture, and a few of all other actions, drawn from `rng`. All offers are legal; not all
legal actions are offered: barricades of several tiles are not, for example.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress

from msgspec import Struct

from freehold.game import Ms, View
from freehold.games.minewars import legal
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
from freehold.games.minewars.board.kinds import LANDLIKE
from freehold.games.minewars.building import bridges
from freehold.games.minewars.facts import CityFacts, Facts
from freehold.games.minewars.tools import MOST_SEATS
from freehold.kernel.chance import Stream
from freehold.kernel.grids import Grid

DRAWN = 3
"""How many tiles are drawn for each kind of action that is not a capture."""
LOOKED_AT = 16
"""How many tiles are tried for something that rarely fits."""
MOST_STRUCK = 3
MILLI = 1_000
IS_OWN = tuple(bytes(owner == seat + 1 for owner in range(256)) for seat in range(MOST_SEATS))
"""By seat: turns the layer `owner` into 1 for the seat's own tiles."""


class Chances(Struct, frozen=True):
    """What a view lets its seat do at a moment."""

    view: View[Facts]
    now: Ms
    seen: legal.Seen

    @property
    def grid(self) -> Grid:
        return self.seen.grid

    def place(self, cell: int) -> Place:
        return self.grid.place(cell)

    def is_ready(self, tool: str) -> bool:
        """Is its cooldown over?"""
        waits_for = self.seen.terms.tools[tool].ready
        return self.view.facts.own.ready.get(waits_for, 0) <= self.now

    def may(self, tool: str, cell: int) -> bool:
        """May it be used there, whether or not it can be paid for?"""
        if legal.is_ruled_out(self.seen, tool, cell):
            return False
        if self.seen.terms.tools[tool].minds_protection and self.view.layers["protected"][cell]:
            return False
        return not legal.why_not(self.seen, tool, cell)

    def among(self, tool: str, cells: list[int]) -> list[int]:
        return [cell for cell in cells if self.may(tool, cell)]

    def can_pay(self, tool: str, *cells: int) -> bool:
        return legal.price_of(self.seen, tool, cells) <= self.funds(cells[0])

    def funds(self, cell: int) -> int:
        """The money of the cities that pay for an action here together (MW-61, MW-82)."""
        return self.funds_of(self.view.layers["payer"][cell])

    def funds_of(self, payer: int) -> int:
        return funds_of(self.view.facts, payer, self.now)


def funds_of(facts: Facts, payer: int, now: Ms) -> int:
    """The money of a city, by its number + 1, and those connected with it; 0 for no city."""
    first = payer - 1
    if first < 0:
        return 0
    money = _money(facts.cities[first], now)
    for pair in facts.own.links:
        if first in pair:
            money += _money(facts.cities[sum(pair) - first], now)
    return money


def _money(city: CityFacts, now: Ms) -> int:
    return city.money + city.rate * (now - city.since) // MILLI


def chances(view: View[Facts], now: Ms) -> Chances:
    return Chances(view, now, legal.seen_in(view))


def choices(view: View[Facts], now: Ms, rng: Stream) -> Iterator[Action]:
    facts, seat = view.facts, view.viewer
    if seat < 0 or facts.ending or facts.players[seat].is_out:
        return
    found = chances(view, now)
    cells = range(len(found.grid))
    reach = list(compress(cells, view.layers["reach"]))
    yield from _flags(found, reach, rng)
    if facts.own.stunned_until:
        return  # MW-34
    own = list(compress(cells, view.layers["owner"].translate(IS_OWN[seat])))
    yield from _deploys(found, own, rng)
    yield from _offences(found, reach, rng)
    yield from _harvests(found, own, rng)
    yield from _buildings(found, own, rng)
    yield from _bulldozings(found, own, rng)
    yield from _captures(found, reach)


def draw(cells: list[int], rng: Stream, most: int = DRAWN) -> list[int]:
    return rng.sample(cells, min(most, len(cells)))


def _flags(found: Chances, reach: list[int], rng: Stream) -> Iterator[Action]:
    """On land: tiles of other kinds need no flags."""
    kind, city = found.view.layers["kind"], found.view.layers["city"]
    for cell in draw([cell for cell in reach if LANDLIKE[kind[cell]] and not city[cell]], rng, 2):
        yield (Unflag if found.view.layers["flag"][cell] else Flag)(*found.place(cell))


def _captures(found: Chances, reach: list[int]) -> Iterator[Action]:
    if found.is_ready("capture"):
        for cell in found.among("capture", reach):
            yield Capture(*found.place(cell))


def _deploys(found: Chances, own: list[int], rng: Stream) -> Iterator[Action]:
    """MW-70: what may be laid where a mine may, which is the widest choice."""
    if not found.is_ready("mine"):
        return
    for cell in draw(found.among("mine", own), rng):
        named = [item for item in ITEMS if found.may(item, cell)]
        item = rng.pick(named)
        if found.can_pay(item, cell):
            yield Deploy(item, *found.place(cell))


def _offences(found: Chances, reach: list[int], rng: Stream) -> Iterator[Action]:
    """Strikes, reveals and smokes (MW-71 to MW-73) on tiles next to the seat's own."""
    struck = draw(found.among("strike", reach), rng, 1 + rng.below(MOST_STRUCK))
    if struck and found.is_ready("strike") and found.can_pay("strike", *struck):
        yield Strike(tuple([found.place(cell) for cell in struck]))
    for tool, kind in (("reveal", Reveal), ("smoke", Smoke)):
        for cell in draw(found.among(tool, reach), rng, 2) if found.is_ready(tool) else ():
            if found.can_pay(tool, cell):
                yield kind(*found.place(cell))


def _harvests(found: Chances, own: list[int], rng: Stream) -> Iterator[Action]:
    """MW-74"""
    if found.is_ready("harvest"):
        for cell in found.among("harvest", draw(own, rng)):
            yield Harvest(*found.place(cell))


def _bulldozings(found: Chances, own: list[int], rng: Stream) -> Iterator[Action]:
    """MW-75"""
    structure = found.view.layers["structure"]
    if found.is_ready("bulldoze"):
        built = found.among("bulldoze", [cell for cell in own if structure[cell]])
        for cell in draw(built, rng, 1):
            yield Bulldoze(*found.place(cell))


# Building: MW-60 to MW-64


def _buildings(found: Chances, own: list[int], rng: Stream) -> Iterator[Action]:
    for cell in found.among("road", draw(own, rng, 2 * DRAWN)):
        is_tower = not rng.below(4) and found.may("tower", cell)
        named: StructureName = "tower" if is_tower else "road"
        yield Build(named, (found.place(cell),))
    yield from _barricades(found, draw(own, rng, LOOKED_AT))
    yield from _bridges(found, draw(own, rng, LOOKED_AT), rng)


def _barricades(found: Chances, cells: list[int]) -> Iterator[Action]:
    """The first that fits, on one tile between two clusters of the seat's mountains (MW-62)."""
    for cell in cells:
        if found.may("barricade", cell) and _closes_gap(found, cell):
            yield Build("barricade", (found.place(cell),))
            return


def _closes_gap(found: Chances, cell: int) -> bool:
    return not legal.why_not_together(found.seen, "barricade", (cell,))


def _bridges(found: Chances, cells: list[int], rng: Stream) -> Iterator[Action]:
    """The first that fits, over water next to the seat's own tiles (MW-64)."""
    every = range(bridges.axes(found.grid))
    beside = dict.fromkeys([near for cell in cells for near in found.grid.sides[cell]])
    for cell in beside:
        if legal.is_ruled_out(found.seen, "bridge", cell):
            continue
        fitting, _ = legal.fitting_axes(found.seen, "bridge", cell, every)
        if fitting:
            yield Build("bridge", (found.place(cell),), rng.pick(fitting))
            return
