"""Does looking change a match? It is played again, looked at often, seldom and never."""

from __future__ import annotations

from freehold.game import PUBLIC, TRUTH
from freehold.match import Match
from freehold.match.replay import begin, feed_line

SELDOM = 9
"""Lines of the log between two looks."""


class Disturbed(Exception):
    """The match depends on who looks at it, and when."""


def check_looks(match: Match) -> None:
    """Raise Disturbed unless the log gives this very match, however often everybody looks."""
    marks = {every: _fingerprint_looking(match, every) for every in (1, SELDOM, 0)}
    if {*marks.values()} != {match.fingerprint()}:
        raise Disturbed(
            f"the match depends on who looks: as it was played {match.fingerprint()},"
            f" looked at after every line {marks[1]},"
            f" after every {SELDOM}th {marks[SELDOM]}, never {marks[0]}"
        )


def _fingerprint_looking(match: Match, every: int) -> str:
    """The fingerprint at the end, if everybody is told after this number of lines (0: never)."""
    again = begin(match.game, match.header)
    if every:
        for viewer in (*range(len(again.seats)), PUBLIC, TRUTH):
            again.open(viewer)
    for number, line in enumerate(match.log.lines[1:], 1):
        feed_line(again, line)
        if every and number % every == 0:
            again.flush()
    again.advance(match.now)
    return again.fingerprint()
