"""Maps drawn in the browser: judged and made by the game that has them.

A game has them if its record says so: `Extras.maps`.
Both are work for a thread, one at a time, so that no match waits for them.
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from msgspec import Struct

from freehold.game import Illegal, Malformed, MapMaking
from freehold.server import keys
from freehold.server.http.calls import Call
from freehold.server.hub import Hub

CHECKS_PER_MINUTE, MAKES_PER_MINUTE = 240, 20
MOST_CHARACTERS = 15_000
"""The largest map has fewer, unless it is drawn with blanks."""


class MapText(Struct, frozen=True, forbid_unknown_fields=True):
    """A map as text, the same as in a file or in a room's parameters."""

    map: str
    game: str = ""
    """Whose map it is. Without a name, the first game of this server that has maps."""


class MapMade(Struct, frozen=True):
    map: str


def find_maker(hub: Hub, name: str) -> MapMaking:
    """The game's own; without a name, that of the first game here that has one."""
    names = [name] if name else hub.games
    games = [hub.find_game_or_refuse(each) for each in names]
    makers = [game.extras.maps for game in games if game.extras.maps is not None]
    if not makers:
        raise Illegal("no_maps", game=games[0].title if name else "No game here")
    return makers[0]


async def check_map(call: Call) -> dict[str, Any]:
    """The report on a map, with what is wrong and where, and its regions."""
    wished = await call.body(MapText)
    maker = find_maker(call.hub, wished.game)
    longest = min(maker.longest, MOST_CHARACTERS)
    if len(wished.map) > longest:
        raise Illegal("map_too_long", most=longest)
    call.count_map("check", CHECKS_PER_MINUTE)
    async with call.hub.mapping:
        checked = await asyncio.to_thread(maker.check, wished.map)
    told: dict[str, Any] = msgspec.to_builtins(checked)
    return told


async def make_map(call: Call) -> MapMade:
    """A new island, as ?grid=, ?seats=, ?radius= and ?cities= wish it."""
    wishes = dict(call.request.query)
    maker = find_maker(call.hub, wishes.get("game", ""))
    call.count_map("make", MAKES_PER_MINUTE)
    key = keys.new_key()
    try:
        async with call.hub.mapping:
            return MapMade(await asyncio.to_thread(maker.make, wishes, key))
    except Malformed as error:
        raise Illegal("bad_map", reason=str(error)) from None
