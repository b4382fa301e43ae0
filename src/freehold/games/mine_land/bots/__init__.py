"""The bots, weakest first. Each works from the view alone, and is no faster than a person."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from freehold.bot import AnyChoice, MakeBot, Stop
from freehold.games.mine_land.views import choices


def make_random(stop: Stop) -> AnyChoice:
    """Walks and flips whatever it sees."""
    return AnyChoice(choices)


BOTS: Mapping[str, MakeBot] = MappingProxyType({"random": make_random})
