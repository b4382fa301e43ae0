"""The bots, weakest first. Each knows only its view."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from freehold.bot import AnyChoice, MakeBot, Stop
from freehold.game import Level
from freehold.games.land_grab import views
from freehold.games.land_grab.bots.greedy import Greedy
from freehold.games.land_grab.bots.thinker import Thinker


def make_random(stop: Stop) -> AnyChoice:
    """Builds anything anywhere."""
    return AnyChoice(views.choices)


def make_dabbler(stop: Stop) -> Greedy:
    """Likes every tile, and now and then a good one."""
    return Greedy(misjudges=14.0)


def make_settler(stop: Stop) -> Greedy:
    """Takes good tiles when it sees them, and overlooks half of them."""
    return Greedy(misjudges=6.0)


def make_trader(stop: Stop) -> Greedy:
    """Knows what a tile pays, give or take a little."""
    return Greedy(misjudges=2.4)


def make_greedy(stop: Stop) -> Greedy:
    """Takes what pays best right now, and farms only when it must."""
    return Greedy()


def make_thinker(stop: Stop) -> Thinker:
    """Looks several builds ahead, races for the target and gets in your way."""
    return Thinker(stop)


BOTS: Mapping[str, MakeBot] = MappingProxyType(
    {
        "random": make_random,
        "dabbler": make_dabbler,
        "settler": make_settler,
        "trader": make_trader,
        "greedy": make_greedy,
        "thinker": make_thinker,
    }
)
LEVELS = (
    Level(
        "dabbler", "beginner", "Clover", "sheep", "Likes every tile, and now and then a good one."
    ),
    Level(
        "settler",
        "easy",
        "Barley",
        "hen",
        "Takes good tiles when it sees them, and overlooks half of them.",
    ),
    Level("trader", "medium", "Timber", "beaver", "Knows what a tile pays, give or take a little."),
    Level(
        "greedy",
        "hard",
        "Bramble",
        "boar",
        "Always takes what pays best at once, and never misjudges it.",
    ),
    Level(
        "thinker",
        "expert",
        "Juniper",
        "owl",
        "Looks several builds ahead, races for the target and hurts you where it can.",
    ),
)
