"""How a round ends, and who stands where."""

from __future__ import annotations

from msgspec import structs

from freehold.game import PUBLIC, TRUTH, Arrive, Leave
from freehold.games.mine_land import GAME, rules
from freehold.games.mine_land.endings import standing
from freehold.games.mine_land.facts import Facts
from freehold.games.mine_land.state import State
from freehold.world import Row
from tests.games.mine_land import act, new_match, position, view


def wake_until(state: State, now: int) -> None:
    while (at := rules.wake_at(state)) is not None and at <= now:
        rules.wake(state, at)


def ending(state: State) -> str:
    return state.outcome.ending if state.outcome else ""


def test_ml_53_ml_60_the_round_ends_when_every_bomb_is_flagged() -> None:
    state = position(".a*b*.g")
    act(state, 0, "flag 2,0")
    assert ending(state) == ""
    act(state, 1, "flag 4,0")
    assert ending(state) == "settled"
    assert state.due == []


def test_ml_53_or_has_gone_off() -> None:
    state = position("*a.....b_g")
    act(state, 0, "flip 0,0")
    assert ending(state) == "settled"


def test_ml_53_a_flag_taken_makes_a_bomb_count_again() -> None:
    state = position("_ag_b*.")
    act(state, 0, "unflag 2,0")
    act(state, 1, "flag 5,0")
    assert ending(state) == ""
    act(state, 0, "flag 2,0", 150)
    assert ending(state) == "settled"


def test_ml_53_no_ending_is_tested_while_a_chain_runs() -> None:
    state = position("*a.*......b*")
    act(state, 0, "flip 0,0")
    state.open_bombs = 1
    act(state, 1, "flag 11,0", 50)
    assert (state.open_bombs, ending(state)) == (0, "")
    state.open_bombs = 1
    wake_until(state, 100)
    assert ending(state) == "settled"


def test_ml_53_all_dead_when_nobody_living_has_been_there_for_thirty_seconds() -> None:
    state = position("*ab....*")
    act(state, 0, "flip 0,0", 1_000)
    assert rules.wake_at(state) == 31_000
    rules.wake(state, 31_000)
    assert ending(state) == "all_dead"


def test_ml_53_a_player_who_left_alive_does_not_hold_it_up() -> None:
    state = position("*a......b*")
    act(state, 0, "flip 0,0", 1_000)
    assert "deserted" not in [what for _, what, _ in state.due]
    act(state, 1, Leave(), 5_000)
    wake_until(state, 34_999)
    assert ending(state) == ""
    wake_until(state, 35_000)
    assert ending(state) == "all_dead"


def test_ml_53_somebody_living_who_comes_keeps_it_going() -> None:
    state = position("*ab.....*")
    act(state, 0, "flip 0,0", 1_000)
    state.spawns = [6]
    act(state, 2, Arrive(), 30_999)
    assert state.due == []
    wake_until(state, 90_000)
    assert ending(state) == ""
    assert state.quiet_since == -1
    act(state, 2, Leave(), 100_000)
    assert rules.wake_at(state) == 130_000
    wake_until(state, 130_000)
    assert ending(state) == "all_dead"


def test_ml_53_somebody_dead_must_be_there() -> None:
    state = position("*ab.....*")
    act(state, 0, "flip 0,0", 1_000)
    act(state, 0, Leave(), 2_000)
    act(state, 1, Leave(), 3_000)
    wake_until(state, 90_000)
    assert ending(state) == ""
    act(state, 1, Arrive(), 91_000)
    assert ending(state) == "all_dead"


def test_ml_53_a_dead_player_who_comes_early_waits_for_the_rest_of_it() -> None:
    state = position("*ab.....*")
    act(state, 0, "flip 0,0", 1_000)
    act(state, 0, Leave(), 2_000)
    act(state, 1, Leave(), 3_000)
    act(state, 1, Arrive(), 30_000)
    assert ending(state) == ""
    wake_until(state, 31_000)
    assert ending(state) == "all_dead"


def test_ml_53_a_table_may_switch_all_dead_off() -> None:
    state = position("*ab.....*", end_when_all_dead=False)
    act(state, 0, "flip 0,0", 1_000)
    assert rules.wake_at(state) is None
    act(state, 0, Leave(), 90_000)
    act(state, 0, Arrive(), 190_000)
    assert ending(state) == ""


def test_ml_53_the_end_of_a_chain_brings_an_ending_that_was_due() -> None:
    state = position("*ab*...........*", all_dead_ms=50)
    act(state, 0, "flip 0,0")
    assert [what for _, what, _ in state.due] == ["deserted", "wave"]
    wake_until(state, 50)
    assert ending(state) == ""
    wake_until(state, 100)
    assert ending(state) == "all_dead"


def test_ml_50_ml_53_the_round_ends_at_its_time() -> None:
    match = new_match(2, round_seconds=7)
    assert match.wake_at() == 7_000
    match.advance(6_999)
    assert ending(match.state) == ""
    match.advance(7_000)
    assert ending(match.state) == "time"
    assert new_match(2).wake_at() is None


def test_ml_53_time_waits_for_a_chain() -> None:
    state = position("*a.*......b*", round_seconds=1)
    state.due = [(1_000, "time", ())]
    act(state, 0, "flip 0,0", 950)
    wake_until(state, 1_049)
    assert ending(state) == ""
    wake_until(state, 1_050)
    assert ending(state) == "time"


def test_ml_60_places_go_by_score_and_equals_share() -> None:
    state = position("abcd.*")
    for walker, score in zip(state.walkers, (5, 9, 5, 0), strict=True):
        walker.score = score
    state.terms = structs.replace(state.terms, round_ms=10)
    state.due = [(10, "time", ())]
    rules.wake(state, 10)
    assert state.outcome is not None
    assert state.outcome.places == (2, 1, 2, 4)
    assert state.outcome.scores == (5, 9, 5, 0)
    facts: Facts = view(state, 3).facts
    assert (facts.ending, facts.places) == ("time", (2, 1, 2, 4))
    assert state.touched.viewers >= {0, 1, 2, 3, PUBLIC, TRUTH}
    assert rules.awaited(state) == ()


def test_ml_42_the_standing_is_everyone_with_a_point_the_highest_first() -> None:
    state = position(".a.b*c.d")
    act(state, 0, "flip 0,0")
    act(state, 2, "flag 4,0")
    act(state, 1, "flip 2,0")
    assert standing(state) == (Row(2, 3, False), Row(0, 1, False), Row(1, 1, False))
    assert GAME.world is not None
    assert GAME.world.standing(state) == standing(state)


def test_ml_42_equals_stand_in_the_order_in_which_they_got_there() -> None:
    state = position("..a...b..*")
    act(state, 1, "flip 7,0", 0)
    act(state, 0, "flip 1,0", 0)
    assert [row.seat for row in standing(state)] == [1, 0]
    act(state, 0, "flip 3,0", 150)
    act(state, 1, "flip 5,0", 150)
    assert [row.seat for row in standing(state)] == [0, 1], "both have two, seat 0 before"


def test_ml_43_the_dead_stay_on_it() -> None:
    state = position("*a......b*")
    act(state, 0, "flip 0,0")
    assert standing(state) == (Row(0, 1, True),)
    act(state, 0, Leave(), 10)
    assert standing(state) == (Row(0, 1, True),)


def test_ml_55_a_player_who_left_stays_on_the_leaderboard() -> None:
    state = position(".a......b*")
    act(state, 0, "flip 0,0")
    act(state, 0, Leave(), 10)
    assert standing(state) == (Row(0, 1, False),)


def test_all_living_are_awaited() -> None:
    state = position("*ab.......c_d*")
    assert rules.awaited(state) == (0, 1, 2, 3)
    act(state, 0, "flip 0,0")
    act(state, 3, Leave())
    assert rules.awaited(state) == (2,)
