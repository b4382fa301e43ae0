"""The feed: each viewer's own numbers, windows, reopening; nothing sent for nothing."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from freehold.game import PUBLIC, TRUTH, Changes, Notice, Resign, Viewer
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match
from freehold.match.feed import KEPT_NOTICES
from freehold.match.patches import unpack_cells
from freehold.testing.plays import begin as begin_any
from freehold.testing.plays import steps, take, viewers
from freehold.testing.playthroughs import Listening
from freehold.testing.template.scenarios import begin, claim
from tests.games_under_test import NAMES, game_named, trial_of
from tests.toy import scenarios as lantern
from tests.toy_world import GAME as WORLD


def test_the_first_frame_is_a_whole_view() -> None:
    match = begin()
    frame = match.open(0)
    assert (frame.number, frame.now) == (0, 0)
    assert frame.view == match.view(0)
    assert frame.table == match.table()


def test_numbers_count_each_viewers_own_frames() -> None:
    match = begin(side_cells=4)
    match.open(0)
    claim(match, 0, 0, 0)
    assert {viewer: frame.number for viewer, frame in match.flush().items()} == {0: 1}
    match.open(PUBLIC)
    claim(match, 1, 1, 0)
    assert {viewer: frame.number for viewer, frame in match.flush().items()} == {0: 2, PUBLIC: 1}


def test_nothing_is_sent_for_nothing() -> None:
    match = begin()
    match.open(0)
    assert match.flush() == {}
    match.advance(500)
    assert match.flush() == {}


def test_what_is_not_sent_is_not_counted() -> None:
    match = begin()
    match.open(0)
    for _ in range(3):
        match.flush()
    claim(match, 0, 0, 0)
    assert match.flush()[0].number == 1


def test_several_changes_are_one_frame_with_the_moment_of_its_sending() -> None:
    match = begin(side_cells=4)
    match.open(PUBLIC)
    claim(match, 0, 0, 0)
    claim(match, 1, 3, 3)
    match.advance(2_040)
    frame = match.flush()[PUBLIC]
    assert (frame.number, frame.now) == (1, 2_040)
    assert unpack_cells(frame.cells["owner"]) == [(0, 1), (15, 2)]
    assert [code for code, _ in frame.notices] == ["claimed", "claimed"]


def test_a_change_that_is_undone_before_the_flush_sends_nothing() -> None:
    match = lantern.begin(traps=0)
    match.open(1)
    match.open(0)
    lantern.say(match, 10, 0, "mark {},{}".format(*match.view(0).facts.place))
    lantern.say(match, 20, 0, "mark {},{}".format(*match.view(0).facts.place))
    assert match.flush() == {}


def test_a_frame_goes_only_to_those_who_see_a_difference() -> None:
    match = lantern.begin(traps=0)
    for viewer in (0, 1, PUBLIC):
        match.open(viewer)
    lantern.say(match, 10, 0, "hold")
    assert set(match.flush()) == {0}


def test_notices_go_to_their_audience_alone() -> None:
    match = begin()
    for viewer in (0, 1, PUBLIC):
        match.open(viewer)
    match.feed.note([Notice("a", {}, (1,)), Notice("b"), Notice("c", {}, ())], 0)
    sent = {viewer: frame.notices for viewer, frame in match.flush().items()}
    assert sent == {0: (("b", {}),), 1: (("a", {}), ("b", {})), PUBLIC: (("b", {}),)}


def test_notices_are_sent_once() -> None:
    match = begin()
    match.open(0)
    match.feed.note([Notice("a")], 0)
    assert match.flush()[0].notices == (("a", {}),)
    assert match.flush() == {}


def test_a_viewer_who_opens_later_gets_no_earlier_notices() -> None:
    match = begin()
    match.feed.note([Notice("a")], 0)
    match.open(0)
    assert match.flush() == {}


def test_a_viewer_who_returns_is_told_what_happened_meanwhile() -> None:
    match = begin(side_cells=4)
    match.open(0)
    match.feed.close(0)
    match.feed.note([Notice("a", {"x": 1}, (0,)), Notice("b", {}, (1,)), Notice("c")], 700)
    match.flush()
    match.feed.note([Notice("d")], 900)
    match.flush()
    assert match.open(0).past == ((700, "a", {"x": 1}), (700, "c", {}), (900, "d", {}))
    assert match.open(PUBLIC).past == ((700, "c", {}), (900, "d", {}))
    assert match.flush() == {}


def test_what_comes_with_the_next_frame_is_not_told_as_past() -> None:
    match = begin(side_cells=4)
    match.open(0)
    match.feed.note([Notice("a")], 0)
    assert match.open(0).past == ()
    assert match.open(1).past == match.open(1).past == ((0, "a", {}),)
    assert match.flush()[0].notices == (("a", {}),)
    assert match.open(0).past == ((0, "a", {}),)


def test_only_the_latest_notices_are_kept() -> None:
    match = begin()
    match.feed.note([Notice("a", {"n": n}) for n in range(KEPT_NOTICES + 5)], 0)
    past = match.open(0).past
    assert (len(past), past[0][2], past[-1][2]) == (KEPT_NOTICES, {"n": 5}, {"n": KEPT_NOTICES + 4})


def test_in_real_time_a_past_notice_has_the_moment_of_its_beat() -> None:
    match = lantern.begin()
    beat = match.game.flush_ms
    match.feed.note([Notice("a")], 3 * beat + 1)
    assert match.open(0).past == ((3 * beat, "a", {}),)


def test_a_world_keeps_nothing_because_its_seats_change_hands() -> None:
    match = Match.new(WORLD, (), key_of(0))
    match.feed.note([Notice("a")], 0)
    assert match.feed.open(PUBLIC, match.state, match.table(), 0).past == ()


@pytest.mark.parametrize("name", NAMES)
def test_a_viewer_who_returns_is_told_what_one_who_stayed_was_told(name: str) -> None:
    """And nothing else: not what was said to others, nor what was kept from a seat."""
    game = game_named(name)
    match = begin_any(game, trial_of(game).tables[0], 1)
    match.feed = feed = Listening(game)
    feed.heard = []
    stayed: dict[Viewer, list[Any]] = {viewer: [] for viewer in viewers(match)}
    for viewer in stayed:
        match.open(viewer)
    for step in islice(steps(match, Stream(key_of(name), "steps"), restless=30), 150):
        take(match, step)
        for viewer, frame in match.flush().items():
            stayed[viewer] += frame.notices
    for viewer, told in stayed.items():
        match.feed.close(viewer)
        past = [(code, facts) for _, code, facts in match.open(viewer).past]
        if game.world is not None:
            assert past == []
        elif len(feed.heard) <= KEPT_NOTICES:
            assert past == told
        else:
            assert past == told[len(told) - len(past) :]


def test_opening_again_tells_the_last_frame_and_disturbs_nobody() -> None:
    match = begin()
    first = match.open(0)
    claim(match, 0, 0, 0)
    again = match.open(0)
    assert (again.number, again.view) == (0, first.view)
    frame = match.flush()[0]
    assert frame.number == 1
    assert frame.notices
    assert match.open(0).view == match.view(0)
    assert match.open(0).number == 1


def test_a_viewer_who_was_closed_starts_over() -> None:
    match = begin()
    match.open(0)
    claim(match, 0, 0, 0)
    match.flush()
    match.feed.close(0)
    claim(match, 1, 1, 1)
    assert match.flush() == {}
    frame = match.open(0)
    assert (frame.number, frame.view) == (0, match.view(0))


def test_the_table_is_sent_when_it_changes() -> None:
    match = begin()
    match.open(0)
    claim(match, 0, 0, 0)
    table = match.flush()[0].table
    assert table is not None
    assert table.awaited == (1,)
    match.act(2_000, 1, Resign())
    table = match.flush()[0].table
    assert table is not None
    assert table.outcome == match.outcome


def test_a_window_that_moves_is_sent_whole_and_one_that_stays_by_cells() -> None:
    match = lantern.begin(traps=0)
    match.open(0)
    before = match.view(0)
    x, y = before.facts.place
    lantern.say(match, 10, 0, "listen")
    frame = match.flush()[0]
    assert frame.rect is None
    assert set(frame.cells) == {"ground"}
    for step in range(1, 8):  # one of these moves the window's edge
        lantern.say(match, 10 + step, 0, f"step {x + step if x < 10 else x - step},{y}")
    frame = match.flush()[0]
    assert frame.rect == match.view(0).rect != before.rect
    assert frame.layers == match.view(0).layers


def test_a_copy_has_the_same_viewers_and_goes_on_by_itself() -> None:
    match = begin(side_cells=4)
    for viewer in (0, PUBLIC):
        match.open(viewer)
    claim(match, 0, 0, 0)
    match.flush()
    match.feed.note([Notice("waits", {}, (0,))], 0)
    copied = match.feed.copy()
    assert list(copied.shadows) == [0, PUBLIC]
    told = copied.flush(match.state, match.table(), match.now)
    assert told == match.flush()
    assert told[0].notices == (("waits", {}),)
    copied.note([Notice("more", {})], 0)
    assert match.flush() == {}
    assert set(copied.flush(match.state, match.table(), match.now)) == {0, PUBLIC}


def quiet(match: Match, *viewers: Viewer) -> Match:
    """The match, with a game that says whose view may differ: only these."""
    match.feed.game = replace(match.game, changes=lambda state: Changes(frozenset(viewers)))
    return match


def test_a_game_says_whose_view_may_differ() -> None:
    match = quiet(begin(side_cells=4, seats=3), 1)
    for viewer in (0, 1, 2):
        match.open(viewer)
    match.state.owner[5] = 1
    assert set(match.flush()) == {1}


@pytest.mark.parametrize("viewer", [PUBLIC, TRUTH])
def test_the_public_and_the_truth_are_always_asked(viewer: Viewer) -> None:
    match = quiet(begin(side_cells=4))
    match.open(viewer)
    match.state.owner[5] = 1
    assert unpack_cells(match.flush()[viewer].cells["owner"]) == [(5, 1)]


def test_a_new_table_and_notices_are_told_to_those_who_are_not_named() -> None:
    match = quiet(begin(side_cells=4, seats=3))
    for viewer in (0, 1, 2):
        match.open(viewer)
    claim(match, 0, 0, 0)
    frames = match.flush()
    assert all(frame.table and frame.notices and frame.cells for frame in frames.values())
    assert set(frames) == {0, 1, 2}
    match.feed.note([Notice("a", {}, (2,))], 0)
    assert set(match.flush()) == {2}
