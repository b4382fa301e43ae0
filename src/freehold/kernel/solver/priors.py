"""What is thought about mines before any constraint: a density, or a total.

Owns: how much a layout weighs, given how many mines it has.
Refuses to know: constraints and cells. Weights are exact integers, so nothing underflows, and a
risk of 0 or 1 is a proof.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from freehold.kernel.solver.counts import LayoutCounts
from freehold.kernel.solver.rules import Inconsistent

NOTHING = LayoutCounts(0, (1,))
"""The tally of no cells: one layout, without mines."""


@dataclass(frozen=True, slots=True)
class ByDensity:
    """Every cell is a mine with this probability, independently of all others."""

    density: Fraction

    def __init__(self, density: float | Fraction) -> None:
        # Small ratios keep the integers small; a millionth is far below what anyone knows.
        ratio = Fraction(density).limit_denominator(1_000_000)
        if not 0 < ratio < 1:
            raise ValueError(f"a density lies between 0 and 1, not at {density}")
        object.__setattr__(self, "density", ratio)

    def without(self, safe: int, mines: int) -> "ByDensity":
        return self

    def free(self, constrained: int) -> int:
        return 0

    def weights(self, low: int, width: int, elsewhere: LayoutCounts, free: int) -> list[int]:
        """What layouts of low, low + 1, ... mines weigh: odds to the power of their mines."""
        mine = self.density.numerator
        none = self.density.denominator - mine
        # Times the denominator, so that free_weights can divide by it without a remainder.
        return [mine**i * none ** (width - 1 - i) * self.density.denominator for i in range(width)]

    def free_weights(self, low: int, width: int, elsewhere: LayoutCounts, free: int) -> list[int]:
        """The part of those weights in which one given free cell is a mine."""
        weights = self.weights(low, width, elsewhere, free)
        return [weight // self.density.denominator * self.density.numerator for weight in weights]

    def free_risk(self, whole: LayoutCounts, free: int) -> float:
        return self.density.numerator / self.density.denominator


@dataclass(frozen=True, slots=True)
class ByTotal:
    """Exactly `mines` mines lie among exactly `cells` cells, and every layout is equally likely.

    Both numbers are for the whole ground: all cells that are constrained or marked belong to it.
    """

    mines: int
    cells: int

    def without(self, safe: int, mines: int) -> "ByTotal":
        """The ground without cells that are known."""
        return ByTotal(self.mines - mines, self.cells - safe - mines)

    def free(self, constrained: int) -> int:
        """How many unknown cells no constraint speaks of."""
        if not 0 <= self.mines <= self.cells:
            raise Inconsistent(f"{self.mines} mines remain for {self.cells} unknown cells")
        if constrained > self.cells:
            raise Inconsistent(f"{constrained} cells are constrained, of {self.cells} unknown")
        return self.cells - constrained

    def weights(self, low: int, width: int, elsewhere: LayoutCounts, free: int) -> list[int]:
        """In how many ways the other mines lie elsewhere and on the free cells."""
        left = self.mines - low - elsewhere.low
        most = min(left, free)
        row = [comb(free, k) for k in range(max(0, left - width - len(elsewhere.ways)), most + 1)]
        first = most + 1 - len(row)
        weights = []
        for i in range(width):
            weight = 0
            for j, ways in enumerate(elsewhere.ways):
                k = left - i - j
                if first <= k <= most:
                    weight += ways * row[k - first]
            weights.append(weight)
        return weights

    def free_weights(self, low: int, width: int, elsewhere: LayoutCounts, free: int) -> list[int]:
        """The part of those weights in which one given free cell is a mine."""
        if free < 1:
            return [0] * width
        return ByTotal(self.mines - 1, self.cells - 1).weights(low, width, elsewhere, free - 1)

    def free_risk(self, whole: LayoutCounts, free: int) -> float:
        """The risk on a free cell; `whole` is the tally of all constrained cells."""
        if not free:
            return 0.0
        hits = weight = 0
        for j, ways in enumerate(whole.ways):
            k = self.mines - whole.low - j
            if 0 <= k <= free:
                weight += ways * comb(free, k)
                hits += ways * comb(free, k) * k
        return chance_of(hits, weight * free)


Prior = ByDensity | ByTotal


def chance_of(hits: int, total: int) -> float:
    """hits / total, rounded once, and never so that a near certainty looks like a proof."""
    chance = hits / total
    if chance in (0.0, 1.0) and 0 < hits < total:
        return abs(chance - 2.0**-53)
    return chance


def convolve(one: LayoutCounts, other: LayoutCounts) -> LayoutCounts:
    """The tally of two parts taken together."""
    ways = [0] * (len(one.ways) + len(other.ways) - 1)
    for i, a in enumerate(one.ways):
        for j, b in enumerate(other.ways, i):
            ways[j] += a * b
    return LayoutCounts(one.low + other.low, tuple(ways))


def all_but_each(tallies: Sequence[LayoutCounts]) -> tuple[list[LayoutCounts], LayoutCounts]:
    """For each tally the product of all the others, and the product of all."""
    before = [NOTHING]
    for tally in tallies:
        before.append(convolve(before[-1], tally))
    after = NOTHING
    others = []
    for i in range(len(tallies) - 1, -1, -1):
        others.append(convolve(before[i], after))
        after = convolve(tallies[i], after)
    return others[::-1], before[-1]
