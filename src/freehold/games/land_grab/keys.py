"""The terminal's full screen: what keys do at the cursor."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from freehold.game import Key

KEYS: Mapping[str, Key] = MappingProxyType(
    {
        "f": Key("farm {x},{y}", "build a farm"),
        "s": Key("settle {x},{y}", "build a settlement"),
    }
)
