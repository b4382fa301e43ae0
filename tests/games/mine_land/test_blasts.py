"""Explosions, chains, deaths, and what is left lying about."""

from __future__ import annotations

from freehold.game import TRUTH, Notice
from freehold.games.mine_land import rules
from freehold.games.mine_land.facts import Blast, Died
from freehold.games.mine_land.state import LIT, NOTHING, State
from tests.games.mine_land import act, codes, draw, position, refusal, view
from tests.pictures import draw_layer, picture

CIRCLE = """
    .........*
    ..........
    ..........
    ..........
    ....*a....
    ..........
    ..........
    ..........
    ..........
"""


def wake(state: State) -> list[Notice]:
    at = rules.wake_at(state)
    assert at is not None
    return rules.wake(state, at)


def test_ml_24_ml_26_a_bomb_lays_bare_a_circle_of_three_tiles_and_leaves_a_site() -> None:
    state = position(CIRCLE)
    act(state, 0, "flip 4,4")
    assert draw(state) == picture(
        """
        .........*
        ...._.....
        .._____...
        .._____...
        .___o3__..
        .._____...
        .._____...
        ...._.....
        ..........
        """
    )
    assert state.walkers[0].is_dead
    assert state.under[4 * 10 + 4] == NOTHING
    assert (state.open_bombs, state.due[0][1]) == (1, "deserted")


def test_ml_24_at_the_edge_of_the_world_too() -> None:
    state = position(
        """
        *a...*
        ......
        ......
        ......
        """
    )
    act(state, 0, "flip 0,0")
    assert draw(state) == picture(
        """
        o3__.*
        ___...
        ___...
        _.....
        """
    )


def test_ml_24_all_within_the_circle_die_and_no_others() -> None:
    state = position(
        """
        ____d_____
        ___c______
        __________
        _________f
        *ab__e____
        _______*__
        """,
        blast_radius=3,
    )
    act(state, 0, "flip 0,4")
    dead = [seat for seat, walker in enumerate(state.walkers) if walker.is_dead]
    assert dead == [0, 1]
    assert state.living == [2, 3, 4, 5]


def test_ml_24_three_tiles_away_in_a_straight_line_is_within() -> None:
    state = position("*a_bc_____*")
    act(state, 0, "flip 0,0")
    assert [walker.is_dead for walker in state.walkers] == [True, True, False]


def test_ml_24_two_and_two_is_within_three_and_one_is_not() -> None:
    state = position(
        """
        *a________
        ___b______
        __c_______
        _________*
        """
    )
    act(state, 0, "flip 0,0")
    assert [walker.is_dead for walker in state.walkers] == [True, False, True]


def test_ml_22_numbers_around_a_detonation_are_recounted() -> None:
    state = position(
        """
        ___*
        *a__
        ____
        """,
        blast_radius=1,
    )
    assert draw_layer(state.digit, 4) == "111.\n.111\n11.."
    state.touched.cells.clear()
    act(state, 0, "flip 0,1")
    assert draw_layer(state.digit, 4) == "..1.\n..11\n...."
    assert state.touched.cells >= {0, 1, 4, 5, 8, 9}


def test_ml_22_bombs_under_covered_tiles_still_count() -> None:
    state = position("*a...*....", blast_radius=2)
    act(state, 0, "flip 0,0")
    assert draw_layer(state.digit, 10) == ".........."
    assert list(state.number) == [0, 0, 0, 0, 1, 0, 1, 0, 0, 0]


CHAIN = "*a.*...b*..*"


def test_ml_25_a_chain_goes_in_waves_of_100_ms() -> None:
    state = position(CHAIN)
    first = act(state, 0, "flip 0,0", 1_000)
    assert draw(state) == "o3_!...b*..*"
    assert (state.ground[3], rules.wake_at(state)) == (LIT, 1_100)
    assert codes(first).count("boom") == 1
    second = rules.wake(state, 1_100)
    assert draw(state) == "o3_o___b*..*"
    assert "boom" in codes(second)
    assert [each for each in state.due if each[1] == "wave"] == []


def test_ml_25_bombs_flipped_by_a_wave_are_the_next() -> None:
    state = position("*a.*..*..*....b*")
    act(state, 0, "flip 0,0")
    seen = [draw(state)]
    for now in (100, 200, 300):
        assert rules.wake_at(state) == now
        rules.wake(state, now)
        seen.append(draw(state))
    assert seen == [
        "o3_!..*..*....b*",
        "o3_o__!..*....b*",
        "o3_o__o__!....b*",
        "o3_o__o__o___.b*",
    ]
    assert state.open_bombs == 1


def test_ml_25_a_lit_bomb_still_counts_until_it_goes_off() -> None:
    state = position("*a.*....b*")
    act(state, 0, "flip 0,0")
    assert draw_layer(state.digit, 10) == "..1.....1."
    wake(state)
    assert draw_layer(state.digit, 10) == "........1."


def test_ml_25_people_die_where_they_stand_when_the_wave_comes() -> None:
    state = position("*a.*_b___*")
    act(state, 0, "flip 0,0")
    assert state.living == [1]
    act(state, 1, "step east", 50)
    assert refusal(state, 1, "step east", 99).code == "too_soon"
    wake(state)
    assert state.walkers[1].is_dead
    assert state.walkers[1].died == Died(100, 3, 0, 0, 2)


def test_ml_25_and_a_player_who_runs_in_time_lives() -> None:
    state = position("*a.*__b____*")
    act(state, 0, "flip 0,0")
    act(state, 1, "step east", 50)
    wake(state)
    assert not state.walkers[1].is_dead


def test_ml_25_the_living_flag_and_flip_between_waves() -> None:
    state = position("*a.*___b.*")
    act(state, 0, "flip 0,0")
    act(state, 1, "flip 8,0", 50)
    act(state, 1, "step east", 60)
    assert refusal(state, 1, "flag 7,0", 250).code == "uncovered"
    assert draw(state) == "o3_!____b*"


def test_ml_25_flagged_tiles_are_flipped_too() -> None:
    state = position("*arg.....b*")
    state.flag[2], state.flag[3] = 1, 2
    act(state, 0, "flip 0,0")
    assert draw(state) == "o311.....b*"
    assert (state.ground[3], state.flag[2], state.flag[3]) == (LIT, 0, 0)
    assert state.open_bombs == 2, "it was flagged, and is not any more"
    wake(state)
    assert draw(state) == "o311___..b*"
    assert state.open_bombs == 1


def test_ml_25_unless_flags_shield_their_tiles() -> None:
    state = position("*arg$....b*", flags_shield=True)
    act(state, 0, "flip 0,0")
    assert draw(state) == "o3rg$....b*"
    assert state.flag[2:4] == bytes([1, 2])
    assert [each for each in state.due if each[1] == "wave"] == []


def test_ml_29_hidden_and_placed_flags_lie_on_the_tiles_that_a_blast_flips() -> None:
    state = position("*a$r......b*")
    state.flag[2] = 1  # a flag placed over a hidden one
    act(state, 0, "flip 0,0")
    assert list(state.loot[:4]) == [0, 3, 2, 1]
    assert state.under[2] == NOTHING
    assert state.walkers[0].flags == 0
    assert view(state, 1).layers["loot"] == bytes(state.loot[5:])


def test_ml_29_flags_of_several_who_die_lie_together() -> None:
    state = position("*ab......*")
    state.walkers[1].at = 1
    state.crowds[0] = [(0, 1, 0), (1, 1, 0)]
    state.walkers[1].flags = 400
    act(state, 0, "flip 0,0")
    assert (state.loot[1], state.piles) == (255, [(1, 403)])


def test_ml_29_a_pile_beyond_a_byte_is_taken_whole() -> None:
    state = position("*a_.b....*", blast_radius=1)
    state.walkers[0].flags = 300
    act(state, 0, "flip 0,0")
    assert (state.loot[1], state.piles) == (255, [(1, 300)])
    act(state, 1, "flip 3,0")
    for now, seat in ((200, 1), (400, 1), (600, 1)):
        act(state, seat, "step west", now)
    assert (state.walkers[1].flags, state.loot[1], state.piles) == (303, 0, [])


def test_ml_33_a_blown_flag_is_fresh_no_more() -> None:
    state = position("*a.b.....c*")
    act(state, 1, "flag 2,0")
    act(state, 1, "flag 4,0", 150)
    act(state, 0, "flip 0,0", 200)
    assert state.fresh == [(4, 5_150)]
    assert draw(state) == "o311r....c*"


def test_ml_29_flags_on_their_way_to_hand_lie_there_too() -> None:
    state = position("*a.......b*")
    act(state, 0, "flag 2,0")
    act(state, 0, "unflag 2,0", 150)
    act(state, 0, "flip 0,0", 300)
    assert state.loot[1] == 3
    assert (view(state, 0).facts.flags, view(state, 0).facts.coming) == (0, ())
    assert not [what for _, what, _ in state.due if what == "hand"]


def test_ml_43_the_dead_keep_their_score() -> None:
    state = position("*a......b*")
    state.walkers[0].score = 41
    act(state, 0, "flip 0,0")
    assert state.walkers[0].score == 42
    for text in ("flip 2,0", "flag 2,0", "unflag 2,0", "step east"):
        assert refusal(state, 0, text, 9_000).code == "dead"


def test_ml_24_the_dead_are_told_why() -> None:
    state = position("*a_b.....c*")
    notices = act(state, 0, "flip 0,0", 700)
    assert view(state, 1).facts.died == Died(700, 0, 0, 0, 1)
    assert view(state, 1).facts.is_dead
    deaths = [notice for notice in notices if notice.code == "died"]
    assert [notice.facts for notice in deaths] == [
        {"seat": 0, "x": 1, "y": 0, "by": 0, "wave": 1},
        {"seat": 1, "x": 3, "y": 0, "by": 0, "wave": 1},
    ]
    assert [sorted(notice.to or ()) for notice in deaths] == [[TRUTH, 0, 1], [TRUTH, 1]]


def test_ml_56_a_blast_is_told_to_those_who_see_its_centre() -> None:
    state = position("*a...b_c*")
    notices = act(state, 0, "flip 0,0", 700)
    boom, *others = [notice for notice in notices if notice.code in ("boom", "blast_from")]
    assert (boom.facts, boom.to) == ({"x": 0, "y": 0, "wave": 1}, (0, 1, TRUTH))
    assert [(notice.facts, notice.to) for notice in others] == [
        ({"dx": -1, "dy": 0, "wave": 1}, (2, TRUTH))
    ]
    assert view(state, 0).facts.blast == Blast(700, 1, ())
    assert view(state, 1).facts.blast == Blast(700, 1, ())
    assert view(state, 2).facts.blast == Blast(700, 1, ((-1, 0),))


def test_ml_56_a_side_is_told_once_however_many_bombs_are_there() -> None:
    state = position(
        """
        ..........
        ..........
        ........b*
        ..........
        ..........
        ..........
        ..........
        ..........
        _a_*......
        ...*......
        """
    )
    act(state, 0, "step east")
    act(state, 0, "flip 3,9", 150)
    notices = wake(state)
    sides = [(n.facts["dx"], n.facts["dy"], n.to) for n in notices if n.code == "blast_from"]
    assert sides == [(0, 1, (1, TRUTH))]
    assert view(state, 1).facts.blast == Blast(250, 2, ((0, 1),))


def test_a_player_who_is_too_far_hears_nothing_of_a_blast() -> None:
    state = position("*a.......b*")
    state.touched.viewers.clear()
    notices = act(state, 0, "flip 0,0")
    assert all(1 not in (notice.to or ()) for notice in notices)
    assert view(state, 1).facts.blast is None
    assert 1 not in state.touched.viewers


CORNER = """
    b........
    .........
    .........
    .........
    .........
    .........
    .........
    .......*a
    ........*
"""


def test_a_corner_of_the_window_is_reached_by_the_circle_and_not_by_its_box() -> None:
    state = position(CORNER)
    act(state, 0, "flip 7,7")
    assert view(state, 1).facts.blast == Blast(0, 1, ((1, 1),)), "two and two outside"
    state = position(CORNER, blast_radius=2)
    act(state, 0, "flip 7,7")
    assert view(state, 1).facts.blast is None, "the circle ends before the corner"


def test_two_chains_run_side_by_side() -> None:
    state = position("*a.*....................*b.*......c*")
    act(state, 0, "flip 0,0", 0)
    act(state, 1, "flip 24,0", 30)
    assert rules.wake_at(state) == 100
    wake(state)
    assert rules.wake_at(state) == 130
    wake(state)
    assert draw(state).count("o") == 4


def test_a_bomb_is_lit_by_one_chain_only() -> None:
    state = position("*a.*.b*....c*")
    act(state, 0, "flip 0,0", 0)
    act(state, 1, "flip 6,0", 0)
    assert [each for each in state.due if each[1] == "wave"] == [(100, "wave", (2, 0, 3))]
    wake(state)
    assert state.open_bombs == 1


def test_ml_25_what_lies_behind_a_lit_bomb_is_laid_bare_with_it() -> None:
    state = position("*a*......*")
    act(state, 0, "flip 0,0")
    assert draw(state) == "o3!_.....*"


def test_ml_53_a_bomb_whose_flag_is_blown_off_counts_until_it_goes_off() -> None:
    state = position("*agr.....*")
    assert state.open_bombs == 2
    act(state, 0, "flip 0,0")
    assert draw(state)[2] == "1", "its flag lies there"
    assert state.open_bombs == 2, "the one far away, and the one that is lit; a red flag is none"
    wake(state)
    assert state.open_bombs == 1


def test_ml_56_a_blast_from_outside_is_told_where_nothing_in_the_window_changes() -> None:
    state = position("*a______b*")
    act(state, 0, "flip 0,0", 700)
    assert 1 in state.touched.viewers
    assert not state.touched.cells & set(range(4, 10))
    assert view(state, 1).facts.blast == Blast(700, 1, ((-1, 0),))
