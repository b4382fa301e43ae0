"""The bots, weakest first: they see views, never state."""

from __future__ import annotations

from freehold.bot import AnyChoice, Stop
from freehold.games.territory.bots.diplomat import Diplomat
from freehold.games.territory.bots.greedy import Greedy
from freehold.games.territory.views import choices


def make_random(stop: Stop) -> AnyChoice:
    """Says and orders anything that is allowed."""
    return AnyChoice(choices)


def make_greedy(stop: Stop) -> Greedy:
    """Spreads, takes weaker neighbours and guards rich squares; its words mean nothing."""
    return Greedy()


def make_diplomat(stop: Stop) -> Diplomat:
    """Tests plans against what the others are likely to do; makes pacts and mostly keeps them."""
    return Diplomat(stop)
