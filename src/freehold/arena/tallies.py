"""Tallies: what many results add up to. Exact fractions inside, so that order never matters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import sqrt

from msgspec import Struct

from freehold.arena.bouts import Result
from freehold.game import Outcome

Z_95 = 1.959964
DIGITS = 6


class Share(Struct, frozen=True):
    """A share of the wins, ties split, with its 95% interval (Wilson's)."""

    share: float
    low: float
    high: float
    fair: float
    """What chance alone would give."""
    games: int

    @property
    def times_fair(self) -> tuple[float, float, float]:
        """The share and its interval, as multiples of the fair share."""
        return self.share / self.fair, self.low / self.fair, self.high / self.fair


class Spread(Struct, frozen=True):
    """How long matches were."""

    least: int
    median: int
    most: int
    mean: float


class Struck(Struct, frozen=True):
    """A strike of a bot that was brought, and where to find it."""

    seed: int
    seat: int
    entry: int
    why: str
    text: str
    where: str


class Summary(Struct, frozen=True):
    games: int
    levels: dict[str, Share]
    seats: tuple[Share, ...]
    endings: dict[str, int]
    scores: dict[str, float]
    """The mean score of a seat, by level."""
    entries: Spread
    match_ms: Spread
    refusals: dict[str, dict[str, int]]
    """By level and code: bugs of bots, or races in real time."""
    promises: dict[str, dict[str, int]]
    """By level, for a game that counts them."""
    strikes: dict[str, list[Struck]]
    """By bot: what went wrong in it."""


def wilson(share: float, games: int) -> tuple[float, float]:
    """The 95% interval of a share seen in that number of games."""
    if not games:
        return 0.0, 1.0
    spread = Z_95 * Z_95 / games
    centre = (share + spread / 2) / (1 + spread)
    half = sqrt(share * (1 - share) * spread + spread * spread / 4) / (1 + spread)
    return max(0.0, centre - half), min(1.0, centre + half)


def win_shares(outcome: Outcome) -> tuple[Fraction, ...]:
    """One win per game, split among those who share first place."""
    first = outcome.places.count(1)
    return tuple(Fraction(place == 1, first or 1) for place in outcome.places)


def summarise(results: Sequence[Result]) -> Summary:
    levels = list(dict.fromkeys(level for result in results for level in result.bout.levels))
    return Summary(
        games=len(results),
        levels={level: _share_of(results, _is_level(level)) for level in levels},
        seats=_seat_shares(results),
        endings=_sorted(Counter(result.outcome.ending for result in results)),
        scores={level: _mean_score(results, level) for level in levels},
        entries=_spread(result.entries for result in results),
        match_ms=_spread(result.now for result in results),
        refusals=_refusals(results),
        promises=_promises(results),
        strikes=_strikes(results),
    )


Sits = Callable[[int, str], bool]


def _is_level(wanted: str) -> Sits:
    return lambda seat, level: level == wanted


def _is_seat(wanted: int) -> Sits:
    return lambda seat, level: seat == wanted


def _seat_shares(results: Sequence[Result]) -> tuple[Share, ...]:
    seats = max((len(result.bout.levels) for result in results), default=0)
    return tuple(_share_of(results, _is_seat(seat)) for seat in range(seats))


def _share_of(results: Sequence[Result], sits: Sits) -> Share:
    won, fair = Fraction(0), Fraction(0)
    for result in results:
        shares = win_shares(result.outcome)
        for seat, level in enumerate(result.bout.levels):
            if sits(seat, level):
                won += shares[seat]
                fair += Fraction(1, len(shares))
    share = float(won / len(results))
    low, high = wilson(share, len(results))
    share, low, high = (round(figure, DIGITS) for figure in (share, low, high))
    return Share(share, low, high, round(float(fair / len(results)), DIGITS), len(results))


def _mean_score(results: Sequence[Result], level: str) -> float:
    scores = [
        score
        for result in results
        for its, score in zip(result.bout.levels, result.outcome.scores, strict=True)
        if its == level
    ]
    return round(sum(scores) / len(scores), 2)


def _spread(lengths: Iterable[int]) -> Spread:
    ordered = sorted(lengths)
    mean = round(sum(ordered) / len(ordered), 2)
    return Spread(ordered[0], ordered[len(ordered) // 2], ordered[-1], mean)


def _refusals(results: Sequence[Result]) -> dict[str, dict[str, int]]:
    found: dict[str, Counter[str]] = {}
    for result in results:
        for seat, code in result.refusals:
            found.setdefault(result.bout.levels[seat], Counter())[code] += 1
    return {level: _sorted(found[level]) for level in sorted(found)}


def _promises(results: Sequence[Result]) -> dict[str, dict[str, int]]:
    counted: dict[str, Counter[str]] = {}
    for result in results:
        for seat, counts in enumerate(result.promises):
            counted.setdefault(result.bout.levels[seat], Counter()).update(counts)
    return {level: _sorted(counted[level]) for level in sorted(counted)}


def _strikes(results: Sequence[Result]) -> dict[str, list[Struck]]:
    found: dict[str, list[Struck]] = {}
    for result in results:
        for strike in result.strikes:
            what = (strike.seat, strike.entry, strike.why, strike.text, strike.where)
            bot = result.bout.levels[strike.seat]
            found.setdefault(bot, []).append(Struck(result.bout.seed, *what))
    return {bot: found[bot] for bot in sorted(found)}


def _sorted(counts: Counter[str]) -> dict[str, int]:
    return {name: counts[name] for name in sorted(counts)}
