"""What a game shows and says fits together, in every game that is found.

The checks are in `freehold/testing/words.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import isfunction, signature

import pytest

from freehold.testing import CHECKS, Trial, laws, words
from tests.games_under_test import NAMES, game_named, is_ours, largest_slow, trial_of


@pytest.fixture(params=largest_slow(NAMES))
def trial(request: pytest.FixtureRequest) -> Trial:
    return trial_of(game_named(request.param))


def test_every_layer_is_as_its_legend_says(trial: Trial) -> None:
    words.layers_are_as_the_legend_says(trial)


def test_every_view_can_be_drawn_and_described(trial: Trial) -> None:
    words.views_can_be_drawn_and_described(trial)


def test_every_fact_can_be_said(trial: Trial) -> None:
    words.facts_can_be_said(trial)


def test_every_code_has_its_sentence(trial: Trial) -> None:
    words.codes_have_their_sentences(trial)


def test_the_record_is_complete(trial: Trial) -> None:
    words.the_record_is_complete(trial)


def test_each_of_our_games_has_a_bot(trial: Trial) -> None:
    assert trial.game.bots or not is_ours(trial.game)


def test_other_peoples_games_are_checked_by_all_of_it() -> None:
    found = {
        name
        for module in (laws, words)
        for name, check in vars(module).items()
        if isfunction(check) and check.__module__ == module.__name__ and is_check(check)
    }
    assert set(CHECKS) == found


def is_check(function: Callable[..., object]) -> bool:
    """Does it need a trial and nothing else?"""
    first, *rest = signature(function).parameters.values()
    return first.name == "trial" and all(each.default is not each.empty for each in rest)
