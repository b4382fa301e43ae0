"""A bot to begin with: `freehold bot new` copies it."""

from __future__ import annotations

from freehold.bot import Wait
from freehold.game import Ms, View
from freehold.games.area_attack import GAME
from freehold.games.area_attack.actions import Action, Open
from freehold.games.area_attack.facts import Facts
from freehold.kernel.chance import Stream
from freehold.kernel.grids import square_grid

GAMES = ("area-attack",)


class Starter:
    """Opens a cell per second: one that a single digit proves to be safe, if there is any."""

    next_at = 0

    def decide(self, view: View[Facts], now: Ms, rng: Stream) -> Action | Wait:
        choices = list(GAME.choices(view, now, rng))
        if now < self.next_at or not choices:
            return Wait(max(self.next_at, now + 1_000))
        self.next_at = now + 1_000
        safe, opening = self.safe(view), [each for each in choices if isinstance(each, Open)]
        sure = [each for each in opening if each.y * view.rect.width + each.x in safe]
        return rng.pick(sure or opening) if opening else choices[0]

    def safe(self, view: View[Facts]) -> set[int]:
        beside = square_grid(view.rect.width, view.rect.height).touching
        ground, owner, digit = (view.layers[name] for name in ("ground", "owner", "digit"))
        mined, told = {cell for cell, what in enumerate(ground) if what > 1}, []
        for cell in [cell for cell, shown in enumerate(digit) if shown]:
            covered = {near for near in beside[cell] if not owner[near] and ground[near] != 1}
            told.append((covered, digit[cell] - 1))
        mined.update(*(covered for covered, mines in told if len(covered) == mines))
        sure = [covered - mined for covered, mines in told if len(covered & mined) == mines]
        return set().union(*sure)
