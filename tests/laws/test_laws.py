"""The eight laws, and that words and pictures fit together, run against every game that is found.

The checks themselves are in `freehold/testing`, where the tests of other people's games find them.
"""

from __future__ import annotations

from typing import Any

import pytest

from freehold.games import game_names
from freehold.testing import CHECKS, laws
from tests.games_under_test import game_named, trial_of

NAMES = ("template", "lantern", *game_names())
PAIRS = {"area-attack": 2_000, "mine-land": 2_000, "minewars": 2_000}  # where most is hidden
SLOW = {
    "law_1_same_in_same_out_in_another_process",
    "law_3_choices_are_legal",
    "law_5_secrets_stay_secret",
}


def checks() -> list[Any]:
    marks = {name: [pytest.mark.slow] for name in SLOW}
    return [pytest.param(name, marks=marks.get(name, ())) for name in CHECKS]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("check", checks())
def test_every_game_passes(check: str, name: str) -> None:
    trial = trial_of(game_named(name))
    if check == laws.law_5_secrets_stay_secret.__name__:
        for at, report in zip(
            trial.tables,
            laws.law_5_secrets_stay_secret(trial, PAIRS.get(name, 0)),
            strict=True,
        ):
            print(f"{name} at {at.seats} seats: {report}")
    else:
        CHECKS[check](trial)


def test_the_slow_checks_are_checks() -> None:
    assert set(CHECKS) >= SLOW
