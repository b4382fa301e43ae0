"""The bots, weakest first. Each knows only its view, and clicks no faster than a person."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from freehold.bot import MakeBot, Stop
from freehold.game import Level
from freehold.games.minewars.bots.manners import Manner
from freehold.games.minewars.bots.players import Player

EASY = Manner(
    pause_ms=(1_100, 1_700),
    reaction_ms=700,
    slip_percent=5,
    daring=0.1,
    patience_ms=9_000,
    truce_ms=120_000,
    mercy_ms=300_000,
    solves=False,
)
NORMAL = Manner(
    pause_ms=(680, 1_000),
    reaction_ms=550,
    slip_percent=3,
    daring=0.12,
    patience_ms=6_000,
    strikes=True,
    fortifies=True,
    works=2,
    harvests=True,
)
HARD = Manner(
    pause_ms=(430, 600),
    reaction_ms=350,
    slip_percent=0,
    daring=0.08,
    patience_ms=4_000,
    strikes=True,
    storms=True,
    fastens=True,
    fortifies=True,
    works=4,
    harvests=True,
    builds=True,
)
MANNERS: Mapping[str, Manner] = MappingProxyType({"easy": EASY, "normal": NORMAL, "hard": HARD})


def make_easy(stop: Stop) -> Player:
    """Heads for the nearest city over safe land: two clicks in three seconds, one in 20 slips, and
    it takes 0.7 s to notice a thing. It leaves others alone for two minutes, and their last city
    for five."""
    return Player(EASY)


def make_normal(stop: Stop) -> Player:
    """Lays mines and strikes what is in its way: six clicks in five seconds, one in 33 slips, and
    it takes 0.55 s to notice a thing."""
    return Player(NORMAL)


def make_hard(stop: Stop) -> Player:
    """Mines the cities it holds and the front it leaves behind, and builds towers: two clicks per
    second, no slips, and it takes 0.35 s to notice a thing."""
    return Player(HARD)


LEVELS = (
    Level(
        "easy",
        "easy",
        "Puddle",
        "duck",
        "Takes safe land in small steps, and leaves you alone for the first two minutes.",
    ),
    Level(
        "normal",
        "medium",
        "Gravel",
        "badger",
        "Lays mines along its border, and blows up those in its way.",
    ),
    Level(
        "hard",
        "hard",
        "Ember",
        "lynx",
        "Never misreads a digit, mines what it holds, and strikes where you are exposed.",
    ),
)
BOTS: Mapping[str, MakeBot] = MappingProxyType(
    {"easy": make_easy, "normal": make_normal, "hard": make_hard}
)
