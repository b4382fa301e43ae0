"""Settings with a name, for the lobby and for `--set preset=NAME`: each is a choice of params."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from freehold.game import Preset
from freehold.games.minewars.params import Params

PRESETS: Mapping[str, Preset[Params]] = MappingProxyType(
    {
        "classic": Preset(
            "An island with cities for everybody and some to spare, a quarter of an hour.",
            (2, 6),
            Params(),
        ),
        "duel": Preset(
            "Two players, five cities, and twenty minutes to take all of the other's.",
            (2, 2),
            Params(radius_tiles=14, cities=5, limit_ms=1_200_000),
        ),
        "mayhem": Preset(
            "As many cities as players: who loses the only one is out.",
            (3, 6),
            Params(cities=1),
        ),
        "blitz": Preset(
            "A small island with three cities, over within eight minutes.",
            (2, 3),
            Params(radius_tiles=10, cities=3, limit_ms=480_000),
        ),
    }
)
