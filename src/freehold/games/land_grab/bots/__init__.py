"""The bots, weakest first. Each knows only its view."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from freehold.bot import AnyChoice, MakeBot
from freehold.game import Level
from freehold.games.land_grab import views
from freehold.games.land_grab.bots.greedy import Greedy
from freehold.games.land_grab.bots.surveyor import Surveyor
from freehold.games.land_grab.bots.thinker import Thinker


def make_random() -> AnyChoice:
    """Builds anything anywhere."""
    return AnyChoice(views.choices)


def make_dabbler() -> Greedy:
    """Builds where it likes the view, and finds a good tile now and then."""
    return Greedy(misjudges=14.0)


def make_settler() -> Greedy:
    """Takes a good tile when it sees one, and overlooks many."""
    return Greedy(misjudges=6.5)


def make_trader() -> Greedy:
    """Knows roughly what each tile pays."""
    return Greedy(misjudges=2.4)


def make_greedy() -> Greedy:
    """Takes what pays best right now, and farms only when it must."""
    return Greedy()


def make_thinker() -> Thinker:
    """Looks several builds ahead, races for the target and gets in your way."""
    return Thinker()


def make_surveyor() -> Surveyor:
    """Plays hundreds of games to their end in its head before each build."""
    return Surveyor()


BOTS: Mapping[str, MakeBot] = MappingProxyType(
    {
        "random": make_random,
        "dabbler": make_dabbler,
        "settler": make_settler,
        "trader": make_trader,
        "greedy": make_greedy,
        "thinker": make_thinker,
        "surveyor": make_surveyor,
    }
)
LEVELS = (
    Level(
        "dabbler",
        "beginner",
        "Clover",
        "sheep",
        "Builds where it likes the view, and finds a good tile now and then.",
    ),
    Level(
        "settler",
        "easy",
        "Barley",
        "hen",
        "Takes a good tile when it sees one, and overlooks many.",
    ),
    Level("trader", "medium", "Timber", "beaver", "Knows roughly what each tile pays."),
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
    Level(
        "surveyor",
        "master",
        "Rowan",
        "lynx",
        "Plays hundreds of games to their end in its head before each build.",
    ),
)
