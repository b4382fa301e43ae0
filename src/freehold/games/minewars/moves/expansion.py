"""Autoexpansion: a click on land that is known to be empty keeps opening more (MW-32)."""

from __future__ import annotations

from freehold.game import Ms, Seat
from freehold.games.minewars import protections
from freehold.games.minewars.board.bits import bits_at, bits_of, cells_of, widen
from freehold.games.minewars.board.kinds import NOBODY
from freehold.games.minewars.state import State


def spread(state: State, now: Ms, seat: Seat, start: int) -> int:
    """The start, and if it is known to be empty everything that opens from it, step by step. It is
    known to be empty if a tile of the player's next to it has the true digit 0, and then all tiles
    next to that one are; or if its own digit is 0. This continues from every tile with digit 0."""
    grid, boards, taken = state.grid, state.boards, 1 << start
    own, items = boards.own[seat + 1], boards.items
    dangerous = widen(grid, items ^ items & own)
    quiet = (widen(grid, taken) & own & boards.land | taken) & ~dangerous
    if not quiet:
        return taken
    may_take = open_tiles(state, now, seat)
    while edge := widen(grid, quiet) & may_take & ~taken:
        edge = _within_breach(state, taken, edge)
        taken |= edge
        quiet = edge & ~dangerous
    return taken


def _within_breach(state: State, taken: int, edge: int) -> int:
    """The rivals' tiles that one click may take, the nearest first; of those equally far, the ones
    with the lower numbers."""
    neutral, limit = state.boards.own[NOBODY], state.params.breach_tiles
    rivals = edge & ~neutral
    left = max(0, limit - (taken & ~neutral).bit_count())
    if not limit or rivals.bit_count() <= left:
        return edge
    return edge & neutral | bits_at(cells_of(rivals)[:left])


def open_tiles(state: State, now: Ms, seat: Seat) -> int:
    """The foreign tiles that an autoexpansion of the seat may take: land, but no towers and
    barricades, no tiles that the seat flagged, and no protected ones. Items need no check: next to
    a tile whose digit is 0 there are none but the seat's own."""
    boards, flag = state.boards, state.known[seat].flag
    may_take = boards.land & ~(boards.own[seat + 1] | boards.walls)
    if not state.params.autoexpand_enemy:
        may_take &= boards.own[NOBODY]
    if 1 in flag:
        may_take &= ~bits_of(flag)
    return may_take & ~protections.protected_among(state, now, may_take)
