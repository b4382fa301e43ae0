"""When bots decide, and when what they have decided takes effect."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from freehold.game import Ms, Seat


def at_once(seat: Seat) -> Ms:
    """A decision takes effect in the moment in which it is made."""
    return 0


class Pacing(Struct, frozen=True):
    """By default a bot decides when its view changes or its wait is over, and acts at once."""

    decision_ms: Ms = 0
    """In real time all bots decide at multiples of this; 0 means whenever they want."""
    pace_ms: Ms = 0
    """In real time, the shortest time between two actions of a bot that was brought; 0 means
    none."""
    delay: Callable[[Seat], Ms] = at_once
    """Asked after each decision: how long until it takes effect? Latency, or time for thinking."""

    def next_decision(self, moment: Ms) -> Ms:
        """The first moment from this one on at which bots decide."""
        return moment if not self.decision_ms else -(-moment // self.decision_ms) * self.decision_ms
