"""Maps drawn in the browser: judged and made by the game that has them.

A game has them if there is a `mapmaking.py` beside its record, with `check`, `make`, `LONGEST`.
Both are work for a thread, one at a time, so that no match waits for them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from freehold.game import AnyGame, Illegal, Malformed
from freehold.games import part_of
from freehold.server.calls import Call

GAME = "minewars"
CHECKS_A_MINUTE, MAKES_A_MINUTE = 240, 20
MOST_CHARACTERS = 15_000
"""The largest map has fewer, unless it is drawn with blanks."""


class MapText(Struct, frozen=True, forbid_unknown_fields=True):
    """A map as text, the same as in a file or in a room's parameters."""

    map: str
    game: str = GAME


class MapMade(Struct, frozen=True):
    map: str


class MapMaker(Struct, frozen=True):
    """What a game's `mapmaking.py` offers."""

    check: Callable[[str], Any]
    make: Callable[[dict[str, str], bytes], str]
    longest: int


def find_maker(game: AnyGame) -> MapMaker:
    found = part_of(game, "mapmaking")
    if found is None:
        raise Illegal("no_maps", game=game.title)
    return MapMaker(found.check, found.make, min(found.LONGEST, MOST_CHARACTERS))


async def check_map(call: Call) -> dict[str, Any]:
    """The report on a map, with what is wrong and where, and its regions."""
    wished = await call.body(MapText)
    maker = find_maker(call.hub.find_game_or_refuse(wished.game))
    if len(wished.map) > maker.longest:
        raise Illegal("map_too_long", most=maker.longest)
    call.count_map("check", CHECKS_A_MINUTE)
    async with call.hub.mapping:
        checked = await asyncio.to_thread(maker.check, wished.map)
    told: dict[str, Any] = msgspec.to_builtins(checked)
    return told


async def make_map(call: Call) -> MapMade:
    """A new island, as ?grid=, ?seats=, ?radius= and ?cities= wish it."""
    wishes = dict(call.request.query)
    maker = find_maker(call.hub.find_game_or_refuse(wishes.get("game", GAME)))
    call.count_map("make", MAKES_A_MINUTE)
    key = call.hub.new_key()
    try:
        async with call.hub.mapping:
            return MapMade(await asyncio.to_thread(maker.make, wishes, key))
    except Malformed as error:
        raise Illegal("bad_map", reason=str(error)) from None
