"""`freehold replay`: shows, draws and checks records."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

from freehold.arena import Disturbed, check_record
from freehold.cli.errors import NO, Trouble
from freehold.cli.notes import note_lines, read_notes
from freehold.cli.records import game_of, read_record_file
from freehold.cli.screens import is_printable, ms_words, plain_board, print_board, print_json
from freehold.cli.words import notice_lines, outcome_lines
from freehold.game import PUBLIC, TRUTH, AnyGame, Illegal, Malformed, Viewer
from freehold.match import Match, Record, Replay, verify
from freehold.match.log import Entry, Newcomer
from freehold.match.replay import Mismatch

SEAT_DIGITS = 4


def show(options: Namespace) -> int:
    """The board at a moment, the lines beside it, and what the last entry was."""
    record = read_record_file(options.file)
    viewer = read_viewer(options.seat, record)
    replay = open_replay(options.file, record)
    told = go_before(replay, options, viewer)
    match = go_to(replay, options)
    frame = match.flush().get(viewer) if told else None
    notices = notice_lines(match, frame.notices if frame else ())
    noted = read_notes(options.file) if options.notes else []
    notes = list(note_lines(noted, match.names, options.entry))
    if options.json:
        shown = moment_json(match, record, viewer, notices)
        print_json(shown | ({"notes": notes} if options.notes else {}))
        return 0
    print(moment_words(match, record))
    for line in notices:
        print(f"- {line}")
    view = match.view(viewer)
    print_board(match.game, view)
    described = match.game.describe(view, match.names)
    for line in [*described, *outcome_lines(match), *author_lines(record), *notes]:
        print(line)
    return 0


def open_replay(path: str, record: Record) -> Replay:
    try:
        return Replay(game_of(path, record), record)
    except Malformed as error:
        raise Trouble(f"{path}: {error}") from None


def go_before(replay: Replay, options: Namespace, viewer: Viewer) -> bool:
    """Start one entry early, so that the viewer hears the entry's notices."""
    most = replay.record.entries
    entry = most if options.entry is None else options.entry
    if not 0 <= entry <= most:
        raise Trouble(f"--entry {entry}: the record has {most} entries; use 0 for the beginning")
    if options.at is not None or entry < 1:
        return False
    move_to(replay, entry=entry - 1).open(viewer)
    return True


def go_to(replay: Replay, options: Namespace) -> Match:
    if options.at is not None:
        return move_to(replay, at=options.at)
    if options.entry is not None:
        return move_to(replay, entry=options.entry)
    return move_to(replay, at=max([0, *(getattr(line, "now", 0) for line in replay.record.lines)]))


def move_to(replay: Replay, entry: int | None = None, at: int | None = None) -> Match:
    if at is not None and at < 0:
        raise Trouble("--at is a time in milliseconds, from 0 on")
    try:
        return replay.at(at) if at is not None else replay.at_entry(entry or 0)
    except Malformed as error:
        raise Trouble(str(error)) from None
    except (Illegal, ValueError) as error:
        words = f"{error.code} {error.facts}" if isinstance(error, Illegal) else str(error)
        raise Trouble(
            f"the record cannot be followed ({words}); freehold replay verify says where"
        ) from None


def moment_words(match: Match, record: Record) -> str:
    """`Entry 12 of 40, at 0:31: Greedy: farm 3,4`."""
    number, entry = last_entry(match, record)
    when = f"entry {number} of {record.entries}, at {match.now} ms"
    if match.now:
        when += f" ({ms_words(match.now)})"
    if entry is None:
        return f"{match.game.title}, {when}: the beginning{_of_what(record)}"
    if isinstance(entry, Newcomer):
        return f"{match.game.title}, {when}: {entry.name} sits down"
    return f"{match.game.title}, {when}: {match.names[entry.seat]}: {entry.action}"


def last_entry(match: Match, record: Record) -> tuple[int, Entry | Newcomer | None]:
    """The number of the entry that the match has come to, and the entry; 0 at the beginning."""
    number = match.log.entries - record.skipped
    entries = [line for line in record.lines if isinstance(line, Entry | Newcomer)]
    return number, entries[number - 1] if number else None


def moment_json(match: Match, record: Record, viewer: Viewer, notices: list[str]) -> dict[str, Any]:
    number, entry = last_entry(match, record)
    view = match.view(viewer)
    return {
        "game": match.game.name,
        "rules_version": match.game.rules_version,
        "names": match.names,
        "bots": [seated.bot for seated in record.seats],
        "authors": [seated.author for seated in record.seats],
        "viewer": {PUBLIC: "public", TRUTH: "truth"}.get(viewer, viewer),
        "entry": number,
        "entries": record.entries,
        "match_ms": match.now,
        "last": entry,
        "notices": notices,
        "picture": plain_board(match.game, view) if is_printable(view) else "",
        "lines": match.game.describe(view, match.names),
        "outcome": match.outcome,
    }


def author_lines(record: Record) -> list[str]:
    """The bots that people brought to a server."""
    brought = [seated for seated in record.seats if seated.author]
    return [
        "".join(each if each.isprintable() else " " for each in line)
        for line in (f"{each.name} is a bot, {each.bot} by {each.author}." for each in brought)
    ]


def _of_what(record: Record) -> str:
    return f" of what was kept, after {record.skipped} entries" if record.opening else ""


def read_viewer(text: str | None, record: Record) -> Viewer:
    names = [seated.name.lower() for seated in record.seats]
    if text is None:
        return TRUTH if record.is_finished else PUBLIC
    word = text.strip().lower()
    if word in ("public", "truth"):
        return PUBLIC if word == "public" else TRUTH
    if word in names:
        return names.index(word)
    if word.isdecimal() and len(word) <= SEAT_DIGITS and int(word) < len(names):
        return int(word)
    known = ", ".join(f"{seat} ({name})" for seat, name in enumerate(names))
    raise Trouble(f"--seat {text[:40]}: use one of the seats {known}, public or truth")


def svg(options: Namespace) -> int:
    record = read_record_file(options.file)
    viewer = read_viewer(options.seat, record)
    picture = go_to(open_replay(options.file, record), options).svg(viewer)
    if options.out == "-":
        print(picture, end="")
        return 0
    try:
        Path(options.out).write_text(picture, encoding="utf-8")
    except OSError as error:
        raise Trouble(f"cannot write {options.out}: {error.strerror}") from None
    return 0


def verify_all(options: Namespace) -> int:
    """Replay each record. Returns 1 if one does not match, after all have been checked."""
    checked = []
    for path in options.files:
        is_good, words = _check(path, options.every_look)
        checked.append({"file": path, "is_as_recorded": is_good, "words": words})
        if not options.json:
            print(f"{path}: {words}", file=sys.stdout if is_good else sys.stderr)
    if options.json:
        print_json(checked)
    return 0 if all(each["is_as_recorded"] for each in checked) else NO


def _check(path: str, every_look: bool) -> tuple[bool, str]:
    """Does the record replay as recorded? And a sentence about it."""
    record = read_record_file(path)
    try:
        return True, _verified(game_of(path, record), record, every_look)
    except Mismatch as mismatch:
        return False, str(mismatch)
    except Disturbed as error:
        return False, f"{error}. This is a fault of the game's rules"
    except Malformed as error:
        raise Trouble(f"{path}: {error}") from None


def _verified(game: AnyGame, record: Record, every_look: bool) -> str:
    words = f"{verify(game, record)}, as recorded"
    if not every_look:
        return words
    check_record(game, record)
    return f"{words}, the same looked at after every line, seldom and never"
