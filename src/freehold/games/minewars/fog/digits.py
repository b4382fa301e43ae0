"""Digits and asterisks on a player's land, and what is next to it (MW-22, MW-25, MW-30, MW-34,
MW-73)."""

from __future__ import annotations

from freehold.games.minewars.board.bits import (
    Span,
    bits_at,
    count_touching,
    mask_of,
    ones,
    widen,
)
from freehold.games.minewars.board.kinds import WATER
from freehold.games.minewars.building import bridges
from freehold.games.minewars.state import State


def digits_of(state: State, own: int, read: int, span: Span) -> tuple[int, int]:
    """The digits and asterisks of an owner (seat + 1) on the tiles that are read, within a span:
    one byte per cell, 0 for none, otherwise the digit + 1 (MW-22)."""
    grid, boards, (first, end) = state.grid, state.boards, span
    read &= (1 << end) - (1 << first)
    if not read:
        return 0, 0
    foreign = boards.items ^ boards.items & boards.own[own]
    units = digits = ones(end - first)
    for power, tiles in enumerate(count_touching(grid, foreign)):
        if tiles & read:
            digits += (mask_of(tiles & read, span) & units) << power
    stars = widen(grid, foreign & boards.starred) & read
    return digits & mask_of(read, span), mask_of(stars, span) & units if stars else 0


def read_by(state: State, own: int) -> int:
    """The land on which an owner reads digits: not while blind, nor where it is smoked (MW-34,
    MW-73)."""
    if state.players[own - 1].blind_until:
        return 0
    read = state.boards.land & state.boards.own[own]
    return read & ~bits_at(state.smokes) if state.smokes.of else read


def true_digits(state: State) -> tuple[bytes, bytes]:
    """All owners' digits and asterisks, smoked or not: the truth."""
    size, boards = len(state.kind), state.boards
    digits = stars = 0
    for own in range(1, state.seats + 1):
        of_own = digits_of(state, own, boards.land & boards.own[own], (0, size))
        digits, stars = digits | of_own[0], stars | of_own[1]
    return digits.to_bytes(size, "little"), stars.to_bytes(size, "little")


def reached_by(state: State, own: int) -> int:
    """The foreign tiles next to a player's own, or across a bridge (MW-30)."""
    boards, ways = state.boards, bridges.crossings(state)
    across = [far for cell, ends in ways.items() if state.owner[cell] == own for far in ends]
    beside = widen(state.grid, boards.own[own]) | bits_at(across)
    return beside & ~(boards.own[own] | boards.kinds[WATER])
