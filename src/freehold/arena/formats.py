"""Formats: which line-ups meet in which round, given what has been played before it.

Every line-up plays each of its seeds in all rotations of the seats. A round robin has one round.
In Swiss and ladder a round depends on the results of those before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement

from freehold.arena.bouts import Bout, rotations
from freehold.arena.leagues import LeagueTable
from freehold.game import Outcome

LineUp = tuple[str, ...]
Outcomes = Mapping[Bout, Outcome]
Points = dict[str, Fraction]


def round_bouts(table: LeagueTable, number: int, rounds: Sequence[Outcomes]) -> list[Bout]:
    """The matches of a round; `rounds` are the outcomes of those before it."""
    first = table.first_seed + number * table.seeds
    seeds = range(first, first + table.seeds)
    line_ups = next_line_ups(table, rounds)
    return [Bout(seed, seated) for seed in seeds for each in line_ups for seated in rotations(each)]


def next_line_ups(table: LeagueTable, rounds: Sequence[Outcomes]) -> list[LineUp]:
    if table.format == "round-robin":
        return everybody(table)
    order = standing(table, rounds)
    if table.format == "ladder":
        return windows(order, table.seats, len(rounds))
    return swiss(table, order, rounds)


def everybody(table: LeagueTable) -> list[LineUp]:
    """Every choice of bots; with fewer bots than seats they meet themselves as well."""
    if len(table.bots) >= table.seats:
        return list(combinations(table.bots, table.seats))
    return list(combinations_with_replacement(table.bots, table.seats))


def windows(order: Sequence[str], seats: int, number: int) -> list[LineUp]:
    """Neighbours on the ladder, from another rung on in each round."""
    first = number * (seats - 1) % seats
    starts = range(first, len(order) - seats + 1, seats)
    return [tuple(order[at : at + seats]) for at in starts]


def swiss(table: LeagueTable, order: Sequence[str], rounds: Sequence[Outcomes]) -> list[LineUp]:
    """Bots of about the same points, who have met as seldom as possible. If they do not fill the
    tables, those rest who have rested least, the lowest first."""
    met = meetings(rounds)
    played = {bot: sum(met.get((bot, other), 0) for other in order) for bot in order}
    resting = sorted(range(len(order)), key=lambda at: (-played[order[at]], -at))
    resting = resting[: len(order) % table.seats]
    waiting = [bot for at, bot in enumerate(order) if at not in resting]
    line_ups = []
    while waiting:
        line_up = [waiting.pop(0)]
        while len(line_up) < table.seats:
            often = [sum(met.get((bot, each), 0) for each in line_up) for bot in waiting]
            line_up.append(waiting.pop(often.index(min(often))))
        line_ups.append(tuple(line_up))
    return line_ups


def meetings(rounds: Sequence[Outcomes]) -> dict[tuple[str, str], int]:
    """In how many rounds two bots have met."""
    met: dict[tuple[str, str], int] = {}
    for outcomes in rounds:
        pairs = {
            (one, other)
            for bout in outcomes
            for one in bout.levels
            for other in bout.levels
            if one != other
        }
        for pair in sorted(pairs):
            met[pair] = met.get(pair, 0) + 1
    return met


def standing(table: LeagueTable, rounds: Sequence[Outcomes]) -> list[str]:
    """The bots in their order after these rounds; at first as the league lists them."""
    order = list(table.bots)
    if table.format != "ladder":
        total = points(table.bots, rounds)
        return sorted(order, key=lambda bot: (-total[bot], table.bots.index(bot)))
    for number, outcomes in enumerate(rounds):
        gained = points(order, [outcomes])
        for window in windows(order, table.seats, number):
            at = order.index(window[0])
            order[at : at + table.seats] = sorted(window, key=lambda bot: -gained[bot])
    return order


def points(bots: Sequence[str], rounds: Sequence[Outcomes]) -> Points:
    """The mean share of opponents that a bot has placed above, each match counting once: 1 for
    above all, 0 for below all, ties half; added up over the rounds. A rest counts as half."""
    total: Points = dict.fromkeys(bots, Fraction(0))
    for outcomes in rounds:
        gained: dict[str, list[Fraction]] = {bot: [] for bot in bots}
        for bout, outcome in outcomes.items():
            for seat, bot in enumerate(bout.levels):
                gained[bot].append(above(outcome.places, seat))
        for bot, shares in gained.items():
            total[bot] += sum(shares, Fraction(0)) / len(shares) if shares else Fraction(1, 2)
    return total


def above(places: Sequence[int], seat: int) -> Fraction:
    others = [place for other, place in enumerate(places) if other != seat]
    won = sum(places[seat] < place for place in others)
    tied = sum(places[seat] == place for place in others)
    return Fraction(2 * won + tied, 2 * len(others))
