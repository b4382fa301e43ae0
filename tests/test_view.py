"""What a view offers to bots beside its facts and layers: its grid, and layers as arrays."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from msgspec import Struct, structs

from freehold.game import PUBLIC, Rect, View
from freehold.games import game_names, load_game
from freehold.kernel import canonical
from freehold.kernel.grids import hex_grid, square_grid
from freehold.testing import Trial
from freehold.testing.plays import begin
from freehold.testing.trials import At
from freehold.testing.words import check_grid, layers_are_as_the_legend_says
from tests.games_under_test import NAMES, game_named, tables
from tests.toy import GAME as TOY


class Plain(Struct, frozen=True):
    """Facts of a game on squares."""


class Hexes(Struct, frozen=True):
    shape: str = "hex"


LAYERS = {"ground": bytes(range(12)), "owner": bytes(12)}
SQUARE = View(0, Plain(), Rect(0, 0, 4, 3), LAYERS)
HEX = View(0, Hexes(), Rect(0, 0, 4, 3), LAYERS)


# Its grid


def test_cells_of_the_grid_are_those_of_the_layers() -> None:
    assert SQUARE.grid is square_grid(4, 3)
    assert SQUARE.grid.touching[5] == (1, 2, 6, 10, 9, 8, 4, 0)
    assert SQUARE.grid.distance(0, 11) == 3
    assert SQUARE.grid.disc(0, 1) == [0, 1, 4, 5]


def test_facts_say_that_a_board_has_hexagons() -> None:
    assert HEX.grid is hex_grid(4, 3)
    assert len(HEX.grid.sides[5]) == 6


@pytest.mark.parametrize("grid", ["hex", "square"])
def test_both_boards_of_minewars(grid: str) -> None:
    game = load_game("minewars")
    match = begin(game, At(2, structs.replace(game.params(), grid=grid)), 1)
    for viewer in (0, PUBLIC):
        assert match.view(viewer).grid is match.state.grid


def test_a_window_has_a_grid_of_its_own_size() -> None:
    match = begin(load_game("mine-land"), At(1), 1)
    view = match.view(0)
    assert (view.grid.width, view.grid.height) == view.rect[2:]


@pytest.mark.parametrize("name", NAMES)
def test_a_view_is_written_as_before(name: str) -> None:
    """Facts and layers are all there is of it in frames and records."""
    view = begin(game_named(name), tables(game_named(name))[0], 1).view(0)
    before = canonical.encode(view)
    assert view.grid
    assert view.planes()
    assert canonical.encode(view) == before
    assert view.__struct_fields__ == ("viewer", "facts", "rect", "layers")


def test_a_grid_of_the_wrong_shape_is_found() -> None:
    hexes = replace(TOY, shape=lambda params: "hex")
    with pytest.raises(AssertionError, match=r"view.grid is square, the board is hex"):
        layers_are_as_the_legend_says(Trial(hexes))


def test_a_window_that_would_shift_the_rows_of_hexagons_is_found() -> None:
    with pytest.raises(AssertionError, match="must begin on an even row, not on row 3"):
        check_grid(structs.replace(HEX, rect=Rect(0, 3, 4, 3)), "hex")


# Its layers as arrays


def test_a_layer_is_an_array_of_rows_without_a_copy() -> None:
    ground = SQUARE.array("ground")
    assert ground.shape == (3, 4)
    assert ground[2, 1] == 9
    assert np.shares_memory(ground, np.frombuffer(LAYERS["ground"], np.uint8))
    with pytest.raises(ValueError, match="read-only"):
        ground[0, 0] = 1


def test_planes_are_all_layers_by_name() -> None:
    planes = SQUARE.planes()
    assert list(planes) == ["ground", "owner"]
    assert all(np.shares_memory(planes[each], SQUARE.array(each)) for each in planes)


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_its_planes(name: str) -> None:
    game = load_game(name)
    view = begin(game, tables(game)[0], 1).view(0)
    assert {each.shape for each in view.planes().values()} == {(view.rect.height, view.rect.width)}
    assert set(view.planes()) == set(game.legend)


def test_a_layer_that_is_not_there_is_told_with_those_that_are() -> None:
    with pytest.raises(ValueError, match="no layer 'grund'; the layers are ground, owner"):
        SQUARE.array("grund")


def test_without_numpy_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(ImportError, match="need NumPy: install it, as in pip install numpy"):
        SQUARE.planes()
    assert SQUARE.grid.sides


def test_numpy_is_loaded_only_when_an_array_is_asked_for() -> None:
    code = (
        "import sys; import freehold.bot; from freehold.games import load_game\n"
        "load_game('land-grab')\n"
        "print('numpy' in sys.modules)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "False\n"
