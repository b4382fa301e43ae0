import pytest

from freehold.game import Malformed
from freehold.games.territory.actions import GOALS, Declare, Move, Order, parse, spell


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("declare", Declare("")),
        ("declare Peace, B?", Declare("Peace, B?")),
        ("declare  two  blanks ", Declare("two  blanks")),
        ("declare order 2,3,R,5", Declare("order 2,3,R,5")),
        ("declare 😀 ü", Declare("😀 ü")),
        ("order", Order(())),
        ("order 2,3,R,5", Order((Move(2, 3, "R", 5),))),
        ("order 2,3,R,5 4,4,U,1", Order((Move(2, 3, "R", 5), Move(4, 4, "U", 1)))),
        ("order 0,0,D,1 0,0,L,2", Order((Move(0, 0, "D", 1), Move(0, 0, "L", 2)))),
    ],
)
def test_tr_14_an_action_is_spelled_and_read_back(text: str, action: Declare | Order) -> None:
    assert parse(text) == action
    assert parse(spell(action)) == action


def test_semicolons_lower_case_and_blanks_are_understood() -> None:
    assert spell(parse("ORDER 2, 3, r, 5; 4,4,u,1;")) == "order 2,3,R,5 4,4,U,1"


def test_pasted_line_breaks_and_tabs_become_blanks() -> None:
    assert parse("declare one\ntwo\tthree\u2028four\r\nfive") == Declare("one two three four  five")


def test_blanks_around_a_text_are_not_spelled() -> None:
    assert spell(Declare("  hello ")) == "declare hello"
    assert spell(Declare("  ")) == "declare"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("march 2,3,R,5", "'march' is not an action of this game"),
        ("order 2,3,R", "not '2,3,R'"),
        ("order 2,3,R,5,6", "not '2,3,R,5,6'"),
        ("order 2,3,X,5", "'2,3,X,5' must be U, D, L or R, not 'X'"),
        ("order 2,3,,5", "must be U, D, L or R"),
        ("order a,3,R,5", "x in 'a,3,R,5' must be a whole number"),
        ("order 2,b,R,5", "y in '2,b,R,5' must be a whole number"),
        ("order 1,1,U,1 2,3,R,many", "the units in '2,3,R,many' must be a whole number"),
    ],
)
def test_tr_15_a_move_that_cannot_be_read_is_named(text: str, words: str) -> None:
    with pytest.raises(Malformed) as caught:
        parse(text)
    assert words in str(caught.value)


def test_tr_14_directions_lead_to_the_squares_beside_that_are_on_the_map() -> None:
    assert GOALS[0] == {"D": 8, "R": 1}
    assert GOALS[7] == {"D": 15, "L": 6}
    assert GOALS[8] == {"U": 0, "D": 16, "R": 9}
    assert GOALS[9] == {"U": 1, "D": 17, "L": 8, "R": 10}
    assert GOALS[63] == {"U": 55, "L": 62}
    assert len(GOALS) == 64
