"""Named variants for the lobby and for `--set preset=NAME`: each is a set of params."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from freehold.game import Preset
from freehold.games.minewars.params import Params

PRESETS: Mapping[str, Preset[Params]] = MappingProxyType(
    {
        "classic": Preset(
            "An island with a city for everybody and some to spare. A quarter of an hour.",
            (2, 6),
            Params(),
        ),
        "duel": Preset(
            "Two players, five cities, and twenty minutes to take them all.",
            (2, 2),
            Params(radius_tiles=14, cities=5, limit_ms=1_200_000),
        ),
        "mayhem": Preset(
            "One city per player: lose it and you are out.",
            (3, 6),
            Params(cities=1),
        ),
        "blitz": Preset(
            "A small island with three cities. Over within eight minutes.",
            (2, 3),
            Params(radius_tiles=10, cities=3, limit_ms=480_000),
        ),
    }
)
