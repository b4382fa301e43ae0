"""Meadow, a world that is small and quickly over, on a server: its builders for tests."""

from __future__ import annotations

import asyncio
import dataclasses
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from freehold.game import AnyGame
from freehold.protocol.wire import Ask, Refused
from freehold.server.rooms.openrooms import OpenRoom
from freehold.store import Store
from tests.games_under_test import game_named
from tests.server.world import Line, Person, World, world
from tests.toy_world import GAME

SMALL = {"side_cells": 12, "coins": 144, "goal_coins": 140}
SHORT = {"side_cells": 8, "coins": 64, "goal_coins": 3}
WORDS = "side_cells=12 coins=144 goal_coins=140"
SHORT_WORDS = "side_cells=8 coins=64 goal_coins=3 rest_ms=150"
"""What is asked of a round that is over is answered on the beat, while the next one waits."""


def finder(**changes: Any) -> Callable[[str], AnyGame]:
    game = dataclasses.replace(GAME, **changes)
    return lambda name: game if name == game.name else game_named(name)


@asynccontextmanager
async def meadow(
    store: Any = None, changes: dict[str, Any] | None = None, **chosen: Any
) -> AsyncIterator[World]:
    chosen = {"world_bots": 0, "world_params": WORDS, "commands_per_second": 1000, **chosen}
    async with world(store, finder(**(changes or {})), **chosen) as w:
        yield w


async def dig_or_step(line: Line) -> None:
    """Dig where nobody has dug: straight on, and at the edge to the right, never to and fro."""
    ways = deque(("east", "south", "west", "north"))
    answer = await line.act("dig")
    while isinstance(answer, Refused):
        assert answer.code == "dug_already", answer
        while isinstance(await line.act(f"step {ways[0]}"), Refused):
            ways.rotate(-1)
        answer = await line.act("dig")


def seat_of(line: Line) -> int:
    assert line.welcome is not None
    return line.welcome.seat


async def seats_told(line: Line, seats: int) -> None:
    while line.room is None or len(line.room.seats) < seats:
        await line.next()


def place_of(line: Line) -> tuple[int, int]:
    assert line.knowledge is not None
    assert line.knowledge.view is not None
    at: tuple[int, int] = line.knowledge.view.facts.at
    return at


def read_lines(store: Store, match: str) -> list[bytes]:
    return store.read_lines(match)


def match_of(line: Line) -> str:
    assert line.room is not None
    return line.room.match


async def another_round(line: Line, before: str) -> str:
    """Listen until the next round is there, with its first view."""
    await line.room_when(lambda room: room.match not in ("", before) and room.phase == "playing")
    match = match_of(line)
    while not (line.knowledge and line.knowledge.view and not line.knowledge.view.facts.ending):
        await line.next()
    return match


def away(w: World, room: OpenRoom) -> list[bool]:
    assert room.playing is not None
    assert room.playing.live is not None
    places: list[bool] = room.playing.live.match.state.away
    return places


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not is_so():
            await asyncio.sleep(0.005)


def match_room(line: Line) -> str:
    assert line.room is not None
    return line.room.id


async def leave(line: Line) -> None:
    """By the button; the line closes."""
    line.n += 1
    await line.say(Ask(line.n, "leave"))
    assert (await line.closing()).code == "left"


async def joined(person: Person) -> tuple[str, str]:
    status, body = await person.post("/api/quick", {"game": "meadow"})
    assert status == 200
    return body["room"], body["token"]
