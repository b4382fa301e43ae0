"""The runner of proofs: goals, budgets, failing seeds, planted faults that are missed."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.proof.harness import (
    Proof,
    choose,
    describe,
    find_proofs,
    repeat,
    run_proof,
)
from tests.proof.pretended import (
    BURNT_S,
    broken_plants,
    burn,
    die,
    plants,
    plants_missed,
    run,
    run_bad,
)

LONG_S = 600.0


GOOD = Proof("good", "It holds.", 20, "tries", run, plants, chunk=5)


def test_a_proof_runs_until_its_goal() -> None:
    result = run_proof(GOOD, LONG_S, jobs=1)
    assert result.holds
    assert result.found.counts == Counter(tries=20)
    assert result.controls == {"one": "seen", "two": "seen too"}
    assert result.cpu_seconds > 0


@pytest.mark.slow
def test_the_cpu_time_of_all_processes_is_counted() -> None:
    burning = GOOD._replace(run=burn, goal=1)
    assert run_proof(burning, LONG_S, jobs=1).cpu_seconds >= BURNT_S


def test_a_budget_that_is_over_stops_it_early_and_is_no_failure() -> None:
    result = run_proof(GOOD, 0, jobs=1)
    assert result.holds
    assert result.found.counts == Counter(tries=5)


def test_a_failing_seed_is_named_with_the_command_that_repeats_it() -> None:
    bad = GOOD._replace(name="bad", run=run_bad)
    result = run_proof(bad, LONG_S, jobs=1)
    assert not result.holds
    assert result.found.faults == {7: "AssertionError: a wrong board"}
    assert repeat("bad", 7) == 'make proof ARGS="bad --seed 7 --count 1"'
    assert any(repeat("bad", 7) in line for line in describe(bad, result))


@pytest.mark.slow
def test_a_count_tries_exactly_these_seeds() -> None:
    result = run_proof(GOOD._replace(run=run_bad), LONG_S, jobs=1, seed=7, count=1)
    assert list(result.found.faults) == [7]
    assert run_proof(GOOD, LONG_S, jobs=1, seed=8, count=7).found.counts == Counter(tries=7)


@pytest.mark.parametrize("planted", [plants_missed, broken_plants])
def test_a_planted_fault_that_is_missed_fails_the_proof(planted: object) -> None:
    missing = GOOD._replace(plants=planted)  # type: ignore[arg-type]
    result = run_proof(missing, LONG_S, jobs=1)
    assert not result.holds
    assert result.missed
    assert any("MISSED" in line for line in describe(missing, result))


def test_a_proof_without_a_control_does_not_hold() -> None:
    result = run_proof(GOOD._replace(plants=dict), LONG_S, jobs=1)
    assert not result.holds


def test_a_worker_that_dies_is_a_fault_of_its_seeds() -> None:
    result = run_proof(GOOD._replace(run=die), LONG_S, jobs=1)
    assert not result.holds
    assert "died" in result.found.faults[1]


def test_what_cannot_be_tried_here_says_so_and_fails_where_all_tests_must_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lacking = GOOD._replace(lacks="it is not installed")
    monkeypatch.delenv("CI", raising=False)
    result = run_proof(lacking, LONG_S, jobs=1)
    assert result.holds
    assert describe(lacking, result) == ["good: not tried, because it is not installed."]
    monkeypatch.setenv("CI", "true")
    assert not result.holds


def test_proofs_are_chosen_by_the_beginning_of_their_names() -> None:
    other = GOOD._replace(name="other")
    assert choose([GOOD, other], ["oth"]) == [other]
    assert choose([GOOD, other], []) == [GOOD, other]
    with pytest.raises(ValueError, match="no proof 'bad'; the proofs are good, other"):
        choose([GOOD, other], ["bad"])


def test_names_are_used_once() -> None:
    names = [proof.name for proof in find_proofs()]
    assert len(names) == len({*names})
