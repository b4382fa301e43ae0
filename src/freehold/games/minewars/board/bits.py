"""Sets of tiles as long numbers: bit n is set if cell n is in the set.

Joining, cutting and shifting such a number takes about as long for one tile as for a whole board,
so every rule is written once, for any number of tiles. Layers hold one byte per cell; a set is
written to them between its first and its last cell (`span_of`), a short stretch if little has
changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from freehold.kernel.grids import Grid, side_steps

Span = tuple[int, int]
"""Cells from the first up to, but not including, the second."""
DIGITS = bytes(b"01"[value > 0] for value in range(256))
"""A table that turns a layer into the digits of its set."""
TAKEN = bytes(255 * (value == ord("1")) for value in range(256))
"""A table that turns these digits into 255 for every cell of the set."""
ONE = re.compile("1")


# Layers and cells to sets, and back


def bits_of(layer: bytes | bytearray) -> int:
    """The cells where a layer is not 0."""
    return int(layer.translate(DIGITS)[::-1], 2)


@lru_cache(maxsize=64)
def _digits_of(value: int) -> bytes:
    return bytes(b"01"[each == value] for each in range(256))


def bits_where(layer: bytes | bytearray, value: int) -> int:
    """The cells where a layer has this value."""
    return int(layer.translate(_digits_of(value))[::-1], 2)


def bits_at(cells: Iterable[int]) -> int:
    bits = 0
    for cell in cells:
        bits |= 1 << cell
    return bits


def cells_of(bits: int) -> list[int]:
    """The cells of a set, in order."""
    if not bits:
        return []
    first = first_of(bits)
    return [first + found.start() for found in ONE.finditer(f"{bits >> first:b}"[::-1])]


def first_of(bits: int) -> int:
    """The lowest cell of a set that is not empty."""
    return (bits & -bits).bit_length() - 1


def span_of(bits: int) -> Span:
    return first_of(bits), bits.bit_length()


def pack_bits(size: int, bits: int) -> bytes:
    """As a state keeps them."""
    return bits.to_bytes(-(-size // 8), "little")


# Parts of layers as numbers with one byte per cell


def number(part: bytes | bytearray) -> int:
    return int.from_bytes(part, "little")


def mask_of(bits: int, span: Span) -> int:
    """255 for every cell of the set within the span, 0 for the others."""
    first, end = span
    digits = f"{(bits >> first) & ((1 << end - first) - 1):0{end - first}b}"
    return int.from_bytes(digits.encode().translate(TAKEN), "big")


@lru_cache(maxsize=16_384)
def ones(length: int) -> int:
    """1 for each of this number of cells."""
    return number(b"\1" * length)


def fill(layer: bytearray, bits: int, value: int) -> None:
    """Write one value to all cells of a set that is not empty."""
    first, end = span = span_of(bits)
    part, mask = number(layer[first:end]), mask_of(bits, span)
    filled = part ^ part & mask | mask & value * ones(end - first)
    layer[first:end] = filled.to_bytes(end - first, "little")


# Shifting


class Edges(NamedTuple):
    """Keeps a shift from leaving a board on one side and entering it on the other."""

    inside: int
    """All cells."""
    not_left: int
    not_right: int
    even: int
    odd: int


@lru_cache(maxsize=64)
def edges(grid: Grid) -> Edges:
    width, height = grid.width, grid.height
    rows = [((1 << width) - 1) << width * y for y in range(height)]
    inside, left = sum(rows), sum([1 << width * y for y in range(height)])
    right = left << width - 1
    return Edges(inside, inside ^ left, inside ^ right, sum(rows[::2]), sum(rows[1::2]))


def widen(grid: Grid, bits: int) -> int:
    """The set, and all cells that touch one of it."""
    inside, not_left, not_right, even, odd = edges(grid)
    sides, row = bits | (bits & not_right) << 1 | (bits & not_left) >> 1, grid.width
    if grid.shape == "square":
        return sides | (sides << row) & inside | sides >> row
    # Odd rows of a hex grid are shifted to the right, and so are their neighbours above and below.
    slanted = bits | (bits & odd & not_right) << 1 | (bits & even & not_left) >> 1
    return sides | (slanted << row) & inside | slanted >> row


def widen_far(grid: Grid, bits: int, steps: int) -> int:
    """The set, and all cells within this many steps of it."""
    if bits:
        for _ in range(steps):
            bits = widen(grid, bits)
    return bits


def flood(grid: Grid, start: int, through: int) -> int:
    """The start, and everything reached from it through the given cells."""
    reached = start
    while (wide := start | widen(grid, reached) & through) != reached:
        reached = wide
    return reached


def _neighbours(grid: Grid, bits: int) -> tuple[int, ...]:
    """The set moved by one step, in each direction in which cells touch."""
    inside, not_left, not_right, even, odd = edges(grid)
    row, right, left = grid.width, (bits & not_right) << 1, (bits & not_left) >> 1
    if grid.shape == "square":
        above = bits >> row, right >> row, left >> row
        return right, left, *above, *[(each << row) & inside for each in (bits, right, left)]
    slanted = (bits & odd & not_right) << 1 | (bits & even & not_left) >> 1
    below = (bits << row) & inside, (slanted << row) & inside
    return right, left, bits >> row, slanted >> row, *below


def leading_into(grid: Grid, bits: int, direction: int) -> int:
    """The cells from which a step over one side leads into the set."""
    (back, even), (back_odd, odd) = _ways_back(grid, direction)
    if back > 0:
        return bits >> back & even | bits >> back_odd & odd
    return bits << -back & even | bits << -back_odd & odd


@lru_cache(maxsize=256)
def _ways_back(grid: Grid, direction: int) -> list[tuple[int, int]]:
    """In even rows and in odd ones: how far a step goes, and the cells from which it stays on the
    grid."""
    inside, not_left, not_right, *parities = edges(grid)
    ways = []
    for row, rows in enumerate(parities):
        dx, dy = side_steps(grid.shape, row)[direction]
        ways.append((dy * grid.width + dx, rows & (inside, not_right, not_left)[dx]))
    return ways


def count_touching(grid: Grid, bits: int) -> tuple[int, int, int, int]:
    """How many cells of the set touch each cell, as a binary number: the cells that have its ones,
    twos, fours and eights. All cells are added up at once, as by hand, with carries."""
    ones = twos = fours = eights = 0
    for each in _neighbours(grid, bits):
        carry, ones = ones & each, ones ^ each
        if carry:
            carry, twos = twos & carry, twos ^ carry
            if carry:
                carry, fours = fours & carry, fours ^ carry
                eights |= carry
    return ones, twos, fours, eights
