"""The rounds of a world: one after the other, through restarts, and who is told what."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import pytest

from freehold.client.tabs import with_seats
from freehold.game import Clock
from freehold.match import read_record, verify
from freehold.protocol.wire import (
    Acted,
    Ranked,
    RoomNow,
    SeatNow,
    SeatsNow,
    Standing,
)
from freehold.server.rooms.news import changed_seats
from freehold.server.rooms.openrooms import OpenRoom
from freehold.server.rooms.rounds import WorldRounds
from freehold.store import MemoryStore, SqliteStore
from tests.server.meadow import (
    SHORT_WORDS,
    another_round,
    away,
    dig_or_step,
    match_of,
    meadow,
    place_of,
    read_lines,
    seat_of,
    seats_told,
    until,
)
from tests.server.world import Person, opened, run
from tests.toy_world import GAME

# Rounds


def rounds_of(room: OpenRoom) -> WorldRounds:
    assert isinstance(room.rounds, WorldRounds)
    return room.rounds


def test_the_next_round_begins_by_itself_with_everyone_who_is_there() -> None:
    async def story() -> None:
        async with (
            meadow(world_params=SHORT_WORDS, world_bots=1, bot_think_ms=50) as w,
            Person(w) as ann,
            Person(w) as bob,
            Person(w) as cid,
        ):
            one = await ann.quick("meadow")
            two = await bob.quick("meadow")
            gone = await cid.quick("meadow")
            token = opened(w, one).room.chairs[3].tokens[0]
            await gone.close()
            first = match_of(one)
            while not (one.room and one.room.match != first):
                if one.knowledge and one.knowledge.view and not one.knowledge.view.facts.ending:
                    await one.act("dig")
                    await one.act("step east")
                    await one.act("step south")
                else:
                    await one.next()
            second = await another_round(one, first)
            assert await another_round(two, first) == second
            room = opened(w, one)
            assert [chair.bot for chair in room.room.chairs] == ["random", "", ""]
            assert room.room.round == 2
            playing = room.playing
            assert playing is not None
            assert playing.live is not None
            rows = {row.id: row for row in await w.hub.keeper.ask(lambda store: store.matches())}
            assert rows[first].status == "finished"
            assert len(rows[first].players) == 4
            # who was not there comes back with the old token, to a new chair
            watching = w.hub.watchers.find(room.room.id, token)
            assert watching is not None
            assert watching.was_seated

    run(story())


def test_each_round_has_a_key_and_a_record_of_its_own() -> None:
    async def story() -> None:
        async with meadow(world_params=SHORT_WORDS) as w, Person(w) as ann:
            line = await ann.quick("meadow")
            first = match_of(line)
            for _ in range(3):
                await dig_or_step(line)
            second = await another_round(line, first)
            logs = [
                await w.hub.keeper.ask(partial(read_lines, match=match))
                for match in (first, second)
            ]
            records = [read_record(b"".join(lines)) for lines in logs]
            assert records[0].header.key != records[1].header.key
            assert "found" in verify(GAME, records[0])

    run(story())


def test_without_anybody_the_next_round_begins_when_somebody_comes() -> None:
    async def story() -> None:
        async with meadow(world_params=SHORT_WORDS) as w, Person(w) as ann, Person(w) as bob:
            line = await ann.quick("meadow")
            room, first = opened(w, line), match_of(line)
            for _ in range(3):
                await dig_or_step(line)
            await line.close()
            await until(lambda: room.room.phase == "over" and not room.connections)
            await until(rounds_of(room).may_begin)
            room.rounds.begin_soon()
            await asyncio.sleep(0.02)
            assert (room.room.phase, room.room.match) == ("over", first)
            late = await bob.quick("meadow")
            assert match_of(late) not in ("", first)
            assert seat_of(late) == 0
            assert [chair.guest == "" for chair in room.room.chairs] == [False]

    run(story())


def test_a_player_who_comes_back_with_a_token_of_an_earlier_round_plays_in_this_one() -> None:
    async def story() -> None:
        async with (
            meadow(world_params=SHORT_WORDS) as w,
            Person(w) as ann,
            Person(w) as bob,
        ):
            line = await ann.quick("meadow")
            first = match_of(line)
            _, joined = await bob.post("/api/quick", {"game": "meadow"})
            other = await bob.enter(joined["room"], joined["token"])
            assert seat_of(other) == 1
            await other.close()
            room = opened(w, line)
            await until(lambda: len(room.connections) == 1)
            for _ in range(3):
                await dig_or_step(line)
            second = await another_round(line, first)
            assert [chair.name for chair in room.room.chairs] == [room.room.chairs[0].name]
            back = await bob.enter(joined["room"], joined["token"])
            assert (match_of(back), seat_of(back)) == (second, 1)
            assert isinstance(await back.act("dig"), Acted)

    run(story())


@pytest.mark.slow
def test_a_restart_loses_nothing_of_the_world(tmp_path: Path) -> None:
    async def story() -> None:
        path = tmp_path / "s.db"
        async with meadow(SqliteStore(path), world_bots=2) as w, Person(w) as ann, Person(w) as bob:
            one = await ann.quick("meadow")
            two = await bob.quick("meadow")
            await two.act("step east")
            kept = (match_of(one), seat_of(two), place_of(two))
            cookies = bob.http.cookie_jar
            async with meadow(SqliteStore(tmp_path / "x.db")):
                pass
            await w.crash()
            async with meadow(SqliteStore(path)) as again, Person(again) as later:
                later.http.cookie_jar.update_cookies({c.key: c.value for c in cookies})
                line = await later.quick("meadow")
                assert (match_of(line), seat_of(line), place_of(line)) == kept
                assert line.room is not None
                assert [seat.bot for seat in line.room.seats] == ["random", "random", "", ""]

    run(story())


def test_a_seat_that_nobody_was_told_of_is_taken_off_the_board() -> None:
    async def story() -> None:
        store = MemoryStore()
        async with meadow(store) as w, Person(w) as ann:
            line = await ann.quick("meadow")
            room = opened(w, line)
            assert room.playing is not None
            assert await room.playing.sit(999, "Ghost") == 1  # and then the server dies
            await w.crash()
            async with meadow(store) as again, Person(again) as bob:
                late = await bob.quick("meadow")
                assert seat_of(late) == 2
                place = opened(again, late)
                await until(lambda: away(again, place) == [False, True, False])
                assert [chair.guest == "" for chair in place.room.chairs] == [False, True, False]

    run(story())


# Telling


def test_arrivals_are_told_as_differences() -> None:
    async def story() -> None:
        async with meadow() as w, Person(w) as ann:
            line = await ann.quick("meadow")
            await line.until(RoomNow, lambda room: not room.paused)  # somebody is there: told whole
            heard = len(line.heard)
            for _ in range(3):
                async with Person(w) as other:
                    await other.quick("meadow")
            await seats_told(line, 4)
            later = line.heard[heard:]
            assert any(isinstance(message, SeatsNow) for message in later)
            assert not any(isinstance(message, RoomNow) for message in later)

    run(story())


def test_differences_lead_from_one_room_to_the_other() -> None:
    def room(*seats: SeatNow, watchers: int = 0) -> RoomNow:
        wins = (0,) * len(seats)
        return RoomNow(
            "r",
            "C",
            "meadow",
            {},
            seats,
            -1,
            True,
            True,
            Clock(),
            "playing",
            "leave",
            10,
            wins=wins,
            watchers=watchers,
            players=len(seats),
        )

    before = room(SeatNow("A", present=True), SeatNow("B"))
    after = room(SeatNow("A"), SeatNow("B"), SeatNow("C", present=True), watchers=4)
    changed = changed_seats(before, after)
    assert [seat for seat, _ in changed.seats] == [0, 2]
    assert with_seats(before, changed) == after


@pytest.mark.slow
def test_the_standing_comes_whole_to_newcomers_and_then_what_has_changed() -> None:
    async def story() -> None:
        async with meadow() as w, Person(w) as ann, Person(w) as bob:
            one = await ann.quick("meadow")
            assert await one.until(Standing) == Standing((), is_whole=True)
            await dig_or_step(one)
            for score in (1, 2):
                changed = await one.until(Standing)
                assert changed == Standing((Ranked(0, score, False),))
                await dig_or_step(one)
            two = await bob.quick("meadow")
            whole = await two.until(Standing)
            assert whole.is_whole
            assert whole.rows[0].score >= 2

    run(story())


@pytest.mark.slow
def test_nobody_is_told_of_a_standing_that_has_not_changed() -> None:
    async def story() -> None:
        async with meadow() as w, Person(w) as ann:
            line = await ann.quick("meadow")
            await line.until(Standing)
            standings = rounds_of(opened(w, line)).standings
            heard = len(line.heard)
            await line.act("step east")
            standings._ring()
            standings._ring()
            await line.ask("choices")
            assert not [m for m in line.heard[heard:] if isinstance(m, Standing)]

    run(story())
