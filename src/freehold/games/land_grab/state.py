"""What a replay must rebuild, and the layers that a view shows, kept as the board changes.

Yields, gains, losses and reach follow from the ground and what is built. They are kept anyway:
every view shows them, and a build changes only a few of them.
"""

from __future__ import annotations

from msgspec import Struct

from freehold.games.land_grab.params import SIDE_TILES
from freehold.kernel.grids import square_grid
from freehold.kernel.layers import Touched

GRID = square_grid(SIDE_TILES, SIDE_TILES)
CELLS = range(len(GRID))

INDUSTRY, TOURISM = 0, 1  # the seats: player 1 and player 2
WATER, LAND, MOUNTAIN, FOREST = range(4)
NOTHING, FARM, MINE, RESORT = range(4)
SETTLEMENT_OF = (MINE, RESORT)  # LG-10
BONUS_GROUNDS = ((MOUNTAIN, FOREST), (MOUNTAIN, WATER))  # of each seat: LG-21, LG-22
NOBODY = -1
NOWHERE = -1


class State(Struct):
    target: int
    """The points that win."""
    touched: Touched
    ground: bytearray
    owner: bytearray
    """For each tile 0 for nobody, or the owner's seat + 1."""
    built: bytearray
    yields: bytearray
    """What each settlement yields at present."""
    reach: list[bytearray]
    """For each seat 1 where it may build a farm, else 0."""
    gains: list[bytearray]
    """For each seat: what a settlement of its own would yield on each free tile."""
    losses: list[bytearray]
    """What building on a free tile costs per turn. Seat 0: any build fells a forest next to its
    mines. Seat 1: a mine is built next to its resorts."""
    points: list[int]
    incomes: list[int]
    """The sum of each seat's yields."""
    farms: list[int]
    settlements: list[int]
    passes: list[int]
    """How many turns each seat has passed."""
    mover: int = INDUSTRY
    turn: int = 1
    """Turns of both players, passes too, counted from 1."""
    last_cell: int = NOWHERE
    """Where the last build was."""
    ending: str = ""
    winner: int = NOBODY

    def copy(self) -> State:
        return State(
            self.target,
            Touched(SIDE_TILES),
            self.ground[:],
            self.owner[:],
            self.built[:],
            self.yields[:],
            [layer[:] for layer in self.reach],
            [layer[:] for layer in self.gains],
            [layer[:] for layer in self.losses],
            self.points[:],
            self.incomes[:],
            self.farms[:],
            self.settlements[:],
            self.passes[:],
            self.mover,
            self.turn,
            self.last_cell,
            self.ending,
            self.winner,
        )


def is_free(state: State, cell: int) -> bool:
    """Can this tile be built on? (LG-11)"""
    return not state.built[cell] and state.ground[cell] in (LAND, FOREST)
