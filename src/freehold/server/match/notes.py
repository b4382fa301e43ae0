"""What bots note during a match: kept beside its log, and shown to nobody before the end.

Notes are not a part of the match: its record has none of them, and a few may be lost in a crash.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from freehold.bots import BotNote
from freehold.game import Ms, Seat
from freehold.server.match.keeping import Keeper
from freehold.server.match.records import put_notes

NOTE_CHARACTERS = 500
NOTE_CELLS = 400
MOST_BYTES = 1 << 20
"""Of a match; what comes later is dropped."""
WRITE_AFTER = 50
"""This number of notes is written down at once."""
Cells = Iterable[tuple[int, int]]


class NoteBook:
    """The notes of one match while it runs."""

    def __init__(self, keeper: Keeper, match: str, where: Callable[[], tuple[Ms, int]]) -> None:
        self._keeper = keeper
        self._match = match
        self._where = where
        """The match's time, and how many entries it has."""
        self._notes: list[BotNote] = []
        self._bytes = 0

    def add(self, seat: Seat, text: str, cells: Cells = ()) -> None:
        places = tuple(cells)[:NOTE_CELLS]
        self._bytes += len(text) + 8 * len(places) + 40
        if self._bytes > MOST_BYTES:
            return
        now, entries = self._where()
        self._notes.append(BotNote(seat, now, entries, text[:NOTE_CHARACTERS], places))
        if len(self._notes) >= WRITE_AFTER:
            self.write()

    def write(self) -> None:
        """Have those written down that are not."""
        if not self._notes:
            return
        notes, self._notes, match = self._notes, [], self._match
        self._keeper.submit(lambda store: put_notes(store, match, notes), lambda done, error: None)
