"""Territory: five-player rounds per second, and how long a bot thinks."""

from __future__ import annotations

from rows import Row, cpu_seconds, rate

from freehold.game import PUBLIC, Setup
from freehold.games.territory import GAME
from freehold.games.territory.actions import Action
from freehold.games.territory.params import Params
from freehold.games.territory.state import State
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match, Seated

SEATS = 5
MATCHES = 20
NAMES = tuple(Seated(name) for name in "ABCDE")
Played = tuple[State, list[tuple[int, Action]]]


def begin(seed: int) -> State:
    return GAME.new(Setup(Params(), SEATS, key_of("bench", seed)))


def sample(seed: int) -> Played:
    """A random match: its beginning and everything that was submitted in it."""
    state = begin(seed)
    first, submitted = state.copy(), []
    rng = Stream(key_of("bench choices", seed), "choices")
    while GAME.outcome(state) is None:
        for seat in GAME.awaited(state):
            action = next(GAME.choices(GAME.view(state, seat), 0, rng))
            submitted.append((seat, action))
            GAME.act(state, 0, seat, action)
    return first, submitted


def play_again(matches: list[Played]) -> int:
    """Submit it all again, from orders to results; the number of rounds."""
    rounds = 0
    act = GAME.act
    for first, submitted in matches:
        state = first.copy()
        for seat, action in submitted:
            act(state, 0, seat, action)
        rounds += state.round
    return rounds


def play_sampling() -> int:
    """As random bots play: every submission is sampled from a view of the seat's own."""
    return len(sample(0)[1]) // (3 * SEATS)


def play_match() -> int:
    """A whole match with its log, and a patch for each viewer after each submission."""
    match = Match.new(GAME, NAMES, key_of("bench", 1))
    for viewer in (PUBLIC, *range(SEATS)):
        match.open(viewer)
    for seat, action in sample(1)[1]:
        match.act(0, seat, action)
        match.flush()
    return len(match.state.units_by_round) - 1


def think(level: str, seats: int, matches: int) -> list[float]:
    """The CPU seconds of each of a bot's decisions on its orders, against greedy ones."""
    spent = []
    for seed in range(matches):
        state = GAME.new(Setup(Params(), seats, key_of("think", seed)))
        bots = [GAME.bots[level]()]
        bots += [GAME.bots["greedy"]() for _ in range(1, seats)]
        while GAME.outcome(state) is None:
            for seat in GAME.awaited(state):
                rng = Stream(key_of("think", seed), f"{seat} {state.round} {state.phase}")
                found: list[Action] = []
                view = GAME.view(state, seat)
                took = cpu_seconds(lambda: found.append(bots[seat].decide(view, 0, rng)))  # noqa: B023
                if seat == 0:
                    spent.append(took)
                GAME.act(state, 0, seat, found[0])
    return sorted(spent)


def measure() -> list[Row]:
    matches = [sample(seed) for seed in range(MATCHES)]
    thoughts = think("diplomat", 5, 2)
    return [
        Row(
            "territory: five-player rounds, orders sampled before",
            rate(lambda: play_again(matches)),
            "rounds/s",
            ">= 10,000",
        ),
        Row("territory: the same with views and sampling", rate(play_sampling), "rounds/s"),
        Row("territory: a match with log and six viewers", rate(play_match), "rounds/s"),
        Row(
            "territory: diplomat, half of its decisions at a table of five",
            1000 * thoughts[len(thoughts) // 2],
            "ms",
        ),
        Row("territory: diplomat, its longest decision", 1000 * thoughts[-1], "ms", "<= 150"),
    ]
