"""What a host may choose, and what is refused with which words."""

from typing import Any

import msgspec
import pytest

from freehold.games.land_grab.params import Params


@pytest.mark.parametrize(
    ("chosen", "reason"),
    [
        ({"komi_points": 100}, "choose less than points_to_win, which is 100"),
        ({"komi_points": 30, "points_to_win": 30}, "komi_points 30 would win at once"),
        ({"komi_points": -30, "points_to_win": 30}, "komi_points -30 would win at once"),
        ({"ring_land_percent": 50, "ring_mountain_percent": 51}, "more than 100"),
        ({"increment_seconds": 5}, "set bank_seconds above 0"),
        ({"points_to_win": 0}, ">= 1"),
        ({"points_to_win": 1001}, "<= 1000"),
        ({"border_land_percent": 101}, "<= 100"),
        ({"centre_forest_percent": -1}, ">= 0"),
        ({"bank_seconds": -1}, ">= 0"),
        ({"speed": 1}, "speed"),
    ],
)
def test_a_choice_that_makes_no_game_is_refused_in_words(
    chosen: dict[str, Any], reason: str
) -> None:
    with pytest.raises(msgspec.ValidationError, match=reason):
        msgspec.convert(chosen, Params)


@pytest.mark.parametrize(
    "chosen",
    [
        {"komi_points": 99},
        {"komi_points": -99},
        {"ring_land_percent": 50, "ring_mountain_percent": 50},
        {"increment_seconds": 5, "bank_seconds": 1},
        {"bank_seconds": 60},
    ],
)
def test_a_choice_at_the_edge_is_accepted(chosen: dict[str, int]) -> None:
    params = msgspec.convert(chosen, Params)
    assert {name: getattr(params, name) for name in chosen} == chosen


def test_the_defaults_are_the_rulebooks() -> None:
    assert msgspec.to_builtins(Params()) == {
        "points_to_win": 100,
        "komi_points": 0,
        "border_land_percent": 50,
        "ring_land_percent": 33,
        "ring_mountain_percent": 33,
        "centre_forest_percent": 50,
        "island": "",
        "bank_seconds": 0,
        "increment_seconds": 0,
    }
