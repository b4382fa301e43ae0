"""Lists every clause of every rulebook with the tests that carry it.

A clause is a line `- **LG-07** ...` of a game's RULES.md. A test carries it by its name,
`test_lg_07_...` or `test_lg_07_lg_08_...`: two clauses at most, so that a failing test points at a
rule. Only what pytest would collect and run counts; tests are read, never imported.

Where a ledger of the rules lies beside the tree (or where FREEHOLD_LEDGER points), each rulebook
has to have exactly its clauses.
"""

import ast
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CLAUSE = re.compile(r"^(?:- )?\*\*([A-Z]+-\d+)(?: [SR](?:[/-][SR])?)?\*\*[ :.]*(.*)$", re.MULTILINE)
TEST_IDS = re.compile(r"^test((?:_[a-z]+_\d+(?=_|$))+)")
TEST_ID = re.compile(r"_([a-z]+)_(\d+)")
MOST_IDS = 2
NOT_RUN = {"skip", "skipif", "xfail"}


@dataclass
class Game:
    name: str
    clauses: dict[str, str] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Carrier:
    """A test that carries clauses: where it stands, and which."""

    place: str
    ids: tuple[str, ...]


# Rulebooks


def read_clauses(path: Path) -> tuple[dict[str, str], list[str]]:
    """The clauses of a rulebook by id, and a sentence for each id that stands there twice."""
    clauses: dict[str, str] = {}
    problems: list[str] = []
    for clause_id, words in CLAUSE.findall(path.read_text(encoding="utf-8")):
        if clause_id in clauses:
            problems.append(f"{clause_id} stands twice in {path.name}")
        clauses.setdefault(clause_id, words)
    return clauses, problems


def read_games(root: Path) -> list[Game]:
    folders = sorted((root / "src" / "freehold" / "games").glob("[!_.]*/__init__.py"))
    return [read_game(init.parent) for init in folders]


def read_game(folder: Path) -> Game:
    name = folder.name.replace("_", "-")
    rulebook = folder / "RULES.md"
    if not rulebook.is_file():
        return Game(name, problems=[f"{name} has no RULES.md"])
    game = Game(name, *read_clauses(rulebook))
    if not game.clauses:
        game.problems.append(f"{name} has a RULES.md without a clause")
    return game


def find_ledger(root: Path) -> Path | None:
    named = os.environ.get("FREEHOLD_LEDGER")
    if named:
        if not Path(named).is_dir():
            sys.exit(f"FREEHOLD_LEDGER={named} is not a folder.")
        return Path(named)
    beside = root.parent / "shared" / "rules"
    return beside if beside.is_dir() else None


def compare_with_ledger(game: Game, ledger: Path) -> Iterator[str]:
    path = ledger / f"{game.name}.md"
    if not path.is_file():
        print(f"{game.name} is not in the ledger {ledger}, so its clauses were not compared.")
        return
    wanted, doubled = read_clauses(path)
    yield from doubled
    for clause_id in wanted.keys() - game.clauses.keys():
        yield f"{clause_id} is in the ledger and not in {game.name}'s RULES.md"
    for clause_id in game.clauses.keys() - wanted.keys():
        yield f"{clause_id} is in {game.name}'s RULES.md and not in the ledger"


def find_doubles(games: list[Game]) -> Iterator[str]:
    owner: dict[str, str] = {}
    for game in games:
        for clause_id in game.clauses:
            if owner.setdefault(clause_id, game.name) != game.name:
                yield f"{clause_id} is a clause of both {owner[clause_id]} and {game.name}"


# Tests


def read_carriers(root: Path) -> list[Carrier]:
    """Every test that carries a clause, in pytest's files and nowhere else."""
    files = sorted({*(root / "tests").rglob("test_*.py"), *(root / "tests").rglob("*_test.py")})
    found: list[Carrier] = []
    for path in files:
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        place = path.relative_to(root).as_posix()
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
    """Does `pytestmark = pytest.mark.skip` (or a list with it) stand in this scope?"""
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


# The report


def check_carriers(carriers: list[Carrier], known: set[str]) -> Iterator[str]:
    prefixes = {clause_id.partition("-")[0] for clause_id in known}
    for carrier in carriers:
        ours = [i for i in carrier.ids if i.partition("-")[0] in prefixes]
        if len(ours) > MOST_IDS:
            yield f"{carrier.place} carries {len(ours)} clauses, and {MOST_IDS} is the most"
        for clause_id in ours:
            if clause_id not in known:
                yield f"{carrier.place} carries {clause_id}, which is in no RULES.md"


def first_words(clause: str, width: int = 48) -> str:
    return clause if len(clause) <= width else clause[: width - 3].rsplit(" ", 1)[0] + "..."


def print_table(game: Game, carriers: list[Carrier]) -> list[str]:
    """Print a game's clauses with their tests; return the ids that no test carries."""
    bare: list[str] = []
    print(f"\n{game.name}: {len(game.clauses)} clauses")
    for clause_id, words in game.clauses.items():
        places = [carrier.place for carrier in carriers if clause_id in carrier.ids]
        print(f"  {clause_id:<6} {first_words(words):<48}  {places[0] if places else '-- no test'}")
        for place in places[1:]:
            print(f"  {'':<6} {'':<48}  {place}")
        if not places:
            bare.append(clause_id)
    return bare


def main() -> int:
    games = read_games(ROOT)
    carriers = read_carriers(ROOT)
    ledger = find_ledger(ROOT)
    bare = [clause_id for game in games for clause_id in print_table(game, carriers)]

    problems = [problem for game in games for problem in game.problems]
    problems += find_doubles(games)
    if ledger is not None:
        for game in games:
            problems += sorted(compare_with_ledger(game, ledger))
    problems += check_carriers(carriers, {i for game in games for i in game.clauses})

    print()
    for problem in problems:
        print(problem)
    for clause_id in bare:
        print(f"{clause_id} has no test")
    total = sum(len(game.clauses) for game in games)
    print(f"games: {len(games)}, clauses: {total}, clauses without a test: {len(bare)}")
    return 1 if problems or bare else 0


if __name__ == "__main__":
    sys.exit(main())
