"""The facts of a view: what a viewer may know beside the layers. `views.py` says why."""

from __future__ import annotations

from msgspec import Struct


class Terms(Struct, frozen=True):
    """What is fixed at set-up and never changes."""

    mines: int
    """The number of mines at the start. Blasts change it, and nobody is told how."""
    density_percent: int
    apart_squared: int
    """The square of the minimum distance between starting cells."""
    freeze_ms: int
    blast_radius: int
    marks: tuple[int, int]
    """The percentages of the safe cells at which stages 2 and 3 begin."""


class Facts(Struct, frozen=True):
    terms: Terms
    stage: int
    """0 while starting cells are chosen, then 1, 2, 3."""
    moments: tuple[int, int, int, int]
    """In ms: when choosing ends; when stages 2 and 3 begin, or began; when the match ends."""
    cells: tuple[int, ...]
    """How many cells each seat owns."""
    frozen: tuple[int, ...]
    """When each seat thaws, in ms; 0 if it is not frozen."""
    picks: tuple[int, ...]
    """Each seat's starting cell, or -1."""
    confirmed: tuple[bool, ...]
    out: tuple[bool, ...]
    """For each seat: has it left or resigned?"""
    ending: str
    """Empty while the match runs."""
    places: tuple[int, ...]
    """After the end: each seat's place."""
    graph: tuple[tuple[int, ...], ...]
    """After the end: moments in ms, each with the cells that every seat owned."""
