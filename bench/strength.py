"""How strong the bots are: shares of wins with seats rotated, by the arena on two processes.

As many games as fit into about ten minutes on two cores. To see more of one line-up:

    freehold simulate land-grab --bots thinker,greedy --games 200 --jobs 2
"""

from __future__ import annotations

from rows import Row

from freehold.arena import Share, simulate
from freehold.games import load_game

JOBS = 2
DUEL_GAMES = 200
TABLE_GAMES = {3: 150, 5: 200}


def measure() -> list[Row]:
    return [duel_row(), *(table_row(seats, games) for seats, games in TABLE_GAMES.items())]


def duel_row() -> Row:
    summary = simulate(load_game("land-grab"), ["thinker", "greedy"], DUEL_GAMES, jobs=JOBS)
    share = summary.levels["thinker"]
    what = f"land-grab: wins of thinker against greedy, {interval(share, 100, '%')}"
    return Row(f"{what}, {share.games} games", 100 * share.share, "%", "75")


def table_row(seats: int, games: int) -> Row:
    line_up = ["diplomat"] + ["greedy"] * (seats - 1)
    share = simulate(load_game("territory"), line_up, games, jobs=JOBS).levels["diplomat"]
    what = f"territory: wins of diplomat among {seats - 1} greedy ones"
    between = interval(share, 1 / share.fair, "x")
    goal = "1.3, the interval above 1.0"
    return Row(f"{what}, {between}, {games} games", share.times_fair[0], "x fair share", goal)


def interval(share: Share, scale: float, unit: str) -> str:
    return f"95% interval {share.low * scale:.3g}{unit} to {share.high * scale:.3g}{unit}"
