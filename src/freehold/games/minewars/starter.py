"""A bot to begin with: `freehold bot new` copies it."""

from __future__ import annotations

from freehold.bot import Wait
from freehold.game import Ms, View
from freehold.games.minewars import GAME
from freehold.games.minewars.actions import Action, Capture, Deploy, Harvest
from freehold.games.minewars.facts import Facts
from freehold.kernel.chance import Stream

GAMES = ("minewars",)
LIKED = (Capture, Harvest, Deploy)
"""The actions that it takes first, of all that it may do."""


class Starter:
    """Captures whatever is beside its land, a click per second."""

    next_at = 0

    def decide(self, view: View[Facts], now: Ms, rng: Stream) -> Action | Wait:
        if now < self.next_at:
            return Wait(self.next_at)
        choices = list(GAME.choices(view, now, rng))
        if not choices:
            return Wait(now + 250)
        self.next_at = now + 1_000
        rng.shuffle(choices)
        return min(choices, key=self.rank)

    def rank(self, action: Action) -> int:
        return LIKED.index(type(action)) if isinstance(action, LIKED) else len(LIKED)
