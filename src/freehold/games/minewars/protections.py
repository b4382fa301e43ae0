"""Captured land is safe for a while (MW-31): until when, to the millisecond and as it is shown.

The layer `protected` holds what players see: until when, in ticks around a clock of 255. The exact
moments are in `protections`, soonest first, each with its tiles as bits. The last one that names a
tile is the tile's own, since all protections last equally long.
"""

from __future__ import annotations

from functools import lru_cache

from freehold.game import Ms
from freehold.games.minewars.board.bits import bits_of, fill, number, pack_bits
from freehold.games.minewars.state import State
from freehold.kernel.due import put_due

ROUND = 255  # ticks before the count in a byte starts over


# Moments, and the bytes that show them


@lru_cache(maxsize=16)
def protect_tick_ms(protect_ms: Ms) -> Ms:
    return max(100, -(-protect_ms // 250))  # 250 ticks and more fit a byte


def ticks_until(tick: Ms, until: Ms) -> int:
    """Until when a protection is shown, in ticks: a little longer than it lasts, so that many end
    together.

    The moment does not depend on anything else, so it tells nobody that others have acted.
    """
    return -(-until // tick)


def protect_byte(ticks: int) -> int:
    """What the layer `protected` holds for a protection that is shown until this tick."""
    return 1 + ticks % ROUND


def protected_until(protect_ms: Ms, byte: int, now: Ms) -> Ms:
    """The inverse, when the layer is read now; 0 for a tile that is not protected."""
    if not byte:
        return 0
    tick = protect_tick_ms(protect_ms)
    first = ticks_until(tick, now)
    return (first + (byte - 1 - first) % ROUND) * tick


# Protecting


def protect(state: State, now: Ms, tiles: int) -> None:
    """MW-31: these tiles are safe from other players for a while."""
    if tiles and state.terms.protect_ms:
        fill(state.protected, tiles, _remember(state, now, tiles))
        state.dirty |= tiles


def _remember(state: State, now: Ms, bits: int) -> int:
    """Until when they are protected; the byte that shows it."""
    kept, until = state.protections, now + state.terms.protect_ms
    tick = protect_tick_ms(state.terms.protect_ms)
    ticks = ticks_until(tick, until)
    if not kept or kept[-1][0] <= tick * (ticks - 1):
        put_due(state.due, tick * ticks, "fade")
    kept.append((until, pack_bits(len(state.protected), bits)))
    return protect_byte(ticks)


def until_of(state: State, cell: int) -> Ms:
    """When the tile's protection ends, or has ended if it is still shown; 0 if there is none."""
    if state.protected[cell]:
        place, bit = cell >> 3, 1 << (cell & 7)
        for until, bits in reversed(state.protections):
            if bits[place] & bit:
                return until
    return 0


def protected_among(state: State, now: Ms, tiles: int) -> int:
    """The tiles that are protected until later than now. A protection may have ended early,
    with its tile's owner: then the layer is 0."""
    named = 0
    for until, each in state.protections:
        if until > now:
            named |= number(each)
    named &= tiles
    return named & bits_of(state.protected) if named else 0


def forget(state: State, now: Ms) -> list[bytes]:
    """Drop those that are no longer shown. They are in order, since all last equally long. Returns
    the bytes that showed them."""
    kept, faded = state.protections, dict[bytes, None]()
    tick = protect_tick_ms(state.terms.protect_ms)
    over = now - now % tick
    while kept and kept[0][0] <= over:
        until, bits = kept.pop(0)
        faded[bytes([protect_byte(ticks_until(tick, until))])] = None
        state.boards.news |= number(bits)
    for byte in faded:
        wipe(state.protected, byte)
    return [*faded]


def wipe(layer: bytearray, byte: bytes) -> bool:
    """Replace this value by 0 wherever it is. Was it anywhere?"""
    if byte not in layer:
        return False
    layer[:] = layer.replace(byte, b"\0")
    return True
