"""Another state that a seat could not tell apart from this one: for the law on secrets, and search.

What a seat knows about the mines: its own numbers, revealed mines, that claimed ground is safe,
how many mines there are, the mine that it hit itself, and that in stage 1 a claimed cell next to
covered ground is not a 0, since a 0 would have opened it.
Only mines on covered cells that none of the seat's numbers touch are moved.
"""

from __future__ import annotations

from freehold.game import Seat
from freehold.games.area_attack.state import COVERED, Held, State
from freehold.kernel.chance import KEY_BYTES, Stream
from freehold.kernel.mines import shift_numbers

MOST_SWAPS = 100
MOST_FLAGS = 5


def redeal(state: State, seat: Seat, rng: Stream) -> State:
    other = state.copy()
    move_mines(other, seat, rng)
    renumber(other)
    move_strikes(other, seat, rng)
    for viewer in range(len(other.out)):
        if viewer != seat:
            scatter_flags(other, other.flag[viewer], rng)
            hold_again(other, viewer)
    key = b"".join(rng.bits().to_bytes(8, "little") for _ in range(KEY_BYTES // 8))
    other.chance = Stream(key, state.chance.name, state.chance.at)
    return other


def move_mines(state: State, seat: Seat, rng: Stream) -> None:
    around, unknown = state.grid.touching, unknown_cells(state, seat)
    mined = [cell for cell in unknown if state.mine[cell]]
    empty = [cell for cell in unknown if not state.mine[cell]]
    swaps = min(len(mined), len(empty), MOST_SWAPS)
    for old, new in zip(rng.sample(mined, swaps), rng.sample(empty, swaps), strict=True):
        if all(not state.owner[near] or state.number[near] > 1 for near in around[old]):
            state.mine[old], state.mine[new] = 0, 1
            shift_numbers(state.number, around, old, -1)
            shift_numbers(state.number, around, new, 1)


def unknown_cells(state: State, seat: Seat) -> list[int]:
    """Covered cells that touch no number of the seat."""
    known = {state.struck[seat]}
    for cell, digit in enumerate(state.digit[seat]):
        if digit:
            known.update(state.grid.touching[cell])
    return [cell for cell, kind in enumerate(state.cell) if kind == COVERED and cell not in known]


def renumber(state: State) -> None:
    """The others' numbers, as their owners now know them."""
    for cell, owner in enumerate(state.owner):
        if owner:
            state.digit[owner - 1][cell] = state.number[cell] + 1


def move_strikes(state: State, seat: Seat, rng: Stream) -> None:
    """Other seats may have been frozen by any unrevealed mine: nobody is told which."""
    mines = [cell for cell, mine in enumerate(state.mine) if mine and state.cell[cell] == COVERED]
    for other, until in enumerate(state.frozen):
        if until and other != seat and mines:
            state.struck[other] = rng.pick(mines)


def scatter_flags(state: State, flag: bytearray, rng: Stream) -> None:
    covered = [cell for cell, kind in enumerate(state.cell) if kind == COVERED]
    flag[:] = bytes(len(flag))
    for cell in rng.sample(covered, min(MOST_FLAGS, len(covered))):
        flag[cell] = 1


def hold_again(state: State, seat: Seat) -> None:
    """Frozen seats keep seeing their own numbers and flags, which are different ones now."""
    held = state.held[seat]
    if held is not None:
        own = {"digit": bytes(state.digit[seat]), "flag": bytes(state.flag[seat])}
        state.held[seat] = Held(held.facts, held.layers | own)
