"""The keys of the full-screen view: what each does at the cursor, and how it is described."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from freehold.game import Key

KEYS: Mapping[str, Key] = MappingProxyType(
    {
        "space": Key("capture {x},{y}", "capture"),
        "f": Key("flag {x},{y}", "flag"),
        "u": Key("unflag {x},{y}", "remove the flag"),
        "s": Key("strike {x},{y}", "strike"),
        "m": Key("deploy mine {x},{y}", "lay a mine"),
        "d": Key("deploy decoy {x},{y}", "lay a decoy"),
        "t": Key("deploy trap {x},{y}", "lay a trap"),
        "v": Key("reveal {x},{y}", "reveal"),
        "k": Key("smoke {x},{y}", "smoke"),
        "h": Key("harvest {x},{y}", "harvest"),
        "r": Key("build road {x},{y}", "build a road"),
        "w": Key("build tower {x},{y}", "build a watch tower"),
        "b": Key("build barricade {x},{y}", "build a barricade"),
        "g": Key("build bridge {x},{y}", "build a bridge"),
        "x": Key("bulldoze {x},{y}", "bulldoze"),
    }
)
