"""A server that stands still, stops or is killed: what was shown holds, and nobody pays for it."""

from __future__ import annotations

import asyncio
import re
import signal
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from freehold.game import Clock
from freehold.match.patches import Frame
from freehold.protocol.wire import Acted, Refused
from freehold.server.match.pulse import BEAT_MS, Pulse
from freehold.server.settings import Settings
from freehold.store import MemoryStore
from tests.server.crashing import Crashable, Player, seat_players
from tests.server.world import Line, Person, opened, run, table, world

# The pulse


class Loop:
    """A loop whose time is what the test says."""

    def __init__(self) -> None:
        self.ms = 1_000.0

    def time(self) -> float:
        return self.ms / 1000


def beating(stall_ms: int = 250) -> tuple[Any, Pulse]:
    loop: Any = Loop()
    pulse = Pulse(loop, stall_ms)
    pulse._beat_at = loop.ms
    return loop, pulse


def test_time_without_a_beat_is_the_loops() -> None:
    loop: Any = Loop()
    pulse = Pulse(loop, 250)
    loop.ms += 90_000
    assert (pulse.now(), pulse.lost) == (91_000, 0)


def test_a_stall_is_left_out_no_matter_who_asks_first(caplog: pytest.LogCaptureFixture) -> None:
    loop, pulse = beating()
    loop.ms += BEAT_MS + 250
    assert pulse.now() == 1_350  # late, but no stall
    loop.ms += 30_000
    assert pulse.now() == 1_000 + BEAT_MS
    assert (pulse.stalls, pulse.lost) == (1, 30_250)
    loop.ms += 50
    assert pulse.now() == 1_150
    assert pulse.loop_s(1_200) == (1_200 + 30_250) / 1000
    assert "30250 ms" in getattr(caplog.records[-1], "reason", "")


def test_the_bounds_are_settings() -> None:
    assert (Settings().stall_threshold_ms, Settings().max_lag_compensation_ms) == (250, 200)


# A loop that is kept busy, and a disk that takes long


async def my_turn(line: Line) -> None:
    while not line.is_my_turn:
        await line.next()


def left_ms(line: Line, seat: int) -> int:
    assert line.knowledge is not None
    return line.knowledge.table.clocks[seat][0]


@pytest.mark.slow
def test_a_loop_that_stands_still_charges_nobody() -> None:
    async def story() -> None:
        clock = {"bank_ms": 1_500}
        async with (
            world(stall_threshold_ms=100) as w,
            table(w, "land-grab", clock=clock) as (ann, ben),
        ):
            await my_turn(ann)
            await asyncio.sleep(2 * BEAT_MS / 1000)  # the pulse beats
            time.sleep(2.5)
            assert isinstance(await ann.act(ann.choose()), Acted)
            await my_turn(ben)
            assert left_ms(ben, 0) > 400
            while sum(isinstance(each, Frame) and each.view is not None for each in ben.heard) < 2:
                await ben.next()  # a whole view at the start, and another one after the stall
            assert w.hub.pulse.stalls >= 1
            async with Person(w) as eve, eve.http.get(w.url + "/metrics") as response:
                assert "freehold_stalls_total" in await response.text()

    run(story())


class SlowDisk(MemoryStore):
    """A disk that takes long when it is told to."""

    slow_s = 0.0

    def commit(self) -> None:
        time.sleep(self.slow_s)
        super().commit()


@pytest.mark.slow
@pytest.mark.parametrize("stall_ms", [100, 60_000])
def test_a_disk_that_takes_long_charges_nobody(stall_ms: int) -> None:
    """Ben is to move, but has not been shown Ann's move: his clock must not run out."""

    async def story() -> None:
        disk = SlowDisk()
        clock = {"bank_ms": 1_500}
        async with (
            world(disk, stall_threshold_ms=stall_ms) as w,
            table(w, "land-grab", clock=clock) as (ann, ben),
        ):
            await my_turn(ann)
            disk.slow_s = 2.5
            assert isinstance(await ann.act(ann.choose()), Acted)
            disk.slow_s = 0.0
            await my_turn(ben)
            answer = await ben.act(ben.choose())
            is_charged = stall_ms > 100  # without the remedy his clock is gone by now
            assert isinstance(answer, Refused) == is_charged
            if not is_charged:
                await my_turn(ann)
                assert left_ms(ann, 1) > 500
                playing = opened(w, ben).playing
                assert playing is not None
                assert playing.live is not None
                assert not playing.live.passing.is_held

    run(story())


def test_a_connections_delay_is_given_back_within_bounds() -> None:
    async def story() -> None:
        clock = {"bank_ms": 60_000}
        async with world() as w, table(w, "land-grab", clock=clock) as (ann, ben):
            await my_turn(ann)
            (own,) = [each for each in w.hub.connections.values() if each.name == name_of(ann)]
            own.lag = 10_000
            await ann.act(ann.choose())
            await my_turn(ben)
            playing = opened(w, ben).playing
            assert playing is not None
            assert playing.live is not None
            assert playing.live.passing.lags == {0: w.hub.settings.max_lag_compensation_ms}

    run(story())


def test_a_connections_delay_is_measured_by_pings() -> None:
    async def story() -> None:
        async with world(ping_interval_ms=10) as w, table(w, "land-grab") as (ann, _):
            (own,) = [each for each in w.hub.connections.values() if each.name == name_of(ann)]
            own.lag = 8_000
            listening = asyncio.create_task(ann.socket.receive())  # which answers pings
            while own.lag == 8_000:
                await asyncio.sleep(0.01)
            assert 0 < own.lag < 8_000
            listening.cancel()

    run(story())


def name_of(line: Line) -> str:
    assert line.welcome is not None
    return line.welcome.name


# Processes


Act = Callable[[Crashable], Awaitable[None]]


async def restart(server: Crashable, number: signal.Signals) -> None:
    await asyncio.to_thread(server.kill, number)
    await server.start()


async def played(
    folder: Path, game: str, do: Callable[[Crashable, list[Player]], Awaitable[None]], **wishes: Any
) -> None:
    server = Crashable(folder)
    await server.start()
    try:
        async with AsyncExitStack() as stack:
            players = await seat_players(stack, server.url, game, 2, **wishes)
            await do(server, players)
    finally:
        await asyncio.to_thread(server.close)


def stalled_ms(server: Crashable) -> int:
    """A machine with much to do makes servers stand still: what they do not count is not lost."""
    return sum(int(each) for each in re.findall(r"for (\d+) ms, which count", server.log()))


def known_now(player: Player) -> int:
    assert player.tab.known is not None
    return player.tab.known.now


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "most"), [(signal.SIGTERM, 300), (signal.SIGKILL, 1_000)], ids=["term", "kill"]
)
def test_match_time_does_not_go_back_over_a_restart(
    number: signal.Signals, most: int, tmp_path: Path
) -> None:
    async def do(server: Crashable, players: list[Player]) -> None:
        player = players[0]
        await asyncio.sleep(3.3)
        shown, connections = player.line.now(), player.line.connections
        assert shown > 3_000
        await restart(server, number)
        await player.line.until(
            lambda: player.line.connections > connections and player.tab.is_fresh
        )
        assert shown - known_now(player) - stalled_ms(server) < most

    params = {"pick_ms": 60_000}  # in which nothing happens
    run(played(tmp_path, "area-attack", do, params=params))


@pytest.mark.slow
def test_a_process_that_was_stopped_for_a_while_charges_nobody(tmp_path: Path) -> None:
    async def do(server: Crashable, players: list[Player]) -> None:
        first = next(player for player in players if player.tab.is_awaited)
        server.send(signal.SIGSTOP)
        await asyncio.sleep(4)
        server.send(signal.SIGCONT)
        known = first.tab.known
        assert known is not None
        assert known.view is not None
        action = next(iter(known.game.choices(known.view, known.now, first._rng)))
        assert isinstance(await first.line.act(known.game.spell(action)), Acted)

    run(played(tmp_path, "land-grab", do, clock=Clock(bank_ms=2_500)))
