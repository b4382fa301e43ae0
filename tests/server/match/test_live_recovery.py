"""A live match in trouble: rules that fail, snapshots, and logs whose last lines were lost."""

from __future__ import annotations

import dataclasses
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from freehold.game import AnyGame, Ms, Notice, Seat
from freehold.games._template import GAME as TEMPLATE
from freehold.games._template.params import Params
from freehold.match.log import End, decode_line
from freehold.protocol.wire import Acted, Refused
from freehold.server.match.effects import Append, Ended, Quarantine, Sat, Save, Saved, Send
from freehold.server.match.inputs import Attach, Command, Durable, Sit, Tick
from freehold.server.match.live import Live
from tests.server import (
    BEGUN,
    CLOCK,
    QUICK,
    Sitting,
    again,
    begin,
    known,
    only,
    play_out,
    real_time,
    refusals,
    sent,
    state_of,
)
from tests.toy import GAME as TOY
from tests.toy_world import GAME as MEADOW
from tests.toy_world.rules import Params as Field

# Rules that fail


class Poison(Struct):
    """An `act` that breaks off half way at one action, while it is on."""

    game: Any
    action: str
    is_on: bool = True

    def act(self, state: Any, now: Ms, seat: Seat, action: Any) -> list[Notice]:
        notices: list[Notice] = self.game.act(state, now, seat, action)
        if self.is_on and action == self.game.parse(self.action):
            raise KeyError("half way")
        return notices


def poisoned(action: str, game: AnyGame = TEMPLATE) -> tuple[Poison, AnyGame]:
    poison = Poison(game, action)
    return poison, dataclasses.replace(game, act=poison.act)


def test_rules_that_fail_half_way_leave_the_match_as_its_log_says() -> None:
    poison, game = poisoned("claim 1,0")
    sitting = begin(game)
    sitting.act(10, 0, 1, "claim 0,0")
    before = state_of(sitting.live)
    sitting.act(20, 1, 1, "claim 1,0")
    assert state_of(sitting.live) == before
    assert refusals(sent(sitting.sync(30), 1)) == ["rules_failed"]
    poison.is_on = False
    sitting.act(40, 1, 2, "claim 1,0")
    assert Acted(2) in sent(sitting.sync(50), 1)
    assert state_of(again(sitting, 60)) == state_of(sitting.live)


def test_the_third_failure_quarantines_and_the_log_is_kept() -> None:
    poison, game = poisoned("claim 1,0")
    sitting = begin(game)
    sitting.act(10, 0, 1, "claim 0,0")
    for n in range(3):  # the first claim is not durable yet, so nothing is concluded
        assert not only(sitting.act(20 + n, 1, n, "claim 1,0"), Quarantine)
        assert sitting.live.is_quarantined == (n == 2)
    assert only(sitting.sync(30), Quarantine) == [Quarantine("KeyError: 'half way'")]
    poison.is_on = False
    assert refusals(sent(sitting.act(40, 1, 5, "claim 1,0"), 1)) == ["quarantined"]
    assert len(sitting.lines) == 1
    assert not only(sitting.take(50, Tick()), Quarantine)


def test_a_quarantine_says_the_last_failure_and_no_rule_is_asked_any_more() -> None:
    asked: list[Ms] = []

    def wake(state: Any, now: Ms) -> list[Notice]:
        asked.append(now)
        raise KeyError(f"failure {len(asked)}")

    sitting = real_time(wake=wake)
    sitting.act(0, 0, 1, "hold")
    sitting.sync(10)
    quarantined = []
    for now in range(300, 1_300, 100):
        quarantined += only(sitting.take(now, Tick()), Quarantine)
        sitting.sync(now)
    assert quarantined == [Quarantine("KeyError: 'failure 3'")]
    assert len(asked) == len(sitting.live.faults) == 3


def meadow(**changes: Any) -> Sitting:
    """A small world in which everybody sees everybody."""
    game = dataclasses.replace(MEADOW, **changes)
    return begin(game, seats=1, params=Field(side_cells=8, sight_cells=9, goal_coins=1))


def test_a_newcomer_gets_a_seat_and_the_others_see_them_on_the_beat() -> None:
    sitting = meadow()
    view = sitting.live.match.view(0)
    assert view.facts.walkers == ()
    assert not only(sitting.take(5, Sit(7, "Eve")), Send)
    assert sent(sitting.sync(10), 7) == [Sat(1)]
    assert sitting.timer == 30
    seen = known(view, sent(sitting.take(30, Tick()), 0))
    assert seen == sitting.live.match.view(0)
    assert seen is not None
    assert [seat for seat, _, _ in seen.facts.walkers] == [1]


def refused_seat(sitting: Sitting) -> tuple[int, str]:
    (answer,) = sent([*sitting.take(40, Sit(7, "Eve")), *sitting.sync(40)], 7)
    assert isinstance(answer, Refused)
    assert len(sitting.live.match.seats) == 1
    return answer.n, answer.code


def test_a_newcomer_is_refused_when_the_round_is_over() -> None:
    sitting = meadow(wake_at=lambda state: None if state.ending else 20)
    sitting.take(20, Tick())
    assert refused_seat(sitting) == (-1, "over")


def test_rules_that_fail_at_a_newcomer_are_reported_until_the_match_is_quarantined() -> None:
    def act(state: Any, now: Ms, seat: Seat, action: Any) -> list[Notice]:
        state.score.append(99)
        raise KeyError("no seats")

    sitting = meadow(act=act)
    before = state_of(sitting.live)
    for _ in range(3):
        assert refused_seat(sitting) == (-1, "rules_failed")
        assert state_of(sitting.live) == before
    assert sitting.live.faults == ["KeyError: 'no seats'"] * 3
    assert refused_seat(sitting) == (-1, "quarantined")
    assert len(sitting.live.faults) == 3
    assert sitting.lines == []


def test_views_still_add_up_after_a_failure_between_a_snapshot_and_a_beat() -> None:
    _, game = poisoned("hold", dataclasses.replace(TOY, snapshot_entries=2))
    sitting = begin(game, params=QUICK)
    view = sitting.live.match.view(0)
    sitting.act(5, 0, 1, "listen")
    sitting.act(6, 0, 2, "listen")
    sitting.act(9, 1, 1, "hold")
    told = sitting.beat(30)
    assert refusals(sent(told, 1)) == ["rules_failed"]
    assert known(view, sent(told, 0)) == sitting.live.match.view(0) != view


def test_rules_that_fail_after_the_action_was_taken_down_take_it_back() -> None:
    """Whether it is over is asked when the entry stands in the log already."""

    def outcome(state: Any) -> Any:
        if state.cells[1]:
            raise ZeroDivisionError("who won?")
        return TEMPLATE.outcome(state)

    sitting = begin(dataclasses.replace(TEMPLATE, outcome=outcome))
    sitting.act(10, 0, 1, "claim 0,0")
    before = state_of(sitting.live)
    sitting.act(20, 1, 1, "claim 1,0")
    assert state_of(sitting.live) == before
    assert refusals(sent(sitting.sync(30), 1)) == ["rules_failed"]
    assert len(sitting.lines) == 1


def test_a_deadline_that_fails_is_tried_again_and_quarantined() -> None:
    def wake(state: Any, now: Ms) -> list[Notice]:
        raise KeyError("wake")

    sitting = real_time(wake=wake)
    sitting.act(0, 0, 1, "hold")
    sitting.sync(10)
    quarantined = []
    for _ in range(10):
        if sitting.timer is None:
            break
        at, sitting.timer = sitting.timer, None
        quarantined += only(sitting.beat(at), Quarantine)
    assert len(quarantined) == 1
    assert sitting.timer is None


# Snapshots


def saving(game: AnyGame, every: int = 5, **at: Any) -> tuple[Sitting, list[Saved]]:
    """Play a while at a table that takes a snapshot every few entries."""
    sitting = begin(dataclasses.replace(game, snapshot_entries=every), **at)
    taken = []
    actions = {
        "template": [f"claim {n % 4},{n // 4}" for n in range(13)],
        "lantern": ["listen", "listen", "hold"] * 4 + ["listen"],
    }[game.name]
    for n, action in enumerate(actions):
        effects = sitting.act(100 * n, n % 2, n, action)
        effects += sitting.sync(100 * n + 5)
        if sitting.timer is not None and sitting.timer <= 100 * n + 50:
            effects += sitting.take(sitting.timer, Tick())
            effects += sitting.sync(100 * n + 50)
        taken += [save.saved for save in only(effects, Save)]
    return sitting, taken


@pytest.mark.parametrize("game", [TEMPLATE, TOY], ids=lambda game: game.name)
def test_a_snapshot_and_the_later_lines_are_as_good_as_all_lines(game: AnyGame) -> None:
    sitting, taken = saving(game, clock=CLOCK)
    assert len(taken) >= 2
    whole = again(sitting, 99_000)
    assert (state_of(whole), whole.sessions) == (state_of(sitting.live), sitting.live.sessions)
    for saved in taken:
        kept = msgspec.msgpack.decode(msgspec.msgpack.encode(saved), type=Saved)
        live = again(sitting, 99_000, kept, kept.head - 1)
        assert state_of(live) == state_of(whole)
        assert live.sessions == whole.sessions
        assert (live.head, live.durable, live.match.log.digest) == (
            whole.head,
            whole.durable,
            whole.match.log.digest,
        )


def test_a_snapshot_does_not_change_after_it_was_handed_out() -> None:
    _, taken = saving(TEMPLATE)
    for saved in taken:
        counted = sum(len(numbers) for numbers in saved.sessions.values())
        assert counted == saved.snapshot.entries


def test_a_snapshot_is_taken_only_of_what_is_durable() -> None:
    sitting = begin(dataclasses.replace(TEMPLATE, snapshot_entries=2))
    for n in range(3):
        assert not only(sitting.act(n, n % 2, n, f"claim {n},0"), Save)
    assert not only(sitting.take(5, Durable(3)), Save)
    (save,) = only(sitting.sync(6), Save)
    assert save.saved.head == 4


def test_a_snapshot_is_of_its_last_line_and_holds_no_time_that_is_in_no_log() -> None:
    """A match taken up again without it may write an earlier line than it was made at."""
    sitting = begin(dataclasses.replace(TEMPLATE, snapshot_entries=1))
    sitting.act(10, 0, 1, "claim 0,0")
    sitting.act(400, 0, 2, "claim 1,0")  # refused: time has come to 400, but nothing says so
    (save,) = only(sitting.sync(500), Save)
    without = again(sitting, 900)
    without.step(BEGUN + 900, Attach(1, 1, "tab1"))
    (append,) = only(without.step(BEGUN + 905, Command(1, 1, "claim 1,0")), Append)
    sitting.lines += [decode_line(line) for line in append.lines]
    assert again(sitting, 999, save.saved, save.saved.head - 1).match.now == 15


def test_play_goes_on_from_a_recovered_snapshot() -> None:
    sitting, taken = saving(TEMPLATE)
    live = again(sitting, 99_000, taken[-1], taken[-1].head - 1)
    live.step(BEGUN + 99_000, Attach(1, 1, "tab1"))
    (append,) = only(live.step(BEGUN + 99_010, Command(1, 50, "claim 3,3")), Append)
    assert append.head == len(sitting.lines) + 1
    assert not only(live.step(BEGUN + 99_020, Command(1, 50, "claim 3,3")), Append)


def test_rules_that_fail_after_a_snapshot_leave_the_match_as_its_log_says() -> None:
    poison, game = poisoned("claim 3,3")
    sitting, taken = saving(game)
    assert taken
    before = state_of(sitting.live)
    sitting.act(9_000, 1, 99, "claim 3,3")
    assert sitting.live.faults
    assert state_of(sitting.live) == before
    poison.is_on = False
    sitting.act(9_010, 1, 100, "claim 3,3")
    assert state_of(again(sitting, 9_020)) == state_of(sitting.live) != before


# A log whose last lines were lost on the way is made whole again


def test_an_end_that_was_not_written_is_written_on_recovery() -> None:
    sitting = begin(params=Params(side_cells=2))
    play_out(sitting)
    end = sitting.lines.pop()
    live: Live = again(sitting, 50)
    (append,) = only(live.step(BEGUN + 50, Tick()), Append)
    assert append.head == 1 + len(sitting.lines)
    assert len(append.lines) == 1
    assert isinstance(end, End)
    assert not only(live.step(BEGUN + 60, Durable(append.head)), Ended)
    assert only(live.step(BEGUN + 60, Durable(append.head + 1)), Ended)
