"""Autoexpansion: a click on land with nothing dangerous beside it opens on and on (MW-32).

Most clicks open a few tiles, which are walked over one by one. Where it goes on, the whole board
is flooded at once: an expansion into land without items takes thousands of tiles.
"""

from __future__ import annotations

from freehold.game import Ms, Seat
from freehold.games.minewars.board import masks
from freehold.games.minewars.board.kinds import LANDLIKE, WALLS
from freehold.games.minewars.board.masks import BIT, bits_of, flood, mask, number, widen
from freehold.games.minewars.moves import protections
from freehold.games.minewars.state import State

WALLED = masks.table_of(WALLS)


def is_dangerous(state: State, seat: Seat, cell: int) -> bool:
    """Is there an item on a touching tile that is foreign to the seat? Then its digit there is not
    0 (MW-22)."""
    if state.number[cell]:
        item, owner, me = state.item, state.owner, seat + 1
        for near in state.grid.touching[cell]:
            if item[near] and owner[near] != me:
                return True
    return False


def spread(state: State, now: Ms, seat: Seat, start: int) -> list[int] | None:
    """The start, and from every tile of it whose true digit is 0 all safe land around; None if
    that is many tiles."""
    if is_dangerous(state, seat, start):
        return [start]
    touching, owner, me = state.grid.touching, state.owner, seat + 1
    reached, seen = [start], {start}
    for cell in reached:  # grows while it is walked
        if cell != start and is_dangerous(state, seat, cell):
            continue
        for near in touching[cell]:
            if near not in seen and owner[near] != me:
                seen.add(near)
                if is_open(state, now, seat, near):
                    reached.append(near)
        if len(reached) > masks.MANY:
            return None
    return reached


def is_open(state: State, now: Ms, seat: Seat, cell: int) -> bool:
    """May an autoexpansion of the seat take this foreign tile? Not what is no land, cities,
    towers and barricades, tiles that the seat flagged, and others' protected tiles. Items need no
    look: beside a tile whose digit is 0 there are none but the seat's own."""
    return (
        LANDLIKE[state.kind[cell]] > 0
        and not state.city[cell]
        and not WALLS[state.structure[cell]]
        and not state.known[seat].flag[cell]
        and (not state.protected[cell] or protections.until_of(state, cell) <= now)
        and (state.params.autoexpand_enemy or not state.owner[cell])
    )


def spread_far(state: State, now: Ms, seat: Seat, start: int) -> int:
    """The same as bits, however many tiles it is."""
    grid, own = state.grid, bits_of(state.owner.translate(masks.only(seat + 1)))
    dangerous = widen(grid, bits_of(state.item) & ~own, BIT)
    may_take = open_bits(state, now, seat) & ~own
    first = 1 << start
    opened = flood(grid, first, may_take & ~dangerous, BIT)
    return first | widen(grid, opened, BIT) & may_take


def open_bits(state: State, now: Ms, seat: Seat) -> int:
    """All tiles that are open to an autoexpansion of the seat, see `is_open`; own ones too."""
    size = len(state.kind)
    closed = mask(state.structure, WALLED) | number(state.city) | number(state.known[seat].flag)
    closed |= masks.everywhere(size) ^ state.kinds.land
    if not state.params.autoexpand_enemy:
        closed |= number(state.owner)
    kept = bits_of(state.protected) & protections.protected_now(state, now)
    return ~bits_of(closed.to_bytes(size, "little")) & ~kept & masks.edges(state.grid, BIT).inside
