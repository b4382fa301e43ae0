"""The cheap front end of the mine solver: single point, wings, and the split into parts.

Owns: what follows from looking at one constraint, or at two that overlap.
Refuses to know: probabilities, priors, grids.

All it proves is true in every layout that fits the constraints, so it stays proven whatever
the prior, and whatever happens to the exact count afterwards.
"""

from collections.abc import Sequence
from typing import NamedTuple

Constraint = tuple[tuple[int, ...], int]
"""Cells in ascending order, and how many of them are mines."""


class Inconsistent(ValueError):
    """No layout of mines fits the constraints: the caller made a mistake in stating them."""


class Proofs(NamedTuple):
    """What the rules prove about one set of constraints, and what they leave open."""

    safe: tuple[int, ...]
    mines: tuple[int, ...]
    parts: tuple[tuple[Constraint, ...], ...]
    """The rest, split so that no cell is in two parts; sorted, so that equal parts are equal."""


class _Sheet:
    """Constraints as bit masks over the cells' ranks, crossed off as cells become known."""

    def __init__(self, constraints: Sequence[Constraint]) -> None:
        self.cells = sorted({cell for cells, _ in constraints for cell in cells})
        rank = {cell: i for i, cell in enumerate(self.cells)}
        self.masks = [0] * len(constraints)
        self.counts = [count for _, count in constraints]
        self.meets: list[list[int]] = [[] for _ in self.cells]
        for i, (cells, _) in enumerate(constraints):
            for cell in cells:
                self.masks[i] |= 1 << rank[cell]
                self.meets[rank[cell]].append(i)
        self.safe = 0
        self.mines = 0

    def mark(self, safe: int, mines: int, dirty: set[int]) -> None:
        """Cross the cells off every constraint they are in; those become dirty."""
        if safe & (mines | self.mines) or mines & self.safe:
            raise Inconsistent("a cell would have to be both safe and a mine")
        self.safe |= safe
        self.mines |= mines
        for bit in ranks_of(safe | mines):
            for i in self.meets[bit]:
                if self.masks[i] >> bit & 1:
                    self.masks[i] ^= 1 << bit
                    self.counts[i] -= mines >> bit & 1
                    dirty.add(i)

    def single_points(self, queue: set[int]) -> set[int]:
        """Settle constraints that are all mines or all safe; the ones touched on the way."""
        touched = set[int]()
        while queue:
            touched |= queue
            for i in sorted(queue):
                queue.discard(i)
                mask, count = self.masks[i], self.counts[i]
                size = mask.bit_count()
                if not 0 <= count <= size:
                    raise Inconsistent(f"{count} mines would have to lie on {size} cells")
                if count == 0:
                    self.mark(mask, 0, queue)
                elif count == size:
                    self.mark(0, mask, queue)
        return touched

    def wings(self, a: int, waiting: set[int]) -> set[int]:
        """Compare a constraint with those that overlap it, unless these wait for their own turn: if
        a holds more than b by as many mines as a has cells outside b, then those are all mines, and
        b's cells outside a are safe. The constraints that this changes."""
        masks, counts, dirty = self.masks, self.counts, set[int]()
        overlapping = {b for bit in ranks_of(masks[a]) for b in self.meets[bit]}
        overlapping.discard(a)
        for b in sorted(overlapping - waiting):
            if not masks[b]:
                continue
            mine, wing = masks[a] & ~masks[b], masks[b] & ~masks[a]
            more = counts[a] - counts[b]
            most, least = mine.bit_count(), -wing.bit_count()
            if not least <= more <= most:
                raise Inconsistent("two constraints that overlap cannot both hold")
            if more == least:
                mine, wing = wing, mine
            elif more != most:
                continue
            if mine or wing:
                self.mark(wing, mine, dirty)
        return dirty

    def cells_of(self, mask: int) -> tuple[int, ...]:
        return tuple(self.cells[bit] for bit in ranks_of(mask))


def prove(constraints: Sequence[Constraint]) -> Proofs:
    """Apply both rules until they are dry, then split what is left.

    >>> prove([((1, 2), 1), ((1, 2, 3), 2)])
    Proofs(safe=(), mines=(3,), parts=((((1, 2), 1),),))
    """
    sheet = _Sheet(constraints)
    waiting = sheet.single_points(set(range(len(constraints))))
    while waiting:
        for a in sorted(waiting):
            waiting.discard(a)
            waiting |= sheet.single_points(sheet.wings(a, waiting))
    left = {mask: sheet.counts[i] for i, mask in enumerate(sheet.masks) if mask}
    parts = [
        tuple(sorted((sheet.cells_of(mask), left[mask]) for mask in group))
        for group in _connected(sorted(left))
    ]
    return Proofs(sheet.cells_of(sheet.safe), sheet.cells_of(sheet.mines), tuple(sorted(parts)))


def ranks_of(mask: int) -> list[int]:
    """The positions of the bits set, ascending."""
    ranks = []
    while mask:
        low = mask & -mask
        ranks.append(low.bit_length() - 1)
        mask ^= low
    return ranks


def _connected(masks: list[int]) -> list[list[int]]:
    """Groups of masks that hang together by common bits."""
    groups: list[tuple[int, list[int]]] = []
    for mask in masks:
        union, members = mask, [mask]
        apart = []
        for other, theirs in groups:
            if other & mask:
                union |= other
                members += theirs
            else:
                apart.append((other, theirs))
        groups = [*apart, (union, members)]
    return [members for _, members in groups]
