"""How a view looks."""

from freehold.game import PUBLIC, Resign
from freehold.games.territory import GAME
from freehold.games.territory.state import FIRST
from freehold.games.territory.tiles import describe, square, tiles
from freehold.games.territory.views import view
from freehold.kernel.sentences import fill
from tests.games.territory import NAMES, act, position, submit_all

THREE = NAMES[:3]


def test_a_square_shows_its_owner_its_units_and_whether_it_is_rich() -> None:
    assert [square(*each).text for each in [(0, 0, False), (0, 0, True), (1, 12, False)]] == [
        ".",
        "+",
        "A12",
    ]
    assert [square(5, units, True).text for units in (7, 21, 300, 1234)] == [
        "E7+",
        "E21+",
        "E300",
        "E1k+",
    ]
    assert square(2, 3, True).seat == 1
    assert square(0, 0, True).seat == -1
    assert all(len(tile.text) <= 4 for tile in tiles(view(position("A9 C1234+"), PUBLIC)))


def test_tr_03_resource_squares_are_shown_with_a_plus() -> None:
    drawn = [tile.text for tile in tiles(view(position("A5+ + .\nB300"), PUBLIC))]
    assert drawn[:3] == ["A5+", "+", "."]
    assert drawn[8] == "B300"


def test_tr_11_what_was_said_stands_isolated_from_the_words_around_it() -> None:
    state = position("A9 . B9\n.\n. . C9", phase=FIRST)
    submit_all(state, "declare שלום B (3,4)", "declare plain words", "declare a\u200fb")
    lines = describe(view(state, 0), THREE)
    assert [line for line in lines if line.startswith("  1.")] == [
        f"  1. A {NAMES[0]}: \u2068שלום B (3,4)\u2069",
        f"  1. B {NAMES[1]}: plain words",  # nothing in it could turn what follows
        f"  1. C {NAMES[2]}: \u2068a\u200fb\u2069",
    ]
    facts = {"seat": 0, "part": 1, "text": "שלום"}
    assert fill(GAME.texts["declared"], facts, NAMES) == f"{NAMES[0]} says: \u2068שלום\u2069"


def test_a_person_reads_where_the_match_stands_and_what_to_write() -> None:
    state = position("A9 . B9\n.\n. . C9", phase=FIRST)
    act(state, 1, "declare hush")
    lines = describe(view(state, 0), THREE)
    assert lines[0] == "Round 1 of 15: first declaration."
    assert lines[1] == "  A Ann: 9 units on 1 square"
    assert lines[4] == "Waiting for Ann and Cy."
    assert "You are A (Ann)." in lines[-1]
    assert "declare TEXT" in lines[-1]
    assert not any("hush" in line for line in lines)
    assert "may replace it" in describe(view(state, 1), THREE)[-1]


def test_what_was_said_and_what_happened_is_told_in_words() -> None:
    state = position("A9 . B9\n.\n. . C9", phase=FIRST)
    submit_all(state, "declare Peace?", "declare", "declare No.")
    submit_all(state, "declare", "declare", "declare")
    told = describe(view(state, 2), THREE)
    assert "  1. A Ann: Peace?" in told
    assert "order 2,3,R,5" in told[-1]
    submit_all(state, "order 0,0,R,4", "order 2,0,L,3", "order")
    told = describe(view(state, PUBLIC), THREE)
    assert "  A Ann moved 4 from 0,0 right." in told
    assert "  C Cy moved nothing." in told
    assert "  At 1,0: 4 of A Ann against 3 of B Bo; A Ann keeps 1." in told
    assert "You are" not in told[-1]


def test_a_player_who_is_out_away_or_resigned_is_named_so() -> None:
    state = position("A9 . B9\n.\n. . C9", seats=4)
    state.away[0] = True
    GAME.act(state, 0, 1, Resign())
    lines = describe(view(state, 3), NAMES[:4])
    assert [line.rpartition(" ")[2] for line in lines[1:5]] == [
        "(away)",
        "(resigned)",
        "square",
        "(out)",
    ]
    assert "You are" not in lines[-1]


def test_after_the_end_nobody_is_waited_for() -> None:
    state = position("A3 . B3\n. C3 .")
    submit_all(state, "order 0,0,R,3", "order 2,0,L,3", "order 1,1,U,3")
    lines = describe(view(state, 0), THREE)
    assert lines[0] == "Round 1 of 15: the match is over."
    assert not any(line.startswith("Waiting") for line in lines)
    assert any("nobody is left" in line for line in lines)


def test_with_one_declaration_per_round_the_text_does_not_count_them() -> None:
    state = position("A9 . B9\n.\n. . C9", phase=FIRST, declarations=1)
    assert describe(view(state, 0), THREE)[0] == "Round 1 of 15: declaration."
    submit_all(state, "declare Hello.", "declare", "declare")
    lines = describe(view(state, 0), THREE)
    assert lines[0] == "Round 1 of 15: orders."
    assert "  A Ann: Hello." in lines
