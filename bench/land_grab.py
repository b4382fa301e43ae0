"""Land Grab: random play a CPU second, with and without views, and the cost of a copy."""

from __future__ import annotations

from collections.abc import Callable

from rows import Row, cpu_seconds, rate

from freehold.game import Setup
from freehold.games.land_grab import GAME, islands, rules, views
from freehold.games.land_grab.actions import Action
from freehold.games.land_grab.state import State
from freehold.kernel.chance import Stream, key_of

GAMES = 30
COPIES = 20_000

Choose = Callable[[State, Stream], list[Action]]


def from_state(state: State, rng: Stream) -> list[Action]:
    return list(views.builds(views.legal(state)))


def from_view(state: State, rng: Stream) -> list[Action]:
    return list(views.choices(views.view(state, state.mover), 0, rng))


def play_games(choose: Choose) -> int:
    """Whole games from the drawing of the island on; returns how many builds they took."""
    rng = Stream(key_of("bench"), "moves")
    builds = 0
    for seed in range(GAMES):
        state = islands.new(Setup(GAME.params(), 2, key_of("bench", seed)))
        while not state.ending:
            rules.act(state, 0, state.mover, rng.pick(choose(state, rng)))
            builds += 1
    return builds


def copy_us() -> float:
    state = islands.new(Setup(GAME.params(), 2, key_of("bench")))

    def run() -> None:
        for _ in range(COPIES):
            state.copy()

    return min(cpu_seconds(run) for _ in range(3)) / COPIES * 1e6


def measure() -> list[Row]:
    return [
        Row("Land Grab, random play", rate(lambda: play_games(from_state)), "moves/s", "30,000"),
        Row(
            "Land Grab, random play with a view each move",
            rate(lambda: play_games(from_view)),
            "moves/s",
            "20,000",
        ),
        Row("Land Grab, copy of a state", copy_us(), "us", "at most 10"),
    ]
