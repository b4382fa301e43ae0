"""The feed: what each viewer is sent, against a shadow of what they were last sent.

Rules about this file:
1. A frame is made of two views of the same viewer, notices addressed to them, and the table.
2. Numbers count each viewer's own frames: they say nothing of anybody else's.
3. Touched cells are only candidates. An invisible change sends nothing.
4. In a world (`world.py`) only those are asked for a view whose window holds a touched cell, who
   were noted by the rules, who have notices waiting, or to whom the table is new. So it is in a
   game whose state says `NOTES_VIEWERS`, but for the cells: there the rules note who sees them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from freehold.game import AnyGame, Ms, Notice, Rect, View, Viewer
from freehold.kernel.layers import Touched
from freehold.match.patches import Frame, Table, diff, is_empty

CHUNK = 16


class Shadow(Struct):
    """What a viewer was last sent, and the notices that wait for them."""

    view: View[Any]
    table: Table
    number: int = 0
    notices: list[tuple[str, dict[str, Any]]] = []


class Candidates:
    """The touched cells of a board, found by window without looking at all of them."""

    def __init__(self, touched: Touched) -> None:
        self.width = touched.width
        self.cells = touched.take()
        self.viewers = touched.take_viewers()
        self._chunks: dict[tuple[int, int], list[tuple[int, int]]] | None = None

    def within(self, rect: Rect) -> Sequence[int]:
        """The touched cells inside a rectangle, as places in its layers."""
        left, top, width, height = rect
        if left == 0 and top == 0 and width == self.width:
            last = width * height
            if not self.cells or self.cells[-1] < last:
                return self.cells
            return [cell for cell in self.cells if cell < last]
        right, bottom = left + width, top + height
        chunks = self._by_chunk() if self._chunks is None else self._chunks
        found: list[int] = []
        for down in range(top // CHUNK, (bottom - 1) // CHUNK + 1):
            for along in range(left // CHUNK, (right - 1) // CHUNK + 1):
                cells = chunks.get((along, down))
                if cells:
                    found += [
                        (y - top) * width + x - left
                        for x, y in cells
                        if left <= x < right and top <= y < bottom
                    ]
        return found

    def _by_chunk(self) -> dict[tuple[int, int], list[tuple[int, int]]]:
        self._chunks = {}
        for cell in self.cells:
            y, x = divmod(cell, self.width)
            self._chunks.setdefault((x // CHUNK, y // CHUNK), []).append((x, y))
        return self._chunks


class Feed:
    """The viewers of one match."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.shadows: dict[Viewer, Shadow] = {}

    def note(self, notices: Sequence[Notice]) -> None:
        """Keep notices, the moment they exist, for the viewers who may know them."""
        for notice in notices:
            told = self.shadows if notice.to is None else dict.fromkeys(notice.to)
            for viewer in told:
                if viewer in self.shadows:
                    self.shadows[viewer].notices.append((notice.code, notice.facts))

    def open(self, viewer: Viewer, state: Struct, table: Table, now: Ms) -> Frame:
        """A whole view for one who begins or returns, as of the viewer's last frame.

        Who watches as the same viewer already is not disturbed: both go on from that frame.
        """
        shadow = self.shadows.get(viewer)
        if shadow is None:
            shadow = Shadow(self.game.view(state, viewer), table)
            self.shadows[viewer] = shadow
        return Frame(shadow.number, now, view=shadow.view, table=shadow.table)

    def close(self, viewer: Viewer) -> None:
        self.shadows.pop(viewer, None)

    def flush(self, state: Struct, table: Table, now: Ms) -> dict[Viewer, Frame]:
        """The frames that are due, by viewer: none for whom nothing differs."""
        if self.shadows:
            self.game.catch_up(state)
        touched: Touched | None = getattr(state, "touched", None)
        candidates = None if touched is None else Candidates(touched)
        is_world = self.game.world is not None
        is_noting = getattr(state, "NOTES_VIEWERS", False)
        frames = {}
        for viewer, shadow in self.shadows.items():
            places = None if candidates is None else candidates.within(shadow.view.rect)
            if candidates is not None and (is_noting or (is_world and not places)):
                is_noted = viewer in candidates.viewers or shadow.notices
                if not is_noted and table == shadow.table:
                    continue
            frame = self._frame(shadow, self.game.view(state, viewer), places, table, now)
            if frame is not None:
                frames[viewer] = frame
        return frames

    def _frame(
        self,
        shadow: Shadow,
        view: View[Any],
        places: Sequence[int] | None,
        table: Table,
        now: Ms,
    ) -> Frame | None:
        """None if nothing differs. `places` are the candidates in the window as it was; one that
        moved is told whole."""
        frame = diff(
            shadow.number + 1,
            now,
            shadow.view,
            view,
            places,
            table if table != shadow.table else None,
            shadow.notices,
        )
        if is_empty(frame):
            return None
        shadow.number += 1
        shadow.view, shadow.table, shadow.notices = view, table, []
        return frame

    def copy(self) -> Feed:
        """The same viewers, who have been sent the same."""
        other = Feed(self.game)
        for viewer, shadow in self.shadows.items():
            known = (shadow.view, shadow.table, shadow.number, list(shadow.notices))
            other.shadows[viewer] = Shadow(*known)
        return other
