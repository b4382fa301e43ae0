"""SECURITY.md names a test for every attack, and each of these tests exists and is run."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


def page() -> str:
    return (ROOT / "SECURITY.md").read_text(encoding="utf-8")


@cache
def functions_of(path: str) -> frozenset[str]:
    """The tests of a file, by the names that pytest collects."""
    file = ROOT / path
    if not file.exists() or not file.name.startswith("test_"):
        return frozenset()
    tree = ast.parse(file.read_text(encoding="utf-8"))
    functions = [each for each in tree.body if isinstance(each, ast.FunctionDef)]
    return frozenset(each.name for each in functions if each.name.startswith("test_"))


def faults(text: str) -> list[str]:
    """Rows of tables without a test, and tests that there are not."""
    rows = [
        line
        for line in text.splitlines()
        if line.startswith("| ") and not line.startswith("| attack ")
    ]
    without = [row for row in rows if not NAMED.search(row.rpartition(" | ")[2])]
    missing = [
        f"{path}::{name}" for path, name in NAMED.findall(text) if name not in functions_of(path)
    ]
    return without + missing


def test_every_attack_has_its_test() -> None:
    assert faults(page()) == []
    assert len(NAMED.findall(page())) > 60


def test_every_row_has_an_attack_and_an_answer() -> None:
    for line in page().splitlines():
        if line.startswith("|"):
            assert line.count(" | ") == 2 or set(line) == set("|-"), line


def test_what_is_missing_is_found() -> None:
    row = "| an attack | its answer | `tests/test_security.py::test_every_attack_has_its_test` |"
    assert faults(row) == []
    for wrong in ("test_that_is_none", "faults", "page"):
        assert faults(row.replace("test_every_attack_has_its_test", wrong))
    assert faults(row.replace("tests/test_security.py", "tests/test_none.py"))
    assert faults("| an attack | its answer |  |")


def test_it_says_how_to_report() -> None:
    assert "## Reporting" in page()
