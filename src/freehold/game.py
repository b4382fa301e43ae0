"""What a game is: a record of eight functions, a ninth if it has secrets, and one to catch up.

Read this first. A game is a value at the foot of its folder's `__init__.py`. The match calls its
functions; they know nothing of it. `now` is passed in: ms since the match began.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from msgspec import Struct

from freehold.kernel.chance import Stream
from freehold.kernel.errors import Illegal, Malformed, Stale
from freehold.kernel.pictures import Tile
from freehold.world import World

__all__ = ["Illegal", "Malformed", "Stale"]  # the errors that a game's functions raise

Ms = int
Seat = int
Viewer = int  # a seat, or one of these two:
PUBLIC: Viewer = -1  # what every seat may know
TRUTH: Viewer = -2  # everything, after the end only


class Arrive(Struct, frozen=True, tag="arrive"):
    """The player has come (back) to the seat."""


class Leave(Struct, frozen=True, tag="leave"):
    """The player is gone, and the game's grace is over."""


class Resign(Struct, frozen=True, tag="resign"):
    """The player gives up."""


class TimeUp(Struct, frozen=True, tag="time-up"):
    """The player's clock has run out. Only the match says this."""


Standard = Arrive | Leave | Resign | TimeUp
P = TypeVar("P", bound=Struct)
S = TypeVar("S", bound=Struct)
A = TypeVar("A", bound=Struct)
F = TypeVar("F", bound=Struct)


class Setup(Struct, Generic[P], frozen=True):
    """All that a match needs to begin again identically."""

    params: P
    seats: int
    key: bytes


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """A table's clock for its players; 0 is none. The match keeps it, see `match/clock.py`."""

    bank_ms: Ms = 0
    increment_ms: Ms = 0
    limit_ms: Ms = 0  # for each turn or phase

    @property
    def is_set(self) -> bool:
        """Does a table play with a clock at all?"""
        return bool(self.bank_ms or self.limit_ms)


class Notice(Struct, frozen=True):
    """Something to animate or say. Whatever must survive a reload is in the view instead."""

    code: str
    facts: dict[str, Any] = {}
    to: tuple[Viewer, ...] | None = None
    """Who may know it, worked out in the game's `views.py`; None is everybody, watchers too."""


class Rect(NamedTuple):
    x: int
    y: int
    width: int
    height: int


class View(Struct, Generic[F], frozen=True):
    """Everything that a viewer may know."""

    viewer: Viewer
    facts: F
    rect: Rect
    layers: dict[str, bytes]
    """Bytes over the rectangle, row by row; the record's legend says what they mean."""


class Outcome(Struct, frozen=True):
    ending: str
    places: tuple[int, ...]  # of each seat, 1 the best; ties share a place
    scores: tuple[int, ...]


class Legend(Struct, frozen=True):
    """What a layer's bytes mean: names, seats (0 nobody, n seat n - 1), or plain numbers."""

    kind: Literal["names", "seats", "numbers"]
    names: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Game(Generic[P, S, A, F]):
    # Facts
    name: str
    title: str
    sentence: str
    rules_version: int
    kind: Literal["turns", "sealed", "real-time"]
    seats: tuple[int, int]  # at least, at most
    endings: tuple[str, ...]
    params: type[P]
    state: type[S]
    facts: type[F]
    legend: Mapping[str, Legend]
    shape: Callable[[P], Literal["square", "hex"]] = lambda params: "square"
    clock: Callable[[P], Clock] = lambda params: Clock()  # by default, where there is one
    grace_ms: Ms = 60_000  # a player may be away so long before the server says `Leave`
    flush_ms: Ms = 0  # how often viewers are told: 0 is at once
    longest: int = 10_000  # random play ends within so many actions and wakes
    snapshot_entries: int = 2_000  # so many take about two seconds to replay
    world: World[P, S] | None = None  # if people come and go while it runs

    # The eight functions, and two that a game may do without
    new: Callable[[Setup[P]], S]
    act: Callable[[S, Ms, Seat, A | Standard], list[Notice]]
    wake_at: Callable[[S], Ms | None] = lambda state: None
    wake: Callable[[S, Ms], list[Notice]] = lambda state, now: []
    awaited: Callable[[S], tuple[Seat, ...]]
    view: Callable[[S, Viewer], View[F]]
    choices: Callable[[View[F], Ms, Stream], Iterator[A]]
    outcome: Callable[[S], Outcome | None]
    redeal: Callable[[S, Seat, Stream], S] | None = None
    catch_up: Callable[[S], None] = lambda state: None  # what was put off until somebody looks

    # Words and pictures
    parse: Callable[[str], A]  # text to action, raising Malformed
    spell: Callable[[A], str]
    texts: Mapping[str, str]  # sentences for the codes of refusals, notices and endings
    tiles: Callable[[View[F]], list[Tile]]
    describe: Callable[[View[F], tuple[str, ...]], list[str]]  # lines beside the picture
    bots: Mapping[str, Callable[..., Any]] = field(default_factory=dict)  # weakest first


AnyGame = Game[Any, Any, Any, Any]
