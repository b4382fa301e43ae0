"""Operations that are done together: in order, in one commit, and lines of a match on its beat."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from freehold.game import Outcome
from freehold.protocol.packets import Packet
from freehold.server.match.inputs import Tick
from freehold.server.match.keeping import Keeper
from freehold.server.match.live import Live
from freehold.server.match.loading import Loaded
from freehold.server.match.playing import Attached, Playing
from freehold.store import MemoryStore, Store
from freehold.store.protocol import Appending
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


def test_what_is_asked_for_together_is_one_commit_and_keeps_its_order() -> None:
    async def story() -> None:
        keeper = Keeper(MemoryStore(), asyncio.get_running_loop())
        done: list[Any] = []
        last = asyncio.get_running_loop().create_future()
        with keeper.together():
            keeper.submit(put(1), lambda result, error: done.append(result))
            keeper.submit(put(2), lambda result, error: done.append(result))
            keeper.submit(put(3), lambda result, error: last.set_result(result))
            await asyncio.sleep(0.01)
            assert (done, keeper.writer.commits) == ([], 0)
        assert await last == 3
        assert done == [1, 2]
        assert keeper.writer.commits == 1
        await keeper.close()

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
    """Keeps what is to be appended, and writes nothing down."""

    def __init__(self) -> None:
        self.appended: list[int] = []

    def append(self, lines: Appending, answer: Answer) -> None:
        self.appended.append(len(lines.lines))


def test_what_time_has_changed_waits_for_a_beat_and_is_not_lost_at_a_close() -> None:
    async def story() -> None:
        ledger, live = Ledger(), begin(TOY, params=GUSTY, is_attached=False).live
        playing = Playing(ledger, Room(), TOY, "match")
        begun = playing.now()
        playing.take(Loaded(1, Live.start(live.match, begun), begun))
        playing.rest(False)
        playing.attach(1, Attached(Ears(), 0, "tab"))
        playing._give(Tick(), begun + GUSTY.gust_ms)  # a gust, of which nobody hears
        playing.command(1, 1, "hold")
        assert ledger.appended == []
        playing._give(Tick(), begun + 5 * GUSTY.gust_ms)  # more, and a beat that tells
        assert len(ledger.appended) == 1
        playing._give(Tick(), begun + 6 * GUSTY.gust_ms)
        assert len(ledger.appended) == 1
        playing.close()
        assert len(ledger.appended) == 2

    run(story())
