"""Whole evenings: people in rooms by link, watchers, bots, and somebody whose line is cut."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest

from freehold.client import Api, Line, LineEnded, ServerRefusal, Tab
from freehold.client.places import Place, parse_place, room_link
from freehold.games import load_game
from freehold.match import read_record, verify
from freehold.match.patches import Frame, unpack_cells
from freehold.protocol.wire import Done, Refused, RoomNow
from tests.client import PATIENCE_S, Guest, Wire, guest
from tests.games_under_test import game_named
from tests.server.world import World, run, world

SHORT_TERRITORY = {"rounds": 4, "phase_seconds": 0}
SHORT_ATTACK = {
    "width_cells": 20,
    "height_cells": 20,
    "pick_ms": 200,
    "stage_2_ms": 500,
    "stage_3_ms": 1000,
    "lock_ms": 800,
    "freeze_ms": 200,
    "apart_cells": 6,
}


async def come_by_link(
    stack: AsyncExitStack, place: Place, name: str, watch: bool = False
) -> Guest:
    coming = guest(place.url, place.room, name, place.secret, watch)
    return await stack.enter_async_context(coming)


async def is_refused(url: str, room: str, token: str) -> bool:
    """Does a stranger with that token get nothing but a goodbye?"""
    heard: list[object] = []
    async with Api(url) as api:
        tab = Tab(room, token, find_game=game_named)
        async with Line(api, tab, heard.append) as line, asyncio.timeout(PATIENCE_S):
            with pytest.raises(LineEnded) as ended:
                await line.until(lambda: tab.is_in)
    return ended.value.code == "bad_token" and len(heard) == 1


async def begin(guests: list[Guest]) -> None:
    for each in guests[1:]:
        assert isinstance(await each.line.ask("ready"), Done)
    assert isinstance(await guests[0].line.ask("start"), Done)
    for each in guests:
        await each.line.until(each.is_playing)


async def check_record(w: World, host: Guest) -> None:
    record = read_record(await host.api.record(host.tab.match))
    verify(load_game(record.header.game), record)
    assert record.is_finished


@pytest.mark.slow
def test_three_play_territory_by_link_a_fourth_watches_and_one_who_is_cut_resumes() -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            w = await stack.enter_async_context(world())
            wire = await stack.enter_async_context(Wire(int(w.url.rpartition(":")[2])))
            host = await stack.enter_async_context(Api(w.url))
            created = await host.create("territory", seats=3, params=SHORT_TERRITORY)
            link = parse_place(room_link(w.url, created.room, created.secret))
            joined = await host.join(created.room)
            coming = guest(w.url, created.room, api=host, token=joined.token)
            ann = await stack.enter_async_context(coming)
            ben = await come_by_link(stack, link, "Ben")
            torn = Place(wire.url, link.room, link.secret)
            cid = await come_by_link(stack, torn, "Cid")
            dan = await come_by_link(stack, link, "Dan", watch=True)
            await begin([ann, ben, cid])
            await dan.line.until(dan.is_playing)

            async def tear_now_and_then() -> None:
                for _ in range(3):
                    number = cid.acted
                    while cid.acted < number + 2 and not cid.is_over():
                        await asyncio.sleep(0.001)
                    wire.tear()

            async with asyncio.timeout(PATIENCE_S):
                tearing = asyncio.create_task(tear_now_and_then())
                await asyncio.gather(*(each.play_on() for each in (ann, ben, cid)))
                await tearing
                await dan.line.until(dan.is_over)
                await cid.line.until(lambda: cid.tab.is_fresh and cid.is_over())
            assert cid.line.connections >= 3
            assert ann.tab.room == ben.tab.room
            assert ann.tab.room is not None
            assert ann.tab.room.outcome is not None
            boards = [
                each.tab.known.view.layers
                for each in (ann, ben, cid, dan)
                if each.tab.known and each.tab.known.view
            ]
            assert len(boards) == 4
            assert all(board["units"] == boards[0]["units"] for board in boards)
            await check_record(w, ann)

    run(story())


def test_a_fifth_person_gets_no_seat_with_a_guessed_or_a_stale_token() -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            w = await stack.enter_async_context(world())
            host = await stack.enter_async_context(Api(w.url))
            created = await host.create("territory", seats=3, params=SHORT_TERRITORY)
            oldest = (await host.join(created.room)).token
            coming = guest(w.url, created.room, api=host, token=oldest)
            ann = await stack.enter_async_context(coming)
            link = Place(w.url, created.room, created.secret)
            ben = await come_by_link(stack, link, "Ben")
            cid = await come_by_link(stack, link, "Cid")
            await begin([ann, ben, cid])
            eve = await stack.enter_async_context(Api(w.url))
            with pytest.raises(ServerRefusal) as refusal:
                await eve.join(created.room)
            assert refusal.value.code == "no_such_room"
            with pytest.raises(ServerRefusal) as refusal:  # with the link, but the match is on
                await eve.join(created.room, created.secret)
            assert refusal.value.code == "not_gathering"
            for guessed in ("guess", oldest[:-1], oldest.swapcase(), created.secret):
                assert await is_refused(w.url, created.room, guessed)
            for _ in range(4):  # four newer tabs of Ann's make her first token stale
                newest = (await host.join(created.room)).token
            assert await is_refused(w.url, created.room, oldest)
            with pytest.raises(LineEnded):
                await ann.line.act("declare Still here")
            again = guest(w.url, created.room, api=host, token=newest)
            ann = await stack.enter_async_context(again)
            assert ann.tab.seat == 0
            assert isinstance(await cid.line.ask("eyes"), Done)

    run(story())


def test_the_token_of_a_player_who_has_left_opens_no_seat_any_more() -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            w = await stack.enter_async_context(world())
            host = await stack.enter_async_context(Api(w.url))
            created = await host.create("land-grab", is_public=True)
            joined = await host.join(created.room)
            ben = await stack.enter_async_context(guest(w.url, created.room, "Ben"))
            coming = guest(w.url, created.room, api=host, token=joined.token)
            ann = await stack.enter_async_context(coming)
            await begin([ann, ben])
            with pytest.raises(LineEnded):
                await ann.line.ask("leave")
            await ben.line.until(ben.is_over)
            again = guest(w.url, created.room, api=host, token=joined.token)
            ann = await stack.enter_async_context(again)
            assert ann.tab.seat == -1
            answer = await ann.line.act("resign")
            assert isinstance(answer, Refused)
            assert answer.code == "watching"

    run(story())


def shown_in(frame: Frame, layer: str) -> set[int]:
    """Every value that a frame shows in a layer, but for nothing."""
    shown = set(frame.view.layers[layer]) if frame.view is not None else set()
    shown |= set(frame.layers.get(layer, b""))
    shown |= {value for _, value in unpack_cells(frame.cells.get(layer, b""))}
    return shown - {0}


@pytest.mark.slow
def test_two_people_and_two_bots_play_area_attack_and_a_watcher_never_gets_a_number() -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            w = await stack.enter_async_context(world(bot_think_ms=100))
            host = await stack.enter_async_context(Api(w.url))
            created = await host.create("area-attack", seats=4, params=SHORT_ATTACK)
            link = Place(w.url, created.room, created.secret)
            joined = await host.join(created.room)
            coming = guest(w.url, created.room, api=host, token=joined.token)
            ann = await stack.enter_async_context(coming)
            ben = await come_by_link(stack, link, "Ben")
            dan = await come_by_link(stack, link, "Dan", watch=True)
            for level in ("random", "careful"):
                assert isinstance(await ann.line.ask("add-bot", -1, level), Done)
            await begin([ann, ben])
            async with asyncio.timeout(PATIENCE_S):
                await asyncio.gather(ann.play_on(), ben.play_on())
                await dan.line.until(dan.is_over)
            watched = [each for each in dan.heard if isinstance(each, Frame)]
            assert len(watched) > 5
            assert not any(shown_in(frame, "digit") for frame in watched)
            assert all(frame.view is None or frame.view.viewer == -1 for frame in watched)
            seen = [each for each in ann.heard if isinstance(each, Frame)]
            assert any(shown_in(frame, "digit") for frame in seen)  # there was something to leak
            rooms = [each for each in dan.heard if isinstance(each, RoomNow)]
            assert rooms[-1].outcome is not None
            owners = {owner for frame in watched for owner in shown_in(frame, "owner")}
            assert owners == {1, 2, 3, 4}  # people and bots have played
            await check_record(w, ann)

    run(story())
