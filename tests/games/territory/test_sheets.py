"""What a sheet of orders may hold."""

from typing import Any

import pytest

from freehold.game import Illegal
from freehold.games.territory import GAME
from freehold.games.territory.actions import Move, Order, parse
from freehold.games.territory.state import State
from tests.games.territory import act, position, refusal, shows, submit_all

ALL_ROUND = """
    . .  .
    . A9 .
    . .  .
    . .  .
    . .  . B20 C20
"""


@pytest.mark.parametrize(
    ("direction", "picture"),
    [
        ("U", ".  A5 .\n.  A6 .\n.  .  .\n.\n. . . B21 C21"),
        ("D", ".  .  .\n.  A6 .\n.  A5 .\n.\n. . . B21 C21"),
        ("L", ".  .  .\nA5 A6 .\n.  .  .\n.\n. . . B21 C21"),
        ("R", ".  .  .\n. A6 A5\n.  .  .\n.\n. . . B21 C21"),
    ],
)
def test_tr_14_a_move_goes_one_square_in_its_direction(direction: str, picture: str) -> None:
    state = position(ALL_ROUND)
    submit_all(state, f"order 1,1,{direction},4", "order", "order")
    assert shows(state, picture)


def test_tr_14_the_example_moves_five_units_from_two_three_to_three_three() -> None:
    state = position(".\n.\n.\n. . A8\n. . . . . B9 C9")
    submit_all(state, "order 2,3,R,5", "order", "order")
    assert shows(state, ".\n.\n.\n. . A4 A6\n. . . . . B10 C10")


def test_tr_14_a_sheet_has_up_to_three_moves() -> None:
    state = position(ALL_ROUND)
    act(state, 0, "order 1,1,U,1 1,1,D,1 1,1,L,1")
    refused = refusal(state, 0, "order 1,1,U,1 1,1,D,1 1,1,L,1 1,1,R,1")
    assert (refused.code, refused.facts) == ("too_many_moves", {"moves": 4, "most": 3})
    act(position(ALL_ROUND, moves=4), 0, "order 1,1,U,1 1,1,D,1 1,1,L,1 1,1,R,1")


def corners() -> State:
    picture = "A2 . . . . . . A2\n" + ".\n" * 6 + "A2 . . . . . . A2"
    state = position(picture)
    state.in_play = [True] * 3
    return state


@pytest.mark.parametrize(
    "move",
    [
        *("0,0,U,1", "0,0,L,1", "7,0,U,1", "7,0,R,1", "0,7,D,1", "0,7,L,1", "7,7,D,1", "7,7,R,1"),
        *("8,0,L,1", "8,0,R,1", "0,8,U,1", "-1,0,R,1", "0,-1,D,1"),
    ],
)
def test_tr_15_a_move_that_leaves_the_map_is_refused(move: str) -> None:
    refused = refusal(corners(), 0, f"order {move}")
    assert (refused.code, refused.facts) == ("off_the_map", {"move": move, "last": 7})


@pytest.mark.parametrize(
    "move",
    ["0,0,D,1", "0,0,R,1", "7,0,D,1", "7,0,L,1", "0,7,U,1", "0,7,R,1", "7,7,U,1", "7,7,L,1"],
)
def test_a_move_along_the_edge_stays_on_the_map(move: str) -> None:
    state = corners()
    act(state, 0, f"order {move}")
    assert state.sealed[0] == parse(f"order {move}")


@pytest.mark.parametrize(
    ("sheet", "code", "facts"),
    [
        ("0,0,R,1", "not_your_square", {"move": "0,0,R,1", "x": 0, "y": 0}),
        ("3,4,R,1", "not_your_square", {"move": "3,4,R,1", "x": 3, "y": 4}),
        ("1,1,R,0", "no_units", {"move": "1,1,R,0"}),
        ("1,1,R,-3", "no_units", {"move": "1,1,R,-3"}),
        (
            "1,1,R,10",
            "too_many_units",
            {"move": "1,1,R,10", "x": 1, "y": 1, "there": 9, "together": 10},
        ),
        (
            "1,1,R,5 1,1,L,2 1,1,U,3",
            "too_many_units",
            {"move": "1,1,U,3", "x": 1, "y": 1, "there": 9, "together": 10},
        ),
    ],
)
def test_tr_15_a_sheet_is_refused_with_the_reason_and_the_move(
    sheet: str, code: str, facts: dict[str, Any]
) -> None:
    refused = refusal(position(ALL_ROUND), 0, f"order {sheet}")
    assert (refused.code, refused.facts) == (code, facts)


@pytest.mark.parametrize("direction", ["", "X", "u", "UD", "LR"])
def test_tr_15_a_direction_that_is_none_is_refused(direction: str) -> None:
    with pytest.raises(Illegal) as caught:
        GAME.act(position(ALL_ROUND), 0, 0, Order((Move(1, 1, direction, 1),)))
    assert caught.value.code == "no_such_direction"
    assert caught.value.facts == {"move": f"1,1,{direction},1", "last": 7}


def test_tr_15_a_refused_sheet_leaves_the_earlier_one_in_force() -> None:
    state = position(ALL_ROUND)
    act(state, 0, "order 1,1,R,2")
    before = state.copy()
    refusal(state, 0, "order 1,1,L,1 0,0,R,1")
    assert state == before
    assert state.sealed[0] == parse("order 1,1,R,2")


def test_tr_15_all_units_may_go_and_two_moves_to_one_place_add_up() -> None:
    state = position(ALL_ROUND)
    submit_all(state, "order 1,1,R,4 1,1,R,5", "order", "order")
    assert shows(state, ".\n. . A10\n.\n.\n. . . B21 C21")


def test_tr_15_units_that_arrive_in_a_round_cannot_move_on_in_it() -> None:
    state = position("A5 A1\n.\n. . . . B9 C9")
    assert refusal(state, 0, "order 0,0,R,5 1,0,R,2").code == "too_many_units"


def test_tr_15_an_empty_sheet_is_a_submission() -> None:
    state = position(ALL_ROUND)
    act(state, 0, "order")
    assert state.sealed[0] == Order(())
    assert GAME.awaited(state) == (1, 2)
