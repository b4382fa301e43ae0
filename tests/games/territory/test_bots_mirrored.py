"""No choice follows from a square's number: on a mirrored map a bot makes the mirrored one."""

from collections import Counter
from collections.abc import Callable, Mapping

import pytest

from freehold.bot import Bot
from freehold.game import View
from freehold.games.territory import GAME
from freehold.games.territory.actions import Move, Order
from freehold.games.territory.bots.chancellor import Chancellor
from freehold.games.territory.bots.diplomat import Diplomat
from freehold.games.territory.params import SIDE
from freehold.games.territory.views import Facts, view
from freehold.kernel.chance import Stream, key_of
from tests.games.territory import position

DRAWS, RANDOM_DRAWS = 90, 1_500
MOST_APART = 0.3
"""Of two drawings of the same distribution; a choice by number makes them differ wholly."""
POSITIONS = {
    "free squares on all sides": """
        . . . . . . . .
        . . . A9 . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . B9 C9
    """,
    "one of two neighbours to take": """
        . B2 A9 B2 . . . .
        B2 B9 B9 B9 B2 . . .
        . . . . . . . .
        . . . . . . . C9
    """,
    "equal stacks behind the front": """
        A2 A2 A2 A2 A2 A2 A2 A2
        A2 A2 A9 A2 A2 A9 A2 A2
        A2 A2 A2 A2 A2 A2 A2 A2
        A2 A2 A2 A2 A2 A2 A2 A2
        B90 B90 B90 B90 B90 B90 B90 C90
    """,
}
QUICK: Mapping[str, Callable[[], Bot]] = {
    "envoy": lambda: Diplomat(playouts=(1,)),
    "diplomat": lambda: Diplomat(playouts=(1,)),
    "chancellor": lambda: Chancellor(playouts=(1,)),
}


def mirrored(picture: str) -> str:
    rows = [line.split() for line in picture.strip().splitlines()]
    assert all(len(row) == SIDE for row in rows)
    return "\n".join(" ".join(row[::-1]) for row in rows)


def moved(
    make: Callable[[], Bot], picture: str, mirror: bool, draws: int = DRAWS
) -> Counter[tuple[int, int, str]]:
    """How often each move was made; seen in a mirror if the map was."""
    state = position(mirrored(picture) if mirror else picture, rounds=2)
    seen, bot, found = view(state, 0), make(), Counter[tuple[int, int, str]]()
    for number in range(draws):
        order = bot.decide(seen, 0, Stream(key_of(number, mirror), "mirror"))
        assert isinstance(order, Order)
        for move in order.moves:
            found[reflected(move) if mirror else (move.x, move.y, move.direction)] += 1
    return found


def reflected(move: Move) -> tuple[int, int, str]:
    return SIDE - 1 - move.x, move.y, {"L": "R", "R": "L"}.get(move.direction, move.direction)


def apart(ones: Counter[tuple[int, int, str]], others: Counter[tuple[int, int, str]]) -> float:
    """Half of all differences, as a share: 0 for equal distributions, 1 for disjoint ones."""
    moves = {*ones, *others}
    differences = sum(
        abs(ones[move] / ones.total() - others[move] / others.total()) for move in moves
    )
    return differences / 2


@pytest.mark.slow
@pytest.mark.parametrize("what", POSITIONS)
@pytest.mark.parametrize("level", GAME.bots)
def test_on_a_mirrored_map_a_bot_makes_the_mirrored_moves(level: str, what: str) -> None:
    make = QUICK.get(level, GAME.bots[level])
    draws = RANDOM_DRAWS if level == "random" else DRAWS
    straight, mirror = (moved(make, POSITIONS[what], seen, draws) for seen in (False, True))
    assert straight.total() > draws / 2
    assert apart(straight, mirror) < MOST_APART, (straight, mirror)


class ByNumber:
    """Moves to the left."""

    def decide(self, view: View[Facts], now: int, rng: Stream) -> Order:
        start = view.layers["owner"].index(1)
        return Order((Move(start % SIDE, start // SIDE, "L", 1),))


def test_the_measure_finds_a_choice_by_number() -> None:
    picture = POSITIONS["free squares on all sides"]
    straight, mirror = (moved(ByNumber, picture, seen) for seen in (False, True))
    assert apart(straight, mirror) == 1.0
