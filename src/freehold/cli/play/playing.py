"""`freehold play`: a match at this terminal, with people or with bots only."""

from __future__ import annotations

import secrets
import time
from argparse import Namespace

import msgspec

from freehold.arena.bouts import bots_key, match_key, names_of
from freehold.bots import Report, make_bots, run
from freehold.cli.errors import Trouble
from freehold.cli.play.interrupts import held_back
from freehold.cli.records import RecordFile, resume
from freehold.cli.screens import print_board
from freehold.cli.settings import find_game, read_clock, read_line_up, read_names, read_params
from freehold.cli.words import outcome_lines
from freehold.game import TRUTH, AnyGame
from freehold.kernel.chance import KEY_BYTES
from freehold.match import Match, Seated

BOTS_NOTE, SEED_NOTE = "bots", "seed"  # in the record's header
SEED_DIGITS = 100


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


def refuse_json_with_people(match: Match, options: Namespace) -> None:
    if options.json and any(not seated.bot for seated in match.header.seats):
        raise Trouble("--json is for matches between bots; use only bots in --seats")


def read_seats(game: AnyGame, options: Namespace) -> tuple[Seated, ...]:
    levels = read_line_up(game, options.seats)
    names = read_names(options.names, names_of(levels))
    return tuple(Seated(*pair) for pair in zip(names, levels, strict=True))


def make_match(game: AnyGame, options: Namespace, seats: tuple[Seated, ...]) -> Match:
    """A new match. Without a seed, its key and the bots' are secret random ones."""
    params = read_params(game, options.set)
    clock = read_clock(options.clock, game, params)
    if options.seed is None:
        key, for_bots = secrets.token_bytes(KEY_BYTES), secrets.token_bytes(KEY_BYTES)
        notes = {BOTS_NOTE: for_bots.hex()}
    else:
        key, for_bots = match_key(options.seed), bots_key(options.seed)
        notes = {BOTS_NOTE: for_bots.hex(), SEED_NOTE: str(options.seed)}
    return Match.new(game, seats, key, params, clock, notes)


def key_for_bots(match: Match) -> bytes:
    """From the header's note, so that bots continue as they would have; otherwise random."""
    try:
        return bytes.fromhex(match.header.notes[BOTS_NOTE])
    except (KeyError, ValueError):
        return secrets.token_bytes(KEY_BYTES)


def open_record(path: str | None, match: Match) -> RecordFile | None:
    return RecordFile(path, match) if path else None


def show(match: Match, file: RecordFile | None, as_json: bool) -> int:
    report = play_on(match, file, as_json)
    if report and as_json:
        print(report_json(match, report))
    return 0


def play_on(match: Match, file: RecordFile | None, is_quiet: bool = False) -> Report | None:
    """Play a match from its current state; with only bots, print a report."""
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


def play_headless(match: Match, file: RecordFile | None) -> tuple[Report, float]:
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


def print_report(match: Match, report: Report, seconds: float) -> None:
    view = match.view(TRUTH)
    print_board(match.game, view)
    for line in [*match.game.describe(view, match.names), *outcome_lines(match)]:
        print(line)
    for refusal in report.refusals[:10]:
        name = match.names[refusal.seat]
        print(f"Refused at {refusal.now} ms: {name}'s {refusal.action} ({refusal.code})")
    print(f"{report.entries} entries in {seconds:.2f} s")


def report_json(match: Match, report: Report) -> str:
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
