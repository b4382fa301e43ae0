"""Whole boards at once: a layer as one long number with a byte a cell.

A mask has 255 for each cell that it takes. Shifting, joining and cutting masks is quicker than
walking over cells wherever many have changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import compress

from freehold.games.minewars.sight import shifts
from freehold.kernel.grids import Grid

MANY = 128
"""Beyond so many cells a whole board is quicker."""
ANY = bytes(255 * (value > 0) for value in range(256))


@lru_cache(maxsize=64)
def only(value: int) -> bytes:
    """A table that turns a layer into the mask of one value."""
    return bytes(255 * (each == value) for each in range(256))


def table_of(takes: bytes) -> bytes:
    """A table that turns a layer into the mask of all values that are taken."""
    return bytes(255 * (value < len(takes) and takes[value] > 0) for value in range(256))


def number(layer: bytes | bytearray) -> int:
    return int.from_bytes(layer, "little")


def write(layer: bytearray, value: int) -> None:
    """The inverse of `number`."""
    layer[:] = value.to_bytes(len(layer), "little")


def mask(layer: bytes | bytearray, table: bytes = ANY) -> int:
    return number(layer.translate(table))


def mask_of(size: int, cells: Iterable[int]) -> int:
    layer = bytearray(size)
    for cell in cells:
        layer[cell] = 255
    return number(layer)


def cells_of(size: int, value: int) -> list[int]:
    """The cells that a number takes, in order."""
    return list(compress(range(size), value.to_bytes(size, "little")))


def widen(grid: Grid, value: int) -> int:
    """The mask, and all cells that touch one of its cells."""
    wide = 0
    for stays, shift in shifts(grid, 1):
        moved = value & stays
        wide |= moved << shift if shift >= 0 else moved >> -shift
    return wide
