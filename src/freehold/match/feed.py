"""The feed: what each viewer is sent, against a shadow of what they were last sent.

Rules about this file:
1. A frame is made of two views of the same viewer, notices addressed to them, and the table.
2. Numbers count each viewer's own frames: they say nothing of anybody else's.
3. An invisible change sends nothing: sent is what differs from the viewer's shadow.
4. A whole view comes with the latest notices, so that a viewer who returns knows what they missed.
   Nobody is told a notice that was not addressed to them.
5. A game may say whose view may differ (`Game.changes`); the feed asks for these views, for those
   of viewers with notices or a new table, and always for PUBLIC and TRUTH. It asks the game's
   state nothing else.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from msgspec import Struct

from freehold.game import AnyGame, Changes, Ms, Notice, View, Viewer
from freehold.kernel import canonical
from freehold.match.patches import Frame, Packed, Table, diff

KEPT_NOTICES = 200
"""A viewer who returns is told the latest of these. Not in a world: its seats change hands."""


class Shadow(Struct):
    """What a viewer was last sent, and the notices that wait for them."""

    view: View[Any]
    table: Table
    noted: int
    """How many notices of the match there had been."""
    number: int = 0
    notices: list[tuple[str, dict[str, Any]]] = []


class Feed:
    """The viewers of one match."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.shadows: dict[Viewer, Shadow] = {}
        self._past: deque[tuple[Ms, Notice]] = deque(maxlen=KEPT_NOTICES)
        """The latest notices, with the beat on which each was made."""
        self._noted = 0
        """How many there have been."""

    def note(self, notices: Sequence[Notice], now: Ms) -> None:
        """Keep notices, the moment they exist, for the viewers who may know them."""
        if self.game.world is None:
            beat = now - now % self.game.flush_ms if self.game.flush_ms else now
            self._past.extend([(beat, notice) for notice in notices])
            self._noted += len(notices)
        for notice in notices:
            told = self.shadows if notice.to is None else dict.fromkeys(notice.to)
            for viewer in told:
                if viewer in self.shadows:
                    self.shadows[viewer].notices.append((notice.code, notice.facts))

    def open(self, viewer: Viewer, state: Struct, table: Table, now: Ms) -> Frame:
        """A whole view for a client that begins or returns, as of the viewer's last frame.

        Another client of the same viewer is not disturbed: both go on from that frame.
        """
        shadow = self.shadows.get(viewer)
        if shadow is None:
            shadow = Shadow(self.game.view(state, viewer), table, self._noted)
            self.shadows[viewer] = shadow
        past = self._told_to(viewer, shadow.noted - self._noted + len(self._past))
        return Frame(shadow.number, now, view=shadow.view, table=shadow.table, past=past)

    def _told_to(self, viewer: Viewer, count: int) -> tuple[tuple[Ms, str, dict[str, Any]], ...]:
        """Of the first `count` notices that are kept, those that the viewer may know."""
        return tuple(
            [
                (at, notice.code, notice.facts)
                for at, notice in islice(self._past, max(0, count))
                if notice.to is None or viewer in notice.to
            ]
        )

    def save_past(self) -> bytes:
        """The latest notices, as a snapshot keeps them; empty if there are none."""
        return canonical.encode(list(self._past)) if self._past else b""

    def restore_past(self, saved: bytes) -> None:
        self._past.clear()
        if saved:
            self._past.extend(canonical.decode(saved, list[tuple[Ms, Notice]]))
        self._noted = len(self._past)

    def close(self, viewer: Viewer) -> None:
        self.shadows.pop(viewer, None)

    def flush(self, state: Struct, table: Table, now: Ms) -> dict[Viewer, Frame]:
        """The frames that are due, by viewer: none where nothing differs."""
        changes = self.game.changes(state)
        packed: Packed = {}
        frames = {}
        for viewer, shadow in self._who_may_differ(changes, table):
            view = self.game.view(state, viewer)
            news = table if table != shadow.table else None
            number, notices = shadow.number + 1, shadow.notices
            frame = diff(number, now, shadow.view, view, changes.cells, news, notices, packed)
            if frame is not None:
                self._sent(shadow, view, table)
                frames[viewer] = frame
        return frames

    def views(self, state: Struct, table: Table) -> dict[Viewer, View[Any]]:
        """As `flush`, for viewers in this process: the views themselves, and none where nothing
        differs. A viewer is told by one of the two, from first to last."""
        changes = self.game.changes(state)
        told = {}
        for viewer, shadow in self._who_may_differ(changes, table):
            view = self.game.view(state, viewer)
            if shadow.notices or table != shadow.table or view != shadow.view:
                self._sent(shadow, view, table)
                told[viewer] = view
        return told

    def _who_may_differ(self, changes: Changes, table: Table) -> Iterable[tuple[Viewer, Shadow]]:
        """The viewers whose views must be looked at."""
        whose = changes.viewers
        if whose is None:
            return self.shadows.items()
        return [
            (viewer, shadow)
            for viewer, shadow in self.shadows.items()
            if viewer in whose or viewer < 0 or shadow.notices or table != shadow.table
        ]

    def _sent(self, shadow: Shadow, view: View[Any], table: Table) -> None:
        shadow.number += 1
        shadow.view, shadow.table, shadow.notices = view, table, []
        shadow.noted = self._noted

    def copy(self) -> Feed:
        """The same viewers, who have been sent the same."""
        other = Feed(self.game)
        for viewer, shadow in self.shadows.items():
            known = (shadow.view, shadow.table, shadow.noted, shadow.number, list(shadow.notices))
            other.shadows[viewer] = Shadow(*known)
        other._past, other._noted = self._past.copy(), self._noted
        return other
