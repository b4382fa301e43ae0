"""The keys of a full-screen view: what each does at the cursor, and in which words."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

KEYS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        " ": ("open {x},{y}", "open"),
        "f": ("flag {x},{y}", "flag"),
        "u": ("unflag {x},{y}", "take the flag away"),
        "c": ("chord {x},{y}", "chord"),
        "p": ("pick {x},{y}", "pick as starting cell"),
        "enter": ("confirm", "confirm"),
    }
)
