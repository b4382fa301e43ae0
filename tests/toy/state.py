"""What a replay must rebuild: the true cave, and what each seat knows of it."""

from __future__ import annotations

from msgspec import Struct

from freehold.kernel.chance import Stream
from freehold.kernel.due import DueList
from freehold.kernel.grids import Grid, square_grid
from freehold.kernel.layers import Touched
from tests.toy.params import Params

DARK, SAFE, TRAP = 0, 1, 2


class State(Struct):
    params: Params
    touched: Touched
    trap: bytearray
    """The truth: 1 where a trap lies."""
    owner: bytearray
    """For each cell: 0 for nobody, or the owner's seat + 1."""
    lantern: bytearray
    """For each cell 0, or 1 + the seat whose lantern stands there."""
    known: list[bytearray]
    """What each seat has learned of each cell: DARK, SAFE or TRAP."""
    marks: list[bytearray]
    """Each seat's own marks."""
    place: list[int]
    """The cell of each seat's lantern."""
    frozen_until: list[int]
    """For each seat the moment of its thaw, or 0."""
    holding_until: list[int]
    """For each seat the moment at which its hold is done, or 0."""
    cells: list[int]
    away: list[bool]
    out: list[bool]
    due: DueList
    gusts: Stream
    ending: str = ""

    @property
    def grid(self) -> Grid:
        return square_grid(self.params.width_cells, self.params.height_cells)

    def copy(self) -> State:
        return State(
            self.params,
            Touched(self.touched.width),
            self.trap[:],
            self.owner[:],
            self.lantern[:],
            [layer[:] for layer in self.known],
            [layer[:] for layer in self.marks],
            self.place[:],
            self.frozen_until[:],
            self.holding_until[:],
            self.cells[:],
            self.away[:],
            self.out[:],
            self.due[:],
            self.gusts.copy(),
            self.ending,
        )
