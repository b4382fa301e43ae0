"""What a bot makes of its views: where items lie, and which of them are mines.

A mine solver is told only what has changed. To the solver, a mine is any item on foreign land;
asterisks then tell which items may be harmless: where a digit has none, it counts only mines
(MW-22).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from freehold.game import View
from freehold.games.minewars.board.bits import number
from freehold.games.minewars.board.kinds import DECOY, FULL, LANDLIKE, TRAP, WALLS
from freehold.games.minewars.facts import Facts
from freehold.games.minewars.tools import MOST_SEATS
from freehold.kernel.grids import Grid, hex_grid, square_grid
from freehold.kernel.layers import cells_that_differ
from freehold.kernel.solver.solver import Answer, ByDensity, Inconsistent, MineSolver, Proven

MOST_STATES = 2_000
"""The limit for one count: beyond it the solver estimates, so that decisions stay fast."""
ITEM_SHARE = 0.25
"""About the share of land with items at the start (MW-05)."""
DECOY_SHARE = 0.4
"""Of the items that every digit around says may be decoys."""
ALIKE_DIGITS = 9
"""Dangers that differ only beyond these decimals are equal: the order of sums makes such."""
IS_LAND = LANDLIKE.ljust(256, b"\0")
IS_NONE = b"\1".ljust(256, b"\0")
IS_NO_WALL = bytes(1 - is_wall for is_wall in WALLS).ljust(256, b"\1")
IS_OTHERS = tuple(bytes(owner != me for owner in range(256)) for me in range(MOST_SEATS + 1))
NOTHING = 4  # in the layer `item`: looked at, and empty
READ = ("owner", "digit", "star", "item", "sight", "kind", "structure")
T = TypeVar("T")


class Mind:
    """One match as one seat knows it."""

    def __init__(self, view: View[Facts]) -> None:
        make_grid = hex_grid if view.facts.terms.shape == "hex" else square_grid
        self.grid: Grid = make_grid(view.rect.width, view.rect.height)
        self.me = view.viewer + 1
        self.layers: dict[str, bytes] = {name: bytes(len(self.grid)) for name in READ}
        self._no_city = number(view.layers["city"].translate(IS_NONE))
        self.land = bytes(len(self.grid))
        """By tile: 1 where there is land, cities apart,"""
        self.holds = self.land
        """and 1 where a foreign item could lie."""
        self.solver = self._new_solver()
        self._answer: Answer | None = None
        self.attackers: set[int] = set()
        """The rivals that have ever taken a tile of ours, as the layer `owner` names them."""
        self._discs: dict[tuple[int, int], list[int]] = {}

    def _new_solver(self) -> MineSolver:
        return MineSolver(ByDensity(ITEM_SHARE), cap=MOST_STATES)

    def learn(self, view: View[Facts]) -> None:
        """Take in a view: marks where something differs, digits there and around."""
        known = {name: view.layers[name] for name in READ}
        changed = cells_that_differ(READ, self.layers, known)
        if not changed:
            return
        before, self.layers, self._answer = self.layers["owner"], known, None
        self._survey()
        lost = {known["owner"][cell] for cell in changed if before[cell] == self.me}
        self.attackers |= lost - {0, self.me}
        again: dict[int, None] = {}
        for cell in changed:
            self._mark(cell)
            again[cell] = None
            again.update(dict.fromkeys(self.grid.touching[cell]))
        for cell in again:
            self._state(cell)

    def _mark(self, cell: int) -> None:
        """Tiles in full sight need no digit."""
        item = self.layers["item"][cell]
        if self.layers["owner"][cell] == self.me:
            self.solver.forget(cell)
        elif item and item != NOTHING:
            self.solver.mark_mine(cell)
        elif item == NOTHING or self.layers["sight"][cell] == FULL:
            self.solver.mark_safe(cell)
        else:
            self.solver.forget(cell)

    def _state(self, cell: int) -> None:
        digit = self.layers["digit"][cell]
        if digit and self.layers["owner"][cell] == self.me:
            holds = self.holds
            around = [near for near in self.grid.touching[cell] if holds[near]]
            self.solver.state(cell, around, digit - 1)
        else:
            self.solver.retract(cell)

    def _survey(self) -> None:
        """Where there is land, and where of it a foreign item could lie: neither on tiles of ours
        nor under walls."""
        kind, structure, owner = (self.layers[name] for name in ("kind", "structure", "owner"))
        land = number(kind.translate(IS_LAND)) & self._no_city
        free = number(structure.translate(IS_NO_WALL)) & number(owner.translate(IS_OTHERS[self.me]))
        self.land, self.holds = (each.to_bytes(len(kind), "little") for each in (land, land & free))

    def is_own(self, cell: int) -> bool:
        return self.layers["owner"][cell] == self.me

    def disc(self, centre: int, steps: int) -> list[int]:
        """The cells within these steps, worked out once."""
        found = self._discs.get((centre, steps))
        if found is None:
            found = self._discs[centre, steps] = self.grid.disc(centre, steps)
        return found

    # What the solver says

    def find_safe(self) -> Proven:
        """What simple rules can prove; cheap. `mines` has all items, including harmless ones."""
        return self._asked(MineSolver.prove)

    def answer(self) -> Answer:
        """Everything, once for a view."""
        if self._answer is None:
            self._answer = self._asked(MineSolver.solve)
        return self._answer

    def is_seen_safe(self, cell: int) -> bool:
        return self.solver.is_safe(cell)

    def is_seen_decoy(self, cell: int) -> bool:
        """It breaks, and its tile is captured like any other (MW-33)."""
        return self.layers["item"][cell] == DECOY and not self.is_own(cell)

    def danger(self, cell: int) -> float:
        """The probability that a click there hits a mine."""
        if self.solver.is_marked(cell):
            item = self.layers["item"][cell]
            return float(self.solver.is_mine(cell) and item not in (DECOY, TRAP))
        answer = self.answer()
        risk = answer.risk.get(cell, answer.free_risk)
        return round(risk * (1 - self.decoy_chance(cell)), ALIKE_DIGITS) if risk else 0.0

    def decoy_chance(self, cell: int) -> float:
        """The probability that an item there, if there is one, is a decoy or a trap."""
        readers = [near for near in self.grid.touching[cell] if self._reads(near)]
        if not readers or not all(self.layers["star"][near] for near in readers):
            return 0.0 if readers else 1 - DECOY_SHARE * 2
        if any(self._is_only_decoy(near, cell) for near in readers):
            return 1.0
        return DECOY_SHARE

    def _reads(self, cell: int) -> bool:
        return self.layers["digit"][cell] > 1 and self.is_own(cell)

    def _is_only_decoy(self, reader: int, cell: int) -> bool:
        """Does the asterisk there mean this tile, because it cannot mean any other?"""
        others = [near for near in self.grid.touching[reader] if near != cell and self.holds[near]]
        return all(self.is_seen_safe(near) or self._is_plain(near) for near in others)

    def _is_plain(self, cell: int) -> bool:
        """A digit without an asterisk counts it: it holds a mine, or nothing."""
        star = self.layers["star"]
        return any(self._reads(near) and not star[near] for near in self.grid.touching[cell])

    def _asked(self, question: Callable[[MineSolver], T]) -> T:
        """Ask the solver. A view shows a single moment, so it should never contradict itself; if
        the solver finds that it does, it starts over from what is visible now."""
        try:
            return question(self.solver)
        except Inconsistent:
            self.solver = self._new_solver()
            for cell in range(len(self.grid)):
                self._mark(cell)
                self._state(cell)
            return question(self.solver)
