"""The tables of legality (`tools.py`), read for all tiles of a view at once.

`legal.py` reads them tile by tile and says why not. A mask of all actions asks only where each tool
may be used, for a dozen tools on a thousand tiles. So each trait becomes a set of tiles (a long
number, as in `board/bits.py`), and each check an operation on sets. What follows from layers that
change rarely, or not with every click, is kept.

Tiles with a bridge are left out. There are few, and they have traits that no other tile has
(`ON_BRIDGES`): the caller asks `legal.py` about them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

from msgspec import Struct

from freehold.games.minewars.board.bits import bits_at, cells_of, leading_into, widen
from freehold.games.minewars.building.bridges import axes
from freehold.games.minewars.facts import Around, Ends, Tool
from freehold.games.minewars.legal import mountains
from freehold.games.minewars.tools import BANKS, BOTH_ENDS, BY_OTHERS, END, PAYER, SPAN
from freehold.kernel.grids import Grid

ON_BRIDGES = SPAN | END | BOTH_ENDS | BANKS | PAYER
PROTECTED = 1 << 40
"""One more trait: the layer `protected` is not 0."""
STILL = ("kind", "city", "region")
"""Layers that rarely change,"""
SLOW = ("structure", "item", "flag")
"""and those that change now and then. The others change with every click."""
TABLE = 256

Check = tuple[int, bool]
"""Must a tile have one of these traits, or none of them?"""
Traits = tuple[tuple[str, tuple[int, ...]], ...]
"""By layer and byte, as in a view's facts."""
Layers = Mapping[str, bytes]
T = TypeVar("T")


class Plane(Struct, frozen=True):
    """A trait that tiles have by one layer."""

    layer: str
    trait: int
    table: bytes | None
    """Turns the layer into 1 for tiles that have it; None if all bytes but 0 mean that."""


class Asked(Struct, frozen=True):
    """Which tiles pass some checks?"""

    still: tuple[int, ...]
    """Places in `Reading.still.checks`,"""
    slow: tuple[int, ...]
    """in `Reading.slow.checks`"""
    quick: tuple[int, ...]
    """and in `Reading.quick.checks`."""


class Use(Struct, frozen=True):
    """A tool at one of its prices."""

    name: str
    ready: str
    """The cooldown it waits for, if any."""
    price: int
    question: int
    """Its place in `Reading.questions`, and so on."""
    beside: tuple[tuple[int, bool], ...]
    """Questions about tiles that must touch it, or must not."""
    joins: int
    """As in `Tool`."""


class AxisUse(Struct, frozen=True):
    """A tool that lies along an axis."""

    name: str
    question: int
    ends: tuple[tuple[int, int], ...]
    """Questions about the tiles at its ends, and at least how many of the two must pass."""


class Checks(Struct, frozen=True, eq=False):
    """What some of the layers are asked."""

    planes: list[Plane] = []
    checks: list[tuple[tuple[int, ...], bool]] = []
    """Must a tile be in one of these planes (True), or in none?"""


class Reading(Struct, frozen=True, eq=False):
    """What the layers of a view are asked."""

    layers: tuple[str, ...]
    """Those that are asked at all."""
    still: Checks
    slow: Checks
    quick: Checks
    questions: tuple[Asked, ...]
    uses: tuple[Use, ...]
    axis_uses: tuple[AxisUse, ...]


# From the tables to questions


def reading_of(
    tools: tuple[tuple[str, Tool], ...],
    around: tuple[Around, ...],
    ends: tuple[Ends, ...],
    traits: Traits,
) -> Reading:
    writing = _Writing((*traits, ("protected", (0, *[PROTECTED] * (TABLE - 1)))))
    uses, axis_uses = list[Use](), list[AxisUse]()
    for name, tool in tools:
        if tool.along_axis:
            asked = [rule for check in tool.checks for rule in ends if rule.gives & check.traits]
            rules = [rule for rule in asked if not any(_implies(each, rule) for each in asked)]
            at_ends = tuple([(writing.ask(_all_of(rule)), rule.count) for rule in rules])
            axis_uses.append(AxisUse(name, writing.ask(_own_checks(tool)), at_ends))
        else:
            uses += _uses(writing, name, tool, around)
    quick = dict.fromkeys([plane.layer for plane in writing.parts[2].planes])
    return Reading(
        (*STILL, *SLOW, *quick),
        *writing.parts,
        tuple(writing.questions),
        tuple(uses),
        tuple(axis_uses),
    )


def _uses(writing: _Writing, name: str, tool: Tool, around: Sequence[Around]) -> list[Use]:
    beside = [
        (writing.ask(_all_of(rule)), check.wanted)
        for check in tool.checks
        for rule in around
        if rule.gives & check.traits
    ]
    uses, others = list[Use](), 0
    for traits, price in tool.prices or ((0, 0),):
        checks = [*_own_checks(tool), (others, False), *([(traits, True)] if traits else [])]
        question = writing.ask(checks)
        whole = price + tool.tile_price
        uses.append(Use(name, tool.ready, whole, question, tuple(beside), tool.joins))
        others |= traits
    return uses


def _own_checks(tool: Tool) -> list[Check]:
    """Those that a tile without a bridge passes or fails by its own layers."""
    checks = [
        (check.traits & ~ON_BRIDGES, check.wanted)
        for check in tool.checks
        if check.traits & ~(ON_BRIDGES | BY_OTHERS)
    ]
    return [*checks, (PROTECTED, False)] if tool.minds_protection else checks


def _all_of(rule: Around | Ends) -> list[Check]:
    return [*[(trait, True) for trait in _split(rule.has)], (rule.lacks, False)]


def _implies(one: Ends, other: Ends) -> bool:
    """Does all that passes one rule pass the other, too?"""
    asks_more = one.has & other.has == other.has and one.lacks & other.lacks == other.lacks
    return one is not other and asks_more and one.count >= other.count


def _split(traits: int) -> list[int]:
    return [1 << place for place in range(traits.bit_length()) if traits >> place & 1]


class _Writing:
    """A reading that is being written: nothing is asked twice."""

    def __init__(self, traits: Traits) -> None:
        self.tables = [(layer, table, _given(table)) for layer, table in traits]
        self.parts = Checks(), Checks(), Checks()
        self.questions: list[Asked] = []

    def ask(self, checks: Iterable[Check]) -> int:
        places: tuple[list[int], ...] = ([], [], [])
        for traits, wanted in map(self._simpler, checks):
            parts = sorted({_part(layer) for layer, _, given in self.tables if given & traits})
            if wanted and len(parts) > 1:
                raise ValueError(f"the traits {traits:b} are in layers that are read apart")
            for part in parts or [0] * wanted:  # a trait that nothing has at present is wanted, too
                places[part].append(self._check(part, traits, wanted))
        return _place(Asked(*[tuple(each) for each in places]), self.questions)

    def _simpler(self, check: Check) -> Check:
        """A trait that tiles have where they lack another is asked for by that one."""
        trait, wanted = check
        tables = [(table, given) for _, table, given in self.tables if given & trait]
        if trait.bit_count() == len(tables) == 1:
            ((table, given),) = tables
            for other in _split(given & (trait - 1)):
                if all(bool(bits & other) != bool(bits & trait) for bits in table):
                    return other, not wanted
        return check

    def _check(self, part: int, traits: int, wanted: bool) -> int:
        asked = self.parts[part]
        planes = [
            _place(Plane(layer, trait, _table(table, trait)), asked.planes)
            for layer, table, given in self.tables
            if given & traits and _part(layer) == part
            for trait in _split(given & traits)
        ]
        return _place((tuple(planes), wanted), asked.checks)


def _part(layer: str) -> int:
    """The part of a reading that asks it."""
    return 0 if layer in STILL else 1 if layer in SLOW else 2


def _place(each: T, among: list[T]) -> int:
    """Where it is in a list; it is added if it is not there."""
    if each not in among:
        among.append(each)
    return among.index(each)


def _given(table: tuple[int, ...]) -> int:
    """All traits that a layer may give."""
    bits = 0
    for each in table:
        bits |= each
    return bits


@lru_cache(maxsize=256)
def _table(table: tuple[int, ...], trait: int) -> bytes | None:
    has = bytes([bool(bits & trait) for bits in table])
    return None if not has[0] and all(has[1:]) else has.ljust(TABLE, b"\0")


# Answers


class Still(Struct, frozen=True, eq=False):
    """What follows from the layers that rarely change."""

    every: int
    """All tiles."""
    passed: list[int]
    """By question: the tiles that pass these layers' checks."""
    joined: dict[int, int]
    """By number: the tiles that touch at least this many clusters of mountains."""
    sites: dict[str, tuple[int, ...]]
    """By tool that lies along an axis, and by axis: where it fits, if no other layer forbids it."""
    banks: dict[str, int]
    """By tool that lies along an axis: these tiles, and all that touch them."""


@lru_cache(maxsize=256)
def _still(reading: Reading, grid: Grid, kind: bytes, city: bytes, region: bytes) -> Still:
    layers, every = {"kind": kind, "city": city, "region": region}, (1 << len(grid)) - 1
    checks, passed = _passing(reading.still, layers, every), list[int]()
    for question in reading.questions:
        tiles = every
        for check in question.still:
            tiles &= checks[check]
        passed.append(tiles)
    clusters = mountains(grid, kind)
    sites = {use.name: _sites(grid, use, passed) for use in reading.axis_uses}
    return Still(
        every,
        passed,
        {use.joins: _joined(grid, clusters, use.joins) for use in reading.uses if use.joins},
        sites,
        {name: widen(grid, _any_of(fitting)) for name, fitting in sites.items()},
    )


@lru_cache(maxsize=64)
def _joined(grid: Grid, clusters: tuple[tuple[int, ...], ...], least: int) -> int:
    touched = [0] * len(grid)
    for cluster in clusters:
        for cell in cells_of(widen(grid, bits_at(cluster))):
            touched[cell] += 1
    return bits_at([cell for cell, count in enumerate(touched) if count >= least])


def _sites(grid: Grid, use: AxisUse, passed: Sequence[int]) -> tuple[int, ...]:
    ends = tuple([(passed[question], count) for question, count in use.ends])
    return _with_ends(grid, (passed[use.question],) * axes(grid), ends)


def _any_of(sets: Iterable[int]) -> int:
    tiles = 0
    for each in sets:
        tiles |= each
    return tiles


@lru_cache(maxsize=256)
def _with_ends(
    grid: Grid, sites: tuple[int, ...], ends: tuple[tuple[int, int], ...]
) -> tuple[int, ...]:
    """By axis: the tiles of which, for each of some sets, at least one end is in it, or both are.
    Land at the water is seldom taken, so the sets are mostly those of the last view."""
    left = list[int]()
    for axis, tiles in enumerate(sites):
        for having, count in ends:
            one = leading_into(grid, having, axis)
            other = leading_into(grid, having, axis + len(sites))
            tiles &= one & other if count > 1 else one | other
        left.append(tiles)
    return tuple(left)


@lru_cache(maxsize=256)
def _slow(reading: Reading, still: Still, structure: bytes, item: bytes, flag: bytes) -> list[int]:
    """By question: the tiles that pass the checks of these layers as well."""
    layers = {"structure": structure, "item": item, "flag": flag}
    checks = _passing(reading.slow, layers, still.every)
    passed = [*still.passed]
    for place, question in enumerate(reading.questions):
        for check in question.slow:
            passed[place] &= checks[check]
    return passed


def _passing(asked: Checks, layers: Layers, every: int) -> list[int]:
    """By check: the tiles that pass it."""
    planes, found = _read(asked.planes, layers), list[int]()
    for among, wanted in asked.checks:
        having = 0
        for place in among:
            having |= planes[place]
        found.append(having if wanted else every ^ having)
    return found


def _read(planes: Sequence[Plane], layers: Layers) -> list[int]:
    """The tiles of each plane."""
    return [_tiles_of(layers[plane.layer], plane.table) for plane in planes]


@lru_cache(maxsize=512)
def _tiles_of(layer: bytes, table: bytes | None) -> int:
    """Those with a 1, in a layer or in what a table makes of it. One that has not changed since the
    last view is not read again."""
    import numpy as np

    ones = np.frombuffer(layer.translate(table) if table else layer, np.uint8)
    return int.from_bytes(np.packbits(ones, None, "little").tobytes(), "little")


class Answers(Struct, frozen=True, eq=False):
    """Where tools may be used in one view, whether or not they are ready and can be paid for."""

    uses: list[tuple[Use, int]]
    """Each use of a tool that fits anywhere, with its tiles."""
    sites: dict[str, tuple[int, ...]]
    """By tool that lies along an axis, and by axis: its tiles."""


def answers_of(reading: Reading, grid: Grid, layers: Layers) -> Answers:
    return _answers(reading, grid, *[layers[name] for name in reading.layers])


@lru_cache(maxsize=256)
def _answers(reading: Reading, grid: Grid, *layers: bytes) -> Answers:
    board = _Board(reading, grid, dict(zip(reading.layers, layers, strict=True)))
    found = [(use, board.tiles(use)) for use in reading.uses]
    return Answers(
        [each for each in found if each[1]],
        {use.name: board.sites(use) for use in reading.axis_uses},
    )


class _Board:
    """The layers of one view, while they are asked."""

    def __init__(self, reading: Reading, grid: Grid, layers: Layers) -> None:
        self.grid, self.questions = grid, reading.questions
        self.still = _still(reading, grid, layers["kind"], layers["city"], layers["region"])
        slow = layers["structure"], layers["item"], layers["flag"]
        self.passed = _slow(reading, self.still, *slow)
        self.checks = _passing(reading.quick, layers, self.still.every)
        self.touching: dict[int, int] = {}

    def passing(self, question: int) -> int:
        tiles, checks = self.passed[question], self.checks
        for check in self.questions[question].quick:
            tiles &= checks[check]
        return tiles

    def tiles(self, use: Use) -> int:
        tiles = self.passing(use.question)
        if use.joins:
            tiles &= self.still.joined[use.joins]
        for question, wanted in use.beside:
            if tiles:
                near = self._touching(question)
                tiles &= near if wanted else ~near
        return tiles

    def _touching(self, question: int) -> int:
        """The tiles that touch one that passes; whether those are among them does not matter."""
        if question not in self.touching:
            self.touching[question] = widen(self.grid, self.passing(question))
        return self.touching[question]

    def sites(self, use: AxisUse) -> tuple[int, ...]:
        where, banks = self.passing(use.question), self.still.banks[use.name]
        moving = [end for end in use.ends if self.questions[end[0]].quick]
        ends = tuple([(self.passing(question) & banks, count) for question, count in moving])
        sites = _with_ends(self.grid, self.still.sites[use.name], ends)
        return tuple([tiles & where for tiles in sites])


def planes_of(sets: Sequence[int], size: int) -> bytes:
    """The sets one after the other, as 1 and 0 for each of this many tiles."""
    none = bytes(size)
    return b"".join([_plane_of(tiles, size) if tiles else none for tiles in sets])


@lru_cache(maxsize=512)
def _plane_of(tiles: int, size: int) -> bytes:
    """Most sets are equal to another, or as they were in the last view."""
    import numpy as np

    packed = np.frombuffer(tiles.to_bytes((size + 7) // 8, "little"), np.uint8)
    return np.unpackbits(packed, None, size, "little").tobytes()
