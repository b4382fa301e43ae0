"""When bots decide, and when what they have decided takes effect."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from msgspec import Struct

from freehold.bot import AnyChoice, Info
from freehold.bots import BroughtBot, Pacing, Runner, run
from freehold.game import Clock, Ms, View
from freehold.games._template import GAME
from freehold.kernel.chance import Stream
from freehold.match import Match, Seated, read_record, verify
from freehold.match.log import Entry
from tests.bots import BOTS_KEY, KEY, Paced, Scripted, new_match
from tests.toy import GAME as LANTERN

UNTIL_MS = 6_000


class Brought(BroughtBot):
    """Acts whenever it is asked."""

    def __init__(self) -> None:
        self.choice = AnyChoice(LANTERN.choices)
        self.info: Info | None = None

    def start(self, info: Info) -> None:
        self.info = info

    def decide(self, view: View[Any], now: Ms, rng: Stream) -> Struct:
        return self.choice.decide(view, now, rng)


def acted_at(match: Match, seat: int) -> list[Ms]:
    lines = match.log.lines
    return [line.now for line in lines if isinstance(line, Entry) and line.seat == seat]


def play(bots: dict[int, Any], pacing: Pacing) -> Match:
    match = new_match(LANTERN)
    runner = Runner(match, bots, BOTS_KEY, pacing=pacing)
    while match.outcome is None and (upcoming := runner.next_up()) and upcoming[0] < UNTIL_MS:
        runner.step(upcoming[0])
    return match


def busy() -> Paced:
    return Paced(LANTERN, 70, lambda view: None)


def test_all_bots_decide_at_multiples_of_the_interval() -> None:
    match = play({0: busy(), 1: busy()}, Pacing(decision_ms=300))
    moments = acted_at(match, 0) + acted_at(match, 1)
    assert len(moments) > 10
    assert all(moment % 300 == 0 for moment in moments)


def test_a_bot_that_was_brought_keeps_its_pace_and_is_told_it() -> None:
    brought = Brought()
    match = play({0: brought, 1: busy()}, Pacing(pace_ms=500))
    gaps = [after - before for before, after in pairwise(acted_at(match, 0))]
    assert len(gaps) > 3
    assert min(gaps) >= 500
    assert brought.info is not None
    assert brought.info.pace_ms == 500
    assert min(b - a for a, b in pairwise(acted_at(match, 1))) < 500, "levels have their own"


def test_what_was_decided_takes_effect_after_the_delay() -> None:
    match = play({0: busy(), 1: busy()}, Pacing(decision_ms=100, delay=lambda seat: 30 * seat))
    assert {moment % 100 for moment in acted_at(match, 0)} == {0}
    assert {moment % 100 for moment in acted_at(match, 1)} == {30}


def test_in_turns_a_delay_is_charged_to_the_players_clock() -> None:
    seats = (Seated("Quick", "random"), Seated("Slow", "random"))
    match = Match.new(GAME, seats, KEY, clock=Clock(bank_ms=1_000))
    pacing = Pacing(delay=lambda seat: 300 * seat)
    report = run(match, {0: Scripted(GAME), 1: Scripted(GAME)}, BOTS_KEY, pacing=pacing)
    assert (report.outcome.ending, report.now) == ("resigned", 1_000)
    assert acted_at(match, 1) == [300, 600, 900]
    assert verify(GAME, read_record(match.log.dump()))


def test_in_turns_a_refused_action_that_was_on_its_way_is_decided_again() -> None:
    match = new_match()
    outside = GAME.parse("claim 99,99")
    bot = Scripted(GAME, [outside, outside])
    pacing = Pacing(delay=lambda seat: 10)
    report = run(match, {0: bot, 1: Scripted(GAME)}, BOTS_KEY, pacing=pacing)
    assert len(report.refusals) == 2
    assert acted_at(match, 0)[0] == 30
