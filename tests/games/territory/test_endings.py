"""How a match ends, and who has which place."""

import pytest

from freehold.game import Illegal, Outcome, Resign
from freehold.games.territory import GAME
from freehold.games.territory.endings import find_ending
from freehold.games.territory.state import ORDERS, OVER, State
from tests.games.territory import act, begin, codes, position, refusal, shows, submit_all


def ended(state: State) -> Outcome:
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (state.phase, GAME.awaited(state), set(state.sealed)) == (OVER, (), {None})
    return outcome


def resign(state: State, *seats: int) -> list[str]:
    return [code for seat in seats for code in codes(GAME.act(state, 0, seat, Resign()))]


def test_a_match_that_goes_on_has_no_outcome() -> None:
    state = position("A5 . B5\n.\n. . C5")
    submit_all(state, "order", "order", "order")
    assert GAME.outcome(state) is None


def test_tr_30_nobody_has_units_and_all_who_stayed_draw() -> None:
    state = position("A3 . B3\n. C3 .")
    submit_all(state, "order 0,0,R,3", "order 2,0,L,3", "order 1,1,U,3")
    assert ended(state) == Outcome("annihilation", (1, 1, 1), (0, 0, 0))


def test_tr_30_units_of_players_who_resigned_do_not_keep_a_match_going() -> None:
    state = position("A3 . B3\n.\n. . C9")
    resign(state, 2)
    submit_all(state, "order 0,0,R,3", "order 2,0,L,3")
    assert ended(state) == Outcome("annihilation", (1, 1, 3), (0, 0, 10))


def test_tr_31_more_units_than_all_the_others_together_dominate() -> None:
    state = position("A21 . B10\n.\n. . C9+", cap_units=10)
    submit_all(state, "order", "order", "order")
    assert state.totals == [21, 10, 11]
    assert GAME.outcome(state) is None
    state.units[0] = 22
    submit_all(state, "declare", "declare", "declare")
    submit_all(state, "declare", "declare", "declare")
    submit_all(state, "order", "order", "order")
    assert ended(state) == Outcome("domination", (1, 3, 2), (22, 10, 11))


def test_tr_31_a_player_who_resigned_cannot_dominate_and_counts_among_the_others() -> None:
    state = position("A30 . B30\n.\n. . C70 D5", seats=4)
    resign(state, 2)
    submit_all(state, "order", "order", "-", "order")
    assert GAME.outcome(state) is None


def test_tr_32_after_the_last_round_the_most_units_win() -> None:
    state = position("A9 . B11\n.\n. . C10", rounds=2)
    submit_all(state, "order", "order", "order")
    assert GAME.outcome(state) is None
    submit_all(state, "declare", "declare", "declare")
    submit_all(state, "declare", "declare", "declare")
    submit_all(state, "order", "order", "order")
    assert ended(state) == Outcome("timeout", (3, 1, 2), (11, 13, 12))


def test_tr_32_equals_share_the_win_and_the_places_below() -> None:
    state = position("A9 . B9\n.\n. . C5 . D5 . E4", seats=5, rounds=1)
    submit_all(state, *["order"] * 5)
    assert ended(state) == Outcome("timeout", (1, 1, 3, 3, 5), (10, 10, 6, 6, 5))


def test_tr_04_the_fifteenth_round_is_the_last() -> None:
    state = begin()
    for number in range(1, 16):
        assert (state.round, GAME.outcome(state)) == (number, None)
        for word in ("declare", "declare", "order"):
            submit_all(state, word, word, word)
    assert ended(state).ending == "timeout"
    assert (state.round, len(state.units_by_round)) == (15, 16)


@pytest.mark.parametrize(
    ("totals", "in_play", "round_", "ending"),
    [
        ([0, 0, 0], [False, False, False], 15, "annihilation"),
        ([9, 4, 4], [True, True, True], 15, "domination"),
        ([9, 0, 0], [True, False, False], 3, "domination"),
        ([3, 9, 0], [True, False, False], 15, "deserted"),
        ([8, 4, 4], [True, True, True], 15, "timeout"),
        ([8, 4, 4], [True, True, True], 14, ""),
    ],
)
def test_tr_24_endings_are_checked_in_their_order(
    totals: list[int], in_play: list[bool], round_: int, ending: str
) -> None:
    state = begin()
    state.totals, state.in_play, state.round = totals, in_play, round_
    assert find_ending(state) == ending


# Resigning


def test_tr_33_a_resigned_players_units_stay_fight_and_produce() -> None:
    state = position("A9 B5 .\n.\n. . C9 . D9", seats=4)
    assert resign(state, 1) == ["resigned"]
    assert (state.resigned, state.in_play[1]) == ([False, True, False, False], False)
    submit_all(state, "order 0,0,R,3", "-", "order", "order")
    assert shows(state, "A7 B3 .\n.\n. . C10 . D10")
    assert [sheet.seat for sheet in state.orders] == [0, 2, 3]


def test_tr_33_sealed_orders_are_void() -> None:
    state = position("A9 B5 .\n.\n. . C9 . D9", seats=4)
    act(state, 1, "order 1,0,R,2")
    resign(state, 1)
    assert state.sealed[1] is None
    submit_all(state, "order", "-", "order", "order")
    assert shows(state, "A10 B6 .\n.\n. . C10 . D10")


@pytest.mark.parametrize("phase", [0, 1])
def test_tr_33_a_sealed_declaration_stands(phase: int) -> None:
    state = position("A9 B5 .\n.\n. . C9 . D9", seats=4, phase=phase)
    act(state, 1, "declare my last words")
    resign(state, 1)
    notices = submit_all(state, "declare", "-", "declare", "declare")
    assert [notice.facts["text"] for notice in notices] == ["my last words"]
    assert [said.seat for said in state.declarations] == [0, 1, 2, 3]


def test_tr_33_no_phase_waits_for_players_who_resigned() -> None:
    state = position("A9 B5 .\n.\n. . C9 . D9", seats=4, phase=0)
    submit_all(state, "declare", "-", "declare hello", "declare")
    assert GAME.awaited(state) == (1,)
    assert resign(state, 1) == ["resigned", "declared"]
    assert (state.phase, GAME.awaited(state)) == (1, (0, 2, 3))
    assert [said.seat for said in state.declarations] == [0, 2, 3]
    assert refusal(state, 1, "declare again").code == "not_in_play"
    with pytest.raises(Illegal, match="not_in_play"):
        resign(state, 1)


def test_tr_33_a_player_who_resigned_places_below_all_who_stayed() -> None:
    state = position("A3 . B5 .\n.\nC9 . D20 . E30", seats=5, rounds=1)
    resign(state, 4, 2)
    submit_all(state, "order", "order", "-", "order", "-")
    assert ended(state) == Outcome("timeout", (3, 2, 5, 1, 4), (4, 6, 10, 21, 30))


def test_tr_33_the_last_one_in_play_wins_at_once() -> None:
    state = position("A3 . B5\n.\n. . C9", phase=1)
    act(state, 0, "declare x")
    resign(state, 2)
    assert GAME.outcome(state) is None
    assert resign(state, 1) == ["resigned"]
    assert ended(state) == Outcome("deserted", (1, 3, 2), (3, 5, 9))
    assert state.declarations == []
    with pytest.raises(Illegal, match="not_in_play"):
        resign(state, 0)
    assert state.phase != ORDERS


def test_tr_33_the_last_one_in_play_also_wins_by_wiping_the_others_out() -> None:
    state = position("A9 B1 .\n.\n. . C30")
    resign(state, 2)
    submit_all(state, "order 0,0,R,5", "order", "-")
    assert ended(state) == Outcome("deserted", (1, 2, 3), (10, 0, 30))
