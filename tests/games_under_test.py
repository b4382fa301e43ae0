"""Every game that the laws are run against, and the tables at which it is played there.

A game is found by its folder or by an entry point; there is no list to edit. Its tests are in
`tests/games/<folder>`, or in the folder `tests` of the package that brings it. (A package that
`freehold new-game` made has its tests outside, and runs them itself.) They have:

- `scenarios.py` with `scenarios() -> Iterator[tuple[str, Match]]`: a short match to every ending.
  `make golden` writes them down in `records/`, and random matches in `golden/`.

And they may have:

- `tables.py` with `TABLES: tuple[At, ...]`, the params and seats to play at;
- `hidden.py` with `is_hidden`, `knows_public` if its seats may know less than the public, and
  `TELLING` if some of its notices show what was hidden.
  `freehold/testing/trials.py` says which games need them, and what they answer;
- for a screen of its own in `web/src/games`, `vectors.py` with `showings()`: what clicks and keys
  there must send, see `tests/vectors.py`.

The template's tests are those that `freehold new-game` copies: `freehold/testing/template`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest
from _pytest.mark import ParameterSet

from freehold.game import AnyGame
from freehold.games import game_names, load_game
from freehold.games._template import GAME as TEMPLATE
from freehold.match import Match
from freehold.testing import At, Trial, law_5
from freehold.testing.trials import IsHidden, always
from tests.toy import GAME as TOY

HERE = Path(__file__).resolve().parent


def find_games() -> list[AnyGame]:
    return [game_named(name) for name in NAMES]


@cache
def game_named(name: str) -> AnyGame:
    for game in (TEMPLATE, TOY):
        if game.name == name:
            return game
    return load_game(name)


def is_ours(game: AnyGame) -> bool:
    """Else an installed package has brought it."""
    return game.folder.startswith(("freehold.games.", "tests."))


def is_tested_here(name: str) -> bool:
    """Ours are, and those of packages that have their tests in them."""
    game = load_game(name)
    return is_ours(game) or find_spec(f"{game.folder}.tests") is not None


FOUND = tuple(filter(is_tested_here, game_names()))
"""The games that a player finds here, and whose tests are here too."""
NAMES = (TEMPLATE.name, TOY.name, *FOUND)
OURS = tuple(name for name in game_names() if is_ours(load_game(name)))
"""The games of this repository, of which its documents speak."""

LARGEST = ("area-attack", "minewars")


def largest_slow(names: Iterable[str]) -> list[str | ParameterSet]:
    """For tests of whole matches: `make quick` leaves out those of the largest games."""
    slow = pytest.mark.slow
    return [pytest.param(name, marks=slow) if name in LARGEST else name for name in names]


def folders_of(game: AnyGame) -> list[str]:
    """Where the game's tests are, as modules: `tests.games.land_grab`."""
    if not is_ours(game):
        return [f"{game.folder}.tests"]
    if game.name == TOY.name:
        return ["tests.toy"]
    more = ["freehold.testing.template"] if game.name == TEMPLATE.name else []
    return [f"tests.games.{game.name.replace('-', '_')}", *more]


def data_of(game: AnyGame) -> Path:
    """The folder that holds `records` and `golden`: of all our games together, or of a package."""
    if is_ours(game):
        return HERE
    found = find_spec(f"{game.folder}.tests")
    assert found is not None, f"{game.name} has no tests: make the package {game.folder}.tests"
    assert found.origin is not None, f"{game.folder}.tests has no __init__.py"
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
    for folder in folders_of(game):
        if find_spec(folder) is not None and find_spec(f"{folder}.{name}") is not None:
            return import_module(f"{folder}.{name}")
    return None


def tables(game: AnyGame) -> tuple[At, ...]:
    return trial_of(game).tables


def trial_of(game: AnyGame) -> Trial:
    offered, hidden = companion(game, "tables"), companion(game, "hidden")
    return Trial(
        game,
        () if offered is None else tuple(offered.TABLES),
        None if hidden is None else hidden.is_hidden,
        getattr(hidden, "knows_public", always),
        getattr(hidden, "TELLING", ()),
    )


def check_law_5(
    game: AnyGame,
    at: At,
    seed: int,
    pairs: int,
    is_hidden: IsHidden | None = None,
    every: int = 2,
) -> law_5.Comparison:
    """Law 5, with what the game's tests say is hidden."""
    trial = trial_of(game)
    hidden = is_hidden or trial.is_hidden
    return law_5.check_law_5(
        game, at, seed, pairs, hidden, trial.knows_public, trial.telling, every
    )


def scenarios_of(game: AnyGame) -> list[tuple[str, Match]]:
    """The short matches that reach every ending, named for it: `scenarios.py` of its tests."""
    offered = companion(game, "scenarios")
    assert offered is not None, f"{game.name} has no scenarios.py in {folders_of(game)}"
    return list(offered.scenarios())
