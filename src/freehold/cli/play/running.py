"""A match played from where it stands: by bots alone, with a report, or by people here."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Iterator

import msgspec

from freehold.bots import RunReport, report_of, run
from freehold.cli.errors import Trouble
from freehold.cli.notes import keep_notes
from freehold.cli.play.interrupts import held_back
from freehold.cli.play.making import SEED_NOTE, key_for_bots
from freehold.cli.play.sittings import Sitting
from freehold.cli.records import RecordFile
from freehold.cli.screens import can_show, print_board
from freehold.cli.words import outcome_lines
from freehold.game import TRUTH
from freehold.hosting import BotHost
from freehold.match import Match

SEED_DIGITS = 100


def refuse_json_with_people(match: Match, options: Namespace) -> None:
    if options.json and any(not seated.bot for seated in match.header.seats):
        raise Trouble("--json is for matches between bots; use only bots in --seats")


def open_record(path: str | None, match: Match) -> RecordFile | None:
    return RecordFile(path, match) if path else None


def play_on(
    match: Match,
    file: RecordFile | None,
    host: BotHost,
    is_quiet: bool = False,
    is_lines: bool = False,
) -> RunReport:
    """Play a match from where it is, with the players in its seats; bots alone report."""
    if all(seated.bot for seated in match.header.seats):
        report, seconds = play_headless(match, file, host)
        if file:
            keep_notes(file.path, report.notes, file.is_resumed)
        if not is_quiet:
            print_report(match, report, seconds)
        return report
    if match.game.kind == "real-time":
        refuse_lines(match, is_lines)
    sitting = Sitting(match, file, host)
    if match.game.kind == "real-time" or (can_show() and not is_lines):
        from freehold.cli.play.tables import play_on_screen

        play_on_screen(sitting)
    else:
        from freehold.cli.play.sessions import play_in_turns

        play_in_turns(sitting)
    report = report_of(match, sitting.runner.crew)
    for line in strike_lines(match, report):
        print(line)
    return report


def refuse_lines(match: Match, is_lines: bool) -> None:
    """A game in real time needs the full screen, and only one person can use it."""
    title = match.game.title
    people = sum(not seated.bot for seated in match.header.seats)
    if people > 1:
        raise Trouble(f"{title} is played in real time: only one human per terminal, not {people}")
    if is_lines:
        raise Trouble(f"{title} is played in real time and needs the full screen; omit --lines")
    if not can_show():
        raise Trouble(f"{title} is played in real time and needs a terminal, unless only bots play")


def play_headless(match: Match, file: RecordFile | None, host: BotHost) -> tuple[RunReport, float]:
    begun = time.perf_counter()
    bots = host.seat(match.game, [seated.bot for seated in match.header.seats])
    try:
        with held_back() as check:

            def keep() -> None:
                if file:
                    file.keep()
                check()

            report = run(match, bots, key_for_bots(match), keep)
    finally:
        if file:
            file.close(match.now)
    return report, time.perf_counter() - begun


def print_report(match: Match, report: RunReport, seconds: float) -> None:
    view = match.view(TRUTH)
    print_board(match.game, view)
    for line in [*match.game.describe(view, match.names), *outcome_lines(match)]:
        print(line)
    for refusal in report.refusals[:10]:
        name = match.names[refusal.seat]
        print(f"Refused at {refusal.now} ms: {name}'s {refusal.action} ({refusal.code})")
    for line in strike_lines(match, report):
        print(line)
    print(f"{report.entries} entries in {seconds:.2f} s")


def strike_lines(match: Match, report: RunReport) -> Iterator[str]:
    """What went wrong in bots that were brought."""
    for strike in report.strikes:
        where = f", {strike.where}" if strike.where else ""
        yield f"Strike of {match.names[strike.seat]} at entry {strike.entry}{where}: {strike.text}"
    for seat in report.out:
        yield f"{match.names[seat]} has five strikes and places below all others."


def report_json(match: Match, report: RunReport) -> str:
    seed = match.header.notes.get(SEED_NOTE)
    shown = {
        "game": match.game.name,
        "rules_version": match.game.rules_version,
        "seats": match.header.seats,
        "seed": int(seed)
        if seed and seed.lstrip("-").isdecimal() and len(seed) <= SEED_DIGITS
        else None,
        "params": match.header.params,
        "outcome": report.outcome,
        "entries": report.entries,
        "match_ms": report.now,
        "refusals": report.refusals,
        "strikes": report.strikes,
        "fingerprint": match.fingerprint(),
    }
    return msgspec.json.encode(shown).decode()
