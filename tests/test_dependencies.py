"""What the package says it needs, and what it imports, are the same."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
NAME = re.compile(r"[\w.-]+")
TESTS_OF_GAMES = {"hypothesis", "pytest"}
"""`freehold.testing` is for the tests of games, which have these."""

MODULES = {"nats_py": "nats"}
"""Packages whose module has another name."""


def project() -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return found


def module_of(requirement: str) -> str:
    found = NAME.match(requirement)
    assert found
    name = found[0].lower().replace("-", "_")
    return MODULES.get(name, name)


def declared() -> set[str]:
    return {module_of(each) for each in project()["project"]["dependencies"]}


@cache
def imported() -> dict[str, set[str]]:
    """Top-level modules that are neither Python's nor ours, and the files that import them."""
    found: dict[str, set[str]] = {}
    for path in (ROOT / "src" / "freehold").rglob("*.py"):
        for name in imports_of(ast.parse(path.read_text(encoding="utf-8"))):
            if name not in sys.stdlib_module_names and name != "freehold":
                found.setdefault(name, set()).add(path.relative_to(ROOT).as_posix())
    return found


def imports_of(tree: ast.AST) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {each.name.partition(".")[0] for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.partition(".")[0])
    return names


@pytest.mark.slow
def test_every_dependency_is_imported_somewhere() -> None:
    assert declared() - imported().keys() == set()


@pytest.mark.slow
def test_every_import_is_a_dependency_or_an_extra() -> None:
    optional = project()["project"]["optional-dependencies"]
    extras = {
        module_of(each)
        for each in (*optional["completions"], *optional["cluster"], *optional["ray"])
    }
    assert imported().keys() - declared() - extras - TESTS_OF_GAMES == set()


def test_imports_within_functions_count_and_our_own_do_not() -> None:
    text = "import os.path\ndef f():\n    from numpy.random import x\n    from . import y\n"
    assert imports_of(ast.parse(text)) == {"os", "numpy"}


def test_every_dependency_has_one_pinned_version() -> None:
    pinned = [module_of(line) for line in (ROOT / "constraints.txt").read_text().splitlines()]
    extras = project()["project"]["optional-dependencies"].values()
    wanted = declared() | {module_of(each) for extra in extras for each in extra}
    assert wanted - {"freehold"} <= set(pinned)  # an extra may name another of our own
