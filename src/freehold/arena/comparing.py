"""Which of two bots is better? A test that looks after every seed, and stops when it is sure.

Every seed is played in mirrored pairs: in all rotations of the seats, and with the two bots
swapped. What counts is how often the first placed above the second on that seed, from 0 to 1.

The test bets against "they are equal": its stake grows where scores are not centred on a half. If
they are equal, the chance that the stake ever grows to 20 times what it was is at most 1 in 20,
however often one looks (Ville's inequality). So the test may stop at any seed. The interval holds
all means that the same test does not reject.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp, log, log1p
from typing import Literal

from msgspec import Struct

from freehold.arena.bouts import Bout, rotations
from freehold.arena.formats import LineUp
from freehold.arena.leagues import LeagueTable
from freehold.arena.matches import LeagueJob, LeagueResult, key_of_match
from freehold.arena.running import Crowd
from freehold.game import AnyGame
from freehold.hosting import HostOptions

STAKES = tuple(number / 10 for number in range(1, 10))
"""Shares of the largest bet that cannot lose everything; the stake is divided among them."""
SURE = log(20)
MEANS = 200
SEEDS_AT_ONCE = 4
"""For each process, between two looks."""

Verdict = Literal["first", "second", "undecided"]


class BotComparison(Struct, frozen=True):
    first: str
    second: str
    verdict: Verdict
    seeds: int
    matches: int
    share: float
    """How often the first placed above the second, ties half."""
    low: float
    high: float
    """Its 95% interval, which holds whenever the test stops."""
    strikes: dict[str, int]


def mirrored(first: str, second: str, others: Sequence[str]) -> list[LineUp]:
    """All seatings of a seed."""
    seated = [*rotations((first, second, *others)), *rotations((second, first, *others))]
    return list(dict.fromkeys(seated))


def compare(
    game: AnyGame,
    table: LeagueTable,
    limits: HostOptions,
    others: Sequence[str],
    crowd: Crowd,
    jobs: int = 1,
) -> BotComparison:
    """Play the two bots of the table until one is better, or its seeds are used up."""
    first, second = table.bots
    seatings = mirrored(first, second, others)
    scores: list[float] = []
    matches, strikes = 0, dict.fromkeys(table.bots, 0)
    for results in played_seeds(game, table, limits, seatings, crowd, SEEDS_AT_ONCE * jobs):
        scores.append(sum(above(each, first, second) for each in results) / len(results))
        matches += len(results)
        for each in results:
            for strike in each.result.strikes:
                bot = each.result.bout.levels[strike.seat]
                strikes[bot] = strikes.get(bot, 0) + 1
        if verdict_of(scores) != "undecided":
            break
    share = sum(scores) / len(scores)
    low, high = interval(scores)
    struck = {bot: count for bot, count in strikes.items() if count}
    shares = (round(share, 4), round(low, 4), round(high, 4))
    return BotComparison(
        first, second, verdict_of(scores), len(scores), matches, *shares, strikes=struck
    )


def played_seeds(
    game: AnyGame,
    table: LeagueTable,
    limits: HostOptions,
    seatings: Sequence[LineUp],
    crowd: Crowd,
    at_once: int,
) -> Iterator[list[LeagueResult]]:
    """The results of each seed, in order."""
    last = table.first_seed + table.seeds
    for begin in range(table.first_seed, last, at_once):
        seeds = range(begin, min(begin + at_once, last))
        bouts = [Bout(seed, line_up) for seed in seeds for line_up in seatings]
        jobs = [
            LeagueJob(key_of_match(game, table, bout, limits), table, bout, limits)
            for bout in bouts
        ]
        found = {each.result.key: each.result for each in crowd(jobs)}
        ordered = [found[job.key] for job in jobs]
        for at in range(0, len(ordered), len(seatings)):
            yield ordered[at : at + len(seatings)]


def above(result: LeagueResult, first: str, second: str) -> float:
    places, line_up = result.result.outcome.places, result.result.bout.levels
    one, other = places[line_up.index(first)], places[line_up.index(second)]
    return (1 + (one < other) - (one > other)) / 2


def verdict_of(scores: Sequence[float]) -> Verdict:
    if evidence(scores, 0.5) < SURE:
        return "undecided"
    return "first" if sum(scores) > len(scores) / 2 else "second"


def evidence(scores: Sequence[float], mean: float) -> float:
    """The logarithm of what the stake has become, betting against this mean."""
    bets = [share / mean for share in STAKES] + [-share / (1 - mean) for share in STAKES]
    grown = [sum(log1p(bet * (score - mean)) for score in scores) for bet in bets]
    most = max(grown)
    return most + log(sum(exp(each - most) for each in grown) / len(grown))


def interval(scores: Sequence[float]) -> tuple[float, float]:
    """All means that the test does not reject."""
    means = [number / MEANS for number in range(1, MEANS)]
    kept = [mean for mean in means if evidence(scores, mean) < SURE]
    if not kept:
        share = sum(scores) / len(scores)
        return share, share
    step = 1 / MEANS
    return max(0.0, kept[0] - step), min(1.0, kept[-1] + step)
