"""What a host may choose, and what is refused with a reason."""

from __future__ import annotations

import msgspec
import pytest

from freehold.game import Setup
from freehold.games.mine_land import GAME, rules
from freehold.games.mine_land.params import Params
from freehold.games.mine_land.presets import PRESETS
from tests.games.mine_land import KEY, new_state


def test_ml_01_the_usual_numbers() -> None:
    params = Params()
    assert (params.width_tiles, params.height_tiles) == (1000, 1000)
    assert (params.density_permille, params.hidden_flags_percent) == (80, 120)
    assert (params.spawn_tiles, params.safe_steps, params.sight_tiles) == (10, 5, 5)
    assert (params.step_ms, params.dig_ms, params.chain_ms, params.unflag_ms) == (
        120,
        150,
        100,
        5_000,
    )
    assert (params.blast_radius, params.start_flags, params.round_seconds) == (3, 3, 0)
    assert (params.all_dead_ms, params.rest_ms) == (30_000, 20_000)
    assert (params.cascade, params.flags_shield, params.end_when_all_dead) == (False, False, True)


def test_ml_02_a_density_above_125_permille_is_refused_with_the_reason() -> None:
    assert Params(density_permille=125).density_permille == 125
    with pytest.raises(ValueError, match="for ever; use 125 or fewer"):
        Params(density_permille=126)


def test_ml_02_so_is_a_world_too_small_for_its_spawn_tiles() -> None:
    with pytest.raises(ValueError, match="10 start tiles leave too little room for 80 bombs"):
        new_state(width_tiles=40, height_tiles=25, spawn_tiles=10, safe_steps=4)


def test_ml_02_a_world_without_a_bomb_is_refused() -> None:
    with pytest.raises(ValueError, match="has no bombs; raise density_permille"):
        new_state(width_tiles=30, height_tiles=30, spawn_tiles=1, density_permille=1)


def test_ml_51_safe_steps_are_never_below_the_blast_radius() -> None:
    assert Params(safe_steps=3, blast_radius=3).safe_steps == 3
    with pytest.raises(ValueError, match="raise safe_steps to at least blast_radius"):
        Params(safe_steps=2, blast_radius=3)


def test_ml_21_cascades_need_bombs_on_a_tenth_of_the_tiles() -> None:
    assert Params(cascade=True, density_permille=100).cascade
    with pytest.raises(ValueError, match="use 100 or more, or turn cascades off"):
        Params(cascade=True, density_permille=99)


@pytest.mark.parametrize("name", Params.__struct_fields__)
def test_every_param_says_its_unit_and_clause(name: str) -> None:
    field = msgspec.json.schema(Params)["$defs"]["Params"]["properties"][name]
    assert field["title"]
    assert "(ML-" in field["description"]


def test_ml_54_results_are_shown_for_a_while_before_the_next_round() -> None:
    assert GAME.world is not None
    assert GAME.world.rest_ms(Params()) == 20_000
    assert GAME.world.rest_ms(Params(rest_ms=7)) == 7


def test_ml_55_a_player_may_be_gone_for_ten_seconds() -> None:
    assert GAME.grace_ms == 10_000


@pytest.mark.parametrize(("name", "side"), [("land", 1000), ("county", 300), ("field", 100)])
def test_ml_01_presets_for_companies_of_all_sizes(name: str, side: int) -> None:
    preset = PRESETS[name]
    assert preset.params == Params(width_tiles=side, height_tiles=side)
    assert rules.new(Setup(preset.params, 1, KEY)).open_bombs == side * side * 8 // 100
