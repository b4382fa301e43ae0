"""The mine solver against brute force, and against itself from scratch."""

import doctest
import functools
import hashlib
import operator
import subprocess
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from freehold.kernel.grids import hex_grid, square_grid
from freehold.kernel.solver import rules as solver_rules
from freehold.kernel.solver import solver as solver_module
from freehold.kernel.solver.counts import Part, count_part
from freehold.kernel.solver.priors import chance_of
from freehold.kernel.solver.rules import Constraint, Proofs, prove
from freehold.kernel.solver.solver import Answer, ByDensity, ByTotal, Inconsistent, MineSolver

Constraints = list[tuple[tuple[int, ...], int]]


def solved(prior: ByDensity | ByTotal, constraints: Constraints, cap: int = 50_000) -> Answer:
    solver = MineSolver(prior, cap=cap)
    for key, (cells, count) in enumerate(constraints):
        solver.state(key, cells, count)
    return solver.solve()


def layouts(cells: int, constraints: Constraints) -> Iterator[int]:
    """Every layout that fits, as a bit mask, by trying them all."""
    masks = [
        (functools.reduce(int.__or__, (1 << c for c in inside), 0), count)
        for inside, count in constraints
    ]
    for layout in range(1 << cells):
        if all((layout & mask).bit_count() == count for mask, count in masks):
            yield layout


def brute_force(
    prior: ByDensity | ByTotal, cells: int, constraints: Constraints
) -> list[Fraction] | None:
    """The risk of every cell, or None if nothing fits."""
    ways = [0] * (cells + 1)
    hits = [[0] * cells for _ in ways]
    for layout in layouts(cells, constraints):
        mines = layout.bit_count()
        ways[mines] += 1
        hits[mines] = [hit + (layout >> c & 1) for c, hit in enumerate(hits[mines])]
    if isinstance(prior, ByTotal):
        weights = [Fraction(mines == prior.mines) for mines in range(cells + 1)]
    else:
        odds = prior.density / (1 - prior.density)
        weights = [odds**mines for mines in range(cells + 1)]
    total = sum(map(operator.mul, ways, weights), Fraction(0))
    if not total:
        return None
    return [
        sum((hits[m][c] * weights[m] for m in range(cells + 1)), Fraction(0)) / total
        for c in range(cells)
    ]


@st.composite
def constraint_sets(draw: st.DrawFn, cells: int = 9) -> Constraints:
    """Small sets, most of which fit the same hidden layout."""
    truth = draw(st.lists(st.booleans(), min_size=cells, max_size=cells))
    constraints: Constraints = []
    for _ in range(draw(st.integers(1, 6))):
        inside = tuple(draw(st.sets(st.integers(0, cells - 1), min_size=1, max_size=5)))
        slip = draw(st.sampled_from([0] * 14 + [1]))
        constraints.append((inside, len([c for c in inside if truth[c]]) + slip))
    return constraints


def agree(answer: Answer, expected: Sequence[Fraction]) -> None:
    for cell, exact in enumerate(expected):
        risk = answer.risk.get(cell, answer.free_risk)
        assert risk == pytest.approx(float(exact), abs=1e-12)
        assert (risk == 0.0, risk == 1.0) == (exact == 0, exact == 1)
    assert answer.safe == tuple(c for c in sorted(answer.risk) if expected[c] == 0)
    assert answer.mines == tuple(c for c in sorted(answer.risk) if expected[c] == 1)


@pytest.mark.slow
@settings(max_examples=120, deadline=None)
@given(constraint_sets(), st.sampled_from([Fraction(1, 5), Fraction(1, 2), Fraction(7, 10)]))
def test_density_equals_brute_force(constraints: Constraints, density: Fraction) -> None:
    prior = ByDensity(density)
    expected = brute_force(prior, 9, constraints)
    if expected is None:
        with pytest.raises(Inconsistent):
            solved(prior, constraints)
    else:
        agree(solved(prior, constraints), expected)


@pytest.mark.slow
@settings(max_examples=120, deadline=None)
@given(constraint_sets(), st.integers(0, 11))
def test_total_equals_brute_force(constraints: Constraints, mines: int) -> None:
    prior = ByTotal(mines, 11)
    expected = brute_force(prior, 11, constraints)
    if expected is None:
        with pytest.raises(Inconsistent):
            solved(prior, constraints)
    else:
        agree(solved(prior, constraints), expected)


@pytest.mark.parametrize("around", [square_grid(4, 3).touching, hex_grid(4, 3).touching])
@pytest.mark.parametrize("prior", [ByDensity(0.2), ByTotal(3, 12)])
def test_numbers_on_square_and_hex_ground(
    around: Sequence[tuple[int, ...]], prior: ByDensity | ByTotal
) -> None:
    mines = {0, 6, 11}
    opened = [1, 4, 7]
    constraints = [(around[c], len(mines.intersection(around[c]))) for c in opened]
    constraints.append((tuple(opened), 0))
    expected = brute_force(prior, 12, constraints)
    assert expected
    agree(solved(prior, constraints), expected)


Edit = tuple[str, int, tuple[int, ...], int]
EDITS = st.lists(
    st.tuples(
        st.sampled_from(["state", "state", "state", "retract", "safe", "mine", "forget", "look"]),
        st.integers(0, 7),
        st.sets(st.integers(0, 11), min_size=1, max_size=5).map(lambda cells: tuple(sorted(cells))),
        st.integers(0, 2),
    ),
    max_size=30,
)


def outcome_of(solver: MineSolver) -> object:
    """An answer, proofs included, or the fact that there is none."""
    try:
        return solver.prove(), solver.solve()
    except Inconsistent:
        return "inconsistent"


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(EDITS)
def test_incremental_equals_from_scratch(edits: list[Edit]) -> None:
    kept = MineSolver(ByTotal(5, 14))
    constraints: dict[int, tuple[tuple[int, ...], int]] = {}
    marks: dict[int, bool] = {}
    for verb, key, cells, count in [*edits, ("look", 0, (), 0)]:
        if verb == "state":
            kept.state(key, cells, count)
            constraints[key] = (cells, count)
        elif verb == "retract":
            kept.retract(key)
            constraints.pop(key, None)
        elif verb == "forget":
            kept.forget(key)
            marks.pop(key, None)
        elif verb in ("safe", "mine"):
            (kept.mark_mine if verb == "mine" else kept.mark_safe)(key)
            marks[key] = verb == "mine"
        else:
            fresh = MineSolver(ByTotal(5, 14))
            for cell, mine in reversed(marks.items()):
                (fresh.mark_mine if mine else fresh.mark_safe)(cell)
            for each, (inside, mines) in reversed(constraints.items()):
                fresh.state(each, reversed(inside), mines)
            assert outcome_of(kept) == outcome_of(fresh)


def test_only_touched_parts_are_counted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    solver = MineSolver(ByDensity(0.2))
    for key in range(5):
        solver.state(key, range(10 * key, 10 * key + 4), 2)
    solver.solve()
    worked_on: list[tuple[str, object]] = []

    def count(part: tuple[Constraint, ...], cap: int) -> Part:
        worked_on.append(("count", part))
        return count_part(part, cap)

    def simple_rules(constraints: Sequence[Constraint]) -> Proofs:
        worked_on.append(("prove", tuple(constraints)))
        return prove(constraints)

    monkeypatch.setattr(solver_module, "count_part", count)
    monkeypatch.setattr(solver_module, "prove", simple_rules)
    solver.state(7, (20, 21, 25), 1)
    solver.solve()
    touched = (((20, 21, 22, 23), 2), ((20, 21, 25), 1))
    assert worked_on == [("prove", touched), ("count", touched)]


def test_a_constraint_may_join_two_parts_and_leave_them_apart_again() -> None:
    solver = MineSolver(ByDensity(0.25))
    solver.state(1, (1, 2), 1)
    solver.state(2, (3, 4), 1)
    apart = solver.solve()
    solver.state(3, (2, 3), 2)
    assert solver.solve().mines == (2, 3)
    solver.retract(3)
    assert solver.solve() == apart


def lattice(side: int) -> Constraints:
    """Constraints of 2 on all 2 x 3 blocks of a square: one large part that no rule settles."""
    return [
        (tuple(y * side + x + dy * side + dx for dy in (0, 1) for dx in (0, 1, 2)), 2)
        for y in range(side - 1)
        for x in range(side - 2)
    ]


def test_beyond_the_cap_the_answer_is_an_estimate_and_says_so() -> None:
    easy: Constraints = [((100, 101), 2), ((100, 102), 1), ((103, 104), 1)]
    constraints = lattice(7) + easy
    exact = solved(ByTotal(19, 60), constraints)
    rough = solved(ByTotal(19, 60), constraints, cap=50)
    assert exact.exact
    assert not rough.exact
    assert (rough.safe, rough.mines) == ((102,), (100, 101))
    assert set(rough.safe) <= set(exact.safe)
    assert set(rough.mines) <= set(exact.mines)
    assert rough.risk[0] == pytest.approx(1 / 3)
    assert rough.risk[103] == 0.5
    assert rough.risk.keys() == exact.risk.keys()
    assert 0 < rough.free_risk < 1


def test_an_estimate_averages_over_the_constraints_of_a_cell() -> None:
    constraints = [((1, 2, 3), 1), ((3, 4, 5, 6), 2)]
    rough = solved(ByDensity(0.2), constraints, cap=0)
    assert rough.risk[3] == pytest.approx((1 / 3 + 1 / 2) / 2)
    assert rough.risk[4] == 0.5


@pytest.mark.parametrize(
    "constraints",
    [
        [((1, 2), 3)],
        [((1, 2), -1)],
        [((), 1)],
        [((1, 2, 3), 1), ((1, 2, 3), 2)],
        [((1, 2), 2), ((2, 3), 0)],
        [((1, 2, 3), 3), ((1, 2, 3, 4), 1)],
        [((1, 2), 1), ((2, 3), 1), ((1, 3), 1)],
    ],
)
@pytest.mark.parametrize("prior", [ByDensity(0.2), ByTotal(3, 8)])
def test_contradictions_raise(constraints: Constraints, prior: ByDensity | ByTotal) -> None:
    with pytest.raises(Inconsistent):
        solved(prior, constraints)
    with pytest.raises(ValueError, match=r"."):
        solved(prior, constraints)


@pytest.mark.parametrize("prior", [ByTotal(5, 4), ByTotal(0, 4), ByTotal(4, 4), ByTotal(1, 1)])
def test_totals_that_cannot_be_met_raise(prior: ByTotal) -> None:
    with pytest.raises(Inconsistent):
        solved(prior, [((1, 2), 1)])


def test_a_contradiction_can_be_taken_back() -> None:
    solver = MineSolver(ByTotal(1, 4))
    solver.state(1, (1, 2), 1)
    before = solver.solve()
    solver.state(2, (1, 2), 2)
    with pytest.raises(Inconsistent):
        solver.solve()
    solver.retract(2)
    assert solver.solve() == before


@pytest.mark.parametrize("density", [0.0, 1.0, -0.5, 2.0])
def test_a_density_is_a_probability(density: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        ByDensity(density)


def test_a_near_certainty_is_not_a_proof() -> None:
    # Either one mine, on the left; or forty-one of them, at odds of a millionth each.
    wide = tuple(range(10, 70))
    answer = solved(ByDensity(Fraction(1, 1_000_000)), [((1, 2), 1), ((1, *wide), 1)])
    assert 1.0 not in answer.risk.values()
    chain: Constraints = [((2 * i, 2 * i + 1), 1) for i in range(40)]
    chain += [((2 * i + 1, 2 * i + 2, 1000 + i), 1) for i in range(39)]
    answer = solved(ByDensity(Fraction(1, 1_000_000)), chain)
    assert not answer.safe
    assert not answer.mines


def test_chances_are_rounded_but_never_to_a_proof() -> None:
    assert chance_of(1, 3) == 1 / 3
    assert 0.0 < chance_of(1, 10**400) < 1e-15
    assert 1.0 - 1e-15 < chance_of(10**30 - 1, 10**30) < 1.0
    assert (chance_of(0, 7), chance_of(7, 7)) == (0.0, 1.0)


@pytest.mark.parametrize("side", [5, 6, 7])
def test_boxes_are_ordered_so_that_few_states_arise(side: int) -> None:
    """Any order would be right; a bad one takes many times the states."""
    assert count_part(tuple(lattice(side)), CAPS[side]).tally


CAPS = {5: 450, 6: 1200, 7: 3300}


def test_marks_stand_for_what_is_known() -> None:
    solver = MineSolver(ByTotal(3, 8))
    solver.state(1, (1, 2, 3, 4), 2)
    solver.mark_mine(1)
    solver.mark_safe(2)
    assert solver.solve().risk == {3: 0.5, 4: 0.5}
    assert solver.solve().free_risk == 0.25
    assert (solver.is_mine(1), solver.is_mine(2), solver.is_marked(2)) == (True, False, True)
    solver.forget(1)
    assert solver.solve().risk == {1: pytest.approx(2 / 3)} | dict.fromkeys(
        (3, 4), pytest.approx(2 / 3)
    )


def test_the_examples_in_the_texts_run() -> None:
    for module in (solver_module, solver_rules):
        result = doctest.testmod(module)
        assert result.attempted
        assert not result.failed


SCRIPT = """
from freehold.kernel.solver.solver import ByTotal, MineSolver
mines = {c for c in range(121) if (7 * c * c + 3 * c) % 11 < 2}
solver = MineSolver(ByTotal(len(mines) + 4, 140))
for y in range(0, 9, 2):
    for x in range(0, 9, 2):
        cells = {(y + dy) * 11 + x + dx for dy in range(3) for dx in range(3)}
        solver.state(y * 11 + x, cells, len(cells & mines))
answer = solver.solve()
print(repr(answer.risk), repr(answer.free_risk), answer.exact)
"""
DIGEST = "adba90a332163c1c"


def test_answers_repeat_bit_for_bit_under_any_hash_seed_and_python() -> None:
    path = ":".join(sys.path)
    for seed in ("0", "1", "77"):
        said = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": path},
            capture_output=True,
            check=True,
        ).stdout
        assert b"True" in said
        assert hashlib.sha256(said).hexdigest()[:16] == DIGEST
