"""The chancellor: at peace with everybody, as long as its good name is worth more than a square."""

from __future__ import annotations

from collections.abc import Sequence

from freehold.bot import Info, Stop, Wait, never
from freehold.game import Ms, Seat, View
from freehold.games.territory.actions import Declare, Order
from freehold.games.territory.bots import talk
from freehold.games.territory.bots.habits import Habits, sheet_of
from freehold.games.territory.bots.plans import Board, board_of, order_of
from freehold.games.territory.bots.search import Outlook, search
from freehold.games.territory.promises import PACT, Promise, all_promises
from freehold.games.territory.resolution import March
from freehold.games.territory.state import FIRST, ORDERS, PHASES
from freehold.games.territory.views import Facts
from freehold.kernel.chance import Stream

PLAYOUTS = (1, 2, 4, 8, 16)
CANDIDATES = 40
PEACEFUL = 4
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
RAIDS = HABITS._replace(attack=1.5, facing=1.0, risky=0.0)
"""The same for a round in which a neighbour is to lose what it guards badly."""
LAST_ROUNDS = 2
"""Now nobody can make us pay for a broken promise any more."""


class Chancellor:
    """Offers peace to all until the end, and expects others to keep it if they usually do.

    It breaks a promise if it is trusted enough to be believed again, or if that clearly pays.
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
            return Declare(talk.words_to_all(facts, board, seat, rng))
        return Declare(talk.agreement(facts, seat, rng))


def look_out(facts: Facts, board: Board, seat: Seat) -> Outlook:
    """The squares that each seat is expected to leave alone, and the price of our word."""
    promises = all_promises(facts)
    trusted = talk.trust(facts, promises)
    shunned = tuple(
        talk.shunned_by(board, promises, other)
        if other == seat or trusted[other] >= talk.TRUSTED
        else 0
        for other in range(board.seats)
    )
    price = price_of_breaking(board.rounds_left, trusted[seat])
    return Outlook(shunned, lambda sheet: price ** broken_by(board, promises, seat, sheet))


def ideas(board: Board, seat: Seat, shunned: int, rng: Stream) -> list[list[March]]:
    """Sheets by habit: in peace, and for a raid on each of the others."""
    peaceful = [sheet_of(board, seat, HABITS, rng.below(1 << 24), shunned) for _ in range(PEACEFUL)]
    raids = [
        sheet_of(board, seat, RAIDS, rng.below(1 << 24), all_but(board, seat, foe))
        for foe in board.players
        if foe != seat
    ]
    return peaceful + raids


def all_but(board: Board, seat: Seat, foe: Seat) -> int:
    """A bit for each square of the others, except this one's."""
    return sum(
        1 << cell
        for cell, held in enumerate(board.owner)
        if held and held not in (seat + 1, foe + 1)
    )


def price_of_breaking(rounds_left: int, trust: float) -> float:
    """The factor on a sheet's worth for each promise that it breaks."""
    is_forgiven = rounds_left > talk.DANGER_ROUNDS and trust - talk.BROKEN >= talk.TRUSTED
    if is_forgiven or rounds_left <= LAST_ROUNDS:
        return 1.0
    return talk.BREAKING if rounds_left > talk.LATE_ROUNDS else talk.BREAKING_LATE


def broken_by(board: Board, promises: Sequence[Promise], seat: Seat, sheet: Sequence[March]) -> int:
    """How many of our promises a sheet breaks. We never announce whom we strike."""
    goals = [goal for _, _, goal, _ in sheet]
    entered = {board.owner[goal] - 1 for goal in goals}
    return sum(
        promise.about in entered if promise.kind == PACT else promise.cell in goals
        for promise in promises
        if promise.seat == seat and promise.kept is None
    )
