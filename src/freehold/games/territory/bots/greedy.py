"""Greedy: takes the best squares it can reach now, and ignores what is said to it."""

from __future__ import annotations

from freehold.bot import Wait
from freehold.game import Ms, View
from freehold.games.territory.actions import Declare, Order
from freehold.games.territory.bots.plans import board_of, greedy, order_of
from freehold.games.territory.bots.remarks import remarks
from freehold.games.territory.promises import all_promises
from freehold.games.territory.state import FIRST, ORDERS, PHASES
from freehold.games.territory.views import Facts
from freehold.kernel.chance import Stream

CHATTY_PERCENT, UPSET_PERCENT = 30, 75
SAYINGS = (
    "I take what I can get.",
    "More land, more units.",
    "I do not talk. I grow.",
)


class Greedy:
    """Spreads to free squares, takes weaker neighbours and sends the rest to the front.

    Weaker levels forget some of these moves.
    """

    def __init__(self, forgets_percent: int = 0) -> None:
        self.forgets_percent = forgets_percent

    def decide(self, view: View[Facts], now: Ms, rng: Stream) -> Declare | Order | Wait:
        facts = view.facts
        if not facts.in_play[view.viewer] or facts.submitted[view.viewer]:
            return Wait()
        if facts.phase == PHASES[ORDERS].name:
            sheet = greedy(board_of(view), view.viewer, rng.below(1 << 30))
            return order_of([each for each in sheet if not rng.percent(self.forgets_percent)])
        return Declare(chat(view, rng) if facts.phase == PHASES[FIRST].name else "")


def chat(view: View[Facts], rng: Stream) -> str:
    """What it makes of the last round: mostly what was done to it, the rest now and then."""
    facts = view.facts
    promises = all_promises(facts)
    personal, gossip = remarks(facts, view.layers["owner"], promises, view.viewer, rng)
    choices = personal[:1] or gossip or SAYINGS
    if not rng.percent(UPSET_PERCENT if personal else CHATTY_PERCENT):
        return ""
    text = rng.pick(choices)
    return text if len(text) <= facts.params.declaration_characters else ""
