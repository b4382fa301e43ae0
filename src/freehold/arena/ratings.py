"""Ratings: the Bradley-Terry model, fitted to all matches at once.

Rules about this file:
1. A match of k seats counts as its k(k-1)/2 pairs: the better place wins, equal places are half a
   win for each. A bot's pairs with itself do not count.
2. Besides, each bot has one draw with an imaginary bot of mean strength. So a bot that never lost
   has a rating, too, which is a lower bound; `never_lost` says between whom that is so.
3. Intervals are bootstrapped over seeds: matches on one seed share a map and are drawn together.
   Resampling alone is too sure of itself. So with few seeds intervals are widened as Student's t
   is; and what the imaginary match counts for is drawn, too, since matches that one bot never
   loses stay the same however they are resampled.
4. Plain Python and fixed draws: equal results give equal figures, byte for byte, on any machine.

A rating difference of 400 means odds of 10 to 1 that one places above the other; the mean is 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import exp, log, sqrt
from random import Random

from msgspec import Struct

from freehold.arena.tallies import Z_95

DRAWS = 400
PER_LOGIT = 400 / log(10)
MOST_STEPS, CLOSE = 60, 1e-6
LONGEST_STEP = 2.0
LEAST_HALF = 1e-4
"""Keeps ratings finite."""
OUTER = 0.025
"""Of the draws, on each side of a 95% interval."""

DRAW = (0.5, 0.5)
"""What a bot and the imaginary one each get from their match."""

Span = tuple[float | None, float | None]
Halves = tuple[float, float]
Matrix = list[list[float]]
Scored = tuple[str, str, float]
"""Two contestants, and what the first got: 1, 0.5 or 0."""


class Rating(Struct, frozen=True):
    """A contestant's strength; its 95% interval is None with fewer than two seeds."""

    name: str
    rating: float
    low: float | None
    high: float | None
    ahead: float | None = None
    """Of the next one below."""
    ahead_low: float | None = None
    ahead_high: float | None = None
    pairs: int = 0


def rate(groups: Mapping[int, Sequence[Scored]], names: Sequence[str], seed: str) -> list[Rating]:
    """The contestants, best first. `groups` has the pairs of each seed; `seed` names the draws."""
    tables = [wins_of(groups[number], names) for number in sorted(groups)]
    whole = summed(tables, len(names))
    best = fit(whole, [0.0] * len(names))
    draws = bootstrap(tables, best, seed)
    order = sorted(range(len(names)), key=lambda at: (-round(best[at], 6), at))
    rated = []
    for place, at in enumerate(order):
        below = order[place + 1] if place + 1 < len(order) else None
        span = interval(best[at], [each[at] for each in draws], len(tables))
        ahead = None if below is None else elo(best[at] - best[below])
        ahead_span: Span = (None, None)
        if below is not None:
            gaps = [each[at] - each[below] for each in draws]
            ahead_span = interval(best[at] - best[below], gaps, len(tables))
        pairs = sum(whole[at]) + sum(row[at] for row in whole)
        rated.append(Rating(names[at], elo(best[at]), *span, ahead, *ahead_span, round(pairs)))
    return rated


def wins_of(pairs: Iterable[Scored], names: Sequence[str]) -> Matrix:
    """How often each has won against each."""
    number = {name: at for at, name in enumerate(names)}
    wins = [[0.0] * len(names) for _ in names]
    for one, other, score in pairs:
        wins[number[one]][number[other]] += score
        wins[number[other]][number[one]] += 1 - score
    return wins


def summed(tables: Sequence[Matrix], size: int) -> Matrix:
    return [
        [sum(table[row][column] for table in tables) for column in range(size)]
        for row in range(size)
    ]


def fit(wins: Matrix, start: Sequence[float], imagined: Sequence[Halves] = ()) -> list[float]:
    """The most likely strengths in logits, with mean 0, by Newton's method. `imagined` are the
    results with the imaginary bot, unless all are drawn."""
    size = len(wins)
    strengths = list(start)
    imagined = imagined or [DRAW] * size
    for _ in range(MOST_STEPS):
        slope = [0.0] * size
        bend = [[0.0] * size for _ in range(size)]
        for one, (won, lost) in enumerate(imagined):
            share = 1 / (1 + exp(-strengths[one]))
            slope[one] += won - (won + lost) * share
            bend[one][one] += (won + lost) * share * (1 - share)
            for other in range(size):
                games = wins[one][other] + wins[other][one]
                if one == other or not games:
                    continue
                share = 1 / (1 + exp(strengths[other] - strengths[one]))
                slope[one] += wins[one][other] - games * share
                bend[one][one] += games * share * (1 - share)
                bend[one][other] -= games * share * (1 - share)
        step = solve(bend, slope)
        scale = min(1.0, LONGEST_STEP / max(map(abs, step), default=1.0)) if any(step) else 1.0
        strengths = [each + scale * moved for each, moved in zip(strengths, step, strict=True)]
        if max(map(abs, step), default=0.0) < CLOSE:
            break
    mean = sum(strengths) / size
    return [each - mean for each in strengths]


def solve(matrix: Matrix, right: Sequence[float]) -> list[float]:
    """By elimination; the matrix is positive definite, so no pivots are sought."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for at in range(size):
        head = rows[at]
        for row in rows[at + 1 :]:
            if row[at]:
                factor = row[at] / head[at]
                for column in range(at, size + 1):
                    row[column] -= factor * head[column]
    found = [0.0] * size
    for at in reversed(range(size)):
        rest = sum(rows[at][column] * found[column] for column in range(at + 1, size))
        found[at] = (rows[at][size] - rest) / rows[at][at]
    return found


def bootstrap(tables: Sequence[Matrix], best: Sequence[float], seed: str) -> list[list[float]]:
    """Strengths fitted to seeds drawn with repetition; none if there are fewer than two."""
    if len(tables) < 2:
        return []
    chance = Random(seed)
    draws = []
    for _ in range(DRAWS):
        drawn = [tables[int(chance.random() * len(tables))] for _ in tables]
        imagined = [(half(chance), half(chance)) for _ in best]
        draws.append(fit(summed(drawn, len(best)), best, imagined))
    return draws


def half(chance: Random) -> float:
    """Half a win on average, as in Jeffreys' prior: from next to nothing to two or three."""
    return max(LEAST_HALF, chance.gauss(0, 1) ** 2 / 2)


def interval(best: float, values: Sequence[float], seeds: int) -> Span:
    if not values:
        return None, None
    ordered = sorted(values)
    outer = int(len(ordered) * OUTER)
    wider = widening(seeds)
    low, high = ordered[outer], ordered[-1 - outer]
    return elo(best - wider * (best - low)), elo(best + wider * (high - best))


def widening(seeds: int) -> float:
    """What a bootstrap over few groups misses: Student's t against the normal, and its bias."""
    t = Z_95 + (Z_95**3 + Z_95) / (4 * (seeds - 1))
    return t / Z_95 * sqrt(seeds / (seeds - 1))


def elo(logits: float) -> float:
    return round(logits * PER_LOGIT, 1) + 0.0  # never -0.0


def never_lost(wins: Matrix, names: Sequence[str]) -> list[tuple[list[str], list[str]]]:
    """Splits of the contestants in which nobody of the first part lost a point to the second one:
    between them, the distance of the ratings is a lower bound."""
    size = len(names)
    reach = [[wins[one][other] > 0 for other in range(size)] for one in range(size)]
    for by in range(size):
        for one in range(size):
            if reach[one][by]:
                reach[one] = [a or b for a, b in zip(reach[one], reach[by], strict=True)]
    splits = []
    for one in range(size):
        below = [at for at in range(size) if at != one and not reach[at][one]]
        above = [at for at in range(size) if at not in below]
        met = any(wins[a][b] for a in above for b in below)
        split = ([names[at] for at in above], [names[at] for at in below])
        if below and met and split not in splits:
            splits.append(split)
    return splits
