"""Groups and cities as a seat sees them: what they are made of, and which land around them counts.

A group is made of clusters, walls, items in sight and what the seat has flagged, never of hidden
items (MW-24): so what is "still missing" may be wrong, as the player may be. `moves/groups.py`
knows the truth (MW-41, MW-46), `moves/cities.py` who holds a city (MW-50).

The tables of `tools.py`, which are part of the view, say what a tile counts as. All that is left
to do here, and again in the page, is to walk over touching tiles.
"""

from __future__ import annotations

from msgspec import Struct

from freehold.games.minewars.legal import Seen, fits, traits_at
from freehold.games.minewars.tools import ABROAD, LAID, LAND, MEMBER, OWN, RIVAL, SAFE

NO_CELL = -1


class Group(Struct, frozen=True):
    """A group, as far as the seat knows; all in order."""

    cells: tuple[int, ...]
    ring: tuple[int, ...]
    """The safe land around it."""
    missing: tuple[int, ...]
    """The part of it that the seat does not own yet."""


class Ring(Struct, frozen=True):
    """The land that touches a city: all of it must be owned (MW-50)."""

    cells: tuple[int, ...]
    held: int
    """How many of them the seat owns,"""
    rivals: int
    """and how many others do."""


def mixed_at(seen: Seen, cell: int) -> int:
    """The traits of a tile by its layers, and by each other."""
    bits = traits_at(seen, cell)
    for each in seen.terms.mixed:
        if fits(bits, each):
            bits |= each.gives
    return bits


def group_at(seen: Seen, start: int) -> Group | None:
    """The group that a tile belongs to; None if it belongs to none."""
    if not mixed_at(seen, start) & MEMBER:
        return None
    found, around = [start], {start: MEMBER}
    for cell in found:  # grows while it is walked
        for near in seen.grid.touching[cell]:
            if near not in around:
                around[near] = mixed_at(seen, near)
                if around[near] & MEMBER:
                    found.append(near)
    ring = tuple([cell for cell, bits in sorted(around.items()) if bits & SAFE])
    missing = tuple([cell for cell in ring if not around[cell] & OWN])
    return Group(tuple(sorted(found)), ring, missing)


def ring_of(seen: Seen, city: int) -> Ring:
    """Around a city's cell."""
    bits = {near: mixed_at(seen, near) for near in seen.grid.touching[city]}
    ring = [cell for cell, traits in bits.items() if traits & LAND]
    held, rivals = [len([cell for cell in ring if bits[cell] & by]) for by in (OWN, RIVAL)]
    return Ring(tuple(ring), held, rivals)


def read_by_others(seen: Seen, extra: int = NO_CELL) -> dict[int, int]:
    """The digits that another owner of the land around would read there, counting only the seat's
    own items (MW-22, MW-24); `extra` is a tile of the seat's that is assumed to hold one too."""
    every = [mixed_at(seen, cell) for cell in range(len(seen.grid))]
    found: dict[int, int] = {}
    for cell, bits in enumerate(every):
        if bits & LAID or (cell == extra and bits & OWN):
            for near in seen.grid.touching[cell]:
                if every[near] & ABROAD:
                    found[near] = found.get(near, 0) + 1
    return found
