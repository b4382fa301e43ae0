"""Reset ground, and uncovering next to one's own area (AA-40, AA-41)."""

import pytest

from freehold.games.area_attack import rules
from freehold.games.area_attack.state import State
from freehold.games.area_attack.views import view
from freehold.kernel.mines import count_around
from tests.games.area_attack import act, codes, draw, position, refusal
from tests.pictures import draw_layer, picture

WIDE = """
    bbbbbbbbb
    bbbbbbbbb
    bbbbbbbbb
    bbbbbbbbb
    aaaa*bbbb
    aaaaaaaaa
    aaaaaaaaa
    aaaaaaaaa
    aaaaaaaaa
"""


def blown(text: str, seat: int, place: str, **params: int) -> State:
    state = position(text, stage=2, **params)
    act(state, seat, f"open {place}", now=200_000)
    return state


def test_aa_40_a_mine_frees_every_cell_within_a_distance_of_3() -> None:
    state = position(WIDE, stage=2)
    (notice,) = act(state, 0, "open 4,4", now=200_000)
    assert (notice.code, notice.facts, notice.to) == ("blast", {"seat": 0, "x": 4, "y": 4}, None)
    assert draw(state).replace("*", ".") == picture("""
        bbbbbbbbb
        bbbb.bbbb
        bb.....bb
        bb.....bb
        a...o...b
        aa.....aa
        aa.....aa
        aaaa.aaaa
        aaaaaaaaa
    """)
    assert state.cells == [26, 26]
    assert state.frozen == [0, 0], "nobody is frozen"


def test_aa_40_the_mines_are_redrawn_at_the_boards_density() -> None:
    mines = 0
    for number in range(60):
        state = position(WIDE, stage=2)
        state.chance.at = number * 64
        act(state, 0, "open 4,4")
        mines += state.mine.count(1)
        assert state.number == count_around(state.mine, state.grid)
        assert state.safe == 81 - 1 - state.mine.count(1)
    assert 60 * 28 * 14 < mines * 100 < 60 * 28 * 22


def test_aa_40_all_of_a_region_may_be_drawn_again_from_the_match_itself() -> None:
    state = position("****  *a**", stage=2, density_percent=35)
    copy = state.copy()
    for each in (state, copy):
        act(each, 0, "open 0,0")
    assert state == copy
    assert state.chance.at == 6, "3,1 is too far away, and the crater needs no draw"


def test_aa_40_the_mines_own_cell_becomes_a_crater() -> None:
    state = blown("a*.  ...", 0, "1,0", blast_radius=1)
    assert state.cell[1] == 2
    assert (state.mine[1], state.owner[1]) == (0, 0)
    for seat in (0, 1):
        assert refusal(state, seat, "open 1,0").code == "crater"
        assert state.legal[seat][1] == 0


def test_aa_40_craters_and_revealed_mines_in_a_region_stay_what_they_are() -> None:
    for number in range(8):
        state = position(".X*o.  .a...", stage=2)
        state.chance.at = 100 * number
        act(state, 0, "open 2,0")
        assert [state.cell[cell] for cell in (1, 2, 3)] == [3, 2, 2]
        assert state.mine[1] == 1
        assert state.mine[2] == state.mine[3] == 0
        assert state.safe == 7 - state.mine.count(1) + 1


def test_aa_40_numbers_outside_are_recounted_and_shown_to_their_owners() -> None:
    state = position("aa*bb  aa.bb  aa.bb", stage=2, blast_radius=1)
    assert draw_layer(state.digit[0], 5) == picture("12... 12... 11...")
    state.chance.at = next(at for at in range(1000) if redraws(state, at) == [0, 0, 0])
    act(state, 0, "open 2,0")
    assert draw(state) == picture("a.o.b aa.bb aa.bb")
    assert draw_layer(view(state, 0).layers["digit"], 5) == picture("1.... 11... 11...")
    assert draw_layer(view(state, 1).layers["digit"], 5) == picture("....1 ...11 ...11")
    assert state.cells == [5, 5], "a number that falls to 0 opens nothing by itself"


def test_aa_40_a_new_mine_is_in_the_recount() -> None:
    state = position("aa*bb  aa.bb  aa.bb", stage=2, blast_radius=1)
    state.chance.at = next(at for at in range(1000) if redraws(state, at) == [1, 0, 0])
    act(state, 0, "open 2,0")
    assert draw(state) == picture("a*o.b aa.bb aa.bb")
    assert draw_layer(view(state, 0).layers["digit"], 5) == picture("2.... 22... 11...")
    assert draw_layer(view(state, 1).layers["digit"], 5) == picture("....1 ...11 ...11")


def redraws(state: State, at: int) -> list[int]:
    """The mines that three draws from there would lay."""
    stream = state.chance.copy()
    stream.at = at
    return [int(stream.percent(18)) for _ in range(3)]


def test_aa_40_flags_in_the_region_are_gone() -> None:
    state = position("a*..  ....", stage=2, blast_radius=1)
    act(state, 1, "flag 2,0")
    act(state, 1, "flag 3,1")
    act(state, 0, "open 1,0")
    assert draw_layer(state.flag[1], 4) == picture(".... ...1")


def test_aa_40_a_chord_can_blow_up_ground_and_stops_there() -> None:
    state = position("aa..  a*..  ....", stage=2, blast_radius=1)
    act(state, 0, "flag 2,1")
    act(state, 0, "flag 0,2")
    act(state, 0, "unflag 0,2")
    assert codes(act(state, 0, "chord 1,0")) == ["blast"]
    assert state.cell[5] == 2
    assert state.owner[2] == 1, "2,0 came before it"


def test_aa_41_only_free_cells_next_to_ones_own_area_may_be_uncovered() -> None:
    state = position("a.*..  .....  *...b", stage=2)
    assert draw_layer(state.legal[0], 5) == picture(".1... 11... .....")
    assert draw_layer(state.legal[1], 5) == picture("..... ...11 ...1.")
    assert refusal(state, 0, "open 2,0").code == "too_far"
    assert refusal(state, 0, "open 2,1").code == "too_far"
    act(state, 0, "open 1,1")
    assert draw_layer(state.legal[0], 5) == picture(".11.. 1.1.. 111..")
    act(state, 1, "open 3,1")
    assert draw_layer(state.legal[0], 5) == picture(".11.. 1.1.. 111..")
    assert draw_layer(state.legal[1], 5) == picture("..111 ..1.1 ..11.")
    act(state, 0, "open 2,1")
    assert draw_layer(state.legal[1], 5) == picture("..111 ....1 ..11.")


def test_aa_41_it_begins_with_stage_2_and_not_before() -> None:
    state = position("a.*..  .....  *...b")
    assert state.legal[0].count(1) == 13
    rules.wake(state, 180_000)
    assert draw_layer(state.legal[0], 5) == picture(".1... 11... .....")
    assert draw_layer(state.legal[1], 5) == picture("..... ...11 ...1.")


def test_aa_41_reset_ground_is_in_reach_of_every_player_next_to_it() -> None:
    state = blown("aa*bb  aa.bb  aa.bb", 0, "2,0", blast_radius=1)
    assert draw_layer(state.legal[0], 5) == picture(".1... ..1.. ..1..")
    assert draw_layer(state.legal[1], 5) == picture("...1. ..1.. ..1..")


@pytest.mark.parametrize("place", ["3,1", "0,2"])
def test_aa_41_a_player_blown_to_nothing_may_uncover_any_free_cell(place: str) -> None:
    state = position("a*.b..  ...*..  ...*..", stage=2, seats=3, blast_radius=1)
    before = state.legal[1][:]
    act(state, 0, "open 1,0")
    assert state.cells == [0, 1, 0]
    assert draw_layer(state.legal[0], 6) == picture("1.1.11 111111 111111")
    assert draw_layer(state.legal[2], 6) == picture("1.1.11 111111 111111")
    assert draw_layer(state.legal[1], 6) == draw_layer(before, 6)
    state.mine[:] = bytes(cell in (9, 15) for cell in range(18))
    state.number[:] = count_around(state.mine, state.grid)
    state.safe = 15
    act(state, 0, f"open {place}")
    if place == "0,2":
        assert draw(state) == picture("aoab.. aaa*.. aaa*..")
        assert draw_layer(state.legal[0], 6) == picture("...... ...1.. ...1..")
    else:
        assert (state.cells[0], state.cell[9]) == (0, 2)


def test_aa_41_one_who_owns_again_reaches_only_from_there() -> None:
    state = position("*...b  .....  ....*", stage=2)
    assert state.legal[0].count(1) == 14
    act(state, 0, "open 1,1")
    assert draw_layer(state.legal[0], 5) == picture("111.. 1.1.. 111..")
