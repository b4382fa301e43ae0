"""Whole boards at once: a layer as one long number.

A mask has 255 for each cell that it takes, a byte a cell, so that it cuts layers. Bits take the
same cells with one bit each, eight times shorter: for what is shifted again and again. Shifting,
joining and cutting them is quicker than walking over cells wherever many have changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import compress
from typing import NamedTuple

from freehold.kernel.grids import Grid

MANY = 40
"""Beyond so many cells a whole board is quicker."""
BYTE, BIT = 8, 1
"""How many bits a cell has in a mask, and in bits."""
ANY = bytes(255 * (value > 0) for value in range(256))
NONZERO = re.compile(rb"[^\0]")
DENSE = 5
"""If one cell of so many is taken, walking over all of them is quicker than looking for it."""
DIGITS = bytes(b"01"[value > 0] for value in range(256))
"""A table that turns a layer into the digits of its bits."""
TAKEN = bytes(255 * (value == ord("1")) for value in range(256))
"""Its inverse."""


@lru_cache(maxsize=64)
def only(value: int) -> bytes:
    """A table that turns a layer into the mask of one value."""
    return bytes(255 * (each == value) for each in range(256))


@lru_cache(maxsize=256)
def without(value: int) -> bytes:
    """A table that turns one value into 0, and leaves a layer as it is otherwise."""
    return bytes(each * (each != value) for each in range(256))


def table_of(takes: bytes) -> bytes:
    """A table that turns a layer into the mask of all values that are taken."""
    return bytes(255 * (value < len(takes) and takes[value] > 0) for value in range(256))


def find_all(layer: bytes | bytearray, value: int) -> list[int]:
    """Where a value stands that is rare, in order."""
    found = []
    cell = layer.find(value)
    while cell >= 0:
        found.append(cell)
        cell = layer.find(value, cell + 1)
    return found


def wipe(layer: bytearray, value: int) -> list[int]:
    """This value is 0 from now on, wherever it stands; where that was, or the first MANY and one
    if there were more."""
    found, cell = list[int](), -1
    for _ in range(MANY + 1):
        cell = layer.find(value, cell + 1)
        if cell < 0:
            return found
        layer[cell] = 0
        found.append(cell)
    layer[:] = layer.translate(without(value))
    return found


# Layers to numbers and back


def number(layer: bytes | bytearray) -> int:
    return int.from_bytes(layer, "little")


def write(layer: bytearray, value: int) -> None:
    """The inverse of `number`."""
    layer[:] = value.to_bytes(len(layer), "little") if value else bytes(len(layer))


def mask(layer: bytes | bytearray, table: bytes = ANY) -> int:
    return number(layer.translate(table))


def differing(one: bytes | bytearray, other: bytes | bytearray) -> int:
    """The mask of the cells where two layers differ."""
    return mask((number(one) ^ number(other)).to_bytes(len(one), "little"))


def mask_of(size: int, cells: Iterable[int]) -> int:
    layer = bytearray(size)
    for cell in cells:
        layer[cell] = 255
    return number(layer)


def cells_of(size: int, value: int) -> list[int]:
    """The cells that a number takes, in order."""
    if not value:
        return []
    layer = value.to_bytes(size, "little")
    if DENSE * (size - layer.count(0)) > size:
        return list(compress(range(size), layer))
    return [found.start() for found in NONZERO.finditer(layer)]


@lru_cache(maxsize=64)
def everywhere(size: int) -> int:
    """The mask of all cells."""
    return number(bytes([255]) * size)


@lru_cache(maxsize=64)
def ones(size: int) -> int:
    """1 for each cell: a mask cut by it holds 1 instead of 255."""
    return number(bytes([1]) * size)


@lru_cache(maxsize=64)
def fixed_mask(layer: bytes) -> int:
    """The mask of a layer that never changes."""
    return mask(layer)


# Bits


def bits_of(layer: bytes | bytearray) -> int:
    """The bits of the cells where a layer, or what a mask is written as, is not 0."""
    return int(layer.translate(DIGITS)[::-1], 2)


def mask_of_bits(size: int, bits: int) -> int:
    return int.from_bytes(f"{bits:0{size}b}".encode().translate(TAKEN), "big")


def pack_bits(size: int, bits: int) -> bytes:
    """As a state keeps them."""
    return bits.to_bytes(-(-size // 8), "little")


# Shifting


class Edges(NamedTuple):
    """What keeps a shift from leaving a board on one side and entering it on the other."""

    row: int
    """How far it is to the cell below."""
    inside: int
    """All cells."""
    not_left: int
    not_right: int
    even: int
    odd: int


@lru_cache(maxsize=64)
def edges(grid: Grid, unit: int) -> Edges:
    width, height = grid.width, grid.height
    taken = (1 << unit) - 1
    line = sum([taken << unit * x for x in range(width)])
    rows = [line << unit * width * y for y in range(height)]
    inside = sum(rows)
    left = sum([taken << unit * width * y for y in range(height)])
    right = left << unit * (width - 1)
    return Edges(
        unit * width, inside, inside ^ left, inside ^ right, sum(rows[::2]), sum(rows[1::2])
    )


def widen(grid: Grid, value: int, unit: int = BYTE) -> int:
    """The mask, or the bits, and all cells that touch one of them."""
    row, inside, not_left, not_right, even, odd = edges(grid, unit)
    sides = value | (value & not_right) << unit | (value & not_left) >> unit
    if grid.shape == "square":
        return sides | (sides << row) & inside | sides >> row
    # Odd rows of a hex grid are shifted to the right: so are what they touch above and below.
    slanted = value | (value & odd & not_right) << unit | (value & even & not_left) >> unit
    return sides | (slanted << row) & inside | slanted >> row


def flood(grid: Grid, start: int, through: int, unit: int = BYTE) -> int:
    """The start, and all that is reached from it through the cells given."""
    reached = start
    while (wide := start | widen(grid, reached, unit) & through) != reached:
        reached = wide
    return reached
