"""Joining: what a newcomer is sent, in which order, however slowly they read; seats that nobody
comes to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from msgspec import Struct

from freehold.match.patches import Frame
from freehold.protocol import wire
from freehold.protocol.wire import Done, Hello, RoomNow, Said, Welcome
from freehold.server.rooms.connections import Connection
from freehold.server.rooms.openrooms import OpenRoom
from tests.server.raw import HANDSHAKE, Raw, connected, frame
from tests.server.world import PATIENCE_S, Line, Person, World, run, world

SMALL = 4096
"""As much as the system holds of what is on its way, so that the rest waits in the server."""
BIG_BOARDS: dict[str, dict[str, Any]] = {
    "minewars": {"radius_tiles": 40},
    "area-attack": {"width_cells": 128, "height_cells": 128},
    "mine-land": {"width_tiles": 300, "height_tiles": 300},
    "territory": {},
    "land-grab": {},
}
LONGEST = "\U0001f600" * 500


def say_much(room: OpenRoom, lines: int = 200) -> None:
    """The longest lines that can be, said within their limits long ago."""
    speaker = next(iter(room.connections.values()))
    for number in range(lines):
        room.chat.say(speaker, "Ann", 0, LONGEST, [], number * 60_000)


@asynccontextmanager
async def slow_reader(
    w: World, ann: Person, room: OpenRoom
) -> AsyncIterator[tuple[Raw, Connection]]:
    """Another tab of Ann's that has joined and has read nothing of what it was sent."""
    _, told = await ann.post(f"/api/rooms/{room.room.id}/join", {})
    async with connected(w, hold=SMALL) as raw:
        await raw.say(HANDSHAKE + b"\r\n")
        await raw.head()
        raw.transport.pause_reading()
        hello = Hello(wire.VERSION, room.room.id, "slow", told["token"])
        await raw.say(frame(0x82, wire.encode(hello)))
        async with asyncio.timeout(10):  # else it was cut before it had joined
            while not (slow := find(room, "slow")) or slow.is_joining:
                await asyncio.sleep(0.01)
        yield raw, slow


async def read_messages(raw: Raw, wanted: type[Struct], count: int) -> list[Struct]:
    """Messages as they come, until this number of a kind."""
    heard: list[Struct] = []
    async with asyncio.timeout(PATIENCE_S):
        while sum(isinstance(each, wanted) for each in heard) < count:
            first, length = await raw.reader.readexactly(2)
            if length == 126:
                length = int.from_bytes(await raw.reader.readexactly(2), "big")
            elif length == 127:
                length = int.from_bytes(await raw.reader.readexactly(8), "big")
            payload = await raw.reader.readexactly(length)
            if first == 0x82:
                heard.append(wire.decode_from_server(payload))
    return heard


async def hosted(w: World, ann: Person, game: str) -> Line:
    """A match that runs, on a board as big as can be."""
    lowest = w.hub.find_game(game).seats[0]
    status, told = await ann.post(
        "/api/quick", {"game": game, "params": BIG_BOARDS[game], "seats": max(2, lowest)}
    )
    assert status == 200, told
    return await ann.enter(told["room"], told["token"])


@pytest.mark.parametrize("game", BIG_BOARDS)
def test_a_slow_reader_gets_in_whatever_was_said_before(game: str) -> None:
    async def story() -> None:
        async with world(unsent=SMALL, max_unsent_bytes=4096) as w, Person(w) as ann:
            line = await hosted(w, ann, game)
            assert line.room is not None
            room = w.hub.find_room(line.room.id)
            say_much(room)
            async with slow_reader(w, ann, room) as (raw, slow):
                assert slow._transport.get_write_buffer_size() > 4096
                raw.transport.resume_reading()
                heard = await read_messages(raw, Said, 1)
            kinds = [type(each) for each in heard]
            assert kinds[:3] == [Welcome, RoomNow, Frame]
            assert isinstance(await line.ask("choices"), Done)

    run(story())


def find(room: OpenRoom, session: str) -> Connection | None:
    return next((each for each in room.connections.values() if each.session == session), None)


def test_chat_is_kept_up_to_a_number_of_bytes_the_latest_lines_first() -> None:
    async def story() -> None:
        async with world(max_chat_bytes=20_000) as w, Person(w) as ann:
            line = await ann.quick("land-grab", bot="random")
            assert line.room is not None
            room = w.hub.find_room(line.room.id)
            speaker = next(iter(room.connections.values()))
            for number in range(100):
                text = f"{number} " + "\U0001f600" * 400
                room.chat.say(speaker, "Ann", 0, text, [], number * 60_000)
            later = await ann.join(line.room.id, "later")
            said: list[Said] = []
            while not said or not said[-1].text.startswith("99 "):
                said.append(await later.until(Said))
            assert sum(len(wire.encode(each)) for each in said) < 20_000
            assert [int(each.text.split()[0]) for each in said] == list(range(88, 100))

    run(story())


def test_after_joining_a_client_that_does_not_read_is_still_cut() -> None:
    async def story() -> None:
        async with world(unsent=SMALL, max_unsent_bytes=20_000) as w, Person(w) as ann:
            line = await hosted(w, ann, "minewars")
            assert line.room is not None
            room = w.hub.find_room(line.room.id)
            say_much(room)
            async with slow_reader(w, ann, room) as (_, slow):
                for number in range(40):
                    room.chat.say(slow, "Ben", 0, LONGEST, [slow], (1000 + number) * 60_000)
                    await w.hub.keeper.ask(lambda store: None)  # told once it is durable
                    if slow.is_over:
                        break
                assert 8 <= number < 12  # of about 2,070 bytes each

    run(story())


# Seats that nobody comes to


def test_a_seat_whose_player_never_connects_is_free_again() -> None:
    async def story() -> None:
        async with world(unclaimed_seat_ms=50) as w, Person(w) as ann, Person(w) as eve:
            created = await ann.create("land-grab", is_public=True)
            line = await ann.join(created["room"])
            status, told = await eve.post(f"/api/rooms/{created['room']}/join", {})
            assert (status, told["seat"]) == (200, 1)
            await line.room_when(lambda room: bool(room.seats[1].name))
            await line.room_when(lambda room: not room.seats[1].name)
            async with Person(w) as ben:
                other = await ben.join(created["room"])
                assert other.welcome is not None
                assert other.welcome.seat == 1
            late = await eve.enter(created["room"], told["token"], welcome=False)
            assert (await late.closing()).code == "bad_token"

    run(story())


def test_a_seat_whose_player_has_come_is_kept_while_they_are_away() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann, Person(w) as ben:
            created = await ann.create("land-grab", is_public=True)
            line = await ann.join(created["room"])
            other = await ben.join(created["room"])
            await line.room_when(lambda room: room.seats[1].present)
            await other.close()
            now = await line.room_when(lambda room: not room.seats[1].present)
            assert not w.hub.rooms[created["room"]].arrivals._expected, "no time runs for them"
            assert now.seats[1].name
            assert (await line.ask("ready")) is not None
            assert line.room is not None
            assert line.room.seats[1].name

    run(story())
