"""Games, rulebooks, bots and parameters, as lists."""

from __future__ import annotations

import msgspec
import pytest

from freehold.cli.listings import bot_words
from freehold.games import game_names, load_game, load_rules
from tests.cli import Shell


def test_games_are_listed_with_a_sentence(shell: Shell) -> None:
    out = shell("games").out
    for name in game_names():
        game = load_game(name)
        assert game.sentence in out
    assert "land-grab" in out


def test_a_rulebook_is_printed_as_it_is_when_piped(shell: Shell) -> None:
    assert shell("rules land-grab").out == load_rules(load_game("land-grab"))


def test_bots_are_listed_with_a_line_each(shell: Shell) -> None:
    out = shell("bots").out
    for name in game_names():
        for make in load_game(name).bots.values():
            assert bot_words(make)
            assert bot_words(make) in out
    assert "territory" not in shell("bots land-grab").out


@pytest.mark.parametrize("name", game_names())
def test_every_parameter_is_listed_with_default_unit_and_sentence(shell: Shell, name: str) -> None:
    game = load_game(name)
    out = shell(f"params {name}").out
    fields = msgspec.inspect.type_info(game.params).fields  # type: ignore[attr-defined]
    for field in fields:
        assert field.name in out
        assert field.type.extra_json_schema["description"] in out


def test_a_parameters_range_is_shown(shell: Shell) -> None:
    [line] = [
        line for line in shell("params land-grab").out.splitlines() if line.startswith("points_to_")
    ]
    assert line.split()[:6] == ["points_to_win", "100", "points", "1", "to", "1000"]


def test_a_name_may_be_written_with_an_underscore(shell: Shell) -> None:
    assert shell("params land_grab").code == 0
