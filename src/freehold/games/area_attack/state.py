"""What a replay must rebuild: the true board, and what each seat knows of it.

The layers of knowledge follow from the rest, but a view must be cheap, so they are updated
wherever something changes.
"""

from __future__ import annotations

from msgspec import Struct

from freehold.game import Outcome
from freehold.games.area_attack.facts import Facts, Terms
from freehold.games.area_attack.params import Params
from freehold.kernel.chance import Stream
from freehold.kernel.due import DueList
from freehold.kernel.grids import Grid, square_grid
from freehold.kernel.layers import Touched

COVERED, CLAIMED, CRATER, MINE = range(4)  # the layer `cell`
# The layer `ground`, as its legend names them; a hidden mine is shown in the truth only.
PLAIN, SHOWN_CRATER, SHOWN_MINE, HIDDEN_MINE = range(4)
NOWHERE = -1


class Held(Struct, frozen=True):
    """What a frozen seat keeps seeing: its view at the moment of the freeze."""

    facts: Facts
    layers: dict[str, bytes]


class State(Struct):
    params: Params
    terms: Terms
    width: int
    height: int
    touched: Touched
    chance: Stream
    """All random draws of the match: the ground, starting cells, ground reset by blasts."""
    due: DueList
    stage: int
    moments: list[int]
    """See `Facts.moments`."""

    mine: bytearray
    """1 for each cell with a mine, revealed or not."""
    number: bytearray
    """How many mines lie around each cell."""
    cell: bytearray
    """COVERED, CLAIMED, CRATER, or MINE once it is revealed."""
    ground: bytearray
    """Only the craters and revealed mines, as views show them: claims do not change it."""
    owner: bytearray
    """For each cell 0 for nobody, or the owner's seat + 1."""
    digit: list[bytearray]
    """By seat: the number + 1 on its own cells, 0 elsewhere."""
    flag: list[bytearray]
    """By seat: 1 for each covered cell that it has flagged."""
    legal: list[bytearray]
    """By seat: 1 for each cell that it may uncover (when it is not frozen)."""

    cells: list[int]
    """How many cells each seat owns."""
    safe: int
    """How many cells are neither mine nor crater."""
    picks: list[int]
    """Each seat's starting cell, or NOWHERE."""
    confirmed: list[bool]
    out: list[bool]
    frozen: list[int]
    """When each seat thaws; 0 if it is not frozen."""
    struck: list[int]
    """The mine that froze each seat, or NOWHERE."""
    held: list[Held | None]
    graph: list[tuple[int, ...]]
    """From time to time: a moment, and each seat's number of cells then."""
    outcome: Outcome | None

    @property
    def grid(self) -> Grid:
        return square_grid(self.width, self.height)

    def copy(self) -> State:
        return State(
            self.params,
            self.terms,
            self.width,
            self.height,
            Touched(self.width),
            self.chance.copy(),
            self.due[:],
            self.stage,
            self.moments[:],
            self.mine[:],
            self.number[:],
            self.cell[:],
            self.ground[:],
            self.owner[:],
            [layer[:] for layer in self.digit],
            [layer[:] for layer in self.flag],
            [layer[:] for layer in self.legal],
            self.cells[:],
            self.safe,
            self.picks[:],
            self.confirmed[:],
            self.out[:],
            self.frozen[:],
            self.struck[:],
            self.held[:],
            self.graph[:],
            self.outcome,
        )
