"""Submitting: who may submit what and when, and what closes a phase."""

import pytest

from freehold.game import PUBLIC, TimeUp
from freehold.games.territory import GAME
from freehold.games.territory.actions import Declare, Move, Order, parse
from freehold.games.territory.state import FIRST, ORDERS, OVER, PHASES, SECOND, Declared
from freehold.games.territory.views import view
from tests.games.territory import (
    act,
    begin,
    begin_match,
    codes,
    position,
    refusal,
    submit_all,
    talk_through,
)

BOARD = """
    A5 . B5
    .  . .
    C5 . .
"""


def test_tr_10_phases_follow_each_other_and_the_round_counts_on() -> None:
    state = begin()
    seen = []
    for _ in range(7):
        seen.append((state.round, PHASES[state.phase].name))
        word = "order" if state.phase == ORDERS else "declare"
        submit_all(state, word, word, word)
    assert seen == [
        (1, "first declaration"),
        (1, "second declaration"),
        (1, "orders"),
        (2, "first declaration"),
        (2, "second declaration"),
        (2, "orders"),
        (3, "first declaration"),
    ]
    assert state.units_by_round == [(5, 5, 5), (6, 6, 6), (7, 7, 7)]


def test_tr_12_a_host_can_leave_out_the_second_declaration() -> None:
    state = begin(declarations=1)
    seen = []
    for _ in range(5):
        seen.append((state.round, PHASES[state.phase].name))
        word = "order" if state.phase == ORDERS else "declare Hello."
        submit_all(state, word, word, word)
    assert seen == [
        (1, "first declaration"),
        (1, "orders"),
        (2, "first declaration"),
        (2, "orders"),
        (3, "first declaration"),
    ]
    assert {said.part for said in state.declarations} == {1}


def test_the_only_declaration_of_a_round_is_not_called_the_first() -> None:
    refused = refusal(begin(declarations=1), 0, "order")
    assert (refused.code, refused.facts) == ("not_now", {"phase": "declaration"})


@pytest.mark.parametrize(
    ("phase", "text", "name"),
    [
        (FIRST, "order", "first declaration"),
        (SECOND, "order", "second declaration"),
        (ORDERS, "declare", "orders"),
        (OVER, "order", "over"),
        (OVER, "declare", "over"),
    ],
)
def test_tr_10_what_belongs_to_another_phase_is_refused(phase: int, text: str, name: str) -> None:
    refused = refusal(position(BOARD, phase), 0, text)
    assert (refused.code, refused.facts) == ("not_now", {"phase": name})


def test_tr_11_declarations_are_revealed_together_when_the_last_is_in() -> None:
    state = begin()
    assert act(state, 2, "declare from C") == []
    assert act(state, 0, "declare from A") == []
    assert state.declarations == []
    notices = act(state, 1, "declare from B")
    assert state.declarations == [
        Declared(1, 1, 0, "from A"),
        Declared(1, 1, 1, "from B"),
        Declared(1, 1, 2, "from C"),
    ]
    assert codes(notices) == ["declared"] * 3
    assert notices[1].facts == {"seat": 1, "part": 1, "text": "from B"}
    assert notices[1].to is None
    assert state.sealed == [None] * 3
    assert state.phase == SECOND


def test_tr_11_a_text_has_at_most_four_hundred_characters_and_is_never_cut() -> None:
    state = begin()
    refused = refusal(state, 0, "declare " + "x" * 401)
    assert (refused.code, refused.facts) == ("too_long", {"characters": 401, "most": 400})
    assert state.sealed[0] is None
    act(state, 0, "declare " + "x" * 400)
    assert state.sealed[0] == Declare("x" * 400)


def test_tr_11_characters_are_code_points_after_trimming() -> None:
    state = begin(declaration_characters=2)
    GAME.act(state, 0, 0, Declare("  😀é \n"))
    assert state.sealed[0] == Declare("😀é")
    assert refusal(state, 0, "declare e\u0301\u0301").facts == {"characters": 3, "most": 2}


def test_tr_11_an_empty_text_is_a_declaration() -> None:
    state = begin()
    notices = submit_all(state, "declare", "declare", "declare B only")
    assert [said.text for said in state.declarations] == ["", "", "B only"]
    assert [notice.facts["seat"] for notice in notices] == [2]


@pytest.mark.parametrize("mark", ["\u200e", "\u200f", "\u061c"])
def test_tr_11_marks_of_direction_are_allowed_and_count(mark: str) -> None:
    state = begin(declaration_characters=4)
    act(state, 0, f"declare ab{mark}c")
    assert state.sealed[0] == Declare(f"ab{mark}c")
    assert refusal(state, 0, f"declare abc{mark}d").facts == {"characters": 5, "most": 4}


@pytest.mark.parametrize(
    "point",
    [0x00, 0x1F, 0x7F, 0x9F, 0x202A, 0x202E, 0x2066, 0x2069, 0xD800, 0xDFFF],
)
def test_tr_11_other_control_characters_are_dropped_and_do_not_count(point: int) -> None:
    character = chr(point)
    state = begin(declaration_characters=3)
    GAME.act(state, 0, 0, Declare(f"{character} ab{character}c {character}"))
    assert state.sealed[0] == Declare("abc")
    assert GAME.spell(Declare(f"ab{character}c")) == "declare abc"
    assert GAME.parse(f"declare ab{character}c") == Declare("abc")


@pytest.mark.parametrize("character", ["\t", "\n", "\r", "\x85", "\u2028", "\u2029"])
def test_tr_11_line_breaks_and_tabs_become_blanks(character: str) -> None:
    state = begin()
    GAME.act(state, 0, 0, Declare(f"ab{character}c"))
    assert state.sealed[0] == Declare("ab c")


@pytest.mark.parametrize(
    "character", list(" ~\xa0\u200d\u2010\u202f\u2065\u206a\ue000\u061b\u061d\u2027")
)
def test_all_other_characters_may_be_said(character: str) -> None:
    state = begin()
    GAME.act(state, 0, 0, Declare(f"ab{character}c"))
    assert state.sealed[0] == Declare(f"ab{character}c")


def test_tr_12_the_second_declaration_is_made_with_the_first_ones_on_the_table() -> None:
    state = begin()
    submit_all(state, "declare one", "declare two", "declare three")
    assert [said.text for said in view(state, 0).facts.declarations] == ["one", "two", "three"]
    submit_all(state, "declare four", "declare five", "declare six")
    assert state.declarations[3:] == [
        Declared(1, 2, 0, "four"),
        Declared(1, 2, 1, "five"),
        Declared(1, 2, 2, "six"),
    ]
    assert state.phase == ORDERS


def test_tr_13_declarations_change_nothing_on_the_board_and_stay() -> None:
    said, silent = begin(), begin()
    submit_all(said, "declare war", "declare [HIT A]", "declare x")
    submit_all(silent, "declare", "declare", "declare")
    assert (said.owner, said.units) == (silent.owner, silent.units)
    submit_all(said, "declare", "declare", "declare")
    submit_all(said, "order", "order", "order")
    assert [each.text for each in view(said, PUBLIC).facts.declarations][:2] == ["war", "[HIT A]"]


def test_tr_16_what_was_submitted_can_be_replaced_until_the_phase_closes() -> None:
    state = position(BOARD)
    act(state, 0, "order 0,0,R,1")
    act(state, 0, "order 0,0,D,2")
    assert state.sealed[0] == parse("order 0,0,D,2")
    submit_all(state, "-", "order", "order")
    assert [sheet.moves for sheet in state.orders] == [(Move(0, 0, "D", 2),), (), ()]
    assert refusal(state, 0, "order 0,0,R,1").code == "not_now"


def test_tr_17_a_phase_closes_when_everybody_in_play_has_submitted() -> None:
    state = begin(4)
    assert GAME.awaited(state) == (0, 1, 2, 3)
    act(state, 1, "declare")
    assert GAME.awaited(state) == (0, 2, 3)
    act(state, 0, "declare")
    act(state, 3, "declare")
    assert (GAME.awaited(state), state.phase) == ((2,), FIRST)
    act(state, 2, "declare")
    assert (GAME.awaited(state), state.phase) == ((0, 1, 2, 3), SECOND)


def test_tr_17_at_the_deadline_nothing_submitted_counts_as_empty() -> None:
    match = begin_match()
    match.act(1_000, 1, Declare("in time"))
    match.advance(119_999)
    assert match.state.phase == FIRST
    match.advance(120_000)
    assert match.state.phase == SECOND
    assert [said.text for said in match.state.declarations] == ["", "in time", ""]
    match.advance(240_000)
    assert match.state.phase == ORDERS
    match.act(240_001, 2, Order(()))
    match.advance(360_000)
    assert (match.state.round, match.state.phase) == (2, FIRST)
    assert [sheet.moves for sheet in match.state.orders] == [(), (), ()]


def test_tr_17_a_deadline_leaves_what_is_submitted() -> None:
    state = position(BOARD)
    act(state, 0, "order 0,0,R,1")
    assert GAME.act(state, 120_000, 0, TimeUp()) == []
    assert state.sealed == [parse("order 0,0,R,1"), None, None]
    GAME.act(state, 120_000, 1, TimeUp())
    assert state.sealed[1] == Order(())


def test_tr_17_without_a_deadline_the_table_waits() -> None:
    match = begin_match(phase_seconds=0)
    match.advance(10_000_000)
    assert match.state.phase == FIRST


def test_tr_18_a_player_without_units_is_out_and_no_phase_waits_for_them() -> None:
    state = position(
        """
        A9 B1 .
        .  .  .
        C7 .  D7
        """,
        seats=4,
    )
    notices = submit_all(state, "order 0,0,R,5", "order", "order", "order")
    assert codes(notices) == ["clash_won", "round_over", "wiped_out"]
    assert notices[2].facts == {"seat": 1}
    assert state.in_play == [True, False, True, True]
    assert GAME.awaited(state) == (0, 2, 3)
    assert refusal(state, 1, "declare still here").code == "not_in_play"
    talk_through(state)
    assert [said.seat for said in state.declarations] == [0, 2, 3] * 2
    assert refusal(state, 1, "order").code == "not_in_play"
    assert GAME.act(state, 0, 1, TimeUp()) == []
    submit_all(state, "order", "-", "order", "order")
    assert state.round == 3
    assert codes(submit_all(state, "declare", "-", "declare", "declare")) == []
