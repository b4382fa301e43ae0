"""What a replay must rebuild: the board, what is sealed, and what has been said and ordered.

Histories are lists of finished records, which views hand out unchanged.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from msgspec import Struct

from freehold.games.territory.actions import Action, Declare, Move, Order
from freehold.games.territory.params import Params
from freehold.kernel.layers import Touched

PhaseName = Literal["first declaration", "second declaration", "orders", "over"]


class Phase(NamedTuple):
    """One row of the round (TR-10)."""

    name: PhaseName
    takes: type[Declare] | type[Order] | None
    """What is submitted in it."""
    follows: int
    """The phase after it; a new round begins before the first one."""


FIRST, SECOND, ORDERS, OVER = range(4)
PHASES = (
    Phase("first declaration", Declare, SECOND),
    Phase("second declaration", Declare, ORDERS),
    Phase("orders", Order, FIRST),  # resolution and results wait for nobody
    Phase("over", None, OVER),
)


def phase_after(phase: int, params: Params) -> int:
    """TR-12: with one declaration per round, the orders follow it."""
    return ORDERS if phase == FIRST and params.declarations == 1 else PHASES[phase].follows


def phase_words(phase: PhaseName, params: Params) -> str:
    """The phase as people read it: the only declaration of a round is not the first one."""
    return "declaration" if phase == PHASES[FIRST].name and params.declarations == 1 else phase


class Declared(Struct, frozen=True):
    """A declaration, once revealed."""

    round: int
    part: int
    """1 for the first declaration of the round, 2 for the second."""
    seat: int
    text: str


class Ordered(Struct, frozen=True):
    """A sheet of orders, once resolved."""

    round: int
    seat: int
    moves: tuple[Move, ...]
    into: tuple[int, ...]
    """For each move: the seat that held its goal when the round began, or -1 for nobody."""


class Clash(Struct, frozen=True):
    """Armies of several players met on a square."""

    x: int
    y: int
    armies: tuple[int, ...]
    """How many units of each seat were there."""
    seat: int
    """The seat that holds the square afterwards, or -1 for nobody."""
    left: int
    """How many units are left."""


class Resolution(Struct, frozen=True):
    """A round in steps: the board before it, the moves, the clashes and the production."""

    round: int
    owners: tuple[int, ...]
    """For each square, before the moves: 0 for nobody, or the owner's seat + 1."""
    units: tuple[int, ...]
    """For each square: the units before the moves."""
    moves: tuple[Ordered, ...]
    clashes: tuple[Clash, ...]
    gains: tuple[int, ...]
    """For each square: what it gained in production."""


class State(Struct):
    params: Params
    touched: Touched
    resource: bytes
    """For each square 1 if it is a resource square."""
    owner: bytearray
    """For each square 0 for nobody, or the owner's seat + 1."""
    units: list[int]
    """For each square how many units stand there."""
    totals: list[int]
    """How many units each seat has."""
    in_play: list[bool]
    """For each seat: does it have units, and has it not resigned?"""
    resigned: list[bool]
    away: list[bool]
    """For each seat: has the player left, perhaps to come back?"""
    sealed: list[Action | None]
    """What each seat has submitted in this phase."""
    round: int = 1
    phase: int = FIRST
    declarations: list[Declared] = []
    orders: list[Ordered] = []
    units_by_round: list[tuple[int, ...]] = []
    """The totals at the start, and after each round."""
    last: Resolution | None = None
    ending: str = ""

    def copy(self) -> State:
        return State(
            self.params,
            Touched(self.touched.width),
            self.resource,
            self.owner[:],
            self.units[:],
            self.totals[:],
            self.in_play[:],
            self.resigned[:],
            self.away[:],
            self.sealed[:],
            self.round,
            self.phase,
            self.declarations[:],
            self.orders[:],
            self.units_by_round[:],
            self.last,
            self.ending,
        )
