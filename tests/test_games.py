"""Games are found by their folder, by an entry point, or where somebody says that they are."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points

import pytest

from freehold import games
from freehold.game import Malformed
from freehold.games import folder_of, game_names, load_game, load_rules, part_of
from freehold.games._template import GAME as TEMPLATE
from tests.toy import GAME as TOY


def bring(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    """As if a package were installed that brings this game."""
    brought = (EntryPoint(name, value, games.ENTRY_POINTS),)
    monkeypatch.setattr(games, "_brought", lambda: brought)


@pytest.mark.parametrize("name", game_names())
def test_every_folder_is_a_game_of_that_name_with_a_rulebook(name: str) -> None:
    game = load_game(name)
    assert game.name == name
    assert load_rules(game).startswith("# ")


def test_the_template_is_no_game_to_be_found() -> None:
    assert TEMPLATE.name not in game_names()


def test_an_installed_package_brings_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    bring(monkeypatch, TOY.name, "tests.toy:GAME")
    assert TOY.name in game_names()
    assert load_game(TOY.name) is TOY


def test_installed_packages_are_asked_by_the_group_of_games() -> None:
    assert games._brought() == tuple(entry_points(group="freehold.games"))


def test_an_entry_point_that_is_no_game_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    bring(monkeypatch, "mistaken", "tests.toy:rules")
    with pytest.raises(Malformed, match="'mistaken' is no Game record but a module"):
        load_game("mistaken")


def test_a_game_that_is_not_there_is_malformed_and_the_others_are_named() -> None:
    with pytest.raises(Malformed, match=r"no game 'chess'; the games are .*land-grab"):
        load_game("chess")


def test_a_game_that_is_not_found_by_its_name_is_found_by_its_folder() -> None:
    assert load_game(TOY.name, "tests.toy") is TOY


def test_a_folder_does_not_stand_in_for_a_game_that_is_found() -> None:
    assert load_game("land-grab", "tests.toy").name == "land-grab"


def test_a_games_folder_is_the_package_of_its_record() -> None:
    assert folder_of(TEMPLATE) == "freehold.games._template"


def test_a_part_that_only_some_games_have_is_loaded_or_none() -> None:
    assert part_of(load_game("minewars"), "presets").PRESETS
    assert part_of(TEMPLATE, "presets") is None
