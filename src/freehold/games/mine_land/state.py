"""What a replay must rebuild: the true world, and who walks in it.

Layers that views show (`ground`, `digit`, `flag`, `loot`) are kept in the form they are shown in,
so that a window is simply cut out of them. `crowds` and `watched_by` follow from the rest; they
are updated where something changes, so that nothing has to search the world.
"""

from __future__ import annotations

from copy import copy

from msgspec import Struct

from freehold.game import Ms, Outcome, Seat
from freehold.games.mine_land.facts import Blast, Company, Died, Terms
from freehold.games.mine_land.params import Params
from freehold.games.mine_land.tallies import Tally
from freehold.kernel.chance import Stream
from freehold.kernel.due import DueList
from freehold.kernel.layers import Touched

# The layer `under`. A bomb is odd: one that has paid its points differs from one that has not.
NOTHING, BOMB, HIDDEN_FLAG, PAID_BOMB = range(4)
# The layer `ground`, as its legend names them; the last two are shown in the truth only.
UNKNOWN, COVERED, UNCOVERED, SITE, LIT, TRUE_BOMB, TRUE_FLAG = range(7)
# The layer `flag`.
NO_FLAG, RED_FLAG, GREEN_FLAG = range(3)
NOBODY = -1
MOST_SHOWN = 255
"""The most that fits into a byte; larger numbers are in `piles`."""


class Held(Struct, frozen=True):
    """What a player who is off the board keeps seeing: their last window."""

    rect: tuple[int, int, int, int]
    layers: dict[str, bytes]
    walkers: tuple[tuple[int, int, int], ...]
    blast: Blast | None


class Walker(Struct):
    """A player of this round."""

    at: int
    """The tile they stand on, stood on when they left, or died on."""
    flags: int
    """In hand."""
    coming: tuple[Ms, ...] = ()
    """When the delayed flags arrive (ML-33), in order."""
    score: int = 0
    scored: int = 0
    """The number of their last scoring, of all scorings: ties go to the earlier one (ML-42)."""
    step_at: Ms = 0
    dig_at: Ms = 0
    company: Company | None = None
    company_at: Ms = 0
    """They do not hear of others again before this moment (ML-56)."""
    is_dead: bool = False
    is_away: bool = False
    watching: Seat = NOBODY
    watched_by: tuple[Seat, ...] = ()
    blast: Blast | None = None
    died: Died | None = None
    held: Held | None = None
    """Set while they are dead or away, except for dead players who watch somebody."""


class State(Struct):
    params: Params
    terms: Terms
    width: int
    height: int
    touched: Touched
    chance: Stream
    """All random draws of the round: the world, and where players start."""
    due: DueList
    """`wave` (its number, whose flip, its bombs), `hand` (whose), `deserted`, `time`."""
    spawns: list[int]

    under: bytearray
    """NOTHING, BOMB, HIDDEN_FLAG or PAID_BOMB; a bomb that has gone off is NOTHING."""
    number: bytearray
    """How many bombs lie around each tile, covered or not."""
    ground: bytearray
    """COVERED, UNCOVERED, SITE or LIT."""
    digit: bytearray
    """The number, on uncovered tiles only."""
    flag: bytearray
    """NO_FLAG, RED_FLAG or GREEN_FLAG, on covered tiles."""
    loot: bytearray
    """How many flags lie on a tile, up to MOST_SHOWN."""
    piles: Tally
    """The true number of flags on tiles with more than MOST_SHOWN."""
    fresh: Tally
    """For recently placed flags: the moment from which taking them is not delayed (ML-33)."""

    walkers: list[Walker]
    living: list[int]
    """The seats on the board, in order."""
    ghosts: int
    """How many dead players are here."""
    crowds: list[list[tuple[int, int, int]]]
    """By chunk of the world: (seat, x, y) of those on the board there, by seat."""
    scorings: int
    open_bombs: int
    """How many bombs are not flagged and have not gone off (ML-53)."""
    quiet_since: Ms
    """Since when nobody alive is here, or -1 (ML-53)."""
    outcome: Outcome | None

    def copy(self) -> State:
        return State(
            self.params,
            self.terms,
            self.width,
            self.height,
            Touched(self.width),
            self.chance.copy(),
            self.due[:],
            self.spawns[:],
            self.under[:],
            self.number[:],
            self.ground[:],
            self.digit[:],
            self.flag[:],
            self.loot[:],
            self.piles[:],
            self.fresh[:],
            [copy(walker) for walker in self.walkers],
            self.living[:],
            self.ghosts,
            [seats[:] for seats in self.crowds],
            self.scorings,
            self.open_bombs,
            self.quiet_since,
            self.outcome,
        )
