"""The bots, weakest first: they see views, never state."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from freehold.bot import AnyChoice, MakeBot
from freehold.game import Level
from freehold.games.territory.bots.chancellor import Chancellor
from freehold.games.territory.bots.diplomat import Diplomat
from freehold.games.territory.bots.greedy import Greedy
from freehold.games.territory.views import choices


def make_random() -> AnyChoice:
    """Says and orders anything that is allowed."""
    return AnyChoice(choices)


def make_drifter() -> Greedy:
    """Spreads to free squares, and forgets every other move."""
    return Greedy(forgets_percent=50)


def make_forager() -> Greedy:
    """Spreads and takes weak neighbours, with many moves forgotten."""
    return Greedy(forgets_percent=38)


def make_raider() -> Greedy:
    """Spreads and takes weak neighbours; it forgets a move now and then."""
    return Greedy(forgets_percent=20)


def make_greedy() -> Greedy:
    """Spreads, takes weaker neighbours and guards rich squares; its words mean nothing."""
    return Greedy()


def make_envoy() -> Diplomat:
    """Plans ahead a little, makes pacts and mostly keeps them; it may forget a move."""
    return Diplomat(playouts=(1, 2), forgets_percent=10)


def make_diplomat() -> Diplomat:
    """Tests plans against what the others are likely to do; makes pacts and mostly keeps them."""
    return Diplomat()


def make_chancellor() -> Chancellor:
    """Offers everybody peace until the end, and breaks it when its good name can afford that."""
    return Chancellor()


BOTS: Mapping[str, MakeBot] = MappingProxyType(
    {
        "random": make_random,
        "drifter": make_drifter,
        "forager": make_forager,
        "raider": make_raider,
        "greedy": make_greedy,
        "envoy": make_envoy,
        "diplomat": make_diplomat,
        "chancellor": make_chancellor,
    }
)
LEVELS = (
    Level(
        "drifter",
        "beginner",
        "Acorn",
        "mouse",
        "Spreads to free squares, forgets every other move and never means what it says.",
    ),
    Level(
        "forager",
        "easy",
        "Bilberry",
        "squirrel",
        "Spreads and takes weak neighbours, but often forgets a move.",
    ),
    Level(
        "raider",
        "medium",
        "Gorse",
        "magpie",
        "Takes what is free or weak; it forgets a move now and then.",
    ),
    Level(
        "envoy",
        "hard",
        "Velvet",
        "cat",
        "Plans a little ahead, offers peace and mostly keeps its word.",
    ),
    Level(
        "diplomat",
        "expert",
        "Sable",
        "raven",
        "Tries its plans against yours, makes pacts, and breaks one when that clearly pays.",
    ),
    Level(
        "chancellor",
        "master",
        "Argent",
        "eagle",
        "Offers everybody peace until the end, and breaks it when its good name can afford that.",
    ),
)
