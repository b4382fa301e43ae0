"""Captured land is safe for a while (MW-31): until when, to the millisecond and as it is shown.

The layer `protected` holds what players see: until when, in ticks around a clock of 255. The exact
moments stand in `protections`, soonest first, each with its tiles as bits; a tile's own is the
last that names it, for all last equally long.
"""

from __future__ import annotations

from collections.abc import Sequence

from freehold.game import Ms
from freehold.games.minewars import masks
from freehold.games.minewars.ground import touch_all
from freehold.games.minewars.masks import (
    find_all,
    mask_of_bits,
    number,
    ones,
    pack_bits,
    wipe,
    write,
)
from freehold.games.minewars.state import State
from freehold.kernel.due import put_due

ROUND = 255  # ticks before the count in a byte begins anew


# Moments, and the bytes that show them


def protect_tick_ms(protect_ms: Ms) -> Ms:
    return max(100, -(-protect_ms // 250))  # 250 ticks and more fit a byte


def shown_until(protect_ms: Ms, until: Ms) -> Ms:
    """Until when a protection is shown: a little longer than it lasts, so that many end together.

    The moment is its own, whatever else happens: nobody learns by it that others have acted.
    """
    tick = protect_tick_ms(protect_ms)
    return -(-until // tick) * tick


def protect_byte(protect_ms: Ms, until: Ms) -> int:
    """What the layer `protected` holds for a protection that ends then."""
    tick = protect_tick_ms(protect_ms)
    return 1 + -(-until // tick) % ROUND


def protected_until(protect_ms: Ms, byte: int, now: Ms) -> Ms:
    """The inverse, for one who reads the layer now; 0 for a tile that is not protected."""
    if not byte:
        return 0
    tick = protect_tick_ms(protect_ms)
    first = -(-now // tick)
    return (first + (byte - 1 - first) % ROUND) * tick


# Protecting


def protect(state: State, now: Ms, cells: Sequence[int]) -> None:
    """MW-31: for a while these are safe from other players."""
    if not cells or not state.terms.protect_ms:
        return
    byte, bits = protect_byte(state.terms.protect_ms, now + state.terms.protect_ms), 0
    for cell in cells:
        state.protected[cell] = byte
        state.dirty[cell] = None
        bits |= 1 << cell
    _remember(state, now, bits)


def protect_swept(state: State, now: Ms, bits: int) -> None:
    """The same for many tiles, which have just changed hands."""
    if not state.terms.protect_ms:
        return
    size = len(state.protected)
    byte = protect_byte(state.terms.protect_ms, now + state.terms.protect_ms)
    kept = mask_of_bits(size, bits)
    others = number(state.protected) & ~kept
    write(state.protected, others | kept & byte * ones(size))
    _remember(state, now, bits)


def _remember(state: State, now: Ms, bits: int) -> None:
    protect_ms = state.terms.protect_ms
    until, kept = now + protect_ms, state.protections
    shown = shown_until(protect_ms, until)
    if not kept or shown_until(protect_ms, kept[-1][0]) < shown:
        put_due(state.due, shown, "fade")
    kept.append((until, pack_bits(len(state.protected), bits)))


def until_of(state: State, cell: int) -> Ms:
    """When the tile's protection ends, or has ended if it is still shown; 0 if there is none."""
    if state.protected[cell]:
        place, bit = cell >> 3, 1 << (cell & 7)
        for until, bits in reversed(state.protections):
            if bits[place] & bit:
                return until
    return 0


def protected_now(state: State, now: Ms) -> int:
    """The bits of all tiles that were protected until later than now. Not of them are those whose
    protection ended with their owner: there the layer is 0."""
    bits = 0
    for until, each in state.protections:
        if until > now:
            bits |= number(each)
    return bits


def forget(state: State, now: Ms) -> list[int]:
    """Drop those that are shown no longer; the bytes by which the layer showed them. They are in
    order: each lasts as long."""
    protect_ms, kept, faded = state.terms.protect_ms, state.protections, list[int]()
    while kept and shown_until(protect_ms, kept[0][0]) <= now:
        byte = protect_byte(protect_ms, kept.pop(0)[0])
        if byte not in faded:
            faded.append(byte)
            _fade(state, byte)
    return faded


def _fade(state: State, byte: int) -> None:
    if state.protected.count(byte) > masks.MANY:
        touch_all(state)
    else:
        state.touched.cells.update(find_all(state.protected, byte))
    wipe(state.protected, byte)
