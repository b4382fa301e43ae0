"""Digits and asterisks on own land, and what lies beside it (MW-22, MW-25, MW-30, MW-34, MW-73).

Both are worked out for one seat, on the tiles where something may have changed.
"""

from __future__ import annotations

from collections.abc import Iterable

from freehold.games.minewars.board.kinds import LANDLIKE, MINE, WATER
from freehold.games.minewars.board.masks import cells_of, mask, number, write
from freehold.games.minewars.building import bridges
from freehold.games.minewars.state import Known, State


def count_digits(state: State, known: Known, own: int, cells: Iterable[int]) -> None:
    """The seat's (`own` is seat + 1) digits on these tiles: 0 for none, else the digit + 1."""
    owner, number, digit, star = state.owner, state.number, known.digit, known.star
    kind, city, smokes = state.kind, state.city, state.smokes.of
    is_blind = state.players[own - 1].blind_until > 0  # MW-34
    touched = []
    for cell in cells:
        shown = is_starred = 0
        if owner[cell] == own and LANDLIKE[kind[cell]] and not (is_blind or city[cell]):
            if cell in smokes:
                pass  # MW-22, MW-73: not sent
            elif number[cell]:
                shown, is_starred = _count(state, own, cell)
            else:
                shown = 1
        if digit[cell] != shown or star[cell] != is_starred:
            digit[cell], star[cell] = shown, is_starred
            touched.append(cell)
    state.touched.cells.update(touched)


def _count(state: State, own: int, cell: int) -> tuple[int, int]:
    """MW-22: items on touching foreign tiles, and is any of them a decoy or a trap?"""
    item, owner, count, is_starred = state.item, state.owner, 1, 0
    for near in state.grid.touching[cell]:
        if item[near] and owner[near] != own:
            count += 1
            if item[near] != MINE:
                is_starred = 1
    return count, is_starred


def reach_around(state: State, known: Known, own: int, cells: Iterable[int]) -> None:
    """Which of these tiles are foreign and lie beside own ones, or across a bridge (MW-30)."""
    owner, kind, reach = state.owner, state.kind, known.reach
    touching = state.grid.touching
    ways = bridges.crossings(state)
    touched = []
    for cell in cells:
        reached = 0
        if owner[cell] != own and kind[cell] != WATER:
            for near in touching[cell]:
                if owner[near] == own:
                    reached = 1
                    break
            else:
                reached = int(cell in ways and any(owner[far] == own for far in ways[cell]))
        if reach[cell] != reached:
            reach[cell] = reached
            touched.append(cell)
    state.touched.cells.update(touched)


def reach_from(state: State, known: Known, own: int, gained: Iterable[int]) -> None:
    """The seat has gained these tiles: what is foreign beside them, or across a bridge, is in
    reach."""
    owner, kind, reach, touching = state.owner, state.kind, known.reach, state.grid.touching
    ways = bridges.crossings(state)
    touched = []
    for cell in gained:
        if reach[cell]:
            reach[cell] = 0
            touched.append(cell)
        beside = touching[cell]
        if cell in ways:
            beside = (*beside, *ways[cell])
        for near in beside:
            if not reach[near] and owner[near] != own and kind[near] != WATER:
                reach[near] = 1
                touched.append(near)
    state.touched.cells.update(touched)


def true_digits(state: State) -> tuple[bytes, bytes]:
    """All owners' digits and asterisks, smoked or not: the truth."""
    size = len(state.kind)
    read = mask(state.owner) & state.kinds.land & ~mask(state.city)
    digit, star = bytearray(size), bytearray(size)
    write(digit, read & number(bytes([1]) * size))
    for cell in cells_of(size, read & mask(state.number)):
        digit[cell], star[cell] = _count(state, state.owner[cell], cell)
    return bytes(digit), bytes(star)
