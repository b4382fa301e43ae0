"""Every game that the laws are run against, and the tables at which it is played there.

A game is found by its folder or by an entry point; there is no list to edit. Its tests stand in
`tests/games/<folder>`, or in the folder `tests` of the package that brings it. They have:

- `scenarios.py` with `scenarios() -> Iterator[tuple[str, Match]]`: a short match to every ending.
  `make golden` writes them down in `records/`, and random matches in `golden/`.

And they may have:

- `tables.py` with `TABLES: tuple[At, ...]`, the params and seats to play at (without it: the game's
  default params at the smallest and the largest number of seats, once with a clock);
- `hidden.py` with `is_hidden(state, viewer, seat, action) -> bool`: would the rules keep this
  action of another seat from the viewer, should it be accepted now? Write it from the rulebook, not
  from `views.py`. Real-time games with secrets need one. A sealed game has one by itself: what is
  submitted while others are still awaited;
- in the same file, if a seat may know less than the public (one who is frozen, say),
  `knows_public(state, seat) -> bool`;
- if it has a screen of its own in `web/src/games`, `tests/games/<folder>/vectors.py` with
  `showings()`: what clicks and keys there must send, see `tests/vectors.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from msgspec import Struct

from freehold.game import AnyGame, Clock, Seat, Viewer
from freehold.games import game_names, load_game
from freehold.games._template import GAME as TEMPLATE
from freehold.match import Match
from tests.toy import GAME as TOY

NAMES = (TEMPLATE.name, TOY.name, *game_names())
HERE = Path(__file__).resolve().parent
CLOCK = Clock(bank_ms=20_000, increment_ms=300)
IsHidden = Callable[[Any, Viewer, Seat, Struct], bool]


class At(NamedTuple):
    """A table to play at."""

    seats: int
    params: Struct | None = None
    clock: Clock = Clock()


def find_games() -> list[AnyGame]:
    return [game_named(name) for name in NAMES]


@cache
def game_named(name: str) -> AnyGame:
    for game in (TEMPLATE, TOY):
        if game.name == name:
            return game
    return load_game(name)


def is_ours(game: AnyGame) -> bool:
    """Else an installed package has brought it, and its tests with it."""
    return game.folder.startswith(("freehold.games.", "tests."))


def folder_of(game: AnyGame) -> str:
    """Where the game's tests stand, as a module: `tests.games.land_grab`."""
    if not is_ours(game):
        return f"{game.folder}.tests"
    return "tests.toy" if game.name == TOY.name else f"tests.games.{game.name.replace('-', '_')}"


def data_of(game: AnyGame) -> Path:
    """The folder that holds `records` and `golden`: of all our games together, or of a package."""
    if is_ours(game):
        return HERE
    found = find_spec(folder_of(game))
    assert found is not None, f"{game.name} has no tests: make the package {folder_of(game)}"
    assert found.origin is not None, f"{folder_of(game)} has no __init__.py"
    return Path(found.origin).parent


def records_of(game: AnyGame) -> list[Path]:
    """The recorded matches of a game."""
    return sorted((data_of(game) / "records" / game.name).glob("*.jsonl"))


def all_records() -> list[Path]:
    return [path for game in find_games() for path in records_of(game)]


def golden_of(game: AnyGame) -> Path:
    """The folder of a game's playthroughs and fingerprints."""
    return data_of(game) / "golden"


def companion(game: AnyGame, name: str) -> ModuleType | None:
    """A module that a game's tests offer to the laws."""
    folder = folder_of(game)
    if find_spec("tests.games") is None and not folder.endswith("toy"):
        return None
    if find_spec(folder) is None or find_spec(f"{folder}.{name}") is None:
        return None
    return import_module(f"{folder}.{name}")


def tables(game: AnyGame) -> tuple[At, ...]:
    offered = companion(game, "tables")
    if offered is not None:
        return tuple(offered.TABLES)
    params = game.params()
    plain = tuple(At(seats, params, game.clock(params)) for seats in sorted({*game.seats}))
    if game.kind == "real-time" or game.clock(params) != Clock():
        return plain
    return (*plain, At(game.seats[0], params, CLOCK))


def has_moments(game: AnyGame) -> bool:
    """Does something come of itself in it? `wake_at` and `wake` are a game's to leave out."""
    return game.wake_at is not type(game).wake_at


def hidden_of(game: AnyGame) -> IsHidden | None:
    offered = companion(game, "hidden")
    return None if offered is None else offered.is_hidden


def knows_public(game: AnyGame, state: Struct, seat: Seat) -> bool:
    offered = companion(game, "hidden")
    asks = getattr(offered, "knows_public", None)
    return True if asks is None else bool(asks(state, seat))


def scenarios_of(game: AnyGame) -> list[tuple[str, Match]]:
    """The short matches that reach every ending, named for it: `scenarios.py` of its tests."""
    offered = companion(game, "scenarios")
    assert offered is not None, f"{game.name} has no scenarios.py in {folder_of(game)}"
    return list(offered.scenarios())
