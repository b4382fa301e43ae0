"""No choice of a bot follows from a tile's number: on a mirrored map it makes the mirrored one."""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal

import pytest
from msgspec.structs import replace

from freehold.bot import Wait
from freehold.games.minewars import GAME
from freehold.games.minewars.actions import parse
from freehold.games.minewars.bots import MANNERS
from freehold.games.minewars.bots.manners import Manner
from freehold.games.minewars.bots.minds import Mind
from freehold.games.minewars.bots.players import Player
from freehold.games.minewars.moves import cities
from freehold.games.minewars.state import State
from freehold.games.minewars.views import view
from freehold.kernel.chance import Stream, key_of
from tests.games.minewars import position

Shape = Literal["square", "hex"]
DRAWS = 80
MOST_APART = 0.3
"""Of two drawings of the same distribution; a choice by number makes them differ wholly."""
LATE = 600_000
POSITIONS = {
    "a city to be saved": """
        ~ b b b ~ bC b
        ~ b aC b ~ b b
        ~ b b b ~ b b
    """,
    "a hold to be fastened": """
        ~ a a a ~ a a
        ~ a bC a ~ aC a
        ~ a a a ~ a a
    """,
    "two cities equally far": """
        C . . . a a . . . C
        . . . . a aC . . . .
        . . . . a a . . . .
        ~ ~ ~ ~ ~ ~ ~ ~ ~ ~
        b b bC ~ ~ ~ ~ ~ ~ ~
    """,
    "nothing certain": """
        ~ * . * . * . ~ b
        ~ . a a a a * ~ bC
        ~ * a aC a a . ~ b
        ~ . a a a a * ~ b
        ~ * . * . * . ~ b
    """,
    "mines in the way": """
        C . * a a a a * . C
        . . * a aC a a * . .
        . . * a a a a * . .
        ~ ~ ~ ~ ~ ~ ~ ~ ~ ~
        b b bC ~ ~ ~ ~ ~ ~ ~
    """,
    "a front": """
        ~ a a a a b* b b
        ~ a a a a b* b b
        ~ a aC a a b* b bC
        ~ a a a a b* b b
        ~ a a a a b* b b
    """,
    "a site for a tower": """
        ~ a a a a b* b b b
        ~ a ^ a a b* b b b
        ~ a a a a b* b b b
        ~ a a a a b* b b b
        ~ a aC a a b* b bC b
        ~ a a a a b* b b b
        ~ a a a a b* b b b
        ~ a ^ a a b* b b b
        ~ a a a a b* b b b
    """,
}


def mirrored(picture: str, shape: Shape) -> str:
    """Left and right on squares, top and bottom on hexagons, whose odd rows are shifted."""
    rows = [line.split() for line in picture.strip().splitlines()]
    if shape == "hex":
        return "\n".join(" ".join(row) for row in rows[::-1])
    return "\n".join(" ".join(row[::-1]) for row in rows)


def chosen(picture: str, shape: Shape, manner: Manner, money: int) -> tuple[State, Counter[str]]:
    state = position(picture, shape=shape, tower_cost_percent=50)
    for number, city in enumerate(state.cities):
        cities.watch(state, 0, number)
        city.money_milli = money
    seen, at_once = view(state, 0), replace(manner, pause_ms=(0, 0), reaction_ms=0)
    mind, found = Mind(seen), Counter[str]()
    for number in range(DRAWS):
        player = Player(at_once)
        player.mind = mind  # what a view tells is the same in every draw
        found[spelled(player.decide(seen, LATE, Stream(key_of(number, money), "bot")))] += 1
    return state, found


def spelled(answer: Any) -> str:
    return "wait" if isinstance(answer, Wait) else GAME.spell(answer)


def reflected(state: State, spelling: str, shape: Shape) -> str:
    if spelling == "wait":
        return spelling
    words = [
        reflected_place(state, word, shape) if "," in word else word for word in spelling.split()
    ]
    return GAME.spell(parse(" ".join(words)))


def reflected_place(state: State, word: str, shape: Shape) -> str:
    x, y = map(int, word.split(","))
    return f"{x},{state.height - 1 - y}" if shape == "hex" else f"{state.width - 1 - x},{y}"


def apart(ones: Counter[str], others: Counter[str]) -> float:
    """Half of all differences, as a share: 0 for equal distributions, 1 for disjoint ones."""
    return sum(abs(ones[each] - others[each]) for each in {*ones, *others}) / (2 * DRAWS)


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["square", "hex"])
@pytest.mark.parametrize("what", POSITIONS)
@pytest.mark.parametrize("level", MANNERS)
def test_on_a_mirrored_map_a_bot_chooses_the_mirrored_way(
    level: str, what: str, shape: Shape
) -> None:
    for money in (0, 10**9):
        state, straight = chosen(POSITIONS[what], shape, MANNERS[level], money)
        _, mirror = chosen(mirrored(POSITIONS[what], shape), shape, MANNERS[level], money)
        expected = Counter[str]()
        for spelling, count in straight.items():
            expected[unordered(reflected(state, spelling, shape))] += count
        found = Counter[str]()
        for spelling, count in mirror.items():
            found[unordered(spelling)] += count
        assert apart(expected, found) < MOST_APART, (money, expected, found)


def unordered(spelling: str) -> str:
    """A strike names its tiles in any order."""
    return " ".join(sorted(spelling.split()))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "verb"),
    [
        ("a city to be saved", "capture"),
        ("a hold to be fastened", "deploy"),
        ("mines in the way", "strike"),
        ("a front", "deploy"),
        ("a site for a tower", "build"),
    ],
)
def test_the_positions_ask_for_what_their_names_say(what: str, verb: str) -> None:
    levels = [MANNERS[level] for level in ("normal", "master")]
    found = [chosen(POSITIONS[what], "square", level, 10**9)[1] for level in levels]
    assert any(spelling.startswith(verb) for each in found for spelling in each), found


def test_the_measure_finds_a_choice_by_number() -> None:
    picture = POSITIONS["two cities equally far"]
    state = position(picture)
    lowest = Counter({"capture 3,0": DRAWS})
    other = Counter({reflected(state, "capture 3,0", "square"): DRAWS})
    assert apart(lowest, other) == 1.0
