"""Worlds on the server: people come and go while a round runs, and rounds follow each other."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest

from freehold.protocol.wire import (
    Acted,
    Done,
    Refused,
)
from tests.server.meadow import (
    SHORT_WORDS,
    SMALL,
    another_round,
    away,
    dig_or_step,
    joined,
    leave,
    match_of,
    match_room,
    meadow,
    place_of,
    seat_of,
    seats_told,
    until,
)
from tests.server.world import Person, opened, run

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


def test_the_number_of_players_is_limited_and_the_refusal_says_what_to_do() -> None:
    async def story() -> None:
        async with (
            meadow(max_world_players=2, world_bots=1) as w,
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


def test_a_player_who_was_given_a_chair_and_does_not_come_counts_only_for_the_grace() -> None:
    async def story() -> None:
        async with meadow(max_world_players=1, grace_ms=1) as w, Person(w) as ann, Person(w) as bob:
            status, _ = await ann.post("/api/quick", {"game": "meadow"})
            assert status == 200
            await asyncio.sleep(0.01)
            status, _ = await bob.post("/api/quick", {"game": "meadow"})
            assert status == 200

    run(story())


@pytest.mark.slow
def test_one_address_cannot_take_all_the_chairs_of_a_round() -> None:
    async def story() -> None:
        limited = meadow(
            max_new_players_per_address=2, trust_proxy=True, grace_ms=1, world_params=SHORT_WORDS
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


def test_a_round_has_chairs_for_ten_times_as_many_as_may_be_there() -> None:
    async def story() -> None:
        async with meadow(max_world_players=1, grace_ms=1) as w, AsyncExitStack() as stack:
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


def test_params_of_another_game_do_not_keep_the_world_from_being_made() -> None:
    async def story() -> None:
        async with meadow(world_params="nonsense=7") as w, Person(w) as ann:
            line = await ann.quick("meadow")
            assert line.room is not None
            assert line.room.params["side_cells"] == 40

    run(story())
