"""Greedy: the best build at first sight."""

from __future__ import annotations

from freehold.bot import Wait
from freehold.game import Ms, View
from freehold.games.land_grab.actions import Action
from freehold.games.land_grab.bots.judgements import (
    CLEAR,
    Taste,
    action_of,
    draw_blur,
    state_from_view,
    weigh_builds,
)
from freehold.games.land_grab.views import Facts
from freehold.kernel.chance import Stream

TASTE = Taste()


class Greedy:
    """Takes what looks best right now, whatever the opponent is after; ties at random.

    A weaker one misjudges every tile, by up to this much income.
    """

    def __init__(self, misjudges: float = 0.0) -> None:
        self.misjudges = misjudges

    def decide(self, view: View[Facts], now: Ms, rng: Stream) -> Action | Wait:
        if view.facts.ending or view.viewer != view.facts.mover:
            return Wait()
        blur = draw_blur(self.misjudges, rng) if self.misjudges else CLEAR
        builds = weigh_builds(state_from_view(view), TASTE, blur)
        best = max(worth for worth, _, _ in builds)
        return action_of(rng.pick([build for build in builds if build[0] == best]))
