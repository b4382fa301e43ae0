"""Operations that are held until a moment: in order, in few commits, never lost at a close."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from freehold.game import Outcome
from freehold.protocol.packets import Packet
from freehold.server.match.inputs import Tick
from freehold.server.match.keeping import Keeper
from freehold.server.match.live import Live
from freehold.server.match.loading import Loaded
from freehold.server.match.playing import Attached, Playing
from freehold.server.match.writing import WRITE_AHEAD_MS, write_at
from freehold.store import MemoryStore, Store
from freehold.store.writer import Answer
from tests.server import begin
from tests.server.world import run
from tests.toy import GAME as TOY
from tests.toy.params import Params as Cave

GUSTY = Cave(traps=0, gust_ms=1_000)


def put(number: int) -> Any:
    def operation(store: Store) -> int:
        store.put("n", str(number), b"")
        return number

    return operation


def far(keeper: Keeper) -> int:
    """A moment that does not come during the test."""
    return int(keeper._loop.time() * 1000) + 3_600_000


def test_what_is_held_is_done_in_one_commit_when_its_moment_comes() -> None:
    async def story() -> None:
        keeper = Keeper(MemoryStore(), asyncio.get_running_loop())
        done: list[Any] = []
        for number in range(20):
            keeper.hold(
                partial(put, number), lambda result, error: done.append(result), far(keeper)
            )
        await asyncio.sleep(0.01)
        assert (done, keeper.writer.commits) == ([], 0)
        last = asyncio.get_running_loop().create_future()
        now = int(keeper._loop.time() * 1000)
        keeper.hold(lambda: put(20), lambda result, error: last.set_result(result), now + 1)
        assert await last == 20
        assert done == list(range(20))
        assert keeper.writer.commits <= 2  # the writer may wake up at the first of them
        await keeper.close()

    run(story())


def test_nothing_overtakes_what_is_held() -> None:
    async def story() -> None:
        keeper = Keeper(MemoryStore(), asyncio.get_running_loop())
        done: list[Any] = []
        keeper.hold(lambda: put(1), lambda result, error: done.append(result), far(keeper))
        keys = await keeper.ask(lambda store: [key for key, _ in store.all("n")])
        assert keys == ["1"]
        assert done == [1]
        await keeper.close()

    run(story())


def test_closing_writes_down_what_is_held() -> None:
    async def story() -> None:
        store = MemoryStore()
        keeper = Keeper(store, asyncio.get_running_loop())
        done: list[Any] = []
        keeper.hold(lambda: put(1), lambda result, error: done.append(result), far(keeper))
        await keeper.close()
        assert done == [1]
        assert store.get("n", "1") is not None

    run(story())


@pytest.mark.skipif(sys.platform == "win32", reason="uvloop is not for Windows")
def test_a_moment_that_has_passed_holds_nothing_up_on_uvloop_either() -> None:
    async def story() -> None:
        keeper = Keeper(MemoryStore(), asyncio.get_running_loop())
        last = asyncio.get_running_loop().create_future()
        now = int(keeper._loop.time() * 1000)
        keeper.hold(lambda: put(1), lambda result, error: None, now)
        keeper.hold(lambda: put(2), lambda result, error: None, now + 5)
        keeper.hold(lambda: put(3), lambda result, error: last.set_result(result), now - 5)
        assert await last == 3
        await keeper.close()

    import uvloop

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(story())


@pytest.mark.parametrize(
    ("now", "at"), [(1000, 1040), (1039, 1040), (1040, 1050), (1049, 1050), (1050, 1090)]
)
def test_a_command_is_written_a_little_before_its_beat_or_on_it(now: int, at: int) -> None:
    assert WRITE_AHEAD_MS == 10
    assert write_at(now, 50) == at


class Room:
    """Has nothing to do with what its match says."""

    def ended(self, outcome: Outcome) -> None:
        raise AssertionError

    def quarantined(self, reason: str) -> None:
        raise AssertionError(reason)

    def damaged(self, reason: str) -> None:
        raise AssertionError(reason)

    def troubled(self, code: str) -> None:
        raise AssertionError(code)


class Ears:
    def send(self, *packets: Packet) -> None:
        """Heard."""


class Ledger(Keeper):
    """Counts what is held and what is not, and writes nothing down."""

    def __init__(self) -> None:
        self.held = 0
        self.hurried = 0

    def submit(self, operation: Callable[[Store], Any], answer: Answer) -> None:
        self.hurried += 1

    def hold(self, make: Callable[[], Callable[[Store], Any]], answer: Answer, until: int) -> None:
        self.held += 1

    def let_go(self) -> None:
        self.hurried += 1


def test_what_time_has_changed_is_held_until_somebody_waits_for_it() -> None:
    async def story() -> None:
        ledger, live = Ledger(), begin(TOY, params=GUSTY, is_attached=False).live
        playing = Playing(ledger, Room(), TOY, "match")
        begun = playing.now()
        playing.take(Loaded(1, Live.start(live.match, begun), begun))
        playing.rest(False)
        playing.attach(1, Attached(Ears(), 0, "tab"))
        playing._give(Tick(), begun + GUSTY.gust_ms)  # a gust, of which nobody hears
        playing.command(1, 1, "hold")
        assert (ledger.held, ledger.hurried) == (1, 0)
        playing._give(Tick(), begun + 5 * GUSTY.gust_ms)  # more, and a beat that tells
        assert (ledger.held, ledger.hurried) == (1, 1)
        playing.close()

    run(story())
