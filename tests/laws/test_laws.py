"""The eight laws, run against every game that is found. Each law stands in a file of its own."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from freehold.game import AnyGame
from tests.games_under_test import NAMES, At, game_named, has_moments, tables
from tests.laws.law_1 import check_law_1, check_law_1_elsewhere
from tests.laws.law_2 import check_law_2
from tests.laws.law_3 import check_law_3
from tests.laws.law_4 import check_law_4
from tests.laws.law_5 import check_law_5
from tests.laws.law_6 import check_law_6
from tests.laws.law_7 import check_law_7
from tests.laws.law_8 import check_law_8

FEW_PLAYS, MOST_PLAYS = 6, 300
PAIRS = {"area-attack": 2_000, "mine-land": 2_000, "minewars": 2_000}  # where most is hidden


@pytest.fixture(params=NAMES)
def game(request: pytest.FixtureRequest) -> AnyGame:
    return game_named(request.param)


def plays(game: AnyGame, count: int) -> list[tuple[At, int]]:
    """So many tables to play at, each with its seed: all tables of the game in turn."""
    offered = tables(game)
    return [(offered[seed % len(offered)], seed) for seed in range(max(count, len(offered)))]


def play_enough(game: AnyGame, least: int, check: Callable[[At, int], int]) -> None:
    """Play at every table, and go on until this much was checked: a game may be over in no time."""
    count, few = 0, len(plays(game, FEW_PLAYS))
    for number, (at, seed) in enumerate(plays(game, MOST_PLAYS), 1):
        count += check(at, seed)
        if number >= few and count >= least:
            return
    raise AssertionError(f"{game.name}: only {count} were checked, of {least}")


def test_law_1_same_in_same_out(game: AnyGame) -> None:
    for at, seed in plays(game, 4):
        check_law_1(game, at, [seed], most=250)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_law_1_same_in_same_out_in_another_process(name: str) -> None:
    check_law_1_elsewhere(name, "none", seeds=[1], most=150)


def test_law_2_refused_is_untouched(game: AnyGame) -> None:
    play_enough(game, 200, lambda at, seed: check_law_2(game, at, seed))


@pytest.mark.slow
def test_law_3_choices_are_legal(game: AnyGame) -> None:
    play_enough(game, 300, lambda at, seed: check_law_3(game, at, seed, tried=12))


def test_law_4_time_moves_on(game: AnyGame) -> None:
    least = 50 if game.kind == "real-time" and has_moments(game) else 0
    play_enough(game, least, lambda at, seed: check_law_4(game, at, seed, most=150))


@pytest.mark.slow
def test_law_5_secrets_stay_secret(game: AnyGame) -> None:
    offered = tables(game)
    pairs = PAIRS.get(game.name, 400 if game.redeal else 20)
    for seed, at in enumerate(offered):
        report = check_law_5(game, at, seed, -(-pairs // len(offered)))
        print(f"{game.name} at {at.seats} seats: {report}")


def test_law_6_a_replay_is_the_match(game: AnyGame) -> None:
    for at, seed in plays(game, 4):
        check_law_6(game, at, seed, most=300)


def test_law_7_patches_add_up(game: AnyGame) -> None:
    play_enough(game, 50, lambda at, seed: check_law_7(game, at, seed, most=300))
    play_enough(game, 20, lambda at, seed: check_law_7(game, at, seed, most=300, every=9))


def test_law_8_it_ends(game: AnyGame) -> None:
    for at, seed in plays(game, FEW_PLAYS):
        check_law_8(game, at, seed)
