"""Matches that are put aside, given up or forgotten, and rooms that are closed."""

from __future__ import annotations

import dataclasses
from typing import cast

import pytest

from freehold.game import AnyGame, Illegal
from freehold.games import load_game
from freehold.protocol.wire import Acted, Refused, RoomNow
from freehold.server.match import records
from freehold.server.rooms import endings, roomrecords, rooms
from freehold.server.rooms.connections import Connection
from freehold.server.upkeep import housekeeping
from freehold.store import MemoryStore
from tests.games_under_test import game_named
from tests.server.world import Person, open_world, opened, run, world


def find_newer(name: str) -> AnyGame:
    """The game under rules that no match was begun under."""
    return dataclasses.replace(game_named(name), rules_version=99)


def test_a_match_of_other_rules_is_parked_with_the_reason() -> None:
    async def story() -> None:
        store = MemoryStore()
        w = await open_world(store)
        async with Person(w) as ann:
            _, joined = await ann.post("/api/quick", {"game": "land-grab", "bot": "random"})
            line = await ann.enter(joined["room"], joined["token"])
            match = opened(w, line).room.match
            await w.crash()

            w = ann.world = await open_world(store, find_newer)
            line = await ann.enter(joined["room"], joined["token"], welcome=False)
            room = await line.until(RoomNow)
            assert room.trouble == "parked"
            row = store.match_row(match)
            assert row.status == "parked"
            assert "version 1" in row.reason
            refused = await line.act("farm 1,1")
            assert isinstance(refused, Refused)
            assert refused.code == "parked"
        await w.close()

    run(story())


@pytest.mark.slow
def test_a_parked_match_goes_on_when_its_rules_are_back() -> None:
    async def story() -> None:
        store = MemoryStore()
        w = await open_world(store)
        async with Person(w) as ann:
            body = {"game": "land-grab", "bot": "random", "params": {"points_to_win": 5}}
            _, joined = await ann.post("/api/quick", body)
            place = joined["room"], joined["token"]
            line = await ann.enter(*place)
            match = opened(w, line).room.match
            await line.my_turn()
            await line.act(line.choose())
            await w.crash()
            w = ann.world = await open_world(store, find_newer)
            line = await ann.enter(*place, welcome=False)
            await line.until(RoomNow)
            assert store.match_row(match).status == "parked"
            await w.crash()
            w = ann.world = await open_world(store)
            line = await ann.enter(*place)
            assert store.match_row(match).status == "live"
            await line.play_on(line.is_over)
            await line.room_when(lambda now: now.phase == "over")
            assert store.match_row(match).status == "finished"
        await w.close()

    run(story())


def test_a_match_of_a_game_that_is_gone_is_parked_and_the_rest_is_served() -> None:
    async def story() -> None:
        store = MemoryStore()
        w = await open_world(store)
        async with Person(w) as ann:
            line = await ann.quick("lantern", bot="random")
            assert line.room is not None
            room = line.room.id
            await w.crash()
            w = ann.world = await open_world(store, load_game)
            _, mine = await ann.get("/api/rooms?mine=1")
            assert [each["id"] for each in mine] == [room]
            line = await ann.quick("land-grab", bot="random")
            await line.my_turn()
            assert isinstance(await line.act(line.choose()), Acted)
        await w.close()

    run(story())


def test_a_match_to_which_nobody_comes_back_is_given_up() -> None:
    async def story() -> None:
        store = MemoryStore()
        async with world(store) as w, Person(w) as ann:
            line = await ann.quick("land-grab", bot="random")
            room = opened(w, line)
            match = room.room.match
            await line.close()
            while room.connections:
                await line.next()
            room.left_at -= 120_000
            await housekeeping.tidy(w.hub)
            assert room.playing is None  # asleep, but alive
            assert store.match_row(match).status == "live"
            month_ms = 31 * 86_400_000
            room.room = rooms.change(room.room, touched_at=room.room.touched_at - month_ms)
            await housekeeping.tidy(w.hub)
            assert store.match_row(match).status == "parked"
            assert not w.hub.rooms

    run(story())


@pytest.mark.slow
def test_old_matches_and_guests_are_forgotten_as_the_settings_say() -> None:
    async def story() -> None:
        store = MemoryStore()
        async with world(store, match_keep_days=1, guest_idle_days=1) as w, Person(w) as ann:
            line = await ann.quick("land-grab", bot="random", params={"points_to_win": 5})
            assert line.room is not None
            match = line.room.match
            await line.play_on(line.is_over)
            await housekeeping.sweep(w.hub)
            assert store.match_row(match).status == "finished"
            w.hub.calendar._at += 2 * 86_400_000
            await housekeeping.sweep(w.hub)
            assert store.matches() == []
            assert store.all(records.PLAYED) == []
            assert store.all(roomrecords.GUESTS) == []

    run(story())


def test_a_match_that_was_put_aside_is_forgotten_when_no_room_has_it_any_more() -> None:
    async def story() -> None:
        store = MemoryStore()
        async with world(store, match_keep_days=1) as w, Person(w) as ann:
            lines = [await ann.quick("land-grab", bot="random") for _ in range(2)]
            gone, stays = [opened(w, line) for line in lines]
            await w.hub.abandon(gone.room.id, "nobody came back")
            with pytest.raises(Illegal, match="no_such_room"):
                await w.hub.abandon(gone.room.id, "nobody came back")
            assert gone.is_closed
            assert store.match_row(gone.room.match).status == "parked"
            await housekeeping.sweep(w.hub)
            assert len(store.matches()) == 2
            w.hub.calendar._at += 2 * 86_400_000
            await housekeeping.sweep(w.hub)
            assert [row.id for row in store.matches()] == [stays.room.match]

    run(story())


def test_nothing_of_a_closed_room_is_written_down_any_more() -> None:
    async def story() -> None:
        store = MemoryStore()
        async with world(store) as w, Person(w) as ann:
            line = await ann.quick("land-grab", bot="random")
            room = opened(w, line)
            await w.hub.close_room(room)
            with pytest.raises(Illegal, match="no_such_room"):
                await room.change(lambda before: before)
            await endings.finish(room, None, "its end came too late")
            assert store.all(roomrecords.ROOMS) == []
            with pytest.raises(Illegal, match="no_such_room"):
                await room.enter(cast(Connection, None))
            assert room.playing is None

    run(story())
