"""The eight laws, run against every game that is found. Each law stands in a file of its own."""

from __future__ import annotations

import pytest

from freehold.game import AnyGame
from freehold.games import game_names
from tests.games_under_test import At, game_named, tables
from tests.laws.law_1 import check_law_1, check_law_1_elsewhere
from tests.laws.law_2 import check_law_2
from tests.laws.law_3 import check_law_3
from tests.laws.law_4 import check_law_4
from tests.laws.law_5 import check_law_5
from tests.laws.law_6 import check_law_6
from tests.laws.law_7 import check_law_7
from tests.laws.law_8 import check_law_8

NAMES = ("template", "lantern", *game_names())
PAIRS = {"area-attack": 2_000, "mine-land": 2_000, "minewars": 2_000}  # where most is hidden


@pytest.fixture(params=NAMES)
def game(request: pytest.FixtureRequest) -> AnyGame:
    return game_named(request.param)


def plays(game: AnyGame, count: int) -> list[tuple[At, int]]:
    """So many tables to play at, each with its seed: all tables of the game in turn."""
    offered = tables(game)
    return [(offered[seed % len(offered)], seed) for seed in range(max(count, len(offered)))]


def test_law_1_same_in_same_out(game: AnyGame) -> None:
    for at, seed in plays(game, 4):
        check_law_1(game, at, [seed], most=250)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_law_1_same_in_same_out_in_another_process(name: str) -> None:
    check_law_1_elsewhere(name, "none", seeds=[1], most=150)


def test_law_2_refused_is_untouched(game: AnyGame) -> None:
    refused = sum(check_law_2(game, at, seed) for at, seed in plays(game, 6))
    assert refused >= 200, f"only {refused} wild actions were refused"


@pytest.mark.slow
def test_law_3_choices_are_legal(game: AnyGame) -> None:
    tried = sum(check_law_3(game, at, seed, tried=12) for at, seed in plays(game, 6))
    assert tried >= 300, f"only {tried} choices were tried"


def test_law_4_time_moves_on(game: AnyGame) -> None:
    wakes = sum(check_law_4(game, at, seed, most=150) for at, seed in plays(game, 6))
    if game.kind == "real-time":
        assert wakes >= 50, f"only {wakes} moments came"


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
    for every, least in ((1, 50), (9, 20)):
        frames = sum(check_law_7(game, at, seed, 300, every) for at, seed in plays(game, 6))
        assert frames >= least, f"only {frames} frames were read, told after {every} steps"


def test_law_8_it_ends(game: AnyGame) -> None:
    for at, seed in plays(game, 6):
        check_law_8(game, at, seed)
