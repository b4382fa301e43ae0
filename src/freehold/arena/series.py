"""Series of two games with the seats swapped, as in `freehold play --swap`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from freehold.arena.bouts import Bout, Result
from freehold.arena.tallies import DIGITS, Share, wilson
from freehold.game import AnyGame, Malformed, SwapTotal


class SeriesSummary(Struct, frozen=True):
    series: int
    wins: tuple[Share, Share]
    """Of the first and of the second bot of the line-up; ties are half a win for each."""
    ties: int
    points: tuple[float, float]
    """The mean total of each."""


def series_bouts(levels: Sequence[str], games: int, seed: int) -> list[Bout]:
    """Game by game: the second one of a series has the next seed, and the seats swapped."""
    first, second = levels
    return [
        Bout(seed + number, (second, first) if number % 2 else (first, second))
        for number in range(games)
    ]


def check_series(game: AnyGame, levels: Sequence[str], games: int) -> None:
    """Raise Malformed for what cannot be played in such series."""
    if game.extras.standing is None or len(levels) != 2:
        raise Malformed(f"{game.title} has no series of two games; leave out --swap")
    if games % 2:
        raise Malformed(f"a series has two games: write an even number instead of {games}")


def sum_up_series(
    game: AnyGame, params: Mapping[str, Any], results: Sequence[Result]
) -> SeriesSummary:
    """Of the results of `series_bouts`, in their order."""
    add_up = game.extras.standing
    assert add_up is not None
    chosen = msgspec.convert(dict(params), game.params)
    totals: list[SwapTotal] = [
        add_up(first.outcome, second.outcome, chosen)
        for first, second in zip(results[::2], results[1::2], strict=True)
    ]
    winners = Counter(total.winner for total in totals)
    ties = winners[None]
    means = [round(sum(total.points[at] for total in totals) / len(totals), 2) for at in (0, 1)]
    shares = [_share(winners[at] + ties / 2, len(totals)) for at in (0, 1)]
    return SeriesSummary(len(totals), (shares[0], shares[1]), ties, (means[0], means[1]))


def _share(won: float, series: int) -> Share:
    share = won / series
    low, high = wilson(share, series)
    return Share(round(share, DIGITS), round(low, DIGITS), round(high, DIGITS), 0.5, series)
