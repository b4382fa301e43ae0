"""Whole matches over sockets: people, bots, watchers, absence, pause, rematch."""

from __future__ import annotations

import asyncio

from freehold.bots.levels import middle_bot
from freehold.match.log import Header, decode_line
from freehold.match.patches import Frame
from freehold.protocol import wire
from freehold.protocol.wire import Act, Acted, Done, Refused, RoomNow, Welcome
from freehold.server.rooms import rooms
from freehold.server.upkeep import housekeeping
from tests.games_under_test import game_named
from tests.server.world import Person, World, opened, run, table, world

QUICK_TERRITORY = {"params": {"rounds": 1}, "clock": {}}


def test_three_people_play_a_whole_match_while_a_fourth_watches() -> None:
    async def story() -> None:
        async with (
            world() as w,
            table(w, "territory", 3, **QUICK_TERRITORY) as lines,
            Person(w) as dan,
        ):
            assert lines[0].room is not None
            watcher = await dan.join(lines[0].room.id, watch=True)
            assert watcher.welcome is not None
            assert watcher.welcome.seat == -1
            await asyncio.gather(*(line.play_on(line.is_over) for line in lines))
            await watcher.room_when(lambda room: room.phase == "over")
            assert all(line.room == lines[0].room for line in lines)
            assert lines[0].room is not None
            assert lines[0].room.outcome is not None
            refused = await watcher.act("declare hello")
            assert isinstance(refused, Refused)
            assert refused.code == "watching"

    run(story())


def test_a_cut_line_resumes_with_a_fresh_view_and_repeats_count_once() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            _, joined = await ann.post("/api/quick", {"game": "land-grab", "bot": "random"})
            line = await ann.enter(joined["room"], joined["token"], "mine")
            action = line.choose()
            await line.say(Act(1, action))
            await line.until(Acted)
            line.socket._response.close()  # gone without a word  # type: ignore[union-attr]
            again = await ann.enter(joined["room"], joined["token"], "mine")
            assert again.welcome is not None
            assert again.welcome.last == 1
            await again.say(Act(1, action))  # we do not know that it was counted
            await again.until(Acted)
            playing = opened(w, again).playing
            assert playing is not None
            lines = await w.hub.keeper.ask(lambda store: store.read_lines(playing.id))
            assert sum(b'"mine:1"' in each for each in lines) == 1

    run(story())


def test_quick_play_with_a_bot_ends_and_the_rematch_swaps_the_seats() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            line = await ann.quick("land-grab", bot="random", params={"points_to_win": 10})
            assert line.room is not None
            name, first = line.room.seats[0].name, line.room.match
            await line.play_on(line.is_over)
            assert isinstance(await line.ask("rematch"), Done)
            room = await line.room_when(lambda now: now.phase == "playing")
            assert room.seats[1].name == name
            assert room.round == 2
            assert room.match != first
            assert sum(room.wins) == 1
            assert line.welcome is not None
            assert line.welcome.seat == 1
            await line.play_on(line.is_over)
            headers = [decode_line((await lines_of(w, match))[0]) for match in (first, room.match)]
            keys = {header.key for header in headers if isinstance(header, Header)}
            assert len(keys) == 2

    run(story())


async def lines_of(w: World, match: str) -> list[bytes]:
    return await w.hub.keeper.ask(lambda store: store.read_lines(match))


def test_a_player_who_leaves_a_running_match_gives_up() -> None:
    async def story() -> None:
        async with world() as w, table(w, "land-grab") as (ann, ben):
            await ben.say(wire.Ask(1, "leave"))
            assert (await ben.closing()).code == "left"
            room = await ann.room_when(lambda now: now.phase == "over")
            assert room.outcome is not None
            assert room.outcome.ending == "resigned"
            assert room.seats[1].gone
            assert isinstance(await ann.ask("rematch"), Done)
            await ann.room_when(lambda now: now.phase == "gathering")
            assert isinstance(await ann.ask("add-bot", 1, "random"), Done)
            assert isinstance(await ann.ask("start"), Done)
            await ann.room_when(lambda now: now.phase == "playing")

    run(story())


def test_coming_and_going_is_not_a_players_to_say() -> None:
    async def story() -> None:
        async with world() as w, table(w, "land-grab") as (ann, _):
            for action in ("leave", " Arrive "):
                refused = await ann.act(action)
                assert isinstance(refused, Refused)
                assert refused.code == "ask_to_leave"

    run(story())


def test_when_all_have_left_the_room_is_gone_and_the_match_put_aside() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            line = await ann.quick("territory", bot="random", seats=4)
            assert line.room is not None
            match = line.room.match
            await line.say(wire.Ask(1, "leave"))
            await line.closing()
            while w.hub.rooms:
                await asyncio.sleep(0.01)
            row = await w.hub.keeper.ask(lambda store: store.match_row(match))
            assert row.status in ("parked", "finished")

    run(story())


def test_a_match_against_bots_can_be_paused_and_goes_on() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            line = await ann.quick("land-grab", bot="random")
            assert isinstance(await line.ask("pause"), Done)
            await line.room_when(lambda room: room.paused)
            refused = await line.act(line.choose())
            assert isinstance(refused, Refused)
            assert refused.code == "paused"
            assert isinstance(await line.ask("go-on"), Done)
            await line.room_when(lambda room: not room.paused)
            assert isinstance(await line.act(line.choose()), Acted)

    run(story())


def test_with_other_people_there_is_no_pause() -> None:
    async def story() -> None:
        async with world() as w, table(w, "land-grab") as (ann, _):
            assert await ann.refusal("pause") == "others_play"

    run(story())


def test_a_bot_plays_for_an_absent_player_and_the_seat_is_theirs_again_on_return() -> None:
    async def story() -> None:
        async with world(grace_ms=30) as w, Person(w) as ann, Person(w) as ben:
            created = await ann.create("land-grab", is_public=True)
            host = await ann.join(created["room"])
            _, joined = await ben.post(f"/api/rooms/{created['room']}/join", {})
            guest = await ben.enter(created["room"], joined["token"])
            await guest.ask("ready")
            await host.ask("start")
            await guest.close()
            room = await host.room_when(lambda now: bool(now.seats[1].substitute))
            assert room.seats[1].substitute == middle_bot(game_named("land-grab"))
            while host.knowledge is None or host.knowledge.view is None:
                await host.next()
            assert isinstance(await host.act(host.choose()), Acted)
            while not host.is_my_turn:  # the substitute has moved
                await host.next()
            back = await ben.enter(created["room"], joined["token"], "again")
            assert back.room is not None
            assert back.room.seats[1].substitute == ""
            await host.act(host.choose())
            while not back.is_my_turn:
                await back.next()
            assert isinstance(await back.act(back.choose()), Acted)

    run(story())


def test_in_real_time_an_absent_player_has_left_and_arrives_on_return() -> None:
    async def story() -> None:
        async with world(grace_ms=30) as w, Person(w) as ann, Person(w) as ben, Person(w) as cid:
            created = await ann.create("lantern", is_public=True)
            host = await ann.join(created["room"])
            _, joined = await ben.post(f"/api/rooms/{created['room']}/join", {})
            guest = await ben.enter(created["room"], joined["token"])
            third = await cid.join(created["room"])
            await guest.ask("ready")
            await third.ask("ready")
            await host.ask("start")
            await guest.close()
            room = opened(w, host)
            while not room.room.chairs[1].has_left:
                await asyncio.sleep(0.01)
            match = room.room.match
            assert any(b'"leave"' in line for line in await lines_of(w, match))
            await ben.enter(created["room"], joined["token"])
            while room.room.chairs[1].has_left:
                await asyncio.sleep(0.01)

    run(story())


def test_a_match_rests_while_nobody_is_there() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann, Person(w) as dan:
            _, joined = await ann.post("/api/quick", {"game": "land-grab", "bot": "random"})
            line = await ann.enter(joined["room"], joined["token"])
            watcher_token = (await dan.post(f"/api/rooms/{joined['room']}/join", {"watch": True}))[
                1
            ]
            assert watcher_token["code"] == "no_such_room"  # it is private
            room = opened(w, line)
            assert room.playing is not None
            await line.close()
            while room.connections:
                await asyncio.sleep(0.01)
            assert room.playing.is_resting
            before = room.playing.time()
            await asyncio.sleep(0.05)
            assert room.playing.time() == before
            back = await ann.enter(joined["room"], joined["token"])
            assert back.room is not None
            assert not back.room.paused

    run(story())


def test_clocks_run_and_a_flag_falls_without_anybody_acting() -> None:
    async def story() -> None:
        clock = {"bank_ms": 150, "increment_ms": 0, "limit_ms": 0}
        async with world() as w, table(w, "land-grab", clock=clock) as (ann, ben):
            room = await ann.room_when(lambda now: now.phase == "over")
            assert room.outcome is not None
            assert room.outcome.ending == "time"
            assert await ben.room_when(lambda now: now.phase == "over") == room

    run(story())


def test_a_room_without_people_is_closed_after_a_while() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            created = await ann.create("land-grab")
            room = w.hub.rooms[created["room"]]
            await housekeeping.tidy(w.hub)
            assert w.hub.rooms
            room.left_at -= 31 * 60_000
            room.room = rooms.change(room.room, touched_at=room.room.touched_at - 31 * 60_000)
            await housekeeping.tidy(w.hub)
            assert not w.hub.rooms
            assert await w.hub.keeper.ask(lambda store: store.all("room")) == []

    run(story())


def test_a_stop_is_announced_and_everybody_may_come_back() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            line = await ann.quick("land-grab")
            await w.hub.close()
            bye = await line.closing()
            assert (bye.code, bye.retry_ms) == ("stopping", 1000)
            told = [each for each in line.heard if isinstance(each, wire.Told)]
            assert told[0].code == "stopping"
            w.hub.close = w._runner.cleanup  # type: ignore[method-assign]

    run(story())


def test_welcome_comes_before_the_room_and_the_room_before_the_match() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            line = await ann.quick("territory", bot="random")
            kinds = [type(each) for each in line.heard[:3]]
            assert kinds == [Welcome, RoomNow, Frame]

    run(story())
