"""A match is the same bytes whether anybody looks at it, and how often."""

from __future__ import annotations

import pytest

from freehold.game import PUBLIC, TRUTH
from freehold.games.minewars import GAME, rules, views
from freehold.games.minewars.actions import parse
from freehold.games.minewars.state import State
from freehold.kernel import canonical
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match
from freehold.testing.plays import begin, next_step, take, viewers
from freehold.testing.trials import At
from tests.games.minewars import advance, fund, position, shown
from tests.games.minewars.tables import TABLES

STEPS = 250
MOMENTS = ((0, 0, "capture 8,8"), (5_000, 1, "deploy decoy 9,6"), (6_020, 0, "capture 9,6"))


def two_borders() -> State:
    """A owns 8,6 and 7,8; B owns 9,6 and 8,8, with a trap on 8,8. There is little land besides."""
    rows = [["~"] * 14 for _ in range(12)]
    rows[6][8], rows[8][7], rows[6][9], rows[8][8] = "a", "a", "b", "b!"
    rows[6][10] = rows[8][9] = "."
    state = position("\n".join(" ".join(row) for row in rows))
    fund(state)
    return state


def look(state: State) -> None:
    for viewer in (*range(state.seats), PUBLIC, TRUTH):
        views.view(state, viewer)


def test_mw_22_a_digit_is_right_whether_or_not_anybody_looked_in_between() -> None:
    digits, marks = set(), set()
    for is_looked_at in (True, False):
        state = two_borders()
        for now, seat, text in MOMENTS:
            advance(state, now)
            if is_looked_at:
                look(state)
            rules.act(state, now, seat, parse(text))
            if is_looked_at:
                look(state)
        marks.add(canonical.fingerprint(state))
        digits.add(shown(state, 0, "digit", 7).splitlines()[6].split()[8])
    assert digits == {"1"}, "the digit is 0, which is shown as 1"
    assert len(marks) == 1


@pytest.mark.slow
@pytest.mark.parametrize("at", TABLES, ids=["two", "three", "four", "six"])
def test_fingerprints_are_equal_however_often_anybody_looks(at: At) -> None:
    """After every step, after every ninth, or never: the same steps give the same match."""
    for seed in range(3):
        often, seldom, never = (begin(GAME, at, seed) for _ in range(3))
        for match in (often, seldom):
            for viewer in (*viewers(match), TRUTH):
                match.open(viewer)
        draws = Stream(key_of("lookers", seed), "steps")
        for number in range(STEPS):
            if often.outcome:
                break
            step = next_step(often, draws, restless=60)
            for match in (often, seldom, never):
                take(match, step)
            often.flush()
            if number % 9 == 0:
                seldom.flush()
            assert bytes_of(often) == bytes_of(seldom) == bytes_of(never), (seed, number, step)


def bytes_of(match: Match) -> bytes:
    return canonical.encode(match.state)


@pytest.mark.parametrize("at", TABLES, ids=["two", "three", "four", "six"])
def test_a_view_changes_nothing_and_is_the_same_when_asked_again(at: At) -> None:
    match = begin(GAME, at, 5)
    draws = Stream(key_of("lookers again", 5), "steps")
    for _ in range(60):
        if match.outcome:
            break
        take(match, next_step(match, draws, restless=60))
        before = bytes_of(match)
        everyone = (*viewers(match), TRUTH)
        seen = [match.view(viewer) for viewer in everyone]
        restored = canonical.decode(before, State)
        assert seen == [views.view(restored, viewer) for viewer in everyone]
        assert bytes_of(match) == before


@pytest.mark.slow
@pytest.mark.parametrize("at", TABLES, ids=["two", "three", "four", "six"])
def test_a_match_that_is_taken_up_again_after_every_step_goes_on_the_same(at: At) -> None:
    whole, broken = begin(GAME, at, 6), begin(GAME, at, 6)
    draws = Stream(key_of("taken up", 6), "steps")
    for number in range(120):
        if whole.outcome:
            break
        step = next_step(whole, draws, restless=60)
        take(whole, step)
        broken = Match(GAME, broken.header, broken.snapshot())
        take(broken, step)
        assert bytes_of(broken) == bytes_of(whole), (number, step)
