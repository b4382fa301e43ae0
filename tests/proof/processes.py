"""Real servers in processes of their own that are killed and stopped, and players who come back."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections import Counter
from contextlib import AsyncExitStack, closing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from freehold.client import lines
from tests.proof.harness import Found, Plants, Proof, first_fault, planting, try_each
from tests.server.crashing import PATIENCE_S, Crashable, Player, seat_players, verify_all
from tests.server.match import test_kill

KILLS_A_SERVER = 10
ONE_STOP_IN = 4
SOON_MS = 100
"""Clients of these proofs come back at once: there are many restarts."""
CLIENTS_A_SEED = 50


# Kills


def kill_often(seed: int, is_early: bool = False) -> Counter[str]:
    """Games of all five kinds, killed again and again; what was acknowledged is in the log once."""
    with TemporaryDirectory() as folder, planting() as patch:
        patch.setattr(lines, "SOON_MS", SOON_MS)
        server = Crashable(Path(folder), is_early=is_early)
        try:
            told = asyncio.run(test_kill.torment(server, KILLS_A_SERVER, seed, ONE_STOP_IN))
        finally:
            server.close()
        faults, players = told
        assert not faults, faults[:3]
        verify_all(server.read())
        assert "Traceback" not in server.log(), server.log()[-600:]
    acknowledged = sum(len(player.acknowledged) for player in players)
    return Counter({"kills": KILLS_A_SERVER, "acknowledged actions": acknowledged})


def run_kills(count: int, seed: int) -> Found:
    return try_each(count, seed, kill_often)


def plants_of_kills() -> Plants:
    early = partial(kill_often, is_early=True)
    return {"answers before the commit": partial(first_fault, early, range(1, 4))}


# Everybody back at once


async def fill(stack: AsyncExitStack, url: str, clients: int) -> list[Player]:
    players: list[Player] = []
    for _ in range(clients // 2):
        players += await seat_players(stack, url, "land-grab", 2)
    return players


async def act_once(players: list[Player]) -> None:
    """An action in every match, which both see."""
    for pair in zip(players[::2], players[1::2], strict=True):
        mover, other = sorted(pair, key=lambda player: not player.tab.is_awaited)
        await mover._act()
        for player, is_next in ((mover, False), (other, True)):
            await player.line.until(
                lambda tab=player.tab, is_next=is_next: tab.is_awaited == is_next  # type: ignore[misc]
            )


def copy_data(folder: Path, name: str) -> None:
    with (
        closing(sqlite3.connect(folder / "freehold.db")) as data,
        closing(sqlite3.connect(folder / name)) as copy,
    ):
        data.backup(copy)


def put_back(folder: Path, name: str) -> None:
    """For the control: the disk is as it was before the last actions."""
    for path in folder.glob("freehold.db*"):
        path.unlink()
    (folder / name).rename(folder / "freehold.db")


async def restart(server: Crashable, clients: int, is_spoiled: bool) -> Counter[str]:
    """Kill the server under everybody and start it again: all come back to what they saw."""
    await server.start()
    async with AsyncExitStack() as stack:
        players = await fill(stack, server.url, clients)
        if is_spoiled:
            copy_data(server.folder, "older.db")
        await act_once(players)
        before = [player.tab.known and player.tab.known.view for player in players]
        server.kill()
        if is_spoiled:
            put_back(server.folder, "older.db")
        began = time.monotonic()
        await server.start()
        async with asyncio.timeout(PATIENCE_S):
            for player in players:
                line, tab = player.line, player.tab
                await line.until(lambda line=line: line.connections > 1)  # type: ignore[misc]
                await line.until(lambda tab=tab: tab.is_fresh)  # type: ignore[misc]
        took_ms = int(1000 * (time.monotonic() - began))
        after = [player.tab.known and player.tab.known.view for player in players]
    assert after == before, "somebody came back to another board"
    return Counter({"clients": len(players), "ms until all were back": took_ms})


def bring_back(clients: int, is_spoiled: bool = False) -> Counter[str]:
    with TemporaryDirectory() as folder, planting() as patch:
        patch.setattr(lines, "SOON_MS", SOON_MS)
        server = Crashable(Path(folder))
        try:
            counts = asyncio.run(restart(server, clients, is_spoiled))
        finally:
            server.close()
        assert "Traceback" not in server.log(), server.log()[-600:]
    return counts


def run_returns(count: int, seed: int) -> Found:
    """One server with fifty clients for each seed, all killed and back at the same time."""
    return try_each(1, seed, lambda _: bring_back(CLIENTS_A_SEED * count))


def plants_of_returns() -> Plants:
    def lost(seed: int) -> Counter[str]:
        return bring_back(20, is_spoiled=True)

    return {"a disk without the last actions": lambda: first_fault(lost, range(1, 2))}


PROOFS = (
    Proof(
        "kills",
        "After kill -9 and SIGSTOP under load every acknowledged action of all five games is in the"
        " log, once.",
        1_000,
        "kills",
        run_kills,
        plants_of_kills,
        small=3,
        share=220,
    ),
    Proof(
        "returns",
        "A thousand clients are back by themselves after a kill -9, each at the board they saw.",
        1_000,
        "clients",
        run_returns,
        plants_of_returns,
        share=15,
        chunk=20,
        jobs=1,
    ),
)
