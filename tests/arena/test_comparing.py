"""A test that may stop at any seed: it is seldom wrong, and it is quick where bots differ."""

from __future__ import annotations

from math import exp
from random import Random

import pytest

from freehold.arena.comparing import SURE, evidence, interval, mirrored, verdict_of


def scores(chance: Random, share: float, seeds: int) -> list[float]:
    """Of two matches per seed."""
    return [((chance.random() < share) + (chance.random() < share)) / 2 for _ in range(seeds)]


def stops_at(found: list[float]) -> int | None:
    for count in range(1, len(found) + 1):
        if verdict_of(found[:count]) != "undecided":
            return count
    return None


@pytest.mark.slow
def test_equal_bots_are_seldom_called_different() -> None:
    chance = Random(1)
    wrong = sum(stops_at(scores(chance, 0.5, 60)) is not None for _ in range(100))
    assert wrong <= 5


def test_a_better_bot_is_found_and_sooner_if_it_is_much_better() -> None:
    chance = Random(2)
    found = [stops_at(scores(chance, 0.75, 200)) for _ in range(10)]
    much = [stops_at(scores(chance, 0.95, 200)) for _ in range(10)]
    assert all(found)
    assert sum(filter(None, much)) < sum(filter(None, found)) < 10 * 100


def test_the_verdict_names_the_better_one() -> None:
    assert verdict_of([1.0] * 12) == "first"
    assert verdict_of([0.0] * 12) == "second"
    assert verdict_of([1.0, 0.0] * 20) == "undecided"
    assert verdict_of([1.0]) == "undecided"


def test_a_stake_is_what_was_bet_on_average() -> None:
    """Betting on a fair coin neither gains nor loses."""
    both = (evidence([1.0], 0.5), evidence([0.0], 0.5))
    assert sum(map(exp, both)) / 2 == pytest.approx(1.0)
    assert evidence([1.0] * 30, 0.5) > SURE


def test_the_interval_covers_the_share_and_agrees_with_the_verdict() -> None:
    found = scores(Random(3), 0.8, 60)
    low, high = interval(found)
    assert 0.5 < low < 0.8 < high < 1
    assert interval([1.0])[0] < 0.5


def test_every_seating_comes_with_its_mirror() -> None:
    assert mirrored("a", "b", []) == [("a", "b"), ("b", "a")]
    at_three = mirrored("a", "b", ["c"])
    assert len(at_three) == 6
    assert {
        tuple("ba"[("ab").index(bot)] if bot != "c" else bot for bot in each) for each in at_three
    } == set(at_three)
