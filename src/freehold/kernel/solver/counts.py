"""Exact counting: how many layouts fit one part, by number of mines, and box by box.

Owns: the forward and backward sweep over the boxes of a part.
Refuses to know: priors and grids. Counts are exact integers; a prior weighs them afterwards,
so one sweep serves every prior and every number of mines elsewhere.

A state of the sweep is what the open constraints still need, packed in one int. Its worth is a
polynomial in x (mines), packed in one int as well: coefficient m stands `m * step` bits up, so
that adding, shifting and multiplying polynomials are single operations on big integers. A second
variable y, for the mines among some marked cells, costs nothing more than another step: this is
how guessing asks for all numbers that a cell may show in one sweep.
A third state of a cell (a decoy) would be another variable, and a bit a slot for "seen".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from typing import NamedTuple

from freehold.kernel.solver.boxes import Box, order_boxes, split_boxes
from freehold.kernel.solver.rules import Constraint, Inconsistent


class LayoutCounts(NamedTuple):
    """Layouts by number of mines: `ways[i]` of them have `low + i` mines."""

    low: int
    ways: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A connected set of constraints, counted.

    `loads[b][i]` adds up, over the layouts of `low + i` mines, the mines in box b. A part that
    was too large to count has `tally` None and no loads.
    """

    constraints: tuple[Constraint, ...]
    boxes: tuple[Box, ...]
    tally: LayoutCounts | None
    loads: tuple[tuple[int, ...], ...]


class TooLarge(Exception):
    """The sweep would pass its cap on states."""


def count_part(constraints: tuple[Constraint, ...], cap: int) -> Part:
    """Count the layouts of one connected part, or give up beyond `cap` states."""
    boxes = order_boxes(split_boxes(constraints), constraints)
    counts = [count for _, count in constraints]
    cells = 0
    for box in boxes:
        cells += len(box.cells)
    # Wide enough for the largest coefficient: at most 2**cells layouts, times mines in a box.
    step = cells + cells.bit_length()
    try:
        whole, loads = sweep(boxes, counts, [step] * len(boxes), cap)
    except TooLarge:
        return Part(constraints, tuple(boxes), None, ())
    low = ((whole & -whole).bit_length() - 1) // step
    width = (whole.bit_length() - 1) // step + 1 - low
    rows = [unpack(load >> low * step, step, width) for load in loads]
    tally = LayoutCounts(low, unpack(whole >> low * step, step, width))
    return Part(constraints, tuple(boxes), tally, tuple(rows))


class _Stride(NamedTuple):
    """One box, compiled for the sweep."""

    size: int
    step: int
    opens: int
    """What to add to a state for the constraints that open here."""
    meets: tuple[tuple[int, int], ...]
    """For each of its constraints: slot, and how many of its cells come later."""
    take: int
    """What one mine in the box takes off a state."""


def _strides(
    boxes: Sequence[Box], counts: Sequence[int], steps: Sequence[int]
) -> tuple[list[_Stride], int]:
    """Compile the boxes; slots are used again when their constraint has closed."""
    later = [0] * len(counts)
    for box in boxes:
        for i in box.of:
            later[i] += len(box.cells)
    wide = max(counts, default=1).bit_length()
    slots: dict[int, int] = {}
    vacant: list[int] = []
    fresh = 0
    strides = []
    for box, step in zip(boxes, steps, strict=True):
        opens = take = 0
        meets = []
        for i in box.of:
            if i not in slots:
                if not vacant:
                    vacant.append(fresh)
                    fresh += wide
                slots[i] = vacant.pop()
                opens += counts[i] << slots[i]
            later[i] -= len(box.cells)
            meets.append((slots[i], later[i]))
            take += 1 << slots[i]
        vacant += [slots[i] for i in box.of if not later[i]]
        strides.append(_Stride(len(box.cells), step, opens, tuple(meets), take))
    return strides, (1 << wide) - 1


_Row = tuple[int, int, int, int, int]
"""A state as it was reached, its ways, the state with the box's constraints opened, and the
fewest and most mines that the box may hold."""


def sweep(
    boxes: Sequence[Box], counts: Sequence[int], steps: Sequence[int], cap: int
) -> tuple[int, list[int]]:
    """All layouts, and for each box the mines in it over all layouts, as packed polynomials.

    `steps[b]` says how far one mine in box b shifts. Raises Inconsistent if nothing fits, and
    TooLarge beyond `cap` states in all.
    """
    strides, mask = _strides(boxes, counts, steps)
    layers: list[list[_Row]] = []
    layer = {0: 1}
    for stride in strides:
        rows = [_row(state, ways, stride, mask) for state, ways in layer.items()]
        layers.append(rows)
        layer = _advance(rows, stride)
        cap -= len(layer)
        if cap < 0:
            raise TooLarge
    if 0 not in layer:
        raise Inconsistent("no layout of mines fits the constraints")
    loads = [0] * len(strides)
    after = {0: 1}
    for b in range(len(strides) - 1, -1, -1):
        after, loads[b] = _retreat(layers[b], strides[b], after)
    return layer[0], loads


def _row(state: int, ways: int, stride: _Stride, mask: int) -> _Row:
    base = state + stride.opens
    low, high = 0, stride.size
    for slot, later in stride.meets:
        need = base >> slot & mask
        if need < high:
            high = need
        if need - later > low:
            low = need - later
    return state, ways, base, low, high


def _advance(rows: list[_Row], stride: _Stride) -> dict[int, int]:
    size, step, take = stride.size, stride.step, stride.take
    layer: dict[int, int] = {}
    for _, ways, base, low, high in rows:
        for k in range(low, high + 1):
            state = base - k * take
            more = ways * comb(size, k) << k * step if k and size > 1 else ways << k * step
            layer[state] = layer.get(state, 0) + more
    return layer


def _retreat(
    rows: list[_Row], stride: _Stride, after: dict[int, int]
) -> tuple[dict[int, int], int]:
    size, step, take = stride.size, stride.step, stride.take
    before: dict[int, int] = {}
    load = 0
    for state, ways, base, low, high in rows:
        rest = heavy = 0
        for k in range(low, high + 1):
            tail = after.get(base - k * take, 0)
            if tail and k:
                tail = (tail * comb(size, k) if size > 1 else tail) << k * step
                heavy += k * tail
            rest += tail
        if rest:
            before[state] = rest
            if heavy:
                load += ways * heavy
    return before, load


def unpack(packed: int, step: int, width: int) -> tuple[int, ...]:
    """The first `width` coefficients of a packed polynomial."""
    mask = (1 << step) - 1
    return tuple([packed >> i * step & mask for i in range(width)])
