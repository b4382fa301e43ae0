"""What a seat sees, slow and naive, written from the rulebook alone.

It reads the truth of a state and never what `knowledge.py` keeps. It works everything out from
scratch each time; what must be remembered (kinds as last seen, tiles revealed) it remembers by
being shown every moment of a match, with the notices of that moment.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from freehold.game import Notice, Seat
from freehold.games.minewars.board.kinds import (
    BRIDGE,
    DECOY,
    DESTROYED,
    FERTILE,
    FOUNDATION,
    LAND,
    MOUNTAIN,
    TOWER,
    TRAP,
    WATER,
)
from freehold.games.minewars.state import State, Structure
from freehold.kernel.floods import clusters
from freehold.kernel.grids import OUTSIDE, Grid

LANDS = (LAND, FERTILE, FOUNDATION, DESTROYED)
FOG, LIMITED, FULL = 0, 1, 2
TO_COME = 4
NOTHING_THERE = 4


def within(grid: Grid, cells: Iterable[int], steps: int) -> set[int]:
    """Distances count steps of touching."""
    reached = set(cells)
    for _ in range(steps):
        reached |= {near for cell in reached for near in grid.touching[cell]}
    return reached


def own_cells(state: State, seat: Seat) -> set[int]:
    return {cell for cell, owner in enumerate(state.owner) if owner == seat + 1}


def own_towers(state: State, seat: Seat) -> set[int]:
    return {cell for cell in own_cells(state, seat) if state.structure[cell] == TOWER}


def city_cells(state: State) -> set[int]:
    return {city.cell for city in state.cities}


def watched_cells(state: State, seat: Seat) -> set[int]:
    """MW-15, MW-63: the range of own watch towers."""
    return within(state.grid, own_towers(state, seat), state.params.tower_steps)


def seen_cells(state: State, seat: Seat) -> set[int]:
    """Within sight (MW-10) or a tower's range, and mountain clusters whole (MW-14)."""
    seen = within(state.grid, own_cells(state, seat), state.params.sight_steps)
    seen |= watched_cells(state, seat)
    mountains = [cell for cell, kind in enumerate(state.kind) if kind == MOUNTAIN]
    for cluster in clusters(mountains, state.grid.touching):
        if any(cell in seen for cell in cluster):
            seen |= set(cluster)
    return seen


def is_land(state: State, cell: int) -> bool:
    return state.kind[cell] in LANDS and not any(city.cell == cell for city in state.cities)


class NaiveSeat:
    """One seat's eyes and memory, from the first moment of a match on."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.seat = seat
        self.kinds = bytearray(state.first_kind)  # MW-11
        self.revealed: dict[int, int] = {}
        """By cell: who owned it when it was revealed (MW-72)."""
        self.watch(state, [])

    def watch(self, state: State, notices: Iterable[Notice]) -> None:
        """A moment of the match: everything that has happened is in the state."""
        for notice in notices:
            self._hear(state, notice)
        seen = seen_cells(state, self.seat)
        for cell, owner in list(self.revealed.items()):
            if state.owner[cell] != owner or cell not in seen:
                del self.revealed[cell]
        for cell in seen | city_cells(state):
            self.kinds[cell] = state.kind[cell]  # MW-11, MW-12

    def _hear(self, state: State, notice: Notice) -> None:
        if "x" not in notice.facts:
            return
        cell = state.grid.cell(notice.facts["x"], notice.facts["y"])
        if notice.code in ("explosion", "stunned_by_mine", "killed"):
            self.revealed.pop(cell, None)
        is_told = notice.to is not None and self.seat in notice.to
        is_foreign = state.owner[cell] != self.seat + 1  # a trap may also have been clicked
        if is_told and is_foreign and notice.code in ("revealed", "blinded"):
            self.revealed[cell] = state.owner[cell]

    # Layers, each from scratch

    def layers(self, state: State) -> dict[str, bytes]:
        self._seen = seen_cells(state, self.seat)
        self._own = own_cells(state, self.seat)
        self._full = self._own | watched_cells(state, self.seat) | city_cells(state)
        self._full |= set(self.revealed)
        self._ends = bridge_ends(state)
        self._structures: dict[int, list[Structure]] = defaultdict(list)
        for each in state.structures.values():
            for cell in each.cells:
                self._structures[cell].append(each)
        cells = range(len(state.kind))
        return {
            "kind": bytes(self.kinds),
            "sight": bytes(self.sight(cell) for cell in cells),
            "owner": bytes(state.owner[cell] if self.sight(cell) else 0 for cell in cells),
            "digit": bytes(self.digit(state, cell) for cell in cells),
            "star": bytes(self.star(state, cell) for cell in cells),
            "item": bytes(self.item(state, cell) for cell in cells),
            "structure": bytes(self.structure(state, cell) for cell in cells),
            "hp": bytes(self.hp(cell) for cell in cells),
            "smoke": bytes(cell in state.smokes and self.sight(cell) > 0 for cell in cells),
            "skull": bytes(state.skull),
            "reach": bytes(self.is_in_reach(state, cell) for cell in cells),
            "region": state.region,
            "city": state.city,
        }

    def sight(self, cell: int) -> int:
        """MW-15"""
        return FULL if cell in self._full else LIMITED if cell in self._seen else FOG

    def _counted(self, state: State, cell: int) -> list[int]:
        """MW-22: the items on touching foreign tiles, if the digit is sent at all."""
        around = [near for near in state.grid.touching[cell] if near not in self._own]
        return [state.item[near] for near in around if state.item[near]]

    def has_digit(self, state: State, cell: int) -> bool:
        is_blind = state.players[self.seat].blind_until > 0  # MW-34
        is_own_land = cell in self._own and is_land(state, cell)
        return is_own_land and not is_blind and cell not in state.smokes  # MW-73

    def digit(self, state: State, cell: int) -> int:
        return 1 + len(self._counted(state, cell)) if self.has_digit(state, cell) else 0

    def star(self, state: State, cell: int) -> bool:
        decoys = [item for item in self._counted(state, cell) if item in (DECOY, TRAP)]
        return self.has_digit(state, cell) and bool(decoys)

    def item(self, state: State, cell: int) -> int:
        """MW-16, MW-17, MW-72"""
        if self.sight(cell) < FULL:
            return 0
        return state.item[cell] or (NOTHING_THERE if cell in self.revealed else 0)

    def structure(self, state: State, cell: int) -> int:
        """MW-16; and one's own bridge to come, which is on nobody's tile."""
        asked = [
            each.kind
            for each in self._structures[cell]
            if not each.is_done
            and (self.sight(cell) == FULL or (each.seat == self.seat and self.sight(cell)))
        ]
        if asked:
            return asked[0] + TO_COME
        return state.structure[cell] if self.sight(cell) else 0

    def hp(self, cell: int) -> int:
        standing = [each.hp for each in self._structures[cell] if each.is_done]
        return standing[0] if self.sight(cell) and standing else 0

    def is_in_reach(self, state: State, cell: int) -> bool:
        """MW-30: beside an own tile, or across a bridge from one."""
        if cell in self._own or state.kind[cell] == WATER:
            return False
        ends = [end for pair in self._ends if cell in pair for end in pair]
        return any(near in self._own for near in (*state.grid.touching[cell], *ends))


def bridge_ends(state: State) -> list[tuple[int, int]]:
    """MW-64: in a straight line across the tile by sides."""
    half = 2 if state.grid.shape == "square" else 3
    bridges = [each for each in state.structures.values() if each.kind == BRIDGE and each.is_done]
    pairs = [
        (
            state.grid.step(each.cells[0], each.axis),
            state.grid.step(each.cells[0], each.axis + half),
        )
        for each in bridges
    ]
    return [pair for pair in pairs if OUTSIDE not in pair]
