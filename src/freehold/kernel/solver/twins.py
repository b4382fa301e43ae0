"""Guesses that nothing can spare us: twins, and parts that are sealed off.

Owns: finding unknown cells that no number opened later can tell apart.
Refuses to know: grids; a cell's neighbours are handed in.

Twins are two cells of one box with the same unknown neighbours. Every number, present or future,
sees both or neither, so if exactly one of them is a mine, it is a coin toss, now or later: that
much of the risk is unavoidable, and taking it at once costs nothing and tells something. A plain
50/50 is the case in which just one is surely a mine, a pseudo-50/50 the one in which it may also
be none. If both may be mines, that chance is the part of the risk that waiting avoids.
"""

from collections.abc import Callable, Sequence

from freehold.kernel.solver.counts import Part
from freehold.kernel.solver.outlook import SolvedPosition


def find_twins(
    outlook: SolvedPosition, around: Callable[[int], Sequence[int]]
) -> list[tuple[int, int]]:
    """Pairs of twins, each cell in at most one pair."""
    twins = []
    for part in outlook.parts:
        for box in part.boxes:
            if len(box.cells) > 1 and 0.0 < outlook.answer.risk[box.cells[0]] < 1.0:
                twins += _twins_in([(cell, outlook.sight(around(cell))) for cell in box.cells])
    return twins


def _twins_in(sights: list[tuple[int, frozenset[int]]]) -> list[tuple[int, int]]:
    twins = []
    while sights:
        one, sees = sights.pop(0)
        for i, (other, other_sees) in enumerate(sights):
            if sees - {other} == other_sees - {one}:
                twins.append((one, other))
                del sights[i]
                break
    return twins


def is_sealed(part: Part, outlook: SolvedPosition, around: Callable[[int], Sequence[int]]) -> bool:
    """Whether neither numbers nor the total can ever tell more about this part from outside."""
    if part.tally is None or len(part.tally.ways) > 1:
        return False
    inside = frozenset(cell for box in part.boxes for cell in box.cells)
    return all(
        outlook.sight(around(cell)) <= inside
        for cell in sorted(inside)
        if outlook.answer.risk[cell] < 1.0
    )
