"""What a viewer may know: windows, facts, choices."""

from __future__ import annotations

import pytest

from freehold.game import PUBLIC, TRUTH, Leave, Rect
from freehold.games.mine_land import GAME, views
from freehold.games.mine_land.actions import spell
from freehold.games.mine_land.state import GREEN_FLAG, RED_FLAG, State
from freehold.kernel.chance import Stream, key_of
from tests.games.mine_land import act, new_state, position, view
from tests.pictures import draw_layer, picture

WIDE = """
    ...............
    ......r........
    .....*_........
    ....__g........
    ...__ao...*....
    ....__.........
    .......$.......
    ...............
"""


def choices(state: State, seat: int, now: int = 0) -> list[str]:
    drawn = GAME.choices(view(state, seat), now, Stream(key_of(1), "choices"))
    return [spell(each) for each in drawn]


def test_ml_06_a_player_sees_five_tiles_in_each_direction() -> None:
    state = new_state(1, spawn_tiles=1)
    seen = view(state, 0)
    assert (seen.facts.at, seen.rect) == ((20, 20), Rect(15, 15, 11, 11))
    assert {name: len(layer) for name, layer in seen.layers.items()} == dict.fromkeys(
        ("ground", "digit", "flag", "loot"), 121
    )


def test_ml_06_what_a_window_shows() -> None:
    state = position(WIDE, sight_tiles=2)
    state.loot[5 * 15 + 4] = 3
    seen = view(state, 0)
    assert seen.rect == Rect(3, 2, 5, 5)
    shown = {name: draw_layer(layer, 5) for name, layer in seen.layers.items()}
    assert shown["ground"] == picture("11121 12211 22231 12211 11111")
    assert shown["digit"] == picture("...2. .12.. ..1.. ..... .....")
    assert shown["flag"] == picture("..... ...2. ..... ..... .....")
    assert shown["loot"] == picture("..... ..... ..... .3... .....")


def test_ml_06_at_the_edge_the_window_is_smaller() -> None:
    state = position("a..............*", sight_tiles=4)
    assert view(state, 0).rect == Rect(0, 0, 5, 1)
    state = position("*..............a", sight_tiles=4)
    assert view(state, 0).rect == Rect(11, 0, 5, 1)
    assert len(view(state, 0).layers["ground"]) == 5


def test_ml_06_of_covered_tiles_nothing_is_shown_but_flags() -> None:
    one = position("*.$.a.*..r.g*")
    other = position(".*.$a*...r.g*")
    assert view(one, 0).layers["ground"] == view(other, 0).layers["ground"]
    assert view(one, 0).layers["flag"] == view(other, 0).layers["flag"]


def test_ml_56_others_in_the_window_are_seen_by_seat() -> None:
    state = position("b____a____c_____d*")
    facts = view(state, 0).facts
    assert facts.walkers == ((1, 0, 0), (2, 10, 0))
    assert view(state, 3).facts.walkers == ()
    act(state, 2, "step east")
    assert view(state, 0).facts.walkers == ((1, 0, 0),)
    assert view(state, 3).facts.walkers == ((2, 11, 0),)


def test_ml_56_what_others_do_in_a_window_is_touched() -> None:
    state = position("b_a_.c*")
    act(state, 0, "step east")
    assert state.touched.cells == {2, 3}
    assert state.touched.viewers == {0}


def test_the_facts_of_a_player() -> None:
    state = position(".a*b.*")
    act(state, 0, "flag 2,0", 400)
    facts = view(state, 0).facts
    assert (facts.at, facts.flags, facts.score) == ((1, 0), 2, 3)
    assert (facts.is_dead, facts.is_away, facts.watching) == (False, False, -1)
    assert (facts.step_at, facts.dig_at) == (0, 550)
    assert facts.coming == ()
    assert (facts.blast, facts.died, facts.ending, facts.places) == (None, None, "", ())


def test_the_terms_are_those_of_the_table() -> None:
    terms = new_state(
        round_seconds=9, sight_tiles=4, step_ms=11, dig_ms=12, chain_ms=13, unflag_ms=14
    ).terms
    assert (terms.width, terms.height, terms.sight, terms.blast_radius) == (40, 40, 4, 3)
    assert (terms.step_ms, terms.dig_ms, terms.chain_ms, terms.unflag_ms) == (11, 12, 13, 14)
    assert (terms.start_flags, terms.round_ms, terms.density_permille) == (3, 9_000, 80)
    assert (terms.cascades, terms.flags_shield) == (False, False)
    other = new_state(cascade=True, density_permille=100, flags_shield=True).terms
    assert (other.cascades, other.flags_shield) == (True, True)


def test_ml_33_the_wait_for_a_flag_is_shown_to_its_player_alone() -> None:
    state = position(".a.b..*")
    act(state, 1, "flag 2,0", 100)
    act(state, 0, "unflag 2,0", 200)
    assert [view(state, viewer).facts.coming for viewer in (0, 1, PUBLIC, TRUTH)] == [
        (5_100,),
        (),
        (),
        (),
    ]


def test_ml_52_a_watcher_without_eyes_sees_nothing_of_the_board() -> None:
    state = position("*a...b*")
    seen = view(state, PUBLIC)
    assert seen.rect == Rect(0, 0, 1, 1)
    assert seen.layers == dict.fromkeys(("ground", "digit", "flag", "loot"), bytes(1))
    assert seen.facts.walkers == ()
    assert (seen.facts.at, seen.facts.watching, seen.facts.ending) == ((-1, -1), -1, "")
    before = seen
    act(state, 0, "flip 2,0")
    assert view(state, PUBLIC) == before


def test_the_truth_is_the_whole_world_with_what_lies_under_it() -> None:
    state = position("*a$rg_o!.b*")
    seen = view(state, TRUTH)
    assert seen.rect == Rect(0, 0, 11, 1)
    assert list(seen.layers["ground"]) == [5, 2, 6, 1, 5, 2, 3, 4, 1, 2, 5]
    assert seen.layers["flag"] == bytes([0, 0, 0, RED_FLAG, GREEN_FLAG, 0, 0, 0, 0, 0, 0])
    assert seen.layers["digit"] == bytes(state.digit)
    assert seen.layers["loot"] == bytes(state.loot)
    assert seen.facts.walkers == ((0, 1, 0), (1, 9, 0))


def test_after_the_end_all_know_it() -> None:
    state = position(".a*b")
    act(state, 0, "flag 2,0")
    for viewer in (0, 1, PUBLIC, TRUTH):
        facts = GAME.view(state, viewer).facts
        assert (facts.ending, facts.places) == ("settled", (1, 2))


def test_choices_are_all_that_is_allowed_now() -> None:
    state = position(
        """
        .*r
        _a_
        .o!
        """
    )
    assert sorted(choices(state, 0)) == sorted(
        [
            *("step east", "step south", "step west"),
            *("flip 0,0", "flag 0,0", "flip 1,0", "flag 1,0", "flip 0,2", "flag 0,2"),
            "unflag 2,0",
        ]
    )


def test_choices_wait_for_their_moments() -> None:
    state = position("_a.*")
    act(state, 0, "step west", 1_000)
    act(state, 0, "step east", 1_120)
    act(state, 0, "flip 2,0", 1_130)
    assert choices(state, 0, 1_239) == []
    assert choices(state, 0, 1_240) == ["step east", "step west"]
    assert "step west" in choices(state, 0, 1_280)


def test_choices_at_the_edge_of_the_world() -> None:
    assert choices(position("a.*"), 0) == ["flip 1,0", "flag 1,0"]
    assert choices(position("*.a"), 0) == ["flip 1,0", "flag 1,0"]
    assert choices(position("*.\n.a"), 0, 0)[:2] == ["flip 1,0", "flag 1,0"]


def test_ml_33_choices_without_flags_and_with_a_new_one() -> None:
    state = position(".a.*", start_flags=1)
    act(state, 0, "flag 0,0", 0)
    assert choices(state, 0, 4_999) == ["step west", "flip 2,0", "unflag 0,0"]
    act(state, 0, "unflag 0,0", 200)
    assert choices(state, 0, 4_999) == ["flip 2,0", "flip 0,0"]


def test_ml_52_the_dead_may_only_watch() -> None:
    state = position("*a......b*")
    act(state, 0, "flip 0,0")
    assert choices(state, 0, 90_000) == ["watch next"]
    act(state, 0, "watch next")
    assert choices(state, 0, 90_000) == ["watch next"]
    act(state, 0, Leave())
    assert choices(state, 0, 90_000) == []


def test_nobody_else_has_choices() -> None:
    state = position("_a*b")
    assert choices(state, PUBLIC) == []
    act(state, 0, Leave())
    assert choices(state, 0, 9_000) == []
    act(state, 1, "flag 2,0")
    assert choices(state, 1, 9_000) == []


@pytest.mark.parametrize(
    ("tile", "seen_by"), [(5, (0, 1)), (10, (0, 1)), (4, (0,)), (0, (0,)), (11, (1,)), (15, (1,))]
)
def test_ml_56_a_tile_is_seen_by_those_in_whose_window_it_lies(
    tile: int, seen_by: tuple[int, ...]
) -> None:
    state = position("_____a____b_____.*")
    assert views.seers(state, tile) == (*seen_by, TRUTH)


def test_ml_56_across_rows_too() -> None:
    rows = ["................"] * 14
    rows[6] = "........a......*"
    state = position("\n".join(rows))
    assert [row for row in range(14) if 0 in views.seers(state, row * 16 + 8)] == [*range(1, 12)]
