"""The keys of a full-screen view: what each does at the cursor, and in which words."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

KEYS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "w": ("step north", "walk north"),  # ML-10
        "a": ("step west", "walk west"),
        "s": ("step south", "walk south"),
        "d": ("step east", "walk east"),
        " ": ("flip {x},{y}", "flip"),
        "f": ("flag {x},{y}", "flag"),
        "u": ("unflag {x},{y}", "take the flag"),
        "n": ("watch next", "watch somebody, once dead"),
    }
)
