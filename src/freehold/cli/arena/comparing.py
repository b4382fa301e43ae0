"""`freehold arena compare`: which of two bots is better."""

from __future__ import annotations

from argparse import Namespace

import msgspec

from freehold.arena.comparing import BotComparison, compare, mirrored
from freehold.arena.leagues import LeagueTable, LeagueTime
from freehold.arena.running import play_here, play_in_pool
from freehold.bots import Endless
from freehold.bots.levels import middle_bot
from freehold.cli.errors import NO, Trouble
from freehold.cli.screens import print_json
from freehold.cli.settings import find_game, need_bot, read_params, read_player
from freehold.game import AnyGame, Clock
from freehold.hosting import BotHost, HostOptions


def compare_bots(options: Namespace) -> int:
    game = find_game(options.game)
    first, second = read_player(options.first), read_player(options.second)
    others = [read_player(options.others or middle_bot(game))] * (max(2, game.seats[0]) - 2)
    check(game, options, [first, second, *others])
    limits = HostOptions(in_process=options.in_process)
    crowd = play_here if options.jobs == 1 else play_in_pool(options.jobs)
    try:
        found = compare(game, table_of(game, options), limits, others, crowd, options.jobs)
    except Endless as error:
        raise Trouble(f"{error}; give it an end with --set (freehold params {game.name})") from None
    if options.json:
        print_json(found)
    else:
        print_comparison(game, found, len(mirrored(first, second, others)))
    return NO if found.strikes else 0


def check(game: AnyGame, options: Namespace, bots: list[str]) -> None:
    for bot in bots:
        need_bot(game, bot, "arena compare", list(game.bots))
    if len({*bots}) < min(3, len(bots)):
        raise Trouble("A, B and --others must be different bots")
    if options.most < 1 or options.jobs < 1:
        raise Trouble("--most and --jobs must be at least 1")
    with BotHost(HostOptions(in_process=options.in_process)) as host:
        host.check(game, bots)


def table_of(game: AnyGame, options: Namespace) -> LeagueTable:
    return LeagueTable(
        name="compare",
        game=game.name,
        folder=game.folder,
        rules_version=game.rules_version,
        seats=max(2, game.seats[0]),
        bots=(read_player(options.first), read_player(options.second)),
        format="round-robin",
        rounds=1,
        first_seed=options.seed,
        seeds=options.most,
        preset="",
        params=msgspec.to_builtins(read_params(game, options.set)),
        clock=Clock(),
        time=LeagueTime(),
    )


def print_comparison(game: AnyGame, found: BotComparison, seatings: int) -> None:
    print(
        f"{game.title}: {found.first} and {found.second}, {found.matches} matches on"
        f" {found.seeds} seed{'s' * (found.seeds > 1)}, each in {seatings} seatings"
    )
    print(
        f"{found.first} placed above {found.second} in {found.share:.1%}"
        f" (95% interval: {found.low:.1%} to {found.high:.1%}; it holds whenever the test stops)"
    )
    better = {"first": found.first, "second": found.second}.get(found.verdict)
    if better:
        print(f"{better} is better, with 95% confidence.")
    else:
        print("Neither is better as far as this can tell: --most SEEDS looks further.")
    for bot, count in found.strikes.items():
        print(f"{bot} has {count} strike{'s' * (count > 1)}: freehold bot check tells which.")
