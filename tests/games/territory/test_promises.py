"""What tags promise, and whether orders kept it."""

import pytest

from freehold.game import PUBLIC, Resign
from freehold.games.territory import GAME
from freehold.games.territory.promises import (
    CLAIM,
    HIT,
    LEAVE,
    PACT,
    Tag,
    all_promises,
    all_tags,
    count,
    read_tags,
    spell_tag,
)
from freehold.games.territory.state import FIRST, Declared, State
from freehold.games.territory.views import view
from tests.games.territory import position, submit_all

BOARD = """
    A30 B30 .
    C30 .   .
"""


def play(state: State, talk: tuple[str, str, str], orders: tuple[str, str, str]) -> None:
    """A round: what is said in the first declaration, and the moves."""
    submit_all(state, *(f"declare {text}" for text in talk))
    submit_all(state, "declare", "declare", "declare")
    submit_all(state, *(f"order {sheet}" for sheet in orders))


def told(state: State) -> list[tuple[int, str, bool | None]]:
    """Round, `A PACT B` and whether it was kept."""
    return [
        (each.round, f"{'ABCDE'[each.seat]} {each.kind} {'ABCDE'[each.about]}", each.kept)
        for each in all_promises(view(state, PUBLIC).facts)
    ]


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("[PACT B 3]", Tag(4, 0, PACT, 1, 3)),
        ("[PACT C 12]", Tag(4, 0, PACT, 2, 12)),
        ("[HIT E]", Tag(4, 0, HIT, 4)),
        ("[LEAVE B 3,4]", Tag(4, 0, LEAVE, 1, cell=35)),
        ("[CLAIM 7,2]", Tag(4, 0, CLAIM, -1, 1, 23)),
    ],
)
def test_a_tag_is_spelled_and_read_back(text: str, tag: Tag) -> None:
    assert list(read_tags(Declared(4, 1, 0, f"Well then. {text}"))) == [tag]
    assert spell_tag(tag.kind, tag.about, tag.rounds, tag.cell) == text


def test_several_tags_stand_in_one_text_and_all_else_is_talk() -> None:
    text = "[HIT B] and [LEAVE C 1,1][HIT F] [PACT b 3] [PACT B 0] [PACT B] [CLAIM 8,1] (HIT C)"
    assert [tag.kind for tag in read_tags(Declared(1, 1, 0, text))] == [HIT, LEAVE]


def test_a_tag_counts_once_a_round_and_never_about_oneself() -> None:
    said = [
        Declared(1, 1, 0, "[HIT B] [HIT A]"),
        Declared(1, 2, 0, "[HIT B]"),
        Declared(2, 1, 0, "[HIT B]"),
    ]
    assert all_tags(said) == [Tag(1, 0, HIT, 1), Tag(2, 0, HIT, 1)]


def test_a_hit_is_kept_by_moving_onto_a_square_of_theirs() -> None:
    state = position(BOARD, phase=FIRST)
    play(state, ("[HIT B]", "[HIT A]", "[HIT A]"), ("0,0,R,1", "1,0,R,1", ""))
    assert told(state) == [(1, "A HIT B", True), (1, "B HIT A", False), (1, "C HIT A", False)]


def test_a_square_that_was_left_to_somebody_is_not_entered() -> None:
    state = position(BOARD, phase=FIRST)
    play(
        state,
        ("[LEAVE B 2,0]", "[LEAVE A 2,0]", "[LEAVE A 1,1]"),
        ("0,0,R,1", "1,0,R,1", "0,1,R,1"),
    )
    assert told(state) == [
        (1, "A LEAVE B", True),
        (1, "B LEAVE A", False),
        (1, "C LEAVE A", False),
    ]


def test_an_offer_of_one_side_is_no_pact() -> None:
    state = position(BOARD, phase=FIRST)
    play(state, ("[PACT B 3]", "", "[PACT B 3] [PACT A 2]"), ("0,0,R,1", "", ""))
    assert told(state) == []


def test_a_pact_holds_for_the_shorter_offer_and_is_counted_round_by_round() -> None:
    state = position(BOARD, phase=FIRST)
    play(state, ("[PACT B 2]", "[PACT A 3]", ""), ("", "", ""))
    for _ in range(3):
        play(state, ("", "", ""), ("0,0,D,1", "", ""))
    assert told(state) == [
        (1, "A PACT B", True),
        (1, "B PACT A", True),
        (2, "A PACT B", True),
        (2, "B PACT A", True),
    ]


def test_an_answer_in_the_second_declaration_concludes_a_pact() -> None:
    state = position(BOARD, phase=FIRST)
    submit_all(state, "declare [PACT C 1]", "declare", "declare")
    submit_all(state, "declare", "declare", "declare [PACT A 1]")
    assert told(state) == [(1, "A PACT C", None), (1, "C PACT A", None)]
    assert [each.cell for each in all_promises(view(state, PUBLIC).facts)] == [-1, -1]
    assert count(view(state, 0)) == {"made": 1, "kept": 0, "broken": 0}


def test_a_broken_pact_is_over_and_other_pacts_go_on() -> None:
    state = position(BOARD, phase=FIRST)
    talk = ("[PACT B 9] [PACT C 9]", "[PACT A 9]", "[PACT A 9]")
    play(state, talk, ("", "1,0,L,1", ""))
    play(state, ("", "", ""), ("0,0,R,1", "", ""))
    assert told(state) == [
        (1, "A PACT B", True),
        (1, "B PACT A", False),
        (1, "A PACT C", True),
        (1, "C PACT A", True),
        (2, "A PACT C", True),
        (2, "C PACT A", True),
        (3, "A PACT C", None),
        (3, "C PACT A", None),
    ]


def test_a_pact_may_be_made_again() -> None:
    state = position(BOARD, phase=FIRST)
    talk = ("[PACT B 1]", "[PACT A 1]", "")
    play(state, talk, ("0,0,R,1", "", ""))
    play(state, talk, ("", "", ""))
    assert [kept for _, _, kept in told(state)] == [False, True, True, True]


def test_a_player_who_has_no_sheet_in_a_round_has_promised_nothing_for_it() -> None:
    state = position(BOARD + "\n. . . D30", phase=FIRST, seats=4)
    submit_all(state, "declare [HIT B]", "declare [HIT A]", "declare", "declare")
    GAME.act(state, 0, 0, Resign())
    submit_all(state, "-", "declare", "declare", "declare")
    submit_all(state, "-", "order 1,0,L,1", "order", "order")
    assert told(state) == [(1, "B HIT A", True)]


def test_a_seat_counts_its_own_promises_and_a_watcher_everybodys() -> None:
    state = position(BOARD, phase=FIRST)
    play(state, ("[HIT B] [HIT C]", "[HIT A]", "[HIT A]"), ("0,0,R,1", "1,0,L,1", ""))
    assert count(view(state, 0)) == {"made": 2, "kept": 1, "broken": 1}
    assert count(view(state, 1)) == {"made": 1, "kept": 1, "broken": 0}
    assert count(view(state, 2)) == {"made": 1, "kept": 0, "broken": 1}
    assert count(view(state, PUBLIC)) == {"made": 4, "kept": 2, "broken": 2}


def quick_round(state: State, *talk: str, orders: tuple[str, ...] = ("", "", "")) -> None:
    """A round with one declaration."""
    submit_all(state, *(f"declare {text}" for text in talk))
    submit_all(state, *(f"order {sheet}" for sheet in orders))


def test_with_one_declaration_an_offer_is_answered_in_the_next_round() -> None:
    state = position(BOARD, phase=FIRST, declarations=1)
    quick_round(state, "[PACT B 3]", "", "")
    assert told(state) == []
    submit_all(state, "declare", "declare [PACT A 2]", "declare")
    assert told(state) == [(2, "A PACT B", None), (2, "B PACT A", None)]
    submit_all(state, "order", "order 1,0,L,1", "order")
    assert told(state) == [(2, "A PACT B", True), (2, "B PACT A", False)]


def test_an_offer_is_answered_once_and_not_two_rounds_later() -> None:
    state = position(BOARD, phase=FIRST, declarations=1)
    quick_round(state, "[PACT B 1]", "[PACT A 1]", "[PACT A 3]")
    quick_round(state, "[PACT B 9]", "", "")
    quick_round(state, "[PACT C 3]", "", "")
    assert {number for number, _, _ in told(state)} == {1}


def test_with_two_declarations_last_rounds_offer_is_void() -> None:
    state = position(BOARD, phase=FIRST)
    play(state, ("[PACT B 3]", "", ""), ("", "", ""))
    play(state, ("", "[PACT A 3]", ""), ("", "", ""))
    assert told(state) == []


def test_an_announced_attack_takes_an_open_offer_back() -> None:
    state = position(BOARD, phase=FIRST, declarations=1)
    quick_round(state, "[PACT B 3]", "", "")
    submit_all(state, "declare [HIT B]", "declare [PACT A 2]", "declare")
    assert told(state) == [(2, "A HIT B", None)]
