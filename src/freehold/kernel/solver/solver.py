"""The mine solver: constraints in, exact probabilities of mines out.

Owns: a set of constraints that changes, what is proven by them, and how likely each cell is a
mine. Refuses to know: grids, numbers on them, players. A constraint is `(cells, count)`: `count` of
these cells are mines; so it serves square and hex ground, partial views and claimed ground.

    MineSolver(prior)      prior is ByDensity(d) or ByTotal(mines, cells)
      .state(key, cells, count)   add a constraint, or replace the one of that key
      .retract(key)               take it back
      .mark_safe(cell), .mark_mine(cell), .forget(cell)   known without a constraint
      .prove() -> Proven          what simple rules prove: cheap
      .solve() -> Answer          everything, exactly

Each call works only on what was touched since the last one.

>>> solver = MineSolver(ByTotal(mines=2, cells=5))
>>> solver.state(key=10, cells=[1, 2], count=1)
>>> solver.state(key=11, cells=[2, 3], count=1)
>>> answer = solver.solve()
>>> answer.risk                   # 2 with one of 4, 5; or 1 and 3
{1: 0.3333333333333333, 2: 0.6666666666666666, 3: 0.3333333333333333}
>>> answer.free_risk
0.3333333333333333
>>> solver.mark_safe(2)
>>> solver.prove()
Proven(safe=(), mines=(1, 3))

What is promised:
- `safe` and `mines` are proofs: true in every layout that fits. Risks are exact, rounded once.
- Constraints that no layout fits raise Inconsistent.
- The count of a part is bounded by `cap` states. Beyond it the answer says `exact=False`. What
  the rules have proven stays proven; a cell of that part gets the mean of count / size over its
  constraints as its estimate; and under ByTotal all other parts are weighed by the mean density
  instead, since mines elsewhere are then unknown. Contradictions inside such a part may go unseen.
- Equal constraints give equal answers, bit for bit, in whatever order they were stated.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from freehold.kernel.solver.counts import LayoutCounts, Part, count_part
from freehold.kernel.solver.priors import ByDensity, ByTotal, Prior, all_but_each, chance_of
from freehold.kernel.solver.rules import Constraint, Inconsistent, Proofs, prove

__all__ = ["Answer", "ByDensity", "ByTotal", "Inconsistent", "MineSolver", "Proven"]

DEFAULT_CAP = 50_000


class Proven(NamedTuple):
    """Cells that are certain, in ascending order."""

    safe: tuple[int, ...]
    mines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """All there is to know about the unknown cells."""

    risk: Mapping[int, float]
    """For every constrained cell that is not marked: the probability of a mine."""
    free_risk: float
    """The same for every cell that no constraint speaks of; 0 and 1 are proofs here too."""
    safe: tuple[int, ...]
    """Proven cells among the constrained ones, in ascending order."""
    mines: tuple[int, ...]
    exact: bool
    """False if a part was too large to count (see the module's promises)."""
    free: int
    """How many unknown cells no constraint speaks of (0 under ByDensity: it does not matter)."""
    prior: Prior
    """The prior for the cells in `parts` and the free ones, all others being known."""
    parts: tuple[Part, ...]
    """What the rules left open, counted: for guessing."""


class _Group(NamedTuple):
    """Constraints that hang together, and what the rules make of them."""

    keys: tuple[int, ...]
    proofs: Proofs


class MineSolver:
    """Constraints by key, marks, and the groups that are still good."""

    def __init__(self, prior: Prior, *, cap: int = DEFAULT_CAP) -> None:
        self.prior = prior
        self._cap = cap
        self._constraints: dict[int, tuple[frozenset[int], int]] = {}
        self._keys_at: dict[int, set[int]] = {}
        self._safe: set[int] = set()
        self._mines: set[int] = set()
        self._group_of: dict[int, _Group] = {}
        self._groups: dict[int, _Group] = {}  # by their least key
        self._dirty: set[int] = set()
        self._counted: dict[tuple[Constraint, ...], Part] = {}

    def state(self, key: int, cells: Iterable[int], count: int) -> None:
        """Of these cells, `count` are mines. Replaces what was stated under this key."""
        stated = (frozenset(cells), count)
        if self._constraints.get(key) == stated:
            return
        self.retract(key)
        self._constraints[key] = stated
        for cell in stated[0]:
            self._keys_at.setdefault(cell, set()).add(key)
        self._dirty.add(key)

    def retract(self, key: int) -> None:
        """Take back what was stated under this key, if anything was."""
        if key not in self._constraints:
            return
        self._dissolve(key)
        for cell in self._constraints.pop(key)[0]:
            self._keys_at[cell].discard(key)
            if not self._keys_at[cell]:
                del self._keys_at[cell]
        self._dirty.discard(key)

    def mark_safe(self, cell: int) -> None:
        """This cell is known to be no mine."""
        self._mark(cell, self._safe, self._mines)

    def mark_mine(self, cell: int) -> None:
        """This cell is known to be a mine."""
        self._mark(cell, self._mines, self._safe)

    def forget(self, cell: int) -> None:
        """This cell is unknown again."""
        if self.is_marked(cell):
            self._safe.discard(cell)
            self._mines.discard(cell)
            self._touch(cell)

    def is_marked(self, cell: int) -> bool:
        return cell in self._safe or cell in self._mines

    def is_safe(self, cell: int) -> bool:
        """Whether the cell has been marked safe."""
        return cell in self._safe

    def is_mine(self, cell: int) -> bool:
        """Whether the cell has been marked a mine."""
        return cell in self._mines

    def prove(self) -> Proven:
        """What single constraints and pairs of them prove. Marked cells are not repeated."""
        groups = self._all_groups()
        return Proven(
            tuple(sorted(cell for group in groups for cell in group.proofs.safe)),
            tuple(sorted(cell for group in groups for cell in group.proofs.mines)),
        )

    def solve(self) -> Answer:
        """The exact answer. Parts that were counted before are not counted again."""
        proven = self.prove()
        parts = self._count_parts()
        prior = self.prior.without(
            len(self._safe) + len(proven.safe), len(self._mines) + len(proven.mines)
        )
        open_cells = 0
        for part in parts:
            open_cells += len(_cells_of(part))
        free = prior.free(open_cells)
        risk = dict.fromkeys(proven.safe, 0.0) | dict.fromkeys(proven.mines, 1.0)
        exact = all(part.tally for part in parts)
        if not exact and isinstance(prior, ByTotal):
            prior = _mean_density(prior)
        free_risk = _weigh(parts, prior, free, risk)
        return Answer(
            risk=dict(sorted(risk.items())),
            free_risk=free_risk,
            safe=tuple(sorted(cell for cell, chance in risk.items() if chance == 0.0)),
            mines=tuple(sorted(cell for cell, chance in risk.items() if chance == 1.0)),
            exact=exact,
            free=free,
            prior=prior,
            parts=tuple(parts),
        )

    def _mark(self, cell: int, marks: set[int], others: set[int]) -> None:
        if cell not in marks:
            marks.add(cell)
            others.discard(cell)
            self._touch(cell)

    def _touch(self, cell: int) -> None:
        for key in self._keys_at.get(cell, ()):
            self._dissolve(key)
            self._dirty.add(key)

    def _dissolve(self, key: int) -> None:
        """The group of this key is no longer good: all its members wait for a new one."""
        group = self._group_of.get(key)
        if group is not None:
            del self._groups[group.keys[0]]
            for member in group.keys:
                del self._group_of[member]
                self._dirty.add(member)

    def _all_groups(self) -> list[_Group]:
        """All groups in the order of their least key, after forming those that are missing."""
        for key in sorted(self._dirty):
            if key in self._dirty:
                self._form_group(key)
        return [group for _, group in sorted(self._groups.items())]

    def _form_group(self, key: int) -> None:
        """Of the constraints that hang together by unmarked cells. In these, safe cells drop out
        and mines lower the count."""
        reached, seen = [key], {key}
        unmarked, walked = set[Constraint](), set[int]()
        for member in reached:  # grows while it is walked
            self._dissolve(member)
            cells, count = self._constraints[member]
            left = cells - self._safe - self._mines
            unmarked.add((tuple(sorted(left)), count - len(cells & self._mines)))
            for cell in left - walked:
                fresh = self._keys_at[cell] - seen
                reached += fresh
                seen |= fresh
            walked |= left
        group = _Group(tuple(sorted(reached)), prove(sorted(unmarked)))
        self._groups[group.keys[0]] = group
        for member in reached:
            self._group_of[member] = group
            self._dirty.discard(member)

    def _count_parts(self) -> list[Part]:
        """Every part counted; the counts of the last time are kept, and only those."""
        counted: dict[tuple[Constraint, ...], Part] = {}
        for group in self._all_groups():
            for part in group.proofs.parts:
                counted[part] = self._counted.get(part) or count_part(part, self._cap)
        self._counted = counted
        return list(counted.values())


def _cells_of(part: Part) -> list[int]:
    return [cell for box in part.boxes for cell in box.cells]


def _mean_density(prior: ByTotal) -> ByDensity:
    """The density of what remains, kept off 0 and 1, which would be proofs."""
    return ByDensity(Fraction(2 * prior.mines + 1, 2 * prior.cells + 2))


def _weigh(parts: list[Part], prior: Prior, free: int, risk: dict[int, float]) -> float:
    """Fill in the risk of every cell of the parts; the risk of a free one."""
    tallies = [part.tally for part in parts if part.tally]
    others, whole = (
        all_but_each(tallies) if isinstance(prior, ByTotal) else (tallies, LayoutCounts(0, ()))
    )
    elsewhere = iter(others)
    for part in parts:
        if part.tally:
            low, ways = part.tally
            weights = prior.weights(low, len(ways), next(elsewhere), free)
            _weigh_part(part, weights, risk)
        else:
            _estimate(part, risk)
    return prior.free_risk(whole, free)


def _weigh_part(part: Part, weights: list[int], risk: dict[int, float]) -> None:
    assert part.tally
    total = 0
    for ways, weight in zip(part.tally.ways, weights, strict=True):
        total += ways * weight
    if not total:
        raise Inconsistent("the total of mines cannot be met")
    for box, load in zip(part.boxes, part.loads, strict=True):
        hits = 0
        for mines, weight in zip(load, weights, strict=True):
            hits += mines * weight
        risk.update(dict.fromkeys(box.cells, chance_of(hits, total * len(box.cells))))


def _estimate(part: Part, risk: dict[int, float]) -> None:
    """Local estimates where counting was too large: the mean of count / size."""
    shares: dict[int, list[Fraction]] = {}
    for cells, count in part.constraints:
        for cell in cells:
            shares.setdefault(cell, []).append(Fraction(count, len(cells)))
    for cell, share in sorted(shares.items()):
        mean = sum(share, Fraction(0)) / len(share)
        risk[cell] = mean.numerator / mean.denominator
