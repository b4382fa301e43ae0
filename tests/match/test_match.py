"""The match: due moments first, each at its own time; what is accepted is in the log."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

from freehold.game import (
    PUBLIC,
    TRUTH,
    AnyGame,
    Clock,
    Illegal,
    Malformed,
    Notice,
    Resign,
    TimeUp,
)
from freehold.games._template import GAME
from freehold.kernel.chance import key_of
from freehold.match import Match, Seated
from freehold.match.log import CHECK_ENTRIES, Check, End, Entry, Mark
from freehold.testing.template.scenarios import begin, claim
from tests.toy import scenarios as lantern

SEATED = (Seated("Ada"), Seated("Ben"))


def timed(*moments: int) -> tuple[AnyGame, list[str]]:
    """The template with moments of its own, and a list of what happened in which order."""
    happened: list[str] = []
    left = list(moments)

    def act(state: Any, now: int, seat: int, action: Any) -> list[Notice]:
        happened.append(f"act {now}")
        return GAME.act(state, now, seat, action)

    def wake(state: Any, now: int) -> list[Notice]:
        happened.append(f"wake {now}")
        left.remove(now)
        return [Notice("claimed", {"seat": 0, "x": now, "y": 0})]

    game = replace(GAME, act=act, wake=wake, wake_at=lambda state: min(left, default=None))
    return game, happened


def test_due_moments_come_first_each_at_its_own_time() -> None:
    game, happened = timed(300, 100, 400, 401)
    match = Match.new(game, SEATED, key_of("due"))
    match.act(400, 0, GAME.parse("claim 0,0"))
    assert happened == ["wake 100", "wake 300", "wake 400", "act 400"]
    assert match.wake_at() == 401


def test_a_moment_that_stays_due_is_our_own_bug() -> None:
    stuck = replace(GAME, wake_at=lambda state: 50, wake=lambda state, now: [])
    with pytest.raises(RuntimeError, match="left a moment due"):
        Match.new(stuck, SEATED, key_of("due")).advance(60)


def test_an_accepted_action_is_in_the_log() -> None:
    match = begin()
    match.act(700, 0, GAME.parse("claim 1,0"), "tab-1:5")
    assert match.log.lines[1:] == [Entry(700, 0, "claim 1,0", "tab-1:5")]


def test_a_refused_action_is_not_in_the_log_but_time_has_passed() -> None:
    match = begin()
    with pytest.raises(Illegal, match="not_your_turn"):
        match.act(700, 1, GAME.parse("claim 1,0"))
    assert len(match.log.lines) == 1
    assert match.now == 700


def test_a_refused_action_keeps_the_notices_of_moments_before_it_and_writes_a_mark() -> None:
    game, _ = timed(300)
    match = Match.new(game, SEATED, key_of("due"))
    match.open(PUBLIC)
    with pytest.raises(Illegal, match="not_your_turn"):
        match.act(500, 1, GAME.parse("claim 0,0"))
    assert match.log.lines[1:] == [Mark(500)]
    assert match.flush()[PUBLIC].notices == (("claimed", {"seat": 0, "x": 300, "y": 0}),)


def test_a_moment_that_fired_is_marked_before_anybody_is_told() -> None:
    game, _ = timed(300)
    match = Match.new(game, SEATED, key_of("due"))
    match.advance(299)
    assert len(match.log.lines) == 1
    match.advance(310)
    assert match.log.lines[1:] == [Mark(310)]


def test_time_does_not_go_back() -> None:
    match = begin()
    match.advance(500)
    with pytest.raises(ValueError, match="time went back from 500 to 499 ms"):
        match.advance(499)
    with pytest.raises(ValueError, match="time went back"):
        match.act(499, 0, GAME.parse("claim 0,0"))
    assert match.now == 500


@pytest.mark.parametrize(
    ("seat", "action", "code"),
    [(2, Resign(), "no_such_seat"), (-1, Resign(), "no_such_seat"), (0, TimeUp(), "not_yours")],
)
def test_the_match_has_refusals_of_its_own(seat: int, action: Any, code: str) -> None:
    match = begin()
    before = match.fingerprint()
    with pytest.raises(Illegal, match=code):
        match.act(0, seat, action)
    assert match.fingerprint() == before


def test_nothing_is_accepted_after_the_end() -> None:
    match = begin()
    match.act(10, 0, Resign())
    with pytest.raises(Illegal, match="over"):
        match.act(20, 1, Resign())
    assert match.awaited == ()
    assert match.wake_at() is None
    assert isinstance(match.log.lines[-1], End)


def test_the_end_is_written_once() -> None:
    match = begin()
    match.act(10, 0, Resign())
    match.advance(20, mark=True)
    match.advance(9_000)
    assert [type(line) for line in match.log.lines[1:]] == [Entry, End]


def test_a_check_is_written_after_a_number_of_entries() -> None:
    match = begin(side_cells=10)
    for cell in range(60):
        claim(match, cell % 2, cell % 10, cell // 10)
    checks = [at for at, line in enumerate(match.log.lines) if isinstance(line, Check)]
    assert checks == [CHECK_ENTRIES + 1]
    assert match.log.lines[checks[0]].entries == CHECK_ENTRIES  # type: ignore[union-attr]


def test_a_fingerprint_covers_state_clocks_and_time() -> None:
    one, other = begin(), begin()
    assert one.fingerprint() == other.fingerprint()
    other.advance(1)
    assert one.fingerprint() != other.fingerprint()
    one.advance(1)
    one.clocks.left_ms[0] += 1
    assert one.fingerprint() != other.fingerprint()


def test_a_damaged_snapshot_is_refused() -> None:
    import msgspec

    match = begin()
    claim(match, 0, 0, 0)
    snapshot = match.snapshot()
    assert Match(GAME, match.header, snapshot).fingerprint() == match.fingerprint()
    other = msgspec.structs.replace(snapshot, now=snapshot.now + 1)
    with pytest.raises(Malformed, match="damaged"):
        Match(GAME, match.header, other)


def test_to_take_a_snapshot_writes_nothing() -> None:
    match = begin()
    claim(match, 0, 0, 0)
    before = match.log.dump()
    match.snapshot()
    assert match.log.dump() == before


@pytest.mark.parametrize("is_over", [False, True])
def test_a_match_put_on_a_snapshot_knows_whether_it_is_over(is_over: bool) -> None:
    match = begin()
    claim(match, 0, 0, 0)
    if is_over:
        match.act(2_000, 1, Resign())
    again = Match(GAME, match.header, match.snapshot())
    assert again.outcome == match.outcome
    assert (again.outcome is not None) is is_over
    again.advance(3_000, mark=True)
    assert again.log.lines == ([] if is_over else [Mark(3_000)]), "an end stands there already"


def test_a_snapshot_goes_on_from_the_last_line() -> None:
    """Time since then is in no log."""
    match = lantern.begin()
    lantern.say(match, 100, 0, "hold")
    match.advance(900)
    again = Match(match.game, match.header, match.snapshot())
    assert again.now == 100
    assert again.wake_at() == match.wake_at() == 1_600


def test_params_come_from_the_header() -> None:
    match = begin(side_cells=7)
    assert match.header.params == {"side_cells": 7}
    assert match.setup.params.side_cells == 7
    assert match.names == ("Ada", "Ben")


def test_a_board_shows_as_text_and_as_a_picture() -> None:
    match = begin()
    claim(match, 0, 1, 0)
    assert match.picture() == "     0   1\n  0  .   1\n  1  .   ."
    drawn = ElementTree.fromstring(match._repr_svg_())
    assert drawn.tag.endswith("svg")


def test_a_match_draws_the_truth_once_it_is_over() -> None:
    running, over = lantern.begin(), lantern.deserted()
    for match, viewer in ((running, PUBLIC), (over, TRUTH)):
        assert match.svg(PUBLIC) != match.svg(TRUTH)
        assert match._repr_svg_() == match.svg(viewer)


def test_a_clock_is_charged_from_the_moment_that_made_it_its_turn() -> None:
    """Not from when the match heard of it."""
    turn = [0]

    def wake(state: Any, now: int) -> list[Notice]:
        turn[0] = 1
        return []

    game = replace(
        GAME,
        awaited=lambda state: (turn[0],),
        wake=wake,
        wake_at=lambda state: None if turn[0] else 1_000,
    )
    match = Match.new(game, SEATED, key_of("charge"), clock=Clock(bank_ms=60_000))
    match.advance(4_000)
    assert match.now == 4_000
    assert match.clocks.left_ms == [59_000, 60_000]
    assert match.clocks.since == [-1, 1_000]


def test_a_key_has_its_length() -> None:
    with pytest.raises(ValueError, match="key has 32 bytes, not 3"):
        Match.new(GAME, SEATED, b"abc")


def test_holds_are_done_by_time_alone_and_end_the_match() -> None:
    match = lantern.lit()
    assert match.outcome is not None
    assert match.outcome.ending == "lit"
    assert match.outcome.scores == (2, 1)
    marks = [line.now for line in match.log.lines if isinstance(line, Mark)]
    assert marks == []  # nobody was told anything between an entry and the end
    assert match.log.lines[-1] == End(
        3_500,
        match.outcome,
        8,
        match.fingerprint(),
        match.log.lines[-1].lines,  # type: ignore[union-attr]
    )
