"""A bot to begin with: `freehold bot new` copies it."""

from __future__ import annotations

from freehold.bot import Wait
from freehold.game import Ms, View
from freehold.games.mine_land import GAME
from freehold.games.mine_land.actions import Action, Flip, Step
from freehold.games.mine_land.facts import Facts
from freehold.games.mine_land.state import COVERED, UNCOVERED
from freehold.kernel.chance import Stream
from freehold.kernel.grids import square_grid

GAMES = ("mine-land",)


class Starter:
    """Flips tiles beside one that counts no bomb, and walks on where there is none."""

    next_at = 0

    def decide(self, view: View[Facts], now: Ms, rng: Stream) -> Action | Wait:
        choices, rect = list(GAME.choices(view, now, rng)), view.rect
        if now < self.next_at or not choices:
            return Wait(max(self.next_at, now + 300))
        self.next_at = now + 300
        safe, flips = self.safe(view), [each for each in choices if isinstance(each, Flip)]
        sure = [each for each in flips if (each.y - rect.y) * rect.width + each.x - rect.x in safe]
        steps = [each for each in choices if isinstance(each, Step)]
        liked: list[Action] = [*sure] or [*steps]
        return rng.pick(liked) if liked else Wait(now + 300)

    def safe(self, view: View[Facts]) -> set[int]:
        beside = square_grid(view.rect.width, view.rect.height).touching
        ground, digit = view.layers["ground"], view.layers["digit"]
        told = [cell for cell, what in enumerate(ground) if what == UNCOVERED]
        clear = [beside[cell] for cell in told if not digit[cell]]
        return {near for cells in clear for near in cells if ground[near] == COVERED}
