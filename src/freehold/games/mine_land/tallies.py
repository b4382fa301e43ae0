"""Numbers for a few tiles out of many, as pairs (tile, number) in the order of the tiles.

Used where a layer would be nearly empty. Canonical bytes have no dicts with numbers as keys, so
it is a list.
"""

from __future__ import annotations

from bisect import bisect_left

Tally = list[tuple[int, int]]


def find(tally: Tally, tile: int) -> int:
    """The tile's number, or 0."""
    place = bisect_left(tally, (tile,))
    return tally[place][1] if place < len(tally) and tally[place][0] == tile else 0


def store(tally: Tally, tile: int, number: int) -> None:
    """Set a tile's number; 0 removes it."""
    place = bisect_left(tally, (tile,))
    has_one = place < len(tally) and tally[place][0] == tile
    tally[place : place + has_one] = [(tile, number)] if number else []
