"""Set-up: the board's size, its density, and what is refused (AA-01, AA-05)."""

import msgspec
import pytest

from freehold.games.area_attack import GAME
from freehold.games.area_attack.params import Params, sides
from freehold.kernel.chance import key_of
from freehold.match import Match, Seated
from tests.games.area_attack import new_state, started_match


@pytest.mark.parametrize(("seats", "side"), [(2, 48), (3, 56), (4, 64)])
def test_aa_01_the_board_grows_with_the_players(seats: int, side: int) -> None:
    match = Match.new(GAME, (Seated("x"),) * seats, key_of(1))
    assert (match.state.width, match.state.height) == (side, side)
    assert match.state.terms.mines == side * side * 18 // 100
    assert match.state.mine.count(1) == 0, "the board is blank until all have confirmed"


def test_aa_01_mines_lie_on_18_percent_of_the_cells() -> None:
    assert started_match(width_cells=30, height_cells=20).state.mine.count(1) == 108


def test_aa_01_the_board_may_be_any_rectangle() -> None:
    assert sides(Params(width_cells=20, height_cells=30), 2) == (20, 30)
    assert sides(Params(width_cells=20), 2) == (20, 20)
    assert sides(Params(height_cells=30), 2) == (30, 30)
    assert sides(Params(width_cells=8), 2) == (8, 8)
    state = new_state(width_cells=20, height_cells=30)
    assert (state.width, state.height, len(state.cell)) == (20, 30, 600)


@pytest.mark.parametrize("side", [1, 7])
def test_a_side_too_short_is_refused(side: int) -> None:
    with pytest.raises(ValueError, match="too short"):
        Params(width_cells=side)
    with pytest.raises(ValueError, match="too short"):
        Params(height_cells=side)


def test_aa_01_a_density_below_10_percent_is_refused_with_the_reason() -> None:
    with pytest.raises(ValueError, match="a single click would open almost the whole board"):
        Params(density_percent=9)
    assert Params(density_percent=10).density_percent == 10
    with pytest.raises(msgspec.ValidationError, match="whole board"):
        msgspec.convert({"density_percent": 0}, Params)


def test_the_numbers_of_the_rulebook_are_the_defaults() -> None:
    assert msgspec.to_builtins(Params()) == {
        "width_cells": 0,
        "height_cells": 0,
        "density_percent": 18,
        "apart_cells": 10,
        "apart_percent": 25,
        "pick_ms": 45_000,
        "stage_2_ms": 180_000,
        "stage_3_ms": 360_000,
        "lock_ms": 60_000,
        "stage_2_percent": 60,
        "stage_3_percent": 90,
        "freeze_ms": 5_000,
        "blast_radius": 3,
    }


def test_the_stages_must_come_one_after_the_other() -> None:
    with pytest.raises(ValueError, match="raise stage_3_ms"):
        Params(stage_2_ms=360_000)
    with pytest.raises(ValueError, match="raise stage_3_percent"):
        Params(stage_2_percent=91)
    assert Params(stage_2_percent=90).stage_2_percent == 90


def test_aa_05_a_board_too_small_for_the_distance_is_refused_at_set_up() -> None:
    # A starting cell keeps the 109 cells nearer than 6 away from the next player.
    with pytest.raises(ValueError, match="too small for 2 players"):
        new_state(2, width_cells=10, height_cells=10)
    with pytest.raises(ValueError, match="too small for 4 players"):
        new_state(4, width_cells=16, height_cells=16)
    assert new_state(2, width_cells=10, height_cells=11).width == 10
    assert new_state(3, width_cells=16, height_cells=16).width == 16
    with pytest.raises(ValueError, match="too small"):
        new_state(2, width_cells=109, height_cells=8, apart_cells=64)


@pytest.mark.parametrize(
    ("width", "height", "squared"),
    [(48, 48, 144), (64, 64, 256), (20, 30, 100), (30, 64, 100), (50, 50, 157), (42, 60, 111)],
)
def test_aa_03_the_distance_is_ten_or_a_quarter_of_the_shorter_side(
    width: int, height: int, squared: int
) -> None:
    state = new_state(width_cells=width, height_cells=height, apart_cells=10, apart_percent=25)
    assert state.terms.apart_squared == squared
