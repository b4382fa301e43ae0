"""Worlds on the server: people come and go while a round runs, and rounds follow each other."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from freehold.client.tabs import with_seats
from freehold.game import AnyGame, Clock
from freehold.match import read_record, verify
from freehold.server.openrooms import OpenRoom
from freehold.server.roomnews import changed_seats
from freehold.server.wire import (
    Acted,
    Ask,
    Done,
    Place,
    Refused,
    RoomNow,
    SeatNow,
    SeatsNow,
    Standing,
)
from freehold.store import MemoryStore, SqliteStore, Store
from tests.games_under_test import game_named
from tests.server.world import Line, Person, World, opened, run, world
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
    chosen = {"world_bots": 0, "world_params": WORDS, "commands_a_second": 1000, **chosen}
    async with world(store, finder(**(changes or {})), **chosen) as w:
        yield w


async def dig_or_step(line: Line) -> None:
    answer = await line.act("dig")
    while isinstance(answer, Refused):
        assert answer.code == "dug_already", answer
        for way in ("east", "south", "west", "north"):
            if isinstance(await line.act(f"step {way}"), Acted):
                break
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


# Coming


def test_quick_play_joins_the_servers_own_world_and_all_meet_there() -> None:
    async def story() -> None:
        async with meadow() as w, Person(w) as ann, Person(w) as bob:
            one = await ann.quick("meadow")
            two = await bob.quick("meadow", bot="random", seats=3)
            assert one.room is not None
            assert two.room is not None
            assert (one.room.id, one.room.match) == (two.room.id, two.room.match)
            assert (seat_of(one), seat_of(two)) == (0, 1)
            assert two.room.standing
            assert two.room.world
            assert (two.room.host, two.room.most) == (-1, 500)
            assert isinstance(await two.act("dig"), Acted)
            assert len(w.hub.rooms) == 1

    run(story())


def test_quick_play_with_params_makes_a_world_of_ones_own() -> None:
    async def story() -> None:
        async with meadow() as w, Person(w) as ann, Person(w) as bob:
            await ann.quick("meadow")
            mine = await bob.quick("meadow", params=SMALL)
            assert mine.room is not None
            assert not mine.room.standing
            assert not mine.room.is_public
            assert len(w.hub.rooms) == 2
            assert isinstance(await mine.act("dig"), Acted)

    run(story())


def test_a_host_starts_a_world_and_late_comers_join_while_it_runs() -> None:
    async def story() -> None:
        async with meadow() as w, Person(w) as ann, Person(w) as bob, Person(w) as cid:
            created = await ann.create("meadow", params=SMALL)
            host = await ann.join(created["room"])
            assert host.room is not None
            assert len(host.room.seats) == 8
            assert isinstance(await host.ask("add-bot", value="random"), Done)
            assert isinstance(await host.ask("start"), Done)
            await host.room_when(lambda room: room.phase == "playing")
            status, refused = await bob.post(f"/api/rooms/{created['room']}/join", {})
            assert (status, refused["code"]) == (404, "no_such_room")
            late = await bob.join(created["room"], secret=created["secret"])
            assert seat_of(late) == 2
            assert isinstance(await late.act("dig"), Acted)
            watcher = await cid.join(created["room"], secret=created["code"], watch=True)
            assert seat_of(watcher) == -1
            assert isinstance(await watcher.ask("sit"), Done)
            assert seat_of(watcher) == 3
            again = await watcher.ask("sit")
            assert isinstance(again, Refused)
            assert again.code == "seated_already"
            await seats_told(host, 4)
            assert [seat.bot for seat in host.room.seats] == ["", "random", "", ""]

    run(story())


def test_a_gathering_world_has_one_more_chair_whenever_it_is_wanted() -> None:
    async def story() -> None:
        async with meadow() as w, Person(w) as ann, Person(w) as bob:
            created = await ann.create("meadow", seats=1)
            await ann.join(created["room"])
            assert seat_of(await bob.join(created["room"], secret=created["secret"])) == 1

    run(story())


def test_only_so_many_may_be_there_and_the_refusal_says_what_to_do() -> None:
    async def story() -> None:
        async with (
            meadow(players_max=2, world_bots=1) as w,
            Person(w) as ann,
            Person(w) as bob,
        ):
            line = await ann.quick("meadow")
            status, refused = await bob.post("/api/quick", {"game": "meadow"})
            assert (status, refused["code"]) == (409, "world_full")
            assert "come back" in refused["text"]
            await leave(line)
            assert seat_of(await bob.quick("meadow")) == 2

    run(story())


def test_who_was_given_a_chair_and_does_not_come_counts_only_for_the_grace() -> None:
    async def story() -> None:
        async with meadow(players_max=1, grace_ms=1) as w, Person(w) as ann, Person(w) as bob:
            status, _ = await ann.post("/api/quick", {"game": "meadow"})
            assert status == 200
            await asyncio.sleep(0.01)
            status, _ = await bob.post("/api/quick", {"game": "meadow"})
            assert status == 200

    run(story())


def test_one_address_cannot_take_all_the_chairs_of_a_round() -> None:
    async def story() -> None:
        limited = meadow(
            newcomers_an_address=2, trust_proxy=True, grace_ms=1, world_params=SHORT_WORDS
        )
        async with limited as w, AsyncExitStack() as stack:
            here, there = [{"X-Forwarded-For": each} for each in ("10.0.0.1", "10.0.0.2")]

            async def come(headers: dict[str, str]) -> Person:
                return await stack.enter_async_context(Person(w, **headers))

            people = [await come(here) for _ in range(3)]
            lines = [await each.quick("meadow") for each in people[:2]]
            status, refused = await people[2].post("/api/quick", {"game": "meadow"})
            assert (status, refused["code"]) == (429, "too_many_newcomers")
            watcher = await people[2].join(match_room(lines[0]), watch=True)
            asked = await watcher.ask("sit")  # nor by another door
            assert isinstance(asked, Refused)
            assert asked.code == "too_many_newcomers"
            assert seat_of(await (await come(there)).quick("meadow")) == 2
            assert seat_of(await people[0].quick("meadow")) == 0  # who has a seat comes back
            before = match_of(lines[1])
            for _ in range(3):
                await dig_or_step(lines[1])
            await another_round(lines[1], before)
            assert seat_of(await people[2].quick("meadow")) >= 0  # in the next round it may

    run(story())


def match_room(line: Line) -> str:
    assert line.room is not None
    return line.room.id


def test_a_round_has_chairs_for_ten_times_as_many_as_may_be_there() -> None:
    async def story() -> None:
        async with meadow(players_max=1, grace_ms=1) as w, AsyncExitStack() as stack:
            people = [await stack.enter_async_context(Person(w)) for _ in range(11)]
            for person in people[:10]:
                await leave(await person.quick("meadow"))
            status, refused = await people[10].post("/api/quick", {"game": "meadow"})
            assert (status, refused["code"]) == (409, "round_full")
            assert "the next one" in refused["text"]
            assert seat_of(await people[3].quick("meadow")) == 3

    run(story())


# Going and coming back


def test_a_returning_guest_has_the_same_seat_and_place() -> None:
    async def story() -> None:
        async with meadow() as w, Person(w) as ann, Person(w) as bob:
            one = await ann.quick("meadow")
            two = await bob.quick("meadow")
            await two.act("step east")
            place = place_of(two)
            await two.close()
            room = opened(w, one)
            await until(lambda: len(room.connections) == 1)
            again = await bob.quick("meadow")
            assert (seat_of(again), place_of(again)) == (1, place)
            assert len(room.room.chairs) == 2
            assert away(w, room) == [False, False]

    run(story())


def test_leaving_by_the_button_takes_one_off_the_board_after_the_grace() -> None:
    async def story() -> None:
        async with meadow(grace_ms=40) as w, Person(w) as ann, Person(w) as bob:
            one = await ann.quick("meadow")
            two = await bob.quick("meadow")
            room, place = opened(w, one), place_of(two)
            await leave(two)
            assert away(w, room) == [False, False]
            await until(lambda: away(w, room) == [False, True])
            await until(lambda: room.room.chairs[1].has_left)
            assert room.room.phase == "playing"
            back = await bob.quick("meadow")
            assert (seat_of(back), place_of(back)) == (1, place)
            await until(lambda: away(w, room) == [False, False])
            assert isinstance(await back.act("dig"), Acted | Refused)

    run(story())


async def leave(line: Line) -> None:
    """By the button; the line closes."""
    line.n += 1
    await line.say(Ask(line.n, "leave"))
    assert (await line.closing()).code == "left"


def test_the_servers_own_world_stays_when_everybody_has_left_and_rests() -> None:
    async def story() -> None:
        async with meadow() as w, Person(w) as ann:
            line = await ann.quick("meadow")
            room, match = opened(w, line), match_of(line)
            await leave(line)
            assert w.hub.rooms
            assert room.playing is not None
            await until(lambda: room.playing is not None and room.playing.is_resting)
            back = await ann.quick("meadow")
            assert match_of(back) == match

    run(story())


def test_a_private_world_that_everybody_has_left_is_closed() -> None:
    async def story() -> None:
        async with meadow() as w, Person(w) as ann:
            line = await ann.quick("meadow", params=SMALL)
            await leave(line)
            await until(lambda: not w.hub.rooms)

    run(story())


# Rounds


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
            await until(room.rounds.may_begin)
            room.rounds.begin_soon()
            await asyncio.sleep(0.02)
            assert (room.room.phase, room.room.match) == ("over", first)
            late = await bob.quick("meadow")
            assert match_of(late) not in ("", first)
            assert seat_of(late) == 0
            assert [chair.guest == "" for chair in room.room.chairs] == [False]

    run(story())


def test_who_comes_back_with_a_token_of_an_earlier_round_plays_in_this_one() -> None:
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


def test_the_standing_and_ones_own_place_come_on_their_own_beat() -> None:
    async def story() -> None:
        async with meadow() as w, Person(w) as ann, Person(w) as bob:
            one = await ann.quick("meadow")
            two = await bob.quick("meadow")
            await one.until(Standing, lambda standing: not standing.rows)
            await two.until(Place)
            await dig_or_step(one)
            best = await two.until(Standing, lambda standing: bool(standing.rows))
            room = opened(w, one)
            name = room.room.chairs[0].name
            assert [tuple(row) for row in best.rows] == [(1, 0, name, 1, False)]
            assert best.ranked == 1
            mine = await one.until(Place, lambda place: place.score > 0)
            assert mine == Place(1, 1)
            assert [m for m in two.heard if isinstance(m, Place)] == [Place(0, 0)]

    run(story())


def test_nobody_is_told_of_a_standing_that_has_not_changed() -> None:
    async def story() -> None:
        async with meadow() as w, Person(w) as ann:
            line = await ann.quick("meadow")
            await line.until(Place)
            standings = opened(w, line).rounds.standings
            heard = len(line.heard)
            await line.act("step east")
            standings._ring()
            standings._ring()
            await line.ask("choices")
            assert not [m for m in line.heard[heard:] if isinstance(m, Standing | Place)]

    run(story())


# Refusals


def test_what_makes_no_sense_in_a_world_is_refused_with_a_sentence() -> None:
    async def story() -> None:
        async with meadow(world_params=SHORT_WORDS + " rest_ms=60000") as w, Person(w) as ann:
            line = await ann.quick("meadow")
            paused = await line.ask("pause")
            assert isinstance(paused, Refused)
            assert paused.code == "others_play"
            for _ in range(3):
                await dig_or_step(line)
            await line.room_when(lambda room: room.phase == "over")
            assert line.room is not None
            assert 0 < line.room.next_ms <= 60_000
            wished = await line.ask("rematch")
            assert isinstance(wished, Refused)
            assert wished.code == "next_by_itself"
            async with Person(w) as bob:
                late = await bob.enter(*(await joined(bob)))
                assert seat_of(late) == 1

    run(story())


async def joined(person: Person) -> tuple[str, str]:
    status, body = await person.post("/api/quick", {"game": "meadow"})
    assert status == 200
    return body["room"], body["token"]


def test_params_of_another_game_do_not_keep_the_world_from_being_made() -> None:
    async def story() -> None:
        async with meadow(world_params="nonsense=7") as w, Person(w) as ann:
            line = await ann.quick("meadow")
            assert line.room is not None
            assert line.room.params["side_cells"] == 40

    run(story())
