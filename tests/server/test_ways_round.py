"""Ways round the limits, each closed: other doors to a costly thing, and how much fits through."""

from __future__ import annotations

import asyncio
import dataclasses
import threading
from typing import Any

import pytest

from freehold.game import AnyGame, Setup
from freehold.protocol.wire import Done, Refused
from tests.games_under_test import game_named
from tests.server.meadow import SHORT_WORDS, another_round, dig_or_step, match_of, meadow, seat_of
from tests.server.world import PATIENCE_S, Line, Person, run, world

EVE = {"X-Forwarded-For": "203.0.113.9"}
QUICKLY_OVER = {"points_to_win": 1}


async def play_to_the_end(line: Line) -> None:
    await line.play_on(line.is_over)


def test_a_rematch_counts_as_a_new_match() -> None:
    async def story() -> None:
        async with world(trust_proxy=True, rooms_per_minute=3) as w, Person(w, **EVE) as eve:
            line = await eve.quick("land-grab", bot="random", params=QUICKLY_OVER)
            for _ in range(2):
                await play_to_the_end(line)
                assert isinstance(await line.ask("rematch"), Done)
                await line.room_when(lambda room: room.phase == "playing")
            await play_to_the_end(line)
            refused = await line.ask("rematch")
            assert isinstance(refused, Refused)
            assert refused.code == "too_many_rooms"
            status, refusal = await eve.post("/api/quick", {"game": "land-grab"})
            assert (status, refusal["code"]) == (429, "too_many_rooms")

    run(story())


def test_a_wish_for_a_rematch_that_does_not_begin_one_counts_nothing() -> None:
    async def story() -> None:
        limited = world(trust_proxy=True, rooms_per_minute=1)
        async with limited as w, Person(w, **EVE) as eve, Person(w) as ben:
            created = await eve.create("land-grab", is_public=True)
            host, guest = [await each.join(created["room"]) for each in (eve, ben)]
            assert isinstance(await guest.ask("ready"), Done)
            assert isinstance(await host.ask("start"), Done)  # counted with its room
            await guest.room_when(lambda room: room.phase == "playing")
            await guest.act("resign")
            await host.room_when(lambda room: room.phase == "over")
            assert isinstance(await host.ask("rematch"), Done)
            assert isinstance(await guest.ask("rematch"), Done)  # it begins, from this address
            assert not w.hub.new_rooms.take("127.0.0.1", w.hub.now())

    run(story())


@pytest.mark.slow
def test_rounds_of_a_world_that_end_at_once_do_not_follow_each_other_without_end() -> None:
    async def story() -> None:
        words = SHORT_WORDS.replace("rest_ms=150", "rest_ms=0")
        async with meadow(rooms_per_minute=2, world_params=words) as w, Person(w) as ann:
            line = await ann.quick("meadow")
            rests = []
            for _ in range(3):
                before = match_of(line)
                for _ in range(3):
                    await dig_or_step(line)
                over = await line.room_when(lambda room: room.phase == "over")
                rests.append(over.next_ms)
                if over.next_ms < 1000:
                    await another_round(line, before)
            assert rests[:2] == [0, 0]
            assert 25_000 < rests[2] <= 30_000

    run(story())


def test_the_board_of_a_match_is_made_beside_the_event_loop() -> None:
    """While one is made that takes long, everybody else is answered."""
    begun, may_end = threading.Event(), threading.Event()
    waited: list[bool] = []
    game = game_named("land-grab")

    def new(setup: Setup[Any]) -> Any:
        begun.set()
        waited.append(may_end.wait(PATIENCE_S / 4))
        return game.new(setup)

    slow: AnyGame = dataclasses.replace(game, name="slow", new=new)

    def find_game(name: str) -> AnyGame:
        return slow if name == "slow" else game_named(name)

    async def story() -> None:
        async with world(None, find_game) as w, Person(w) as ann, Person(w) as ben:
            making = asyncio.create_task(ann.post("/api/quick", {"game": "slow"}))
            while not begun.is_set():
                await asyncio.sleep(0.01)
            assert (await ben.get("/healthz"))[0] == 200
            may_end.set()
            assert (await making)[0] == 200
            assert waited == [True]

    run(story())


# Worlds


def test_a_player_who_had_a_seat_in_a_world_is_never_told_that_it_is_full() -> None:
    async def story() -> None:
        async with meadow(max_world_players=1, grace_ms=1) as w, Person(w) as ann, Person(w) as bob:
            line = await ann.quick("meadow")
            token = (await ann.post("/api/quick", {"game": "meadow"}))[1]["token"]
            await line.close()
            while w.hub.connections:
                await asyncio.sleep(0.01)
            await bob.quick("meadow")
            assert line.room is not None
            again = await ann.enter(line.room.id, token)
            assert seat_of(again) == 0
            assert seat_of(await ann.quick("meadow")) == 0
            status, refused = await bob.post("/api/quick", {"game": "meadow"})
            assert status == 200, refused
            async with Person(w) as cid:
                status, refused = await cid.post("/api/quick", {"game": "meadow"})
                assert (status, refused["code"]) == (409, "world_full")

    run(story())


def test_a_player_of_an_earlier_round_gets_a_seat_in_this_one() -> None:
    async def story() -> None:
        chosen = meadow(max_world_players=1, grace_ms=1, world_params=SHORT_WORDS)
        async with chosen as w, Person(w) as ann, Person(w) as bob:
            line = await ann.quick("meadow")
            await line.close()
            while w.hub.connections:
                await asyncio.sleep(0.01)
            other = await bob.quick("meadow")
            before = match_of(other)
            for _ in range(3):
                await dig_or_step(other)
            await another_round(other, before)
            assert seat_of(await ann.quick("meadow")) >= 0

    run(story())


def test_joins_without_a_socket_do_not_keep_a_world_full(monkeypatch: pytest.MonkeyPatch) -> None:
    wait_ms = 300_000

    async def story() -> None:
        chosen = meadow(max_world_players=2, grace_ms=2 * wait_ms, unclaimed_seat_ms=wait_ms)
        async with chosen as w, Person(w) as eve, Person(w) as ann, Person(w) as other:
            for each in (eve, other):
                assert (await each.post("/api/quick", {"game": "meadow"}))[0] == 200
            assert (await ann.post("/api/quick", {"game": "meadow"}))[0] == 409
            honest = w.hub.now
            monkeypatch.setattr(w.hub, "now", lambda: honest() + wait_ms)
            assert seat_of(await ann.quick("meadow")) == 2

    run(story())
