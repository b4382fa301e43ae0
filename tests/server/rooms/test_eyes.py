"""Points of view: watchers, late eyes, and the truth after the end."""

from __future__ import annotations

import asyncio

import pytest

from freehold.match.patches import Frame
from freehold.protocol.wire import Done
from tests.server.world import Line, Person, run, table, world

QUICK_TERRITORY = {"params": {"rounds": 1}, "clock": {}}


def digits_seen(line: Line) -> bool:
    """Has this watcher got any number of Area Attack?"""
    for each in line.heard:
        if isinstance(each, Frame):
            if each.view and any(each.view.layers.get("digit", b"")):
                return True
            if each.layers.get("digit") and any(each.layers["digit"]):
                return True
            if "digit" in each.cells:
                return True
    return False


@pytest.mark.slow
def test_a_watcher_never_gets_a_number() -> None:
    async def story() -> None:
        params = {"width_cells": 24, "height_cells": 24, "apart_cells": 6, "pick_ms": 1000}
        async with (
            world() as w,
            table(w, "area-attack", 2, params=params) as lines,
            Person(w) as dan,
        ):
            assert lines[0].room is not None
            watcher = await dan.enter(lines[0].room.id, "", watch=True)
            assert watcher.welcome is not None
            assert watcher.welcome.name == "Watcher"
            while not all(digits_seen(line) for line in lines):
                for line in lines:
                    action = line.choose()
                    if action:
                        await line.act(action)
                    else:  # picks are over when the others have picked, or their time is up
                        await line.next()
            number = watcher.knowledge.number if watcher.knowledge else 0
            while watcher.knowledge is None or watcher.knowledge.number < number + 2:
                await watcher.next()
            assert not digits_seen(watcher)
            assert await watcher.refusal("truth") == "not_over"

    run(story())


def test_a_consenting_players_eyes_are_lent_late() -> None:
    async def story() -> None:
        async with (
            world(watcher_delay_ms=300) as w,
            table(w, "territory", 3) as (
                ann,
                ben,
                _,
            ),
            Person(w) as dan,
        ):
            assert ann.room is not None
            watcher = await dan.join(ann.room.id, watch=True)
            assert await watcher.refusal("eyes", 0) == "no_eyes"
            assert isinstance(await ann.ask("eyes"), Done)
            await watcher.room_when(lambda room: room.seats[0].eyes)
            loop = asyncio.get_running_loop()
            asked_at = loop.time()
            assert isinstance(await watcher.ask("eyes", 0), Done)
            frame = await watcher.until(Frame, lambda each: each.view is not None)
            assert frame.view is not None
            assert frame.view.viewer == 0
            assert loop.time() - asked_at >= 0.3
            assert await watcher.refusal("eyes", 1) == "no_eyes"
            assert isinstance(await ann.ask("no-eyes"), Done)
            frame = await watcher.until(Frame, lambda each: each.view is not None)
            assert frame.view is not None
            assert frame.view.viewer == -1
            assert ben.welcome is not None

    run(story())


def test_players_cannot_see_another_players_view() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann, Person(w) as ben, Person(w) as cid:
            created = await ann.create("territory", is_public=True)
            lines = [await each.join(created["room"]) for each in (ann, ben, cid)]
            second_tab = await ben.join(created["room"], watch=True)
            await lines[0].ask("eyes")
            assert await second_tab.refusal("eyes", 0) == "has_seat"
            for line in lines[1:]:
                await line.ask("ready")
            await lines[0].ask("start")
            assert (await second_tab.closing()).code == "plays_here"

    run(story())


def test_the_truth_is_shown_after_the_end_and_not_before() -> None:
    async def story() -> None:
        async with world() as w, table(w, "territory", 3, **QUICK_TERRITORY) as lines:
            assert await lines[0].refusal("truth") == "not_over"
            await asyncio.gather(*(line.play_on(line.is_over) for line in lines))
            assert isinstance(await lines[0].ask("truth"), Done)
            frames = [each for each in lines[0].heard if isinstance(each, Frame) and each.view]
            if frames[-1].view is None or frames[-1].view.viewer != -2:
                await lines[0].until(Frame, lambda each: bool(each.view and each.view.viewer == -2))
            assert lines[0].welcome is not None
            assert lines[0].welcome.seat == 0

    run(story())


def test_a_room_that_is_closed_to_watchers_shows_them_nothing() -> None:
    async def story() -> None:
        async with (
            world() as w,
            table(w, "land-grab", may_watch=False) as (ann, _),
            Person(w) as dan,
        ):
            assert ann.room is not None
            _, refusal = await dan.post(f"/api/rooms/{ann.room.id}/join", {"watch": True})
            assert refusal["code"] == "no_watching"
            line = await dan.enter(ann.room.id, "", watch=True, welcome=False)
            assert (await line.closing()).code == "no_watching"

    run(story())
