"""Seating players: rooms of Freehold with a match begun in each, of Colyseus, or of plain Node."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import aiohttp
import msgspec
from msgspec import Struct
from server.lines import Heard, Line, dial
from server.players import (
    JOIN_ROOM,
    ColyseusPlayer,
    Count,
    Player,
    RawPlayer,
    Scripted,
    SeatedPlayer,
)
from server.recorded import ACTIONS_PER_SECOND, PARAMS, SEATS

from freehold.protocol import wire
from freehold.protocol.wire import Ask, Done, Hello, Request, Welcome

PATIENCE_S = 60
Dial = Callable[[int, str, Heard], Awaitable[Line]]


class Game(Struct, frozen=True):
    """What is played, by whom and how fast."""

    name: str
    seats: int
    actions_per_second: float
    player: type[SeatedPlayer]
    params: dict[str, Any]


AREA_ATTACK = Game("area-attack", SEATS, ACTIONS_PER_SECOND, Scripted, PARAMS)


async def seat_room(
    http: aiohttp.ClientSession,
    port: int,
    game: Game,
    count: Count,
    first: int,
    dial: Dial = dial,
) -> list[SeatedPlayer]:
    """A room with its players at their seats, connected; the match has not begun."""
    url = f"http://127.0.0.1:{port}"
    wishes = {"game": game.name, "params": game.params, "seats": game.seats, "is_public": True}
    players, cookies = [], {}
    room = ""
    for seat in range(game.seats):
        async with http.get(f"{url}/api/me") as response:
            cookies = {name: each.value for name, each in response.cookies.items()}
        if not room:
            async with http.post(f"{url}/api/rooms", json=wishes, cookies=cookies) as response:
                room = (await response.json())["room"]
        async with http.post(f"{url}/api/rooms/{room}/join", json={}, cookies=cookies) as response:
            joined = await response.json()
        player = game.player(count, first + seat)
        player.seat = joined["seat"]
        player.line = await dial(port, "/ws", player.heard)
        player.line.send(
            wire.encode(Hello(wire.VERSION, room, f"tab{first + seat}", joined["token"]))
        )
        players.append(player)
    for player in players:
        await until(partial(_has, player, Welcome))
    return players


async def begin(players: list[SeatedPlayer]) -> None:
    """Everybody is ready, and the host starts."""
    for player in players[1:] + players[:1]:
        what: Request = "ready" if player is not players[0] else "start"
        assert player.line is not None
        player.line.send(wire.encode(Ask(1, what)))
        await until(partial(_has, player, Done))
    for player in players:
        await until(partial(getattr, player, "is_playing"))


def _has(player: SeatedPlayer, kind: type[Struct]) -> bool:
    return any(isinstance(each, kind) for each in player.others)


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not is_so():
            await asyncio.sleep(0.002)


async def seat_ours(
    port: int, game: Game, connections: int, count: Count
) -> list[list[SeatedPlayer]]:
    jar = aiohttp.DummyCookieJar()
    async with aiohttp.ClientSession(cookie_jar=jar) as http:
        rooms = range(0, connections - connections % game.seats, game.seats)
        gate = asyncio.Semaphore(8)

        async def seat(first: int) -> list[SeatedPlayer]:
            async with gate:
                return await seat_room(http, port, game, count, first)

        return list(await asyncio.gather(*(seat(first) for first in rooms)))


async def seat_colyseus(port: int, connections: int, count: Count) -> list[Player]:
    url = f"http://127.0.0.1:{port}/matchmake/joinOrCreate/bench"
    players: list[Player] = []
    async with aiohttp.ClientSession() as http:
        for number in range(connections):
            async with http.post(url, json={}) as response:
                seat = msgspec.json.decode(await response.read())
            player = ColyseusPlayer(count, number)
            path = f"/{seat['processId']}/{seat['roomId']}?sessionId={seat['sessionId']}"
            player.line = await dial(port, path, player.heard)
            await until(partial(getattr, player, "is_in"))
            player.line.send(bytes((JOIN_ROOM,)))
            players.append(player)
    return players


async def seat_raw(port: int, connections: int, count: Count) -> list[Player]:
    players: list[Player] = []
    for number in range(connections):
        player = RawPlayer(count, number)
        room, seat = divmod(number, SEATS)
        player.line = await dial(port, f"/{room}/{seat}", player.heard)
        players.append(player)
    return players
