"""What a live match does with each input: telling, counting, resting, ending."""

from __future__ import annotations

import pytest
from msgspec import Struct

from freehold.game import PUBLIC, Clock
from freehold.games._template.params import Params
from freehold.match import log
from freehold.match.log import End, Entry, Mark
from freehold.match.patches import Frame
from freehold.protocol.wire import Acted, Refused
from freehold.server.match.effects import Append, Ended, Send, Timer
from freehold.server.match.inputs import (
    Advance,
    Attach,
    Command,
    Detach,
    Durable,
    Enter,
    Rest,
    Tell,
    Tick,
)
from freehold.server.match.numbers import NUMBERS_KEPT, print_of
from freehold.server.match.passing import MARK_MS
from tests.server import (
    BEGUN,
    CLOCK,
    QUICK,
    Sitting,
    again,
    all_sent,
    begin,
    known,
    only,
    play_out,
    real_time,
    refusals,
    sent,
)

# What leaves, when, and in which order


def test_nothing_leaves_before_its_position_is_durable() -> None:
    sitting = begin()
    effects = sitting.act(10, 0, 1, "claim 0,0")
    assert only(effects, Append)
    assert not only(effects, Send)
    assert not only(sitting.take(20, Durable(1)), Send)
    told = sitting.sync(30)
    assert {conn for conn, _ in all_sent(told)} == {0, 1, 9}


def test_each_position_lets_out_only_what_depends_on_it() -> None:
    sitting = begin()
    sitting.act(10, 0, 1, "claim 0,0")
    sitting.act(20, 1, 1, "claim 1,0")
    first = sitting.take(30, Durable(2))
    assert Acted(1) in sent(first, 0)
    assert not any(isinstance(message, Acted) for message in sent(first, 1))
    assert Acted(1) in sent(sitting.take(40, Durable(3)), 1)


def test_append_says_where_its_lines_belong() -> None:
    sitting = begin()
    heads = [only(sitting.act(10 * n, n % 2, n, f"claim {n},0"), Append)[0].head for n in range(4)]
    assert heads == [1, 2, 3, 4]


class CountingEncoder:
    """Notes each line that is encoded."""

    def __init__(self) -> None:
        self._encoder = log._ENCODER
        self.lines: list[object] = []

    def encode(self, line: object) -> bytes:
        self.lines.append(line)
        return self._encoder.encode(line)


def test_each_line_of_the_log_is_encoded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting, counting = begin(), CountingEncoder()
    monkeypatch.setattr(log, "_ENCODER", counting)
    for n in range(4):
        sitting.act(10 * n, n % 2, n, f"claim {n},0")
    assert counting.lines == sitting.live.match.log.lines[1:]
    assert sitting.live.match.log.texts[1:] == [
        *map(log.encode_line, sitting.live.match.log.lines[1:])
    ]


def test_frames_leave_before_the_answer() -> None:
    sitting = begin()
    sitting.act(10, 0, 1, "claim 0,0")
    frame, answer = sent(sitting.sync(20), 0)
    assert isinstance(frame, Frame)
    assert answer == Acted(1)


def test_a_refusal_leaves_only_when_all_before_it_is_durable() -> None:
    sitting = begin()
    sitting.act(10, 0, 1, "claim 0,0")
    assert not only(sitting.act(20, 1, 1, "claim 0,0"), Send)
    (refused,) = [m for m in sent(sitting.sync(30), 1) if isinstance(m, Refused)]
    assert (refused.code, refused.text) == ("taken", "That cell belongs to P0.")


def test_a_view_opened_upon_what_is_not_durable_waits_for_it() -> None:
    sitting = begin()
    sitting.act(10, 0, 1, "claim 0,0")
    assert not only(sitting.take(20, Attach(5, 1, "second")), Send)
    (whole,) = sent(sitting.sync(30), 5)
    assert isinstance(whole, Frame)
    assert whole.view is not None
    assert whole.view.layers["owner"][0] == 1


def test_in_real_time_frames_and_answers_leave_on_the_beat() -> None:
    sitting = real_time()
    sitting.act(5, 0, 1, "listen")  # at 1_000_025 of the shell's clock; a beat is every 50
    sitting.act(7, 1, 1, "nonsense")
    assert sitting.timer == 30
    assert not only(sitting.sync(10), Send)
    assert not only(sitting.beat(29), Send)
    told = sitting.beat(30)
    assert sent(told, 0)[-1] == Acted(1)
    assert refusals(sent(told, 1)) == ["malformed"]
    frame = sent(told, 0)[0]
    assert isinstance(frame, Frame)
    assert frame.now == 30  # the beat's time, whatever happened since


def test_a_beat_that_another_input_comes_after_is_told_with_the_time_of_then() -> None:
    sitting = real_time()
    sitting.act(5, 0, 1, "listen")
    sitting.sync(41)
    frame, answer = sent(sitting.sync(42), 0)
    assert isinstance(frame, Frame)
    assert (frame.now, answer) == (41, Acted(1))


def test_what_the_server_has_to_tell_waits_for_what_it_is_about() -> None:
    sitting = begin()
    sitting.act(10, 0, 1, "claim 0,0")
    news = (Acted(7), Acted(8))
    assert not only(sitting.take(20, Tell([(0, news[0]), (1, news[1])])), Send)
    told = sitting.sync(30)
    assert sent(told, 0)[-1] == news[0]
    assert sent(told, 1)[-1] == news[1]
    assert only(sitting.take(40, Tell([(9, news[0])])), Send) == [Send([(9, news[0])])]


def test_a_beat_with_nothing_left_to_tell_keeps_no_timer() -> None:
    sitting = real_time()
    sitting.act(5, 0, 1, "nonsense")
    assert sitting.timer == 30
    sitting.take(10, Detach(0))
    sitting.take(30, Tick())
    assert sitting.timer == MARK_MS  # when time is written down, and nothing sooner


def test_a_deadline_is_told_after_its_mark_is_durable() -> None:
    sitting = real_time()
    sitting.act(0, 0, 1, "hold")
    sitting.beat(30)
    assert sitting.timer == 300
    assert sitting.lines == [Entry(0, 0, "hold", "tab0:1")]
    sitting.beat(300)
    assert sitting.timer == 330
    assert not only(sitting.take(330, Tick()), Send)
    assert sitting.lines[1:] == [Mark(300)]
    (frame,) = [m for m in sent(sitting.sync(340), 0) if isinstance(m, Frame)]
    assert frame.facts["cells"] == ("=", 1)


def test_a_line_waits_for_its_beat_or_for_whatever_must_be_told_before_it() -> None:
    sitting = real_time()
    sitting.act(0, 0, 1, "hold")
    assert (sitting.live.head, sitting.live.is_durable) == (1, False)
    assert only(sitting.take(30, Tick()), Append) == [Append(1, sitting.live.match.log.texts[1:])]
    assert (sitting.live.head, sitting.live.is_durable) == (2, False)
    sitting.sync(40)
    assert sitting.live.is_durable
    sitting.act(50, 0, 2, "listen")
    effects = sitting.take(55, Attach(7, 0, "other tab"))  # a whole view, which shows the line
    assert [len(each.lines) for each in only(effects, Append)] == [1]
    assert not sent(effects, 7)
    assert sent(sitting.sync(56), 7)


def test_a_match_that_is_given_up_hands_out_the_lines_that_wait() -> None:
    sitting = real_time()
    sitting.act(0, 0, 1, "hold")
    assert only(sitting.live.hand_out(), Append) == [Append(1, sitting.live.match.log.texts[1:])]
    assert sitting.live.hand_out() == []


def test_a_second_tab_begins_with_what_the_first_one_knows_and_both_go_on() -> None:
    sitting = begin(is_attached=False)
    first = known(None, sent(sitting.take(0, Attach(0, 0, "one")), 0))
    sitting.act(10, 0, 1, "claim 0,0")
    first = known(first, sent(sitting.sync(20), 0))
    second = known(None, sent(sitting.take(30, Attach(1, 0, "two")), 1))
    assert first == second
    sitting.take(40, Attach(2, 1, "other"))
    sitting.act(50, 2, 1, "claim 1,0")
    told = sitting.sync(60)
    assert known(first, sent(told, 0)) == known(second, sent(told, 1)) == sitting.live.match.view(0)


def test_a_player_who_was_away_is_told_what_happened_meanwhile_after_a_restart_too() -> None:
    sitting = begin()
    sitting.act(10, 0, 1, "claim 0,0")
    sitting.take(20, Detach(0))
    sitting.act(30, 1, 1, "claim 1,0")
    sitting.sync(40)
    (frame,) = sent(sitting.take(50, Attach(7, 0, "one")), 7)
    assert isinstance(frame, Frame)
    assert [(at, code, facts["seat"]) for at, code, facts in frame.past] == [
        (10, "claimed", 0),
        (30, "claimed", 1),
    ]
    live = again(sitting, 900_000)
    for conn in (8, 9):
        (told,) = sent(live.step(BEGUN + 900_000, Attach(conn, 0, "one")), conn)
        assert isinstance(told, Frame)
        assert told.past == frame.past


def test_a_second_tab_in_the_middle_of_a_beat_is_told_the_rest_on_the_beat() -> None:
    sitting = real_time()
    first = sitting.live.match.view(0)
    sitting.act(5, 0, 1, "listen")
    sitting.take(10, Attach(4, 0, "two"))
    second = known(None, sent(sitting.sync(11), 4))
    assert second == first
    told = sitting.beat(30)
    assert known(second, sent(told, 4)) == sitting.live.match.view(0) != first


def test_numbers_of_two_tabs_are_apart() -> None:
    sitting = begin()
    sitting.take(0, Attach(5, 0, "second"))
    sitting.act(10, 0, 7, "claim 0,0")
    sitting.act(20, 1, 1, "claim 1,0")
    sitting.act(30, 5, 1, "claim 2,0")
    assert sent(sitting.sync(40), 5)[-1] == Acted(1)


def test_detach_closes_the_feed_with_the_last_tab_only() -> None:
    sitting = begin()
    sitting.take(0, Attach(5, 0, "second"))
    sitting.take(10, Detach(0))
    assert 0 in sitting.live.match.feed.shadows
    sitting.take(20, Detach(5))
    assert 0 not in sitting.live.match.feed.shadows


def test_nothing_is_sent_to_a_connection_that_is_gone() -> None:
    sitting = begin()
    sitting.act(10, 0, 1, "claim 0,0")
    sitting.take(20, Detach(0))
    assert {conn for conn, _ in all_sent(sitting.sync(30))} == {1, 9}
    assert sitting.take(40, Detach(0)) == []


def test_an_answer_that_waits_for_the_beat_is_for_its_own_connection() -> None:
    sitting = real_time()
    sitting.act(5, 0, 1, "nonsense")
    sitting.act(6, 1, 1, "nonsense")
    sitting.take(10, Detach(0))
    told = sitting.take(30, Tick())
    assert sent(told, 0) == []
    assert refusals(sent(told, 1)) == ["malformed"]


def test_a_whole_view_says_the_time_of_now() -> None:
    sitting = begin(clock=CLOCK)
    (frame,) = sent(sitting.take(3_000, Attach(5, PUBLIC)), 5)
    assert isinstance(frame, Frame)
    assert frame.now == 3_000


def test_a_watcher_cannot_act_and_gets_no_answer() -> None:
    sitting = begin()
    assert sitting.act(10, 9, 1, "claim 0,0") == []
    assert sitting.act(10, 77, 1, "claim 0,0") == []  # nor one who was never there
    assert sitting.lines == []


def test_a_watcher_with_a_session_is_refused() -> None:
    sitting = begin()
    sitting.take(0, Attach(8, PUBLIC, "sly"))
    assert refusals(sent(sitting.act(10, 8, 1, "claim 0,0"), 8)) == ["no_such_seat"]
    assert sitting.lines == []


def test_the_server_enters_for_a_seat_and_a_refusal_is_no_harm() -> None:
    sitting = begin(seats=3)
    sitting.take(10, Enter(1, "leave"))
    sitting.take(20, Enter(1, "leave"))
    assert sitting.lines == [Entry(10, 1, "leave")]


# Commands count once


def test_a_repeat_is_answered_without_a_second_entry() -> None:
    sitting = begin()
    sitting.act(10, 0, 1, "claim 0,0")
    assert not only(sitting.act(20, 0, 1, "claim 0,0"), Send)  # not durable yet: no promise
    assert [m for m in sent(sitting.sync(30), 0) if m == Acted(1)] == [Acted(1), Acted(1)]
    assert sent(sitting.act(40, 0, 1, " CLAIM  0,0 "), 0) == [Acted(1)]  # the same action
    assert len(sitting.lines) == 1


def test_a_number_that_has_counted_stands_for_no_other_action() -> None:
    sitting = begin()
    sitting.act(10, 0, 1, "claim 0,0")
    sitting.sync(20)
    for other in ("claim 3,3", "resign", "nonsense", ""):
        assert refusals(sent(sitting.act(30, 0, 1, other), 0)) == ["reused"]
    assert sent(sitting.act(40, 0, 1, "claim 0,0"), 0) == [Acted(1)]
    assert len(sitting.lines) == 1


def test_a_number_that_was_refused_stands_for_no_other_action() -> None:
    sitting = begin()
    refused = sent(sitting.act(10, 1, 1, "claim 1,0"), 1)
    assert refusals(sent(sitting.act(20, 1, 1, "claim 2,0"), 1)) == ["reused"]
    assert sent(sitting.act(30, 1, 1, "claim 1,0"), 1) == refused


def test_another_action_under_an_old_number_is_known_after_a_crash() -> None:
    sitting = begin()
    sitting.act(10, 0, 1, "claim 0,0")
    live = again(sitting, 9_000)
    live.step(BEGUN + 9_000, Attach(3, 0, "tab0"))
    effects = live.step(BEGUN + 9_000, Command(3, 1, "claim 3,3"))
    assert refusals(sent(effects, 3)) == ["reused"]
    assert not only(effects, Append)


def test_an_older_unknown_number_is_stale() -> None:
    sitting = begin()
    sitting.act(10, 0, 5, "claim 0,0")
    sitting.act(20, 0, 4, "claim 1,1")
    assert refusals(sent(sitting.sync(30), 0)) == ["stale"]
    assert len(sitting.lines) == 1


def test_numbers_that_are_forgotten_are_stale_and_never_count_again() -> None:
    sitting = real_time()
    for n in range(NUMBERS_KEPT + 2):
        sitting.act(n, 0, n, "listen")
    sitting.beat(500)
    before = len(sitting.lines)
    sitting.act(1_000, 0, 1, "listen")
    assert refusals(sent(sitting.beat(1_030), 0)) == ["stale"]
    assert len(sitting.lines) == before


def test_a_refused_number_has_one_answer_on_its_connection() -> None:
    """Else a message that came twice would be refused first, and count later."""
    sitting = begin()
    refused = sent(sitting.act(10, 1, 1, "claim 1,0"), 1)
    assert refusals(refused) == ["not_your_turn"]
    sitting.act(20, 0, 1, "claim 0,0")
    sitting.sync(30)
    assert sent(sitting.act(40, 1, 1, "claim 1,0"), 1) == refused
    sitting.act(50, 1, 2, "claim 1,0")
    assert Acted(2) in sent(sitting.sync(60), 1)


def test_the_latest_numbers_are_known_and_answered_again() -> None:
    sitting = real_time()
    for n in range(NUMBERS_KEPT + 1):
        sitting.act(n, 0, n, "listen")
    sitting.beat(500)
    told = answers_of(sitting, 1_030, [1, NUMBERS_KEPT])
    assert told == [Acted(1), Acted(NUMBERS_KEPT)]


def answers_of(sitting: Sitting, now: int, numbers: list[int]) -> list[Struct]:
    """What is answered to numbers that have come before, on the next beat."""
    sitting.sync(now)
    for n in numbers:
        sitting.act(now, 0, n, "listen")
    told = sent(sitting.take(now + 50, Tick()), 0) + sent(sitting.sync(now + 50), 0)
    return [message for message in told if isinstance(message, Acted | Refused)]


def test_the_last_number_of_a_session_is_the_highest_that_counted() -> None:
    sitting = begin()
    assert sitting.live.last(0, "tab0") == 0
    sitting.act(10, 0, 3, "claim 0,0")
    sitting.act(20, 1, 1, "claim 1,0")
    sitting.act(30, 0, 7, "claim 2,0")
    sitting.act(40, 0, 9, "claim 3,0")
    assert sitting.live.last(0, "tab0") == 7
    assert sitting.live.last(1, "tab1") == 1
    assert sitting.live.last(0, "tab1") == 0


def test_the_latest_refusals_of_a_connection_are_remembered_and_no_more() -> None:
    for more, is_remembered in ((0, True), (1, False)):
        sitting = begin()
        for n in range(NUMBERS_KEPT + more):
            sitting.act(n, 1, n, "claim 1,0")
        sitting.act(1_000, 0, 1, "claim 0,0")
        sitting.act(1_010, 1, 0, "claim 1,0")
        told = sent(sitting.sync(1_020), 1)
        assert (Acted(0) in told) is not is_remembered
        assert refusals(told).count("not_your_turn") == is_remembered


def test_what_was_refused_is_forgotten_with_its_connection() -> None:
    sitting = begin()
    sitting.act(10, 1, 1, "claim 1,0")
    sitting.take(15, Detach(1))
    sitting.act(20, 0, 1, "claim 0,0")
    sitting.take(25, Attach(1, 1, "tab1"))
    sitting.act(30, 1, 1, "claim 1,0")
    assert Acted(1) in sent(sitting.sync(40), 1)


def test_a_refused_number_may_be_tried_again_if_the_answer_was_lost() -> None:
    sitting = begin()
    sitting.act(10, 1, 1, "claim 1,0")
    sitting.take(15, Detach(1))
    sitting.act(20, 0, 1, "claim 0,0")
    sitting.take(25, Attach(5, 1, "tab1"))
    sitting.act(30, 5, 1, "claim 1,0")
    assert Acted(1) in sent(sitting.sync(40), 5)


def test_a_repeat_is_known_after_a_crash() -> None:
    sitting = begin()
    sitting.act(10, 0, 1, "claim 0,0")
    live = again(sitting, 9_000)
    live.step(BEGUN + 9_000, Attach(3, 0, "tab0"))
    effects = live.step(BEGUN + 9_000, Command(3, 1, "claim 0,0"))
    assert sent(effects, 3) == [Acted(1)]
    assert not only(effects, Append)


def test_a_session_that_holds_colons_is_read_back() -> None:
    sitting = begin(is_attached=False)
    sitting.take(0, Attach(0, 0, "a:b:1"))
    sitting.act(10, 0, 3, "claim 0,0")
    assert (
        again(sitting, 20).sessions
        == sitting.live.sessions
        == {"0 a:b:1": {3: print_of("claim 0,0")}}
    )


# Pause and time


def test_a_pause_stops_match_time_and_refuses() -> None:
    sitting = begin(clock=CLOCK)
    sitting.take(1_000, Rest(True))
    assert sitting.lines == [Mark(1_000)]
    sitting.sync(1_001)
    assert refusals(sent(sitting.act(2_000, 0, 1, "claim 0,0"), 0)) == ["paused"]
    assert sitting.timer is None
    assert sitting.live.time(BEGUN + 500_000) == 1_000
    sitting.take(500_000, Rest(False))
    sitting.act(500_100, 0, 2, "claim 0,0")
    assert sitting.lines[-1] == Entry(1_100, 0, "claim 0,0", "tab0:2")
    assert sitting.live.match.clocks.left_ms == [60_000 - 1_100, 60_000]


def test_a_deadline_before_the_pause_fires_and_one_after_it_waits() -> None:
    sitting = real_time()
    sitting.act(0, 0, 1, "hold")
    sitting.take(299, Rest(True))
    sitting.take(5_000, Tick())
    assert sitting.live.match.state.cells == [0, 0]
    sitting.take(5_000, Rest(False))
    sitting.take(5_001, Tick())
    assert sitting.live.match.state.cells == [1, 0]
    sitting.act(6_000, 1, 1, "hold")
    sitting.take(6_300, Rest(True))
    assert sitting.live.match.state.cells == [1, 1]


def test_to_pause_twice_or_to_go_on_twice_changes_nothing() -> None:
    sitting = begin()
    sitting.take(1_000, Rest(True))
    sitting.take(2_000, Rest(True))
    assert sitting.live.time(BEGUN + 2_500) == 1_000
    sitting.take(3_000, Rest(False))
    assert sitting.live.time(BEGUN + 4_000) == 2_000
    sitting.take(4_000, Rest(False))
    assert sitting.live.time(BEGUN + 5_000) == 3_000
    assert not sitting.live.passing.is_resting


def test_a_step_on_goes_where_it_is_told_or_to_what_is_due_or_nowhere() -> None:
    sitting = real_time()
    sitting.act(0, 0, 1, "hold")
    sitting.take(0, Rest(True))
    sitting.take(10, Advance(120))
    assert sitting.live.time(BEGUN + 10) == 120
    sitting.take(20, Advance(0))
    assert sitting.live.time(BEGUN + 20) == QUICK.hold_ms
    assert sitting.live.match.state.cells == [1, 0]
    idle = begin()
    idle.take(10, Advance(0))
    assert idle.live.time(BEGUN + 10) == 10
    assert idle.lines == [Mark(10)]


def test_time_never_goes_back() -> None:
    sitting = begin()
    sitting.act(5_000, 0, 1, "claim 0,0")
    sitting.act(4_000, 1, 1, "claim 1,0")  # the shell's clock has jumped
    assert [line.now for line in sitting.lines if isinstance(line, Entry)] == [5_000, 5_000]


def test_the_timer_is_that_of_the_next_moment_and_said_once() -> None:
    sitting = begin(clock=Clock(bank_ms=7_000))
    timers = [sitting.timer]
    assert not only(sitting.take(100, Attach(5, PUBLIC)), Timer)
    sitting.take(5_000, Tick())
    assert sitting.lines == [Mark(5_000)]
    timers.append(sitting.timer)
    sitting.take(7_000, Tick())
    timers.append(sitting.timer)
    # A mark, so that a crash loses no more of a running clock; the bank's end; no more.
    assert timers == [5_000, 7_000, None]
    assert isinstance(sitting.lines[-1], End)


def test_a_timer_that_rings_early_is_set_again() -> None:
    sitting = begin(clock=Clock(bank_ms=7_000))
    assert only(sitting.take(4_999, Tick()), Timer) == [Timer(BEGUN + 5_000)]


def test_a_restart_goes_on_from_the_last_line_and_charges_nobody_for_the_time_down() -> None:
    sitting = begin(clock=CLOCK)
    sitting.act(3_000, 0, 1, "claim 0,0")
    sitting.take(8_000, Tick())
    live = again(sitting, 900_000)
    assert live.match.now == 8_000
    assert live.time(BEGUN + 900_500) == 8_500
    assert live.match.clocks.runs_out() == (63_000, 1)
    (timer,) = only(live.step(BEGUN + 900_000, Tick()), Timer)
    assert timer.at == BEGUN + 905_000


# The end


def test_the_end_is_said_once_and_only_when_it_is_durable() -> None:
    sitting = begin(params=Params(side_cells=2))
    play_out(sitting)
    outcome = sitting.live.match.outcome
    assert outcome is not None
    assert isinstance(sitting.lines[-1], End)
    assert not only(sitting.take(20, Durable(sitting.live.head - 1)), Ended)
    effects = sitting.sync(30)
    assert effects[-1] == Ended(outcome)
    assert not only(sitting.sync(40), Ended)
    assert refusals(sent(sitting.act(50, 0, 9, "claim 0,0"), 0)) == ["over"]


def test_the_end_is_said_again_after_a_crash() -> None:
    sitting = begin(params=Params(side_cells=2))
    play_out(sitting)
    live = again(sitting, 99)
    assert len(only(live.step(BEGUN + 99, Attach(1, PUBLIC)), Ended)) == 1


def test_an_end_that_time_has_brought_is_said_after_the_last_frames_too() -> None:
    sitting = real_time()
    assert sitting.timer == MARK_MS, "time is written down while anybody looks"
    sitting.take(QUICK.match_ms, Tick())
    assert sitting.live.match.outcome is not None
    assert not only(sitting.sync(QUICK.match_ms + 1), Ended)
    assert sitting.timer is not None
    effects = sitting.beat(sitting.timer)
    assert isinstance(sent(effects, 0)[0], Frame)
    assert isinstance(effects[-1], Ended)


def test_after_the_end_no_time_passes() -> None:
    sitting = begin(params=Params(side_cells=2))
    play_out(sitting)
    sitting.sync(20)
    ended_at, lines = sitting.live.match.now, len(sitting.lines)
    assert sitting.take(90_000, Tick()) == []
    assert (sitting.live.match.now, len(sitting.lines)) == (ended_at, lines)


def test_in_real_time_the_end_is_said_after_the_last_frames() -> None:
    sitting = real_time()
    sitting.act(5, 0, 1, "resign")
    assert sitting.live.match.outcome is not None
    assert not only(sitting.sync(10), Ended)
    effects = sitting.beat(30)
    kinds = [type(effect) for effect in effects]
    assert kinds.index(Ended) > max(at for at, kind in enumerate(kinds) if kind is Send)
