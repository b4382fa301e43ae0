"""Replay: a record becomes the match again, at any moment of it, and can be checked.

A record is trusted in nothing: every line that the match writes while it is replayed must be
the line that stands in the record.
"""

from __future__ import annotations

from bisect import bisect_right

import msgspec
from msgspec import Struct

from freehold.game import AnyGame, Illegal, Malformed, Ms
from freehold.match.log import (
    FORMAT,
    Check,
    End,
    Entry,
    Header,
    Line,
    Mark,
    decode_line,
    encode_line,
    parse_action,
)
from freehold.match.match import Match, Snapshot


class Record(Struct, frozen=True):
    """A record file that has been read: well formed, but not yet verified."""

    header: Header
    lines: tuple[Line, ...]
    """All lines after the header."""

    @property
    def entries(self) -> int:
        return sum(isinstance(line, Entry) for line in self.lines)

    @property
    def is_finished(self) -> bool:
        return bool(self.lines) and isinstance(self.lines[-1], End)


class Mismatch(Exception):
    """The record is not what the match does: `line` is the first that differs, from 1."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(f"line {line}: {what}")
        self.line = line


def read_record(data: bytes) -> Record:
    """Read a record file, or raise Malformed saying which line is wrong."""
    lines: list[Line] = []
    for number, text in enumerate(data.splitlines(), 1):
        try:
            lines.append(decode_line(text))
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Malformed(f"line {number} is no line of a Freehold record: {error}") from None
    if not lines or not isinstance(lines[0], Header):
        raise Malformed("this is no Freehold record: its first line is not a header")
    if any(isinstance(line, Header) for line in lines[1:]):
        raise Malformed("a second header stands in the middle: two records in one file?")
    if lines[0].freehold != FORMAT:
        raise Malformed(f"this record is of format {lines[0].freehold}; this is format {FORMAT}")
    return Record(lines[0], tuple(lines[1:]))


def begin(game: AnyGame, header: Header) -> Match:
    """The match of a header, at its beginning; Malformed if this game cannot play it."""
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
    try:
        return Match(game, header)
    except (msgspec.ValidationError, ValueError) as error:
        raise Malformed(f"the record's header is wrong: {error}") from None


def feed_line(match: Match, line: Line) -> None:
    """Give one line's input to the match; checks and the end are no input."""
    if isinstance(line, Entry):
        match.act(line.now, line.seat, parse_action(match.game, line.action), line.command)
    elif isinstance(line, Mark):
        match.advance(line.now, mark=True)
    elif isinstance(line, End) and match.outcome is None:
        match.advance(line.now)


def replay(game: AnyGame, record: Record) -> Match:
    """The match as it stood at the record's last line. Raises Mismatch at a false line."""
    match = begin(game, record.header)
    for number, line in enumerate(record.lines, 2):
        follow(match, line, number)
    if match.outcome and not record.is_finished:
        raise Mismatch(len(record.lines) + 2, "the match is over here, but its end is missing")
    return match


def follow(match: Match, line: Line, number: int) -> None:
    """Feed a line and see that the match has then written just that line."""
    try:
        if number > len(match.log.lines):  # checks and the end may be written already
            feed_line(match, line)
    except Illegal as refusal:
        raise Mismatch(number, f"refused: {refusal.code} {refusal.facts}") from None
    except ValueError as error:  # malformed, or time that goes back
        raise Mismatch(number, str(error)) from None
    if number > len(match.log.lines):
        raise Mismatch(number, f"the match has no such line here: {_text(line)}")
    written = match.log.lines[number - 1]
    if written != line:
        raise Mismatch(number, f"the record says {_text(line)}, the match {_text(written)}")


def _text(line: Line) -> str:
    return encode_line(line).decode().strip()


def verify(game: AnyGame, record: Record) -> str:
    """Replay all of it. Returns a sentence, or raises Mismatch (or Malformed)."""
    match = replay(game, record)
    if match.outcome:
        return f"{match.log.entries} entries, {match.outcome.ending}"
    return f"{match.log.entries} entries, unfinished"


class Replay:
    """A record to move about in. Snapshots on the way make going back cheap."""

    def __init__(self, game: AnyGame, record: Record, every: int = 0) -> None:
        self.game = game
        self.record = record
        self.every = every or game.snapshot_entries
        self._keyframes: list[tuple[int, Snapshot]] = []
        self._moments = [getattr(line, "now", 0) for line in record.lines]
        for number, line in enumerate(record.lines[1:], 1):
            if isinstance(line, Check):  # it belongs to the entry before it
                self._moments[number] = self._moments[number - 1]
        self.match = begin(game, record.header)
        self._at = 0

    def at_entry(self, entry: int) -> Match:
        """The match just after so many entries; 0 is the beginning."""
        seen = 0
        for position, line in enumerate(self.record.lines):
            if seen == entry:
                return self._go(position)
            seen += isinstance(line, Entry)
        if entry > seen or entry < 0:
            raise Malformed(f"the record has {seen} entries; there is no entry {entry}")
        return self._go(len(self.record.lines))

    def at(self, now: Ms) -> Match:
        """The match at a moment, with everything up to and in that millisecond.

        Of what comes after its last line a record knows nothing: there it stands still.
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
            self._at, self.match = 0, begin(self.game, self.record.header)
