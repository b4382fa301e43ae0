"""Every struct type is built once, in the main thread, before other threads decode anything.

msgspec works out what it needs to know of a type when the type is first decoded, and a second
thread that decodes it meanwhile reads a half-built table: the process dies. See
`docs/decisions/0008`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

import msgspec
from msgspec import Struct

from freehold.game import AnyGame
from freehold.games import part_of

LOG = logging.getLogger("freehold.server")
PARTS = ("presets", "highlights", "mapmaking", "wire")
"""Modules of a game that the server would otherwise load when they are first asked for."""


def warm_types(
    find_game: Callable[[str], AnyGame], list_games: Callable[[], list[str]]
) -> list[type[Struct]]:
    """Load every game, and build every struct type that has been defined by then."""
    for name in list_games():
        _load(find_game, name)
    types = sorted(_below(Struct), key=lambda each: (each.__module__, each.__qualname__))
    for each in types:
        msgspec.msgpack.Decoder(each)
    return types


def _load(find_game: Callable[[str], AnyGame], name: str) -> None:
    """One game that cannot be loaded does not keep the others from being played."""
    try:
        game = find_game(name)
        for part in PARTS:
            part_of(game, part)
    except Exception:
        LOG.exception("a game cannot be loaded", extra={"game": name})


def _below(kind: type[Struct]) -> set[type[Struct]]:
    found: set[type[Struct]] = set()
    for each in kind.__subclasses__():
        found |= {each, *_below(each)}
    return found
