"""How a newcomer fares: what share of matches sensible but naive play wins against each level.

    python bench/newcomers.py [GAME ...] [--matches N] [--against BOT ...]

For each game a player of `newcomer_players.py` sits down against each of the game's levels, on the
usual board, at the smallest table, its seat rotated; the goal is about 70% of matches won against
Easy, 40% against Medium, and 15% or fewer against Hard. Ties are shared; the interval is Wilson's,
of 95%. Minutes are the median of the match's own time. Games of turns have none when bots play:
there a person's pace is assumed (`SECONDS`). Mine Land has no winner: the newcomer and one bot of
the level dig in the same world for ten minutes, and their points are compared.

`--against` takes other bots than the levels, for tuning. Not a part of `make bench`: with the usual
number of matches it takes about a quarter of an hour on a core of its own.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from statistics import mean, median
from types import MappingProxyType
from typing import Any, NamedTuple

from msgspec.structs import asdict
from newcomer_players import Conqueror, Digger, LandGrabber, Sweeper, make_captain

from freehold.arena import wilson
from freehold.bot import Bot
from freehold.bots.crew import make_bot
from freehold.bots.runner import Runner
from freehold.game import Ms, Seat
from freehold.games import load_game
from freehold.games.minewars.presets import PRESETS as MINEWARS_PRESETS
from freehold.kernel.chance import key_of
from freehold.match import Match, Seated
from freehold.match.log import Entry

GOALS = {"easy": "70%", "medium": "40%", "hard": "15% or less", "expert": "15% or less"}
SECONDS = {"farm": 8.0, "settle": 8.0, "declare": 10.0, "order": 25.0}
"""How long a person takes for each, where matches of bots have no time of their own."""


class Newcomer(NamedTuple):
    make: Callable[[], Bot]
    matches: int
    until_ms: Ms = 0
    """When points are compared; 0 is at the end of the match."""
    params: Mapping[str, Any] = MappingProxyType({})


NEWCOMERS = {
    "land-grab": Newcomer(LandGrabber, 200),
    "territory": Newcomer(Conqueror, 60),
    "area-attack": Newcomer(Sweeper, 30),
    "mine-land": Newcomer(Digger, 20, 600_000, {"width_tiles": 100, "height_tiles": 100}),
    "minewars": Newcomer(make_captain, 20, params=asdict(MINEWARS_PRESETS["classic"].params)),
}


class Played(NamedTuple):
    won: float
    minutes: float
    scores: tuple[float, float]
    """The newcomer's, and the mean of the others'."""


def play(name: str, bot: str, seed: int) -> Played:
    """One match of a newcomer against bots of one level, in a seat that rotates with the seed."""
    game, newcomer = load_game(name), NEWCOMERS[name]
    seats = max(2, game.seats[0])
    seat = seed % seats
    seated = tuple(Seated(f"P{number}") for number in range(seats))
    key = key_of("newcomers", seed // seats)
    match = Match.new(game, seated, key, game.params(**newcomer.params))
    bots = {number: make_bot(game, bot) for number in range(seats)} | {seat: newcomer.make()}
    runner = Runner(match, bots, key_of("newcomers' bots", seed))
    while match.outcome is None:
        upcoming = runner.next_up()
        if upcoming is None or 0 < newcomer.until_ms < upcoming[0]:
            break
        runner.step(upcoming[0])
    return Played(won(match, seat), minutes(match, seat), scores(match, seat))


def won(match: Match, seat: Seat) -> float:
    """The newcomer's share of the win."""
    if match.outcome is None:
        points = points_of(match)
        first = [number for number, each in enumerate(points) if each == max(points)]
    else:
        first = [number for number, place in enumerate(match.outcome.places) if place == 1]
    return (seat in first) / len(first)


def points_of(match: Match) -> list[int]:
    return [walker.score for walker in match.state.walkers]


def scores(match: Match, seat: Seat) -> tuple[float, float]:
    every = list(match.outcome.scores) if match.outcome else points_of(match)
    return every.pop(seat), mean(every)


def minutes(match: Match, seat: Seat) -> float:
    if match.now:
        return match.now / 60_000
    done = [line for line in match.log.lines if isinstance(line, Entry) and line.seat == seat]
    return sum(SECONDS[line.action.split()[0]] for line in done) / 60


def row(name: str, level: str, bot: str, matches: int) -> str:
    played = [play(name, bot, seed) for seed in range(matches)]
    share = mean(each.won for each in played)
    low, high = wilson(share, matches)
    goal = GOALS.get(level, "")
    ours, theirs = (mean(each.scores[which] for each in played) for which in (0, 1))
    return (
        f"| {load_game(name).title} | {level} | {bot} | {100 * share:.0f}%"
        f" ({100 * low:.0f} to {100 * high:.0f}) | {goal}"
        f" | {median(each.minutes for each in played):.1f} | {ours:.0f} : {theirs:.0f}"
        f" | {matches} |"
    )


def levels_of(name: str) -> list[tuple[str, str]]:
    return [(level.word, level.bot) for level in load_game(name).extras.levels]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(NEWCOMERS))
    parser.add_argument("--matches", type=int, default=0)
    parser.add_argument("--against", nargs="*", default=[], metavar="BOT")
    chosen = parser.parse_args(arguments)
    if unknown := [name for name in chosen.games if name not in NEWCOMERS]:
        parser.error(f"there is no newcomer for {unknown[0]}; the games are {', '.join(NEWCOMERS)}")
    print("| game | level | bot | newcomer wins | goal | minutes | points | matches |")
    print("|---|---|---|---|---|---:|---:|---:|")
    for name in chosen.games or NEWCOMERS:
        against = [("", bot) for bot in chosen.against] or levels_of(name)
        for level, bot in against:
            matches = chosen.matches or NEWCOMERS[name].matches
            print(row(name, level, bot, matches), flush=True)


if __name__ == "__main__":
    main()
