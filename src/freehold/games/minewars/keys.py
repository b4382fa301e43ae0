"""The keys of a full-screen view: what each does at the cursor, and in which words."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

KEYS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        " ": ("capture {x},{y}", "capture"),
        "f": ("flag {x},{y}", "flag"),
        "u": ("unflag {x},{y}", "take the flag away"),
        "s": ("strike {x},{y}", "strike"),
        "m": ("deploy mine {x},{y}", "lay a mine"),
        "d": ("deploy decoy {x},{y}", "lay a decoy"),
        "t": ("deploy trap {x},{y}", "lay a trap"),
        "v": ("reveal {x},{y}", "reveal"),
        "k": ("smoke {x},{y}", "smoke"),
        "h": ("harvest {x},{y}", "harvest"),
        "r": ("build road {x},{y}", "build a road"),
        "w": ("build tower {x},{y}", "build a watch tower"),
        "b": ("build barricade {x},{y}", "build a barricade"),
        "g": ("build bridge {x},{y}", "build a bridge"),
        "x": ("bulldoze {x},{y}", "bulldoze"),
    }
)
