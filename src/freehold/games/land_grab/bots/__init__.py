"""The bots, weakest first. Each knows only its view."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from freehold.bot import AnyChoice, MakeBot, Stop
from freehold.games.land_grab import views
from freehold.games.land_grab.bots.greedy import Greedy
from freehold.games.land_grab.bots.thinker import Thinker


def make_random(stop: Stop) -> AnyChoice:
    """Builds anything anywhere."""
    return AnyChoice(views.choices)


def make_greedy(stop: Stop) -> Greedy:
    """Takes what pays best right now and farms only when it must: good for beginners."""
    return Greedy()


def make_thinker(stop: Stop) -> Thinker:
    """Looks several builds ahead, races for the target and gets in your way."""
    return Thinker(stop)


BOTS: Mapping[str, MakeBot] = MappingProxyType(
    {"random": make_random, "greedy": make_greedy, "thinker": make_thinker}
)
