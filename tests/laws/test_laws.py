"""The eight laws, run against every game that is found.

Their checks are in `freehold/testing`, where the tests of other people's games find them too.
"""

from __future__ import annotations

import pytest

from freehold.testing import Trial, laws
from tests.games_under_test import NAMES, game_named, largest_slow, trial_of


@pytest.fixture(params=largest_slow(NAMES))
def trial(request: pytest.FixtureRequest) -> Trial:
    return trial_of(game_named(request.param))


def test_law_1_same_in_same_out(trial: Trial) -> None:
    laws.law_1_same_in_same_out(trial)


@pytest.mark.slow
def test_law_1_same_in_same_out_in_another_process(trial: Trial) -> None:
    laws.law_1_same_in_same_out_in_another_process(trial)


def test_law_2_refused_is_untouched(trial: Trial) -> None:
    laws.law_2_refused_is_untouched(trial)


@pytest.mark.slow
def test_law_3_choices_are_legal(trial: Trial) -> None:
    laws.law_3_choices_are_legal(trial)


def test_law_4_time_moves_on(trial: Trial) -> None:
    laws.law_4_time_moves_on(trial)


@pytest.mark.slow
def test_law_5_secrets_stay_secret(trial: Trial) -> None:
    """`make proof` tries many more pairs."""
    reports = laws.law_5_secrets_stay_secret(trial)
    for at, report in zip(trial.tables, reports, strict=True):
        print(f"{trial.game.name} at {at.seats} seats: {report}")


def test_law_6_a_replay_is_the_match(trial: Trial) -> None:
    laws.law_6_a_replay_is_the_match(trial)


def test_law_7_patches_add_up(trial: Trial) -> None:
    laws.law_7_patches_add_up(trial)


def test_law_8_it_ends(trial: Trial) -> None:
    laws.law_8_it_ends(trial)
