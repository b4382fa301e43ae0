"""A server on PostgreSQL: what it does when that goes away, when a commit's outcome is unknown, and
when either of them is killed."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import pytest

from freehold.match.replay import read_record, replay
from freehold.protocol import wire
from freehold.protocol.wire import Act, Acted, Done, Refused
from freehold.server.match import keeping
from freehold.server.rooms import roomrecords
from freehold.store.postgres import PostgresStore
from tests.games_under_test import game_named
from tests.postgres import Postgres
from tests.server.crashing import (
    PATIENCE_S,
    Crashable,
    Player,
    find_faults,
    seat_players,
    verify_all,
)
from tests.server.world import Line, Person, World, opened, run, table, world
from tests.store.proxy import Proxy


@pytest.fixture
def proxy(postgres: Postgres) -> Iterator[Proxy]:
    with Proxy(postgres.folder) as running:
        yield running


def readable(dsn: str) -> PostgresStore:
    """Its statements pass in plain words, so that the proxy knows them."""
    store = PostgresStore(dsn, is_alone=True)
    store._db.prepare_threshold = None
    return store


async def act(line: Line) -> None:
    await line.my_turn()
    assert isinstance(await line.act(line.choose()), Acted)


async def log_of(w: World, line: Line) -> list[bytes]:
    match = opened(w, line).room.match
    return await w.hub.keeper.ask(lambda store: store.read_lines(match))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGQUIT])
def test_while_the_database_is_away_nothing_is_acknowledged_and_then_all_goes_on(
    number: signal.Signals, dsn: str, restarted: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "TRY_EVERY_S", -1.0)
    monkeypatch.setattr(keeping, "PATIENCE_S", PATIENCE_S)

    async def story() -> None:
        store = PostgresStore(dsn, is_alone=True)
        async with world(store) as w, table(w, "land-grab") as (ann, ben), Person(w) as eve:
            await act(ann)
            await ben.my_turn()
            assert ben.knowledge is not None
            before = ben.knowledge.view
            await asyncio.to_thread(restarted.stop, number)
            await ben.say(Act(1, ben.choose()))
            for line in (ann, ben):
                await line.room_when(lambda room: room.trouble == "disk")
            refused = await ben.act("farm 1,1")
            assert isinstance(refused, Refused)
            assert refused.code == "disk"
            asked = await ann.ask("eyes")
            assert isinstance(asked, Refused)
            assert asked.code == "disk"
            status, told = await eve.post("/api/rooms", {"game": "land-grab"})
            assert (status, told["code"]) == (503, "disk")
            status, told = await eve.get("/api/matches")
            assert (status, told["code"]) == (503, "disk")
            assert (await eve.get("/healthz"))[0] == 503
            assert not any(isinstance(each, Acted) for each in ben.heard)
            restarted.start()
            await ben.until(wire.Welcome)
            await ben.room_when(lambda room: room.trouble == "")
            assert ben.knowledge.view == before
            await act(ben)
            await act(ann)
            assert (await eve.get("/healthz"))[0] == 200
            assert (await eve.post("/api/rooms", {"game": "land-grab"}))[0] == 200
            replay(game_named("land-grab"), read_record(b"".join(await log_of(w, ann))))

    run(story())


@pytest.mark.parametrize("is_kept", [True, False])
def test_an_action_whose_commit_was_lost_is_in_the_log_once_or_not_at_all(
    is_kept: bool, dsn: str, proxy: Proxy
) -> None:
    async def story() -> None:
        store = readable(proxy.address(dsn))
        async with world(store) as w, table(w, "land-grab") as (ann, ben):
            await ann.my_turn()
            before = len(await log_of(w, ann))
            action = ann.choose()
            proxy.cut_at(b"COMMIT", is_passed_on=is_kept)
            await ann.say(Act(1, action))
            await ann.room_when(lambda room: room.trouble == "disk")
            assert not any(isinstance(each, Acted) for each in ann.heard)
            welcome = await ann.until(wire.Welcome)
            assert welcome.last == (1 if is_kept else 0)
            await ann.say(Act(1, action))  # as every client does that was told nothing
            await ann.until(Acted, lambda acted: acted.n == 1)
            lines = await log_of(w, ann)
            assert len(lines) == before + 1
            await act(ben)
            replay(game_named("land-grab"), read_record(b"".join(await log_of(w, ann))))

    run(story())


@pytest.mark.parametrize("is_kept", [True, False])
def test_a_match_whose_beginning_was_lost_is_begun_once(
    is_kept: bool, dsn: str, proxy: Proxy
) -> None:
    """The room is read again before it is changed again."""

    async def story() -> None:
        store = readable(proxy.address(dsn))
        async with world(store) as w, Person(w) as ann, Person(w) as ben:
            room = (await ann.create("land-grab", is_public=True))["room"]
            lines = [await ann.join(room), await ben.join(room)]
            assert isinstance(await lines[1].ask("ready"), Done)
            proxy.cut_at(b"COMMIT", is_passed_on=is_kept)
            assert await lines[0].refusal("start") == "disk"
            told = await lines[0].ask("start")
            assert isinstance(told, Refused if is_kept else Done)
            for line in lines:
                await line.room_when(lambda now: now.phase == "playing")
                while line.knowledge is None or line.knowledge.view is None:
                    await line.next()
            await act(lines[0])
            await act(lines[1])
            found = await w.hub.keeper.ask(lambda store: [row.id for row in store.matches()])
            assert found == [opened(w, lines[0]).room.match]

    run(story())


@pytest.mark.parametrize("is_kept", [True, False])
def test_a_world_whose_founding_was_lost_is_founded_once(
    is_kept: bool, dsn: str, proxy: Proxy
) -> None:
    async def story() -> None:
        async with world(readable(proxy.address(dsn))) as w, Person(w) as ann:
            await ann.get("/api/me")
            proxy.cut_at(b"mine-land", is_passed_on=is_kept)  # with the room, and so its commit
            status, told = await ann.post("/api/quick", {"game": "mine-land"})
            assert (status, told["code"], proxy.cuts) == (503, "disk", 1)
            status, _ = await ann.post("/api/quick", {"game": "mine-land"})
            assert status == 200
            kept = await w.hub.keeper.ask(roomrecords.read_rooms)
            assert [room.id for room in kept if room.is_standing] == list(w.hub.rooms)

    run(story())


@pytest.mark.parametrize("is_kept", [True, False])
def test_a_match_whose_end_was_lost_is_over(is_kept: bool, dsn: str, proxy: Proxy) -> None:
    async def story() -> None:
        async with world(readable(proxy.address(dsn))) as w, Person(w) as ann:
            line = await ann.quick("land-grab", bot="random", params={"points_to_win": 5})
            room = opened(w, line)
            proxy.cut_at(b"finished", is_passed_on=is_kept)
            await line.play_on(line.is_over)
            assert proxy.cuts == 1
            assert room.attendance is None
            row = await w.hub.keeper.ask(lambda each: each.match_row(room.room.match))
            assert row.status == "finished"
            assert isinstance(await line.ask("rematch"), Done)
            await line.room_when(lambda now: now.phase == "playing")

    run(story())


# Real processes


async def play_on(players: list[Player], more: int) -> None:
    wanted = sum(len(player.acknowledged) for player in players) + more
    async with asyncio.timeout(PATIENCE_S):
        while sum(len(player.acknowledged) for player in players) < wanted:
            await asyncio.sleep(0.005)


@pytest.mark.slow
def test_server_and_database_are_killed_in_turn_and_nothing_acknowledged_is_lost(
    dsn: str, restarted: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("freehold.client.lines.SOON_MS", 100)
    server = Crashable(tmp_path, store=dsn)

    async def story() -> list[Player]:
        async with AsyncExitStack() as stack:
            await server.start()
            players = [
                *await seat_players(stack, server.url, "land-grab", 2),
                *await seat_players(stack, server.url, "area-attack", 2, params={"pick_ms": 300}),
            ]
            playing = asyncio.gather(*[player.play() for player in players])
            for _ in range(2):
                await play_on(players, 15)
                server.kill()
                await server.start()
                await play_on(players, 15)
                await asyncio.to_thread(restarted.stop, signal.SIGQUIT)
                restarted.start()
            await play_on(players, 15)
            playing.cancel()
            with suppress(asyncio.CancelledError):
                await playing
            return players

    try:
        players = run(story())
        server.kill(signal.SIGTERM)
        logs = server.read()
    finally:
        server.close()
    assert not find_faults(logs, players)
    assert sum(len(player.acknowledged) for player in players) >= 75
    verify_all(logs)
