"""Tables of Territory by name, for the lobby and for `--set preset=NAME` (TR-02)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from freehold.game import Preset
from freehold.games.territory.params import Params

PRESETS: Mapping[str, Preset[Params]] = MappingProxyType(
    {
        "classic": Preset("Players start anywhere on the edge.", (3, 5), Params()),
        "even": Preset(
            "Nobody starts in a corner, and starts are at least 4 moves apart.",
            (3, 4),
            Params(corners=False, spacing_cells=4),
        ),
        "even-five": Preset(
            "For five players: nobody starts in a corner, and starts are at least 3 moves apart.",
            (5, 5),
            Params(corners=False, spacing_cells=3),
        ),
    }
)
