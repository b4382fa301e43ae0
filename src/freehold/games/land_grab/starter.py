"""A bot to begin with: `freehold bot new` copies it."""

from __future__ import annotations

from freehold.bot import Info, Wait
from freehold.game import Ms, View
from freehold.games.land_grab import GAME
from freehold.games.land_grab.actions import Action, Settle
from freehold.games.land_grab.views import Facts
from freehold.kernel.chance import Stream

GAMES = ("land-grab",)


class Starter:
    """Settles where it pays most, and farms where that costs it least."""

    def start(self, info: Info) -> None:
        self.info = info

    def decide(self, view: View[Facts], now: Ms, rng: Stream) -> Action | Wait:
        choices = list(GAME.choices(view, now, rng))
        if not choices:
            return Wait()
        rng.shuffle(choices)  # of equal ones any, not the first
        best = max(choices, key=lambda action: self.worth(view, action))
        self.info.mark([(best.x, best.y)], f"worth {self.worth(view, best)}")
        return best

    def worth(self, view: View[Facts], action: Action) -> int:
        gain = view.layers[f"gain{view.viewer}"][action.y * view.rect.width + action.x]
        return 100 + gain if isinstance(action, Settle) else -gain
