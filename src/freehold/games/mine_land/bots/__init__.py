"""The bots, weakest first. Each knows only its view, and acts at a person's speed."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from freehold.bot import MakeBot, Stop
from freehold.games.mine_land.bots.players import Manner, Player
from freehold.games.mine_land.bots.strollers import Stroller


def make_random(stop: Stop) -> Stroller:
    """Walks and flips at random, and rarely lives long."""
    return Stroller(pause_ms=(500, 1_100))


def make_careful(stop: Stop) -> Player:
    """Flips and flags what simple rules can prove, and guesses when it must."""
    return Player(Manner(dig_pause_ms=(600, 1_000), step_pause_ms=(220, 360), slip_permille=10))


def make_strong(stop: Stop) -> Player:
    """Fast and precise: probes with flags before it guesses, and runs from lit bombs."""
    return Player(
        Manner(
            dig_pause_ms=(200, 320),
            step_pause_ms=(130, 170),
            probes=True,
            kept_flags=1,
            flees=True,
        )
    )


BOTS: Mapping[str, MakeBot] = MappingProxyType(
    {"random": make_random, "careful": make_careful, "strong": make_strong}
)
