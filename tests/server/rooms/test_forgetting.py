"""What a room knows of guests who have gone is forgotten: a world may stay open for months."""

from __future__ import annotations

import asyncio
from typing import cast

from freehold.server.limits import MINUTE_MS, Bucket
from freehold.server.rooms.chat import Chat
from freehold.server.rooms.connections import Connection
from freehold.server.settings import Settings
from tests.server.world import Person, opened, run, world


def speaker(guest: str) -> Connection:
    connection = Connection(1, cast(asyncio.Transport, None), 1000, Bucket(20, 40))
    connection.guest = guest
    return connection


def test_a_bucket_is_forgotten_when_it_is_full_and_its_guest_has_gone() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            room = opened(w, await ann.quick("land-grab", bot="random"))
            (there,) = [chair.guest for chair in room.room.people]
            room.bucket_of("spent").take(w.hub.now() + MINUTE_MS)
            room.bucket_of("full")
            room.bucket_of("new")
            assert sorted(room._buckets._buckets) == sorted([there, "spent", "new"])

    run(story())


def test_a_guests_tabs_share_one_bucket() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            line = await ann.quick("land-grab", bot="random")
            room = opened(w, line)
            again = await ann.join(room.room.id, "other-tab")
            assert again.welcome == line.welcome
            first, second = room.connections.values()
            assert first.bucket is second.bucket

    run(story())


def test_a_player_who_spoke_more_than_a_minute_ago_is_forgotten() -> None:
    chat = Chat(Settings())
    for number in range(5):
        chat.say(speaker(f"g{number}"), "Ann", -1, "hello", [], number * (MINUTE_MS + 1))
    assert list(chat._window._taken) == ["g4"]
