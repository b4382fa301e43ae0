"""Every game that the laws are run against, and the tables at which it is played there.

A game is found by its folder; there is no list to edit. A game may bring, beside its own tests:

- `tests/games/<folder>/tables.py` with `TABLES: tuple[At, ...]`, the params and seats to play at;
- `tests/games/<folder>/hidden.py` with `is_hidden`, and `knows_public` if its seats may know less
  than the public. `freehold/testing/trials.py` says which games need them, and what they answer;
- if it has a screen of its own in `web/src/games`, `tests/games/<folder>/vectors.py` with
  `showings()`: what clicks and keys there must send, see `tests/vectors.py`.

The template's tests are those that `freehold new-game` copies: `freehold/testing/template`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from freehold.game import AnyGame
from freehold.games import game_names, load_game
from freehold.games._template import GAME as TEMPLATE
from freehold.match import Match
from freehold.testing import At, Trial, law_5
from freehold.testing.trials import IsHidden, always
from tests.toy import GAME as TOY


def find_games() -> list[AnyGame]:
    return [TEMPLATE, TOY, *(load_game(name) for name in game_names())]


@cache
def game_named(name: str) -> AnyGame:
    for game in (TEMPLATE, TOY):
        if game.name == name:
            return game
    return load_game(name)


def folders_of(game: AnyGame) -> list[str]:
    """Where the game's tests are, as modules: `tests.games.land_grab`."""
    if game.name == TOY.name:
        return ["tests.toy"]
    more = ["freehold.testing.template"] if game.name == TEMPLATE.name else []
    return [f"tests.games.{game.name.replace('-', '_')}", *more]


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
    )


def check_law_5(
    game: AnyGame,
    at: At,
    seed: int,
    pairs: int,
    is_hidden: IsHidden | None = None,
    every: int = 2,
) -> law_5.Report:
    """Law 5, with what the game's tests say is hidden."""
    trial = trial_of(game)
    hidden = is_hidden or trial.is_hidden
    return law_5.check_law_5(game, at, seed, pairs, hidden, trial.knows_public, every)


def scenarios_of(game: AnyGame) -> list[tuple[str, Match]]:
    """The short matches that reach every ending, named for it: `scenarios.py` of its tests."""
    offered = companion(game, "scenarios")
    assert offered is not None, f"{game.name} has no scenarios.py in {folders_of(game)}"
    return list(offered.scenarios())
