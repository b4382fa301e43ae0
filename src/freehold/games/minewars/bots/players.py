"""A bot at the map: what to do next, and when.

With each click it does the first of these that is possible: save a city that is being held,
secure a hold with mines, take land that is certain, blow up what is in the way, fortify, take a
risk. Its `Manner` says how fast, clumsy and clever it is. All randomness comes from the `rng` it
is given, all knowledge from its views.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from msgspec import Struct

from freehold.bot import Wait
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
from freehold.games.minewars.board.kinds import KIND_NAMES, STRUCTURE_NAMES, TOWER
from freehold.games.minewars.bots.goals import Goal
from freehold.games.minewars.bots.minds import Mind
from freehold.games.minewars.facts import CityFacts, Facts
from freehold.games.minewars.offers import chances
from freehold.games.minewars.surroundings import ring_of
from freehold.kernel.chance import Stream

LOOKED_AT = 24
THREAT_STEPS = 5
SURE = 0.999
DESPAIR = 4
"""After this many times its patience, any danger is better than waiting."""
TOWER_APART_STEPS = 6
TOWER_FRONT_STEPS = 4
TOWERS = (TOWER, TOWER + len(STRUCTURE_NAMES) - 1)
"""A tower, complete or under construction, in the layer `structure`."""


class Manner(Struct, frozen=True):
    """The differences between the levels."""

    pause_ms: tuple[Ms, Ms]
    """The shortest and the longest time between two clicks."""
    slip_percent: int
    """How often it clicks next to the tile it meant."""
    daring: float
    """The danger that it accepts immediately where nothing is certain."""
    patience_ms: Ms
    """After this long without anything to do it accepts any danger below one half."""
    has_goals: bool = True
    """Whether it heads for cities, rather than for any land."""
    solves: bool = True
    """Whether it combines all its digits, not only pairs of them."""
    strikes: bool = False
    """Whether it blows up what is in its way."""
    fastens: bool = False
    """Whether it mines the ring of a city while it holds it."""
    fortify: int = 0
    """How many of ten clicks with money to spare go into mines and decoys along the front."""
    harvests: bool = False
    """Whether it turns land into money when it wants to strike and cannot pay."""
    builds: bool = False
    """Whether it builds watch towers along the front."""


class Player:
    """One seat of one match."""

    def __init__(self, manner: Manner) -> None:
        self.manner = manner
        self.mind: Mind | None = None
        self.goal = Goal()
        self.ready_at: Ms = -1
        self.idle_since: Ms = 0

    def decide(self, view: View[Facts], now: Ms, rng: Stream) -> Struct:
        facts = view.facts
        if facts.ending or facts.players[view.viewer].is_out:
            return Wait()
        if facts.own.stunned_until:
            self.ready_at = -1  # after a stun it looks around first
            return Wait()
        if self.ready_at < 0:
            self.ready_at = now + self._pause(rng)
        if now < self.ready_at:
            return Wait(self.ready_at)
        self.ready_at = now + self._pause(rng)
        action = Thought(self, view, now, rng).act()
        if action is None:
            self._await_cooldown(facts.own.ready.get("capture", 0), now)
            return Wait(self.ready_at)
        self.idle_since = now
        return action

    def _await_cooldown(self, capture_at: Ms, now: Ms) -> None:
        """There is nothing to do but capture, and it is too soon for that (MW-35): the next click
        comes when it is possible."""
        if now < capture_at < self.ready_at:
            self.ready_at = capture_at

    def _pause(self, rng: Stream) -> Ms:
        least, most = self.manner.pause_ms
        return least + rng.below(most - least + 1)


class Thought:
    """One click: look at the view of that moment, and act on it."""

    def __init__(self, player: Player, view: View[Facts], now: Ms, rng: Stream) -> None:
        if player.mind is None:
            player.mind = Mind(view)
        self.player, self.manner, self.mind, self.goal = (
            player,
            player.manner,
            player.mind,
            player.goal,
        )
        self.view, self.facts, self.now, self.rng = view, view.facts, now, rng
        self.mind.learn(view)
        if self.manner.has_goals:
            self.goal.look(self.mind, view, now)
        self.chances = chances(view, now)
        self.reach = [cell for cell, can in enumerate(view.layers["reach"]) if can]

    def act(self) -> Action | None:
        ways = (
            self.save_city,
            self.fasten_hold,
            self.fortify_ring,
            self.take_certain,
            self.blow_up,
            self.build_tower,
            self.fortify_front,
            self.take_risk,
        )
        for way in ways:
            action = way()
            if action is not None:
                return action
        return None

    # Clicks

    def can_click(self, cell: int) -> bool:
        return self.chances.may("capture", cell)

    def capture(self, cell: int) -> Action:
        if self.rng.percent(self.manner.slip_percent):
            near = [each for each in self.mind.grid.touching[cell] if self._may_slip(each)]
            cell = self.rng.pick(near) if near else cell
        return Capture(*self.mind.grid.place(cell))

    def _may_slip(self, cell: int) -> bool:
        return self.can_click(cell)

    def take_certain(self) -> Action | None:
        """Land without danger: towards the goal first, a rival's before neutral land."""
        if not self.chances.is_ready("capture"):
            return None
        cells = self.certain()
        if not cells:
            return None
        if not self.manner.has_goals:
            return self.capture(self.rng.pick(cells))
        return self.capture(min(cells, key=self.worth))

    def certain(self) -> list[int]:
        mind = self.mind
        safe = {*mind.find_safe().safe}
        cells = [
            cell
            for cell in self.reach
            if (cell in safe or mind.is_seen_safe(cell)) and self.can_click(cell)
        ]
        if cells or not self.manner.solves:
            return cells
        answer = mind.answer()
        sure = [*answer.safe, *(cell for cell in answer.mines if mind.decoy_chance(cell) == 1.0)]
        return [cell for cell in sure if self.can_click(cell)]

    def worth(self, cell: int) -> tuple[int, int]:
        """The lower, the sooner it is taken."""
        owner = self.view.layers["owner"][cell]
        away = self.goal.distance(cell)
        if cell in self.goal.ring:
            away -= 8
        if cell in self.own_rings:
            away -= 12
        return away - 4 * (owner > 0), cell

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
        if self.manner.has_goals:
            cells = sorted(cells, key=self.worth)[:LOOKED_AT]
        else:
            cells = self.rng.sample(cells, min(LOOKED_AT, len(cells)))
        danger = {cell: self.mind.danger(cell) for cell in cells}
        best = min(cells, key=lambda cell: (danger[cell], self.worth(cell)))
        return self.capture(best) if danger[best] <= self.most_danger() else None

    def most_danger(self) -> float:
        """After a long wait it dares more, and in the end walks into a mine to get rid of it."""
        idle_ms = self.now - self.player.idle_since
        if idle_ms < self.manner.patience_ms:
            return self.manner.daring
        return 0.5 if idle_ms < DESPAIR * self.manner.patience_ms else 1.0

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
        danger = {cell: self.mind.danger(cell) for cell in cells}
        best = min(cells, key=lambda cell: (danger[cell], cell))
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
        if not self.manner.fortify:
            return None
        me, owner = self.mind.me, self.view.layers["owner"]
        cells: list[int] = []
        for city in self.facts.cities:
            if city.owner == me:
                around = self.mind.grid.disc(city.cell, THREAT_STEPS)
                if any(owner[cell] not in (0, me) for cell in around):
                    cells += self.ring(city)
        return self.deploy(cells, "mine")

    # Items

    def deploy(self, cells: Iterable[int], item: ItemName) -> Action | None:
        """An item on the first of these tiles that is ours and free, and whose city can pay."""
        if not self.chances.is_ready(item):
            return None
        busy = {cell for deed in self.facts.own.deeds for cell in deed.cells}
        for cell in cells:
            if cell not in busy and self._is_free(cell) and self.chances.can_pay(item, cell):
                return Deploy(item, *self.mind.grid.place(cell))
        return None

    def _is_free(self, cell: int) -> bool:
        """May any item be laid there?"""
        return self.chances.may("decoy", cell)

    def fortify_front(self) -> Action | None:
        """Stop rivals' autoexpansion: an item next to every tile of the front."""
        if not self.manner.fortify or self.rng.below(10) >= self.manner.fortify:
            return None
        owner, item, me = self.view.layers["owner"], self.view.layers["item"], self.mind.me
        touching = self.mind.grid.touching
        front = {
            near
            for cell in self.reach
            if owner[cell] not in (0, me)
            for near in touching[cell]
            if self._is_free(near)
        }
        bare = [
            cell
            for cell in sorted(front)
            if not any(item[near] and owner[near] == me for near in touching[cell])
        ]
        if not bare:
            return None
        return self.deploy([self.rng.pick(bare)], "decoy" if self.rng.percent(30) else "mine")

    # Strikes

    def blow_up(self) -> Action | None:
        """Strike items in the way, as many as we can pay for."""
        if not self.manner.strikes or not self.chances.is_ready("strike"):
            return None
        mind = self.mind
        barring = [cell for cell in self.reach if self._bars(cell)]
        if not barring:
            return None
        barring.sort(key=self.worth)
        first = barring[0]
        cells = [first]
        for cell in barring[1:]:
            is_near = cell in self.goal.ring and first in self.goal.ring
            if is_near and self.chances.can_pay("strike", *cells, cell):
                cells.append(cell)
        if not self.chances.can_pay("strike", *cells):
            return self.harvest() if self.manner.harvests else None
        return Strike(tuple([mind.grid.place(cell) for cell in cells]))

    def _bars(self, cell: int) -> bool:
        """A dangerous item between us and the goal."""
        mind = self.mind
        is_sure = mind.may_hold(cell) and mind.danger(cell) >= SURE
        return is_sure and self.chances.may("strike", cell)

    # Economy

    def harvest(self) -> Action | None:
        """Turn open land into money: the richest kind, away from actions in progress."""
        if not self.chances.is_ready("harvest"):
            return None
        kind, sums = self.view.layers["kind"], self.facts.terms.sums
        busy = {cell for deed in self.facts.own.deeds for cell in deed.cells}
        cells = [
            cell
            for cell, owner in enumerate(self.view.layers["owner"])
            if owner == self.mind.me
            and cell not in busy
            and self._is_free(cell)
            and self.chances.may("harvest", cell)
        ]
        if not cells:
            return None
        best = max(cells, key=lambda cell: (sums[KIND_NAMES[kind[cell]]], -cell))
        return Harvest(*self.mind.grid.place(best))

    def build_tower(self) -> Action | None:
        """Where a rival is near, a tower shows what they have laid (MW-17)."""
        own = [city for city in self.facts.cities if city.owner == self.mind.me]
        if not self.manner.builds or any(city.queue for city in own):
            return None
        layers, me, grid = self.view.layers, self.mind.me, self.mind.grid
        rivals = [cell for cell in self.reach if layers["owner"][cell] not in (0, me)]
        if not rivals:
            return None
        front = self.rng.pick(rivals)
        around = grid.disc(front, TOWER_APART_STEPS)
        if any(
            layers["structure"][cell] in TOWERS and layers["owner"][cell] == me for cell in around
        ):
            return None
        sites = [
            cell
            for cell in grid.disc(front, TOWER_FRONT_STEPS)
            if grid.distance(cell, front) > 1 and self.chances.may("tower", cell)
        ]
        return Build("tower", (grid.place(self.rng.pick(sites)),)) if sites else None
