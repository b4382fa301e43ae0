"""`freehold play`: a match at this terminal, with people or with bots only."""

from __future__ import annotations

from argparse import Namespace

from freehold.cli.errors import Trouble
from freehold.cli.play.making import make_match, read_seats
from freehold.cli.play.running import open_record, play_on, refuse_json_with_people, report_json
from freehold.cli.records import RecordFile, resume
from freehold.cli.settings import find_game
from freehold.match import Match


def play(options: Namespace) -> int:
    if options.resume:
        return show(*begin_again(options), options.json)
    game = find_game(options.game)
    if options.swap:
        from freehold.cli.play.swaps import play_swapped

        return play_swapped(game, options)
    match = make_match(game, options, read_seats(game, options))
    refuse_json_with_people(match, options)
    return show(match, open_record(options.record, match), options.json)


def begin_again(options: Namespace) -> tuple[Match, RecordFile]:
    named = ("game", "seats", "names", "clock", "record", "set", "swap")
    given = [name for name in named if getattr(options, name)]
    if given or options.seed is not None:
        raise Trouble("--resume takes everything from the record; leave the other options out")
    match, file = resume(options.resume)
    refuse_json_with_people(match, options)
    return match, file


def show(match: Match, file: RecordFile | None, as_json: bool) -> int:
    report = play_on(match, file, as_json)
    if report and as_json:
        print(report_json(match, report))
    return 0
