"""The tree has no faults by the checks of `architecture.py`, and they catch what is planted."""

from pathlib import Path

import pytest

from tests.architecture import (
    ALLOWED_FLOATS,
    ALLOWED_IMPORTS,
    ALLOWED_SIZES,
    CHECKS,
    PACKAGE,
    SAME_IN_EACH_GAME,
    Check,
    faults_of_source,
    faults_of_tree,
    find_calls,
    find_floats,
    find_hidden_imports,
    find_imports,
    find_module_state,
    find_namesakes,
    find_sizes,
    find_unlisted,
    find_unordered,
)


@pytest.mark.slow
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_tree_has_no_faults(check: Check) -> None:
    faults = faults_of_tree(check, PACKAGE)
    assert not faults, "\n" + "\n".join(faults)


@pytest.mark.parametrize("place", ["kernel", "games/land_grab", "match"])
def test_a_fault_is_found_wherever_it_is_planted(place: str, tmp_path: Path) -> None:
    (tmp_path / place).mkdir(parents=True)
    (tmp_path / place / "planted.py").write_text("import time\n")
    (tmp_path / "cli.py").write_text("import time\n")
    assert faults_of_tree(find_imports, tmp_path) == [f"{place}/planted.py:1 imports time"]


@pytest.mark.parametrize("name", ["game.py", "world.py", "bot.py", "server/match/live.py"])
def test_a_fault_is_found_in_the_interfaces(name: str, tmp_path: Path) -> None:
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_text("x = hash(3)\n")
    assert faults_of_tree(find_calls, tmp_path) == [f"{name}:1 calls hash()"]


LISTED = [
    "hosting",
    "protocol",
    "server",
    "kernel/solver",
    *(f"cli/{name}" for name in ("join", "load", "play")),
    *(f"server/{path.name}" for path in sorted((PACKAGE / "server").iterdir()) if path.is_dir()),
]


@pytest.mark.parametrize("folder", [name for name in LISTED if not name.endswith("__pycache__")])
def test_a_folders_docstring_names_each_of_its_modules(folder: str) -> None:
    assert find_unlisted(PACKAGE / folder) == []


def test_a_module_that_its_folder_does_not_name_is_found(tmp_path: Path) -> None:
    (tmp_path / "__init__.py").write_text('"""One.\n\n    a.py  words; see tests/x.py\n"""\n')
    (tmp_path / "a.py").write_text("")
    assert find_unlisted(tmp_path) == []
    (tmp_path / "b.py").write_text("")
    assert find_unlisted(tmp_path) == ["b"]


@pytest.mark.slow
def test_a_class_name_means_one_thing() -> None:
    namesakes = find_namesakes(PACKAGE)
    assert not namesakes, "\n" + "\n".join(namesakes)


def test_a_second_class_of_a_name_is_found(tmp_path: Path) -> None:
    for place in ["games/land_grab/a.py", "games/territory/a.py", "server/a.py"]:
        (tmp_path / place).parent.mkdir(parents=True)
    (tmp_path / "games/land_grab/a.py").write_text("class State: pass\nclass Report: pass\n")
    (tmp_path / "games/territory/a.py").write_text("class State: pass\n")
    assert find_namesakes(tmp_path) == []
    (tmp_path / "server/a.py").write_text("class Report: pass\n")
    found = "Report is a class in games/land_grab/a.py, server/a.py"
    assert find_namesakes(tmp_path) == [found]
    (tmp_path / "games/territory/b.py").write_text("class State: pass\n")
    assert find_namesakes(tmp_path)[1:] == [
        "State is a class in games/land_grab/a.py, games/territory/a.py, games/territory/b.py"
    ]


def test_a_role_that_games_share_is_shared() -> None:
    """A name that only one game uses need not be listed."""
    sources = [file.read_text(encoding="utf-8") for file in PACKAGE.glob("games/**/*.py")]
    for name in SAME_IN_EACH_GAME:
        assert sum(f"\nclass {name}" in source for source in sources) > 1, name


def test_every_exception_has_a_reason() -> None:
    reasons = [*ALLOWED_IMPORTS.values(), *ALLOWED_FLOATS.values(), *ALLOWED_SIZES.values()]
    assert all(len(reason.split()) >= 4 for reason in reasons)


# Planted faults: each of the first must be caught, none of the second

PLANTED: dict[Check, tuple[list[str], list[str]]] = {
    find_imports: (
        [
            "import time",
            "import os.path",
            "from random import Random",
            "def f():\n    import secrets",
            "from numpy.random import default_rng",
            "import importlib.resources",
        ],
        ["import hashlib", "from freehold.kernel import time", "from . import os", "import numpy"],
    ),
    find_calls: (
        ["open('x')", "x = hash(y)", "print(1)", "sorted(a, key=id)", "f(id(3))", "input()"],
        ["state.open()", "def f(id): return id", "x.hash()", "sorted(a, key=len)"],
    ),
    find_floats: (
        ["x = 0.5", "x = a / b", "x /= 2", "x: float = 1", "x = float(3)", "x = 1j"],
        ["x = a // b", "x = 5", "x = '0.5'", "x = a * 3 // 4"],
    ),
    find_hidden_imports: (
        [
            "if TYPE_CHECKING:\n    from freehold.server.hub import Hub",
            "if typing.TYPE_CHECKING:\n    import freehold.server.hub",
            "if TYPE_CHECKING:\n    if x:\n        from freehold import game",
        ],
        [
            "from freehold.server.hub import Hub",
            "if TYPE_CHECKING:\n    import numpy as np",
            "if TYPE_CHECKING:\n    from curses import window",
        ],
    ),
    find_unordered: (
        [
            "for x in {1, 2}: pass",
            "for x in set(a): pass",
            "y = [x for x in frozenset(a)]",
            "y = {x: 1 for x in {1, 2}}",
            "y = list({1, 2})",
            "y = tuple(set(a) | set(b))",
            "y = ','.join({x for x in a})",
            "y = [*set(a)]",
            "y = sorted(f(list(set(a))))",
            "y = set(a).pop()",
            "for i, x in enumerate(set(a)): pass",
            "def f(a):\n    s = set(a)\n    for x in s: pass",
            "def f(a):\n    s = {1}\n    s = sorted(s)\n    for x in s: pass",
            "def f(s: set[int]) -> list[int]:\n    return [x for x in s]",
            "def f(a):\n    s: frozenset[int] = g(a)\n    yield from s",
            "def f(a):\n    s = set(a)\n    return min(s, key=len)",
            "def f(a):\n    s = set(a)\n    def g():\n        return list(s)\n    return g",
            "MINES = frozenset({1})\ndef f():\n    return list(MINES)",
            "def f(a):\n    s = set(a)\n    first, second = s",
        ],
        [
            "for x in sorted({1, 2}): pass",
            "y = sorted(set(a))",
            "y = sorted(x + 1 for x in {1, 2})",
            "y = sum(x for x in set(a))",
            "y = {x + 1 for x in {1, 2}}",
            "y = {x for x in (*set(a), 3)}",
            "y = len(set(a)) + min(set(a))",
            "y = 3 in {1, 2}",
            "def f(a):\n    s = set(a)\n    s.add(3)\n    return sorted(s)",
            "def f(a):\n    s = list(a)\n    for x in s: pass",
            "def f(a):\n    s = set(a)\n    return any(x > 1 for x in s)",
            "def f(a):\n    s = set(a)\ndef g(s):\n    return list(s)",
            "y = a.pop()",
        ],
    ),
    find_module_state: (
        [
            "seen = []",
            "cache: dict[int, int] = {}",
            "table = [x for x in range(3)]",
            "ticket = itertools.count()",
            "N = 0\ndef f():\n    global N\n    N = 1",
            "SEEN = []\ndef f(x):\n    SEEN.append(x)",
            "TABLE = {}\ndef f(x):\n    TABLE[x] = 1",
            "TABLE = [[]]\ndef f(x):\n    TABLE[0].append(x)",
            "TABLE = {}\ndef f(x):\n    del TABLE[x]",
            "def f(x):\n    tables.TABLE.update(x)",
            "class A:\n    def f(self):\n        SEEN.add(1)",
        ],
        [
            "TABLE = [1, 2]",
            "__all__ = ['a']",
            "TABLE: Final = {1: 2}\ndef f(x):\n    return TABLE[x]",
            "TABLE = []\nfor i in range(3):\n    TABLE.append(i)",
            "def f():\n    seen = []\n    seen.append(1)\n    return seen",
            "Action = Farm | Pass",
            "def f(state, x):\n    state.cells[x] = 1",
            "def f(x):\n    return TABLE.get(x)",
        ],
    ),
    find_sizes: (
        ["def f():\n" + "    x = 1\n" * 60, "x = 1\n" * 501],
        ["def f():\n" + "    x = 1\n" * 59, "x = 1\n" * 500, ""],
    ),
}


def planted(which: int) -> list[tuple[Check, str]]:
    return [(check, source) for check in PLANTED for source in PLANTED[check][which]]


def test_every_check_has_its_planted_faults() -> None:
    assert set(PLANTED) == set(CHECKS)


@pytest.mark.parametrize(("check", "source"), planted(0))
def test_a_planted_fault_is_caught(check: Check, source: str) -> None:
    assert faults_of_source(check, source)


@pytest.mark.parametrize(("check", "source"), planted(1))
def test_clean_source_passes(check: Check, source: str) -> None:
    assert not faults_of_source(check, source)


@pytest.mark.parametrize("path", ["games/land_grab/bots.py", "kernel/solver/counts.py", "bot.py"])
def test_floats_are_free_where_they_are_thoughts(path: str) -> None:
    assert not faults_of_source(find_floats, "x = 0.5", path)


def test_only_the_finder_of_games_may_look_for_them() -> None:
    source = "import pkgutil\nfrom importlib.resources import files"
    assert not faults_of_source(find_imports, source, "games/__init__.py")
    assert faults_of_source(find_imports, source, "games/land_grab/rules.py")
