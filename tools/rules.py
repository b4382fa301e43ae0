"""Lists every clause of every rulebook with the tests that carry it.

`freehold/testing/clauses.py` says what a clause is, and how a test carries one.

Where a ledger of the rules lies beside the tree (or where FREEHOLD_LEDGER points), each rulebook
has to have exactly its clauses.
"""

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from freehold.testing.clauses import Carrier, check_carriers, read_carriers, read_clauses

ROOT = Path(__file__).resolve().parent.parent


@dataclass
class Game:
    name: str
    clauses: dict[str, str] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


# Rulebooks


def read_games(root: Path) -> list[Game]:
    folders = sorted((root / "src" / "freehold" / "games").glob("[!_.]*/__init__.py"))
    return [read_game(init.parent) for init in folders]


def read_game(folder: Path) -> Game:
    name = folder.name.replace("_", "-")
    rulebook = folder / "RULES.md"
    if not rulebook.is_file():
        return Game(name, problems=[f"{name} has no RULES.md"])
    game = Game(name, *read_clauses(rulebook.read_text(encoding="utf-8")))
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
    wanted, doubled = read_clauses(path.read_text(encoding="utf-8"))
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


# The report


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
    carriers = read_carriers(ROOT / "tests")
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
