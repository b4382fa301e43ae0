"""Every match of the arena is the same whether it is looked at often, seldom or never."""

from __future__ import annotations

import msgspec
import pytest

from freehold.arena import Disturbed, simulate
from freehold.arena.bouts import Bout, play_bout
from freehold.games import game_names, load_game
from freehold.games._template import GAME
from tests.games_under_test import game_named, tables
from tests.laws.faults import FAULTS


def test_looking_changes_nothing() -> None:
    simulate(GAME, ("random", "random"), 4, params={"side_cells": 3}, every_look=True)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in game_names() if load_game(name).bots])
def test_looking_changes_nothing_in_a_match_of_bots(name: str) -> None:
    game = load_game(name)
    level = next(iter(game.bots))
    at = tables(game)[0]
    params = msgspec.to_builtins(at.params)
    play_bout(game, params, Bout(1, (level,) * at.seats), every_look=True)


@pytest.mark.parametrize("name", ["template", "land-grab"])
def test_a_game_that_changes_when_it_is_looked_at_is_found_out(name: str) -> None:
    game = FAULTS["looks_later"](game_named(name))
    level = next(iter(game.bots))
    with pytest.raises(Disturbed, match=f"{name}, seed 3, .*depends on who looks"):
        play_bout(game, {}, Bout(3, (level, level)), every_look=True)
