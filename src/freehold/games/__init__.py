"""The games, found by folder and by the entry-point group `freehold.games`.

There is no list to edit: a folder here whose name does not begin with `_`, or an installed
package that names its record in that group, is a game.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.util import find_spec
from typing import Any

from freehold.game import AnyGame, Malformed

ENTRY_POINTS = "freehold.games"


def game_names() -> list[str]:
    """The names of all games there are, without loading any."""
    return sorted({*_ours(), *(entry.name for entry in _brought())})


@cache
def _ours() -> tuple[str, ...]:
    return tuple(
        module.name.replace("_", "-")
        for module in pkgutil.iter_modules(__path__)
        if module.ispkg and not module.name.startswith("_")
    )


@cache
def _brought() -> tuple[EntryPoint, ...]:
    """Those of installed packages. Reading what is installed takes 4 ms, and a server is asked for
    games that it does not have by anybody, so it is read once."""
    return tuple(entry_points(group=ENTRY_POINTS))


def load_game(name: str, folder: str = "") -> AnyGame:
    """The record of a game, by its name; or by its folder, if it is known where an unknown one is.

    Raises Malformed for a game that is not there.
    """
    for entry in _brought():
        if entry.name == name:
            return _record(entry.load(), name)
    if name not in game_names():
        if folder:
            return _record(import_module(folder).GAME, name)
        raise Malformed(f"there is no game '{name}'; the games are {', '.join(game_names())}")
    return _record(import_module(f"{__name__}.{name.replace('-', '_')}").GAME, name)


def load_rules(game: AnyGame) -> str:
    """The game's rulebook, as Markdown: RULES.md beside its record."""
    return (files(folder_of(game)) / "RULES.md").read_text(encoding="utf-8")


def folder_of(game: AnyGame) -> str:
    """The package that a game's record is made of."""
    return game.new.__module__.rpartition(".")[0]


def part_of(game: AnyGame, name: str) -> Any:
    """A module that only some games' folders have, such as `presets`; None if this one has not."""
    address = f"{folder_of(game)}.{name}"
    return import_module(address) if find_spec(address) else None


def _record(found: object, name: str) -> AnyGame:
    from freehold.game import Game

    if not isinstance(found, Game):
        raise Malformed(f"the game '{name}' is no Game record but a {type(found).__name__}")
    return found
