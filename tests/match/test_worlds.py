"""Worlds in the match: newcomers in the log, telling who can see it, and logs cut in segments."""

from __future__ import annotations

import dataclasses
from typing import Any

import msgspec
import pytest

from freehold.game import (
    PUBLIC,
    AnyGame,
    Arrive,
    Clock,
    Illegal,
    Leave,
    Malformed,
    Notice,
    Outcome,
    Seat,
    View,
    Viewer,
)
from freehold.games._template import GAME as TEMPLATE
from freehold.kernel import canonical
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match, Replay, Seated, read_record, verify
from freehold.match.log import Check, End, Header, Line, Mark, Newcomer, encode_line
from freehold.match.match import Snapshot, opening_of, snapshot_of
from freehold.match.replay import Mismatch
from freehold.testing.law_6 import check_law_6
from freehold.testing.law_7 import check_law_7
from freehold.testing.plays import play
from freehold.testing.trials import At
from tests.games_under_test import check_law_5
from tests.toy_world import GAME, rules
from tests.toy_world.rules import Dig, Params, Step

SMALL = Params(side_cells=20, coins=40, goal_coins=30)
QUIET = Params(side_cells=60, coins=1, goal_coins=1)


def begin(seats: int = 2, params: Params = SMALL, game: AnyGame = GAME) -> Match:
    seated = tuple(Seated(f"P{seat}") for seat in range(seats))
    return Match.new(game, seated, key_of("world"), params)


def put_at(match: Match, seat: Seat, x: int, y: int) -> None:
    match.state.place[seat] = y * match.setup.params.side_cells + x


def is_hidden(state: Any, viewer: Viewer, seat: Seat, action: Any) -> bool:
    """By Meadow's rules: what happens outside of a window, without stepping into it."""
    if viewer < 0 or isinstance(action, rules.Action):
        return viewer < 0 or is_far(state, viewer, state.place[seat])
    return False


def is_far(state: Any, viewer: Seat, cell: int) -> bool:
    side = state.params.side_cells
    (y, x), (v, u) = divmod(state.place[viewer], side), divmod(cell, side)
    return bool(max(abs(x - u), abs(y - v)) > state.params.sight_cells + 1)


def counted(game: AnyGame) -> tuple[AnyGame, list[Viewer]]:
    asked: list[Viewer] = []

    def view(state: Any, viewer: Viewer) -> View[Any]:
        asked.append(viewer)
        return game.view(state, viewer)

    return dataclasses.replace(game, view=view), asked


# Sitting down


def test_a_newcomer_gets_the_seat_after_the_last_and_arrives_there() -> None:
    match = begin(2)
    assert match.sit(100, "Cid") == 2
    assert match.sit(100, "Dot", "random") == 3
    assert match.names == ("P0", "P1", "Cid", "Dot")
    assert match.seats[3] == Seated("Dot", "random")
    assert len(match.state.place) == 4
    assert match.log.lines[1:] == [Newcomer(100, "Cid"), Newcomer(100, "Dot", "random")]
    match.act(200, 3, Dig())
    assert match.log.entries == 3


def test_nobody_joins_a_running_game_that_is_not_a_world() -> None:
    match = Match.new(TEMPLATE, (Seated("A"), Seated("B")), key_of("world"))
    with pytest.raises(ValueError, match="not a world"):
        match.sit(0, "Cid")


def test_nobody_sits_down_after_the_end() -> None:
    """Whatever the rules would say: the match is over, and that is written down."""
    easy = dataclasses.replace(GAME, act=lambda state, now, seat, action: [])
    for game in (GAME, easy):
        match = begin(1, Params(side_cells=8, coins=1, goal_coins=1, round_ms=500), game)
        with pytest.raises(Illegal, match="over"):
            match.sit(600, "Late")
        assert match.outcome is not None
        assert len(match.seats) == 1
        assert [type(line) for line in match.log.lines] == [Header, End]


def noisy(state: Any, now: int, seat: Seat, action: Any) -> list[Notice]:
    """Meadow's rules, with a word about everybody who comes."""
    return [*rules.act(state, now, seat, action), Notice("found", {"seat": seat})]


def test_others_hear_of_a_newcomer_what_the_rules_say() -> None:
    match = begin(1, game=dataclasses.replace(GAME, act=noisy))
    match.open(0)
    match.sit(10, "Eve")
    assert match.flush()[0].notices == (("found", {"seat": 1}),)


def test_a_newcomer_has_a_clock_and_may_bring_the_end() -> None:
    def outcome(state: Any) -> Outcome | None:
        return Outcome("found", (1, 1, 1), (0, 0, 0)) if len(state.place) == 3 else None

    game = dataclasses.replace(GAME, outcome=outcome)
    seated = (Seated("P0"),)
    match = Match.new(game, seated, key_of("world"), SMALL, Clock(bank_ms=9_000))
    match.sit(100, "Eve")
    assert match.clocks.left_ms == [9_000, 9_000]
    assert match.clocks.since == [0, 100]
    match.sit(200, "Fay")
    assert match.outcome == Outcome("found", (1, 1, 1), (0, 0, 0))
    assert [type(line) for line in match.log.lines] == [Header, Newcomer, Newcomer, End]


def test_a_moment_that_came_before_a_refused_newcomer_is_written_down() -> None:
    def act(state: Any, now: int, seat: Seat, action: Any) -> list[Notice]:
        raise Illegal("full")

    def wake(state: Any, now: int) -> list[Notice]:
        state.found = 1
        return []

    game = dataclasses.replace(
        GAME, act=act, wake=wake, wake_at=lambda state: None if state.found else 50
    )
    for now, written in ((40, []), (60, [Mark(60)])):
        match = begin(1, game=game)
        with pytest.raises(Illegal, match="full"):
            match.sit(now, "Late")
        assert match.log.lines[1:] == written


def test_a_refused_newcomer_leaves_everything_as_it_was() -> None:
    def act(state: Any, now: int, seat: Seat, action: Any) -> list[Notice]:
        if seat == len(state.place):
            raise Illegal("full")
        return rules.act(state, now, seat, action)

    match = begin(1, game=dataclasses.replace(GAME, act=act))
    before = match.fingerprint()
    with pytest.raises(Illegal, match="full"):
        match.sit(0, "Late")
    assert (match.fingerprint(), match.names, match.log.entries) == (before, ("P0",), 0)


def test_the_table_of_a_world_awaits_nobody_before_the_end_and_after_it() -> None:
    match = begin(2, Params(side_cells=8, coins=1, goal_coins=1, round_ms=500))
    assert match.awaited == (0, 1)
    assert match.table().awaited == ()
    match.advance(500)
    assert match.table().awaited == ()
    assert match.table().outcome == match.outcome


def a_long_match() -> Match:
    """Walkers of whom two came later, and one went and came back."""
    match = begin(2)
    rng = Stream(key_of("long"), "steps")
    play(match, rng, most=60)
    match.sit(match.now + 5, "Cid")
    play(match, rng, most=60)
    match.act(match.now, 1, Leave())
    match.sit(match.now, "Dot", "random")
    match.act(match.now, 1, Arrive())
    play(match, rng, most=60)
    match.advance(match.now + 1, mark=True)
    return match


def test_a_replay_knows_newcomers() -> None:
    match = a_long_match()
    record = read_record(match.log.dump())
    assert record.seats == match.seats
    assert verify(GAME, record) == f"{match.log.entries} entries, unfinished"
    seeking = Replay(GAME, record, every=10)
    assert seeking.at(match.now).fingerprint() == match.fingerprint()
    assert seeking.at_entry(0).names == ("P0", "P1")
    last = seeking.at_entry(record.entries)
    assert (last.names, last.state) == (match.names, match.state)


def test_a_snapshot_knows_newcomers() -> None:
    match = a_long_match()
    data = canonical.encode(match.snapshot())
    again = Match(GAME, match.header, canonical.decode(data, Snapshot))
    assert (again.names, again.fingerprint()) == (match.names, match.fingerprint())
    assert again.sit(again.now, "Eve") == 4


def test_a_newcomer_who_is_not_in_the_record_is_missed() -> None:
    match = a_long_match()
    lines = list(match.log.lines)
    place = next(at for at, line in enumerate(lines) if isinstance(line, Newcomer))
    del lines[place]
    with pytest.raises(Mismatch):
        verify(GAME, read_record(b"".join(encode_line(line) for line in lines)))


def test_a_newcomer_in_the_record_of_a_game_that_is_not_a_world_is_refused() -> None:
    match = Match.new(TEMPLATE, (Seated("A"), Seated("B")), key_of("world"))
    data = match.log.dump() + encode_line(Newcomer(5, "Cid"))
    with pytest.raises(Mismatch, match="not a world"):
        verify(TEMPLATE, read_record(data))


# Segments


def cut_match() -> tuple[Match, list[Snapshot]]:
    match, snapshots = begin(2), []
    rng = Stream(key_of("cut"), "steps")
    for number in range(4):
        play(match, rng, most=30)
        match.sit(match.now, f"New {number}")
        snapshots.append(match.cut())
    play(match, rng, most=30)
    match.advance(match.now, mark=True)
    return match, snapshots


def from_segment(match: Match, snapshots: list[Snapshot], number: int) -> list[Line]:
    """The record of a match of which only the segments from this one on were kept."""
    lines = match.log.lines
    cuts = [at for at, line in enumerate(lines) if isinstance(line, Check)]
    return [match.header, opening_of(snapshots[number]), *lines[cuts[number] + 1 :]]


def test_an_opening_whose_bytes_are_damaged_is_malformed() -> None:
    match, snapshots = cut_match()
    opening = msgspec.structs.replace(opening_of(snapshots[0]), state=b"no zip")
    with pytest.raises(Malformed, match="opening of the record cannot be unzipped"):
        snapshot_of(opening)
    with pytest.raises(Malformed, match="cannot be unzipped"):
        verify(GAME, read_record(dumped([match.header, opening])))


def dumped(lines: list[Line]) -> bytes:
    return b"".join(encode_line(line) for line in lines)


def test_a_world_is_checked_where_its_log_is_cut_and_nowhere_else() -> None:
    match, snapshots = cut_match()
    checks = [line for line in match.log.lines if isinstance(line, Check)]
    assert [check.match for check in checks] == [each.fingerprint for each in snapshots]
    assert [check.entries for check in checks] == [each.entries for each in snapshots]
    assert verify(GAME, read_record(match.log.dump())) == f"{match.log.entries} entries, unfinished"


def test_an_opening_goes_there_and_back() -> None:
    _, snapshots = cut_match()
    for snapshot in snapshots:
        assert snapshot_of(opening_of(snapshot)) == snapshot


@pytest.mark.parametrize("number", [0, 3])
def test_a_record_without_its_older_segments_starts_at_the_oldest_kept_and_says_so(
    number: int,
) -> None:
    match, snapshots = cut_match()
    record = read_record(dumped(from_segment(match, snapshots, number)))
    first = snapshots[number].entries
    assert record.seats == match.seats
    assert verify(GAME, record) == (
        f"{match.log.entries - first} entries from entry {first + 1} on,"
        " the oldest that was kept, unfinished"
    )
    last = Replay(GAME, record, every=7)
    assert last.at(match.now).fingerprint() == match.fingerprint()
    assert last.at_entry(0).log.entries == first


def test_a_finished_record_without_its_older_segments_verifies_to_its_end() -> None:
    match, snapshots = cut_match()
    rng = Stream(key_of("end"), "steps")
    play(match, rng)
    assert match.outcome is not None
    assert "found" in verify(GAME, read_record(dumped(from_segment(match, snapshots, 2))))


def test_a_false_opening_or_a_missing_line_after_it_is_found() -> None:
    match, snapshots = cut_match()
    lines = from_segment(match, snapshots, 1)
    whole = snapshots[1]
    state = bytearray(whole.state)
    state[-20] ^= 1
    false = opening_of(msgspec.structs.replace(whole, state=bytes(state)))
    with pytest.raises(Malformed):
        verify(GAME, read_record(dumped([lines[0], false, *lines[2:]])))
    with pytest.raises(Mismatch):
        verify(GAME, read_record(dumped([*lines[:4], *lines[5:]])))
    with pytest.raises(Malformed, match="in the middle"):
        read_record(dumped([lines[0], lines[2], lines[1]]))


def test_a_game_that_is_no_world_has_no_segments() -> None:
    match = Match.new(TEMPLATE, (Seated("A"), Seated("B")), key_of("world"))
    with pytest.raises(ValueError, match="no segments"):
        match.cut()
    header = match.log.lines[0]
    assert isinstance(header, Header)
    with pytest.raises(Malformed, match="never cut"):
        verify(TEMPLATE, read_record(dumped([header, opening_of(match.snapshot())])))


# Telling


def test_only_viewers_who_may_see_something_new_are_asked_for_a_view() -> None:
    game, asked = counted(GAME)
    match = begin(4, QUIET, game)
    for seat, (x, y) in enumerate([(5, 5), (7, 5), (30, 30), (50, 5)]):
        put_at(match, seat, x, y)
    for viewer in (0, 1, 2, 3, PUBLIC):
        match.open(viewer)
    match.flush()
    asked.clear()
    match.act(10, 0, Step("south"))
    frames = match.flush()
    assert sorted(asked) == [PUBLIC, 0, 1]
    assert sorted(frames) == [0, 1]
    match.act(20, 2, Dig())
    asked.clear()
    assert sorted(match.flush()) == [2]
    assert sorted(asked) == [PUBLIC, 2]
    asked.clear()
    assert not match.flush()
    assert asked == [PUBLIC]


def test_a_cell_at_the_edge_of_a_window_is_told_and_the_next_one_is_not() -> None:
    for dx, is_told in ((2, True), (3, False)):
        match = begin(2, QUIET)
        put_at(match, 0, 15, 20)
        put_at(match, 1, 15 + dx, 20)
        match.open(0)
        match.flush()
        match.act(10, 1, Dig())
        assert (0 in match.flush()) == is_told


def test_everybody_is_asked_when_the_table_changes() -> None:
    match = begin(3, Params(side_cells=60, coins=1, goal_coins=1, round_ms=700))
    for viewer in (0, 1, 2, PUBLIC):
        match.open(viewer)
    match.flush()
    match.advance(700)
    frames = match.flush()
    assert sorted(frames) == [PUBLIC, 0, 1, 2]
    assert all(frame.table and frame.table.outcome for frame in frames.values())


def test_a_waiting_notice_is_told_though_nothing_was_touched() -> None:
    match = begin(3, QUIET)
    for viewer in (0, 1, 2):
        match.open(viewer)
    match.flush()
    match.feed.note([Notice("found", {"seat": 2}, (1, 1, 7))], 0)
    frames = match.flush()
    assert sorted(frames) == [1]
    assert frames[1].notices == (("found", {"seat": 2}),)


def test_what_happens_far_away_changes_no_number_or_tick_of_a_windows_frames() -> None:
    told = []
    for is_busy in (False, True):
        match = begin(3, QUIET)
        for seat, x in enumerate((5, 40, 44)):
            put_at(match, seat, x, 10)
        match.open(0)
        frames = []
        for now in range(50, 1_000, 50):
            if now % 200 == 0:
                match.act(now - 10, 0, Step("south"))
            if is_busy:
                match.act(now - 5, 1, Step("south"))
                match.sit(now - 3, f"New {now}")
                put_at(match, len(match.seats) - 1, 50, 50)
            match.advance(now)
            frames.append(canonical.encode(list(match.flush().items())))
        told.append(frames)
    # A newcomer's seat is placed somewhere; it was moved away before anybody was told.
    assert told[0] == told[1]


def test_the_laws_hold_in_a_world() -> None:
    at = At(4, Params(side_cells=14, coins=30, goal_coins=25))
    assert check_law_7(GAME, at, 1, most=400) > 100
    check_law_6(GAME, at, 2, most=200)
    report = check_law_5(GAME, at, 3, 60, is_hidden)
    assert report.acted_differing > 5


def test_law_7_finds_a_world_that_notes_too_little() -> None:
    def act(state: Any, now: int, seat: Seat, action: Any) -> list[Notice]:
        notices = rules.act(state, now, seat, action)
        state.touched.cells.discard(state.place[seat])
        return notices

    at = At(4, Params(side_cells=8, coins=30, goal_coins=25))
    with pytest.raises(AssertionError, match="do not add up"):
        check_law_7(dataclasses.replace(GAME, act=act), at, 1, most=400)
