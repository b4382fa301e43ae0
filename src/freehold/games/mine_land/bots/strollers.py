"""A bot that does not think: any choice, each equally likely, at walking pace."""

from __future__ import annotations

from msgspec import Struct

from freehold.bot import Wait
from freehold.game import Ms, View
from freehold.games.mine_land.facts import Facts
from freehold.games.mine_land.views import choices
from freehold.kernel.chance import Stream


class Stroller:
    def __init__(self, pause_ms: tuple[Ms, Ms]) -> None:
        self.pause_ms = pause_ms
        self.ready_at: Ms = -1

    def decide(self, view: View[Facts], now: Ms, rng: Stream) -> Struct:
        known = view.facts
        if known.ending or known.is_dead or known.is_away:
            self.ready_at = -1
            return Wait()
        if 0 <= now < self.ready_at:
            return Wait(self.ready_at)
        least, most = self.pause_ms
        is_first = self.ready_at < 0
        self.ready_at = now + least + rng.below(most - least + 1)
        offered = [] if is_first else list(choices(view, now, rng))
        return rng.pick(offered) if offered else Wait(self.ready_at)
