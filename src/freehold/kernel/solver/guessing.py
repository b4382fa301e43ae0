"""Which cell to open when nothing is certain.

Owns: the choice among uncertain cells. Refuses to know: grids (a cell's neighbours are handed in),
clocks, chance. It opens cells by the rule of minesweepers: an opened cell shows how many of its
neighbours are mines. Budgets count work, never time, so the same position gives the same choice.
Between cells of `among` that are equally good the first one is chosen: shuffle them, and no choice
follows from a cell's number.

    choose(answer, cells, around, among=None, budget=Budget()) -> Choice

In this order:
1. a part that is sealed off: nothing outside can ever tell more about it, so it is searched alone;
2. the endgame: when few layouts remain, the opening that wins in most of them;
3. twins that cannot both be mines: a 50/50, or a pseudo one, that must be played anyway;
4. the outlook: the cell for which surviving it, and then the next move, is likeliest, with a
   premium on numbers that make a next move certain. Dead cells, which show the same number in
   every layout, come last.

The first three are about clearing the whole ground; with `among`, where not every cell may be
opened, only the fourth is used.

>>> from freehold.kernel.solver.solver import ByTotal, MineSolver
>>> row = MineSolver(ByTotal(mines=1, cells=5))          # cells 0..4 in a row, 1 is open
>>> row.mark_safe(1)
>>> row.state(1, [0, 2], 1)
>>> choose(row.solve(), [0, 2, 3, 4], lambda cell: [cell - 1, cell + 1])
Choice(cell=3, risk=0.0, why='certain')
>>> row = MineSolver(ByTotal(mines=2, cells=5))
>>> row.mark_safe(1)
>>> row.state(1, [0, 2], 1)
>>> choose(row.solve(), [0, 2, 3, 4], lambda cell: [cell - 1, cell + 1])
Choice(cell=2, risk=0.5, why='endgame')
"""

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import NamedTuple

from freehold.kernel.solver.counts import TooLarge
from freehold.kernel.solver.endgame import (
    Endgame,
    OutOfBudget,
    count_layouts,
    list_layouts,
    part_layouts,
)
from freehold.kernel.solver.outlook import Showing, SolvedPosition
from freehold.kernel.solver.solver import Answer
from freehold.kernel.solver.twins import find_twins, is_sealed

__all__ = ["Budget", "Choice", "choose"]

Around = Callable[[int], Sequence[int]]

_PREMIUM = 0.1
"""What a certain next move is worth beyond surviving. 0.06 and 0.15 won less (bench)."""
_MARGIN = 0.15
"""Cells riskier than the safest by more than this are not considered; 0.3 won no more."""
_FREE = 6
"""Of the free cells, which all have the same risk: how many of the loneliest, and how many next
to a part, are considered."""
_CERTAIN = 1.0 - 1e-9


class Budget(NamedTuple):
    """How much work a choice may take. Nothing here is time."""

    candidates: int = 24
    """Cells that get an outlook."""
    states: int = 4000
    """States of the count for one outlook; beyond it, a cell is judged by its risk alone."""
    layouts: int = 400
    """The endgame is searched when no more layouts than this remain; 0 switches it off."""
    nodes: int = 3000
    """Nodes of that search; beyond it, the outlook decides."""
    twins: bool = True
    """Whether unavoidable guesses are played at once."""


DEFAULT_BUDGET = Budget()


class Choice(NamedTuple):
    """The cell to open, the probability that it is a mine, and which rule chose it."""

    cell: int
    risk: float
    why: str


def choose(
    answer: Answer,
    cells: Iterable[int],
    around: Around,
    *,
    among: Iterable[int] | None = None,
    budget: Budget = DEFAULT_BUDGET,
) -> Choice:
    """The cell to open next.

    `cells` are all unknown cells that matter, free ones included, without known mines; under
    ByTotal it must be all there are. `among`: those that may be opened, if not all of them.
    Raises ValueError if no cell can be opened without hitting a mine for sure.
    """
    unknown = sorted(cells)
    outlook = SolvedPosition(answer, unknown)
    openable = unknown if among is None else among
    risks = {cell: answer.risk.get(cell, answer.free_risk) for cell in openable}
    risks = {cell: risk for cell, risk in risks.items() if risk < 1.0}
    if not risks:
        raise ValueError("there is nothing to open but mines")
    certain = next((cell for cell, risk in risks.items() if risk == 0.0), None)
    if certain is not None:
        return Choice(certain, 0.0, "certain")
    if among is None and answer.exact:
        planned = _search(outlook, around, budget)
        if planned:
            cell, why = planned
            return Choice(cell, risks[cell], why)
    cell = _best_outlook(outlook, risks, around, budget)
    return Choice(cell, risks[cell], "outlook")


def _rounded(chance: float) -> float:
    """Chances that agree to this many digits are equal: floats are summed in different orders."""
    return round(chance, 9)


def _search(outlook: SolvedPosition, around: Around, budget: Budget) -> tuple[int, str] | None:
    """A cell by search or by necessity, and which; or None."""
    sealed = _open_sealed(outlook, around, budget)
    if sealed is not None:
        return sealed, "sealed"
    if 0 < count_layouts(outlook.answer) <= budget.layouts:
        free = sorted(outlook.free_cells)
        try:
            layouts = list(list_layouts(outlook.answer, free))
            return Endgame(layouts, outlook.cells, around, budget.nodes).best()[0], "endgame"
        except OutOfBudget:
            pass
    if budget.twins:
        for one, other in find_twins(outlook, around):
            if outlook.never_both(one, other):
                return one, "twins"
    return None


def _open_sealed(outlook: SolvedPosition, around: Around, budget: Budget) -> int | None:
    for part in outlook.parts:
        if part.tally and part.tally.ways[0] <= budget.layouts and budget.twins:
            if not is_sealed(part, outlook, around):
                continue
            cells = [cell for box in part.boxes for cell in box.cells]
            try:
                return Endgame(list(part_layouts(part)), cells, around, budget.nodes).best()[0]
            except OutOfBudget:
                continue
    return None


def _best_outlook(
    outlook: SolvedPosition, risks: dict[int, float], around: Around, budget: Budget
) -> int:
    best_score, best_cell = -1.0, -1
    for risk, cell in _candidates(outlook, risks, around)[: budget.candidates]:
        if (1.0 - risk) * (1.0 + _PREMIUM) <= best_score:
            break  # the rest is riskier still, and could not catch up
        try:
            showings = outlook.showings(cell, around(cell), budget.states)
        except TooLarge:
            showings = []
        score = _rounded((1.0 - risk) * _score(showings, 1.0 - risk))
        if score > best_score:
            best_score, best_cell = score, cell
    return best_cell


def _candidates(
    outlook: SolvedPosition, risks: dict[int, float], around: Around
) -> list[tuple[float, int]]:
    """Cells that are not much riskier than the safest, safest first."""
    limit = min(risks.values()) + _MARGIN
    close = [
        (risk, cell)
        for cell, risk in risks.items()
        if risk <= limit and cell not in outlook.free_cells
    ]
    free_risk = outlook.answer.free_risk
    if free_risk <= limit:
        free = [cell for cell in risks if cell in outlook.free_cells]
        close += [(free_risk, cell) for cell in _promising_free(outlook, free, around)]
    turn = {cell: number for number, cell in enumerate(risks)}
    return sorted(close, key=lambda each: (_rounded(each[0]), turn[each[1]]))


def _promising_free(outlook: SolvedPosition, free: list[int], around: Around) -> list[int]:
    """Free cells with few unknown neighbours, which show 0 most often; and cells next to parts."""
    lonely, beside = [], []
    for cell in free:
        near = outlook.unknown(around(cell))
        inside = len([n for n in near if n in outlook.part_of])
        lonely.append((len(near), cell))
        if inside:
            beside.append((len(near) - inside, cell))
    fewest = itemgetter(0)
    chosen = sorted(lonely, key=fewest)[:_FREE] + sorted(beside, key=fewest)[:_FREE]
    return list(dict.fromkeys(cell for _, cell in chosen))


def _score(showings: list[Showing], unknown: float) -> float:
    """How good it is to have survived a cell that then shows one of these numbers."""
    if not showings:
        return unknown
    score = 0.0
    for showing in showings:
        worth = showing.safety
        if worth > _CERTAIN:
            worth += _PREMIUM
        score += showing.chance * worth
    if len(showings) == 1:
        return score * 0.9  # a dead cell tells nothing: whatever else there is comes first
    return score
