"""Replay: turns a record back into the match, at any moment, and checks it.

A record is never trusted: every line that the match writes during the replay must be the line in
the record.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

import msgspec
from msgspec import Struct

from freehold.game import AnyGame, Illegal, Malformed, Ms
from freehold.match.log import (
    FORMAT,
    TIMED,
    Check,
    End,
    Entry,
    Header,
    Line,
    Mark,
    Newcomer,
    Opening,
    Seated,
    decode_line,
    encode_line,
    parse_action,
)
from freehold.match.match import Match, Snapshot, snapshot_of

MOST_MS: Ms = 2**53
"""Some 285,000 years. Up to here every language counts exactly."""


class Record(Struct, frozen=True):
    """A record file that has been read: well formed, but not yet verified."""

    header: Header
    lines: tuple[Line, ...]
    """All lines after the header, or after the opening."""
    opening: Opening | None = None
    """Where it begins, if what came before was dropped."""

    @property
    def skipped(self) -> int:
        """The number of entries that were dropped."""
        return self.opening.entries if self.opening else 0

    @property
    def entries(self) -> int:
        return sum(isinstance(line, Entry | Newcomer) for line in self.lines)

    @property
    def seats(self) -> tuple[Seated, ...]:
        """All players, including those who joined later."""
        first = self.opening.seats if self.opening else self.header.seats
        later = [Seated(line.name, line.bot) for line in self.lines if isinstance(line, Newcomer)]
        return (*first, *later)

    @property
    def is_finished(self) -> bool:
        return bool(self.lines) and isinstance(self.lines[-1], End)


class Mismatch(Exception):
    """The record is not what the match does: `line` is the first that differs, from 1."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(f"line {line}: {what}")
        self.line = line


def read_record(data: bytes) -> Record:
    """Read a record file. Raises Malformed, which says which line is wrong."""
    lines: list[Line] = []
    for number, text in enumerate(data.splitlines(), 1):
        try:
            lines.append(decode_line(text))
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Malformed(f"line {number} is not a line of a Freehold record: {error}") from None
        if isinstance(lines[-1], (*TIMED, Opening)) and lines[-1].now > MOST_MS:
            raise Malformed(f"line {number}: no match lasts longer than {MOST_MS} ms")
    if not lines or not isinstance(lines[0], Header):
        raise Malformed("this is not a Freehold record: its first line is not a header")
    if any(isinstance(line, Header) for line in lines[1:]):
        raise Malformed("there is a second header in the middle: two records in one file?")
    if lines[0].freehold != FORMAT:
        raise Malformed(f"this record is of format {lines[0].freehold}; this is format {FORMAT}")
    opening = lines[1] if len(lines) > 1 and isinstance(lines[1], Opening) else None
    rest = lines[1:] if opening is None else lines[2:]
    if any(isinstance(line, Opening) for line in rest):
        raise Malformed("there is an opening in the middle: lines before it are missing or moved")
    return Record(lines[0], tuple(rest), opening)


def begin_record(game: AnyGame, record: Record) -> Match:
    """The match where its record begins."""
    return begin(game, record.header, record.opening)


def begin(game: AnyGame, header: Header, opening: Opening | None = None) -> Match:
    """The match of a header, at its beginning. Raises Malformed if this game cannot play it."""
    if header.game != game.name:
        raise Malformed(f"the record is of {header.game}, not of {game.name}")
    if header.rules_version != game.rules_version:
        raise Malformed(
            f"the record is of {game.name} rules version {header.rules_version};"
            f" this is version {game.rules_version}"
        )
    least, most = game.seats
    if not least <= len(header.seats) <= most:
        raise Malformed(f"{game.title} is for {least} to {most} seats, not {len(header.seats)}")
    if not all(0 <= time <= MOST_MS for time in msgspec.structs.astuple(header.clock)):
        raise Malformed(f"clock times must be 0 to {MOST_MS} ms")
    if opening is not None and game.world is None:
        raise Malformed(f"{game.title} is not a world: its records are never cut")
    try:
        return Match(game, header, snapshot_of(opening) if opening else None)
    except (msgspec.ValidationError, ValueError) as error:
        raise Malformed(f"the record's header is wrong: {error}") from None


def feed_line(match: Match, line: Line) -> None:
    """Give one line's input to the match; checks (except a world's) and the end are not input."""
    if isinstance(line, Entry):
        match.act(line.now, line.seat, parse_action(match.game, line.action), line.command)
    elif isinstance(line, Mark):
        match.advance(line.now, mark=True)
    elif isinstance(line, Newcomer):
        match.sit(line.now, line.name, line.bot)
    elif isinstance(line, Check) and match.game.world is not None:
        match.cut()
    elif isinstance(line, End) and match.outcome is None:
        match.advance(line.now)


def replay(game: AnyGame, record: Record) -> Match:
    """The match at the record's last line. Raises Mismatch at a false line."""
    match = begin_record(game, record)
    number = 1
    for number, line in numbered(record):
        follow(match, line, number)
    if match.outcome and not record.is_finished:
        raise Mismatch(number + 1, "the match is over here, but its end is missing")
    return match


def numbered(record: Record) -> Iterator[tuple[int, Line]]:
    """The lines with their numbers in the file."""
    return enumerate(record.lines, 2 if record.opening is None else 3)


def follow(match: Match, line: Line, number: int) -> None:
    """Feed a line and check that the match has then written exactly that line.

    The match holds one line fewer than the file if the header was all of it, and two fewer if an
    opening came after that: a match put there has no lines.
    """
    lines = match.log.lines
    is_from_header = bool(lines) and isinstance(lines[0], Header)
    follow_at(match, line, number - 1 if is_from_header else number - 3, number)


def follow_at(match: Match, line: Line, place: int, number: int) -> None:
    """Like `follow`, for a line at a given place among the match's own."""
    lines = match.log.lines
    try:
        if place >= len(lines):  # checks and the end may be written already
            feed_line(match, line)
    except Illegal as refusal:
        raise Mismatch(number, f"refused: {refusal.code} {refusal.facts}") from None
    except ValueError as error:  # malformed, or time that goes back
        raise Mismatch(number, str(error)) from None
    if place >= len(lines):
        raise Mismatch(number, f"the match has no such line here: {_text(line)}")
    written = lines[place]
    if written != line:
        raise Mismatch(number, f"the record says {_text(line)}, the match {_text(written)}")


def _text(line: Line) -> str:
    return encode_line(line).decode().strip()


def verify(game: AnyGame, record: Record) -> str:
    """Replay all of it. Returns a sentence, or raises Mismatch (or Malformed)."""
    match = replay(game, record)
    ending = match.outcome.ending if match.outcome else "unfinished"
    if not record.opening:
        return f"{match.log.entries} entries, {ending}"
    return (
        f"{record.entries} entries from entry {record.skipped + 1} on, the oldest that was kept,"
        f" {ending}"
    )


class Replay:
    """A record to move around in. Snapshots along the way make going back cheap."""

    def __init__(self, game: AnyGame, record: Record, every: int = 0) -> None:
        self.game = game
        self.record = record
        self.every = every or game.snapshot_entries
        self._keyframes: list[tuple[int, Snapshot]] = []
        self._moments = [getattr(line, "now", 0) for line in record.lines]
        for number, line in enumerate(record.lines[1:], 1):
            if isinstance(line, Check):  # it belongs to the entry before it
                self._moments[number] = self._moments[number - 1]
        self.match = begin_record(game, record)
        self._at = 0

    def at_entry(self, entry: int) -> Match:
        """The match just after this number of entries; 0 means the beginning of what was kept."""
        seen = 0
        for position, line in enumerate(self.record.lines):
            if seen == entry:
                return self._go(position)
            seen += isinstance(line, Entry | Newcomer)
        if entry > seen or entry < 0:
            raise Malformed(f"the record has {seen} entries; there is no entry {entry}")
        return self._go(len(self.record.lines))

    def at(self, now: Ms) -> Match:
        """The match at a moment, with everything up to and in that millisecond.

        A record knows nothing about the time after its last line: the match stands still there.
        """
        now = min(now, max(self._moments, default=0))
        match = self._go(bisect_right(self._moments, now))
        if match.outcome is None and now > match.now:
            match.advance(now)
            self._at = -1  # time went on between two lines: the next move starts from a snapshot
        return match

    def _go(self, position: int) -> Match:
        if not 0 <= self._at <= position:
            self._restore(position)
        while self._at < position:
            if self._at % self.every == 0:
                self._keep()
            feed_line(self.match, self.record.lines[self._at])
            self._at += 1
        return self.match

    def _keep(self) -> None:
        if not self._keyframes or self._keyframes[-1][0] < self._at:
            self._keyframes.append((self._at, self.match.snapshot()))

    def _restore(self, position: int) -> None:
        earlier = [keyframe for keyframe in self._keyframes if keyframe[0] <= position]
        if earlier:
            self._at, snapshot = earlier[-1]
            self.match = Match(self.game, self.record.header, snapshot)
        else:
            self._at, self.match = 0, begin_record(self.game, self.record)
