"""Operations that are held until a moment: in order, in few commits, never lost at a close."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from freehold.game import Outcome
from freehold.protocol.packets import Packet
from freehold.server.match.inputs import Tick
from freehold.server.match.keeping import Keeper
from freehold.server.match.live import Live
from freehold.server.match.loading import Loaded
from freehold.server.match.playing import Attached, Playing
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


def test_what_is_held_is_done_in_one_commit_when_it_is_let_go() -> None:
    async def story() -> None:
        keeper = Keeper(MemoryStore(), asyncio.get_running_loop())
        done: list[Any] = []
        for number in range(20):
            keeper.hold(partial(put, number), lambda result, error: done.append(result))
        await asyncio.sleep(0.01)
        assert (done, keeper.writer.commits) == ([], 0)
        last = asyncio.get_running_loop().create_future()
        keeper.hold(lambda: put(20), lambda result, error: last.set_result(result))
        keeper.let_go()
        assert await last == 20
        assert done == list(range(20))
        assert keeper.writer.commits == 1
        await keeper.close()

    run(story())


def test_nothing_overtakes_what_is_held() -> None:
    async def story() -> None:
        keeper = Keeper(MemoryStore(), asyncio.get_running_loop())
        done: list[Any] = []
        keeper.hold(lambda: put(1), lambda result, error: done.append(result))
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
        keeper.hold(lambda: put(1), lambda result, error: done.append(result))
        await keeper.close()
        assert done == [1]
        assert store.get("n", "1") is not None

    run(story())


def test_what_is_asked_for_together_is_one_commit_and_keeps_its_order() -> None:
    async def story() -> None:
        keeper = Keeper(MemoryStore(), asyncio.get_running_loop())
        done: list[Any] = []
        last = asyncio.get_running_loop().create_future()
        with keeper.together():
            keeper.hold(lambda: put(1), lambda result, error: done.append(result))
            keeper.submit(put(2), lambda result, error: done.append(result))
            keeper.submit(put(3), lambda result, error: last.set_result(result))
            await asyncio.sleep(0.01)
            assert (done, keeper.writer.commits) == ([], 0)
        assert await last == 3
        assert done == [1, 2]
        assert keeper.writer.commits == 1
        await keeper.close()

    run(story())


def test_what_nobody_waits_for_stays_held_after_what_was_done_together() -> None:
    async def story() -> None:
        keeper = Keeper(MemoryStore(), asyncio.get_running_loop())
        done: list[Any] = []
        with keeper.together():
            keeper.hold(lambda: put(1), lambda result, error: done.append(result))
        await asyncio.sleep(0.01)
        assert (done, keeper.writer.commits) == ([], 0)
        await keeper.close()
        assert done == [1]

    run(story())


def test_what_failed_on_the_way_does_not_keep_the_others_from_the_disk() -> None:
    async def story() -> None:
        keeper = Keeper(MemoryStore(), asyncio.get_running_loop())
        last = asyncio.get_running_loop().create_future()
        with suppress(ZeroDivisionError), keeper.together():
            keeper.submit(put(1), lambda result, error: last.set_result(result))
            raise ZeroDivisionError
        assert await last == 1
        assert await keeper.ask(put(2)) == 2  # and nothing is held for good
        await keeper.close()

    run(story())


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

    def hold(self, make: Callable[[], Callable[[Store], Any]], answer: Answer) -> None:
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
        assert (ledger.held, ledger.hurried > 0) == (1, True)
        playing.close()

    run(story())
