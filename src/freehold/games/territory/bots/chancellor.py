"""The chancellor: at peace with everybody, and a raid whenever its good name can afford one."""

from __future__ import annotations

from collections.abc import Sequence

from freehold.bot import Info, Stop, Wait, never
from freehold.game import Ms, Seat, View
from freehold.games.territory.actions import Declare, Order
from freehold.games.territory.bots import talk
from freehold.games.territory.bots.habits import Habits, sheet_of
from freehold.games.territory.bots.plans import NEAR, Board, board_of, greedy, order_of
from freehold.games.territory.bots.raids import raid
from freehold.games.territory.bots.search import Outlook, search
from freehold.games.territory.promises import PACT, Promise, all_promises
from freehold.games.territory.resolution import March
from freehold.games.territory.state import FIRST, ORDERS, PHASES
from freehold.games.territory.views import Facts
from freehold.kernel.chance import Stream

PLAYOUTS = (1, 2, 4, 8)
CANDIDATES = 30
PEACEFUL, GREEDY, RAIDS_ON_EACH = 4, 3, 4
STEEP, AHEAD_ROUNDS = 8.0, 4
CLAIMED = 8
"""The most squares that it claims."""
HABITS = Habits(
    attack=0.76,
    facing=1.67,
    contested=0.76,
    opening=2.27,
    exposed=0.0,
    risky=1.0,
    share=0.0,
    front_share=0.66,
    noise=2.06,
)
"""Found by self-play."""
RAIDING = HABITS._replace(attack=1.5, facing=1.0, risky=0.0)
"""The same for a round in which a neighbour is to lose what it guards badly."""
LAST_ROUNDS = 2
"""Now nobody can make us pay for a broken promise any more."""


class Chancellor:
    """Offers peace to all until the end, and expects others to keep it if they usually do.

    It breaks a promise if it will be believed again, or if that clearly pays.
    """

    def __init__(self, playouts: Sequence[int] = PLAYOUTS, candidates: int = CANDIDATES) -> None:
        self.stop: Stop = never
        self.playouts = playouts
        self.candidates = candidates

    def start(self, info: Info) -> None:
        self.stop = info.stop

    def decide(self, view: View[Facts], now: Ms, rng: Stream) -> Declare | Order | Wait:
        facts, seat = view.facts, view.viewer
        if not facts.in_play[seat] or facts.submitted[seat]:
            return Wait()
        board = board_of(view)
        if facts.phase == PHASES[ORDERS].name:
            outlook = look_out(facts, board, seat)
            more = ideas(board, seat, outlook.shunned[seat], rng)
            limits = self.stop, self.playouts, self.candidates
            return order_of(search(board, seat, outlook, rng, *limits, more))
        if facts.phase == PHASES[FIRST].name:
            return Declare(talk.words_to_all(facts, board, seat, claims(board, seat, rng), rng))
        return Declare(talk.agreement(facts, seat, rng))


def look_out(facts: Facts, board: Board, seat: Seat) -> Outlook:
    """The squares that each seat is expected to leave alone, and the price of our word."""
    promises = all_promises(facts)
    trusted = talk.trust(facts, promises)
    shunned = [
        talk.shunned_by(board, promises, other)
        if other == seat or trusted[other] >= talk.TRUSTED
        else 0
        for other in range(board.seats)
    ]
    later = shunned.copy()
    later[seat] = 0
    due = sum(promise.seat == seat and promise.kept is None for promise in promises)

    def honour(sheet: Sequence[March]) -> float:
        broken = broken_by(board, promises, seat, sheet)
        return price_of_breaking(broken, due - broken, board.rounds_left, trusted[seat])

    return Outlook(tuple(shunned), tuple(later), honour, STEEP, AHEAD_ROUNDS)


def ideas(board: Board, seat: Seat, shunned: int, rng: Stream) -> list[list[March]]:
    """Sheets by habit, in peace and for a raid on each of the others; raids with several armies
    on one square; and what greed alone would do."""
    sheets = [sheet_of(board, seat, HABITS, rng.below(1 << 24), shunned) for _ in range(PEACEFUL)]
    for foe in board.players:
        if foe != seat:
            others = all_but(board, seat, foe)
            sheets.append(sheet_of(board, seat, RAIDING, rng.below(1 << 24), others))
            sheets += [raid(board, seat, foe, rng) for _ in range(RAIDS_ON_EACH)]
    return sheets + [greedy(board, seat, rng.below(1 << 24)) for _ in range(GREEDY)]


def all_but(board: Board, seat: Seat, foe: Seat) -> int:
    """A bit for each square of the others, except this one's."""
    return sum(
        1 << cell
        for cell, held in enumerate(board.owner)
        if held and held not in (seat + 1, foe + 1)
    )


def price_of_breaking(broken: int, kept: int, rounds_left: int, trust: float) -> float:
    """The factor on the worth of a sheet that breaks and keeps this many promises."""
    left = min(1.0, trust + talk.KEPT * kept) - talk.BROKEN * broken
    if not broken or rounds_left <= LAST_ROUNDS or round(left, 6) >= talk.TRUSTED:
        return 1.0
    price = talk.BREAKING if rounds_left > talk.LATE_ROUNDS else talk.BREAKING_LATE
    return price**broken


def broken_by(board: Board, promises: Sequence[Promise], seat: Seat, sheet: Sequence[March]) -> int:
    """How many of our promises a sheet breaks. We never announce whom we strike."""
    goals = [goal for _, _, goal, _ in sheet]
    entered = {board.owner[goal] - 1 for goal in goals}
    return sum(
        promise.about in entered if promise.kind == PACT else promise.cell in goals
        for promise in promises
        if promise.seat == seat and promise.kept is None
    )


# Squares to speak of


def claims(board: Board, seat: Seat, rng: Stream) -> list[int]:
    """Free squares that we could enter, those first that others could enter, too."""
    free = [
        (len({board.owner[near] for near in NEAR[cell]} - {0}) > 1, rng.below(1 << 16), cell)
        for cell, held in enumerate(board.owner)
        if not held and seat + 1 in [board.owner[near] for near in NEAR[cell]]
    ]
    free.sort(reverse=True)
    return [cell for _, _, cell in free[:CLAIMED]]
