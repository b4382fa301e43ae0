"""Sketches: positions for bots that play thousands of games in their heads.

A sketch keeps what every build of both players looks worth at first sight, and a build changes
only the few tiles around it. So the rules stand here a second time, in a quicker form; a test
compares both, build by build.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from freehold.game import Seat
from freehold.games.land_grab.bots.judgements import AROUND, Blur, Taste
from freehold.games.land_grab.state import (
    CELLS,
    FOREST,
    GRID,
    INDUSTRY,
    MINE,
    NOBODY,
    RESORT,
    TOURISM,
    State,
    is_free,
)

SIDES, TOUCHING = GRID.sides, GRID.touching
MOST_TURNS = 500.0
"""A player without income is this many turns short of the target."""
Tastes = tuple[Taste, Taste]
"""For each seat what it considers: mines and resorts want different things."""
Choice = tuple[float, int, bool]
"""What a build looks worth, where it is, and whether it is a farm."""


@dataclass(slots=True)
class IslandSketch:
    """A position, and the worth of its builds by two tastes."""

    target: int
    tastes: Tastes
    mover: Seat
    winner: Seat
    is_over: bool
    points: list[int]
    incomes: list[int]
    has_farm: list[bool]
    spare: list[int]
    """How many farms of each seat can feed one more settlement."""
    free: bytearray
    forest: bytearray
    mines: bytearray
    pays: bytearray
    """What each resort yields."""
    gains: list[bytearray]
    in_reach: list[bytearray]
    reach: list[list[int]]
    around: list[list[int]]
    """The most that a tile next to this one will ever yield to each seat: gains only fall."""
    settling: list[list[float]]
    """For each seat: what a settlement looks worth on each tile,"""
    farming: list[list[float]]
    """and a farm, without the settlement that it feeds."""

    def copy(self) -> IslandSketch:
        return IslandSketch(
            self.target,
            self.tastes,
            self.mover,
            self.winner,
            self.is_over,
            self.points[:],
            self.incomes[:],
            self.has_farm[:],
            self.spare[:],
            self.free[:],
            self.forest[:],
            self.mines[:],
            self.pays[:],
            [layer[:] for layer in self.gains],
            [layer[:] for layer in self.in_reach],
            [cells[:] for cells in self.reach],
            self.around,
            [worths[:] for worths in self.settling],
            [worths[:] for worths in self.farming],
        )

    def blurred(self, blurs: tuple[Blur, Blur]) -> IslandSketch:
        """The same position, misjudged: every tile looks better by what the blur says."""
        new = self.copy()
        for seat, blur in enumerate(blurs):
            for worths in (new.settling[seat], new.farming[seat]):
                worths[:] = map(float.__add__, worths, blur)
        return new

    # Choosing

    def choices(self) -> Iterator[Choice]:
        """All builds of the mover with their worth at first sight."""
        seat = self.mover
        gains, taste, farming = self.gains[seat], self.tastes[seat], self.farming[seat]
        reach = self.reach[seat]
        if self.spare[seat]:
            settling = self.settling[seat]
            for cell in reach:
                yield settling[cell], cell, False
        known = max(map(gains.__getitem__, reach)) if self.has_farm[seat] else 0
        for cell in reach:
            yield farming[cell] + taste.later * max(known, *AROUND[cell](gains)), cell, True

    def play_best(self) -> None:
        """The mover builds what looks best."""
        seat = self.mover
        reach, farming, gains = self.reach[seat], self.farming[seat], self.gains[seat]
        later = self.tastes[seat].later
        farm = max(reach, key=farming.__getitem__)
        known = max(map(gains.__getitem__, reach)) if self.has_farm[seat] else 0
        worth = farming[farm] + later * known
        around = self.around[seat]
        for cell in reach:
            if around[cell] > known:  # it may open up a better tile than those in reach
                opened = farming[cell] + later * max(known, *AROUND[cell](gains))
                if opened > worth:
                    farm, worth = cell, opened
        if self.spare[seat]:
            settling = self.settling[seat]
            settlement = max(reach, key=settling.__getitem__)
            if settling[settlement] > worth:
                self.play(settlement, False)
                return
        self.play(farm, True)

    # Building

    def play(self, cell: int, is_farm: bool) -> None:
        """Build for the mover, and let the turns after it begin."""
        seat = self.mover
        if not self.has_farm[seat]:
            self._begin_reach(seat)
        self.free[cell] = 0
        for mine, near in zip(self.in_reach, self.reach, strict=True):
            if mine[cell]:
                mine[cell] = 0
                near.remove(cell)
        if self.forest[cell]:
            self._fell(cell)
        if is_farm:
            self.spare[seat] += 1
        else:
            self.spare[seat] -= 1
            pays = self.gains[seat][cell]
            self.incomes[seat] += pays
            if seat == INDUSTRY:
                self._open_mine(cell)
            elif pays:
                self._open_resort(cell, pays)
        self.gains[0][cell] = self.gains[1][cell] = 0
        self._extend_reach(seat, cell)
        self._begin_turns()

    def _begin_reach(self, seat: Seat) -> None:
        """The first farm may go anywhere, and only that one."""
        other = 1 - seat
        taste, gains = self.tastes[other], self.gains[seat]
        for cell in self.reach[seat]:
            self.in_reach[seat][cell] = 0
            if gains[cell] > 1:
                self.settling[other][cell] -= taste.deny_by_settlement * (gains[cell] - 1)
                self.farming[other][cell] -= taste.deny_by_farm * (gains[cell] - 1)
        self.reach[seat] = []
        self.has_farm[seat] = True

    def _extend_reach(self, seat: Seat, cell: int) -> None:
        free, mine, near, other = self.free, self.in_reach[seat], self.reach[seat], 1 - seat
        for beside in TOUCHING[cell]:
            if free[beside] and not mine[beside]:
                mine[beside] = 1
                near.append(beside)
                bonus = self.gains[seat][beside] - 1
                if bonus > 0:
                    taste = self.tastes[other]
                    self.settling[other][beside] += taste.deny_by_settlement * bonus
                    self.farming[other][beside] += taste.deny_by_farm * bonus

    def _lose_gain(self, seat: Seat, cell: int) -> None:
        """A settlement of this seat would yield 1 less here than before."""
        gain = self.gains[seat][cell]
        if not gain:
            return
        self.gains[seat][cell] = gain - 1
        self.settling[seat][cell] -= 1.0
        self.farming[seat][cell] += self.tastes[seat].spent
        if gain > 1 and self.in_reach[seat][cell]:
            other = 1 - seat
            taste = self.tastes[other]
            self.settling[other][cell] -= taste.deny_by_settlement
            self.farming[other][cell] -= taste.deny_by_farm

    def _fell(self, cell: int) -> None:
        self.forest[cell] = 0
        for side in SIDES[cell]:
            if self.mines[side]:
                self.incomes[INDUSTRY] -= 1
            elif self.free[side]:
                self._lose_gain(INDUSTRY, side)

    def _open_mine(self, cell: int) -> None:
        self.mines[cell] = 1
        harm = self.tastes[TOURISM].harm
        for side in SIDES[cell]:
            if self.pays[side]:
                self._spoil(side)
            elif self.free[side]:
                self._lose_gain(TOURISM, side)
                if self.forest[side]:
                    self.settling[INDUSTRY][side] -= 1.0
                    self.farming[INDUSTRY][side] -= 1.0
                    self.settling[TOURISM][side] += harm
                    self.farming[TOURISM][side] += harm

    def _spoil(self, cell: int) -> None:
        self.incomes[TOURISM] -= 1
        self.pays[cell] -= 1
        if not self.pays[cell]:  # one more mine next to it would take nothing
            for side in SIDES[cell]:
                if self.free[side]:
                    self.settling[INDUSTRY][side] -= self.tastes[INDUSTRY].harm

    def _open_resort(self, cell: int, pays: int) -> None:
        self.pays[cell] = pays
        harm = self.tastes[INDUSTRY].harm
        for side in SIDES[cell]:
            if self.free[side]:
                self.settling[INDUSTRY][side] += harm

    # Turns

    def _begin_turns(self) -> None:
        """Turns begin until a player can build or the game is over."""
        reach, incomes, points = self.reach, self.incomes, self.points
        if not any(incomes) and not any(reach):
            first, second = points
            self.winner = NOBODY if first == second else int(second > first)
            self.is_over = True
            return
        seat = self.mover
        while True:
            seat = 1 - seat
            points[seat] += incomes[seat]
            if points[seat] >= self.target:
                self.winner = seat
                self.is_over = True
                break
            if reach[seat]:
                break
        self.mover = seat

    def play_out(self) -> float:
        """Both players build what looks best until the game is over; returns the lead."""
        while not self.is_over:
            self.play_best()
        return self.lead()

    def lead(self) -> float:
        """How many turns player 1 was ahead at the end; negative for player 2."""
        if self.winner == NOBODY:
            return 0.0
        loser = 1 - self.winner
        short = (self.target - self.points[loser]) / max(1, self.incomes[loser])
        ahead = 1 + min(short, MOST_TURNS)
        return ahead if self.winner == INDUSTRY else -ahead


def sketch_of(state: State, tastes: Tastes) -> IslandSketch:
    """A sketch of a position."""
    seats = (INDUSTRY, TOURISM)
    return IslandSketch(
        state.target,
        tastes,
        state.mover,
        state.winner,
        bool(state.ending),
        state.points[:],
        state.incomes[:],
        [state.farms[seat] > 0 for seat in seats],
        [state.farms[seat] - state.settlements[seat] for seat in seats],
        bytearray([is_free(state, cell) for cell in CELLS]),
        bytearray([state.ground[cell] == FOREST for cell in CELLS]),
        bytearray([state.built[cell] == MINE for cell in CELLS]),
        bytearray([state.yields[cell] * (state.built[cell] == RESORT) for cell in CELLS]),
        [layer[:] for layer in state.gains],
        [layer[:] for layer in state.reach],
        [[cell for cell in CELLS if layer[cell]] for layer in state.reach],
        [[max(near(gains)) for near in AROUND] for gains in state.gains],
        [[settlement_worth(state, tastes[seat], seat, cell) for cell in CELLS] for seat in seats],
        [[farm_worth(state, tastes[seat], seat, cell) for cell in CELLS] for seat in seats],
    )


def settlement_worth(state: State, taste: Taste, seat: Seat, cell: int) -> float:
    """What it yields, and what it costs the opponent."""
    spoiled = state.losses[TOURISM][cell] if seat == INDUSTRY else 0
    return (
        state.gains[seat][cell]
        + felling_worth(state, taste, seat, cell)
        + taste.harm * spoiled
        + taste.deny_by_settlement * bonus(state, 1 - seat, cell)
    )


def farm_worth(state: State, taste: Taste, seat: Seat, cell: int) -> float:
    """A farm's worth without the settlement that it feeds."""
    return (
        felling_worth(state, taste, seat, cell)
        - taste.spent * state.gains[seat][cell]
        + taste.deny_by_farm * bonus(state, 1 - seat, cell)
    )


def felling_worth(state: State, taste: Taste, seat: Seat, cell: int) -> float:
    """Any build on a forest costs the mines next to it."""
    felled = state.losses[INDUSTRY][cell]
    return -felled if seat == INDUSTRY else taste.harm * felled


def bonus(state: State, seat: Seat, cell: int) -> int:
    """What this seat would lose if the tile were built on."""
    return max(0, state.gains[seat][cell] - 1) if state.reach[seat][cell] else 0
