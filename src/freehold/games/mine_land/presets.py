"""Worlds of three sizes by name, for the lobby and for `--set preset=NAME` (ML-01)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from freehold.game import Preset
from freehold.games.mine_land.params import Params

PRESETS: Mapping[str, Preset[Params]] = MappingProxyType(
    {
        "land": Preset("A million tiles, for any number of players.", (1, 500), Params()),
        "county": Preset(
            "300 x 300 tiles, for an evening.",
            (1, 100),
            Params(width_tiles=300, height_tiles=300),
        ),
        "field": Preset(
            "100 x 100 tiles: about a quarter of an hour for a few players.",
            (1, 20),
            Params(width_tiles=100, height_tiles=100),
        ),
    }
)
