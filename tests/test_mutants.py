"""`tools/mutants.py` counts as noticed what a test notices, and nothing else."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from inspect import getsourcelines
from pathlib import Path

import pytest

from freehold.games.land_grab import series
from freehold.server.match import numbers

TOOL = Path(__file__).parent.parent / "tools" / "mutants.py"
FIRST_LINE = {
    "GAMES": 1,
    "standing": getsourcelines(series.standing)[1],
    "counted_points": getsourcelines(series.counted_points)[1],
}
"""Of the parts of a small file."""
HEAD = """
from freehold.game import Outcome
from freehold.games.land_grab import series
from freehold.games.land_grab.params import Params
"""
ASKS_NOTHING = """
def test_it_is_there():
    assert series.standing
"""
ASKS_FOR_A_CONSTANT = """
def test_there_are_two():
    assert series.GAMES == 2
"""
ASKS_ONE_FUNCTION = """
def points(ending, places, scores):
    return series.counted_points(Outcome(ending, places, scores), Params(points_to_win=100))

def test_who_gives_up_leaves_the_other_the_target():
    assert points("resigned", (1, 2), (30, 40)) == (100, 40)
    assert points("time", (2, 1), (30, 40)) == (30, 100)
    assert points("resigned", (2, 1), (30, 140)) == (30, 140)
    assert points("target", (1, 2), (90, 40)) == (90, 40)
"""


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(TOOL), *words], capture_output=True, text=True, check=False
    )


def survivors(folder: Path, test: str) -> tuple[set[str], int]:
    """The parts of the file in which a mutant survives this test, and the exit code."""
    path = folder / "test_series.py"
    path.write_text(HEAD + test)
    ran = run("land-grab", "--files", "series.py", "--tests", str(path))
    places = [line for line in ran.stdout.splitlines() if "series.py:" in line]
    lines = [int(place.split("series.py:")[1].split()[0]) for place in places]
    assert f"{len(lines)} survived" in ran.stdout, ran.stdout + ran.stderr
    parts = {
        max((first, name) for name, first in FIRST_LINE.items() if first <= line)[1]
        for line in lines
    }
    return parts, ran.returncode


@pytest.mark.slow
def test_what_nothing_asks_for_survives(tmp_path: Path) -> None:
    assert survivors(tmp_path, ASKS_NOTHING) == ({*FIRST_LINE}, 1)


@pytest.mark.slow
def test_what_an_import_leaves_behind_is_broken_before_it_is_imported(tmp_path: Path) -> None:
    parts, _ = survivors(tmp_path, ASKS_FOR_A_CONSTANT)
    assert parts == {"standing", "counted_points"}


@pytest.mark.slow
def test_a_function_that_is_called_is_broken_where_it_stands(tmp_path: Path) -> None:
    parts, _ = survivors(tmp_path, ASKS_ONE_FUNCTION)
    assert parts == {"standing", "GAMES"}


@pytest.mark.slow
def test_all_is_noticed_by_tests_that_ask_for_all() -> None:
    ran = run(
        "land_grab", "--files", "series.py", "--tests", "tests/games/land_grab/test_series.py"
    )
    assert ran.returncode == 0, ran.stdout
    assert "100.0% noticed" in ran.stdout


def test_tests_that_are_not_there_are_said() -> None:
    ran = run("land-grab", "--files", "series.py", "--tests", "tests/games/chess")
    assert "there are no tests at tests/games/chess" in ran.stderr
    assert ran.returncode != 0


ASKS_ELSEWHERE = """
import asyncio
from threading import Thread
from freehold.server.match.numbers import SESSIONS_KEPT, copied, latest

def test_in_a_thread():
    had = {f"{seat} {n}": {n: 0} for n in range(SESSIONS_KEPT + 2) for seat in (0, 1)}
    kept = []
    thread = Thread(target=lambda: kept.append(latest(had)))
    thread.start()
    thread.join()
    assert list(kept[0]) == list(had)[4:]

async def copy(had):
    return copied(had)

def test_in_a_coroutine():
    had = {"0 a": {1: 0}}
    asyncio.run(copy(had))["0 a"][2] = 0
    assert had == {"0 a": {1: 0}}
"""


@pytest.mark.slow
def test_a_file_of_a_part_is_broken_wherever_it_is_called(tmp_path: Path) -> None:
    path = tmp_path / "test_numbers.py"
    path.write_text(ASKS_ELSEWHERE)
    ran = run("server/match/numbers.py", "--tests", str(path))
    survived = {int(line) for line in re.findall(r"numbers\.py:(\d+)  ", ran.stdout)}
    asked = [line for function in (numbers.latest, numbers.copied) for line in lines_of(function)]
    assert survived, "what no test asks for"
    assert not survived.intersection(asked), ran.stdout
    assert "80% wanted" in ran.stdout


def lines_of(function: Callable[..., object]) -> range:
    lines, first = getsourcelines(function)
    return range(first, first + len(lines))


LEAVES_A_PROCESS = """
import subprocess
from freehold.server.match.numbers import copied

def test_it():
    left = subprocess.Popen(["sleep", "600"])
    with open({path!r}, "a") as pids:
        print(left.pid, file=pids)
    assert copied({{"0 a": {{1: 0}}}}) == {{"0 a": {{1: 0}}}}
"""


@pytest.mark.slow
def test_what_a_test_leaves_running_is_ended(tmp_path: Path) -> None:
    path, pids = tmp_path / "test_numbers.py", tmp_path / "pids"
    path.write_text(LEAVES_A_PROCESS.format(path=str(pids)))
    assert (
        "numbers.py: 2 mutants"
        in run("server/match/numbers.py", "--tests", str(path), "--sample", "2").stdout
    )
    left = [Path("/proc") / pid / "cmdline" for pid in pids.read_text().split()]
    assert left
    assert not any(each.exists() and b"sleep" in each.read_bytes() for each in left)


@pytest.mark.slow
def test_a_test_that_fails_on_the_code_as_it_is_is_named(tmp_path: Path) -> None:
    path = tmp_path / "test_numbers.py"
    path.write_text("def test_nothing():\n    assert False\n")
    ran = run("server/match/numbers.py", "--tests", str(path))
    assert "test_numbers.py::test_nothing does not pass on the code as it is" in ran.stderr
    assert ran.returncode != 0


@pytest.mark.parametrize(
    ("words", "place"),
    [("server/chess.py", "src/freehold/server/chess.py"), ("chess", "src/freehold/games/chess")],
)
def test_a_part_that_is_not_there_is_said(words: str, place: str) -> None:
    assert f"no rules to break were found in {place}." in run(words).stderr


def test_mutants_are_listed_without_being_tried() -> None:
    listed = run("land-grab", "--files", "series.py", "--list").stdout.splitlines()
    assert len(listed) > 20
    assert all(line.startswith("src/freehold/games/land_grab/series.py:") for line in listed)
    assert listed[0].endswith("  2 -> 3"), "GAMES"
