"""Players who leave and come back."""

from freehold.game import Arrive, Leave
from freehold.games.territory import GAME
from freehold.games.territory.actions import Declare, Order, parse
from freehold.games.territory.state import FIRST, ORDERS, OVER, SECOND, State
from tests.games.territory import act, codes, position, submit_all

BOARD = "A9 . B9\n.\n. . C9"


def leave(state: State, seat: int) -> list[str]:
    return codes(GAME.act(state, 0, seat, Leave()))


def arrive(state: State, seat: int) -> list[str]:
    return codes(GAME.act(state, 0, seat, Arrive()))


def test_tr_17_a_player_who_left_submits_nothing_in_each_phase() -> None:
    state = position(BOARD, phase=FIRST)
    assert leave(state, 1) == ["left"]
    assert state.away == [False, True, False]
    assert state.sealed == [None, Declare(""), None]
    for word in ("declare", "declare", "order"):
        assert GAME.awaited(state) == (0, 2)
        submit_all(state, word, "-", word)
    assert (state.round, state.phase) == (2, FIRST)
    assert [said.text for said in state.declarations] == [""] * 6
    assert [sheet.moves for sheet in state.orders] == [()] * 3


def test_tr_17_leaving_closes_a_phase_that_waited_for_nobody_else() -> None:
    state = position(BOARD)
    submit_all(state, "order", "-", "order")
    assert leave(state, 1) == ["left", "round_over"]
    assert (state.round, state.phase) == (2, FIRST)


def test_tr_17_what_was_sealed_before_leaving_stands() -> None:
    state = position(BOARD)
    act(state, 1, "order 2,0,L,4")
    leave(state, 1)
    assert state.sealed == [None, parse("order 2,0,L,4"), None]


def test_tr_17_a_player_who_is_back_may_replace_and_is_waited_for_again() -> None:
    state = position(BOARD, phase=SECOND)
    leave(state, 1)
    assert arrive(state, 1) == ["arrived"]
    assert state.away == [False] * 3
    assert GAME.awaited(state) == (0, 2)
    act(state, 1, "declare I am back")
    submit_all(state, "declare", "-", "declare")
    assert state.declarations[1].text == "I am back"
    assert GAME.awaited(state) == (0, 1, 2)


def test_tr_17_with_everybody_away_the_table_waits() -> None:
    state = position(BOARD, phase=SECOND)
    leave(state, 0)
    leave(state, 1)
    assert GAME.awaited(state) == (2,)
    assert leave(state, 2) == ["left"]
    assert (state.phase, GAME.awaited(state)) == (SECOND, (2,))
    act(state, 2, "declare")
    assert (state.phase, GAME.awaited(state)) == (ORDERS, (0, 1, 2))
    assert arrive(state, 1) == ["arrived"]
    assert GAME.awaited(state) == (1,)
    assert state.sealed == [Order(()), None, Order(())]


def test_tr_17_a_player_who_comes_back_to_what_they_had_sealed_closes_the_phase() -> None:
    state = position(BOARD, phase=SECOND)
    for seat in range(3):
        leave(state, seat)
    act(state, 2, "declare")
    act(state, 1, "order 2,0,L,1")
    assert arrive(state, 1) == ["arrived", "round_over"]


def test_coming_twice_or_going_twice_changes_nothing() -> None:
    state = position(BOARD)
    assert arrive(state, 0) == []
    leave(state, 0)
    assert leave(state, 0) == []


def test_after_the_end_nobody_comes_or_goes() -> None:
    state = position(BOARD)
    state.phase = OVER
    assert leave(state, 0) == []
    assert state.away == [False] * 3


def test_a_player_who_is_out_keeps_nobody_waiting_by_being_there() -> None:
    state = position("A9 . B9\n.\n. . . C9", seats=4)
    for seat in range(3):
        leave(state, seat)
    assert GAME.awaited(state) == (2,)
    assert state.sealed[3] is None
