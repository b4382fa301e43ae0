"""What becomes of an idle newcomer to MineWars against the easy level.

    python bench/minewars_idle.py [MATCHES]

On the island of a match for which nothing was chosen (the first preset, two players). The goal is
that nobody loses a tile in the first two minutes, and that everybody is alive after five. Not a
part of `make bench`.
"""

from __future__ import annotations

import sys

from msgspec import Struct

from freehold.bot import Wait
from freehold.bots.crew import make_bot
from freehold.bots.runner import Runner
from freehold.game import Ms, View
from freehold.games.minewars import GAME
from freehold.games.minewars.facts import Facts
from freehold.games.minewars.presets import PRESETS
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match, Seated

USUAL = next(iter(PRESETS.values())).params
TRUCE_MS, ALIVE_MS = 120_000, 300_000


class Idle:
    """Reads the screen, and goes on reading."""

    def decide(self, view: View[Facts], now: Ms, rng: Stream) -> Struct:
        return Wait()


def fate(seed: int) -> tuple[bool, bool]:
    """Whether all land was kept for two minutes, and whether the newcomer was alive after five."""
    seat, seated = seed % 2, (Seated("P0"), Seated("P1"))
    match = Match.new(GAME, seated, key_of("newcomers", seed // 2), USUAL)
    bots = {seat: Idle(), 1 - seat: make_bot(GAME, "easy")}
    runner, newcomer = Runner(match, bots, key_of("idle", seed)), match.state.players[seat]
    first = newcomer.land
    go(runner, TRUCE_MS)
    is_whole = newcomer.land == first
    go(runner, ALIVE_MS)
    return is_whole, not newcomer.is_out


def go(runner: Runner, until: Ms) -> None:
    while (upcoming := runner.next_up()) and upcoming[0] <= until:
        runner.step(upcoming[0])


def main() -> None:
    matches = int([*sys.argv[1:], "40"][0])
    fates = [fate(seed) for seed in range(matches)]
    print("| matches | all land kept for two minutes | alive after five |")
    print("|---:|---:|---:|")
    print(
        f"| {matches} | {sum(whole for whole, _ in fates)} | {sum(lives for _, lives in fates)} |"
    )


if __name__ == "__main__":
    main()
