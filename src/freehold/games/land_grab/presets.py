"""Games of Land Grab by name, for the lobby and for `--set preset=NAME` (LG-25)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from freehold.game import Preset
from freehold.games.land_grab.params import Params

PRESETS: Mapping[str, Preset[Params]] = MappingProxyType(
    {
        "classic": Preset("The first to 100 points.", (2, 2), Params()),
        "even": Preset(
            "The first to 80 points: between strong players, both roles win about as often.",
            (2, 2),
            Params(points_to_win=80),
        ),
    }
)
