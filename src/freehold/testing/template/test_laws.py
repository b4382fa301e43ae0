"""What every game has to pass. Change `Trial` to try the laws at other tables, see its fields."""

from __future__ import annotations

from pathlib import Path

import pytest

from freehold.games._template import GAME
from freehold.testing import CHECKS, Trial, check_clauses, check_golden, check_scenarios
from freehold.testing.template.scenarios import scenarios

HERE = Path(__file__).parent
TRIAL = Trial(GAME)


@pytest.mark.parametrize("check", CHECKS)
def test_the_laws_hold(check: str) -> None:
    CHECKS[check](TRIAL)


def test_every_ending_is_reached() -> None:
    check_scenarios(GAME, scenarios())


def test_every_clause_has_a_test() -> None:
    check_clauses(GAME, HERE)


def test_random_matches_go_as_written() -> None:
    check_golden(TRIAL, HERE / "golden")
