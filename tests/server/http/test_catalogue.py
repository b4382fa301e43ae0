"""What the catalogue says of games: presets, and words for facts."""

from __future__ import annotations

from dataclasses import replace

from freehold.game import Extras
from freehold.games import load_game
from freehold.games._template import GAME as TEMPLATE
from freehold.server.http.catalogue import about_game


def test_a_games_presets_are_told_with_what_they_change() -> None:
    presets = {preset.name: preset for preset in about_game(load_game("minewars")).presets}
    assert list(presets) == ["classic", "duel", "mayhem", "blitz"]
    mined = {"starting_mines": 3, "starting_decoys": 1, "tower_cost_percent": 50}
    assert presets["classic"].params == mined | {"limit_ms": 1_200_000}
    assert presets["mayhem"].params == mined | {"cities": 1, "starting_decoys": 2}
    assert presets["duel"].seats == (2, 2)


def test_a_game_without_presets_tells_none() -> None:
    assert about_game(TEMPLATE).presets == []


def test_levels_are_told_as_the_record_has_them() -> None:
    (level,) = about_game(TEMPLATE).levels
    assert (level.bot, level.word, level.name) == ("random", "easy", "Pebble")
    assert about_game(replace(TEMPLATE, extras=Extras())).levels == ()


def test_facts_are_told_with_their_words() -> None:
    assert about_game(TEMPLATE).facts == {
        "mover": "{mover:player} to move",
        "cells": "Cells: {cells:each}",
        "gone": "Resigned: {gone:each}",
    }


def test_facts_without_words_are_left_to_their_names() -> None:
    assert about_game(load_game("land-grab")).facts == {}
