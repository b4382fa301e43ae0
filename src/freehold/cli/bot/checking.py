"""`freehold bot check`: a bot against every level, and all that goes wrong with it."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from freehold.arena import Summary, schedule, summarise
from freehold.arena.bouts import bots_key, match_key, seat_bots
from freehold.arena.simulate import play_all
from freehold.bots import Endless, run
from freehold.cli.errors import NO, Trouble
from freehold.cli.screens import print_json, print_table
from freehold.cli.settings import find_game, need_bot, read_host_options, read_params, read_player
from freehold.cli.simulations import count_words, strike_lines
from freehold.game import AnyGame
from freehold.hosting import BotHost, HostOptions
from freehold.match import Match

REPEATED = 2
"""Seeds that are played twice."""


class BotTimes(Struct, frozen=True):
    """Of its decisions."""

    decisions: int
    median_ms: float
    p99_ms: float
    worst_ms: float


class BotCheck(Struct, frozen=True):
    bot: str
    game: str
    against: dict[str, Summary]
    times: BotTimes
    repeats: bool
    """Do equal seeds give equal matches?"""


def check_bot(options: Namespace) -> int:
    game = find_game(options.game)
    bot = read_player(options.bot)
    need_bot(game, bot, "bot check", list(game.bots))
    if options.games < 1:
        raise Trouble("--games must be at least 1")
    params = msgspec.to_builtins(read_params(game, options.set))
    try:
        found = check(game, bot, params, options.games, read_host_options(options))
    except Endless as error:
        raise Trouble(f"{error}; give it an end with --set (freehold params {game.name})") from None
    if options.json:
        print_json(found)
    else:
        print_check(game, found)
    return NO if any(summary.strikes for summary in found.against.values()) else 0


def check(
    game: AnyGame, bot: str, params: dict[str, Any], games: int, limits: HostOptions
) -> BotCheck:
    with BotHost(limits) as host:
        host.check(game, [bot])
        against = {level: play(game, bot, level, params, games, host) for level in game.bots}
        times = times_of(host.took_us.get(bot, []))
    return BotCheck(bot, game.name, against, times, repeats(game, bot, params, limits))


def play(
    game: AnyGame, bot: str, level: str, params: dict[str, Any], games: int, host: BotHost
) -> Summary:
    line_up = [bot, *[level] * (max(2, game.seats[0]) - 1)]
    return summarise(list(play_all(game, params, schedule(line_up, games, 1), 1, False, host)))


def repeats(game: AnyGame, bot: str, params: dict[str, Any], limits: HostOptions) -> bool:
    """Two seeds, twice each, in new processes."""
    return all(
        digest(game, bot, params, limits, seed) == digest(game, bot, params, limits, seed)
        for seed in range(1, REPEATED + 1)
    )


def digest(game: AnyGame, bot: str, params: dict[str, Any], limits: HostOptions, seed: int) -> str:
    line_up = [bot] * max(2, game.seats[0])
    chosen = msgspec.convert(params, game.params)
    match = Match.new(game, seat_bots(game, line_up), match_key(seed), chosen)
    with BotHost(limits) as host:
        run(match, host.seat(game, line_up), bots_key(seed))
    return match.log.digest


def times_of(took_us: Sequence[int]) -> BotTimes:
    ordered = sorted(took_us) or [0]
    shown = [ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100], ordered[-1]]
    return BotTimes(len(took_us), *(round(us / 1000, 2) for us in shown))


def print_check(game: AnyGame, found: BotCheck) -> None:
    rows = [check_row(found.bot, level, summary) for level, summary in found.against.items()]
    heads = ("against", "wins", "95% interval", "fair", "refused", "strikes")
    print(f"{found.bot} in {game.title}:")
    print_table(heads, rows)
    for line in check_lines(found):
        print(line)


def check_row(bot: str, level: str, summary: Summary) -> tuple[str, ...]:
    share = summary.levels[bot]
    refused = sum(summary.refusals.get(bot, {}).values())
    return (
        level,
        f"{share.share:.0%}",
        f"{share.low:.0%} to {share.high:.0%}",
        f"{share.fair:.0%}",
        str(refused),
        str(len(summary.strikes.get(bot, []))),
    )


def check_lines(found: BotCheck) -> Iterator[str]:
    for level, summary in found.against.items():
        if refused := summary.refusals.get(found.bot):
            yield f"Refused against {level}: {count_words(refused)}"
        if summary.strikes:
            yield f"Against {level}:"
            yield from strike_lines(summary.strikes)
    times = found.times
    yield (
        f"Decisions: {times.decisions}, median {times.median_ms} ms, p99 {times.p99_ms} ms,"
        f" worst {times.worst_ms} ms"
    )
    yield f"Repeats by seed: {'yes' if found.repeats else 'no: draw from rng alone'}"
