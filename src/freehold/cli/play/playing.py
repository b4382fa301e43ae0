"""`freehold play`: a match at this terminal, with people or with bots only."""

from __future__ import annotations

from argparse import Namespace

from freehold.cli.errors import NO, Trouble
from freehold.cli.play.making import make_match, read_seats
from freehold.cli.play.running import open_record, play_on, refuse_json_with_people, report_json
from freehold.cli.records import RecordFile, resume
from freehold.cli.screens import warn
from freehold.cli.settings import find_game, read_host_options
from freehold.hosting import BotHost, word_digest
from freehold.match import Match


def play(options: Namespace) -> int:
    with BotHost(read_host_options(options)) as host:
        return play_at(host, options)


def play_at(host: BotHost, options: Namespace) -> int:
    if options.resume:
        match, file = begin_again(options)
        warn_of_changes(match)
        return show(match, file, host, options)
    game = find_game(options.game)
    seats = read_seats(game, options)
    host.check(game, [seated.bot for seated in seats])
    if options.swap:
        from freehold.cli.play.swaps import play_swapped

        return play_swapped(game, options, seats, host)
    match = make_match(game, options, seats)
    refuse_json_with_people(match, options)
    return show(match, open_record(options.record, match), host, options)


def warn_of_changes(match: Match) -> None:
    """A bot that was edited since the match began may not go on as it would have."""
    for seated in match.seats:
        if seated.sha256 and word_digest(match.game, seated.bot) != seated.sha256:
            warn(f"{seated.bot} has changed since this match began")


def begin_again(options: Namespace) -> tuple[Match, RecordFile]:
    named = ("game", "seats", "names", "clock", "record", "set", "swap")
    given = [name for name in named if getattr(options, name)]
    if given or options.seed is not None:
        raise Trouble("--resume takes everything from the record; leave the other options out")
    match, file = resume(options.resume)
    refuse_json_with_people(match, options)
    return match, file


def show(match: Match, file: RecordFile | None, host: BotHost, options: Namespace) -> int:
    report = play_on(match, file, host, options.json, options.lines)
    if options.json:
        print(report_json(match, report))
    return NO if report.strikes else 0
