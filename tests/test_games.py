"""Games are found by their folder, by an entry point, or where somebody says that they are."""

from __future__ import annotations

import dataclasses
import re
import shutil
from collections.abc import Callable
from importlib import resources
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest

from freehold import games
from freehold.game import Clock, Extras, Key, Level, Malformed, Preset
from freehold.games import game_names, load_game, load_games, load_rules, problems_of
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
    bring(monkeypatch, "mistaken", "tests.toy:TEXTS")
    with pytest.raises(Malformed, match="'mistaken' is no Game record but a mappingproxy"):
        load_game("mistaken")


def test_a_game_that_is_not_there_is_malformed_and_the_others_are_named() -> None:
    with pytest.raises(Malformed, match=r"no game 'chess'; the games are .*land-grab"):
        load_game("chess")


def test_a_game_that_is_not_found_by_its_name_is_found_by_its_folder() -> None:
    assert load_game(TOY.name, "tests.toy") is TOY


def test_a_folder_does_not_stand_in_for_a_game_that_is_found() -> None:
    assert load_game("land-grab", "tests.toy").name == "land-grab"


def test_a_games_folder_is_the_package_of_its_record() -> None:
    assert TEMPLATE.folder == "freehold.games._template"


def test_what_only_some_games_have_is_in_the_record() -> None:
    assert load_game("minewars").extras.presets
    assert not TEMPLATE.extras.presets


# A record that is not sound is left out with a sentence, and the others are there


def complaints(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> list[str]:
    bring(monkeypatch, name, value)
    heard: list[str] = []
    loaded = load_games(heard.append)
    assert set(loaded) == set(games._ours()), "the others are loaded"
    return heard


def test_an_entry_point_without_its_record_says_what_to_write(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (sentence,) = complaints(monkeypatch, "lantern", "tests.toy")
    assert sentence.endswith('name its record: lantern = "tests.toy:GAME"')


def test_a_record_of_another_name_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    (sentence,) = complaints(monkeypatch, "torch", "tests.toy:GAME")
    assert "name='lantern'; folder, entry point and record must agree" in sentence


def test_a_package_that_cannot_be_imported_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    (sentence,) = complaints(monkeypatch, "nowhere", "tests.nowhere:GAME")
    assert "ModuleNotFoundError: No module named 'tests.nowhere'" in sentence


def test_nobody_takes_the_place_of_one_of_our_games(monkeypatch: pytest.MonkeyPatch) -> None:
    bring(monkeypatch, "land-grab", "tests.toy:GAME")
    heard: list[str] = []
    assert load_games(heard.append)["land-grab"].title == "Land Grab"
    assert ["it needs another name" in sentence for sentence in heard] == [True]


def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[str], str]) -> str:
    """A copy of the template as a package, its files changed; its name."""
    name = f"copied_{tmp_path.name.replace('-', '_')}"
    folder = tmp_path / name
    shutil.copytree(str(resources.files(TEMPLATE.folder)), folder)
    for path in folder.glob("*.py"):
        path.write_text(change(path.read_text()))
    monkeypatch.syspath_prepend(str(tmp_path))
    return name


def renamed(text: str, name: str) -> str:
    return text.replace(TEMPLATE.folder, name).replace('name="template"', f'name="{name}"')


def test_a_renamed_copy_of_the_template_is_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"copied_{tmp_path.name.replace('-', '_')}"
    copied(tmp_path, monkeypatch, lambda text: renamed(text, name))
    bring(monkeypatch, name, f"{name}:GAME")
    assert load_game(name).folder == name
    assert load_rules(load_game(name)).startswith("# ")


@pytest.mark.parametrize("left", ["state import", "import actions, rules, views", "actions import"])
def test_a_copied_template_that_still_imports_the_template_says_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left: str
) -> None:
    name = f"copied_{tmp_path.name.replace('-', '_')}"

    def change(text: str) -> str:
        lines = text.splitlines(keepends=True)
        return "".join(line if left in line else renamed(line, name) for line in lines)

    copied(tmp_path, monkeypatch, change)
    if not any(left in path.read_text() for path in (tmp_path / name).glob("*.py")):
        pytest.fail(f"the template has no line with '{left}'")
    (sentence,) = complaints(monkeypatch, name, f"{name}:GAME")
    assert "still imports from freehold.games._template" in sentence


def broken(**changes: Any) -> list[str]:
    return list(problems_of(dataclasses.replace(TEMPLATE, **changes), "template"))


def test_a_sound_record_has_no_problems() -> None:
    assert broken() == []


@pytest.mark.parametrize(
    ("extras", "says"),
    [
        ({"presets": {}}, "extras is a dict; write extras=Extras"),
        (
            Extras(presets={"big": Preset("Big.", (2, 4), Clock())}),
            "'big' has other params",
        ),
        (Extras(presets={"big": Preset("Big.", (2, 9), TEMPLATE.params())}), r"is for \(2, 9\)"),
        (Extras(keys={"x": Key("fly {x},{y}", "fly")}), "the key 'x' says 'fly {x},{y}'"),
        (Extras(keys={"x": Key("claim {z}", "claim")}), "the key 'x' says 'claim {z}'"),
    ],
)
def test_extras_that_do_not_fit_the_game_are_found(extras: Any, says: str) -> None:
    (problem,) = broken(extras=extras)
    assert re.search(says, problem)


def levelled(*changes: dict[str, Any]) -> list[str]:
    """What is wrong with the template if its bots are offered so, each like Moss but for that."""
    moss = Level("random", "easy", "Moss", "stone", "Claims any free cell.")
    bots = {"random": TEMPLATE.bots["random"], "other": TEMPLATE.bots["random"]}
    levels = tuple(msgspec.structs.replace(moss, **each) for each in changes)
    return broken(bots=bots, extras=Extras(levels=levels))


def test_levels_of_the_games_own_bots_are_sound() -> None:
    assert levelled({}, {"bot": "other", "name": "Flint"}) == []
    assert levelled({}, {"bot": "other", "name": "Flint", "word": "expert"}) == []


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"bot": "greedy"}, "the level 'greedy' is of no bot; the bots are random, other"),
        ({"word": "Easy"}, "'random' has the word 'Easy', which is none of beginner, easy, medium"),
        ({"name": " "}, "the level 'random' needs a name of 1 to 16 characters"),
        ({"name": "Moss of the Long Name"}, "needs a name of 1 to 16 characters"),
        ({"face": "Red Fox"}, "has the face 'Red Fox'; write one lower-case word"),
        ({"face": ""}, "has the face ''; write one lower-case word"),
        ({"sentence": ""}, "the level 'random' needs a sentence on how it plays"),
    ],
)
def test_a_level_that_cannot_be_offered_is_found(changed: dict[str, Any], says: str) -> None:
    (problem,) = levelled(changed)
    assert says in problem


def test_levels_that_cannot_be_told_apart_or_are_out_of_order_are_found() -> None:
    assert levelled({}, {}) == [
        "two of its levels have the bot 'random'",
        "two of its levels have the name 'Moss'",
    ]
    (problem,) = levelled({"word": "hard"}, {"bot": "other", "name": "Flint", "word": "medium"})
    words = "beginner, easy, medium, hard, expert, master"
    assert f"not in the order of their words: {words}" in problem
    (problem,) = broken(extras=Extras(levels=TEMPLATE.extras.levels[0]))  # type: ignore[arg-type]
    assert "write (Level(...),)" in problem


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("{who:player} to move", "'{who:player} to move', but there is no fact 'who'"),
        ("{mover:seat} to move", "'{mover:seat} to move', but 'seat' is none of player, players"),
        ("{mover to move", "'{mover to move', which cannot be filled"),
    ],
)
def test_words_of_facts_that_cannot_be_filled_are_found(words: str, says: str) -> None:
    mover = Annotated[int, msgspec.Meta(description=words)]
    (problem,) = broken(facts=msgspec.defstruct("Facts", [("mover", mover)]))
    assert problem.startswith("its fact 'mover' says ")
    assert says in problem


def test_facts_that_cannot_be_read_are_found() -> None:
    class Facts(msgspec.Struct, frozen=True):
        mover: NoSuchType  # type: ignore[name-defined]  # noqa: F821

    (problem,) = broken(facts=Facts)
    assert "its facts cannot be read: NameError: name 'NoSuchType' is not defined" in problem


def test_words_of_facts_that_can_be_filled_are_sound() -> None:
    class Facts(msgspec.Struct, frozen=True):
        mover: Annotated[int, msgspec.Meta(description="{mover:player}, {rounds:one:# left}")]
        rounds: Annotated[int, msgspec.Meta(description="")]
        plain: int

    assert broken(facts=Facts) == []


def test_a_folder_that_is_no_package_is_found() -> None:
    assert any("write folder=__name__" in each for each in broken(folder="no.such.package"))


def test_a_game_without_a_rulebook_says_where_it_belongs() -> None:
    game = dataclasses.replace(TEMPLATE, folder="freehold.match")
    with pytest.raises(Malformed, match=r"put a RULES.md into freehold\.match"):
        load_rules(game)
