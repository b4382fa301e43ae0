"""A match played from where it stands: by bots alone, with a report, or by people here."""

from __future__ import annotations

import time
from argparse import Namespace

import msgspec

from freehold.bots import RunReport, make_bots, run
from freehold.cli.errors import Trouble
from freehold.cli.play.interrupts import held_back
from freehold.cli.play.making import SEED_NOTE, key_for_bots
from freehold.cli.records import RecordFile
from freehold.cli.screens import print_board
from freehold.cli.words import outcome_lines
from freehold.game import TRUTH
from freehold.match import Match

SEED_DIGITS = 100


def refuse_json_with_people(match: Match, options: Namespace) -> None:
    if options.json and any(not seated.bot for seated in match.header.seats):
        raise Trouble("--json is for matches between bots; use only bots in --seats")


def open_record(path: str | None, match: Match) -> RecordFile | None:
    return RecordFile(path, match) if path else None


def play_on(match: Match, file: RecordFile | None, is_quiet: bool = False) -> RunReport | None:
    """Play a match from where it is, with the players in its seats; bots alone report."""
    if all(seated.bot for seated in match.header.seats):
        report, seconds = play_headless(match, file)
        if not is_quiet:
            print_report(match, report, seconds)
        return report
    if match.game.kind == "real-time":
        from freehold.cli.play.realtime import play_live

        play_live(match, file)
    else:
        from freehold.cli.play.sessions import play_in_turns

        play_in_turns(match, file)
    return None


def play_headless(match: Match, file: RecordFile | None) -> tuple[RunReport, float]:
    begun = time.perf_counter()
    bots = make_bots(match.game, [seated.bot for seated in match.header.seats])
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
    print(f"{report.entries} entries in {seconds:.2f} s")


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
        "fingerprint": match.fingerprint(),
    }
    return msgspec.json.encode(shown).decode()
