"""docs/proof.md: what `make proof` writes, and what it replaces there after a run of a few."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.proof.harness import Found, Proof, Result, find_proofs
from tests.proof.pretended import plants, run
from tools import proof as tool

ONE = Proof("one", "It holds.", 20, "tries", run, plants)
TWO = Proof("two-b", "It holds too.", 20, "tries", run, plants, small=0)


def result(proof: Proof, tried: int, seconds: float, cpu_seconds: float) -> Result:
    found = Found(Counter(tries=tried, others=3), {})
    return Result(proof.name, found, {"a fault": "seen"}, seconds, cpu_seconds)


def whole_page() -> str:
    page = tool.replace_row(tool.HEAD, ONE, result(ONE, 20, 60, 90), 57)
    return tool.replace_row(page, TWO, result(TWO, 5, 120, 30), 57)


def test_a_row_tells_time_cpu_time_and_what_the_tests_try_of_it() -> None:
    rows = tool.lines_by_name(whole_page(), r"\| ([\w-]+) \|")
    assert "| holds | 60 s | 90 s | 1 of 1 found | 1 seed |" in rows["one"]
    assert "holds, 25.0% of the goal in this run's time | 120 s | 30 s |" in rows["two-b"]
    assert "| no |" in rows["two-b"]
    assert "3 minutes of a budget of 57, 2 minutes of CPU time" in whole_page()


@pytest.mark.parametrize("small", [0, 1, 200])
def test_the_page_says_of_each_proof_whether_the_tests_try_it(small: int) -> None:
    said = {0: "no", 1: "1 seed", 200: "200 seeds"}[small]
    assert tool.small_version(ONE._replace(small=small)) == said


def test_a_proof_that_is_run_again_replaces_its_row_alone() -> None:
    page = whole_page()
    better = result(TWO, 20, 240, 400)
    again = tool.replace_row(page, TWO, better, 57, tool.ALONE)
    before, after = (tool.lines_by_name(each, r"\| ([\w-]+) \|") for each in (page, again))
    assert before["one"] == after["one"]
    assert "| holds | 240 s (run alone) | 400 s |" in after["two-b"]
    assert "5 minutes of a budget of 57, 8 minutes of CPU time" in again
    assert tool.replace_row(again, TWO, better, 57, tool.ALONE) == again


def test_a_run_that_is_stopped_says_which_rows_are_older() -> None:
    page = tool.replace_row(whole_page(), TWO, result(TWO, 20, 240, 400), 57, tool.ALONE)
    begun = tool.mark_earlier(page.replace("| 90 s |", "| not measured |"))
    rows = tool.lines_by_name(begun, r"\| ([\w-]+) \|")
    assert "| 60 s (an earlier run) | not measured | 1 of 1 found |" in rows["one"]
    assert "| 240 s (an earlier run) | 400 s | 1 of 1 found |" in rows["two-b"]
    done = tool.replace_row(begun, ONE, result(ONE, 20, 60, 90), 57)
    assert "| 60 s | 90 s |" in tool.lines_by_name(done, r"\| ([\w-]+) \|")["one"]
    assert tool.mark_earlier(begun) == begun


def test_a_proof_that_is_new_comes_after_the_others() -> None:
    new = ONE._replace(name="new")
    page = tool.replace_row(whole_page(), new, result(new, 20, 1, 1), 57)
    assert [*tool.lines_by_name(page, r"\| ([\w-]+) \|")] == ["proof", "one", "two-b", "new"]
    assert "- **new**: a fault.\n" in page


@pytest.mark.parametrize("words", [[], ["good", "--keep"], ["good"]])
def test_rows_are_written_when_they_are_there(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "proof.md"
    page.write_text(whole_page())
    monkeypatch.setattr(tool, "PAGE", page)
    monkeypatch.setattr(tool, "find_proofs", lambda: [ONE._replace(name="good")])
    monkeypatch.setattr("subprocess.run", lambda *given, **more: None)
    assert tool.main([*words, "--jobs", "1", "--minutes", "3"]) == 0
    assert tool.budget_of(page.read_text()) == (57 if words else 3)
    rows = tool.lines_by_name(page.read_text(), r"\| ([\w-]+) \|")
    assert ("good" in rows) == (words != ["good"])
    assert ("(an earlier run)" in rows["one"]) == (not words)
    assert not words or "(run alone)" in rows.get("good", "(run alone)")


def test_the_committed_page_has_every_proof() -> None:
    rows = tool.lines_by_name(tool.PAGE.read_text(), r"\| ([\w-]+) \|")
    for proof in find_proofs():
        assert f"| {tool.small_version(proof)} |" in rows[proof.name]
