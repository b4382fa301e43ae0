"""Does looking change a match? It is played again, looked at often, seldom and never."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from freehold.game import PUBLIC, TRUTH, AnyGame, Ms
from freehold.match import Match, Record
from freehold.match.log import Line
from freehold.match.replay import begin, begin_record, feed_line, replay

SELDOM = 9
"""Lines of the log between two looks."""


class Disturbed(Exception):
    """The match depends on who looks at it, and when."""


def check_looks(match: Match) -> None:
    """Raise Disturbed unless the log gives this very match, however often everybody looks."""
    _compare(match, lambda: begin(match.game, match.header), match.log.lines[1:])


def check_record(game: AnyGame, record: Record) -> None:
    """The same of a record that verifies."""
    _compare(replay(game, record), lambda: begin_record(game, record), record.lines)


def _compare(match: Match, start: Callable[[], Match], lines: Sequence[Line]) -> None:
    marks = {every: _fingerprint(start(), lines, match.now, every) for every in (1, SELDOM, 0)}
    if {*marks.values()} != {match.fingerprint()}:
        raise Disturbed(
            f"the match depends on who looks: as it was played {match.fingerprint()},"
            f" looked at after every line {marks[1]},"
            f" after every {SELDOM}th {marks[SELDOM]}, never {marks[0]}"
        )


def _fingerprint(again: Match, lines: Sequence[Line], until: Ms, every: int) -> str:
    """What it comes to, if everybody is told after this number of lines (0: never)."""
    if every:
        for viewer in (*range(len(again.seats)), PUBLIC, TRUTH):
            again.open(viewer)
    for number, line in enumerate(lines, 1):
        feed_line(again, line)
        if every and number % every == 0:
            again.flush()
    again.advance(until)
    return again.fingerprint()
