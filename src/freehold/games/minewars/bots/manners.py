"""The differences between the levels: how fast, clumsy and clever a bot is."""

from __future__ import annotations

from msgspec import Struct

from freehold.game import Ms


class Manner(Struct, frozen=True):
    """One level, as numbers."""

    pause_ms: tuple[Ms, Ms]
    """The shortest and the longest time between two clicks."""
    slip_percent: int
    """How many of a hundred clicks land next to the tile it meant."""
    daring: float
    """The danger that it accepts immediately where nothing is certain."""
    patience_ms: Ms
    """After this long without anything to do it accepts any danger below one half."""
    reaction_ms: Ms = 0
    """The time from first seeing a thing to the click on it."""
    truce_ms: Ms = 0
    """Until this moment of the match it stays away from rivals' land,"""
    mercy_ms: Ms = 0
    """and until this one from the last city of a rival."""
    has_goals: bool = True
    """Whether it heads for cities, rather than for any land."""
    rival_steps: int = 6
    """A rival's city counts as this many steps farther than a free one; far below 0 is a rush."""
    solves: bool = True
    """Whether it combines all its digits, not only pairs of them."""
    strikes: bool = False
    """Whether it blows up what is in its way."""
    storm_units: int = 0
    """With savings of this many base units it also strikes tiles that may hold a mine; 0: never."""
    fastens: bool = False
    """Whether it mines the ring of a city while it holds it."""
    guard_percent: int = 0
    """How often it thinks, before a click, of laying mines around a city in danger."""
    fortifies: bool = False
    """Whether it lays mines and decoys along the front."""
    works: int = 0
    """Of ten clicks this many go into strikes, towers and mines before more land is taken."""
    harvests: bool = False
    """Whether it turns land into money when it wants to strike and cannot pay."""
    sweeps: bool = False
    """Whether it prefers clicks that are known to take much land at once."""
    builds: bool = False
    """Whether it builds watch towers along the front."""
