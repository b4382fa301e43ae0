"""Patches: what to tell a viewer who knows one view, so that they know the next.

Rules about this file:
1. It sees two views and never the state: what is not in a view cannot be in a frame.
2. `diff` and `apply` are inverse: `apply(old, diff(old, new)) == new`.
3. If nothing differs, nothing is sent.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from freehold.game import Ms, Outcome, Rect, Seat, View

quick: ModuleType | None
"""The same in C, where it was built: see `_quick.c`."""
try:
    from freehold.match import _quick as quick
except ImportError:
    quick = None

SET, GROWN = "=", "+"
FEW = 256
"""Up to this number of cells Python compares them one by one; numpy is faster for more. It is
imported only then: many games never need it."""


class Table(Struct, frozen=True):
    """What everybody knows about a match of any game: who is awaited, clocks, the end."""

    awaited: tuple[Seat, ...]
    clocks: tuple[tuple[Ms, Ms], ...] = ()
    """For each seat: what it had left when its charge began, and when that was (-1: none)."""
    outcome: Outcome | None = None


class Frame(Struct, frozen=True, omit_defaults=True, tag_field="is", tag="frame"):
    """One message to one viewer: a whole view at first, then only what differs."""

    number: int
    now: Ms
    view: View[Any] | None = None
    table: Table | None = None
    facts: dict[str, tuple[str, Any]] = {}
    """By field: `=` and the new value, or `+` and what was added at the end."""
    rect: Rect | None = None
    """The window has moved: `layers` holds it whole."""
    layers: dict[str, bytes] = {}
    cells: dict[str, bytes] = {}
    """By layer: 32-bit little-endian words, place in the layer << 8 | value."""
    notices: tuple[tuple[str, dict[str, Any]], ...] = ()
    past: tuple[tuple[Ms, str, dict[str, Any]], ...] = ()
    """With a whole view: the latest notices that the viewer was told or missed, each with its
    moment."""


def diff_facts(old: Struct, new: Struct) -> dict[str, tuple[str, Any]]:
    changed: dict[str, tuple[str, Any]] = {}
    pairs = zip(new.__struct_fields__, astuple(old), astuple(new), strict=True)
    for name, before, after in pairs:
        if before is after or before == after:
            continue
        if _has_grown(before, after):
            changed[name] = (GROWN, after[len(before) :])
        else:
            changed[name] = (SET, after)
    return changed


def _has_grown(before: Any, after: Any) -> bool:
    """Is a tuple the same as before, with something added at its end?"""
    if not (isinstance(after, tuple) and isinstance(before, tuple) and before):
        return False
    return after[: len(before)] == before


def apply_facts(old: Struct, changed: dict[str, tuple[str, Any]]) -> Struct:
    values = {
        name: value if how == SET else getattr(old, name) + value
        for name, (how, value) in changed.items()
    }
    return msgspec.structs.replace(old, **values)


def pack_cells(places: Sequence[int], layer: bytes) -> bytes:
    return struct.pack(f"<{len(places)}I", *[place << 8 | layer[place] for place in places])


def unpack_cells(packed: bytes) -> list[tuple[int, int]]:
    words = struct.unpack(f"<{len(packed) // 4}I", packed)
    return [(word >> 8, word & 255) for word in words]


Packed = dict[str, tuple[bytes, bytes, bytes]]
"""By layer: before, after and the cells that differ, as they were found for another viewer. Viewers
see much of the same, and whether two layers are equal is quicker to say than where they differ."""


def diff_cells(
    old: View[Any], new: View[Any], first: Sequence[int] = (), packed: Packed | None = None
) -> dict[str, bytes]:
    """What differs in layers over the same rectangle; `first` is where to look first."""
    packed = {} if packed is None else packed
    cells = {}
    for name, after in new.layers.items():
        before = old.layers[name]
        if before == after:
            continue
        found = packed.get(name)
        if found is None or found[0] != before or found[1] != after:
            found = packed[name] = (before, after, pack_differing(before, after, first))
        cells[name] = found[2]
    return cells


def pack_differing(before: bytes, after: bytes, first: Sequence[int] = ()) -> bytes:
    """All cells in which two layers differ. Looking at a few places first is faster, but the result
    does not depend on it: if they are not all that differs, it looks everywhere."""
    if 0 < len(first) <= FEW:
        size = len(after)
        places = [at for at in first if at < size and before[at] != after[at]]
        if is_all(before, after, places):
            return pack_cells(places, after)
    if len(after) <= FEW:
        return pack_cells([at for at in range(len(after)) if before[at] != after[at]], after)
    return _pack_many(before, after)


def is_all(before: bytes, after: bytes, places: Sequence[int]) -> bool:
    """Do two layers differ only at these places?"""
    patched = bytearray(before)
    for at in places:
        patched[at] = after[at]
    return patched == after


def _pack_many(before: bytes, after: bytes) -> bytes:
    """The same as `pack_cells` of all places that differ, by numpy."""
    import numpy as np

    old, new = np.frombuffer(before, np.uint8), np.frombuffer(after, np.uint8)
    places = np.flatnonzero(old != new)
    return (places << 8 | new[places]).astype("<u4").tobytes()


def diff_views(
    old: View[Any], new: View[Any], first: Sequence[int], packed: Packed | None
) -> tuple[dict[str, tuple[str, Any]], dict[str, bytes] | None]:
    """How facts have changed, and cells; None for cells if rectangle or layers are others."""
    is_moved = old.rect != new.rect or old.layers.keys() != new.layers.keys()
    facts = diff_facts(old.facts, new.facts)
    return facts, None if is_moved else diff_cells(old, new, first, packed)


def diff(
    number: int,
    now: Ms,
    old: View[Any],
    new: View[Any],
    first: Sequence[int] = (),
    table: Table | None = None,
    notices: Sequence[tuple[str, dict[str, Any]]] = (),
    packed: Packed | None = None,
) -> Frame | None:
    """The frame that leads from one view to the next; None if there is nothing to tell."""
    if quick is not None:
        facts, cells = quick.diff_views(old, new)
    else:
        facts, cells = diff_views(old, new, first, packed)
    told = tuple(notices)
    if cells is None:
        rect, layers = new.rect, new.layers
        return Frame(number, now, table=table, facts=facts, rect=rect, layers=layers, notices=told)
    if facts or cells or told or table is not None:
        return Frame(number, now, table=table, facts=facts, cells=cells, notices=told)
    return None


def apply(old: View[Any] | None, frame: Frame) -> View[Any]:
    """What the viewer knows after a frame."""
    if frame.view is not None:
        return frame.view
    if old is None:
        raise ValueError("a patch came before any view")
    layers = dict(old.layers)
    for name, packed in frame.cells.items():
        layer = bytearray(layers[name])
        for place, value in unpack_cells(packed):
            layer[place] = value
        layers[name] = bytes(layer)
    return msgspec.structs.replace(
        old,
        facts=apply_facts(old.facts, frame.facts) if frame.facts else old.facts,
        rect=frame.rect or old.rect,
        layers=layers if frame.rect is None else frame.layers,
    )
