"""One click: what a bot makes of a view, and which action comes of it.

It does the first of these that is possible: save a city that is being held, secure a hold with
mines, mine a city in danger, take land that is certain, blow up what is in the way, build, fortify,
take a risk. Sometimes strikes, towers and mines come before land. Equal choices are drawn at
random: nothing depends on the number of a tile or of a city.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import compress, islice

from freehold.game import Ms, View
from freehold.games.minewars.actions import (
    Action,
    Build,
    Capture,
    Deploy,
    Harvest,
    ItemName,
    Strike,
)
from freehold.games.minewars.board.kinds import CLUSTERED, KIND_NAMES, TO_COME, TOWER
from freehold.games.minewars.bots.goals import Goal
from freehold.games.minewars.bots.manners import Manner
from freehold.games.minewars.bots.minds import Mind
from freehold.games.minewars.facts import CityFacts, Facts
from freehold.games.minewars.offers import chances
from freehold.games.minewars.surroundings import ring_of
from freehold.kernel.chance import Stream
from freehold.kernel.grids import Grid

IS_CLUSTERED = CLUSTERED.ljust(256, b"\0")
LOOKED_AT = 24
THREAT_STEPS = 5
SURE = 0.999
LIKELY = 0.2
MOST_TAKEN = 12
"""A tile counts as nearer by the number of tiles that a click there takes, up to this one."""
STORM_STEPS = 2
STORM_TILES = 5
DESPAIR = 4
"""After this many times its patience, any danger is better than waiting."""
FRONT_STEPS = 3
TOWER_FRONT_STEPS = 5
TOWER_SITES = 8
TOWER_UNITS = 2
"""A tower is never worth more than this many base units: mines for the same money win more,"""
TOWER_SHOWS = 20
"""and it must show this many tiles near the front."""
AWAY_STEPS = 7
"""The distance kept from a rival's city: an autoexpansion spreads farther than its click."""
BORDER_STEPS = 3
"""And the distance kept from a rival's land in sight."""


class Thought:
    """One click: look at the view of that moment, and act on it."""

    def __init__(
        self,
        manner: Manner,
        mind: Mind,
        goal: Goal,
        view: View[Facts],
        now: Ms,
        idle_ms: Ms,
        rng: Stream,
    ) -> None:
        self.manner, self.mind, self.goal = manner, mind, goal
        self.view, self.facts, self.now, self.rng = view, view.facts, now, rng
        self.idle_ms = idle_ms
        self.chances = chances(view, now)
        self._opens: dict[int, bool] = {}
        reach = view.layers["reach"]
        self.reach = list(compress(range(len(reach)), reach))

    def act(self) -> Action | None:
        works = (self.blow_up, self.fortify_front)
        does_works = self.rng.below(10) < self.manner.works
        land_and_works = (*works, self.take_certain) if does_works else (self.take_certain, *works)
        for way in (
            self.save_city,
            self.fasten_hold,
            self.build_tower,
            self.fortify_ring,
            *land_and_works,
            self.take_risk,
        ):
            action = way()
            if action is not None:
                return action
        return None

    def drawn(self, cells: Sequence[int]) -> list[int]:
        """In random order, so that the first of several equal choices is any of them."""
        return self.rng.sample(cells, len(cells))

    # Clicks

    def can_click(self, cell: int) -> bool:
        return not self.spares(cell) and self.chances.may("capture", cell)

    def spares(self, cell: int) -> bool:
        return cell in self.shunned and cell not in self.own_rings

    @cached_property
    def shunned(self) -> set[int]:
        """Where it does not click or strike: near rivals' cities and land, or only near their last
        cities. It spares nobody who has taken land of its own."""
        is_truce, is_mercy = (
            self.now < until for until in (self.manner.truce_ms, self.manner.mercy_ms)
        )
        if not (is_truce or is_mercy):
            return set()
        players, foes = self.facts.players, {0, self.mind.me, *self.mind.attackers}
        homes = [
            city.cell
            for city in self.facts.cities
            if city.owner not in foes and (is_truce or players[city.owner - 1].cities == 1)
        ]
        found = {near for home in homes for near in self.mind.disc(home, AWAY_STEPS)}
        if is_truce:
            owners = self.view.layers["owner"]
            land = [cell for cell, owner in enumerate(owners) if owner not in foes]
            found |= {near for cell in land for near in self.mind.disc(cell, BORDER_STEPS)}
        return found

    def capture(self, cell: int) -> Action:
        if self.rng.percent(self.manner.slip_percent):
            near = [each for each in self.mind.grid.touching[cell] if self.can_click(each)]
            cell = self.rng.pick(near) if near else cell
        return Capture(*self.mind.grid.place(cell))

    def take_certain(self) -> Action | None:
        """Land without danger: towards the goal first, a rival's before neutral land."""
        if not self.chances.is_ready("capture"):
            return None
        cells = self.certain()
        if not cells:
            return None
        if not self.manner.has_goals:
            return self.capture(self.rng.pick(cells))
        return self.capture(min(self.drawn(cells), key=self.click_worth))

    def certain(self) -> list[int]:
        mind = self.mind
        safe = {*mind.find_safe().safe}
        cells = [
            cell
            for cell in self.reach
            if (cell in safe or mind.is_seen_safe(cell) or mind.is_seen_decoy(cell))
            and self.can_click(cell)
        ]
        if cells or not self.manner.solves:
            return cells
        answer = mind.answer()
        sure = [*answer.safe, *(cell for cell in answer.mines if mind.decoy_chance(cell) == 1.0)]
        return [cell for cell in sure if self.can_click(cell)]

    def opens(self, cell: int) -> bool:
        """Is it known that there are no items of others around it, so that a click there takes
        the land around as well (MW-32)?"""
        found = self._opens.get(cell)
        if found is None:
            holds, is_safe = self.mind.holds, self.mind.is_seen_safe
            around = self.mind.grid.touching[cell]
            found = all(is_safe(near) for near in around if holds[near])
            self._opens[cell] = found
        return found

    def takes(self, cell: int) -> int:
        """How many tiles a click there takes, as far as towers show."""
        mind, owner, protected = (
            self.mind,
            self.view.layers["owner"],
            self.view.layers["protected"],
        )
        taken, quiet, rivals = {cell}, [cell], int(owner[cell] > 0)
        for each in quiet:  # grows while it is walked
            if len(taken) > MOST_TAKEN or not self.opens(each):
                continue
            for near in mind.grid.touching[each]:
                if near not in taken and mind.holds[near] and not protected[near]:
                    rivals += owner[near] > 0
                    if owner[near] and rivals > MOST_TAKEN:
                        return len(taken)
                    taken.add(near)
                    quiet.append(near)
        return len(taken)

    def click_worth(self, cell: int) -> int:
        """The lower, the sooner it is taken if nothing is there: what opens land counts as
        nearer."""
        is_clear = self.manner.sweeps and self.mind.is_seen_safe(cell)
        return self.worth(cell) - (min(MOST_TAKEN, self.takes(cell)) if is_clear else 0)

    def worth(self, cell: int) -> int:
        """The lower, the sooner something is done there."""
        owner = self.view.layers["owner"][cell]
        away = self.goal.distance(cell)
        if cell in self.goal.ring:
            away -= 8
        if cell in self.own_rings:
            away -= 12
        return away - 4 * (owner > 0)

    def ring(self, city: CityFacts) -> tuple[int, ...]:
        return ring_of(self.chances.seen, city.cell).cells

    @cached_property
    def own_rings(self) -> set[int]:
        own = [city for city in self.facts.cities if city.owner == self.mind.me]
        return {cell for city in own for cell in self.ring(city)}

    def take_risk(self) -> Action | None:
        if not self.chances.is_ready("capture"):
            return None
        cells = [cell for cell in self.reach if self.can_click(cell)]
        if not cells:
            return None
        cells = self.drawn(cells)
        if self.manner.has_goals:
            cells.sort(key=self.worth)
        danger = {cell: self.mind.danger(cell) for cell in cells[:LOOKED_AT]}
        best = min(danger, key=lambda cell: (danger[cell], self.worth(cell)))
        return self.capture(best) if danger[best] <= self.most_danger() else None

    def most_danger(self) -> float:
        """After a long wait it dares more, and in the end walks into a mine to get rid of it."""
        if self.idle_ms < self.manner.patience_ms:
            return self.manner.daring
        return 0.5 if self.idle_ms < DESPAIR * self.manner.patience_ms else 1.0

    # Cities

    def save_city(self) -> Action | None:
        """A rival is holding one of our cities: break the ring, at some risk."""
        me = self.mind.me
        held = [c for c in self.facts.cities if c.owner == me and c.hold_by not in (0, me)]
        if not held or not self.chances.is_ready("capture"):
            return None
        cells = [
            cell
            for city in held
            for cell in self.ring(city)
            if not self.mind.is_own(cell) and self.can_click(cell)
        ]
        if not cells:
            return None
        danger = {cell: self.mind.danger(cell) for cell in self.drawn(cells)}
        best = min(danger, key=danger.__getitem__)
        return self.capture(best) if danger[best] < 0.6 else None

    def fasten_hold(self) -> Action | None:
        """While we hold a rival's city: mines on its ring, which the rival must click."""
        if not self.manner.fastens:
            return None
        me = self.mind.me
        cells = [
            cell
            for city in self.facts.cities
            if city.owner not in (0, me) and city.hold_by == me
            for cell in self.ring(city)
        ]
        return self.deploy(cells, "mine")

    def fortify_ring(self) -> Action | None:
        """Mines around a city of ours that rivals have come close to."""
        is_minded = self.rng.percent(self.manner.guard_percent)
        if not is_minded or not self.chances.is_ready("mine"):
            return None
        me, owner = self.mind.me, self.view.layers["owner"]
        cells: list[int] = []
        for city in self.facts.cities:
            if city.owner == me:
                around = self.mind.disc(city.cell, THREAT_STEPS)
                if any(owner[cell] not in (0, me) for cell in around):
                    cells += self.ring(city)
        return self.deploy(cells, "mine")

    # Items

    def deploy(self, cells: Sequence[int], item: ItemName) -> Action | None:
        """An item on one of these tiles that is ours and free, and whose city can pay."""
        if not self.chances.is_ready(item):
            return None
        busy = {cell for deed in self.facts.own.deeds for cell in deed.cells}
        for cell in self.drawn(cells):
            if cell not in busy and self._is_free(cell) and self.chances.can_pay(item, cell):
                return Deploy(item, *self.mind.grid.place(cell))
        return None

    def _is_free(self, cell: int) -> bool:
        """May any item be laid there?"""
        return self.chances.may("decoy", cell)

    def fortify_front(self) -> Action | None:
        """Stop rivals' autoexpansion: an item next to every tile of the front."""
        if not self.manner.fortifies or not self.chances.is_ready("mine"):
            return None
        owner, item, me = self.view.layers["owner"], self.view.layers["item"], self.mind.me
        touching = self.mind.grid.touching
        front = {
            near for cell in self.reach if owner[cell] not in (0, me) for near in touching[cell]
        }
        bare = [
            cell
            for cell in sorted(front)
            if self._is_free(cell)
            and not any(item[near] and owner[near] == me for near in touching[cell])
        ]
        if not bare:
            return None
        return self.deploy([self.rng.pick(bare)], "decoy" if self.rng.percent(30) else "mine")

    # Strikes

    def blow_up(self) -> Action | None:
        """Strike items in the way, as many as we can pay for. Land is harvested to pay for it only
        where a city can be won: harvested land no longer earns anything."""
        if not self.manner.strikes or not self.chances.is_ready("strike"):
            return None
        barring = self.barring()
        if not barring:
            return None
        cells = [barring[0]]
        for cell in barring[1:]:
            if self._goes_with(cell, cells) and self.chances.can_pay("strike", *cells, cell):
                cells.append(cell)
        if not self.chances.can_pay("strike", *cells):
            is_worth_it = self.manner.harvests and cells[0] in self.goal.ring
            return self.harvest() if is_worth_it else None
        return Strike(tuple([self.mind.grid.place(cell) for cell in cells]))

    def barring(self) -> list[int]:
        """What to strike, the nearest to the goal first: certain mines, and if it has saved a lot
        of money also tiles that are likely to hold one."""
        least = LIKELY if self.is_storming else SURE
        found = [cell for cell in self.strikable() if self._bars(cell, least)]
        return sorted(self.drawn(found), key=self.worth)

    def strikable(self) -> list[int]:
        """The tiles in reach; if no city can pay for a strike, only those worth a harvest."""
        prices, me = self.facts.terms.prices, self.mind.me
        payers = [n + 1 for n, city in enumerate(self.facts.cities) if city.owner == me]
        if any(
            self.chances.funds_of(payer) >= prices["strike"] + prices["strike_tile"]
            for payer in payers
        ):
            return self.reach
        return [cell for cell in self.reach if self.manner.harvests and cell in self.goal.ring]

    def _bars(self, cell: int, least: float) -> bool:
        mind = self.mind
        if not mind.holds[cell] or mind.danger(cell) < least:
            return False
        return not self.spares(cell) and self.chances.may("strike", cell)

    def _goes_with(self, cell: int, cells: list[int]) -> bool:
        """Should a strike on the first of these include this one?"""
        if cell in self.goal.ring and cells[0] in self.goal.ring:
            return True
        is_near = self.mind.grid.distance(cell, cells[0]) <= STORM_STEPS
        return self.is_storming and is_near and len(cells) < STORM_TILES

    @cached_property
    def is_storming(self) -> bool:
        """Is there enough money where the goal is nearest to strike what may hold a mine?"""
        units = self.manner.storm_units
        if not (units and self.reach):
            return False
        front = min(self.drawn(self.reach), key=self.worth)
        return self.chances.funds(front) >= units * self.facts.terms.base_unit

    # Economy

    def harvest(self) -> Action | None:
        """Turn open land into money: the richest kind, away from actions in progress."""
        if not self.chances.is_ready("harvest"):
            return None
        kind, sums = self.view.layers["kind"], self.facts.terms.sums
        busy = {cell for deed in self.facts.own.deeds for cell in deed.cells}
        own = [
            cell for cell, owner in enumerate(self.view.layers["owner"]) if owner == self.mind.me
        ]
        richest = sorted(self.drawn(own), key=lambda cell: -sums.get(KIND_NAMES[kind[cell]], 0))
        for cell in richest:
            if cell not in busy and self._is_free(cell) and self.chances.may("harvest", cell):
                return Harvest(*self.mind.grid.place(cell))
        return None

    def build_tower(self) -> Action | None:
        """A tower shows what rivals have laid (MW-17), and so where a click is safe and where it
        opens their land: on the tile that shows most, of some."""
        terms = self.facts.terms
        if not self.manner.builds or terms.prices["tower"] > TOWER_UNITS * terms.base_unit:
            return None
        shown = {site: self.shown_from(site) for site in self.tower_sites()}
        best = max(shown, key=shown.__getitem__, default=-1)
        if best < 0 or shown[best] < TOWER_SHOWS:
            return None
        return Build("tower", (self.mind.grid.place(best),))

    def shown_from(self, site: int) -> int:
        """How many tiles a tower there would show for the first time."""
        return len(self.hidden.intersection(self.mind.disc(site, self.facts.terms.tower_steps)))

    @cached_property
    def front(self) -> list[int]:
        """The rivals' tiles beside our land, or before there are any, those in sight."""
        owner, me = self.view.layers["owner"], self.mind.me
        beside = [cell for cell in self.reach if owner[cell] not in (0, me)]
        return beside or [cell for cell, each in enumerate(owner) if each not in (0, me)]

    @cached_property
    def hidden(self) -> set[int]:
        """The land on both sides of the front that no tower of ours shows, and none to come."""
        mind, steps = self.mind, self.facts.terms.tower_steps
        towers = [
            cell
            for cell, built in enumerate(self.view.layers["structure"])
            if built in (TOWER, TOWER + TO_COME) and mind.is_own(cell)
        ]
        shown = {near for tower in towers for near in mind.disc(tower, steps)}
        near = {each for cell in self.front for each in mind.disc(cell, FRONT_STEPS)}
        return {cell for cell in near - shown if mind.land[cell]}

    def tower_sites(self) -> list[int]:
        """Some free and firm tiles of ours near the front, in regions whose city builds nothing
        else: a city gives half of its resources to building."""
        owner, payer, me = self.view.layers["owner"], self.view.layers["payer"], self.mind.me
        firm = firm_sites(self.mind.grid, self.view.layers["kind"])
        idle = {number + 1 for number, city in enumerate(self.facts.cities) if not city.queue}
        drawn = self.rng.sample(self.front, min(TOWER_SITES, len(self.front)))
        around = {cell for each in drawn for cell in self.mind.disc(each, TOWER_FRONT_STEPS)}
        near = [
            cell
            for cell in sorted(around)
            if owner[cell] == me and payer[cell] in idle and cell in firm
        ]
        free = (cell for cell in self.drawn(near) if self.chances.may("tower", cell))
        return list(islice(free, 2 * TOWER_SITES))


@lru_cache(maxsize=128)
def firm_sites(grid: Grid, kind: bytes) -> frozenset[int]:
    """Beside a mountain or a forest a tower falls only together with that (MW-63). One in the open
    falls at the first breach, and a rival looks out of it from then on."""
    clusters = compress(range(len(kind)), kind.translate(IS_CLUSTERED))
    return frozenset([near for cell in clusters for near in grid.touching[cell]])
