"""The bots, weakest first. Each knows only its view, and clicks no faster than a person."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from freehold.bot import MakeBot, Stop
from freehold.games.area_attack.bots.players import Manner, Player


def make_random(stop: Stop) -> Player:
    """Opens cells slowly and at random: easy to beat."""
    return Player(Manner(pause_ms=(1_400, 2_600), slip_percent=0, thinks=False))


def make_careful(stop: Stop) -> Player:
    """Opens what is certain, about once per second, slips now and then, and never attacks."""
    return Player(Manner(pause_ms=(850, 1_250), slip_percent=2, patience_ms=6_000))


def make_strong(stop: Stop) -> Player:
    """Fast and precise: races you for nearby cells, and blows up your land."""
    return Player(
        Manner(pause_ms=(330, 520), slip_percent=0, attacks=True, least_gain=5, patience_ms=4_000)
    )


BOTS: Mapping[str, MakeBot] = MappingProxyType(
    {"random": make_random, "careful": make_careful, "strong": make_strong}
)
