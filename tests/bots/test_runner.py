"""Running a match on match time: the order of moments, beats, bounds, and going on again."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from freehold.bots import Endless, Runner, Stuck, make_bots, run
from freehold.game import AnyGame
from freehold.games._template import GAME
from freehold.match import read_record, verify
from freehold.match.log import Entry
from freehold.match.replay import replay
from tests.bots import BOTS_KEY, Idle, Paced, Scripted, new_match
from tests.toy import GAME as LANTERN
from tests.toy.actions import Step

RANDOM = ["random", "random"]


def test_a_match_of_bots_runs_to_its_end_and_verifies() -> None:
    match = new_match()
    report = run(match, make_bots(GAME, RANDOM), BOTS_KEY)
    assert report.outcome == match.outcome
    assert (report.entries, report.now, report.refusals) == (16, 0, ())
    assert verify(GAME, read_record(match.log.dump())) == "16 entries, full"


def resumed(game: AnyGame, data: bytes) -> bytes:
    match = replay(game, read_record(data))
    run(match, make_bots(game, RANDOM), BOTS_KEY)
    return match.log.dump()


def first_half(data: bytes) -> bytes:
    lines = data.splitlines(keepends=True)
    return b"".join(lines[: len(lines) // 2])


def test_a_resumed_match_goes_on_as_it_would_have() -> None:
    match = new_match()
    run(match, make_bots(GAME, RANDOM), BOTS_KEY)
    assert resumed(GAME, first_half(match.log.dump())) == match.log.dump()


@pytest.mark.slow
def test_in_real_time_a_resumed_match_goes_on_in_one_way() -> None:
    match = new_match(LANTERN)
    run(match, make_bots(LANTERN, RANDOM), BOTS_KEY)
    half = first_half(match.log.dump())
    assert resumed(LANTERN, half) == resumed(LANTERN, half)


@pytest.mark.slow
def test_a_match_in_real_time_repeats_byte_for_byte() -> None:
    def dump() -> bytes:
        match = new_match(LANTERN, 3)
        run(match, make_bots(LANTERN, ["random"] * 3), BOTS_KEY)
        return match.log.dump()

    assert dump() == dump()
    assert verify(LANTERN, read_record(dump()))


def test_in_real_time_a_bot_acts_at_its_own_pace_and_sees_what_was_told_at_beats() -> None:
    match = new_match(LANTERN)
    watched = []

    def watch(view: object) -> None:
        watched.append(view == match.feed.shadows[0].view)

    paced = Paced(LANTERN, 700, watch)
    run(match, {0: paced, 1: Paced(LANTERN, 900, lambda view: None)}, BOTS_KEY)
    gaps = [after - before for before, after in pairwise(paced.acted_at)]
    assert min(gaps) == 700
    assert watched
    assert all(watched)


def test_in_real_time_frames_leave_at_beats_only() -> None:
    match = new_match(LANTERN)
    beats: set[int] = set()
    runner = Runner(
        match,
        {seat: Paced(LANTERN, 130, lambda view: None) for seat in (0, 1)},
        BOTS_KEY,
        lambda frames: beats.update(frame.now for frame in frames.values()),
    )
    while match.outcome is None and match.now < 5_000:
        upcoming = runner.next_up()
        assert upcoming
        runner.step(upcoming[0])
    assert len(beats) > 10
    assert all(beat % LANTERN.flush_ms == 0 for beat in beats)


def test_in_real_time_a_refused_bot_waits_for_the_next_beat() -> None:
    match = new_match(LANTERN)
    refused = Scripted(LANTERN, [Step(99, 99), Step(99, 99)], Idle())
    runner = Runner(match, {0: refused, 1: Idle()}, BOTS_KEY)
    while runner.step(2 * LANTERN.flush_ms):
        pass
    assert [now for now, _ in refused.asked] == [0, LANTERN.flush_ms, 2 * LANTERN.flush_ms]
    assert len(runner.crew.refusals) == 2


def test_nothing_happens_before_its_moment() -> None:
    match = new_match(LANTERN)
    runner = Runner(match, make_bots(LANTERN, RANDOM), BOTS_KEY)
    while runner.step(1_000):
        pass
    upcoming = runner.next_up()
    assert upcoming
    assert upcoming[0] > 1_000
    assert match.now <= 1_000


def test_bots_that_all_wait_for_ever_are_stuck() -> None:
    with pytest.raises(Stuck, match="waits for \\(0,\\)"):
        run(new_match(), {0: Idle(), 1: Idle()}, BOTS_KEY)


def test_a_match_that_goes_on_past_its_bound_is_endless() -> None:
    with pytest.raises(Endless, match="has not ended after 11 actions"):
        run(new_match(replace(GAME, longest=5)), make_bots(GAME, RANDOM), BOTS_KEY)


def test_each_step_is_told_to_the_keeper_of_the_record() -> None:
    match = new_match()
    seen: list[int] = []
    run(match, make_bots(GAME, RANDOM), BOTS_KEY, lambda: seen.append(match.log.entries))
    assert seen == list(range(1, 17))


def test_people_are_left_to_themselves_and_hear_what_bots_do() -> None:
    match = new_match()
    match.open(0)
    heard: list[str] = []
    runner = Runner(
        match,
        {1: Scripted(GAME)},
        BOTS_KEY,
        lambda frames: heard.extend(code for code, _ in frames[0].notices),
    )
    assert not runner.step(10_000)
    match.act(5, 0, GAME.parse("claim 0,0"))
    runner.changed()
    assert runner.step(10)
    assert not runner.step(10)
    assert heard == ["claimed", "claimed"]
    assert [line.seat for line in match.log.lines if isinstance(line, Entry)] == [0, 1]
