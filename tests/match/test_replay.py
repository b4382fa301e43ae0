"""Replay: a record becomes the match again at any moment, without starting over each time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from freehold.game import AnyGame, Malformed, Outcome
from freehold.games._template import GAME
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match, Record, Replay, read_record, verify
from freehold.match.log import Check, Header, Mark, encode_line
from freehold.match.replay import Mismatch, replay
from freehold.testing.plays import begin as begin_play
from freehold.testing.plays import play
from freehold.testing.template.scenarios import begin, claim
from freehold.testing.trials import At
from tests.toy import GAME as LANTERN
from tests.toy import scenarios as lantern


def record_of(match: Match) -> Record:
    return read_record(match.log.dump())


def long_match() -> Match:
    match = begin(side_cells=10)
    for cell in range(70):
        claim(match, cell % 2, cell % 10, cell // 10)
    return match


def timed_match() -> Match:
    match = begin_play(LANTERN, At(3), 5)
    play(match, Stream(key_of("replay"), "steps"))
    return match


def counting(game: AnyGame) -> tuple[AnyGame, list[int]]:
    acts = [0]

    def act(*given: Any) -> Any:
        acts[0] += 1
        return game.act(*given)

    return replace(game, act=act), acts


def test_a_replay_is_the_match() -> None:
    for match in (long_match(), timed_match()):
        again = replay(match.game, record_of(match))
        assert again.log.dump() == match.log.dump()
        assert again.outcome == match.outcome
        assert again.state == match.state


def test_verify_says_what_was_played() -> None:
    assert verify(GAME, record_of(begin())) == "0 entries, unfinished"
    assert verify(LANTERN, record_of(lantern.deserted())) == "2 entries, deserted"


def test_the_first_false_line_is_named() -> None:
    match = long_match()
    lines = list(match.log.lines)
    lines[20] = msgspec.structs.replace(lines[20], action="claim 0,0")
    with pytest.raises(Mismatch, match="line 21: refused: taken") as wrong:
        verify(GAME, read_record(b"".join(map(encode_line, lines))))
    assert wrong.value.line == 21


def test_a_seek_by_entries_equals_a_fresh_replay() -> None:
    record = record_of(timed_match())
    seeking = Replay(LANTERN, record, every=9)
    order = Stream(key_of("seek"), "order")
    for entry in [order.below(record.entries + 1) for _ in range(25)]:
        match = seeking.at_entry(entry)
        assert match.log.entries == entry
        assert match.fingerprint() == Replay(LANTERN, record).at_entry(entry).fingerprint()


def test_a_seek_by_time_equals_a_fresh_replay() -> None:
    record = record_of(timed_match())
    seeking = Replay(LANTERN, record, every=9)
    order = Stream(key_of("seek"), "order")
    for now in [order.below(61_000) for _ in range(25)]:
        fresh = Replay(LANTERN, record).at(now)
        assert seeking.at(now).fingerprint() == fresh.fingerprint()
        ended = fresh.now if fresh.outcome else now
        assert fresh.now == min(now, ended), "between two lines time passes too"


def test_a_seek_by_time_holds_everything_up_to_and_in_that_millisecond() -> None:
    record = record_of(lantern.lit())
    seeking = Replay(LANTERN, record)
    counts = [(now, seeking.at(now).log.entries) for now in (99, 100, 199, 200, 1_599, 1_600)]
    assert counts == [(99, 0), (100, 1), (199, 1), (200, 2), (1_599, 3), (1_600, 4)]
    owned = [(now, seeking.at(now).state.cells) for now in (1_599, 1_600, 1_699, 1_700)]
    assert owned == [(1_599, [0, 0]), (1_600, [1, 0]), (1_699, [1, 0]), (1_700, [1, 1])]


def test_a_seek_by_time_is_not_led_astray_by_checks() -> None:
    """A check has no moment of its own; it belongs to the entry before it."""
    match = begin(side_cells=10)
    for cell in range(99):  # the check stands in the middle, where a search looks first
        claim(match, cell % 2, cell % 10, cell // 10)
    seeking = Replay(GAME, record_of(match))
    for seconds in (30, 49, 50, 51, 70):
        assert seeking.at(1_000 * seconds).log.entries == seconds


def test_of_what_comes_after_its_last_line_a_record_knows_nothing() -> None:
    match = lantern.begin()
    lantern.say(match, 100, 0, "hold")
    match.advance(900, mark=True)
    found = Replay(LANTERN, record_of(match)).at(50_000)
    assert found.now == 900
    assert found.state.cells == [0, 0]
    assert Replay(LANTERN, record_of(lantern.begin())).at(50_000).now == 0


def test_a_seek_back_does_not_replay_from_the_start() -> None:
    match = long_match()
    game, acts = counting(GAME)
    seeking = Replay(game, record_of(match), every=10)
    seeking.at_entry(70)
    assert acts[0] == 70
    acts[0] = 0
    seeking.at_entry(68)
    assert acts[0] <= 10
    acts[0] = 0
    seeking.at_entry(35)
    assert acts[0] <= 10
    acts[0] = 0
    seeking.at(34_500)
    assert acts[0] <= 10


def test_a_seek_forward_goes_on_from_where_it_is() -> None:
    game, acts = counting(GAME)
    seeking = Replay(game, record_of(long_match()), every=1_000)
    for entry in range(71):
        seeking.at_entry(entry)
    assert acts[0] == 70


def test_snapshots_are_taken_where_they_belong_and_once() -> None:
    """At regular distances, and only the first time a line is passed."""
    seeking = Replay(GAME, record_of(long_match()), every=10)
    for entry in (35, 70, 20, 70):
        seeking.at_entry(entry)
    kept = [at for at, _ in seeking._keyframes]
    assert kept == [0, 10, 20, 30, 40, 50, 60, 70]


def test_a_seek_to_where_it_is_does_nothing() -> None:
    game, acts = counting(GAME)
    seeking = Replay(game, record_of(long_match()), every=1_000)
    match = seeking.at_entry(40)
    acts[0] = 0
    assert seeking.at_entry(40) is match
    assert acts[0] == 0
    first = Replay(game, record_of(long_match())).match
    assert first.log.entries == 0


def test_an_empty_record_has_a_beginning() -> None:
    record = record_of(begin())
    assert Replay(GAME, record).at_entry(0).log.entries == 0
    assert not record.is_finished
    assert (record.skipped, record.entries) == (0, 0)


def test_only_a_record_with_its_end_is_finished() -> None:
    match = lantern.deserted()
    assert record_of(match).is_finished
    del match.log.lines[-1]
    assert match.log.lines
    assert not record_of(match).is_finished


def test_an_end_that_is_missing_is_named_by_the_line_where_it_would_stand() -> None:
    match = lantern.deserted()
    count = len(match.log.lines)
    del match.log.lines[-1]
    with pytest.raises(Mismatch, match="its end is missing") as wrong:
        replay(LANTERN, record_of(match))
    assert wrong.value.line == count


def test_a_match_that_is_over_at_once_misses_its_end_on_the_second_line() -> None:
    game = replace(GAME, outcome=lambda state: Outcome("full", (1, 1), (0, 0)))
    with pytest.raises(Mismatch, match="its end is missing") as wrong:
        replay(game, record_of(begin()))
    assert wrong.value.line == 2


def test_a_line_that_the_match_would_not_write_is_named() -> None:
    match = begin()
    claim(match, 0, 0, 0)
    data = match.log.dump() + encode_line(Check(1, match.fingerprint(), match.log.digest))
    with pytest.raises(Mismatch, match="no such line here") as wrong:
        verify(GAME, read_record(data))
    assert wrong.value.line == 3


def test_a_record_may_be_of_as_many_as_the_game_is_for() -> None:
    for seats in GAME.seats:
        assert verify(GAME, record_of(begin(seats=seats))) == "0 entries, unfinished"


@pytest.mark.parametrize("entry", [-1, 71, 1_000])
def test_an_entry_that_is_not_there_is_malformed(entry: int) -> None:
    with pytest.raises(Malformed, match=r"the record has 70 entries"):
        Replay(GAME, record_of(long_match())).at_entry(entry)


def header(**changed: Any) -> Header:
    return msgspec.structs.replace(begin().header, **changed)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "first line is not a header"),
        (b"hello\n", "line 1 is not a line"),
        (b"\xff\xfe\n", "line 1 is not a line"),
        (encode_line(Mark(5)), "first line is not a header"),
        (encode_line(header()) * 2, "two records in one file"),
        (encode_line(header()) + b'{"is":"mark"', "line 2 is not a line"),
        (encode_line(header()) + b"\n", "line 2 is not a line"),
        (encode_line(header(freehold=9)), "format 9"),
    ],
)
def test_what_is_not_a_record_is_malformed(data: bytes, says: str) -> None:
    with pytest.raises(Malformed, match=says):
        read_record(data)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"game": "chess"}, "of chess, not of template"),
        ({"rules_version": 2}, "rules version 2"),
        ({"seats": begin().header.seats[:1]}, "2 to 4 seats, not 1"),
        ({"params": {"side_cells": 1}}, "header is wrong"),
        ({"params": {"colour": 1}}, "header is wrong"),
        ({"key": "xyz"}, "header is wrong"),
    ],
)
def test_a_header_that_cannot_be_played_is_malformed(changed: dict[str, Any], says: str) -> None:
    record = Record(header(**changed), ())
    with pytest.raises(Malformed, match=says):
        replay(GAME, record)
    with pytest.raises(Malformed, match=says):
        Replay(GAME, record)
