"""Watchers of a world: they see a player's view, with a delay."""

from __future__ import annotations

import asyncio

from freehold.match.patches import Frame
from freehold.protocol.wire import Done, Refused
from tests.server.world import Line, Person, opened, run, world

SMALL = "width_tiles=26 height_tiles=18 density_permille=70 spawn_tiles=1 safe_steps=4"
LATE_MS = 300


async def look(watcher: Line, seat: int) -> Done | Refused:
    return await watcher.ask("eyes", seat)


async def refused(watcher: Line, seat: int) -> str:
    answer = await look(watcher, seat)
    assert isinstance(answer, Refused)
    return answer.code


async def looker(person: Person, line: Line) -> Line:
    assert line.room is not None
    return await person.join(line.room.id, watch=True)


def test_ml_52_a_watcher_sees_late_through_whom_they_choose_and_nothing_more() -> None:
    async def story() -> None:
        async with (
            world(world_bots=0, world_params=SMALL, watcher_delay_ms=LATE_MS) as w,
            Person(w) as ann,
            Person(w) as ben,
            Person(w) as dan,
        ):
            one, two = await ann.quick("mine-land"), await ben.quick("mine-land")
            watcher = await looker(dan, one)
            assert watcher.room is not None
            assert watcher.room.eyes_ms == LATE_MS
            assert watcher.knowledge is not None
            assert watcher.knowledge.view is not None
            assert set(watcher.knowledge.view.layers["ground"]) == {0}  # nothing by themselves
            for line, seat in ((one, 0), (two, 1)):
                asked_at = asyncio.get_running_loop().time()
                assert isinstance(await look(watcher, seat), Done)  # nobody need agree
                frame = await watcher.until(Frame, lambda each: each.view is not None)
                assert frame.view is not None
                assert line.knowledge is not None
                assert line.knowledge.view is not None
                assert frame.view.viewer == seat
                assert frame.view.rect == line.knowledge.view.rect
                assert asyncio.get_running_loop().time() - asked_at >= LATE_MS / 1000

    run(story())


def test_ml_52_a_player_off_the_board_is_not_watched_and_players_watch_nobody() -> None:
    async def story() -> None:
        async with (
            world(world_bots=0, world_params=SMALL, watcher_delay_ms=0, grace_ms=1) as w,
            Person(w) as ann,
            Person(w) as ben,
            Person(w) as dan,
        ):
            one, two = await ann.quick("mine-land"), await ben.quick("mine-land")
            watcher = await looker(dan, one)
            assert await refused(watcher, 2) == "no_such_chair"
            await two.close()
            playing = opened(w, one).playing
            assert playing is not None
            live = playing.live
            assert live is not None
            while 1 in live.match.state.living:
                await asyncio.sleep(0.005)
            assert await refused(watcher, 1) == "not_on_board"
            assert isinstance(await look(watcher, 0), Done)
            assert one.room is not None
            _, refusal = await ann.post(f"/api/rooms/{one.room.id}/join", {"watch": True})
            assert refusal["code"] == "plays_here"

    run(story())
