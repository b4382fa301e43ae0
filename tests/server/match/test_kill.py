"""kill -9 during play: what was acknowledged is kept, once, and everybody goes on by themselves.

This is the small version of the proof `kills` (`tests/proof/processes.py`), with its control.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, closing, suppress
from pathlib import Path

import pytest

from freehold.kernel.chance import Stream, key_of
from freehold.protocol.wire import Acted
from freehold.server.ladder import ladders
from freehold.server.rooms import roomrecords
from freehold.store import SqliteStore
from tests.server.crashing import (
    PATIENCE_S,
    Crashable,
    Player,
    find_faults,
    seat_players,
    verify_all,
)

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clients that come back at once, for fifteen restarts are many."""
    monkeypatch.setattr("freehold.client.lines.SOON_MS", 100)


KILLS = 15
WORLD = {"width_tiles": 60, "height_tiles": 60, "density_permille": 2, "rest_ms": 100}
ISLAND = {"radius_tiles": 8, "limit_ms": 20_000, "capture_cooldown_ms": 50}
MOST_ACTIONS = 20
"""Between two kills: lives are short, so that there can be many."""
ONE_STOP_IN = 3
MOST_DELAY_MS = 15
MOST_STOP_MS = 1_500


async def fill(stack: AsyncExitStack, url: str) -> list[Player]:
    """Games of each kind: in turns, in sealed phases, in real time, and a world."""
    return [
        *await seat_players(stack, url, "land-grab", 2),
        *await seat_players(stack, url, "land-grab", 2, params={"points_to_win": 20}),
        *await seat_players(stack, url, "territory", 3, params={"rounds": 3}),
        *await seat_players(stack, url, "area-attack", 2, params={"pick_ms": 300}),
        *await seat_players(stack, url, "mine-land", 2, params=WORLD),
        *await seat_players(stack, url, "minewars", 2, params=ISLAND),
    ]


async def play_until(players: list[Player], rng: Stream) -> None:
    """Until so many more actions are acknowledged, and a moment longer."""
    wanted = sum(len(player.acknowledged) for player in players) + 5 + rng.below(MOST_ACTIONS)
    async with asyncio.timeout(PATIENCE_S):
        while sum(len(player.acknowledged) for player in players) < wanted:
            await asyncio.sleep(0.002)
    await asyncio.sleep(rng.below(MOST_DELAY_MS) / 1000)


async def resume(server: Crashable, players: list[Player], times: int) -> None:
    """Start again; everybody comes back, and the server knows what they were told."""
    lasts = [dict(player.last) for player in players]
    await server.start()
    async with asyncio.timeout(PATIENCE_S):
        for player, last in zip(players, lasts, strict=True):
            await player.line.until(lambda line=player.line: line.connections > times)  # type: ignore[misc]
            await player.line.until(lambda tab=player.tab: tab.is_fresh)  # type: ignore[misc]
            assert player.tab.welcome is not None
            assert player.tab.welcome.last >= last.get(player.tab.match, 0)


async def torment(
    server: Crashable, kills: int, seed: int = 0, one_stop_in: int = 0
) -> tuple[list[str], list[Player]]:
    """Play, kill, look at the disk, and again; the faults found, at the first ones.

    Before one kill in some the server is stopped for a moment, as by a debugger, and goes on.
    """
    rng = Stream(key_of("kills", seed) if seed else key_of("kills"), "moments")
    await server.start()
    async with AsyncExitStack() as stack:
        players = await fill(stack, server.url)
        tasks = [asyncio.create_task(player.play()) for player in players]
        try:
            for kill in range(kills):
                await play_until(players, rng)
                if one_stop_in and rng.below(one_stop_in) == 0:
                    await server.hold_up(rng.below(MOST_STOP_MS) / 1000)
                    await play_until(players, rng)
                server.kill()
                faults = find_faults(server.read(), players)
                if faults or kill == kills - 1:
                    return faults, players
                await resume(server, players, kill + 1)
                failed = [task.exception() for task in tasks if task.done()]
                assert not failed, failed
        finally:
            for task in tasks:
                task.cancel()
            with suppress(asyncio.CancelledError):
                await asyncio.gather(*tasks)
    raise AssertionError("unreachable")


def test_after_fifteen_kills_every_acknowledged_action_is_in_the_log_once(tmp_path: Path) -> None:
    server = Crashable(tmp_path)
    try:
        faults, players = asyncio.run(torment(server, KILLS, one_stop_in=ONE_STOP_IN))
    finally:
        server.close()
    assert faults == []
    assert all(player.acknowledged for player in players)
    assert all(player.line.connections == KILLS for player in players)
    verify_all(server.read())
    assert "Traceback" not in server.log()


def test_telling_before_the_commit_is_found_out_by_the_same_kills(tmp_path: Path) -> None:
    server = Crashable(tmp_path, is_early=True)
    try:
        faults, _ = asyncio.run(torment(server, KILLS))
    finally:
        server.close()
    assert any(fault.startswith("lost") for fault in faults)


def test_each_of_thirty_matches_is_where_its_last_acknowledged_action_left_it(
    tmp_path: Path,
) -> None:
    async def story(server: Crashable) -> None:
        await server.start()
        async with AsyncExitStack() as stack:
            pairs = [await seat_players(stack, server.url, "land-grab", 2) for _ in range(30)]
            for number, pair in enumerate(pairs):
                for _ in range(number % 5):  # each match another number of actions
                    mover = next(player for player in pair if player.tab.is_awaited)
                    await mover._act()
                    for player in pair:
                        known = player.tab.known
                        assert known is not None
                        await player.line.until(
                            lambda player=player, mover=mover: (  # type: ignore[misc]
                                player.tab.is_awaited != (player is mover)
                            )
                        )
            players = [player for pair in pairs for player in pair]
            before = [player.tab.known and player.tab.known.view for player in players]
            server.kill()
            await resume(server, players, 1)
            after = [player.tab.known and player.tab.known.view for player in players]
            assert after == before

    server = Crashable(tmp_path)
    try:
        asyncio.run(story(server))
    finally:
        server.close()
    logs = server.read()
    entries = sorted(len([line for line in lines if b'"entry"' in line]) for lines in logs.values())
    assert entries == sorted(number % 5 for number in range(30))


def test_a_match_that_ends_around_a_kill_is_rated_once(tmp_path: Path) -> None:
    """Some are rated before it and some after; all ratings are those that follow from results."""
    pairs_wanted, at_first = 6, 3

    async def over(player: Player) -> None:
        await player.line.until(
            lambda: (
                player.tab.is_fresh
                and player.tab.room is not None
                and player.tab.room.phase == "over"
            )
        )

    async def story(server: Crashable) -> None:
        await server.start()
        async with AsyncExitStack() as stack:
            pairs = [
                await seat_players(stack, server.url, "land-grab", 2) for _ in range(pairs_wanted)
            ]
            players = [player for pair in pairs for player in pair]
            for pair in pairs[:at_first]:
                assert isinstance(await pair[1].line.act("resign"), Acted)
            resigning = [
                asyncio.create_task(pair[1].line.act("resign")) for pair in pairs[at_first:]
            ]
            await asyncio.wait(resigning, return_when=asyncio.FIRST_COMPLETED)
            server.kill()
            await resume(server, players, 1)
            async with asyncio.timeout(PATIENCE_S):
                await asyncio.gather(*resigning)  # what was not acknowledged is sent again
                for player in players:
                    await over(player)

    server = Crashable(tmp_path, min_ladder_matches=1, min_ladder_actions=0)
    try:
        asyncio.run(story(server))
    finally:
        server.close()
    with closing(SqliteStore(tmp_path / "freehold.db")) as store:
        assert len(store.all(ladders.RESULTS)) == pairs_wanted
        kept = store.read_rows("ratings", (), 1_000)
        assert len(kept) == 2 * 2 * pairs_wanted
        store.begin()
        assert ladders.rebuild(store, set(roomrecords.guest_ids(store)), 1) == pairs_wanted
        store.commit()
        assert store.read_rows("ratings", (), 1_000) == kept
