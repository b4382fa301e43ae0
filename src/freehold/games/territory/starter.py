"""A bot to begin with: `freehold bot new` copies it."""

from __future__ import annotations

from freehold.bot import Info, Wait
from freehold.game import Ms, View
from freehold.games.territory import GAME
from freehold.games.territory.actions import GOALS, Action, Order
from freehold.games.territory.views import Facts
from freehold.kernel.chance import Stream

GAMES = ("territory",)


class Starter:
    """Says little, and of a few orders it gives those that reach the most free squares."""

    def start(self, info: Info) -> None:
        self.info = info

    def decide(self, view: View[Facts], now: Ms, rng: Stream) -> Action | Wait:
        if view.facts.submitted[view.viewer]:
            return Wait()
        choices = [choice for _ in range(8) for choice in GAME.choices(view, now, rng)]
        if not choices:
            return Wait()
        rng.shuffle(choices)
        best = max(choices, key=lambda action: self.worth(view, action))
        self.info.log(f"round {view.facts.round}: {GAME.spell(best)}")
        return best

    def worth(self, view: View[Facts], action: Action) -> int:
        if not isinstance(action, Order):
            return 0
        targets = sorted({GOALS[8 * move.y + move.x][move.direction] for move in action.moves})
        free = [cell for cell in targets if not view.layers["owner"][cell]]
        rich = [cell for cell in free if view.layers["resource"][cell]]
        return 2 * len(free) + 3 * len(rich) - len(action.moves)
