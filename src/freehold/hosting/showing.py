"""What a bot or a program was shown of its view, and the frame that brings it up to date."""

from __future__ import annotations

from typing import Any

from freehold.game import Ms, View
from freehold.match.patches import Frame, diff


class ShownFrames:
    """One that is shown a view before each decision."""

    def __init__(self) -> None:
        self._view: View[Any] | None = None
        self._number = 0

    def frame(self, view: View[Any], now: Ms) -> Frame | None:
        """A whole view at first, then what differs; None if nothing does."""
        before, self._view = self._view, view
        if before is None:
            return Frame(0, now, view=view)
        if before is view:
            return None
        frame = diff(self._number + 1, now, before, view)
        if frame is not None:
            self._number += 1
        return frame
