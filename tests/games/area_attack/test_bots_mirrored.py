"""No choice of a bot follows from a cell's number: on a mirrored board it is mirrored, too."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from freehold.bot import Wait
from freehold.games.area_attack import GAME
from freehold.games.area_attack.bots.players import Player
from freehold.games.area_attack.state import State
from freehold.games.area_attack.views import view
from freehold.kernel.chance import Stream, key_of
from tests.games.area_attack import new_state, position

DRAWS = 100
MOST_APART = 0.3
"""Of two drawings of the same distribution; a choice by number makes them differ wholly."""
LATE = 600_000


class Scene(NamedTuple):
    picture: str
    stage: int = 1


SCENES = {
    "certain cells on all sides": Scene(".......  ..aaa..  ..aaa..  .......  ......."),
    "numbers to chord": Scene("*aa*...  aaa....  .......  *..*..*  aaa....  *aa*..b"),
    "nothing certain": Scene("*aaa.*  .aaa*.  *aaa.b"),
    "far from everything": Scene("*a*..  ***..  ...bb"),
    "land to blow up": Scene("bb*bbbb  bbabbbb  bbbabbb  bb*bbbb  .......", stage=2),
    "a daring guess": Scene("*aaab  .aaab  *aaab  .aaab", stage=2),
}


def mirrored(picture: str) -> str:
    return "  ".join(row[::-1] for row in picture.split())


def answers(level: str, state: State) -> Counter[str]:
    seen = view(state, 0)
    manner = replace(GAME.bots[level]().manner, pause_ms=(0, 0), reaction_ms=0)
    found = Counter[str]()
    for number in range(DRAWS):
        answer = Player(manner).decide(seen, LATE, Stream(key_of(number, level), "bot"))
        found[spelled(answer)] += 1
    return found


def spelled(answer: Any) -> str:
    return "wait" if isinstance(answer, Wait) else GAME.spell(answer)


def reflected(found: Counter[str], width: int) -> Counter[str]:
    mirror = Counter[str]()
    for spelling, count in found.items():
        word, _, place = spelling.partition(" ")
        if place:
            x, y = map(int, place.split(","))
            word = f"{word} {width - 1 - x},{y}"
        mirror[word] += count
    return mirror


def apart(ones: Counter[str], others: Counter[str]) -> float:
    """Half of all differences, as a share: 0 for equal distributions, 1 for disjoint ones."""
    return sum(abs(ones[each] - others[each]) for each in {*ones, *others}) / (2 * DRAWS)


@pytest.mark.slow
@pytest.mark.parametrize("what", SCENES)
@pytest.mark.parametrize("level", GAME.bots)
def test_on_a_mirrored_board_a_bot_chooses_the_mirrored_way(level: str, what: str) -> None:
    picture, stage = SCENES[what]
    straight, mirror = position(picture, stage), position(mirrored(picture), stage)
    straight.picks[0], mirror.picks[0] = 0, mirror.width - 1  # its first click, in a corner
    expected = reflected(answers(level, straight), straight.width)
    found = answers(level, mirror)
    assert apart(expected, found) < MOST_APART, (expected, found)


@pytest.mark.parametrize("level", GAME.bots)
def test_starting_cells_are_drawn_on_both_sides_alike(level: str) -> None:
    state = new_state()
    picks = answers(level, state)
    left = sum(count for pick, count in picks.items() if int(pick.split()[1].split(",")[0]) < 10)
    assert 0.3 * DRAWS < left < 0.7 * DRAWS


def test_the_measure_finds_a_choice_by_number() -> None:
    lowest = Counter({"open 0,0": DRAWS})
    assert apart(lowest, reflected(lowest, 7)) == 1.0
