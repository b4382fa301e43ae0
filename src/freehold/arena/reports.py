"""Reports: what the matches of a league add up to.

Everything in a report follows from the league and its matches: equal leagues give equal reports,
byte for byte. How long bots thought is apart, in `Times`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import msgspec
from msgspec import Struct

from freehold.arena.formats import standing
from freehold.arena.journals import replay_path
from freehold.arena.leagues import League, LeagueTable, LeagueTime
from freehold.arena.matches import QUARTERS, LeagueResult, us_of
from freehold.arena.ratings import Rating, Scored, never_lost, rate, summed, wins_of
from freehold.arena.running import Rounds, outcomes
from freehold.arena.tallies import DIGITS, Share, Struck, summarise, wilson
from freehold.game import AnyGame, Clock
from freehold.games import load_game

FORMAT = 1
METHOD = (
    "Ratings: Bradley-Terry, fitted to all matches at once; a match of k seats counts as its"
    " k(k-1)/2 pairs, and each bot has one draw with an imaginary bot of mean strength."
    " Intervals: 95%, bootstrapped over seeds. 400 points are odds of 10 to 1 to place above."
)


class Cross(Struct, frozen=True):
    """One bot against another: the share of pairs in which it placed above, ties half."""

    share: float
    pairs: int


class Percentiles(Struct, frozen=True):
    p5: int
    median: int
    p95: int


class Overtaken(Struct, frozen=True):
    """Leaders on the way who did not win."""

    quarter: int
    share: float
    low: float
    high: float
    matches: int
    """Those in which one seat led at that time."""


class Notable(Struct, frozen=True):
    """A match worth looking at."""

    what: str
    figure: float
    seed: int
    line_up: tuple[str, ...]
    replay: str


class ListedMatch(Struct, frozen=True):
    seed: int
    line_up: tuple[str, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...]
    ending: str
    replay: str
    record: str
    """The SHA-256 of the record."""


class TableReport(Struct, frozen=True):
    name: str
    game: str
    title: str
    """The game's."""
    rules_version: int
    seats: int
    format: str
    rounds: int
    seeds: tuple[int, int]
    """The first and the last."""
    preset: str
    changed: dict[str, Any]
    """Parameters that are not the game's defaults."""
    clock: Clock
    time: LeagueTime
    standing: tuple[str, ...]
    """The bots in the order of their ratings; on a ladder and in Swiss as they stand in it."""
    ratings: tuple[Rating, ...]
    seat_ratings: tuple[Rating, ...]
    """Of each bot in each seat: `greedy, seat 0`."""
    bounds: tuple[str, ...]
    """Where ratings are only lower bounds."""
    crosstable: dict[str, dict[str, Cross]]
    games: int
    wins: dict[str, Share]
    """By bot, of the matches in which it sat."""
    seat_wins: tuple[Share, ...]
    scores: dict[str, float]
    """The mean score, by bot."""
    endings: dict[str, int]
    refusals: dict[str, dict[str, int]]
    """By bot and code: bugs of bots, or races in real time."""
    promises: dict[str, dict[str, int]]
    strikes: dict[str, list[Struck]]
    entries: Percentiles
    match_ms: Percentiles
    overtaken: tuple[Overtaken, ...]
    actions: dict[str, dict[str, float]]
    """By bot: actions of each kind in a match, on average."""
    notable: tuple[Notable, ...]
    matches: tuple[ListedMatch, ...]


class Report(Struct, frozen=True):
    format: int
    title: str
    method: str
    matches: int
    tables: tuple[TableReport, ...]


class BotTime(Struct, frozen=True):
    decisions: int
    mean_ms: float
    median_ms: float
    p99_ms: float
    worst_ms: float


Times = dict[str, dict[str, BotTime]]
"""By table and bot. Median and p99 are exact to 6%."""


def make_report(league: League, played: Sequence[Rounds]) -> Report:
    tables = tuple(
        table_report(table, rounds, league.replays)
        for table, rounds in zip(league.tables, played, strict=True)
    )
    matches = sum(table.games for table in tables)
    return Report(FORMAT, league.title, METHOD, matches, tables)


def table_report(table: LeagueTable, rounds: Rounds, replays: bool = True) -> TableReport:
    game = load_game(table.game, table.folder)
    results = [result for each in rounds for result in each]
    summary = summarise([each.result for each in results])
    pairs = pairs_by_seed(results, by_seat=False)
    ratings = rate(pairs, table.bots, table.name)
    order = [rating.name for rating in ratings]
    if table.format != "round-robin":
        order = standing(table, [outcomes(each) for each in rounds])
    seeds = sorted({each.result.bout.seed for each in results})
    return TableReport(
        name=table.name,
        game=table.game,
        title=game.title,
        rules_version=table.rules_version,
        seats=table.seats,
        format=table.format,
        rounds=table.rounds,
        seeds=(seeds[0], seeds[-1]),
        preset=table.preset,
        changed=changed_params(game, table.params),
        clock=table.clock,
        time=table.time,
        standing=tuple(order),
        ratings=tuple(ratings),
        seat_ratings=tuple(seat_ratings(table, results)),
        bounds=bounds_of(table, pairs),
        crosstable=crosstable(table.bots, pairs),
        games=len(results),
        wins={bot: wins_share(bot, results) for bot in table.bots},
        seat_wins=summary.seats,
        scores={bot: summary.scores[bot] for bot in table.bots if bot in summary.scores},
        endings=summary.endings,
        refusals=summary.refusals,
        promises=summary.promises,
        strikes=summary.strikes,
        entries=percentiles([each.result.entries for each in results]),
        match_ms=percentiles([each.result.now for each in results]),
        overtaken=tuple(overtaken(results, at) for at in range(len(QUARTERS))),
        actions=actions(table.bots, results),
        notable=notable(results, replays),
        matches=tuple(listed(each, replays) for each in results),
    )


def wins_share(bot: str, results: Sequence[LeagueResult]) -> Share:
    its = [each.result for each in results if bot in each.result.bout.levels]
    return summarise(its).levels[bot] if its else Share(0.0, 0.0, 1.0, 0.0, 0)


def changed_params(game: AnyGame, params: dict[str, Any]) -> dict[str, Any]:
    usual = msgspec.to_builtins(game.params())
    return {name: value for name, value in params.items() if value != usual[name]}


# Ratings


def pairs_by_seed(results: Sequence[LeagueResult], by_seat: bool) -> dict[int, list[Scored]]:
    """Which of two bots placed above the other. By seat, a bot in another seat is another one."""
    found: dict[int, list[Scored]] = {}
    for each in results:
        bout, places = each.result.bout, each.result.outcome.places
        names = [seat_name(bot, seat) if by_seat else bot for seat, bot in enumerate(bout.levels)]
        group = found.setdefault(bout.seed, [])
        for one, other in combinations(range(len(names)), 2):
            if names[one] != names[other]:
                score = (1 + (places[one] < places[other]) - (places[one] > places[other])) / 2
                group.append((names[one], names[other], score))
    return found


def seat_name(bot: str, seat: int) -> str:
    return f"{bot}, seat {seat}"


def seat_ratings(table: LeagueTable, results: Sequence[LeagueResult]) -> list[Rating]:
    pairs = pairs_by_seed(results, by_seat=True)
    names = [seat_name(bot, seat) for bot in table.bots for seat in range(table.seats)]
    rated = rate(pairs, names, f"{table.name} by seat")
    ahead = {"ahead": None, "ahead_low": None, "ahead_high": None}
    return sorted(
        (msgspec.structs.replace(each, **ahead) for each in rated if each.pairs),
        key=lambda each: names.index(each.name),
    )


def bounds_of(table: LeagueTable, pairs: dict[int, list[Scored]]) -> tuple[str, ...]:
    wins = summed([wins_of(each, table.bots) for each in pairs.values()], len(table.bots))
    return tuple(
        f"{', '.join(above)} never placed below {', '.join(below)}: the distance between them is a"
        " lower bound"
        for above, below in never_lost(wins, table.bots)
    )


def crosstable(bots: Sequence[str], pairs: dict[int, list[Scored]]) -> dict[str, dict[str, Cross]]:
    won: dict[tuple[str, str], list[float]] = {}
    for group in pairs.values():
        for one, other, score in group:
            won.setdefault((one, other), []).append(score)
            won.setdefault((other, one), []).append(1 - score)
    return {
        one: {
            other: Cross(round(sum(scores) / len(scores), DIGITS), len(scores))
            for other in bots
            if (scores := won.get((one, other)))
        }
        for one in bots
    }


# How matches went


def percentiles(lengths: Sequence[int]) -> Percentiles:
    ordered = sorted(lengths)
    last = len(ordered) - 1
    return Percentiles(*(ordered[round(last * share / 100)] for share in (5, 50, 95)))


def overtaken(results: Sequence[LeagueResult], at: int) -> Overtaken:
    led = [each for each in results if at < len(each.leaders) and each.leaders[at] is not None]
    lost = sum(each.result.outcome.places[each.leaders[at] or 0] != 1 for each in led)
    share = lost / len(led) if led else 0.0
    low, high = wilson(share, len(led))
    shares = (round(share, DIGITS), round(low, DIGITS), round(high, DIGITS))
    return Overtaken(QUARTERS[at], *shares, len(led))


def actions(bots: Sequence[str], results: Sequence[LeagueResult]) -> dict[str, dict[str, float]]:
    counted: dict[str, Counter[str]] = {bot: Counter() for bot in bots}
    seated: Counter[str] = Counter()
    for each in results:
        for bot, counts in zip(each.result.bout.levels, each.actions, strict=False):
            counted[bot].update(counts)
            seated[bot] += 1
    return {
        bot: {verb: round(count[verb] / seated[bot], 2) for verb in sorted(count)}
        for bot, count in counted.items()
    }


def notable(results: Sequence[LeagueResult], replays: bool) -> tuple[Notable, ...]:
    """The closest match and the largest turn; of equal ones the first."""
    closest = min(results, key=lambda each: each.margin)
    turned = max(results, key=lambda each: each.turn)
    return (
        _notable("closest match", closest.margin, closest, replays),
        _notable("largest turn", turned.turn, turned, replays),
    )


def _notable(what: str, figure: float, result: LeagueResult, replays: bool) -> Notable:
    bout = result.result.bout
    where = replay_path(result) if replays else ""
    return Notable(what, figure, bout.seed, bout.levels, where)


def listed(each: LeagueResult, replays: bool) -> ListedMatch:
    bout, outcome = each.result.bout, each.result.outcome
    where = replay_path(each) if replays else ""
    end = (outcome.places, outcome.scores, outcome.ending)
    return ListedMatch(bout.seed, bout.levels, *end, where, each.record)


# Times


def make_times(league: League, played: Sequence[Rounds]) -> Times:
    return {
        table.name: bot_times([result for each in rounds for result in each])
        for table, rounds in zip(league.tables, played, strict=True)
    }


def bot_times(results: Sequence[LeagueResult]) -> dict[str, BotTime]:
    classes: dict[str, Counter[int]] = {}
    totals: Counter[str] = Counter()
    worst: dict[str, int] = {}
    for each in results:
        for bot, thinking in zip(each.result.bout.levels, each.thinking, strict=False):
            count = classes.setdefault(bot, Counter())
            count.update({int(name): number for name, number in thinking.classes.items()})
            totals[bot] += thinking.total_us
            worst[bot] = max(worst.get(bot, 0), thinking.worst_us)
    return {bot: _bot_time(classes[bot], totals[bot], worst[bot]) for bot in sorted(classes)}


def _bot_time(classes: Counter[int], total_us: int, worst_us: int) -> BotTime:
    decisions = classes.total()
    ordered = sorted(classes.elements())
    if not ordered:
        return BotTime(0, 0.0, 0.0, 0.0, 0.0)
    median, p99 = (us_of(ordered[len(ordered) * share // 100]) for share in (50, 99))
    figures = (total_us / decisions, median, p99, worst_us)
    return BotTime(decisions, *(round(us / 1000, 3) for us in figures))
