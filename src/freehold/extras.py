"""What a game may add to its record: presets, levels, keys, a text protocol and the like.

All of it is optional, and a game without any is complete. `Extras` is one value of the record
(`Game.extras`); `games/__init__.py` checks it when the game is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, NamedTuple, get_args

from msgspec import Struct

from freehold.kernel.grids import Shape
from freehold.kernel.pictures import Tile
from freehold.terms import A, F, Illegal, Malformed, Ms, Outcome, P, S, View

Names = Sequence[str]
Players = Sequence[tuple[str, bool]]
"""The players at a table: their names, and whether they are ready."""


class Preset(Struct, Generic[P], frozen=True):
    """Params with a name, for the lobby and for `--set preset=NAME`."""

    sentence: str
    seats: tuple[int, int]
    """The smallest and the largest number of players it is meant for."""
    params: P


LevelWord = Literal["beginner", "easy", "medium", "hard", "expert", "master"]
LEVEL_WORDS: tuple[str, ...] = get_args(LevelWord)
"""Weakest first."""


class Level(Struct, frozen=True):
    """A bot as it is offered to people: how strong it is, and the character that plays."""

    bot: str
    """Its name in the record's `bots`, as people type it."""
    word: LevelWord
    """A code: clients say it in their own language."""
    name: str
    """The character's name, which is the name of the bot's seat: a creature or a figure."""
    face: str
    """What to draw: a creature or a thing in one lower-case word, such as `fox`."""
    sentence: str
    """How it plays."""


class Key(NamedTuple):
    """What a key does in the terminal's full screen."""

    spelling: str
    """An action as it is typed; `{x},{y}` stands for the cursor's cell, `{text}` for words that the
    player is asked for."""
    words: str
    """What the key does, for the line that lists the keys."""


@dataclass(frozen=True, kw_only=True)
class Draft(Generic[F]):
    """An action of several parts, which keys and clicks put together before Enter sends it."""

    keys: Mapping[str, str]
    """By key: what it does. The keys of the record are not listed while there is a draft."""
    ways: Mapping[tuple[int, int], str]
    """A click on a neighbour of the cursor's cell, by (dx, dy), presses this key."""
    begin: Callable[[View[F]], str]
    """The action without any parts; empty if there is no such action now."""
    edit: Callable[[View[F], str, str, int, int, int], str]
    """The draft after a key was pressed at the cell x,y, with the number that was typed before the
    key (0 for none). Raises Malformed."""


class SwapTotal(Struct, frozen=True):
    """The total of two games with the seats swapped; players by their seats in the first game."""

    points: tuple[int, int]
    winner: int | None
    """0 or 1; None for a tie."""


@dataclass(frozen=True, kw_only=True)
class Highlights(Generic[S]):
    """What a replay draws and marks; see `docs/replays.md`."""

    lead: Callable[[S], tuple[int, ...]] | None = None
    """A number for each seat; more is better. It is drawn as a graph."""
    noted: tuple[str, ...] = ()
    """Codes of the notices that the scrubber marks. If empty, it marks the rarest ones."""
    holds_ms: Mapping[str, Ms] = field(default_factory=dict)
    """By code: the minimum time that a notice is shown, in games with turns or rounds."""


class MapTable(NamedTuple):
    """A part of what is said of a map."""

    heads: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


class MapWords(NamedTuple):
    """A map judged, for `freehold maps check`."""

    is_fair: bool
    heading: str
    parts: list[str | MapTable]
    report: Struct
    """The same for programs."""


class MapFound(NamedTuple):
    """A new map, for `freehold maps make`."""

    text: str
    title: str
    words: str
    """How it was found, and how fair it is."""


class MapDrawn(NamedTuple):
    """A map as a picture, for `freehold maps draw`."""

    title: str
    rows: list[str]
    """A letter for each tile."""
    tiles: list[Tile]
    shape: Shape


@dataclass(frozen=True, kw_only=True)
class MapMaking:
    """Maps drawn by people: how a map's text is judged and drawn, and how a new one is made."""

    check: Callable[[str], Struct]
    """A report on any text, whatever is wrong with it: for the browser's editor."""
    make: Callable[[dict[str, str], bytes], str]
    """A new map as text, from what is asked for and a key. Raises Malformed."""
    longest: int
    """The maximum length of a map's text, in characters."""
    find: Callable[[dict[str, str], bytes], MapFound]
    """As `make`, however large, for the terminal."""
    judge: Callable[[str], MapWords]
    """As `check`, for the terminal."""
    draw: Callable[[str, bool], MapDrawn]
    """A map's picture, or with True its regions. Raises Malformed."""


@dataclass(frozen=True, kw_only=True)
class TextWire(Generic[A, F]):
    """A plain-text protocol of the game's own, served at `/text/GAME`. All functions are pure."""

    read: Callable[[str, View[F]], A]
    """What a message asks for. Raises Malformed."""
    error_line: Callable[[Malformed], str]
    """The answer to a message that cannot be read."""
    tell_table: Callable[[Players, Players, str], list[str]]
    """What has changed at the named player's table; everything, if they have just joined."""
    greet: Callable[[View[F], Names], list[str]]
    """The first view of a new match, or of a running match when a player comes back."""
    tell: Callable[[View[F], View[F], Names], list[str]]
    """What has changed from one view to the next."""
    refuse: Callable[[A, Illegal, View[F], Names, Ms], str]
    """The answer to an action that the rules refuse."""


@dataclass(frozen=True, kw_only=True)
class Numbers(Generic[P, A, F]):
    """Actions by number, for programs that choose by number: see `docs/numbers.md`.

    A number may mean another action in another view (a step to the north, from wherever the player
    stands), so `action` and `index` take the view as well. In one view they are each other's
    inverse.
    """

    size: Callable[[P, int], int]
    """How many numbers there are with these params and this number of seats: 0 to size - 1."""
    action: Callable[[View[F], int], A]
    """The action of a number, whether or not it is allowed. Raises IndexError."""
    index: Callable[[View[F], A], int | None]
    """The number of an action; None if it has none."""
    mask: Callable[[View[F], Ms], bytes]
    """By number: 1 if the viewer may do it now, else 0. The rules never refuse a 1."""
    without: Mapping[str, Callable[[View[F], A], bool]] = field(default_factory=dict)
    """Actions that the rules may accept although they have no number: what they are and why, and
    whether an action is one of them."""


@dataclass(frozen=True, kw_only=True)
class Extras(Generic[P, S, A, F]):
    presets: Mapping[str, Preset[P]] = field(default_factory=dict)
    """By name, for the lobby and the command line. A new room begins with the first."""
    levels: tuple[Level, ...] = ()
    """The bots that people are offered, weakest first. Without any they are offered by name."""
    highlights: Highlights[S] = field(default_factory=Highlights)
    """For replays."""
    keys: Mapping[str, Key] = field(default_factory=dict)
    """By key (a character, `enter` or `space`), for the terminal's full screen."""
    clicks: Callable[[View[F], Literal["left", "right"], int, int], list[str]] | None = None
    """There, too: what a mouse button does at the cell x,y. The first legal action is done."""
    draft: Draft[F] | None = None
    """There, too: an action of several parts."""
    timers: Callable[[View[F], Ms], list[str]] | None = None
    """There, too: lines that change with time alone, such as how long a player is still frozen."""
    signs: tuple[str, ...] = ()
    """There, too: what the signs on the board mean, with four blanks between two signs. Lines of
    `describe` that are among them are not said twice."""
    wire: TextWire[A, F] | None = None
    """For programs that speak the game's own text protocol."""
    maps: MapMaking | None = None
    """For the map editor."""
    standing: Callable[[Outcome, Outcome, P], SwapTotal] | None = None
    """Two games with the seats swapped, for `freehold play --swap`."""
    promises: Callable[[View[F]], dict[str, int]] | None = None
    """What the viewing seat has promised, kept and broken, for `freehold simulate`."""
    explain: Callable[[View[F], int, int], list[str]] | None = None
    """What there is to know about the cell x,y, in sentences: `why X,Y` in the terminal."""
    numbers: Numbers[P, A, F] | None = None
    """For bots that choose actions by number."""


AnyExtras = Extras[Any, Any, Any, Any]
