"""A bot at the board: what to open next, and when.

It opens what is certain, one cell per click, then guesses where the risk is lowest. From stage 2
on it weighs what a blast would cost it against what the others would lose. Its `Manner` says how
fast, clumsy and daring it is. All randomness comes from the `rng` it is given.
"""

from __future__ import annotations

from msgspec import Struct

from freehold.bot import Wait
from freehold.game import Ms, View
from freehold.games.area_attack import views
from freehold.games.area_attack.actions import Action, Confirm, Open
from freehold.games.area_attack.bots.knowledge import Knowledge
from freehold.games.area_attack.facts import Facts
from freehold.kernel.chance import Stream
from freehold.kernel.grids import square_grid

OPENING_WORTH = 1.5
"""The average number of cells that a safe opening claims, far from everything certain."""
LOOKED_AT = 40
"""How many of the equally good cells are drawn and compared."""


class Manner(Struct, frozen=True):
    """The differences between the levels."""

    pause_ms: tuple[Ms, Ms]
    """The shortest and the longest time between two clicks."""
    slip_percent: int
    """How often it clicks a neighbour of the right cell by mistake."""
    thinks: bool = True
    """Whether it reads its numbers at all."""
    attacks: bool = False
    """Whether it sets off mines that it knows, to hurt others."""
    least_gain: int = 0
    """How many more cells an attack must take from others than from itself."""
    patience_ms: Ms = 0
    """From stage 2 on: how long it waits for a good move before it guesses against the odds."""


class Player:
    """One seat of one match."""

    def __init__(self, manner: Manner) -> None:
        self.manner = manner
        self.knowledge: Knowledge | None = None
        self.ready_at: Ms = -1
        self.idle_since: Ms = 0
        self.certain: list[int] = []
        self.mines: frozenset[int] = frozenset()
        self.last = 0

    def decide(self, view: View[Facts], now: Ms, rng: Stream) -> Struct:
        known, seat = view.facts, view.viewer
        if known.ending or known.out[seat]:
            return Wait()
        if known.frozen[seat]:
            self.ready_at = -1  # after a freeze it looks around first
            return Wait()
        if self.ready_at < 0:
            self.ready_at = now + self._pause(rng)
        if now < self.ready_at:
            return Wait(self.ready_at)
        action = self._play(view, now, rng) if known.stage else self._start(view, rng)
        self.ready_at = now + self._pause(rng)
        if action is None:
            return Wait(self.ready_at)
        return action

    def _pause(self, rng: Stream) -> Ms:
        least, most = self.manner.pause_ms
        return least + rng.below(most - least + 1)

    def _start(self, view: View[Facts], rng: Stream) -> Action | None:
        """A starting cell as far as possible from the others, confirmed with the next click."""
        offered = list(views.choices(view, 0, rng))
        if not offered or isinstance(offered[0], Confirm):
            return offered[0] if offered else None
        if not self.manner.attacks:
            return rng.pick(offered)
        return max(offered, key=lambda pick: self._room(view, pick))

    def _room(self, view: View[Facts], pick: Action) -> int:
        """The square of the distance to the nearest pick of another."""
        assert not isinstance(pick, Confirm)
        width = view.rect.width
        others = [cell for s, cell in enumerate(view.facts.picks) if cell >= 0 and s != view.viewer]
        return min(
            ((pick.x - cell % width) ** 2 + (pick.y - cell // width) ** 2 for cell in others),
            default=0,
        )

    def _play(self, view: View[Facts], now: Ms, rng: Stream) -> Action | None:
        cell = self._choose(view, now, rng)
        if cell is None:
            return None
        self.idle_since = now
        self.last = cell
        if rng.percent(self.manner.slip_percent):
            cell = self._slip(view, cell, rng)
        return Open(cell % view.rect.width, cell // view.rect.width)

    def _slip(self, view: View[Facts], cell: int, rng: Stream) -> int:
        near = square_grid(view.rect.width, view.rect.height).touching[cell]
        legal = [each for each in near if view.layers["legal"][each]]
        return rng.pick(legal) if legal else cell

    def _choose(self, view: View[Facts], now: Ms, rng: Stream) -> int | None:
        legal = view.layers["legal"]
        if not self.manner.thinks:
            cells = [cell for cell, can in enumerate(legal) if can]
            return rng.pick(cells) if cells else None
        self._learn(view)
        attack = self._best_attack(view) if self.manner.attacks else None
        if attack is not None:
            return attack
        self.certain = [cell for cell in self.certain if legal[cell]]
        if self.certain:
            return self._best_certain(view)
        return self._guess(view, now, rng)

    def _learn(self, view: View[Facts]) -> None:
        if self.knowledge is None:
            self.knowledge = Knowledge(view)
        was_blown = self.knowledge.learn(view)
        legal = view.layers["legal"]
        if was_blown or not any(legal[cell] for cell in self.certain):
            proven = self.knowledge.prove()
            self.certain = list(proven.safe)
            self.mines = frozenset(proven.mines)

    def _best_certain(self, view: View[Facts]) -> int:
        """The nearest to the last click; an attacker first takes cells that others are close to."""
        width, (x, y) = view.rect.width, divmod(self.last, view.rect.width)[::-1]
        contested = self._contested(view) if self.manner.attacks else {}

        def cost(cell: int) -> tuple[int, int]:
            away = max(abs(cell % width - x), abs(cell // width - y))
            return away - 6 * contested.get(cell, 0), cell

        return min(self.certain, key=cost)

    def _contested(self, view: View[Facts]) -> dict[int, int]:
        """For certain cells: is an opponent within two steps of them?"""
        assert self.knowledge is not None
        grid, owner, own = self.knowledge.grid, view.layers["owner"], view.viewer + 1
        return {
            cell: int(any(owner[near] not in (0, own) for near in grid.disc(cell, 2)))
            for cell in self.certain
        }

    def _best_attack(self, view: View[Facts]) -> int | None:
        """A known mine in reach whose blast takes the most from the others, if it pays."""
        if view.facts.stage < 2:
            return None
        legal = view.layers["legal"]
        gains = [(self._gain(view, cell), -cell) for cell in sorted(self.mines) if legal[cell]]
        gain, cell = max(gains, default=(0, 0))
        return -cell if gain >= max(1, self.manner.least_gain) else None

    def _gain(self, view: View[Facts], cell: int) -> int:
        """What the others would lose in a blast, minus what this seat would lose."""
        assert self.knowledge is not None
        owner, own, out = view.layers["owner"], view.viewer + 1, view.facts.out
        region = [owner[c] for c in self.knowledge.grid.circle(cell, view.facts.terms.blast_radius)]
        others = [each for each in region if each not in (0, own) and not out[each - 1]]
        return len(others) - region.count(own)

    def _guess(self, view: View[Facts], now: Ms, rng: Stream) -> int | None:
        assert self.knowledge is not None
        legal = view.layers["legal"]
        answer = self.knowledge.solve()
        self.certain = [cell for cell in answer.safe if legal[cell]]
        self.mines |= frozenset(answer.mines)
        if self.certain:
            return self._best_certain(view)
        risks = {cell: risk for cell, risk in answer.risk.items() if legal[cell] and risk < 1.0}
        free = [cell for cell, can in enumerate(legal) if can and cell not in answer.risk]
        for cell in rng.sample(free, min(LOOKED_AT, len(free))):
            risks[cell] = answer.free_risk
        if not risks:
            return None
        if view.facts.stage < 2:
            return min(risks, key=lambda cell: (risks[cell], cell))
        return self._daring(view, risks, now)

    def _daring(self, view: View[Facts], risks: dict[int, float], now: Ms) -> int | None:
        """From stage 2 on: the guess with the highest expected gain, if any is worth it."""
        least = sorted(risks, key=lambda cell: (risks[cell], cell))[:LOOKED_AT]
        worth = {
            cell: (1 - risks[cell]) * OPENING_WORTH + risks[cell] * self._gain(view, cell)
            for cell in least
        }
        best = max(worth, key=lambda cell: (worth[cell], -cell))
        if worth[best] > 0 or now - self.idle_since >= self.manner.patience_ms:
            return best
        return None
