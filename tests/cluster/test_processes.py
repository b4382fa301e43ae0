"""Three nodes in processes, with people behind a balancer: nodes and the bus are killed, frozen and
drained. Nothing that was acknowledged is lost or doubled."""

from __future__ import annotations

import asyncio
import signal
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.cluster.processes import Nodes
from tests.cluster.test_nodes import play_on, playing, room_of
from tests.server.crashing import Player, find_faults, seat_players, verify_all

pytestmark = pytest.mark.slow
ISLAND = {"radius_tiles": 8, "limit_ms": 20_000, "capture_cooldown_ms": 50}
FROZEN_S = 2.5
"""Longer than a lease."""


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("freehold.client.lines.SOON_MS", 100)


async def fill(stack: AsyncExitStack, url: str) -> list[Player]:
    return [
        *await seat_players(stack, url, "land-grab", 2, params={"points_to_win": 20}),
        *await seat_players(stack, url, "minewars", 2, params=ISLAND),
    ]


def test_nothing_acknowledged_is_lost_when_nodes_die_freeze_or_are_drained(
    dsn: str, tmp_path: Path
) -> None:
    async def story() -> list[Player]:
        async with Nodes(tmp_path, dsn) as nodes, AsyncExitStack() as stack:
            players = await fill(stack, nodes.balancer.url)
            async with playing(players):
                await play_on(players)
                victim = nodes.owner(room_of(players[0]))
                victim.end()
                await play_on(players)
                await nodes.restart(victim)
                frozen = nodes.owner(room_of(players[0]))
                frozen.send(signal.SIGSTOP)
                await asyncio.sleep(FROZEN_S)
                frozen.send(signal.SIGCONT)
                await play_on(players)
                nodes.nats.kill()
                await asyncio.sleep(0.5)
                nodes.nats.start()
                await play_on(players)
                drained = nodes.owner(room_of(players[0]))
                assert await asyncio.to_thread(drained.end, signal.SIGTERM) == 0
                await play_on(players)
            assert find_faults(nodes.logs(), players) == []
            verify_all(nodes.logs())
            assert "Traceback" not in "".join(node.log() for node in nodes.all)
            return players

    players = asyncio.run(story())
    assert players[0].line.connections > 3
