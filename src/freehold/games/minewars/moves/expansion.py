"""Autoexpansion: a click on land with nothing dangerous beside it opens on and on (MW-32)."""

from __future__ import annotations

from freehold.game import Ms, Seat
from freehold.games.minewars.board.bits import bits_of, flood, widen
from freehold.games.minewars.board.kinds import NOBODY
from freehold.games.minewars.moves import protections
from freehold.games.minewars.state import State


def spread(state: State, now: Ms, seat: Seat, start: int) -> int:
    """The start, and from every tile of it whose true digit is 0 all safe land around."""
    grid, boards, first = state.grid, state.boards, 1 << start
    items = boards.items
    dangerous = widen(grid, items ^ items & boards.own[seat + 1])
    if first & dangerous:
        return first
    may_take = open_tiles(state, now, seat)
    opened = flood(grid, first, may_take ^ may_take & dangerous)
    return first | widen(grid, opened) & may_take


def open_tiles(state: State, now: Ms, seat: Seat) -> int:
    """The foreign tiles that an autoexpansion of the seat may take: land, but no towers and
    barricades, no tiles that the seat flagged, and no protected ones. Items need no look: beside a
    tile whose digit is 0 there are none but the seat's own."""
    boards, flag = state.boards, state.known[seat].flag
    may_take = boards.land & ~(boards.own[seat + 1] | boards.walls)
    if not state.params.autoexpand_enemy:
        may_take &= boards.own[NOBODY]
    if 1 in flag:
        may_take &= ~bits_of(flag)
    return may_take & ~protections.protected_among(state, now, may_take)
