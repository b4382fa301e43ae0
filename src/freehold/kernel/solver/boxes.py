"""Boxes: cells that are in the same constraints, hence alike; and the order to sweep them in.

Owns: grouping and order. Refuses to know: counting. The order changes only how long a count
takes, never what it says.
"""

from collections.abc import Sequence
from typing import NamedTuple

from freehold.kernel.solver.rules import Constraint

_LARGE = 12
"""From this many constraints on, two orders are made and compared."""


class Box(NamedTuple):
    """Cells that are in exactly the same constraints (`of`: their indexes)."""

    cells: tuple[int, ...]
    of: tuple[int, ...]


def split_boxes(constraints: Sequence[Constraint]) -> list[Box]:
    """Group the cells by the constraints they are in."""
    meets: dict[int, list[int]] = {}
    for i, (cells, _) in enumerate(constraints):
        for cell in cells:
            meets.setdefault(cell, []).append(i)
    boxes: dict[tuple[int, ...], list[int]] = {}
    for cell in sorted(meets):
        boxes.setdefault(tuple(meets[cell]), []).append(cell)
    return [Box(tuple(cells), of) for of, cells in boxes.items()]


def order_boxes(boxes: list[Box], constraints: Sequence[Constraint]) -> list[Box]:
    """An order in which constraints close early, since states multiply by the open ones.

    Constraint by constraint: greedily the one that opens the fewest others, from an end of the
    part. On wide lattices plain reading order can be better by far, so large parts try both.
    """
    closing = _by_rank(boxes, _closing_order(boxes, len(constraints)))
    if len(constraints) < _LARGE:
        return closing
    reading = _by_rank(boxes, list(range(len(constraints))))
    return min(closing, reading, key=lambda order: _estimate_states(order, constraints))


def _by_rank(boxes: list[Box], order: list[int]) -> list[Box]:
    rank = {i: r for r, i in enumerate(order)}

    def place(box: Box) -> tuple[int, int, list[int]]:
        ranks = sorted([rank[i] for i in box.of])
        return ranks[0], ranks[-1], ranks

    return sorted(boxes, key=place)


def _closing_order(boxes: list[Box], count: int) -> list[int]:
    """All constraints: next is the open one that opens the fewest others, the oldest first."""
    beside: list[set[int]] = [set() for _ in range(count)]
    for box in boxes:
        for i in box.of:
            beside[i].update(box.of)
    opened = {_far_end(beside, _far_end(beside, 0)): 0}
    open_now = list(opened)
    order: list[int] = []
    while open_now:
        following = min(
            open_now, key=lambda i: (len([j for j in beside[i] if j not in opened]), opened[i], i)
        )
        open_now.remove(following)
        order.append(following)
        for j in sorted(beside[following]):
            if j not in opened:
                opened[j] = len(order)
                open_now.append(j)
    return order


def _far_end(beside: list[set[int]], start: int) -> int:
    """The last constraint that a search in breadth reaches."""
    reached, seen = [start], {start}
    for i in reached:
        fresh = beside[i] - seen
        reached += sorted(fresh)
        seen |= fresh
    return reached[-1]


def _estimate_states(order: list[Box], constraints: Sequence[Constraint]) -> int:
    """What the sweep would cost if the needs of open constraints were independent."""
    left = [len(cells) for cells, _ in constraints]
    needs: dict[int, int] = {}
    total = 0
    for box in order:
        for i in box.of:
            left[i] -= len(box.cells)
            size, count = len(constraints[i][0]), constraints[i][1]
            needs[i] = 1 + min(count, size - count, left[i], size - left[i])
        states = 1
        for need in needs.values():
            states *= need
        total += states
    return total
