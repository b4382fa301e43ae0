"""The bots, weakest first. Each knows only its view, and clicks no faster than a person."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from freehold.bot import MakeBot, Stop
from freehold.game import Level
from freehold.games.minewars.bots.manners import Manner
from freehold.games.minewars.bots.players import Player

EASY = Manner(
    pause_ms=(1_200, 1_900),
    reaction_ms=800,
    slip_percent=6,
    daring=0.1,
    patience_ms=9_000,
    truce_ms=120_000,
    mercy_ms=300_000,
    has_goals=False,
    solves=False,
)
NORMAL = Manner(
    pause_ms=(560, 840),
    reaction_ms=450,
    slip_percent=2,
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
    """Wanders over safe land: two clicks in three seconds, one in 16 slips, and it needs 0.8 s to
    see a thing. It leaves others alone for two minutes, and their last city for five."""
    return Player(EASY)


def make_normal(stop: Stop) -> Player:
    """Heads for the nearest city and strikes what is in its way: three clicks in two seconds, one
    in 50 slips, and it needs 0.45 s to see a thing."""
    return Player(NORMAL)


def make_hard(stop: Stop) -> Player:
    """Mines the cities that it holds and the front that it leaves: two clicks per second, none
    slips, and it needs 0.35 s to see a thing."""
    return Player(HARD)


LEVELS = (
    Level(
        "easy",
        "easy",
        "Puddle",
        "duck",
        "Wanders over safe land, and leaves you alone for the first two minutes.",
    ),
    Level(
        "normal",
        "medium",
        "Flint",
        "badger",
        "Heads for the nearest city, and blows up the mines in its way.",
    ),
    Level(
        "hard",
        "hard",
        "Ember",
        "lynx",
        "Misreads nothing, mines what it holds, and strikes where you are bare.",
    ),
)
BOTS: Mapping[str, MakeBot] = MappingProxyType(
    {"easy": make_easy, "normal": make_normal, "hard": make_hard}
)
