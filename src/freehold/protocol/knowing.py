"""What a client in Python knows of a match: frames in, a typed view out.

Bots in their worker processes and terminals use it. It never sees a state.
"""

from __future__ import annotations

import struct
from collections.abc import Hashable
from functools import cache
from typing import Any, cast, get_type_hints

import msgspec

from freehold.game import AnyGame, Ms, View
from freehold.match.patches import Frame, Table, apply


class KnownView:
    """A viewer's view, as the frames so far have made it."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.view: View[Any] | None = None
        self.table = Table(())
        self.number = -1
        self.now: Ms = 0
        self._types = _types_of(cast(Hashable, game.facts))

    def hear(self, frame: Frame) -> None:
        """Take a frame as it was decoded, with facts that are still plain."""
        if frame.view is None and frame.number != self.number + 1:
            raise ValueError(f"frame {frame.number} came after {self.number}")
        try:
            self.view = apply(self.view, self._typed(frame))
        except (LookupError, TypeError, struct.error) as error:
            raise ValueError(f"frame {frame.number} does not fit the view: {error!r}") from error
        self.table = frame.table or self.table
        self.number, self.now = frame.number, frame.now

    def _typed(self, frame: Frame) -> Frame:
        if frame.view is not None:
            facts = msgspec.convert(frame.view.facts, self.game.facts)
            view = msgspec.structs.replace(frame.view, facts=facts)
            return msgspec.structs.replace(frame, view=view)
        facts = {
            name: (how, msgspec.convert(value, self._types[name]))
            for name, (how, value) in frame.facts.items()
        }
        return msgspec.structs.replace(frame, facts=facts)


@cache
def _types_of(facts: Hashable) -> dict[str, Any]:
    """Of its fields. To work them out takes longer than to read a frame."""
    return get_type_hints(cast(type[Any], facts), include_extras=True)
