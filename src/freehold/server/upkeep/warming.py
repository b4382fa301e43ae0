"""Every struct type is built once, in the main thread, before other threads decode anything.

msgspec works out what it needs to know of a type when the type is first decoded, and a second
thread that decodes it meanwhile reads a half-built table: the process dies. See
`docs/decisions/0008`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress

import msgspec
from msgspec import Struct

from freehold.game import AnyGame, Malformed


def warm_types(find_game: Callable[[str], AnyGame], names: Iterable[str]) -> list[type[Struct]]:
    """Load these games, and build every struct type that has been defined by then."""
    for name in names:
        with suppress(Malformed):  # one that cannot be loaded cannot be played either
            find_game(name)
    types = sorted(_below(Struct), key=lambda each: (each.__module__, each.__qualname__))
    for each in types:
        with suppress(TypeError):  # one that cannot be decoded never is
            msgspec.msgpack.Decoder(each)
    return types


def _below(kind: type[Struct]) -> set[type[Struct]]:
    found: set[type[Struct]] = set()
    for each in kind.__subclasses__():
        found |= {each, *_below(each)}
    return found
