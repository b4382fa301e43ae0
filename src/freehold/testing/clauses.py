"""Clauses of a rulebook, and the tests that carry them.

A clause is a line `- **LG-07** ...` of a game's RULES.md. A test carries it by its name,
`test_lg_07_...` or `test_lg_07_lg_08_...`: two clauses at most, so that a failing test points at a
rule. Only what pytest would collect and run counts; tests are read, never imported.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from freehold.game import AnyGame
from freehold.games import load_rules

CLAUSE = re.compile(r"^(?:- )?\*\*([A-Z]+-\d+)(?: [SR](?:[/-][SR])?)?\*\*[ :.]*(.*)$", re.MULTILINE)
TEST_IDS = re.compile(r"^test((?:_[a-z]+_\d+(?=_|$))+)")
TEST_ID = re.compile(r"_([a-z]+)_(\d+)")
MOST_IDS = 2
NOT_RUN = {"skip", "skipif", "xfail"}


def check_clauses(game: AnyGame, tests: Path) -> None:
    """Every clause of the game's rulebook is carried by a test in this folder, and no test carries
    a clause that is not there."""
    clauses, problems = read_clauses(load_rules(game))
    carriers = read_carriers(tests)
    carried = {clause_id for carrier in carriers for clause_id in carrier.ids}
    problems += [f"{each} has no test" for each in clauses if each not in carried]
    problems += check_carriers(carriers, set(clauses))
    assert clauses, f"RULES.md of {game.name} has no clause, as in `- **AB-01** The board is ...`"
    assert not problems, "; ".join(problems)


@dataclass(frozen=True)
class Carrier:
    """A test that carries clauses: where it stands, and which."""

    place: str
    ids: tuple[str, ...]


# Rulebooks


def read_clauses(rules: str) -> tuple[dict[str, str], list[str]]:
    """The clauses of a rulebook by id, and a sentence for each id that is there twice."""
    clauses: dict[str, str] = {}
    problems: list[str] = []
    for clause_id, words in CLAUSE.findall(rules):
        if clause_id in clauses:
            problems.append(f"{clause_id} stands twice in the rulebook")
        clauses.setdefault(clause_id, words)
    return clauses, problems


# Tests


def read_carriers(tests: Path) -> list[Carrier]:
    """Every test of a folder that carries a clause, in pytest's files and nowhere else."""
    files = sorted({*tests.rglob("test_*.py"), *tests.rglob("*_test.py")})
    found: list[Carrier] = []
    for path in files:
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        place = path.relative_to(tests.parent).as_posix()
        for name in find_tests(tree):
            ids = ids_in_name(name.rpartition("::")[2])
            if ids:
                found.append(Carrier(f"{place}::{name}", ids))
    return found


def find_tests(scope: ast.Module | ast.ClassDef) -> Iterator[str]:
    """Names of the tests that run in a module or a class, as pytest spells them."""
    if is_marked_off(scope):
        return
    for node in scope.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if node.name.startswith("test") and not is_switched_off(node) and not is_empty(node):
                yield node.name
        elif isinstance(node, ast.ClassDef) and is_run_class(node):
            yield from (f"{node.name}::{name}" for name in find_tests(node))


def ids_in_name(name: str) -> tuple[str, ...]:
    start = TEST_IDS.match(name)
    found = TEST_ID.findall(start[1]) if start else []
    return tuple(f"{prefix.upper()}-{number}" for prefix, number in found)


def last_name(node: ast.expr) -> str:
    """`skip` of `pytest.mark.skip(reason=...)`."""
    if isinstance(node, ast.Call):
        return last_name(node.func)
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def is_switched_off(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    return any(last_name(mark) in NOT_RUN for mark in node.decorator_list)


def is_run_class(node: ast.ClassDef) -> bool:
    return node.name.startswith("Test") and not is_switched_off(node)


def is_marked_off(scope: ast.Module | ast.ClassDef) -> bool:
    """Is there a `pytestmark = pytest.mark.skip` (or a list with it) in this scope?"""
    for node in scope.body:
        if isinstance(node, ast.Assign) and any(last_name(t) == "pytestmark" for t in node.targets):
            value = node.value
            marks = value.elts if isinstance(value, ast.List | ast.Tuple) else [value]
            if any(last_name(mark) in NOT_RUN for mark in marks):
                return True
    return False


def is_empty(test: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """A body of words, `...`, `pass` or a first call of pytest.skip shows nothing."""
    for node in test.body:
        if isinstance(node, ast.Pass):
            continue
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        return isinstance(node, ast.Expr) and last_name(node.value) in NOT_RUN
    return True


def check_carriers(carriers: list[Carrier], known: set[str]) -> Iterator[str]:
    prefixes = {clause_id.partition("-")[0] for clause_id in known}
    for carrier in carriers:
        ours = [i for i in carrier.ids if i.partition("-")[0] in prefixes]
        if len(ours) > MOST_IDS:
            yield f"{carrier.place} carries {len(ours)} clauses, and {MOST_IDS} is the most"
        for clause_id in ours:
            if clause_id not in known:
                yield f"{carrier.place} carries {clause_id}, which is in no RULES.md"
