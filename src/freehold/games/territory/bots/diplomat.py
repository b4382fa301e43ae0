"""The diplomat: tries plans, makes pacts, and keeps them unless breaking one clearly pays."""

from __future__ import annotations

from collections.abc import Sequence

from freehold.bot import Info, Stop, Wait, never
from freehold.game import Ms, View
from freehold.games.territory.actions import Declare, Order
from freehold.games.territory.bots import talk
from freehold.games.territory.bots.plans import Board, board_of, order_of
from freehold.games.territory.bots.search import PLAYOUTS, Outlook, search
from freehold.games.territory.promises import all_promises
from freehold.games.territory.state import FIRST, ORDERS, PHASES
from freehold.games.territory.views import Facts
from freehold.kernel.chance import Stream


class Diplomat:
    """Searches for good orders, and picks what to say about them.

    A weaker level forgets some of its moves.
    """

    def __init__(self, playouts: Sequence[int] = PLAYOUTS, forgets_percent: int = 0) -> None:
        self.stop: Stop = never
        self.playouts = playouts
        self.forgets_percent = forgets_percent

    def start(self, info: Info) -> None:
        self.stop = info.stop

    def decide(self, view: View[Facts], now: Ms, rng: Stream) -> Declare | Order | Wait:
        facts, seat = view.facts, view.viewer
        if not facts.in_play[seat] or facts.submitted[seat]:
            return Wait()
        board = board_of(view)
        is_first = facts.phase == PHASES[FIRST].name
        if is_first and facts.params.declarations > 1:
            return Declare(talk.first_words(facts, board, seat, rng))
        outlook = look_out(facts, board, seat)
        if facts.phase == PHASES[ORDERS].name:
            sheet = search(board, seat, outlook, rng, self.stop, self.playouts)
            return order_of([each for each in sheet if not rng.percent(self.forgets_percent)])
        plan = search(board, seat, outlook, rng, self.stop, self.playouts[:2])
        speak = talk.only_words if is_first else talk.second_words
        return Declare(speak(facts, board, seat, plan, rng))


def look_out(facts: Facts, board: Board, seat: int) -> Outlook:
    """What promises mean for this round: our own, and the others' as far as we trust them."""
    promises = all_promises(facts)
    trusted = talk.trust(facts, promises)
    shunned = [
        talk.shunned_by(board, promises, other)
        if other == seat or trusted[other] >= talk.TRUSTED
        else 0
        for other in range(board.seats)
    ]
    ours = shunned[seat]
    # A friend's claim is respected where that costs little: a courtesy, not a promise.
    shunned[seat] |= talk.claimed_by_friends(facts, promises, seat)
    expected = tuple(shunned)
    return Outlook(
        expected, expected, lambda sheet: talk.honour(board, promises, ours, seat, sheet)
    )
