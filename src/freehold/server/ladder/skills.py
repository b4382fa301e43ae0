"""How strong a player is, and what a match says about it: OpenSkill's Plackett-Luce model.

The formulas are Algorithm 4 of Weng and Lin, "A Bayesian Approximation Method for Online Ranking",
Journal of Machine Learning Research 12 (2011), with the constants of the OpenSkill library. The
library itself is a compiled wheel of 700 kB with five models; this is the one that we need.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt

from msgspec import Struct

MU, SIGMA = 25.0, 25 / 3
BETA = SIGMA / 2
"""How much luck and form there is in one match."""
TAU = SIGMA / 100
"""How much a player may have changed from one match to the next."""
LEAST_PART = 0.0001
"""Of the variance, what no match can take away."""
SURE = 3.0
"""A player is almost certainly not weaker than this number of deviations below the estimate."""
NEUTRAL, SCALE = 1_500, 24
"""Where a newcomer is estimated to be, and points for each unit of skill."""


class Skill(Struct, frozen=True):
    """A normal distribution: what we believe of a player's strength."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def points(self) -> float:
        """What the player has shown almost beyond doubt: lists are sorted by it."""
        return self.estimate - SCALE * SURE * self.sigma

    @property
    def estimate(self) -> float:
        """The most likely strength."""
        return NEUTRAL + SCALE * (self.mu - MU)

    @property
    def spread(self) -> float:
        """With a certainty of 95% the strength is within this distance of the estimate."""
        return SCALE * 2 * self.sigma


def rate(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """The players' skills after a match; equal places are a tie."""
    before = [Skill(each.mu, sqrt(each.sigma**2 + TAU**2)) for each in skills]
    c = sqrt(sum(each.sigma**2 + BETA**2 for each in before))
    strengths = [exp(each.mu / c) for each in before]
    not_above = [
        sum(strength for strength, place in zip(strengths, places, strict=True) if place >= limit)
        for limit in places
    ]
    return [
        _rate_one(seat, before[seat], strengths[seat], not_above, places, c)
        for seat in range(len(before))
    ]


def _rate_one(
    seat: int,
    skill: Skill,
    strength: float,
    not_above: Sequence[float],
    places: Sequence[int],
    c: float,
) -> Skill:
    """By how often the model expects this player to be the best of those not above each other."""
    better = variance = 0.0
    for other, place in enumerate(places):
        if place > places[seat]:
            continue
        chance, tied = strength / not_above[other], places.count(place)
        better += ((other == seat) - chance) / tied
        variance += chance * (1 - chance) / tied
    part = (skill.sigma / c) ** 3 * variance
    return Skill(
        skill.mu + skill.sigma**2 / c * better, skill.sigma * sqrt(max(1 - part, LEAST_PART))
    )
