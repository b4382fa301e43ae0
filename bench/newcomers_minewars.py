"""How a newcomer to MineWars fares: against each level, and if they only look on.

    python bench/newcomers_minewars.py [MATCHES]         won by a sensible, naive player
    python bench/newcomers_minewars.py idle [MATCHES]    land and life of an idle one against Easy

On the island that a match begins with when nothing was chosen (the first preset, two players), the
seat rotated. The goal is about 70% of matches won against Easy, 40% against Medium, and 15% or
fewer against Hard. Ties are shared; the interval is Wilson's, of 95%. Not a part of `make bench`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from statistics import mean, median
from typing import NamedTuple

from msgspec import Struct

from freehold.arena import wilson
from freehold.bot import Bot, Wait
from freehold.bots import run
from freehold.bots.crew import make_bot
from freehold.bots.runner import Runner
from freehold.game import Ms, View
from freehold.games.minewars import GAME
from freehold.games.minewars.bots.manners import Manner
from freehold.games.minewars.bots.players import Player
from freehold.games.minewars.facts import Facts
from freehold.games.minewars.presets import PRESETS
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match, Seated

USUAL = next(iter(PRESETS.values())).params
GOALS = {"easy": "70%", "medium": "40%", "hard": "15% or less"}
TRUCE_MS, ALIVE_MS = 120_000, 300_000
NAIVE = Manner(
    pause_ms=(750, 1_350),
    reaction_ms=650,
    slip_percent=3,
    daring=0.0,
    patience_ms=8_000,
    solves=False,
    fortifies=True,
    works=3,
)
"""About a click per second on tiles that single digits prove, towards the nearest city; mines at
the border as soon as a rival stands there; a guess only after eight seconds without anything to do.
It does not strike, build or harvest."""


def make_naive() -> Player:
    return Player(NAIVE)


class Idle:
    """Reads the screen, and goes on reading."""

    def decide(self, view: View[Facts], now: Ms, rng: Stream) -> Struct:
        return Wait()


class Played(NamedTuple):
    won: float
    minutes: float
    ending: str


def new_match(seed: int, seat: int, newcomer: Bot, bot: str) -> tuple[Match, dict[int, Bot]]:
    key = key_of("newcomers", seed // 2)
    match = Match.new(GAME, (Seated("P0"), Seated("P1")), key, USUAL)
    return match, {seat: newcomer, 1 - seat: make_bot(GAME, bot)}


def play(bot: str, seed: int) -> Played:
    seat = seed % 2
    match, bots = new_match(seed, seat, make_naive(), bot)
    report = run(match, bots, key_of("newcomers' bots", seed))
    places = report.outcome.places
    won = (places[seat] == 1) / places.count(1)
    return Played(won, report.now / 60_000, report.outcome.ending)


def row(level: str, bot: str, matches: int) -> str:
    played = [play(bot, seed) for seed in range(matches)]
    share = mean(each.won for each in played)
    low, high = wilson(share, matches)
    ended = sum(each.ending == "elimination" for each in played)
    return (
        f"| {level} | {bot} | {100 * share:.0f}% ({100 * low:.0f} to {100 * high:.0f})"
        f" | {GOALS.get(level, '')} | {median(each.minutes for each in played):.1f}"
        f" | {ended} of {matches} |"
    )


def idle_row(matches: int) -> str:
    """How many idle newcomers still have all their land after the truce, and live later."""
    whole = alive = 0
    for seed in range(matches):
        seat = seed % 2
        match, bots = new_match(seed, seat, Idle(), "easy")
        runner = Runner(match, bots, key_of("idle", seed))
        first = match.state.players[seat].land
        go(runner, TRUCE_MS)
        whole += match.state.players[seat].land == first
        go(runner, ALIVE_MS)
        alive += not match.state.players[seat].is_out
    return f"| {matches} | {whole} | {alive} |"


def go(runner: Runner, until: Ms) -> None:
    while (upcoming := runner.next_up()) and upcoming[0] <= until:
        runner.step(upcoming[0])


def main(words: Sequence[str]) -> None:
    is_idle = "idle" in words
    matches = int(next((word for word in words if word.isdigit()), "40"))
    if is_idle:
        print("| matches | all land kept for two minutes | alive after five |")
        print("|---:|---:|---:|")
        print(idle_row(matches))
        return
    print("| level | bot | newcomer wins | goal | minutes | by elimination |")
    print("|---|---|---|---|---:|---:|")
    for level in GAME.extras.levels:
        print(row(level.word, level.bot, matches), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
