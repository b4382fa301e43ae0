"""Players' clocks: who is charged, when a clock runs out, and that it does so only once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from freehold.game import AnyGame, Arrive, Clock, Illegal, Leave, Notice, Seat, TimeUp
from freehold.games._template import GAME
from freehold.kernel.chance import key_of
from freehold.match import Match, Seated
from freehold.match.clock import NOT_CHARGED, Clocks
from freehold.match.log import Entry, Mark
from freehold.testing.template.scenarios import claim


def clocks(seats: int = 2, **settings: int) -> Clocks:
    return Clocks.start(Clock(**settings), seats)


def begin(game: AnyGame = GAME, seats: int = 2, **settings: int) -> Match:
    seated = tuple(Seated(name) for name in ("Ada", "Ben", "Cid")[:seats])
    return Match.new(game, seated, key_of("clock"), clock=Clock(**settings))


def patient(waits_for: Sequence[Seat] = (0, 1)) -> tuple[AnyGame, list[tuple[int, Seat]]]:
    """A game in which running out of time changes nothing; it is only noted."""
    noted: list[tuple[int, Seat]] = []

    def act(state: Any, now: int, seat: Seat, action: Any) -> list[Notice]:
        if isinstance(action, TimeUp):
            noted.append((now, seat))
        return []

    return replace(GAME, act=act, awaited=lambda state: tuple(waits_for)), noted


def test_a_seat_is_charged_while_it_is_awaited() -> None:
    table = clocks(bank_ms=1_000)
    table.await_seats((0,), 100)
    table.await_seats((1,), 400)
    assert table.left_ms == [700, 1_000]
    assert table.since == [NOT_CHARGED, 400]


def test_a_running_charge_continues() -> None:
    table = clocks(bank_ms=1_000)
    table.await_seats((0,), 100)
    table.await_seats((0, 1), 300)
    assert table.left_ms == [1_000, 1_000]
    assert table.since == [100, 300]


def test_a_seat_that_comes_later_has_a_clock_of_its_own() -> None:
    table = clocks(bank_ms=1_000)
    table.await_seats((0, 1), 100)
    table.add_seat()
    table.await_seats((0, 1, 2), 400)
    assert table.left_ms == [1_000, 1_000, 1_000]
    assert table.since == [100, 100, 400]
    assert table.out == [False, False, False]


def test_a_bank_is_out_when_it_is_empty_and_not_when_a_limit_is_over() -> None:
    for settings, is_out in (
        ({"limit_ms": 500}, False),
        ({"bank_ms": 501, "limit_ms": 500}, False),
        ({"bank_ms": 500, "limit_ms": 500}, True),
        ({"bank_ms": 1}, True),
    ):
        table = clocks(**settings)
        table.await_seats((0,), 0)
        moment = table.runs_out()
        assert moment is not None
        table.ran_out(0, moment[0])
        assert table.out == [is_out, False], settings


def test_an_action_is_paid_for_and_earns_the_increment() -> None:
    table = clocks(bank_ms=1_000, increment_ms=50)
    table.await_seats((0,), 100)
    table.acted(0, 400)
    assert table.left_ms == [750, 1_000]
    assert table.since == [NOT_CHARGED, NOT_CHARGED]


def test_a_seat_that_is_not_awaited_earns_nothing() -> None:
    table = clocks(bank_ms=1_000, increment_ms=50)
    table.acted(0, 400)
    assert table.left_ms == [1_000, 1_000]


@pytest.mark.parametrize(
    ("settings", "moment"),
    [
        ({"bank_ms": 1_000}, 1_100),
        ({"limit_ms": 300}, 400),
        ({"bank_ms": 1_000, "limit_ms": 300}, 400),
        ({"bank_ms": 200, "limit_ms": 300}, 300),
    ],
)
def test_the_shorter_of_bank_and_limit_runs_out(settings: dict[str, int], moment: int) -> None:
    table = clocks(**settings)
    table.await_seats((1,), 100)
    assert table.runs_out() == (moment, 1)


def test_nothing_runs_out_without_a_clock() -> None:
    table = clocks()
    table.await_seats((0, 1), 100)
    assert table.runs_out() is None
    assert not table.is_running()


def test_of_several_the_first_runs_out_and_of_equals_the_lowest_seat() -> None:
    table = clocks(3, bank_ms=1_000)
    table.await_seats((1,), 100)
    table.await_seats((0, 1, 2), 300)
    assert table.runs_out() == (1_100, 1)
    table.ran_out(1, 1_100)
    assert table.runs_out() == (1_300, 0)


def test_a_bank_runs_out_only_once() -> None:
    table = clocks(bank_ms=1_000, increment_ms=50)
    table.await_seats((0,), 0)
    table.ran_out(0, 1_000)
    table.await_seats((0,), 1_000)
    assert table.runs_out() is None
    table.acted(0, 1_500)
    table.await_seats((0,), 1_500)
    assert table.runs_out() is None


def test_a_limit_starts_over_after_it_ran_out() -> None:
    table = clocks(limit_ms=300)
    table.await_seats((0,), 0)
    table.ran_out(0, 300)
    table.await_seats((0,), 300)
    assert table.runs_out() == (600, 0)


def test_a_limit_that_ran_out_is_paid_from_the_bank() -> None:
    table = clocks(bank_ms=1_000, limit_ms=300)
    table.await_seats((0,), 0)
    table.ran_out(0, 300)
    assert table.left_ms[0] == 700
    assert table.out == [False, False]


# In a match


def test_time_is_up_at_the_right_millisecond() -> None:
    match = begin(bank_ms=1_000)
    match.advance(999)
    assert match.awaited == (0,)
    match.advance(1_000)
    assert match.outcome is not None
    assert match.outcome.places == (2, 1)


def test_it_is_up_at_its_own_time_though_nobody_looked() -> None:
    game, noted = patient((0,))
    begin(game, limit_ms=300).advance(1_000)
    assert noted == [(300, 0), (600, 0), (900, 0)]


def test_a_bank_is_up_once_though_the_seat_is_awaited_on() -> None:
    game, noted = patient((0, 1))
    match = begin(game, bank_ms=400)
    for now in (100, 400, 500, 5_000, 20_000):
        match.advance(now)
    assert noted == [(400, 0), (400, 1)]


def test_an_action_in_the_last_millisecond_comes_too_late() -> None:
    match = begin(bank_ms=1_000)
    with pytest.raises(Illegal, match="over"):
        match.act(1_000, 0, GAME.parse("claim 0,0"))
    assert match.outcome is not None


def test_the_games_own_deadline_comes_before_a_clock_of_the_same_millisecond() -> None:
    order: list[str] = []
    game, _ = patient((0,))

    def act(*given: Any) -> list[Notice]:
        order.append("clock")
        return []

    def wake(*given: Any) -> list[Notice]:
        order.append("game")
        return []

    timed = replace(
        game, act=act, wake=wake, wake_at=lambda state: None if "game" in order else 300
    )
    begin(timed, limit_ms=300).advance(300)
    assert order == ["game", "clock"]


def test_each_move_earns_its_increment() -> None:
    match = begin(bank_ms=5_000, increment_ms=100)
    claim(match, 0, 0, 0)
    claim(match, 1, 1, 0)
    assert match.clocks.left_ms == [4_100, 4_100]
    assert match.table().clocks == ((4_100, 2_000), (4_100, -1))


@pytest.mark.parametrize("action", [Arrive(), Leave()])
def test_coming_and_going_gives_no_time(action: Arrive | Leave) -> None:
    game, _ = patient((0,))
    match = begin(game, bank_ms=5_000, increment_ms=100)
    match.act(2_000, 0, action)
    assert match.clocks.since == [0, NOT_CHARGED]
    assert match.clocks.runs_out() == (5_000, 0)


def test_nobody_is_charged_after_the_end() -> None:
    match = begin(bank_ms=1_000)
    match.advance(4_000)
    assert not match.clocks.is_running()
    assert match.wake_at() is None


def test_marks_are_written_at_least_every_5_s_while_a_clock_runs() -> None:
    match = begin(bank_ms=60_000)
    for _ in range(3):
        wake = match.wake_at()
        assert wake is not None
        match.advance(min(wake, 12_000))
    claim(match, 0, 0, 0)
    match.advance(match.now + 4_999)
    match.advance(match.now + 1)
    lines = [line for line in match.log.lines if isinstance(line, Entry | Mark)]
    assert [line.now for line in lines] == [5_000, 10_000, 13_000, 18_000]


def test_no_marks_are_written_without_a_clock() -> None:
    match = begin()
    for now in (4_000, 8_000, 20_000):
        match.advance(now)
    assert len(match.log.lines) == 1
    assert match.wake_at() is None
