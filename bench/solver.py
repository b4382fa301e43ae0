"""Single-player minesweeper, played by the kernel's solver: win rate and CPU time.

    python bench/solver.py --board expert --games 2000 --seed 1

Only the first clicked cell, a corner, is sure to hold no mine. Game i of seed s is the same layout
whatever the options, so that two runs can be compared game by game.
"""

import argparse
import math
import random
import sys
import time
from dataclasses import dataclass, field
from typing import Any

from freehold.kernel.solver.guessing import Budget, Choice, choose
from freehold.kernel.solver.solver import Answer, ByTotal, MineSolver

BOARDS = {"beginner": (9, 9, 10), "intermediate": (16, 16, 40), "expert": (30, 16, 99)}


def neighbour_table(width: int, height: int) -> list[tuple[int, ...]]:
    return [
        tuple(
            ny * width + nx
            for ny in range(max(0, y - 1), min(height, y + 2))
            for nx in range(max(0, x - 1), min(width, x + 2))
            if (nx, ny) != (x, y)
        )
        for y in range(height)
        for x in range(width)
    ]


@dataclass
class Tallied:
    """What a run adds up."""

    wins: int = 0
    games: int = 0
    guesses: int = 0
    game_s: list[float] = field(default_factory=list)
    decision_s: list[float] = field(default_factory=list)
    guess_s: list[float] = field(default_factory=list)
    reasons: dict[str, int] = field(default_factory=dict)


class Game:
    """One layout, what is open, and the solver that is told about it."""

    def __init__(self, around: list[tuple[int, ...]], mines: int, rng: random.Random) -> None:
        self.around = around
        self.mines = frozenset(rng.sample(range(1, len(around)), mines))
        self.covered = set(range(len(around)))
        self.solver = MineSolver(ByTotal(mines, len(around)))
        self.lost = False

    def open(self, start: int) -> None:
        if start in self.mines:
            self.lost = True
            return
        queue = [start]
        for cell in queue:
            if cell not in self.covered:
                continue
            self.covered.discard(cell)
            self.solver.mark_safe(cell)
            number = len(self.mines.intersection(self.around[cell]))
            if number:
                self.solver.state(cell, self.around[cell], number)
            else:
                queue += self.around[cell]

    def is_won(self) -> bool:
        return len(self.covered) == len(self.mines)


def decide(game: Game, budget: Budget | None, run: Tallied) -> list[int]:
    """The cells to open next: all that are certain, or one guess."""
    proven = game.solver.prove()
    for cell in proven.mines:
        game.solver.mark_mine(cell)
    if proven.safe:
        return list(proven.safe)
    answer = game.solver.solve()
    unknown = [cell for cell in sorted(game.covered) if not game.solver.is_mine(cell)]
    safe = [cell for cell in unknown if answer.risk.get(cell, answer.free_risk) == 0.0]
    if safe:
        return safe
    began = time.process_time()
    choice = guess(game, answer, unknown, budget)
    run.guess_s.append(time.process_time() - began)
    run.guesses += 1
    run.reasons[choice.why] = run.reasons.get(choice.why, 0) + 1
    return [choice.cell]


def guess(game: Game, answer: Answer, unknown: list[int], budget: Budget | None) -> Choice:
    if budget is None:
        cell = min(unknown, key=lambda cell: (answer.risk.get(cell, answer.free_risk), cell))
        return Choice(cell, answer.risk.get(cell, answer.free_risk), "least risk")
    return choose(answer, unknown, game.around.__getitem__, budget=budget)


def play(game: Game, budget: Budget | None, run: Tallied) -> None:
    began = time.process_time()
    game.open(0)
    while not game.is_won() and not game.lost:
        started = time.process_time()
        cells = decide(game, budget, run)
        run.decision_s.append(time.process_time() - started)
        for cell in cells:
            game.open(cell)
    run.game_s.append(time.process_time() - began)
    run.games += 1
    run.wins += not game.lost


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The 95% interval of a share."""
    z = 1.959964
    share = wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games**2)) / (1 + z * z / games)
    return middle - half, middle + half


def report(name: str, run: Tallied) -> str:
    low, high = wilson(run.wins, run.games)
    lines = [
        f"{name}: {run.wins} of {run.games} won, {100 * run.wins / run.games:.1f}%"
        f" (95%: {100 * low:.1f} to {100 * high:.1f})",
        f"guesses: {run.guesses / run.games:.2f} a game {dict(sorted(run.reasons.items()))}",
    ]
    for label, seconds in (
        ("game", run.game_s),
        ("decision", run.decision_s),
        ("guess", run.guess_s),
    ):
        ms = sorted(1000 * s for s in seconds) or [0.0]
        lines.append(
            f"ms CPU per {label}: mean {math.fsum(ms) / len(ms):.2f},"
            f" p95 {ms[len(ms) * 95 // 100]:.1f}, max {ms[-1]:.1f}"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--board", choices=sorted(BOARDS), default="expert")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--least-risk", action="store_true", help="no guessing beyond least risk")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="FIELD=INT",
        help="a field of the guessing budget",
    )
    options = parser.parse_args()
    width, height, mines = BOARDS[options.board]
    around = neighbour_table(width, height)
    fields: dict[str, Any] = {
        name: int(value) for name, value in (text.split("=") for text in options.set)
    }
    budget = None if options.least_risk else Budget(**fields)
    run = Tallied()
    for number in range(options.games):
        rng = random.Random(f"{options.seed}/{number}")
        play(Game(around, mines, rng), budget, run)
    sys.stdout.write(report(options.board, run) + "\n")


if __name__ == "__main__":
    main()
