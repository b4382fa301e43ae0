"""Maps drawn in the browser: judged and made by the game that has them.

A game has them if its record says so: `Extras.maps`.
Both are work for a thread, one at a time, so that no match waits for them.
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from msgspec import Struct

from freehold.game import AnyGame, Illegal, Malformed, MapMaking
from freehold.server.http.calls import Call

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


def find_maker(game: AnyGame) -> MapMaking:
    if game.extras.maps is None:
        raise Illegal("no_maps", game=game.title)
    return game.extras.maps


async def check_map(call: Call) -> dict[str, Any]:
    """The report on a map, with what is wrong and where, and its regions."""
    wished = await call.body(MapText)
    maker = find_maker(call.hub.find_game_or_refuse(wished.game))
    longest = min(maker.longest, MOST_CHARACTERS)
    if len(wished.map) > longest:
        raise Illegal("map_too_long", most=longest)
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
