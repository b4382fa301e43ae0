"""The server's beat: matches that are due at the same moment are looked after together."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import contextmanager
from typing import Any

import pytest

from freehold.game import Ms
from freehold.server.match.beat import EARLY_MS, MOST_FORGOTTEN, Beat
from freehold.server.match.keeping import Keeper
from freehold.server.match.pulse import Pulse
from freehold.store import MemoryStore
from tests.server.world import run


class Handle:
    def __init__(self, timers: list[Handle], at: float, what: Callable[[], object]) -> None:
        self.timers, self.at, self.what = timers, at, what
        timers.append(self)

    def cancel(self) -> None:
        if self in self.timers:  # a loop's may be cancelled after it has rung
            self.timers.remove(self)


class Clock(Pulse):
    """Time that goes on when we say so, and the timers that were set on the loop."""

    def __init__(self) -> None:
        self.at = 1_000
        self.timers: list[Handle] = []

    def now(self) -> Ms:
        return self.at

    def call_at(self, moment: Ms, what: Callable[..., object], *given: Any) -> Any:
        return Handle(self.timers, moment, lambda: what(*given))

    def go(self, to: Ms) -> None:
        self.at = to
        self.ring_all()

    def ring_all(self) -> None:
        """Ring what is due, a little early as loops may."""
        for each in [timer for timer in self.timers if timer.at - EARLY_MS <= self.at]:
            self.timers.remove(each)
            each.what()


class Ledger(Keeper):
    """Writes nothing down; knows what was done together."""

    def __init__(self) -> None:
        self.is_together = False
        self.times = 0

    @contextmanager
    def together(self) -> Any:
        self.is_together = True
        self.times += 1
        yield
        self.is_together = False


class Rings:
    """A match that notes when it is rung."""

    def __init__(self, name: str, told: list[tuple[str, Ms]]) -> None:
        self.name, self.told = name, told
        self.then: Callable[[], None] = lambda: None

    def ring(self, at: Ms) -> None:
        self.told.append((self.name, at))
        self.then()


def beating() -> tuple[Clock, Ledger, Beat, list[tuple[str, Ms]]]:
    clock, ledger = Clock(), Ledger()
    return clock, ledger, Beat(clock, ledger), []


def test_matches_of_one_moment_are_rung_together_in_their_order_by_one_timer() -> None:
    clock, ledger, beat, told = beating()
    for name in "abc":
        beat.set(Rings(name, told), 1_050)
    beat.set(Rings("later", told), 1_100)
    assert len(clock.timers) == 1
    clock.go(1_050)
    assert told == [("a", 1_050), ("b", 1_050), ("c", 1_050)]
    assert (ledger.times, ledger.is_together) == (1, False)
    clock.go(1_100)
    assert told[-1] == ("later", 1_100)
    assert not clock.timers


def test_another_moment_replaces_the_one_before_and_never_takes_it_away() -> None:
    clock, _, beat, told = beating()
    one, other = Rings("one", told), Rings("other", told)
    beat.set(one, 1_050)
    beat.set(other, 1_050)
    beat.set(one, 1_200)
    beat.set(other, None)
    clock.go(1_050)
    assert told == []
    assert [timer.at for timer in clock.timers] == [1_200]
    clock.go(1_200)
    assert told == [("one", 1_200)]


def test_an_earlier_moment_comes_first_whatever_was_asked_for_before() -> None:
    clock, _, beat, told = beating()
    for name, at in (("late", 1_900), ("early", 1_050), ("middle", 1_400)):
        beat.set(Rings(name, told), at)
        assert len(clock.timers) == 1
    for to in (1_050, 1_400, 1_900):
        clock.go(to)
    assert told == [("early", 1_050), ("middle", 1_400), ("late", 1_900)]
    assert not clock.timers


def test_each_match_is_rung_at_its_last_moment_however_often_it_has_changed_its_mind() -> None:
    """Against a plain list of who waits for what; many moments are forgotten on the way."""
    clock, _, beat, told = beating()
    chance = random.Random(1)
    matches = [Rings(str(number), told) for number in range(8)]
    wanted: dict[str, Ms] = {}
    for now in range(1_000, 6_000, 10):
        clock.go(now)
        while clock.timers and clock.timers[0].at - EARLY_MS <= now:
            clock.ring_all()
        due = {name: at for name, at in wanted.items() if at - EARLY_MS <= now}
        assert sorted(told) == sorted(due.items())
        wanted = {name: at for name, at in wanted.items() if name not in due}
        told.clear()
        for match in chance.sample(matches, 5):
            at = now + chance.choice((50, 800, 100_000)) + chance.randrange(50)
            beat.set(match, at)
            wanted[match.name] = at
        assert len(clock.timers) == 1
        assert len(beat._order) <= 2 * len(matches) + MOST_FORGOTTEN


def test_a_match_that_another_one_closes_is_not_rung_any_more() -> None:
    clock, _, beat, told = beating()
    first, second = Rings("first", told), Rings("second", told)
    beat.set(first, 1_050)
    beat.set(second, 1_050)
    first.then = lambda: beat.set(second, None)
    clock.go(1_050)
    assert told == [("first", 1_050)]


def test_a_match_asks_for_its_next_moment_while_it_is_rung() -> None:
    clock, _, beat, told = beating()
    match = Rings("match", told)
    match.then = lambda: beat.set(match, clock.now() + 50)
    beat.set(match, 1_050)
    for to in (1_050, 1_100, 1_150):
        clock.go(to)
    assert told == [("match", 1_050), ("match", 1_100), ("match", 1_150)]


def test_a_match_that_fails_keeps_no_other_one_waiting(caplog: pytest.LogCaptureFixture) -> None:
    clock, ledger, beat, told = beating()
    bad, good = Rings("bad", told), Rings("good", told)

    def fail() -> None:
        raise ValueError("broken")

    bad.then = fail
    beat.set(bad, 1_050)
    beat.set(good, 1_050)
    clock.go(1_050)
    assert told == [("bad", 1_050), ("good", 1_050)]
    assert not ledger.is_together
    assert "broken" in caplog.text


def test_a_match_that_asks_for_the_same_moment_again_lets_the_loop_go_on() -> None:
    clock, _, beat, told = beating()
    again, other = Rings("again", told), Rings("other", told)
    again.then = lambda: beat.set(again, 1_050)
    beat.set(again, 1_050)
    beat.set(other, 1_050)
    clock.go(1_050)
    assert told == [("again", 1_050), ("other", 1_050)]
    assert len(clock.timers) == 1
    clock.ring_all()
    assert told[2:] == [("again", 1_050)]


def test_what_a_stall_makes_ring_too_early_is_rung_at_its_moment() -> None:
    """Time that does not count has passed on the loop alone."""
    clock, _, beat, told = beating()
    beat.set(Rings("match", told), 1_500)
    (timer,) = clock.timers
    clock.timers.clear()
    timer.what()
    assert told == []
    clock.go(1_500)
    assert told == [("match", 1_500)]


def test_a_beat_of_many_matches_is_one_commit() -> None:
    """With a real keeper and a real loop."""

    class Writes:
        def __init__(self, keeper: Keeper, name: str) -> None:
            self.keeper, self.name = keeper, name
            self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def ring(self, at: Ms) -> None:
            self.keeper.submit(
                lambda store: store.put("n", self.name, b""),
                lambda result, error: self.done.set_result(None),
            )

    async def story() -> None:
        loop = asyncio.get_running_loop()
        keeper = Keeper(MemoryStore(), loop)
        beat = Beat(Pulse(loop, 3_600_000), keeper)
        matches = [Writes(keeper, str(number)) for number in range(50)]
        at = beat.pulse.now() + 5
        for match in matches:
            beat.set(match, at)
        for match in matches:
            await match.done
        assert (keeper.writer.commits, keeper.writer.operations) == (1, 50)
        await keeper.close()

    run(story())
