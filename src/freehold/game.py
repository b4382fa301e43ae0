"""What a game is: a record of eight functions, and a few optional ones.

Read this first. A game is a value at the end of its folder's `__init__.py`. The match calls its
functions, which know nothing about the match. `now` is passed in: ms since the match began.

`terms.py` has the types of the signatures: Setup, View, Notice, Outcome and the like.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal

from freehold.extras import (
    Extras,
    Highlights,
    Key,
    Level,
    MapDrawn,
    MapFound,
    MapMaking,
    MapTable,
    MapWords,
    Numbers,
    Preset,
    SwapTotal,
    TextWire,
)
from freehold.kernel.chance import Stream
from freehold.kernel.pictures import Tile
from freehold.terms import (
    PUBLIC,
    TRUTH,
    A,
    Arrive,
    Changes,
    Clock,
    F,
    Illegal,
    Leave,
    Legend,
    Malformed,
    Ms,
    Notice,
    Outcome,
    P,
    Rect,
    Resign,
    S,
    Seat,
    Setup,
    Stale,
    Standard,
    TimeUp,
    View,
    Viewer,
    words_of_facts,
)
from freehold.world import World

__all__ = [
    "PUBLIC",
    "TRUTH",
    "AnyGame",
    "Arrive",
    "Changes",
    "Clock",
    "Extras",
    "Game",
    "Highlights",
    "Illegal",
    "Key",
    "Leave",
    "Legend",
    "Level",
    "Malformed",
    "MapDrawn",
    "MapFound",
    "MapMaking",
    "MapTable",
    "MapWords",
    "Ms",
    "Notice",
    "Numbers",
    "Outcome",
    "Preset",
    "Rect",
    "Resign",
    "Seat",
    "Setup",
    "Stale",
    "Standard",
    "SwapTotal",
    "TextWire",
    "TimeUp",
    "View",
    "Viewer",
    "World",
    "words_of_facts",
]


@dataclass(frozen=True, kw_only=True)
class Game(Generic[P, S, A, F]):
    # Facts
    name: str
    folder: str  # the package of the record, `__name__`: RULES.md is there
    title: str
    sentence: str
    rules_version: int
    kind: Literal["turns", "sealed", "real-time"]
    seats: tuple[int, int]  # the smallest and the largest number
    endings: tuple[str, ...]
    params: type[P]
    state: type[S]
    facts: type[F]
    legend: Mapping[str, Legend]
    shape: Callable[[P], Literal["square", "hex"]] = lambda params: "square"
    clock: Callable[[P], Clock] = lambda params: Clock()  # the default, where there is one
    grace_ms: Ms = 60_000  # how long a player may be away before the server says `Leave`
    flush_ms: Ms = 0  # how often viewers are told; 0 means immediately
    longest: int = 10_000  # random play ends within this number of actions and wakes
    snapshot_entries: int = 500  # a match goes on from a snapshot that is at most this old
    world: World[P, S] | None = None  # if people come and go while it runs

    # The eight functions, and the optional ones
    new: Callable[[Setup[P]], S]
    act: Callable[[S, Ms, Seat, A | Standard], list[Notice]]
    wake_at: Callable[[S], Ms | None] = lambda state: None
    wake: Callable[[S, Ms], list[Notice]] = lambda state, now: []
    awaited: Callable[[S], tuple[Seat, ...]]
    view: Callable[[S, Viewer], View[F]]
    choices: Callable[[View[F], Ms, Stream], Iterator[A]]
    outcome: Callable[[S], Outcome | None]
    redeal: Callable[[S, Seat, Stream], S] | None = None  # if it has secrets
    changes: Callable[[S], Changes] = lambda state: Changes()  # since it was last called

    # Words and pictures
    parse: Callable[[str], A]  # text to action, raising Malformed
    spell: Callable[[A], str]
    texts: Mapping[str, str]  # sentences for the codes of refusals, notices and endings
    tiles: Callable[[View[F]], list[Tile]]
    describe: Callable[[View[F], tuple[str, ...]], list[str]]  # lines beside the picture
    bots: Mapping[str, Callable[..., Any]] = field(default_factory=dict)  # weakest first
    extras: Extras[P, S, A, F] = field(default_factory=Extras)  # presets, keys, maps and the like


AnyGame = Game[Any, Any, Any, Any]
