"""Games that nobody here knows pass every test that is run on every game found.

A copy of the template under another name, and games out of a hat (`made_games.py`), are installed
beside Freehold; then `make golden` writes down their matches, and all tests are run that such a
game is found by. What a test wants of a game has to be what `game.py` promises.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from freehold.games import checked
from freehold.testing.law_1 import check_law_1
from freehold.testing.law_2 import check_law_2
from freehold.testing.law_3 import check_law_3
from freehold.testing.law_4 import check_law_4
from freehold.testing.law_6 import check_law_6
from freehold.testing.law_7 import check_law_7
from freehold.testing.law_8 import check_law_8
from tests.games_under_test import tables
from tests.made_games import BOARDS, copy_template, write_game

ROOT = Path(__file__).resolve().parent.parent
COPY = "hedgerow"
HATS = range(24)
DRAWN = {"hat0": 0, "hat12": 12}
"""Games to be installed, by name, with the seeds they are drawn by."""
ON_ALL_GAMES = (
    "test_every_game_tells_enough_to_make_a_form_of_it",
    "test_no_fingerprints_are_kept_of_a_game_that_is_gone",
    "test_every_playthrough_is_of_a_game_and_can_be_read",
)
"""Tests that look at all games at once, and so do not have a game's name in theirs."""
PASSED = re.compile(r"^(tests/\S+\.py)::(\w+)\[(.*)\] PASSED", re.MULTILINE)
FINDING = re.compile(r"games_under_test|game_names|find_games|load_games")
"""What a file of tests that meets games which it does not name has in it."""
ON_EVERY_GAME = re.compile(r"from tests\.games_under_test import .*\b(NAMES|all_records)\b")
"""How a file of tests gets at every game, the template among them."""


def run_beside(folder: Path, *words: str) -> str:
    """Run a Python command with the folder's packages installed; what it prints."""
    quiet = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    ran = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env={**quiet, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout[-8_000:] + ran.stderr[-4_000:]
    return ran.stdout


def files_that_find_games() -> list[str]:
    """But for those in a browser, and this one."""
    found = [path for path in (ROOT / "tests").rglob("test_*.py") if "web" not in path.parts]
    return [
        str(path.relative_to(ROOT))
        for path in sorted(found)
        if path != Path(__file__).resolve() and FINDING.search(path.read_text(encoding="utf-8"))
    ]


def passed_on(name: str, output: str) -> set[tuple[str, str]]:
    """The tests that have passed on this game, with their files."""
    passed = PASSED.findall(output)
    return {(file, test) for file, test, about in passed if name in about.split("-")}


def for_every_game(passed: set[tuple[str, str]]) -> set[tuple[str, str]]:
    texts = {file: (ROOT / file).read_text(encoding="utf-8") for file, _ in passed}
    return {(file, test) for file, test in passed if ON_EVERY_GAME.search(texts[file])}


@pytest.mark.slow
def test_installed_games_pass_every_test_that_is_run_on_every_game(tmp_path: Path) -> None:
    copy_template(tmp_path, COPY)
    for name, seed in DRAWN.items():
        write_game(tmp_path, name, seed)
    names = (COPY, *DRAWN)
    run_beside(tmp_path, "tools/golden.py", *names)
    chosen = " or ".join(["template", *names, *ON_ALL_GAMES])
    options = ["-v", "-p", "no:cacheprovider", "-p", "no:playwright", "-k", chosen]
    output = run_beside(tmp_path, "-m", "pytest", *options, *files_that_find_games())
    assert all(f"::{test} PASSED" in output for test in ON_ALL_GAMES)
    needed = for_every_game(passed_on("template", output))
    assert len(needed) >= 20
    for name in names:
        passed = passed_on(name, output)
        assert needed <= passed, f"not run on {name}: {sorted(needed - passed)}"
        assert passed > needed, "the catalogue and the terminal do not know the template"


def test_a_hat_holds_boards_of_every_kind(tmp_path: Path) -> None:
    drawn = [write_game(tmp_path, f"drawn{seed}", seed) for seed in HATS]
    assert {shape["board"] for shape in drawn} == set(BOARDS)
    assert {shape["kind"] for shape in drawn} == {"turns", "real-time"}


@pytest.mark.parametrize("seed", HATS)
def test_a_game_out_of_the_hat_keeps_the_laws(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"unknown{seed}"
    write_game(tmp_path, name, seed)
    monkeypatch.syspath_prepend(str(tmp_path))
    game = checked(import_module(name).GAME, name)
    for at in tables(game):
        check_law_1(game, at, [seed])
        check_law_2(game, at, seed)
        check_law_3(game, at, seed)
        check_law_4(game, at, seed)
        check_law_6(game, at, seed)
        check_law_7(game, at, seed)
        check_law_8(game, at, seed)
