"""What a bot makes of its views: a mine solver that is told only what has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from freehold.game import Seat, View
from freehold.games.area_attack.facts import Facts
from freehold.games.area_attack.state import SHOWN_MINE
from freehold.kernel.grids import Grid, square_grid
from freehold.kernel.layers import cells_that_differ
from freehold.kernel.solver.solver import Answer, ByDensity, Inconsistent, MineSolver, Proven

MOST_STATES = 3_000
"""The limit for one count: beyond it the solver estimates, so that decisions stay fast."""
T = TypeVar("T")
READ = ("ground", "owner", "digit")


class Knowledge:
    """One board as one seat knows it."""

    def __init__(self, view: View[Facts]) -> None:
        self.grid: Grid = square_grid(view.rect.width, view.rect.height)
        self.density_percent = view.facts.terms.density_percent
        self.layers: dict[str, bytes] = {name: bytes(len(self.grid)) for name in READ}
        self.solver = self._new_solver()
        self._radius = view.facts.terms.blast_radius
        self._blasts: dict[int, int] = {}
        self._discs: dict[int, int] = {}

    def _new_solver(self) -> MineSolver:
        return MineSolver(ByDensity(self.density_percent / 100), cap=MOST_STATES)

    def learn(self, view: View[Facts]) -> bool:
        """Take in a view. True if ground was reset: what was certain may no longer be."""
        known = {name: view.layers[name] for name in READ}
        changed = cells_that_differ(READ, self.layers, known)
        was_blown = any(
            old > new
            for c in changed
            for old, new in [(self.layers["owner"][c], known["owner"][c])]
        )
        self.layers = known
        for cell in changed:
            self._learn_cell(cell)
        return was_blown

    def _learn_cell(self, cell: int) -> None:
        ground, owner, digit = (self.layers[name][cell] for name in READ)
        if ground == SHOWN_MINE:
            self.solver.mark_mine(cell)
        elif owner or ground:
            self.solver.mark_safe(cell)
        else:
            self.solver.forget(cell)
        if digit:
            self.solver.state(cell, self.grid.touching[cell], digit - 1)
        else:
            self.solver.retract(cell)

    # Sets of cells are ints: bit n is cell n

    def blast(self, cell: int) -> int:
        """The cells that a blast there would reset, worked out once."""
        if cell not in self._blasts:
            self._blasts[cell] = bits_of(self.grid.circle(cell, self._radius))
        return self._blasts[cell]

    def disc(self, cell: int) -> int:
        """The cells within two steps, worked out once."""
        if cell not in self._discs:
            self._discs[cell] = bits_of(self.grid.disc(cell, 2))
        return self._discs[cell]

    def land_of(self, seats: Sequence[Seat]) -> int:
        """The cells that these own."""
        digits = bytearray(b"0" * 256)
        for seat in seats:
            digits[seat + 1] = ord("1")
        return int(self.layers["owner"].translate(digits)[::-1], 2)

    # What the solver says

    def prove(self) -> Proven:
        return self._asked(MineSolver.prove)

    def solve(self) -> Answer:
        return self._asked(MineSolver.solve)

    def _asked(self, question: Callable[[MineSolver], T]) -> T:
        """Ask the solver. A view shows a single moment, so it should never find a contradiction;
        if it does, it starts over from what is visible now."""
        try:
            return question(self.solver)
        except Inconsistent:
            self.solver = self._new_solver()
            for cell in range(len(self.grid)):
                self._learn_cell(cell)
            return question(self.solver)


def bits_of(cells: Iterable[int]) -> int:
    bits = 0
    for cell in cells:
        bits |= 1 << cell
    return bits
