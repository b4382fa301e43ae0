"""The exhaustive endgame: the best chance of clearing the ground, when few layouts remain.

Owns: listing all layouts, and the search for the opening that wins in most of them.
Refuses to know: grids, clocks. It wins who opens every safe cell and no mine. The search counts
its nodes and gives up beyond the budget, so that it repeats exactly.

A set of layouts is one int, a bit a layout. Opened cells need no memory: they are safe and show
the same number in every layout that is left, so the set alone says what a position is worth.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from freehold.kernel.solver.counts import Part
from freehold.kernel.solver.priors import NOTHING, ByTotal, convolve
from freehold.kernel.solver.solver import Answer


class OutOfBudget(Exception):
    """More nodes would be needed than were allowed."""


def count_layouts(answer: Answer) -> int:
    """How many layouts fit, free cells included; 0 if nobody knows (no total, or not exact)."""
    if not isinstance(answer.prior, ByTotal) or not answer.exact:
        return 0
    whole = NOTHING
    for part in answer.parts:
        if part.tally:
            whole = convolve(whole, part.tally)
    (layouts,) = answer.prior.weights(0, 1, whole, answer.free)
    return layouts


def list_layouts(answer: Answer, free: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every layout as its mines, known ones left out. Call it when they are few."""
    if not isinstance(answer.prior, ByTotal):
        raise ValueError("layouts can be listed only under a total")
    heaps = [list(part_layouts(part)) for part in answer.parts]
    yield from _combined(heaps, answer.prior.mines, free)


def _combined(
    heaps: list[list[tuple[int, ...]]], mines: int, free: Sequence[int]
) -> Iterator[tuple[int, ...]]:
    if not heaps:
        if 0 <= mines <= len(free):
            yield from combinations(free, mines)
        return
    for layout in heaps[0]:
        if len(layout) <= mines:
            for rest in _combined(heaps[1:], mines - len(layout), free):
                yield layout + rest


def part_layouts(part: Part) -> Iterator[tuple[int, ...]]:
    """Every layout of one part, as its mines."""
    needs = [count for _, count in part.constraints]
    later = [len(cells) for cells, _ in part.constraints]
    yield from _place(part, 0, needs, later)


def _place(part: Part, b: int, needs: list[int], later: list[int]) -> Iterator[tuple[int, ...]]:
    if b == len(part.boxes):
        yield ()
        return
    cells, of = part.boxes[b]
    after = list(later)
    for i in of:
        after[i] -= len(cells)
    low = max(0, *(needs[i] - after[i] for i in of))
    high = min(len(cells), *(needs[i] for i in of))
    for k in range(low, high + 1):
        left = list(needs)
        for i in of:
            left[i] -= k
        for rest in _place(part, b + 1, left, after):
            for mines in combinations(cells, k):
                yield mines + rest


class Endgame:
    """A search over sets of layouts. `best()` is the cell to open and the layouts it wins."""

    def __init__(
        self,
        layouts: Sequence[tuple[int, ...]],
        cells: Sequence[int],
        around: Callable[[int], Sequence[int]],
        nodes: int,
    ) -> None:
        self._nodes = nodes
        self._worth: dict[int, int] = {}
        self._cells = tuple(cells)
        self._mined: list[int] = []
        """By cell: the layouts in which it is a mine."""
        self._shows: list[list[int]] = []
        """By cell: the layouts in which it is safe, by the number it shows."""
        self.whole = (1 << len(layouts)) - 1
        self._tabulate(layouts, around)

    def _tabulate(
        self, layouts: Sequence[tuple[int, ...]], around: Callable[[int], Sequence[int]]
    ) -> None:
        rank = {cell: c for c, cell in enumerate(self._cells)}
        near = [[rank[n] for n in around(cell) if n in rank] for cell in self._cells]
        self._mined = [0] * len(near)
        self._shows = [[0] * (len(others) + 1) for others in near]
        for i, layout in enumerate(layouts):
            numbers = [0] * len(near)
            for cell in layout:
                self._mined[rank[cell]] |= 1 << i
                for n in near[rank[cell]]:
                    numbers[n] += 1
            for c, number in enumerate(numbers):
                self._shows[c][number] |= 1 << i
        for c, mined in enumerate(self._mined):
            self._shows[c] = [mask & ~mined for mask in self._shows[c]]

    def best(self) -> tuple[int, int]:
        """The cell to open now, and in how many layouts perfect play then wins."""
        alive = self.whole
        most, choice = 0, -1
        for safe, c in self._openings(alive):
            if safe <= most:
                break
            worth = self._opened(c, alive, most)
            if worth > most:
                most, choice = worth, c
        return self._cells[choice], most

    def _openings(self, alive: int) -> list[tuple[int, int]]:
        """Cells that may be safe and are not dead, most often safe first; only one if it is
        certain and tells something."""
        size = alive.bit_count()
        openings, dead = [], []
        for c, mined in enumerate(self._mined):
            safe = size - (mined & alive).bit_count()
            if not safe:
                continue
            is_dead = len([1 for mask in self._shows[c] if mask & alive]) == 1
            if safe == size:
                if not is_dead:
                    return [(safe, c)]
            elif is_dead:
                dead.append((safe, c))
            else:
                openings.append((safe, c))
        openings.sort(key=lambda pair: (-pair[0], pair[1]))
        return openings or dead[:1]

    def _opened(self, c: int, alive: int, floor: int) -> int:
        """Layouts won after opening this cell; only exact if it is more than `floor`."""
        classes = [mask & alive for mask in self._shows[c] if mask & alive]
        bound = 0
        for mask in classes:
            bound += mask.bit_count()
        classes.sort(key=int.bit_count, reverse=True)
        for mask in classes:
            bound += self._value(mask) - mask.bit_count()
            if bound <= floor:
                break
        return bound

    def _value(self, alive: int) -> int:
        """In how many of these layouts perfect play wins."""
        if alive & (alive - 1) == 0:
            return 1
        known = self._worth.get(alive)
        if known is not None:
            return known
        self._nodes -= 1
        if self._nodes < 0:
            raise OutOfBudget
        most = 1
        for safe, c in self._openings(alive):
            if safe <= most:
                break
            most = max(most, self._opened(c, alive, most))
        self._worth[alive] = most
        return most
