"""Flipping and flagging, and what they score."""

from __future__ import annotations

import pytest

from freehold.game import Arrive, Leave
from freehold.games.mine_land import GAME, rules
from freehold.games.mine_land.state import BOMB, GREEN_FLAG, NOTHING, PAID_BOMB, RED_FLAG
from tests.games.mine_land import act, codes, draw, position, refusal, view
from tests.pictures import draw_layer, picture

FIELD = """
    .....
    .....
    ..a..
    .....
    *....
"""
AROUND = [(1, 1), (2, 1), (3, 1), (1, 2), (3, 2), (1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize(("x", "y"), AROUND)
def test_ml_20_ml_21_the_eight_tiles_around_can_be_flipped(x: int, y: int) -> None:
    state = position(FIELD)
    assert act(state, 0, f"flip {x},{y}") == []
    rows = [list(row) for row in picture(FIELD).split()]
    rows[y][x] = "_"
    assert draw(state) == "\n".join("".join(row) for row in rows)


@pytest.mark.parametrize("verb", ["flip", "flag", "unflag"])
@pytest.mark.parametrize(("x", "y"), [(0, 2), (4, 2), (2, 0), (2, 4), (0, 0), (4, 3), (3, 4)])
def test_ml_20_no_others_can(verb: str, x: int, y: int) -> None:
    assert refusal(position(FIELD), 0, f"{verb} {x},{y}").code == "too_far"


@pytest.mark.parametrize("verb", ["flip", "flag", "unflag"])
def test_ml_20_not_the_one_stood_on(verb: str) -> None:
    assert refusal(position(FIELD), 0, f"{verb} 2,2").code == "here"


@pytest.mark.parametrize(
    ("board", "x", "y"),
    [("a.*", -1, 0), ("a.*", 0, -1), ("a.*", 1, 1), ("*.a", 3, 0), ("*.a", 2, -1), ("*.a", 1, 1)],
)
def test_ml_20_nor_what_is_outside_the_world(board: str, x: int, y: int) -> None:
    assert refusal(position(board), 0, f"flip {x},{y}").code == "too_far"


def test_ml_21_no_cascade_unless_the_table_wants_one() -> None:
    state = position("a....*")
    act(state, 0, "flip 1,0")
    assert draw(state) == "a_...*"


def test_ml_21_with_cascades_an_empty_tile_opens_all_around_it() -> None:
    state = position("a.$.r..*", cascade=True, density_permille=100)
    notices = act(state, 0, "flip 1,0")
    assert draw(state) == "a___r..*"
    assert [notice.facts["x"] for notice in notices] == [2]
    assert (state.walkers[0].flags, state.walkers[0].score) == (4, 1)


def test_ml_21_a_cascade_stops_at_numbers() -> None:
    state = position(
        """
        a.....
        ......
        ......
        ....*.
        """,
        cascade=True,
        density_permille=100,
    )
    act(state, 0, "flip 1,0")
    assert draw(state) == picture(
        """
        a_____
        ______
        ______
        ____*.
        """
    )
    assert state.walkers[0].score == 1, "ML-40: tiles opened by a cascade score nothing"


def test_ml_21_a_number_opens_nothing_even_with_cascades() -> None:
    state = position("a.*..", cascade=True, density_permille=100)
    act(state, 0, "flip 1,0")
    assert draw(state) == "a_*.."


def test_ml_22_a_number_counts_the_bombs_around_it() -> None:
    state = position(
        """
        ***
        *.*
        ***
        .a.
        """
    )
    act(state, 0, "flip 0,3")
    assert draw_layer(state.digit, 3) == "...\n...\n...\n23."
    assert state.number[4] == 8


def test_ml_23_a_hidden_flag_is_collected_at_once() -> None:
    state = position("a$*b")
    notices = act(state, 0, "flip 1,0")
    assert codes(notices) == ["collected"]
    assert notices[0].facts == {"seat": 0, "flags": 1, "x": 1, "y": 0}
    assert (state.walkers[0].flags, state.under[1], state.loot[1]) == (4, NOTHING, 0)
    assert draw_layer(state.digit, 4) == ".1.1"


def test_ml_07_a_hidden_flag_scores_no_more_than_any_flip() -> None:
    state = position("a$*b")
    act(state, 0, "flip 1,0")
    assert state.walkers[0].score == 1


def test_ml_27_a_flagged_tile_is_unflagged_before_it_is_flipped() -> None:
    state = position("ra.*")
    assert refusal(state, 0, "flip 0,0").code == "flagged"
    act(state, 0, "unflag 0,0")
    act(state, 0, "flip 0,0", 150)
    assert draw(state) == "_a.*"


@pytest.mark.parametrize("verb", ["flip", "flag", "unflag"])
def test_ml_31_only_covered_tiles_are_dug_and_flagged(verb: str) -> None:
    state = position("_ao!*")
    assert refusal(state, 0, f"{verb} 0,0").code == "uncovered"
    assert refusal(state, 0, f"{verb} 2,0").code == "uncovered"
    act(state, 0, "step east")
    assert refusal(state, 0, f"{verb} 3,0", 1_000).code == "lit"


def test_ml_30_ml_31_a_flag_costs_one_of_three() -> None:
    state = position(".a.*")
    assert view(state, 0).facts.flags == 3
    assert act(state, 0, "flag 0,0") == []
    assert draw(state) == "ra.*"
    assert (state.flag[0], view(state, 0).facts.flags) == (RED_FLAG, 2)
    assert view(state, 0).facts.score == 0
    assert position(".a.*", start_flags=8).walkers[0].flags == 8


def test_ml_31_a_flagged_tile_takes_no_second_flag() -> None:
    assert refusal(position("ra.*"), 0, "flag 0,0").code == "flagged_already"


def test_ml_32_on_a_bomb_the_flag_is_green_for_everyone() -> None:
    state = position(".a*b.*")
    act(state, 0, "flag 0,0")
    act(state, 0, "flag 2,0", 150)
    assert state.flag[2] == GREEN_FLAG
    for seat in (0, 1):
        assert list(view(state, seat).layers["flag"][:3]) == [RED_FLAG, 0, GREEN_FLAG]


def test_ml_33_anyone_next_to_it_takes_a_flag() -> None:
    state = position(".a*b.*")
    act(state, 0, "flag 2,0")
    assert act(state, 1, "unflag 2,0", 5_000) == []
    assert [walker.flags for walker in state.walkers] == [2, 4]
    assert draw(state) == ".a*b.*"
    assert refusal(state, 0, "unflag 2,0", 6_000).code == "not_flagged"


def test_ml_33_a_flag_taken_up_too_soon_comes_to_hand_when_its_five_seconds_are_over() -> None:
    state = position(".a*b.*")
    act(state, 0, "flag 2,0", 400)
    later = act(state, 1, "unflag 2,0", 1_400)
    assert [(each.code, each.facts, each.to) for each in later] == [
        ("flag_later", {"seconds": 4}, (1,))
    ]
    assert (draw(state), state.fresh) == (".a*b.*", [])
    assert (view(state, 1).facts.flags, view(state, 1).facts.coming) == (3, (5_400,))
    assert (view(state, 0).facts.flags, view(state, 0).facts.coming) == (2, ())
    state.touched.viewers.clear()
    assert rules.wake_at(state) == 5_400
    assert rules.wake(state, 5_400) == []
    assert (view(state, 1).facts.flags, view(state, 1).facts.coming) == (4, ())
    assert state.touched.viewers == {1}
    assert state.due == []


def test_ml_33_at_the_end_of_the_five_seconds_it_comes_at_once() -> None:
    for now, flags in ((5_399, 3), (5_400, 4)):
        state = position(".a*b.*")
        act(state, 0, "flag 2,0", 400)
        act(state, 1, "unflag 2,0", now)
        assert view(state, 1).facts.flags == flags


def test_ml_33_a_flag_on_its_way_cannot_be_placed_yet() -> None:
    state = position(".a.*", start_flags=1)
    act(state, 0, "flag 0,0")
    act(state, 0, "unflag 0,0", 150)
    assert refusal(state, 0, "flag 2,0", 4_999).code == "no_flags"
    rules.wake(state, 5_000)
    act(state, 0, "flag 2,0", 5_000)
    assert draw(state) == ".ar*"


def test_ml_33_several_flags_come_each_at_its_own_moment() -> None:
    state = position(".a.*")
    act(state, 0, "flag 0,0")
    act(state, 0, "flag 2,0", 200)
    act(state, 0, "unflag 2,0", 400)
    act(state, 0, "unflag 0,0", 600)
    assert view(state, 0).facts.coming == (5_000, 5_200)
    rules.wake(state, 5_000)
    assert (view(state, 0).facts.flags, view(state, 0).facts.coming) == (2, (5_200,))
    rules.wake(state, 5_200)
    assert (view(state, 0).facts.flags, view(state, 0).facts.coming) == (3, ())


def test_ml_33_a_flag_on_its_way_comes_to_one_who_has_left_too() -> None:
    state = position(".a*b.*")
    act(state, 0, "flag 0,0")
    act(state, 0, "unflag 0,0", 150)
    act(state, 0, Leave(), 200)
    rules.wake(state, 5_000)
    act(state, 0, Arrive(), 6_000)
    assert view(state, 0).facts.flags == 3


def test_ml_33_zero_is_at_once() -> None:
    state = position(".a*b.*", unflag_ms=0)
    act(state, 0, "flag 2,0", 400)
    assert (state.fresh, state.due) == ([], [])
    act(state, 1, "unflag 2,0", 400)
    assert draw(state) == ".a*b.*"
    assert (view(state, 1).facts.flags, view(state, 1).facts.coming) == (4, ())


def test_when_flags_were_put_is_forgotten_when_it_matters_no_more() -> None:
    state = position("..a*b.*")
    act(state, 0, "flag 1,0", 400)
    act(state, 0, "flag 3,0", 5_399)
    assert state.fresh == [(1, 5_400), (3, 10_399)]
    act(state, 1, "flag 5,0", 5_400)
    assert state.fresh == [(3, 10_399), (5, 10_400)]
    assert state.due == []


def test_ml_35_a_player_who_has_no_flags_is_told_where_they_come_from() -> None:
    state = position(".a.*", start_flags=0)
    assert refusal(state, 0, "flag 0,0").code == "no_flags"
    assert "hidden under some tiles" in GAME.texts["no_flags"]


def test_ml_13_one_flip_flag_or_unflag_every_150_ms() -> None:
    for first in ("flip 0,0", "flag 0,0", "unflag 2,0"):
        for then in ("flip 0,1", "flag 0,1", "unflag 2,1"):
            state = position(
                """
                .ar*
                ._r*
                """
            )
            act(state, 0, first, 1_000)
            early = refusal(state, 0, then, 1_149)
            assert (early.code, early.facts) == ("too_soon", {"at": 1_150})
            act(state, 0, then, 1_150)
            assert state.walkers[0].dig_at == 1_300


def test_ml_40_a_flip_scores_one_point_a_bomb_too() -> None:
    state = position(".a..b..*")
    act(state, 0, "flip 0,0")
    assert view(state, 0).facts.score == 1
    act(state, 0, "flip 2,0", 150)
    assert view(state, 0).facts.score == 2
    state = position("*a......*")
    act(state, 0, "flip 0,0")
    assert (state.walkers[0].score, state.walkers[0].is_dead) == (1, True)


def test_ml_41_flagging_a_bomb_scores_three_points_once_a_round() -> None:
    state = position(".a*b.*")
    notices = act(state, 0, "flag 2,0")
    assert [(n.code, n.facts, n.to) for n in notices] == [
        ("flagged_bomb", {"seat": 0, "points": 3}, (0,))
    ]
    assert (state.walkers[0].score, state.under[2]) == (3, PAID_BOMB)
    act(state, 1, "unflag 2,0", 5_000)
    assert act(state, 1, "flag 2,0", 5_150) == []
    assert [walker.score for walker in state.walkers] == [3, 0]
    assert state.flag[2] == GREEN_FLAG


def test_ml_41_a_flag_on_no_bomb_scores_nothing() -> None:
    state = position(".a$b.*")
    act(state, 0, "flag 2,0")
    assert (state.walkers[0].score, state.scorings) == (0, 0)


def test_ml_53_bombs_without_a_flag_are_counted() -> None:
    state = position(".a*b.*")
    assert state.open_bombs == 2
    act(state, 0, "flag 2,0")
    assert state.open_bombs == 1
    act(state, 0, "flag 0,0", 150)
    assert state.open_bombs == 1
    act(state, 1, "unflag 2,0", 6_000)
    act(state, 0, "unflag 0,0", 6_000)
    assert state.open_bombs == 2
    assert state.under[2] == PAID_BOMB
    assert state.under[5] == BOMB


def test_ml_34_flags_stay_when_their_owner_leaves() -> None:
    state = position(".a.b*")
    act(state, 0, "flag 2,0")
    act(state, 0, Leave())
    assert draw(state) == "._rb*"


def test_every_dig_touches_its_tile_and_tells_the_digger() -> None:
    for text, tile in (("flip 0,0", 0), ("flag 2,0", 2), ("unflag 2,1", 5)):
        state = position(
            """
            .a*
            __r
            """
        )
        act(state, 0, text)
        assert tile in state.touched.cells
        assert 0 in state.touched.viewers
