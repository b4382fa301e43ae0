"""What a game says about itself if players come and go while it runs: a world, not a table.

A newcomer's seat is the one after the last, and its first action is `Arrive`. Views of a world are
windows; with many viewers the game should say whose view may differ (`Game.changes`), so that the
feed does not have to ask for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from msgspec import Struct

P = TypeVar("P", bound=Struct)
S = TypeVar("S", bound=Struct)


class Row(NamedTuple):
    """A row of the standings. Ties share no rank: the first to get there is listed first."""

    seat: int
    score: int
    is_out: bool
    """The score does not change until the next round."""


@dataclass(frozen=True, kw_only=True)
class World(Generic[P, S]):
    rest_ms: Callable[[P], int]
    """Time from a round's end until the next one begins by itself, with all who are present."""
    standing: Callable[[S], tuple[Row, ...]]
    """The best first. It is sent to all on a beat of its own, so it must not say where."""
    watched: Callable[[S], Sequence[int]] | None = None
    """The seats whose view watchers may see, with a delay; None means seats that agree to it."""
