"""A bot at the board: what to open next, and when.

It opens what is certain, cell by cell or around a number whose mines it has flagged; then it
guesses where the risk is lowest. From stage 2 on it weighs what a blast would cost it against what
the others would lose. Its `Manner` says how fast, clumsy and daring it is. All randomness comes
from the `rng` it is given.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from freehold.bot import Wait, pick_best
from freehold.game import Ms, View
from freehold.games.area_attack import views
from freehold.games.area_attack.actions import Action, Chord, Confirm, Flag, Open, Pick
from freehold.games.area_attack.bots.knowledge import Knowledge
from freehold.games.area_attack.facts import Facts
from freehold.games.area_attack.state import SHOWN_MINE
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
    reaction_ms: Ms = 0
    """How long it has seen what it clicks: it aims, and clicks this much later."""
    thinks: bool = True
    """Whether it reads its numbers at all."""
    chord_percent: int = 0
    """How often it thinks, before a click, of flagging mines and opening all around a number, where
    that opens more per click."""
    attacks: bool = False
    """Whether it sets off mines that it knows, to hurt others."""
    attack_percent: int = 100
    """How often it thinks of that before a click."""
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
        self.aim: Action | None = None
        self.idle_since: Ms = 0
        self.certain: list[int] = []
        self.mines: frozenset[int] = frozenset()
        self.last = -1

    def decide(self, view: View[Facts], now: Ms, rng: Stream) -> Struct:
        known, seat = view.facts, view.viewer
        if known.ending or known.out[seat]:
            return Wait()
        if known.frozen[seat]:
            self.ready_at, self.aim = -1, None  # after a freeze it looks around first
            return Wait()
        if self.ready_at < 0:
            self.ready_at = now + self._pause(rng)
        if self.aim is None:
            look_at = self.ready_at - self.manner.reaction_ms
            if now < look_at:
                return Wait(look_at)
            self._take_aim(view, now, rng)
        if now < self.ready_at or self.aim is None:
            return Wait(self.ready_at)
        return self._click(view, self.aim, now, rng)

    def _take_aim(self, view: View[Facts], now: Ms, rng: Stream) -> None:
        self.aim = self._play(view, now, rng) if view.facts.stage else self._start(view, rng)
        if self.aim is None:
            self.ready_at = now + self._pause(rng)
        else:
            self.ready_at = max(self.ready_at, now + self.manner.reaction_ms)

    def _click(self, view: View[Facts], aim: Action, now: Ms, rng: Stream) -> Struct:
        """What was aimed at; if it is gone meanwhile, it looks again."""
        self.aim = None
        if not self._is_there(view, aim):
            self.ready_at = now + max(1, self.manner.reaction_ms)
            return Wait(now + 1)
        self.ready_at = now + self._pause(rng)
        return aim

    def _is_there(self, view: View[Facts], aim: Action) -> bool:
        if isinstance(aim, Pick | Confirm):
            return True
        cell = aim.y * view.rect.width + aim.x
        return (
            views.can_chord(view, cell)
            if isinstance(aim, Chord)
            else bool(view.layers["legal"][cell])
        )

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
        return pick_best(offered, lambda pick: self._room(view, pick), rng)

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
        if self.last < 0:
            self.last = max(0, view.facts.picks[view.viewer])
        if not self.manner.thinks:
            cells = [cell for cell, can in enumerate(view.layers["legal"]) if can]
            return self._open(view, rng.pick(cells), now, rng) if cells else None
        self._learn(view)
        cell = self._attack(view, rng)
        if cell is None and rng.percent(self.manner.chord_percent):
            chord = self._chord(view, rng)
            if chord is not None:
                self.idle_since = now
                return chord
        if cell is None:
            cell = self._choose(view, now, rng)
        return None if cell is None else self._open(view, cell, now, rng)

    def _open(self, view: View[Facts], cell: int, now: Ms, rng: Stream) -> Action:
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
        self.certain = [cell for cell in self.certain if legal[cell]]
        if self.certain:
            return self._best_certain(view, rng)
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

    def _best_certain(self, view: View[Facts], rng: Stream) -> int | None:
        """The nearest to the last click; an attacker first takes cells that others are close to."""
        width, (x, y) = view.rect.width, divmod(self.last, view.rect.width)[::-1]
        contested = self._contested(view) if self.manner.attacks else {}

        def worth(cell: int) -> int:
            away = max(abs(cell % width - x), abs(cell // width - y))
            return 6 * contested.get(cell, 0) - away

        return pick_best(self.certain, worth, rng)

    def _contested(self, view: View[Facts]) -> dict[int, int]:
        """For certain cells: is an opponent within two steps of them?"""
        assert self.knowledge is not None
        others = [seat for seat in range(len(view.facts.out)) if seat != view.viewer]
        foreign, disc = self.knowledge.land_of(others), self.knowledge.disc
        return {cell: bool(foreign & disc(cell)) for cell in self.certain}

    # Opening all around a number

    def _chord(self, view: View[Facts], rng: Stream) -> Action | None:
        """The next click towards the chord that opens most per click, if that is more than one."""
        assert self.knowledge is not None
        legal, touching = view.layers["legal"], self.knowledge.grid.touching
        safe = {cell: None for cell in self.certain if legal[cell]}
        numbers = {near: None for cell in safe for near in touching[cell]}
        rates = {cell: self._rate(view, cell, safe) for cell in numbers}
        best = pick_best(rates, rates.__getitem__, rng)
        if best is None or rates[best] <= 1:
            return None
        unflagged = self._unflagged(view, best)
        self.last = best
        action, cell = (Flag, rng.pick(unflagged)) if unflagged else (Chord, best)
        return action(cell % view.rect.width, cell // view.rect.width)

    def _rate(self, view: View[Facts], cell: int, safe: dict[int, None]) -> float:
        """How many cells a chord there opens per click; 0 if not all around it is certain."""
        assert self.knowledge is not None
        if not view.layers["digit"][cell]:
            return 0.0
        owner, ground = view.layers["owner"], view.layers["ground"]
        around = self.knowledge.grid.touching[cell]
        covered = [near for near in around if not (owner[near] or ground[near])]
        opened = [near for near in covered if near in safe and not view.layers["flag"][near]]
        mines = [near for near in covered if near in self.mines]
        if len(opened) + len(mines) < len(covered):
            return 0.0
        return len(opened) / (1 + len(self._unflagged(view, cell)))

    def _unflagged(self, view: View[Facts], cell: int) -> list[int]:
        """Known mines around a number that have no flag yet."""
        assert self.knowledge is not None
        flag = view.layers["flag"]
        return [
            near
            for near in self.knowledge.grid.touching[cell]
            if near in self.mines and not flag[near] and view.layers["ground"][near] != SHOWN_MINE
        ]

    # Hurting others

    def _attack(self, view: View[Facts], rng: Stream) -> int | None:
        """A known mine in reach whose blast takes the most from the others, if it pays."""
        manner = self.manner
        if not manner.attacks or view.facts.stage < 2 or not rng.percent(manner.attack_percent):
            return None
        legal, gain = view.layers["legal"], self._gains(view)
        gains = {cell: gain(cell) for cell in sorted(self.mines) if legal[cell]}
        cell = pick_best(gains, gains.__getitem__, rng)
        return cell if cell is not None and gains[cell] >= max(1, manner.least_gain) else None

    def _gains(self, view: View[Facts]) -> Callable[[int], int]:
        """What the others would lose in a blast at a cell, minus what this seat would lose."""
        assert self.knowledge is not None
        seat, blast = view.viewer, self.knowledge.blast
        others = [each for each, is_out in enumerate(view.facts.out) if each != seat and not is_out]
        own, foreign = self.knowledge.land_of([seat]), self.knowledge.land_of(others)
        return lambda cell: (foreign & blast(cell)).bit_count() - (own & blast(cell)).bit_count()

    # Guessing

    def _guess(self, view: View[Facts], now: Ms, rng: Stream) -> int | None:
        assert self.knowledge is not None
        legal = view.layers["legal"]
        answer = self.knowledge.solve()
        self.certain = [cell for cell in answer.safe if legal[cell]]
        self.mines |= frozenset(answer.mines)
        if self.certain:
            return self._best_certain(view, rng)
        risks = {cell: risk for cell, risk in answer.risk.items() if legal[cell] and risk < 1.0}
        free = [cell for cell, can in enumerate(legal) if can and cell not in answer.risk]
        for cell in rng.sample(free, min(LOOKED_AT, len(free))):
            risks[cell] = answer.free_risk
        if view.facts.stage < 2:
            return pick_best(risks, lambda cell: -risks[cell], rng)
        return self._daring(view, risks, now, rng)

    def _daring(
        self, view: View[Facts], risks: dict[int, float], now: Ms, rng: Stream
    ) -> int | None:
        """From stage 2 on: the guess with the highest expected gain, if any is worth it."""
        cells, gain = list(risks), self._gains(view)
        rng.shuffle(cells)
        worth = {
            cell: (1 - risks[cell]) * OPENING_WORTH + risks[cell] * gain(cell)
            for cell in sorted(cells, key=risks.__getitem__)[:LOOKED_AT]
        }
        best = pick_best(worth, worth.__getitem__, rng)
        is_worth_it = best is not None and worth[best] > 0
        if is_worth_it or now - self.idle_since >= self.manner.patience_ms:
            return best
        return None
