"""Named variants for the lobby and for `--set preset=NAME`: each is a set of params.

In each of them the players' first land is mined, so that no city falls to a single click, and a
tower costs a sixth of a mine. At a mine's price mines win more duels than towers for the same money
(`bench/minewars-results.md`); the rulebook's price is ten times that. Params without a preset are
the rulebook's, which has no mines there.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from freehold.game import Preset
from freehold.games.minewars.params import Params

PRESETS: Mapping[str, Preset[Params]] = MappingProxyType(
    {
        "classic": Preset(
            "An island with a city for everybody and some to spare. Twenty minutes.",
            (2, 6),
            Params(starting_mines=3, starting_decoys=1, tower_cost_percent=50, limit_ms=1_200_000),
        ),
        "duel": Preset(
            "Two players, five cities, and twenty minutes to take them all.",
            (2, 2),
            Params(
                radius_tiles=19,
                cities=5,
                starting_mines=3,
                starting_decoys=1,
                tower_cost_percent=50,
                limit_ms=1_200_000,
            ),
        ),
        "mayhem": Preset(
            "One city per player: lose it and you are out.",
            (3, 6),
            Params(cities=1, starting_mines=3, starting_decoys=2, tower_cost_percent=50),
        ),
        "blitz": Preset(
            "A small island with three cities. Over within eight minutes.",
            (2, 3),
            Params(
                radius_tiles=10,
                cities=3,
                starting_mines=2,
                starting_decoys=1,
                tower_cost_percent=50,
                limit_ms=480_000,
            ),
        ),
    }
)
