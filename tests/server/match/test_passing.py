"""Match time: what was shown is written down, and what nobody could help counts against nobody."""

from __future__ import annotations

import pytest

from freehold.game import Clock, Ms
from freehold.match.log import Entry, Mark
from freehold.match.patches import Frame
from freehold.server.match.effects import Append, Effect, Send
from freehold.server.match.inputs import Attach, Command, Detach, Hold, NoteTime, Rest, Speed, Tick
from freehold.server.match.live import Live
from freehold.server.match.passing import MARK_MS
from tests.server import BEGUN, CLOCK, QUICK, Sitting, again, begin, only, real_time, sent
from tests.toy import GAME as TOY

BANK = Clock(bank_ms=10_000)


def run_until(sitting: Sitting, end: Ms) -> list[Effect]:
    """Ring when it is time to, with a disk that is done at once."""
    effects: list[Effect] = []
    while sitting.timer is not None and sitting.timer <= end:
        now = sitting.timer
        effects += sitting.take(now, Tick())
        effects += sitting.sync(now)
    return effects


# What was shown never un-happens


def test_in_real_time_a_crash_takes_back_less_than_a_second() -> None:
    sitting = real_time()
    for end in range(100, 9_000, 370):
        run_until(sitting, end)
        lost = sitting.live.time(BEGUN + end) - again(sitting, 99_000).match.now
        assert 0 <= lost <= MARK_MS < 1_000
    assert all(isinstance(line, Mark) for line in sitting.lines)


def test_nobody_is_told_of_marks() -> None:
    effects = run_until(real_time(), 9_000)
    assert only(effects, Append)
    assert not only(effects, Send)


def test_without_marks_it_would_take_back_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("freehold.server.match.passing.MARK_MS", 10**9)
    sitting = real_time()
    run_until(sitting, 9_000)
    assert again(sitting, 99_000).match.now == 0


def test_while_nobody_looks_or_time_stands_still_nothing_is_written() -> None:
    alone = begin(TOY, params=QUICK, is_attached=False)
    run_until(alone, 9_000)
    assert alone.lines == []
    resting = real_time()
    resting.take(100, Rest(True))
    run_until(resting, 9_000)
    assert resting.lines == [Mark(100)]
    gone = real_time()
    for conn in (0, 1, 9):
        gone.take(50, Detach(conn))
    run_until(gone, 9_000)
    assert gone.lines == []


def test_the_time_that_passed_unwatched_is_written_down_before_it_is_shown() -> None:
    alone = begin(TOY, params=QUICK, is_attached=False)
    effects = alone.take(3_000, Attach(1, 0, "tab"))
    assert alone.lines == [Mark(3_000)]
    assert not only(effects, Send)  # not before the mark is safe
    assert only(alone.sync(3_001), Send)
    assert again(alone, 99_000).match.now == 3_000


def test_a_match_of_turns_writes_no_time_of_its_own() -> None:
    sitting = begin()
    run_until(sitting, 60_000)
    sitting.take(61_000, Rest(True))
    sitting.take(62_000, NoteTime())
    assert sitting.lines == []


@pytest.mark.parametrize("given", [Rest(True), NoteTime()], ids=["rest", "stop"])
def test_time_is_written_down_when_the_match_rests_or_the_server_stops(
    given: Rest | NoteTime,
) -> None:
    for sitting in (real_time(), begin(clock=CLOCK)):
        sitting.take(333, given)
        assert sitting.lines == [Mark(333)]
        assert again(sitting, 99_000).match.now == 333
        sitting.take(334, Rest(True))
        assert len(sitting.lines) <= 2  # nothing has passed, or a millisecond


def test_a_fast_sandbox_is_not_written_down_more_often() -> None:
    sitting = real_time()
    sitting.take(0, Speed(1_600))
    run_until(sitting, 3_000)
    assert 2 <= sum(isinstance(line, Mark) for line in sitting.lines) <= 4


# A server that is held up


def test_while_the_disk_takes_long_no_clock_runs_and_people_may_act() -> None:
    sitting = begin(clock=BANK)
    sitting.take(1_000, Hold(True))
    sitting.take(9_000, Tick())
    assert sitting.timer is None
    sitting.act(30_000, 0, 1, "claim 0,0")
    assert sitting.lines[-1] == Entry(1_000, 0, "claim 0,0", "tab0:1")
    sitting.take(31_000, Hold(False))
    sitting.act(31_500, 1, 1, "claim 1,0")
    assert sitting.live.match.clocks.left_ms == [9_000, 9_500]
    assert sitting.live.match.outcome is None


def test_rest_and_being_held_up_may_overlap() -> None:
    sitting = begin(clock=BANK)
    sitting.take(1_000, Hold(True))
    sitting.take(2_000, Rest(True))
    sitting.take(3_000, Hold(False))
    assert sitting.live.time(BEGUN + 4_000) == 1_000
    sitting.take(5_000, Rest(False))
    assert sitting.live.time(BEGUN + 5_500) == 1_500


# The network's share


def lagging(lag: Ms, clock: Clock = BANK) -> Sitting:
    """Seat 0's commands come so late; it has made one move already."""
    sitting = begin(clock=clock)
    sitting.take(500, Command(0, 1, "claim 0,0", lag=lag))
    sitting.take(1_000, Command(1, 1, "claim 1,0"))
    return sitting


def test_a_command_counts_when_it_was_sent() -> None:
    sitting = lagging(200)
    assert [line.now for line in sitting.lines if isinstance(line, Entry)] == [300, 1_000]
    sitting.take(3_000, Command(0, 2, "claim 2,0", lag=150))
    assert sitting.lines[-1] == Entry(2_850, 0, "claim 2,0", "tab0:2")
    assert sitting.live.match.clocks.left_ms[0] == 10_000 - 300 - 1_850


def test_no_command_counts_before_what_has_happened_already() -> None:
    sitting = lagging(200)
    sitting.take(1_050, Command(0, 2, "claim 2,0", lag=200))
    assert sitting.lines[-1] == Entry(1_000, 0, "claim 2,0", "tab0:2")


def test_a_clock_runs_out_when_what_was_sent_in_time_has_come() -> None:
    for late, is_out in ((150, False), (250, True)):
        sitting = lagging(200)
        due = sitting.live.match.clocks.runs_out()
        assert due is not None
        at, seat = due
        assert seat == 0
        run_until(sitting, at + 199)
        sitting.take(
            at + 10, Attach(7, 1)
        )  # a client that comes meanwhile does not make it run out
        assert sitting.live.match.outcome is None
        run_until(sitting, at + late)
        sitting.take(at + late, Command(0, 2, "claim 2,0", lag=200))
        assert (sitting.live.match.outcome is not None) == is_out


def test_without_lag_a_clock_runs_out_on_time() -> None:
    sitting = lagging(0)
    due = sitting.live.match.clocks.runs_out()
    assert due is not None
    run_until(sitting, due[0])
    assert sitting.live.match.outcome is not None


def test_in_real_time_and_without_clocks_a_command_counts_when_it_comes() -> None:
    sitting = begin()
    sitting.take(500, Command(0, 1, "claim 0,0", lag=200))
    assert sitting.lines == [Entry(500, 0, "claim 0,0", "tab0:1")]
    live = real_time()
    live.take(500, Command(0, 1, "hold", lag=200))
    live.beat(550)
    assert live.lines[0] == Entry(500, 0, "hold", "tab0:1")


def test_what_is_compensated_replays_to_the_same() -> None:
    sitting = lagging(200)
    sitting.take(3_000, Command(0, 2, "claim 2,0", lag=150))
    sitting.sync(3_000)
    back = again(sitting, 99_000)
    assert isinstance(back, Live)
    assert back.match.clocks == sitting.live.match.clocks
    assert isinstance(sent(sitting.take(3_100, Attach(8, 0)), 8)[-1], Frame)
