"""What a bot makes of its views: where it can walk, what is safe, and what the numbers prove.

Bombs go off, but no new ones appear: a tile without a bomb stays clear for ever. Everything else
is trusted only while it is in sight, since it may change out of sight. So only numbers in the
window are used, and of the tiles outside it only those known to be clear.
"""

from __future__ import annotations

from itertools import chain

from freehold.game import Ms, View
from freehold.games.mine_land.facts import Facts
from freehold.games.mine_land.state import COVERED, GREEN_FLAG, LIT, NO_FLAG, UNCOVERED
from freehold.kernel.grids import SQUARE_TOUCHING
from freehold.kernel.solver.solver import Answer, ByDensity, Inconsistent, MineSolver

MOST_STATES = 4_000
"""The limit for one count: beyond it the solver estimates, so that decisions stay fast."""
Constraint = tuple[tuple[int, ...], int]


class Memory:
    """One world as one walker knows it. Tiles are numbers, `y * width + x`."""

    def __init__(self, view: View[Facts]) -> None:
        terms = view.facts.terms
        self.width, self.height = terms.width, terms.height
        self.density = terms.density_permille / 1000
        self.ways: dict[int, None] = {}
        """Tiles that could be walked when last seen."""
        self.clear: dict[int, None] = {}
        """Tiles that hold no bomb: uncovered, or proven."""
        self.targets: dict[int, None] = {}
        """Those of them that are covered still, as far as known."""
        self.covered: dict[int, int] = {}
        """In sight: every covered tile, and its flag."""
        self.seen: dict[int, Ms] = {}
        """When each covered tile came into sight for the first time."""
        self.bombs: dict[int, None] = {}
        """In sight: bombs without a flag."""
        self.loot: dict[int, None] = {}
        self.lit: list[int] = []
        self.solver = self._new_solver()
        self._around: dict[int, tuple[int, ...]] = {}
        self._stated: dict[int, Constraint] = {}
        self._settled: dict[int, None] = {}
        """Tiles around which everything is clear: their numbers say nothing new."""
        self._shown: object = None

    def _new_solver(self) -> MineSolver:
        return MineSolver(ByDensity(self.density), cap=MOST_STATES)

    def around(self, tile: int) -> tuple[int, ...]:
        known = self._around.get(tile)
        if known is None:
            y, x = divmod(tile, self.width)
            known = self._around[tile] = tuple(
                (y + dy) * self.width + x + dx
                for dx, dy in SQUARE_TOUCHING
                if 0 <= x + dx < self.width and 0 <= y + dy < self.height
            )
        return known

    def learn(self, view: View[Facts], now: Ms) -> bool:
        """Take in a view, and prove what simple rules can. False if it shows nothing new."""
        shown = (view.rect, view.layers)
        if shown == self._shown:
            return False
        self._shown = shown
        numbers = self._look(view)
        for tile in self.covered:
            self.seen.setdefault(tile, now)
        self._prove(numbers)
        return True

    def _look(self, view: View[Facts]) -> dict[int, int]:
        """Note every tile in sight; returns the numbers of the uncovered ones."""
        rect, layers, numbers = view.rect, view.layers, dict[int, int]()
        self.covered, self.lit, self.bombs, self.loot = {}, [], {}, {}
        ways, clear, targets, covered = self.ways, self.clear, self.targets, self.covered
        rows = range(rect.y * self.width + rect.x, self.width * self.height, self.width)
        tiles = chain.from_iterable([range(row, row + rect.width) for row in rows[: rect.height]])
        shown = [layers[name] for name in ("ground", "digit", "flag", "loot")]
        for tile, ground, digit, flag, loot in zip(tiles, *shown, strict=True):
            if loot:
                self.loot[tile] = None
            if ground == COVERED:
                covered[tile] = flag
                if flag == NO_FLAG:
                    ways.pop(tile, None)
                else:
                    ways[tile] = None
                    if flag != GREEN_FLAG:
                        clear[tile] = targets[tile] = None
                continue
            targets.pop(tile, None)
            if ground == LIT:
                self.lit.append(tile)
                continue
            ways[tile] = clear[tile] = None
            if ground == UNCOVERED:
                numbers[tile] = digit
        return numbers

    def _prove(self, numbers: dict[int, int]) -> None:
        """Tell the solver what the numbers in sight say, and take what simple rules prove."""
        stated = {}
        for tile, number in numbers.items():
            if tile in self._settled:
                continue
            constraint = self._constraint(tile, number)
            if constraint[0]:
                stated[tile] = constraint
            elif constraint[1] == number:  # no bomb around it is known either
                self._settled[tile] = None
        for tile in [each for each in self._stated if each not in stated]:
            self.solver.retract(tile)
        for tile, constraint in stated.items():
            if self._stated.get(tile) != constraint:
                self.solver.state(tile, *constraint)
        self._stated = stated
        try:
            proven = self.solver.prove()
        except Inconsistent:
            self._start_over()
            return
        self._take(proven.safe, proven.mines)

    def _constraint(self, tile: int, number: int) -> Constraint:
        """How many of the tiles around a number that are not known to be clear hold bombs."""
        unknown, count = [], number
        for near in self.around(tile):
            if near in self.clear:
                continue
            if self.covered.get(near) == GREEN_FLAG or near in self.lit:
                count -= 1
            else:
                unknown.append(near)
        return tuple(unknown), count

    def _start_over(self) -> None:
        """A view shows one moment and should never contradict itself; if it does, start over."""
        self.solver, self._stated, self._shown = self._new_solver(), {}, None
        self.targets.clear()

    def _take(self, safe: tuple[int, ...], bombs: tuple[int, ...]) -> None:
        for tile in safe:
            self.clear[tile] = None
            if self.covered.get(tile, NO_FLAG) == NO_FLAG and tile not in self.ways:
                self.targets[tile] = None
        for tile in bombs:
            if self.covered.get(tile) == NO_FLAG:
                self.bombs[tile] = None

    def solve(self) -> Answer | None:
        """Everything that the numbers in sight say, exactly."""
        try:
            answer = self.solver.solve()
        except Inconsistent:
            self._start_over()
            return None
        self._take(answer.safe, answer.mines)
        return answer
