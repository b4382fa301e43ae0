"""Steps."""

from __future__ import annotations

import pytest

from tests.games.mine_land import act, codes, draw, position, refusal, view
from tests.pictures import picture

FIELD = """
    .....
    ._o..
    .ra_.
    ..g..
    .....
"""


@pytest.mark.parametrize(
    ("towards", "x", "y"), [("north", 2, 1), ("east", 3, 2), ("south", 2, 3), ("west", 1, 2)]
)
def test_ml_10_ml_11_one_tile_at_a_time_onto_open_ground_sites_and_flags(
    towards: str, x: int, y: int
) -> None:
    state = position(FIELD)
    assert act(state, 0, f"step {towards}") == []
    assert view(state, 0).facts.at == (x, y)
    assert state.crowds[0] == [(0, x, y)]


@pytest.mark.parametrize("towards", ["north", "east", "south", "west"])
def test_ml_11_covered_tiles_are_not_walkable(towards: str) -> None:
    state = position(
        """
        .....
        ..*..
        .$a..
        .....
        .....
        """
    )
    assert refusal(state, 0, f"step {towards}").code == "covered"


def test_ml_25_lit_tiles_are_not_walkable() -> None:
    assert refusal(position("a!..*"), 0, "step east").code == "lit"


@pytest.mark.parametrize(
    ("board", "towards"),
    [("a_*", "west"), ("*_a", "east"), ("a_*", "north"), ("a_*", "south")],
)
def test_ml_10_the_world_ends_at_its_edge(board: str, towards: str) -> None:
    assert refusal(position(board), 0, f"step {towards}").code == "edge"


def test_ml_10_walking_along_the_edge() -> None:
    state = position(
        """
        a_*
        ___
        __.
        """
    )
    for now, towards in enumerate(("east", "south", "east", "west", "south", "west", "north")):
        act(state, 0, f"step {towards}", now * 1000)
    assert view(state, 0).facts.at == (0, 1)


def test_ml_12_any_number_may_stand_on_one_tile() -> None:
    state = position("ab_c*")
    act(state, 0, "step east")
    act(state, 2, "step west")
    act(state, 1, "step east")
    assert [walker.at for walker in state.walkers] == [1, 2, 2]
    act(state, 2, "step west", 120)
    assert [walker.at for walker in state.walkers] == [1, 2, 1]
    assert view(state, 1).facts.walkers == ((0, 1, 0), (2, 1, 0))


def test_ml_13_a_step_every_120_ms() -> None:
    state = position("a___*")
    act(state, 0, "step east", 1_000)
    early = refusal(state, 0, "step east", 1_119)
    assert (early.code, early.facts) == ("too_soon", {"at": 1_120})
    act(state, 0, "step east", 1_120)
    assert view(state, 0).facts.step_at == 1_240


def test_ml_13_steps_and_digs_do_not_wait_for_each_other() -> None:
    state = position("_a_.*")
    act(state, 0, "step east", 1_000)
    act(state, 0, "flip 3,0", 1_000)
    act(state, 0, "step west", 1_120)
    assert view(state, 0).facts.dig_at == 1_150


def test_ml_14_a_flag_may_be_taken_under_somebodys_feet() -> None:
    state = position("_rab..*")
    act(state, 0, "step west")
    act(state, 1, "step west")
    act(state, 1, "unflag 1,0")
    assert draw(state) == "_ab_..*"
    assert state.ground[1] == 1, "covered again, with somebody on it"
    act(state, 0, "step east", 120)
    assert refusal(state, 0, "step west", 240).code == "covered"


def test_ml_14_and_the_tile_may_then_be_flipped_there() -> None:
    state = position("_rab..*")
    act(state, 0, "step west")
    act(state, 1, "step west")
    act(state, 1, "unflag 1,0")
    act(state, 1, "flip 1,0", 150)
    act(state, 0, "step west", 200)
    act(state, 0, "step east", 400)
    assert view(state, 0).facts.at == (1, 0)


def test_ml_29_the_first_who_steps_there_takes_all_the_flags() -> None:
    state = position("a_b..*")
    state.loot[1] = 4
    notices = act(state, 0, "step east")
    assert codes(notices) == ["collected"]
    assert notices[0].facts == {"seat": 0, "flags": 4, "x": 1, "y": 0}
    assert notices[0].to is not None
    assert set(notices[0].to) >= {0, 1}
    assert (state.walkers[0].flags, state.loot[1]) == (7, 0)
    assert act(state, 1, "step west") == []
    assert state.walkers[1].flags == 3


def test_a_refused_step_costs_no_time() -> None:
    state = position("a.*")
    refusal(state, 0, "step east", 500)
    assert state.walkers[0].step_at == 0


def test_the_picture_of_a_position_is_its_inverse() -> None:
    assert draw(position(FIELD)) == picture(FIELD)
