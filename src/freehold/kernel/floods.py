"""Floods and clusters: connected cells, always found in the same order."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from freehold.kernel.grids import Neighbours


def flood(starts: Iterable[int], beside: Neighbours, may_enter: Callable[[int], bool]) -> list[int]:
    """The starts and every cell reached from them through cells that may be entered.

    Breadth first; starts are taken as they are, without asking.
    """
    reached = list(dict.fromkeys(starts))
    seen = set(reached)
    for cell in reached:  # grows while it is walked
        for near in beside[cell]:
            if near not in seen and may_enter(near):
                seen.add(near)
                reached.append(near)
    return reached


def clusters(cells: Iterable[int], beside: Neighbours) -> list[list[int]]:
    """The cells in connected pieces, each piece from its lowest cell on."""
    left = dict.fromkeys(sorted(cells))
    pieces = []
    while left:
        piece = flood([next(iter(left))], beside, left.__contains__)
        for cell in piece:
            del left[cell]
        pieces.append(piece)
    return pieces
