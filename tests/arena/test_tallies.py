"""What results add up to."""

from __future__ import annotations

from fractions import Fraction

import pytest

from freehold.arena import summarise, wilson
from freehold.arena.tallies import Spread, win_shares
from freehold.game import Outcome
from tests.arena import result


@pytest.mark.parametrize(
    ("share", "games", "low", "high"),
    [(0.5, 100, 0.4038, 0.5962), (0.0, 10, 0.0, 0.2775), (1.0, 10, 0.7225, 1.0)],
)
def test_wilsons_interval_is_the_one_of_the_textbook(
    share: float, games: int, low: float, high: float
) -> None:
    assert wilson(share, games) == pytest.approx((low, high), abs=0.0001)


def test_a_tie_for_the_first_place_splits_the_win() -> None:
    assert win_shares(Outcome("full", (1, 1, 3), (5, 5, 1))) == (
        Fraction(1, 2),
        Fraction(1, 2),
        Fraction(0),
    )


def test_wins_are_counted_by_level_and_by_seat() -> None:
    summary = summarise(
        [result("a b", (1, 2)), result("b a", (2, 1)), result("a b", (1, 1)), result("b a", (1, 2))]
    )
    assert (summary.levels["a"].share, summary.levels["b"].share) == (0.625, 0.375)
    assert [share.share for share in summary.seats] == [0.625, 0.375]
    assert summary.levels["a"].games == 4


def test_the_fair_share_of_a_level_grows_with_its_seats() -> None:
    summary = summarise([result("a b b", (1, 2, 3)), result("a b b", (3, 1, 2))])
    assert summary.levels["a"].fair == pytest.approx(1 / 3, abs=1e-5)
    assert summary.levels["b"].fair == pytest.approx(2 / 3, abs=1e-5)
    assert summary.levels["a"].times_fair[0] == pytest.approx(1.5, abs=1e-4)


def test_lengths_are_spread_by_least_median_most_and_mean() -> None:
    results = [result("a b", (1, 2), entries=entries) for entries in (30, 10, 11)]
    assert summarise(results).entries == Spread(10, 11, 30, 17.0)


def test_refusals_are_counted_by_level_and_code() -> None:
    results = [
        result("a b", (1, 2), refusals=((0, "taken"), (0, "taken"), (1, "outside"))),
        result("b a", (1, 2), refusals=((1, "outside"),)),
    ]
    assert summarise(results).refusals == {"a": {"outside": 1, "taken": 2}, "b": {"outside": 1}}


def test_promises_are_added_up_by_level() -> None:
    made, kept = {"made": 2, "kept": 1}, {"made": 1, "kept": 1}
    results = [
        result("a b", (1, 2), promises=(made, kept)),
        result("b a", (1, 2), promises=(made, kept)),
    ]
    assert summarise(results).promises == {
        "a": {"kept": 2, "made": 3},
        "b": {"kept": 2, "made": 3},
    }


def test_the_order_of_results_does_not_matter() -> None:
    results = [result("a b", (1, 2)), result("a b", (1, 1)), result("a b", (2, 1))]
    assert summarise(results) == summarise(results[::-1])
