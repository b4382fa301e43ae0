"""What the terminal does with every game found, our own or from another package."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from freehold.game import AnyGame
from freehold.games import game_names, load_game, load_rules
from tests.cli import Shell
from tests.games_under_test import FOUND, records_of, tables

IN_TURNS = [name for name in game_names() if load_game(name).kind != "real-time"]
WITH_BOTS = [name for name in game_names() if load_game(name).bots]


@pytest.mark.parametrize("name", game_names())
def test_its_rulebook_is_printed(shell: Shell, name: str) -> None:
    assert shell(f"rules {name}").out == load_rules(load_game(name))


@pytest.mark.parametrize("name", IN_TURNS)
def test_it_can_be_sat_down_to_and_left(shell: Shell, name: str) -> None:
    game = load_game(name)
    people = "" if game.bots else "--seats " + ",".join(["human"] * game.seats[0])
    said = shell(f"play {name} {people}", "help\nmoves\nboard\nwhy 0,0\nnonsense\nquit\n")
    assert (said.code, said.err) == (0, "")
    assert game.sentence.rstrip(".") in said.out


def settings(game: AnyGame) -> tuple[int, list[str]]:
    """The seats of its first table, and how its params are given on the command line."""
    at = tables(game)[0]
    usual: dict[str, Any] = msgspec.to_builtins(game.params())
    chosen: dict[str, Any] = msgspec.to_builtins(at.params or game.params())
    words = []
    for name, value in chosen.items():
        if value != usual[name]:
            Path(f"{name}.txt").write_text(spelled(value))
            words += ["--set", f"{name}=@{name}.txt"]
    return at.seats, words


def spelled(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_BOTS)
def test_its_weakest_bots_play_it_among_themselves(shell: Shell, name: str) -> None:
    game = load_game(name)
    seats, words = settings(game)
    bots = ",".join([next(iter(game.bots))] * seats)
    said = shell(["play", name, "--seats", bots, "--seed", "1", "--json", *words])
    assert said.code == 0, said.err
    outcome = msgspec.json.decode(said.out)["outcome"]
    assert outcome["ending"] in game.endings
    assert len(outcome["places"]) == seats


@pytest.mark.slow
@pytest.mark.parametrize("name", FOUND)
def test_its_records_are_verified_shown_and_drawn(shell: Shell, name: str) -> None:
    paths = records_of(load_game(name))
    for path in paths:
        Path(path.name).write_bytes(path.read_bytes())
    assert shell(["replay", "verify", *(path.name for path in paths)]).code == 0
    first = paths[0].name
    assert load_game(name).title in shell(["replay", "show", first, "--entry", "0"]).out
    assert shell(["replay", "svg", first, "--out", "board.svg"]).code == 0
    assert Path("board.svg").read_text().startswith("<svg")
