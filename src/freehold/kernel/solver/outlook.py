"""Looking one move ahead: what the position would be after a cell had been opened.

Owns: for one candidate, every number it may show, how likely each is, and how safe the best
next cell would then be.
Refuses to know: which candidates are worth it, and grids: a cell's neighbours are handed in.

One sweep answers for all numbers at once: the mines among the candidate's unknown neighbours are
a second variable of the polynomials (see solver_counts). Mines elsewhere are weighed exactly up
to 2**-40. Parts that the candidate does not touch keep their risks of now: they would change
only through the total, and this is a look ahead, not an answer.
"""

from collections.abc import Sequence
from typing import NamedTuple

from freehold.kernel.solver.boxes import Box
from freehold.kernel.solver.counts import LayoutCounts, Part, sweep
from freehold.kernel.solver.priors import NOTHING, ByTotal, convolve
from freehold.kernel.solver.solver import DEFAULT_CAP, Answer

_SCALE = 40


class Showing(NamedTuple):
    """One number that a candidate may show: how likely, and the safest cell after it."""

    number: int
    """Mines among the cell's unknown neighbours."""
    chance: float
    """Given that the candidate is safe."""
    safety: float
    """The probability that the safest cell then is safe; 1.0 means that one is certain."""


class SolvedPosition:
    """A position with the sums that every candidate needs."""

    def __init__(self, answer: Answer, cells: Sequence[int]) -> None:
        self.answer = answer
        self.parts = [part for part in answer.parts if part.tally]
        self.part_of = {
            cell: p for p, part in enumerate(self.parts) for box in part.boxes for cell in box.cells
        }
        self.free_cells = frozenset(cell for cell in cells if cell not in answer.risk)
        self.cells = self.unknown(cells)
        self._elsewhere: dict[tuple[int, ...], LayoutCounts] = {}
        self._least = [
            min(answer.risk[cell] for box in part.boxes for cell in box.cells)
            for part in self.parts
        ]

    def unknown(self, cells: Sequence[int]) -> list[int]:
        """Those of the cells that are unknown, in their order."""
        return [cell for cell in cells if cell in self.part_of or cell in self.free_cells]

    def sight(self, cells: Sequence[int]) -> frozenset[int]:
        """Those that are unknown and may yet be opened, and so tell about their neighbours."""
        answer = self.answer
        return frozenset(
            cell for cell in self.unknown(cells) if answer.risk.get(cell, answer.free_risk) < 1.0
        )

    def showings(self, candidate: int, around: Sequence[int], cap: int) -> list[Showing]:
        """Every number that the candidate may show. May raise solver_counts.TooLarge."""
        near = frozenset(self.unknown(around))
        touched = sorted(
            {self.part_of[cell] for cell in (*near, candidate) if cell in self.part_of}
        )
        boxes, counts = _joined([self.parts[p] for p in touched], candidate)
        boxes = _split(boxes, near)
        beside = near & self.free_cells
        if beside:
            boxes.append(Box(tuple(sorted(beside)), ()))
        spent = len(beside) + (candidate in self.free_cells)
        fold = self._fold(boxes, counts, near, tuple(touched), self.answer.free - spent, cap)
        if len(self.free_cells) == spent:
            fold = fold._replace(free=fold.whole)  # none is left: as good as a certain mine
        elsewhere = min([r for p, r in enumerate(self._least) if p not in touched], default=1.0)
        total = 0
        for weight in fold.whole:
            total += weight
        return [
            Showing(v, weight / total, 1.0 - min(elsewhere, fold.least_risk(v, boxes)))
            for v, weight in enumerate(fold.whole)
            if weight
        ]

    def never_both(self, one: int, other: int) -> bool:
        """Whether no layout has mines on both of these cells of one part."""
        near = frozenset((one, other))
        part = self.part_of[one]
        boxes, counts = _joined([self.parts[part]], None)
        boxes = _split(boxes, near)
        # Nearly the states of the part itself, which has been counted: the cap is a formality.
        fold = self._fold(boxes, counts, near, (part,), self.answer.free, 8 * DEFAULT_CAP)
        return not fold.whole[2]

    def _fold(
        self,
        boxes: list[Box],
        counts: list[int],
        near: frozenset[int],
        touched: tuple[int, ...],
        free: int,
        cap: int,
    ) -> "_Fold":
        """Sweep, with the mines in `near` as the second variable, and weigh the first away."""
        cells = 0
        for box in boxes:
            cells += len(box.cells)
        y_step = cells + cells.bit_length() + _SCALE + 1
        x_step = y_step * (len(near) + 1)
        steps = [x_step + y_step if box.cells[0] in near else x_step for box in boxes]
        whole, loads = sweep(boxes, counts, steps, cap)
        low = ((whole & -whole).bit_length() - 1) // x_step
        width = (whole.bit_length() - 1) // x_step + 1 - low
        elsewhere = self._tally_elsewhere(touched)
        exact = self.answer.prior.weights(low, width, elsewhere, free)
        exact_free = self.answer.prior.free_weights(low, width, elsewhere, free)
        top = max(exact)

        def weigh(packed: int, weights: list[int]) -> list[int]:
            scaled = [((weight << _SCALE) + top - 1) // top for weight in weights]
            return _weighed(packed >> low * x_step, x_step, y_step, scaled, len(near) + 1)

        rows = [weigh(load, exact) for load in loads]
        return _Fold(weigh(whole, exact), weigh(whole, exact_free), rows)

    def _tally_elsewhere(self, touched: tuple[int, ...]) -> LayoutCounts:
        if not isinstance(self.answer.prior, ByTotal):
            return NOTHING
        if touched not in self._elsewhere:
            tally = NOTHING
            for p, part in enumerate(self.parts):
                if p not in touched and part.tally:
                    tally = convolve(tally, part.tally)
            self._elsewhere[touched] = tally
        return self._elsewhere[touched]


class _Fold(NamedTuple):
    """By the number shown: what its layouts weigh, and what the mines in them weigh."""

    whole: list[int]
    free: list[int]
    """The mines on one free cell that the candidate does not see."""
    loads: list[list[int]]
    """The mines in each box."""

    def least_risk(self, v: int, boxes: list[Box]) -> float:
        """The risk of the safest cell of these boxes, or of a free one."""
        weight = self.whole[v]
        least = self.free[v] / weight
        for box, load in zip(boxes, self.loads, strict=True):
            least = min(least, load[v] / (weight * len(box.cells)))
        return least


def _joined(parts: Sequence[Part], without: int | None) -> tuple[list[Box], list[int]]:
    """Boxes and counts of several parts as one, the candidate taken out as safe."""
    boxes: list[Box] = []
    counts: list[int] = []
    for part in parts:
        offset = len(counts)
        for box in part.boxes:
            cells = tuple([cell for cell in box.cells if cell != without])
            if cells:
                boxes.append(Box(cells, tuple([i + offset for i in box.of])))
        counts += [count for _, count in part.constraints]
    return boxes, counts


def _split(boxes: list[Box], near: frozenset[int]) -> list[Box]:
    """Boxes so that each lies wholly in `near` or wholly outside it."""
    split = []
    for cells, of in boxes:
        inside = tuple([cell for cell in cells if cell in near])
        if not inside or len(inside) == len(cells):
            split.append(Box(cells, of))
        else:
            split.append(Box(inside, of))
            split.append(Box(tuple([cell for cell in cells if cell not in near]), of))
    return split


def _weighed(packed: int, x_step: int, y_step: int, weights: list[int], width: int) -> list[int]:
    """Sum over the mines by weight; the coefficients that are left, by number shown."""
    x_mask = (1 << x_step) - 1
    total = 0
    for weight in weights:
        total += (packed & x_mask) * weight
        packed >>= x_step
    y_mask = (1 << y_step) - 1
    return [total >> v * y_step & y_mask for v in range(width)]
