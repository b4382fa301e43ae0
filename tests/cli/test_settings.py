"""What people write after options."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from freehold.cli import main
from freehold.cli.errors import Trouble
from freehold.cli.settings import default_line_up, find_game, read_clock, read_params
from freehold.game import Clock, Extras
from freehold.games import load_game

LG, TR = load_game("land-grab"), load_game("territory")


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        (None, Clock()),
        ("none", Clock()),
        ("300+5", Clock(300_000, 5_000)),
        ("300", Clock(300_000)),
        ("0.5", Clock(500)),
        ("limit=60", Clock(0, 0, 60_000)),
        ("300+5,limit=60", Clock(300_000, 5_000, 60_000)),
    ],
)
def test_clocks_are_written_in_seconds(text: str | None, clock: Clock) -> None:
    assert read_clock(text, LG, LG.params()) == clock


def test_a_clock_that_a_parameter_sets_is_used() -> None:
    params = read_params(LG, ["bank_seconds=60", "increment_seconds=2"])
    assert read_clock(None, LG, params) == Clock(60_000, 2_000)
    assert read_clock("none", LG, params) == Clock()


def test_a_games_own_clock_is_used_only_when_it_is_asked_for() -> None:
    assert read_clock(None, TR, TR.params()) == Clock()
    assert read_clock("game", TR, TR.params()) == TR.clock(TR.params()) != Clock()


def test_by_default_a_person_meets_easy_bots_or_else_the_weakest() -> None:
    assert default_line_up(LG, humans=True) == ("", "settler")
    unlevelled = dataclasses.replace(TR, extras=Extras())
    assert default_line_up(unlevelled, humans=True) == ("", "random", "random")


def test_without_bots_one_person_plays_alone_and_more_are_told_what_to_write() -> None:
    alone = dataclasses.replace(LG, bots={}, seats=(1, 3))
    assert default_line_up(alone, humans=True) == ("",)
    with pytest.raises(Trouble, match=r"no bots yet; write --seats human,human,human$"):
        default_line_up(dataclasses.replace(TR, bots={}), humans=True)
    with pytest.raises(Trouble, match=r"no bots yet, so only people can play it$"):
        default_line_up(alone, humans=False)


def test_the_last_of_equal_settings_counts() -> None:
    params = read_params(LG, ["points_to_win=5", "points-to-win=7"])
    assert getattr(params, "points_to_win") == 7  # noqa: B009  (the type is any game's)


def test_a_preset_is_a_beginning_that_other_settings_change() -> None:
    params: Any = read_params(find_game("minewars"), ["cities=4", "preset=blitz"])
    assert (params.limit_ms, params.cities) == (480_000, 4)


def test_a_game_without_presets_has_no_such_parameter() -> None:
    with pytest.raises(Trouble, match="no parameter 'preset'"):
        read_params(find_game("area-attack"), ["preset=classic"])


@pytest.mark.parametrize("command", [["play", "--seats", "human"], ["simulate"]])
def test_parameters_that_do_not_fit_each_other_are_one_sentence(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    small = ["--set", "width_tiles=20", "--set", "height_tiles=20"]
    assert main([command[0], "mine-land", *command[1:], *small]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"freehold {command[0]}: 10 start tiles leave too little room")
    assert len(said.splitlines()) == 1
