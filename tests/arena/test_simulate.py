"""Many matches, by one process or by several."""

from __future__ import annotations

import pytest

from freehold.arena import simulate
from freehold.game import Malformed
from freehold.games import load_game
from freehold.games._template import GAME


@pytest.mark.slow
def test_the_result_does_not_depend_on_the_number_of_processes() -> None:
    game, line_up = load_game("land-grab"), ["random", "random"]
    alone = simulate(game, line_up, 10, seed=5, jobs=1)
    assert simulate(game, line_up, 10, seed=5, jobs=2) == alone
    assert simulate(game, line_up, 10, seed=6, jobs=1) != alone


@pytest.mark.slow
def test_a_worker_finds_a_game_that_is_on_no_list() -> None:
    summary = simulate(GAME, ["random"] * 3, 4, jobs=2)
    assert summary.endings == {"full": 4}


def test_progress_is_told_after_each_match() -> None:
    played: list[int] = []
    summary = simulate(GAME, ["random", "random"], 3, progress=played.append)
    assert played == [1, 2, 3]
    assert summary.games == 3


def test_parameters_are_passed_on() -> None:
    summary = simulate(GAME, ["random", "random"], 2, params={"side_cells": 3})
    assert summary.entries.most == 9


def test_a_better_bot_wins_more() -> None:
    summary = simulate(load_game("territory"), ["greedy", "random", "random"], 6)
    assert summary.levels["greedy"].times_fair[1] > 1


@pytest.mark.parametrize(
    ("line_up", "games", "words"),
    [
        (["random"], 1, "for 2 to 4 seats, and the line-up has 1"),
        (["random", "clever"], 1, "no bot 'clever'; its bots are random"),
        (["random", "random"], 0, "at least one game"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(
    line_up: list[str], games: int, words: str
) -> None:
    with pytest.raises(Malformed, match=words):
        simulate(GAME, line_up, games)
