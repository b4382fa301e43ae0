"""The bots of a match: what they are told, when they are asked, what becomes of their answers."""

from __future__ import annotations

from collections import Counter

import pytest

from freehold.bot import Wait
from freehold.bots import Crew, make_bots, run
from freehold.bots.crew import Member
from freehold.game import Malformed, Seat
from freehold.games._template import GAME
from freehold.games._template.actions import Claim
from freehold.match.log import Entry
from freehold.match.patches import Frame
from tests.bots import BOTS_KEY, Idle, Scripted, new_match
from tests.toy import GAME as LANTERN

FIRST, TAKEN, OUTSIDE = Claim(0, 0), Claim(0, 0), Claim(99, 99)


def test_a_bot_is_shown_exactly_what_its_seat_may_know() -> None:
    match = new_match()
    bot = Scripted(GAME)
    bots = {0: bot, 1: Scripted(GAME)}
    crew = Crew(match, bots, BOTS_KEY)
    for turn in range(4):
        assert crew.next_up() == (0, turn % 2)
        crew.ask(turn % 2, 0)
        crew.hear(match.flush())
        assert crew.members[turn % 2].view == match.view(turn % 2)
    assert bot.asked[1][1].layers["owner"].count(0) == 14


def test_an_illegal_answer_is_written_down_and_the_bot_is_asked_again() -> None:
    match = new_match()
    crew = Crew(match, {0: Scripted(GAME, [OUTSIDE, FIRST])}, BOTS_KEY)
    assert crew.ask(0, 0)
    assert [(refusal.action, refusal.code) for refusal in crew.refusals] == [
        ("claim 99,99", "outside")
    ]
    assert match.log.entries == 1


def test_after_a_few_refusals_the_first_choice_is_played() -> None:
    match = new_match()
    crew = Crew(match, {0: Scripted(GAME, [OUTSIDE] * 9)}, BOTS_KEY)
    assert crew.ask(0, 0)
    assert len(crew.refusals) == 4
    assert match.log.lines[-1] == Entry(0, 0, "claim 0,0")


def test_asking_again_draws_again() -> None:
    drawn: list[int] = []

    class Stubborn:
        def decide(self, view: object, now: int, rng: object) -> Claim:
            drawn.append(rng.bits())  # type: ignore[attr-defined]
            return OUTSIDE

    Crew(new_match(), {0: Stubborn()}, BOTS_KEY).ask(0, 0)
    assert len(set(drawn)) == 4


def test_a_waiting_bot_is_asked_again_when_the_view_changes() -> None:
    match = new_match()
    bots = {0: Scripted(GAME), 1: Scripted(GAME, [Wait()])}
    crew = Crew(match, bots, BOTS_KEY)
    crew.members[1].table = crew.members[0].table
    crew.members[1].moment = None
    crew.ask(0, 0)
    crew.hear(match.flush())
    assert crew.next_up() == (0, 1)


def test_of_bots_that_are_due_at_one_moment_each_is_first_as_often_as_the_others() -> None:
    crew = Crew(new_match(LANTERN, 3), {seat: Idle() for seat in range(3)}, BOTS_KEY)
    first = Counter[Seat]()
    for beat in range(30):
        for member in crew.members.values():
            member.moment = beat * LANTERN.flush_ms
        order = list[Seat]()
        while up := crew.next_up():
            order.append(up[1])
            crew.ask(up[1], up[0])
        assert sorted(order) == [0, 1, 2]
        first[order[0]] += 1
    assert first == {0: 10, 1: 10, 2: 10}


def test_a_seat_that_is_not_awaited_is_not_asked() -> None:
    crew = Crew(new_match(), {1: Scripted(GAME)}, BOTS_KEY)
    assert crew.next_up() is None


def test_a_line_up_with_a_person_makes_bots_for_the_other_seats_only() -> None:
    assert sorted(make_bots(GAME, ["", "random", "random"])) == [1, 2]


def test_an_unknown_level_says_which_there_are() -> None:
    with pytest.raises(Malformed, match="no bot 'clever'; its bots are random"):
        make_bots(GAME, ["clever", "random"])


def test_equal_keys_give_equal_matches_and_other_keys_others() -> None:
    def dump(key: bytes) -> bytes:
        match = new_match()
        run(match, make_bots(GAME, ["random", "random"]), key)
        return match.log.dump()

    assert dump(BOTS_KEY) == dump(BOTS_KEY)
    assert dump(BOTS_KEY) != dump(bytes(32))


@pytest.mark.parametrize(
    ("moment", "asked_at", "next_moment"),
    [(1_000, 100, 150), (None, 100, 150), (None, 150, 151), (120, 100, 120), (None, -1, 150)],
)
def test_news_wake_a_bot_before_its_moment_but_not_twice_in_a_millisecond(
    moment: int | None, asked_at: int, next_moment: int
) -> None:
    member = Member(Scripted(GAME), new_match().open(0))
    member.moment, member.asked_at = moment, asked_at
    member.hear(Frame(1, 150, notices=(("claimed", {}),)), rest_ms=1)
    assert member.moment == next_moment


def test_a_waiting_bot_is_asked_at_its_moment() -> None:
    bot = Scripted(GAME, [Wait(500), FIRST])
    run(new_match(), {0: bot, 1: Scripted(GAME)}, BOTS_KEY)
    assert [now for now, _ in bot.asked][:2] == [0, 500]
