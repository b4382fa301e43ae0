"""LG-25: a match of two games with the roles swapped."""

import pytest

from freehold.game import Outcome, SwapTotal
from freehold.games.land_grab.params import Params
from freehold.games.land_grab.series import GAMES, standing


def points(first: int, second: int) -> Outcome:
    places = (1, 2) if first > second else (2, 1)
    return Outcome("points", places, (first, second))


@pytest.mark.parametrize(
    ("first", "second", "result"),
    [
        (points(100, 60), points(103, 90), SwapTotal((190, 163), 0)),
        (points(100, 90), points(101, 60), SwapTotal((160, 191), 1)),
        (points(100, 90), points(100, 90), SwapTotal((190, 190), None)),
        (points(100, 90), points(80, 100), SwapTotal((200, 170), 0)),
    ],
)
def test_lg_25_the_points_of_two_games_with_swapped_roles_are_added(
    first: Outcome, second: Outcome, result: SwapTotal
) -> None:
    assert standing(first, second) == result


@pytest.mark.parametrize("ending", ["resigned", "time"])
def test_lg_25_giving_up_a_game_leaves_the_other_at_least_the_target(
    ending: str,
) -> None:
    # The leader of the first game sits in seat 1 of the second and gives it up at once.
    given_up = Outcome(ending, (1, 2), (0, 0))
    assert standing(points(100, 20), given_up) == SwapTotal((100, 120), 1)
    assert standing(points(50, 20), given_up, Params(points_to_win=50)) == SwapTotal((50, 70), 1)
    assert standing(Outcome(ending, (2, 1), (30, 10)), points(40, 100)).points == (130, 140)


def test_lg_25_a_stalemate_counts_the_points_there_are() -> None:
    stalemate = Outcome("stalemate", (1, 2), (9, 4))
    assert standing(stalemate, stalemate) == SwapTotal((13, 13), None)


def test_a_series_is_two_games() -> None:
    assert GAMES == 2
