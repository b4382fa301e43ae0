"""What happens when all sheets are in: pictures before and after."""

import pytest

from freehold.game import PUBLIC
from freehold.games.territory.actions import Move
from freehold.games.territory.resolution import fight, produce
from freehold.games.territory.state import Clash, Ordered
from freehold.games.territory.views import view
from tests.games.territory import codes, position, shows, submit_all


def test_tr_20_all_moves_happen_at_once() -> None:
    state = position(
        """
        A3 B2 .
        .  .  C4
        """
    )
    submit_all(state, "order 0,0,R,2", "order 1,0,R,2", "order 2,1,U,1")
    assert shows(
        state,
        """
        A2 A3 B2
        .  .  C4
        """,
    )


def test_tr_20_armies_that_swap_squares_pass_each_other() -> None:
    state = position("A3 B5\n.\n. . C8")
    notices = submit_all(state, "order 0,0,R,3", "order 1,0,L,5", "order")
    assert shows(state, "B6 A4\n.\n. . C9")
    assert codes(notices) == ["round_over"]


def test_tr_20_units_that_stay_meet_those_that_swap_in() -> None:
    state = position("A3 B5\n.\n. . C8")
    submit_all(state, "order 0,0,R,2", "order 1,0,L,3", "order")
    assert shows(state, "B3 .\n.\n. . C9")


def test_tr_21_the_most_units_win_and_keep_the_difference_to_the_second() -> None:
    state = position("A7 B4 .\n.\n. . C8")
    notices = submit_all(state, "order 0,0,R,6", "order", "order")
    assert shows(state, "A2 A3 .\n.\n. . C9")
    assert notices[0].code == "clash_won"
    assert notices[0].facts == {"x": 1, "y": 0, "seats": [0, 1], "seat": 0, "left": 2}
    assert notices[0].to is None


def test_tr_21_the_defender_can_win_too() -> None:
    state = position("A7 B4 .\n.\n. . C8")
    submit_all(state, "order 0,0,R,3", "order", "order")
    assert shows(state, "A5 B2 .\n.\n. . C9")


def test_tr_21_a_tie_for_the_most_destroys_all_and_leaves_the_square_neutral() -> None:
    state = position(
        """
        A7 . B7
        .  . .
        .  C9 .
        """
    )
    notices = submit_all(state, "order 0,0,R,4", "order 2,0,L,4", "order 1,2,U,2")
    assert shows(
        state,
        """
        A4 . B4
        .  C3 .
        .  C8 .
        """,
    )
    assert notices[0].code == "clash_tied"
    assert notices[0].facts == {"x": 1, "y": 0, "seats": [0, 1]}


def test_tr_21_a_tie_for_the_most_takes_the_third_along() -> None:
    state = position("A7 . B7\n. C2 .\n. . . C9")
    submit_all(state, "order 0,0,R,4", "order 2,0,L,4", "order 1,1,U,2")
    assert shows(state, "A4 . B4\n.\n. . . C10")


def test_tr_21_a_tie_for_the_second_place_is_lost_only_once() -> None:
    state = position("A7 . B5\n. C5 .")
    submit_all(state, "order 0,0,R,6", "order 2,0,L,4", "order 1,1,U,4")
    assert shows(state, "A2 A3 B2\n. C2")


def test_tr_21_units_of_one_player_meet_as_one_army() -> None:
    state = position("A3 B5 A4\n.\n. . . C9")
    submit_all(state, "order 0,0,R,3 2,0,L,4", "order", "order")
    assert shows(state, ". A3 .\n.\n. . . C10")


def test_tr_22_ten_four_and_two_leave_the_first_with_six() -> None:
    owner, units = bytearray(64), [0] * 64
    clashes = fight(owner, units, {9: [10, 4, 2]})
    assert (owner[9], units[9]) == (1, 6)
    assert clashes == [Clash(1, 1, (10, 4, 2), 0, 6)]


def test_tr_22_the_example_on_the_board() -> None:
    state = position("A11 . B5\n. C3 .")
    submit_all(state, "order 0,0,R,10", "order 2,0,L,4", "order 1,1,U,2")
    assert shows(state, "A2 A7 B2\n. C2")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("A1", "A2"),
        ("A1+", "A3+"),
        ("A20", "A21"),
        ("A20+", "A22+"),
        ("A21", "A21"),
        ("A21+", "A21+"),
        ("A22+", "A22+"),
        ("A30", "A30"),
    ],
)
def test_tr_23_a_held_square_grows_until_it_is_full(before: str, after: str) -> None:
    state = position(f"{before}\n.\n. + . B30 . C30")
    submit_all(state, "order", "order", "order")
    assert shows(state, f"{after}\n.\n. + . B30 . C30")


def test_tr_23_armies_may_grow_past_the_cap_by_moving_but_produce_nothing_there() -> None:
    state = position("A20 A15\n.\n. . . B30 . C30")
    submit_all(state, "order 0,0,R,19", "order", "order")
    assert shows(state, "A2 A34\n.\n. . . B30 . C30")


def test_tr_23_a_square_that_all_units_have_left_is_free_and_produces_nothing() -> None:
    state = position("A5 . .\n.\n. . . B30 . C30")
    submit_all(state, "order 0,0,R,5", "order", "order")
    assert shows(state, ". A6 .\n.\n. . . B30 . C30")


def test_tr_23_a_square_held_by_nobody_gains_nothing() -> None:
    units = [0] * 64
    assert produce(bytearray(64), units, bytes([1] * 64), 21) == [0] * 64
    assert units == [0] * 64


def test_tr_23_the_cap_is_the_tables_own() -> None:
    state = position("A5 A6\n.\nB9 . C9", cap_units=6)
    submit_all(state, "order", "order", "order")
    assert shows(state, "A6 A6\n.\nB9 . C9")


def test_tr_24_the_victory_check_comes_after_production() -> None:
    # 5 against 3 + 2 is not domination; after production it is 7 against 4 + 2.
    state = position("A4 A1+ .\n.\nB3 . C2\n", cap_units=3)
    submit_all(state, "order", "order", "order")
    assert state.totals == [7, 3, 3]
    assert state.ending == "domination"


def test_tr_25_the_results_are_shown_to_everybody() -> None:
    state = position("A7 B4 .\n.\n. . C8")
    submit_all(state, "order 0,0,R,6", "order", "order")
    for viewer in (PUBLIC, 0, 1, 2):
        seen = view(state, viewer)
        assert seen.layers["owner"] == bytes(state.owner)
        assert list(seen.layers["units"]) == state.units
        assert seen.facts.totals == (5, 0, 9)
        assert seen.facts.units_by_round == ((7, 4, 8), (5, 0, 9))


def test_tr_19_orders_are_open_once_resolved_with_whom_they_entered() -> None:
    state = position("A7 B4 .\n.\n. . C8")
    submit_all(state, "order 0,0,R,3 0,0,D,1", "order 1,0,R,1", "order")
    sheets = (
        Ordered(1, 0, (Move(0, 0, "R", 3), Move(0, 0, "D", 1)), (1, -1)),
        Ordered(1, 1, (Move(1, 0, "R", 1),), (-1,)),
        Ordered(1, 2, (), ()),
    )
    assert view(state, PUBLIC).facts.orders == sheets


def test_the_last_resolution_can_be_played_back_in_steps() -> None:
    state = position("A7 B4+ .\n.\n. . C21")
    before = (tuple(state.owner), tuple(state.units))
    submit_all(state, "order 0,0,R,3", "order", "order")
    last = state.last
    assert last is not None
    assert (last.round, last.owners, last.units) == (1, *before)
    assert last.moves == tuple(state.orders)
    assert last.clashes == (Clash(1, 0, (3, 4, 0), 1, 1),)
    assert (last.gains[0], last.gains[1], last.gains[2], last.gains[18]) == (1, 2, 0, 0)


def test_clashes_are_told_square_by_square_in_reading_order() -> None:
    state = position("A9 B1 .\n.  . .\nA9 C1 .\n.\n. . . . B9 C9")
    submit_all(state, "order 0,2,R,2 0,0,R,2", "order", "order")
    assert state.last is not None
    assert [(clash.x, clash.y) for clash in state.last.clashes] == [(1, 0), (1, 2)]


def test_every_changed_square_is_noted_for_the_feed() -> None:
    state = position("A7 B4 .\n.\n. . C8")
    state.touched.take_cells()
    submit_all(state, "order 0,0,R,6", "order", "order")
    assert {0, 1, 18} <= set(state.touched.take_cells())
