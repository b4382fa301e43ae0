"""A tournament of MineWars' bots: who wins, how it ends, how long it takes, and from where.

    python bench/minewars_bots.py [DUELS] [TABLES]

Each map is played twice, seats swapped. Not a part of `make bench`: it takes many minutes.
"""

from __future__ import annotations

import sys
from collections import Counter
from statistics import median

import msgspec

from freehold.bots import Report, make_bots, run
from freehold.games.minewars import GAME
from freehold.games.minewars.params import Params
from freehold.games.minewars.presets import PRESETS
from freehold.kernel.chance import key_of
from freehold.match import Match, Seated

PAIRS = (
    ("normal", "easy"),
    ("hard", "normal"),
    ("easy", "easy"),
    ("normal", "normal"),
    ("hard", "hard"),
)


def play(levels: tuple[str, ...], seed: int, params: Params) -> Report:
    seats = tuple(Seated(level, level) for level in levels)
    match = Match.new(GAME, seats, key_of("tournament", seed), params)
    return run(match, make_bots(GAME, levels), key_of("thoughts", seed))


def duels(strong: str, weak: str, grid: str, games: int) -> str:
    params = msgspec.structs.replace(PRESETS["duel"].params, grid=grid)
    wins, first, endings, lengths = 0, 0, Counter[str](), list[int]()
    for number in range(games):
        levels = (strong, weak) if number % 2 == 0 else (weak, strong)
        report = play(levels, number // 2, params)
        places = report.outcome.places
        wins += places[number % 2] == 1 and places.count(1) == 1
        first += places[0] == 1 and places.count(1) == 1
        endings[report.outcome.ending] += 1
        lengths.append(report.now // 1000)
    share = f"{100 * wins / games:.0f}%" if strong != weak else "-"
    return (
        f"| {strong} against {weak} | {grid} | {games} | {share} | {100 * first / games:.0f}% |"
        f" {endings['elimination']} of {games} | {median(lengths):.0f} s, {max(lengths)} s |"
    )


def tables(seats: int, grid: str, games: int) -> str:
    """All of one level: what a starting place is worth."""
    params = msgspec.structs.replace(PRESETS["classic"].params, grid=grid)
    reports = [play(("normal",) * seats, seed, params) for seed in range(games)]
    firsts = Counter(report.outcome.places.index(1) + 1 for report in reports)
    by_place = ", ".join(str(firsts[place]) for place in range(1, seats + 1))
    ended = sum(report.outcome.ending == "elimination" for report in reports)
    lengths = [report.now // 1000 for report in reports]
    return (
        f"| {seats} normal | {grid} | {games} | | {by_place} |"
        f" {ended} of {games} | {median(lengths):.0f} s, {max(lengths)} s |"
    )


def main() -> None:
    games, of_many = (int(word) for word in [*sys.argv[1:], "100", "10"][:2])
    heads = "who", "grid", "matches", "won by the first", "from place 1 (2, ...)", "eliminated"
    print(f"| {' | '.join(heads)} | median, longest |")
    print("|---|---|---:|---:|---|---|---|")
    for grid in ("hex", "square"):
        for strong, weak in PAIRS:
            print(duels(strong, weak, grid, games), flush=True)
        for seats in (4, 6):
            print(tables(seats, grid, of_many), flush=True)


if __name__ == "__main__":
    main()
