"""Games, rulebooks, bots and parameters, as lists."""

from __future__ import annotations

import json

import msgspec
import pytest

from freehold.bots.levels import bot_words
from freehold.games import game_names, load_game, load_rules
from tests.cli import Shell
from tests.games_under_test import OURS


@pytest.mark.parametrize("name", game_names())
def test_games_are_listed_with_a_sentence(shell: Shell, name: str) -> None:
    (line,) = [line for line in shell("games").out.splitlines() if line.startswith(f"{name} ")]
    assert line.endswith(load_game(name).sentence)


def test_a_rulebook_is_printed_as_it_is_when_piped(shell: Shell) -> None:
    assert shell("rules land-grab").out == load_rules(load_game("land-grab"))


@pytest.mark.parametrize("name", game_names())
def test_bots_are_listed_with_a_line_each(shell: Shell, name: str) -> None:
    game = load_game(name)
    lines = [line.split() for line in shell("bots").out.splitlines()]
    listed = [words for of, *words in lines if of == name]
    levels = {level.bot: level for level in game.extras.levels}
    for words, (bot, make) in zip(listed, game.bots.items(), strict=True):
        level = levels.get(bot)
        said = [level.word, level.name, level.sentence] if level else [bot_words(make)]
        assert words == f"{bot} {' '.join(said)}".split()


@pytest.mark.parametrize("name", OURS)
def test_every_bot_of_ours_says_how_it_plays(name: str) -> None:
    assert all(bot_words(make) for make in load_game(name).bots.values())


def test_the_bots_of_one_game_are_listed_alone(shell: Shell) -> None:
    assert "territory" not in shell("bots land-grab").out


@pytest.mark.parametrize("name", game_names())
def test_every_parameter_is_listed_with_default_unit_and_sentence(shell: Shell, name: str) -> None:
    game = load_game(name)
    out = shell(f"params {name}").out
    fields = msgspec.inspect.type_info(game.params).fields  # type: ignore[attr-defined]
    for field in fields:
        assert field.name in out
        words = getattr(field.type, "extra_json_schema", None) or {}
        assert words.get("description", "") in out


def test_a_parameters_range_is_shown(shell: Shell) -> None:
    [line] = [
        line for line in shell("params land-grab").out.splitlines() if line.startswith("points_to_")
    ]
    assert line.split()[:6] == ["points_to_win", "100", "points", "1", "to", "1000"]


def test_a_name_may_be_written_with_an_underscore(shell: Shell) -> None:
    assert shell("params land_grab").code == 0


# As JSON


def test_games_as_json(shell: Shell) -> None:
    found = {each["name"]: each for each in json.loads(shell("games --json").out)}
    assert list(found) == game_names()
    game = load_game("territory")
    assert found["territory"] == {
        "name": "territory",
        "title": game.title,
        "sentence": game.sentence,
        "rules_version": game.rules_version,
        "kind": game.kind,
        "seats": list(game.seats),
    }


def test_bots_as_json(shell: Shell) -> None:
    found = json.loads(shell("bots land-grab --json").out)
    game = load_game("land-grab")
    assert [each["bot"] for each in found] == list(game.bots)
    assert {each["game"] for each in found} == {"land-grab"}
    [level] = [each for each in game.extras.levels if each.bot == "greedy"]
    [greedy] = [each for each in found if each["bot"] == "greedy"]
    assert greedy == {
        "game": "land-grab",
        "bot": "greedy",
        "level": level.word,
        "character": level.name,
        "style": level.sentence,
    }
    assert len(json.loads(shell("bots --json").out)) > len(found)


@pytest.mark.parametrize("name", game_names())
def test_parameters_as_json(shell: Shell, name: str) -> None:
    found = json.loads(shell(f"params {name} --json").out)
    game = load_game(name)
    assert found["game"] == name
    defaults = {each["name"]: each["default"] for each in found["params"]}
    assert defaults == msgspec.to_builtins(game.params())
    assert [each["name"] for each in found["presets"]] == list(game.extras.presets)
    for preset in found["presets"]:
        chosen = msgspec.convert(defaults | preset["params"], game.params)
        assert chosen == game.extras.presets[preset["name"]].params
