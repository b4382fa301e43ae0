"""The tables of legality (`tools.py`), read for all tiles of a view at once.

`legal.py` reads them tile by tile and says why not. A mask of all actions asks only where each tool
may be used, for a dozen tools on a thousand tiles. So each trait becomes a set of tiles (a long
number, as in `board/bits.py`), and each check an operation on sets.

Layers are read in stages, those that rarely change first. What follows from the first stages is
kept, and a tool is looked at in the stage in which the last layer is read that it asks for.

Tiles with a bridge are left out. There are few, and they have traits that no other tile has
(`ON_BRIDGES`): the caller asks `legal.py` about them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

from msgspec import Struct, structs

from freehold.games.minewars.board.bits import bits_at, cells_of, leading_into, widen
from freehold.games.minewars.building.bridges import axes
from freehold.games.minewars.facts import Around, Ends, Tool
from freehold.games.minewars.legal import mountains
from freehold.games.minewars.tools import BANKS, BOTH_ENDS, BY_OTHERS, END, PAYER, SPAN
from freehold.kernel.grids import Grid

ON_BRIDGES = SPAN | END | BOTH_ENDS | BANKS | PAYER
PROTECTED = 1 << 40
"""One more trait: the layer `protected` is not 0."""
STAGES = (
    ("kind", "city", "region", "structure", "item", "flag"),
    ("owner", "reach", "sight"),
    ("protected",),
)
"""Layers that change now and then, those that change when land is taken, and what changes as time
goes by."""
TABLE = 256

Check = tuple[int, bool]
"""Must a tile have one of these traits, or none of them?"""
Traits = tuple[tuple[str, tuple[int, ...]], ...]
"""By layer and byte, as in a view's facts."""
Plane = tuple[str, int]
"""The tiles that have a trait by a layer."""
T = TypeVar("T")


class Asked(Struct, frozen=True):
    """Which tiles pass some checks?"""

    checks: tuple[tuple[int, ...], ...]
    """By stage: places in its checks."""
    joins: int = 0
    """As in `Tool`."""
    beside: tuple[tuple[int, bool], ...] = ()
    """Questions about tiles that must touch it, or must not: their places in
    `Reading.questions`."""


class Use(Struct, frozen=True):
    """A tool at one of its prices."""

    name: str
    ready: str
    """The cooldown it waits for, if any."""
    price: int
    question: int
    stage: int
    """The one that answers it."""


class AxisUse(Struct, frozen=True):
    """A tool that lies along an axis."""

    name: str
    question: int
    fixed: tuple[tuple[int, int], ...]
    """Questions about the tiles at its ends, and at least how many of the two must pass: those
    that earlier stages answer,"""
    moving: tuple[tuple[int, int], ...]
    """and the others."""
    stage: int


class Stage(Struct, frozen=True, eq=False):
    """What some of the layers are asked."""

    layers: tuple[str, ...]
    traits: tuple[tuple[int, ...], ...]
    """By layer: traits that tiles have by it. Each is a plane; they are counted layer by layer."""
    checks: tuple[tuple[tuple[int, ...], bool, tuple[int, ...]], ...]
    """Must a tile be in one of these planes (True), or in none? And the questions that ask that."""
    joins: tuple[tuple[int, int], ...]
    """Questions, and the number of clusters of mountains that tiles must touch."""
    beside: tuple[tuple[int, tuple[tuple[int, bool], ...]], ...]
    """Questions about tiles that touch others, and the questions about those others: must they
    touch such a tile, or must they not?"""
    axis_uses: tuple[AxisUse, ...]
    """The sites to find now."""
    tables: tuple[tuple[bytes, ...], ...] = ()
    """By layer and trait: turns the layer into 1 for tiles that have the trait, else into 0."""


class Reading(Struct, frozen=True, eq=False):
    """What the layers of a view are asked."""

    questions: tuple[Asked, ...]
    uses: tuple[Use, ...]
    axis_uses: tuple[AxisUse, ...]
    prices: tuple[int, ...]
    """All prices of uses, in order."""
    stages: tuple[Stage, ...]


# From the tables to questions


def reading_of(
    tools: tuple[tuple[str, Tool], ...],
    around: tuple[Around, ...],
    ends: tuple[Ends, ...],
    traits: Traits,
) -> Reading:
    whole = {**dict(traits), "protected": (0, *[PROTECTED] * (TABLE - 1))}
    given = [(layer, tuple(sorted({*table}))) for layer, table in whole.items()]
    plan = _plan(tools, around, ends, tuple(given))
    stages = []
    for stage in plan.stages:
        pairs = zip(stage.layers, stage.traits, strict=True)
        turning = [tuple([_table(whole[name], each) for each in asked]) for name, asked in pairs]
        stages.append(structs.replace(stage, tables=tuple(turning)))
    return structs.replace(plan, stages=tuple(stages))


@lru_cache(maxsize=256)
def _plan(
    tools: tuple[tuple[str, Tool], ...],
    around: tuple[Around, ...],
    ends: tuple[Ends, ...],
    given: Traits,
) -> Reading:
    """The same without the stages' tables. It depends on what a layer's bytes may mean, not on
    which of them does: it stays when a city changes hands."""
    writing = _Writing(given)
    uses, axis_uses = list[Use](), list[AxisUse]()
    for name, tool in tools:
        if tool.along_axis:
            axis_uses.append(_axis_use(writing, name, tool, ends))
        else:
            uses += _uses(writing, name, tool, around)
    stages = [writing.stage(stage, axis_uses) for stage in range(len(STAGES))]
    prices = tuple(sorted({use.price for use in uses}))
    asked = tuple(writing.questions)
    return Reading(asked, tuple(uses), tuple(axis_uses), prices, tuple(stages))


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
        question = writing.ask(checks, tool.joins, tuple(beside))
        whole = price + tool.tile_price
        uses.append(Use(name, tool.ready, whole, question, writing.last(question)))
        others |= traits
    return uses


def _axis_use(writing: _Writing, name: str, tool: Tool, ends: Sequence[Ends]) -> AxisUse:
    asked = [rule for check in tool.checks for rule in ends if rule.gives & check.traits]
    rules = [rule for rule in asked if not any(_implies(each, rule) for each in asked)]
    at_ends = [(writing.ask(_all_of(rule)), rule.count) for rule in rules]
    question = writing.ask(_own_checks(tool))
    stage = max([writing.last(each) for each in (question, *[end for end, _ in at_ends])])
    fixed = [end for end in at_ends if writing.last(end[0]) < stage]
    moving = [end for end in at_ends if writing.last(end[0]) == stage]
    return AxisUse(name, question, tuple(fixed), tuple(moving), stage)


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

    def __init__(self, given: Traits) -> None:
        self.given = [(layer, values, _all_in(values)) for layer, values in given]
        self.checks: list[list[tuple[tuple[Plane, ...], bool]]] = [[] for _ in STAGES]
        self.questions: list[Asked] = []

    def ask(
        self, checks: Iterable[Check], joins: int = 0, beside: tuple[tuple[int, bool], ...] = ()
    ) -> int:
        places: list[list[int]] = [[] for _ in STAGES]
        for traits, wanted in map(self._simpler, checks):
            stages = sorted({_stage_of(layer) for layer, _, given in self.given if given & traits})
            if wanted and len(stages) > 1:
                raise ValueError(f"the traits {traits:b} are in layers that are read apart")
            for each in stages or [0] * wanted:  # a trait that nothing has is wanted, too
                places[each].append(self._check(each, traits, wanted))
        asked = Asked(tuple([tuple(sorted(each)) for each in places]), joins, beside)
        return _place(asked, self.questions)

    def last(self, question: int) -> int:
        """The stage that answers it."""
        asked = self.questions[question]
        own = [stage for stage, checks in enumerate(asked.checks) if checks]
        return max([0, *own, *[self.last(other) for other, _ in asked.beside]])

    def stage(self, stage: int, axis_uses: Iterable[AxisUse]) -> Stage:
        asked, every = [*enumerate(self.questions)], self.checks[stage]
        planes = sorted({plane for among, _ in every for plane in among})
        layers = [*dict.fromkeys([layer for layer, _ in planes])]
        traits = [tuple([trait for layer, trait in planes if layer == each]) for each in layers]
        checks = [
            (
                tuple([planes.index(plane) for plane in among]),
                wanted,
                tuple([place for place, each in asked if number in each.checks[stage]]),
            )
            for number, (among, wanted) in enumerate(every)
        ]
        beside = dict[int, list[tuple[int, bool]]]()
        for place, each in asked:
            for near, wanted in each.beside if self.last(place) == stage else ():
                beside.setdefault(near, []).append((place, wanted))
        return Stage(
            tuple(layers),
            tuple(traits),
            tuple(checks),
            tuple([(place, each.joins) for place, each in asked if each.joins and not stage]),
            tuple([(near, tuple(others)) for near, others in beside.items()]),
            tuple([use for use in axis_uses if use.stage == stage]),
        )

    def _simpler(self, check: Check) -> Check:
        """A trait that tiles have where they lack another is asked for by that one."""
        trait, wanted = check
        tables = [(values, given) for _, values, given in self.given if given & trait]
        if trait.bit_count() == len(tables) == 1:
            ((values, given),) = tables
            for other in _split(given & (trait - 1)):
                if all(bool(bits & other) != bool(bits & trait) for bits in values):
                    return other, not wanted
        return check

    def _check(self, stage: int, traits: int, wanted: bool) -> int:
        among = [
            (layer, trait)
            for layer, _, given in self.given
            if given & traits and _stage_of(layer) == stage
            for trait in _split(given & traits)
        ]
        return _place((tuple(among), wanted), self.checks[stage])


def _stage_of(layer: str) -> int:
    """In which it is read; one that is not named is read last."""
    return next((stage for stage, layers in enumerate(STAGES) if layer in layers), len(STAGES) - 1)


def _place(each: T, among: list[T]) -> int:
    """Where it is in a list; it is added if it is not there."""
    if each not in among:
        among.append(each)
    return among.index(each)


def _all_in(values: tuple[int, ...]) -> int:
    """All traits that a layer may give."""
    bits = 0
    for each in values:
        bits |= each
    return bits


@lru_cache(maxsize=256)
def _table(table: tuple[int, ...], trait: int) -> bytes:
    return bytes([bool(bits & trait) for bits in table]).ljust(TABLE, b"\0")


# Answers


class Answers(Struct, frozen=True, eq=False):
    """What is known of one view after some stages."""

    grid: Grid
    every: int
    """All tiles."""
    passed: list[int]
    """By question: the tiles that pass what has been checked."""
    sites: dict[str, tuple[int, ...]]
    """By tool that lies along an axis, and by axis: its tiles."""


def answers_of(reading: Reading, grid: Grid, layers: Mapping[str, bytes], last: int) -> Answers:
    """What is known after the stages up to this one: where tools may be used, whether or not they
    are ready and can be paid for."""
    found = _nothing_read(reading, grid)
    for stage in reading.stages[: last + 1]:
        found = _read(found, stage, *map(layers.__getitem__, stage.layers))
    return found


@lru_cache(maxsize=64)
def _nothing_read(reading: Reading, grid: Grid) -> Answers:
    every = (1 << len(grid)) - 1
    sites = {use.name: (0,) * axes(grid) for use in reading.axis_uses}
    return Answers(grid, every, [every] * len(reading.questions), sites)


@lru_cache(maxsize=256)
def _read(before: Answers, stage: Stage, *layers: bytes) -> Answers:
    """What is known after one more stage."""
    grid, every, passed = before.grid, before.every, [*before.passed]
    planes = list[int]()
    for layer, tables in zip(layers, stage.tables, strict=True):
        planes += _sets_of(layer, tables)
    for among, wanted, questions in stage.checks:
        tiles = 0
        for place in among:
            tiles |= planes[place]
        if not wanted:
            tiles ^= every
        for question in questions:
            passed[question] &= tiles
    for question, least in stage.joins:
        clusters = mountains(grid, layers[stage.layers.index("kind")])
        passed[question] &= _joined(grid, clusters, least)
    for question, others in stage.beside:
        near = _touching(grid, passed[question])
        for other, wanted in others:
            passed[other] &= near if wanted else ~near
    found = {use.name: _sites(grid, use, passed) for use in stage.axis_uses}
    return Answers(grid, every, passed, {**before.sites, **found} if found else before.sites)


@lru_cache(maxsize=512)
def _sets_of(layer: bytes, tables: tuple[bytes, ...]) -> list[int]:
    """The tiles for which each of these tables has a 1. A layer that has not changed since the
    last view is not read again."""
    import numpy as np

    size = len(layer)
    ones = b"".join([layer.translate(table) for table in tables])
    packed = np.packbits(np.frombuffer(ones, np.uint8), None, "little").tobytes()
    sets, every = int.from_bytes(packed, "little"), (1 << size) - 1
    return [sets >> start & every for start in range(0, len(ones), size)]


@lru_cache(maxsize=64)
def _joined(grid: Grid, clusters: tuple[tuple[int, ...], ...], least: int) -> int:
    """The tiles that touch at least this many of these clusters."""
    touched = [0] * len(grid)
    for cluster in clusters:
        for cell in cells_of(widen(grid, bits_at(cluster))):
            touched[cell] += 1
    return bits_at([cell for cell, count in enumerate(touched) if count >= least])


@lru_cache(maxsize=64)
def _touching(grid: Grid, tiles: int) -> int:
    """The tiles that touch one of these; whether these are among them does not matter, because
    only others are asked about."""
    return widen(grid, tiles)


def _sites(grid: Grid, use: AxisUse, passed: Sequence[int]) -> tuple[int, ...]:
    fixed = tuple([(passed[question], count) for question, count in use.fixed])
    sites, banks = _fixed_sites(grid, passed[use.question], fixed)
    moving = tuple([(passed[question] & banks, count) for question, count in use.moving])
    return _with_ends(grid, sites, moving)


@lru_cache(maxsize=256)
def _fixed_sites(
    grid: Grid, where: int, ends: tuple[tuple[int, int], ...]
) -> tuple[tuple[int, ...], int]:
    """By axis, which of the tiles have such ends; and these tiles with all that touch them."""
    sites, having = _with_ends(grid, (where,) * axes(grid), ends), 0
    for tiles in sites:
        having |= tiles
    return sites, widen(grid, having)


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


def planes_of(sets: Sequence[int], size: int) -> bytes:
    """The sets one after the other, as 1 and 0 for each of this many tiles."""
    import numpy as np

    width = -(-size // 8)
    rows = b"".join([tiles.to_bytes(width, "little") for tiles in sets])
    packed = np.frombuffer(rows, np.uint8).reshape(len(sets), width)
    return np.unpackbits(packed, 1, size, "little").tobytes()
