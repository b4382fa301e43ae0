"""The bots, weakest first. Each knows only its view, and clicks no faster than a person."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from freehold.bot import MakeBot, Stop
from freehold.games.minewars.bots.players import Manner, Player


def make_easy(stop: Stop) -> Player:
    """Wanders over safe land about once per second, slips now and then, and takes what it can."""
    manner = Manner(
        pause_ms=(900, 1_500),
        slip_percent=4,
        daring=0.1,
        patience_ms=9_000,
        has_goals=False,
        solves=False,
    )
    return Player(manner)


def make_normal(stop: Stop) -> Player:
    """Heads for the nearest city, twice per second, and strikes what is in its way."""
    manner = Manner(
        pause_ms=(420, 650),
        slip_percent=1,
        daring=0.12,
        patience_ms=6_000,
        strikes=True,
        fortify=2,
        harvests=True,
    )
    return Player(manner)


def make_hard(stop: Stop) -> Player:
    """Fast and precise: mines the cities it holds and the front it leaves behind."""
    manner = Manner(
        pause_ms=(220, 320),
        slip_percent=0,
        daring=0.08,
        patience_ms=4_000,
        strikes=True,
        fastens=True,
        fortify=4,
        harvests=True,
        builds=True,
    )
    return Player(manner)


BOTS: Mapping[str, MakeBot] = MappingProxyType(
    {"easy": make_easy, "normal": make_normal, "hard": make_hard}
)
