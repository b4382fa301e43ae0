"""Bradley-Terry: known strengths are found, intervals cover them, and bounds are said."""

from __future__ import annotations

from math import exp
from random import Random

import pytest

from freehold.arena.ratings import PER_LOGIT, Scored, fit, never_lost, rate, wins_of

NAMES = ("a", "b", "c", "d")
STRENGTHS = {"a": 1.0, "b": 0.3, "c": -0.3, "d": -1.0}


FAR = {"a": 4.0, "b": 2.0, "c": -1.0, "d": -5.0}
"""The next one below wins one match in 8, in 20 and in 55."""


def league(
    seeds: int, chance: Random, strengths: dict[str, float] = STRENGTHS
) -> dict[int, list[Scored]]:
    """Everybody against everybody twice on each seed, as the model says."""
    return {
        seed: [
            (one, other, float(chance.random() < odds(strengths[one] - strengths[other])))
            for one in NAMES
            for other in NAMES
            if one != other
        ]
        for seed in range(seeds)
    }


def odds(ahead: float) -> float:
    return 1 / (1 + exp(-ahead))


def test_three_wins_of_four_are_191_points() -> None:
    wins = wins_of([("a", "b", 1.0)] * 300 + [("a", "b", 0.0)] * 100, "ab")
    one, other = fit(wins, [0.0, 0.0])
    assert (one - other) * PER_LOGIT == pytest.approx(190.8, abs=1)


@pytest.mark.slow
def test_the_order_is_found_and_intervals_cover_the_truth() -> None:
    chance, covered = Random(1), 0
    for _ in range(5):
        rated = rate(league(25, chance), NAMES, "draws")
        assert [each.name for each in rated] == list(NAMES)
        for each in rated:
            assert each.low is not None
            assert each.high is not None
            covered += each.low <= STRENGTHS[each.name] * PER_LOGIT <= each.high
    assert covered >= 17, "of 20, at 95%"


@pytest.mark.slow
def test_intervals_cover_distances_over_which_hardly_a_match_is_lost() -> None:
    chance, covered = Random(1), 0
    for _ in range(8):
        for each, below in zip(
            rate(league(10, chance, FAR), NAMES, "draws"), NAMES[1:], strict=False
        ):
            assert each.ahead_low is not None
            assert each.ahead_high is not None
            ahead = (FAR[each.name] - FAR[below]) * PER_LOGIT
            covered += each.ahead_low <= ahead <= each.ahead_high
    assert covered >= 21, "of 24, at 95%; resampling alone covers half of them"


def test_equal_results_give_equal_figures() -> None:
    played = league(6, Random(2))
    backwards = dict(reversed(list(played.items())))
    assert rate(played, NAMES, "draws") == rate(backwards, NAMES, "draws")
    assert rate(played, NAMES, "draws") != rate(played, NAMES, "others")


def test_with_one_seed_there_is_no_interval() -> None:
    assert rate(league(1, Random(3)), NAMES, "draws")[0].low is None


def test_a_bot_that_never_lost_has_a_rating_and_a_note() -> None:
    pairs: list[Scored] = [("a", "b", 1.0)] * 10 + [("b", "c", 1.0), ("c", "b", 1.0)] * 5
    rated = rate({1: pairs, 2: pairs}, "abc", "draws")
    assert rated[0].name == "a"
    assert 100 < rated[0].rating < 1_000
    assert never_lost(wins_of(pairs, "abc"), "abc") == [(["a"], ["b", "c"])]
    assert never_lost(wins_of([("a", "b", 0.5)], "ab"), "ab") == []


def test_ties_are_half_a_win_for_each() -> None:
    rated = rate({1: [("a", "b", 0.5)] * 9, 2: [("a", "b", 0.5)]}, "ab", "draws")
    assert [each.rating for each in rated] == [0.0, 0.0]
