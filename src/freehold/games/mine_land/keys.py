"""The keys of the full-screen view: what each does at the cursor, and how it is described."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from freehold.game import Key

KEYS: Mapping[str, Key] = MappingProxyType(
    {
        "w": Key("step north", "walk north"),  # ML-10
        "a": Key("step west", "walk west"),
        "s": Key("step south", "walk south"),
        "d": Key("step east", "walk east"),
        "space": Key("flip {x},{y}", "flip"),
        "f": Key("flag {x},{y}", "flag"),
        "u": Key("unflag {x},{y}", "take the flag"),
        "n": Key("watch next", "watch another player (when dead)"),
    }
)
