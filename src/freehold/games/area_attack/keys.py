"""The keys of the full-screen view: what each does at the cursor, and how it is described."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from freehold.game import Key

KEYS: Mapping[str, Key] = MappingProxyType(
    {
        "space": Key("open {x},{y}", "open"),
        "f": Key("flag {x},{y}", "flag"),
        "u": Key("unflag {x},{y}", "remove the flag"),
        "c": Key("chord {x},{y}", "chord"),
        "p": Key("pick {x},{y}", "pick as starting cell"),
        "enter": Key("confirm", "confirm"),
    }
)
