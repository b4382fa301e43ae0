"""A day of traffic in fast motion, with flat memory.

A server in this process, on a real data file and by a clock of ours: people come, play whole
matches over real sockets, talk and leave; minutes pass between matches, and the housekeeping runs
each hour. After each hour we count the blocks that Python has allocated (`sys.getallocatedblocks`,
after a full collection). What is kept on purpose is bounded and soon full: rooms, for half an hour
after their match; guests, whose cache is made small here; addresses that the HTTP library has read,
which are cleared. From then on a match may leave next to nothing behind.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from freehold.protocol.wire import Say
from freehold.server.hub import Hub
from freehold.server.rooms import guestbook
from freehold.server.rooms.connections import Connection
from freehold.server.rooms.openrooms import OpenRoom
from freehold.server.upkeep import housekeeping
from freehold.store import SqliteStore
from tests.proof.harness import Found, Plants, Proof, planting, try_each
from tests.server.world import Line, World, table, world

HOURS = 24
MATCHES_AN_HOUR = 12
MINUTE_MS, HOUR_MS = 60_000, 3_600_000
WARM_HOURS = 2
BLOCKS_PER_MATCH = 30
"""An honest server leaves a few behind until all caches are full; a room that is kept is ninety."""
GUESTS_KEPT = 20
GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("land-grab", {"params": {"points_to_win": 20}}),
    ("template", {"params": {"side_cells": 4}}),
    ("land-grab", {"params": {"points_to_win": 30}}),
)


class Calendar:
    """The server's clock: as real time, with hours that we add."""

    def __init__(self) -> None:
        self.added = 0
        self.honest = Hub.now

    def now(self, hub: Hub) -> int:
        return self.honest(hub) + self.added


async def play_match(place: World, number: int) -> None:
    name, wishes = GAMES[number % len(GAMES)]
    async with table(place, name, 2, **wishes) as lines:
        await lines[0].say(Say(f"hello from match {number}"))
        await asyncio.gather(*(play_out(line) for line in lines))


async def play_out(line: Line) -> None:
    await line.play_on(line.is_over)


async def live_through(
    hours: int, folder: Path, calendar: Calendar, caches: list[Any]
) -> list[int]:
    """Blocks in use after each hour."""
    samples, number = [], 0
    store = SqliteStore(folder / "freehold.db")
    free: dict[str, Any] = {"commands_per_second": 1000, "max_command_burst": 10_000}
    async with world(store, **free) as place:
        for _ in range(hours):
            for _ in range(MATCHES_AN_HOUR):
                await play_match(place, number)
                calendar.added += HOUR_MS // MATCHES_AN_HOUR
                number += 1
            calendar.added += HOUR_MS
            await housekeeping.tidy(place.hub)
            await asyncio.sleep(0.05)
            for each in caches:
                each.cache_clear()
            gc.collect()
            samples.append(sys.getallocatedblocks())
    return samples


def find_caches() -> list[Any]:
    """Those of addresses in yarl and aiohttp, each of which is bounded."""
    gc.unfreeze()  # what is frozen would not be listed
    return [
        each
        for each in gc.get_objects()
        if type(each) is type(forgetful)
        and (each.__module__ or "").split(".")[0] in ("yarl", "aiohttp")
    ]


@cache
def forgetful() -> None:
    """Of the type of all cached functions."""


def spend(hours: int, plant: Callable[[pytest.MonkeyPatch], None] | None = None) -> Counter[str]:
    logging.disable()
    calendar, caches = Calendar(), find_caches()
    with TemporaryDirectory() as folder, planting() as patch:
        patch.setattr(Hub, "now", lambda self: calendar.now(self))
        patch.setattr(Hub, "wall", lambda self: 1_700_000_000_000 + calendar.now(self))
        patch.setattr(guestbook, "IN_MEMORY", GUESTS_KEPT)
        if plant is not None:
            plant(patch)
        gc.collect()
        gc.freeze()  # what was there before is not looked at again each hour
        try:
            samples = asyncio.run(live_through(hours, Path(folder), calendar, caches))
        finally:
            gc.unfreeze()
    matches = MATCHES_AN_HOUR * (hours - WARM_HOURS)
    grown = samples[-1] - samples[WARM_HOURS - 1]
    assert grown <= BLOCKS_PER_MATCH * matches, f"memory grows by the hour: {samples} blocks"
    return Counter({"hours": hours, "matches": hours * MATCHES_AN_HOUR, "blocks grown": grown})


def run(count: int, seed: int) -> Found:
    """One server that lives through this number of hours."""
    return try_each(1, seed, lambda _: spend(count))


# Planted leaks


def keep_rooms(patch: pytest.MonkeyPatch) -> None:
    """Players who have left a room know it for ever."""
    kept: list[OpenRoom] = []
    honest = OpenRoom.depart

    def depart(self: OpenRoom, connection: Connection) -> None:
        kept.append(self)
        honest(self, connection)

    patch.setattr(OpenRoom, "depart", depart)


def keep_words(patch: pytest.MonkeyPatch) -> None:
    """A copy of every message is kept."""
    kept: list[bytes] = []
    honest = Connection.write

    def write(self: Connection, data: bytes, *more: int) -> bool:
        kept.append(bytes(data[:-1]))
        return honest(self, data, *more)

    patch.setattr(Connection, "write", write)


LEAKS = {"rooms that are never let go": keep_rooms, "a copy of every message": keep_words}


def find_out(leak: str) -> str:
    found = try_each(1, 1, lambda _: spend(WARM_HOURS + 1, LEAKS[leak]))
    return next((words for words in found.faults.values() if "memory grows" in words), "")


def plants() -> Plants:
    return {leak: partial(find_out, leak) for leak in LEAKS}


PROOFS = (
    Proof(
        "day",
        "A server's memory is flat over a day of matches in fast motion.",
        HOURS,
        "hours",
        run,
        plants,
        small=WARM_HOURS + 2,
        share=30,
        chunk=HOURS,
        jobs=1,
    ),
)
