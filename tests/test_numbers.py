"""The numbers of actions stay the same: programs that have learned them would do something else."""

from __future__ import annotations

import pytest

from freehold.games import load_game
from freehold.testing.numbers import numbers_of
from freehold.testing.plays import begin
from freehold.testing.trials import At

NUMBERS: dict[str, dict[int, str]] = {
    "land-grab": {0: "farm 0,0", 13: "farm 1,1", 143: "farm 11,11", 144: "settle 0,0"},
    "area-attack": {
        0: "open 0,0",
        49: "open 1,1",
        2304: "chord 0,0",
        4608: "flag 0,0",
        6912: "unflag 0,0",
        9216: "pick 0,0",
        11520: "confirm",
    },
    "mine-land": {
        0: "step north",
        1: "step east",
        2: "step south",
        3: "step west",
        28: "watch next",
    },
    "minewars": {
        0: "capture 0,0",
        841: "flag 0,0",
        2 * 841: "unflag 0,0",
        3 * 841: "reveal 0,0",
        4 * 841: "smoke 0,0",
        5 * 841: "harvest 0,0",
        6 * 841: "bulldoze 0,0",
        7 * 841: "strike 0,0",
        8 * 841: "deploy decoy 0,0",
        9 * 841: "deploy mine 0,0",
        10 * 841: "deploy trap 0,0",
        11 * 841: "build road 0,0",
        12 * 841: "build barricade 0,0",
        13 * 841: "build tower 0,0",
        14 * 841: "build bridge 0,0 0",
        16 * 841 + 30: "build bridge 1,1 2",
    },
    "territory": {
        0: "declare",
        1: "declare Peace along our border?",
        5: "order",
        6: "order 0,0,U,1",
        26: "order 0,0,U,21",
        27: "order 0,0,D,1",
        90: "order 1,0,U,1",
    },
}
SIZES = {
    "land-grab": 288,
    "area-attack": 11_521,
    "mine-land": 29,
    "minewars": 14_297,
    "territory": 5_382,
}


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_of_the_default_board_stay(name: str) -> None:
    game = load_game(name)
    numbers, view = numbers_of(game), begin(game, At(game.seats[0]), 1).view(0)
    spelled = {index: game.spell(numbers.action(view, index)) for index in NUMBERS[name]}
    assert spelled == NUMBERS[name]
    assert [numbers.index(view, game.parse(each)) for each in spelled.values()] == [*spelled]
    assert numbers.size(game.params(), game.seats[0]) == SIZES[name]


def test_mine_lands_are_seen_from_where_the_player_stands() -> None:
    game = load_game("mine-land")
    numbers, view = numbers_of(game), begin(game, At(1), 1).view(0)
    x, y = view.facts.at
    said = [game.spell(numbers.action(view, index)) for index in range(4, 10)]
    north, east = f"{x},{y - 1}", f"{x + 1},{y - 1}"
    assert said == [f"{verb} {at}" for at in (north, east) for verb in ("flip", "flag", "unflag")]
