"""Uncovering, claiming, chords and flags (AA-10 to AA-14, AA-30)."""

import pytest

from freehold.games.area_attack.views import view
from tests.games.area_attack import act, draw, position, refusal
from tests.pictures import draw_layer, picture


def test_aa_10_an_area_is_what_a_player_has_uncovered_and_need_not_hang_together() -> None:
    state = position("*..  ...  ..*")
    act(state, 0, "open 1,0")
    act(state, 1, "open 2,1")
    act(state, 0, "open 1,2")
    assert draw(state) == picture("*a. ..b .a*")
    assert state.cells == [2, 1]


def test_aa_11_an_opponent_sees_whose_a_cell_is_and_never_its_number() -> None:
    state = position("*..  ...  ..*")
    act(state, 0, "open 1,0")
    mine, theirs = view(state, 0), view(state, 1)
    assert draw_layer(mine.layers["digit"], 3) == picture(".2. ... ...")
    assert draw_layer(theirs.layers["digit"], 3) == picture("... ... ...")
    assert theirs.layers["owner"] == mine.layers["owner"] == b"\0\1" + bytes(7)
    assert not any(mine.layers["ground"])


def test_aa_12_a_safe_cell_is_claimed_and_shows_its_number() -> None:
    state = position("*.*  *.*  ...")
    assert act(state, 0, "open 1,1") == []
    assert draw(state) == picture("*.* *a* ...")
    assert draw_layer(state.digit[0], 3) == picture("... .5. ...")


def test_aa_12_a_cell_that_shows_0_opens_its_neighbours_on_and_on() -> None:
    state = position(".....*  ......  *.*...  ......")
    act(state, 1, "open 2,0")
    assert draw(state) == picture("bbbbb* bbbbb. *.*... ......")
    assert draw_layer(state.digit[1], 6) == picture("11112. 23222. ...... ......"), "1 is a 0"


def test_aa_12_cells_of_others_stop_an_opening_and_stay_theirs() -> None:
    state = position("..b..*  ..b...  ..b...")
    act(state, 0, "open 0,1")
    assert draw(state) == picture("aab..* aab... aab...")
    assert state.cells == [6, 3]


def test_aa_12_an_opening_stops_at_craters_and_revealed_mines() -> None:
    state = position("..o..X  ..o...  ..o...")
    act(state, 0, "open 0,1")
    assert draw(state) == picture("aao..X aao... aao...")


def test_aa_13_a_cell_of_another_is_answered_with_its_owner() -> None:
    state = position("ab*  ...  ...", seats=3)
    taken = refusal(state, 0, "open 1,0")
    assert (taken.code, taken.facts) == ("taken", {"seat": 1})
    assert refusal(state, 1, "open 0,0").facts == {"seat": 0}
    assert refusal(state, 0, "open 0,0").code == "yours"
    assert refusal(state, 0, "chord 1,0").facts == {"seat": 1}
    assert refusal(state, 0, "flag 1,0").facts == {"seat": 1}


def test_aa_30_any_free_cell_may_be_uncovered_anywhere_in_stage_1() -> None:
    state = position("a.*..  .....  *....  .....  ...*.")
    assert draw_layer(state.legal[0], 5) == picture(".1111 11111 11111 11111 11111")
    act(state, 0, "open 4,4")
    assert state.owner[24] == 1


def test_cells_outside_the_board_are_refused() -> None:
    state = position("a.*  ...")
    for verb in ("open", "chord", "flag", "unflag"):
        for place in ("3,0", "0,2", "-1,0", "0,-1"):
            out = refusal(state, 0, f"{verb} {place}")
            assert (out.code, out.facts) == ("outside", {"right": 2, "bottom": 1})


def test_aa_14_flags_are_private_and_change_no_rule() -> None:
    state = position("*..  ...  ..*")
    assert act(state, 0, "flag 1,1") == []
    assert view(state, 0).layers["flag"] == b"\0\0\0\0\1\0\0\0\0"
    assert view(state, 1).layers["flag"] == bytes(9)
    assert refusal(state, 0, "flag 1,1").code == "flagged"
    assert refusal(state, 1, "unflag 1,1").code == "not_flagged"
    act(state, 0, "unflag 1,1")
    assert view(state, 0).layers["flag"] == bytes(9)
    act(state, 0, "flag 1,1")
    act(state, 0, "open 1,1")
    assert state.owner[4] == 1
    assert view(state, 0).layers["flag"] == bytes(9), "the flag went with the cover"


def test_aa_14_a_flag_goes_when_another_claims_the_cell() -> None:
    state = position("*..  ...  ..*")
    act(state, 0, "flag 1,1")
    act(state, 1, "open 1,1")
    assert view(state, 0).layers["flag"] == bytes(9)


def test_aa_14_flags_lie_on_covered_cells_only() -> None:
    state = position("aXo  ..*  ...")
    assert refusal(state, 0, "flag 0,0").code == "yours"
    assert refusal(state, 0, "flag 1,0").code == "mine_shown"
    assert refusal(state, 0, "flag 2,0").code == "crater"


def test_aa_14_a_chord_uncovers_the_unflagged_neighbours() -> None:
    state = position("*..  .a.  ..b")
    act(state, 0, "flag 0,0")
    act(state, 0, "chord 1,1")
    assert draw(state) == picture("*aa aaa aab")


def test_aa_14_revealed_mines_count_as_flagged() -> None:
    state = position("X.*  .a.  ...")
    act(state, 0, "flag 2,0")
    act(state, 0, "chord 1,1")
    assert draw(state) == picture("Xa* aaa aaa")


def test_aa_14_a_chord_needs_a_satisfied_number_of_ones_own() -> None:
    state = position("*.X  .a.  b.*  ...")
    chord = refusal(state, 0, "chord 1,1")
    assert (chord.code, chord.facts) == ("chord_unsatisfied", {"known": 1, "number": 3})
    act(state, 0, "flag 0,0")
    assert refusal(state, 0, "chord 1,1").facts == {"known": 2, "number": 3}
    for place in ("1,0", "0,1", "2,1"):
        act(state, 0, f"flag {place}")
    assert refusal(state, 0, "chord 1,1").facts == {"known": 5, "number": 3}
    assert refusal(state, 0, "chord 0,3").code == "chord_covered"
    assert refusal(state, 0, "chord 0,2").code == "taken"
    assert refusal(state, 0, "chord 2,0").code == "mine_shown"


def test_aa_14_a_chord_with_nothing_to_open_is_refused() -> None:
    state = position("*a.  aaa  ...")
    assert refusal(state, 0, "chord 0,1").code == "chord_unsatisfied"
    act(state, 0, "flag 0,0")
    state = position("*aa  aaa  aaa")
    act(state, 0, "flag 0,0")
    assert refusal(state, 0, "chord 1,1").code == "chord_nothing"
    assert refusal(position("aXa  aaa"), 0, "chord 1,1").code == "chord_nothing"


def test_aa_14_a_chord_goes_in_reading_order_and_stops_at_the_first_mine() -> None:
    state = position("*...*  .*a..  .....  .....")
    # 2,1 shows 1, for the mine at 1,1; the flag is wrong.
    act(state, 0, "flag 2,2")
    notices = act(state, 0, "chord 2,1")
    assert draw(state) == picture("*aaa* .*a.. ..... .....")
    assert [notice.code for notice in notices] == ["freezes"]
    assert state.struck == [6, -1]


def test_aa_14_a_chord_passes_over_what_its_own_opening_reached() -> None:
    state = position("*a....  ......  ......  *.....")
    act(state, 0, "flag 0,0")
    act(state, 0, "chord 1,0")
    assert draw(state) == picture("*aaaaa aaaaaa .aaaaa *aaaaa")
    assert state.cells[0] == state.owner.count(1)


def test_aa_14_a_chord_goes_on_after_what_its_opening_reached() -> None:
    state = position(".....  ..aX.  .....  bbbbb  bbbbb")
    act(state, 0, "chord 2,1")
    # 1,0 shows 0 and opens 2,0; then comes 3,0, which nothing has opened.
    assert draw(state) == picture("aaaa. aaaX. aaaa. bbbbb bbbbb")


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_every_seat_may_claim(seat: int) -> None:
    state = position("*..  ...  ..*", seats=4)
    act(state, seat, "open 1,1")
    assert state.owner[4] == seat + 1
    assert [legal[4] for legal in state.legal] == [0, 0, 0, 0]
    assert state.digit[seat][4] == 3
