"""The server's beat: matches that have something to do at the same moment do it together.

What is to be told in real time is told on a beat, and all matches have the same one. They are
looked after one by one; then all that they want written down leaves for the disk in one go, and
when that is durable each of their clients gets one packet.

Rules about this file:
1. A match has one moment at a time; another one replaces it.
2. One timer of the loop for each moment, however many matches have asked for it.
3. A match that fails, or asks for the same moment again, keeps no other one waiting.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

from freehold.game import Ms
from freehold.server.match.keeping import Keeper
from freehold.server.match.pulse import Pulse

LOG = logging.getLogger("freehold.match")
EARLY_MS = 20
"""A loop's timers may ring a little early; by more it was a stall that came between."""


class Rung(Protocol):
    """A match, as the beat speaks to it."""

    def ring(self, at: Ms) -> None:
        """The moment that was asked for has come."""


class Beat:
    """The moments that the matches of one server wait for."""

    def __init__(self, pulse: Pulse, keeper: Keeper) -> None:
        self.pulse = pulse
        self._keeper = keeper
        self._moments: dict[Rung, Ms] = {}
        self._rung: dict[Ms, dict[Rung, None]] = {}
        """By moment, in the order in which they asked."""
        self._timers: dict[Ms, asyncio.TimerHandle] = {}

    def set(self, match: Rung, at: Ms | None) -> None:
        """Ring it at this moment and at no other; None is never."""
        before = self._moments.pop(match, None)
        if before is not None:
            self._forget(match, before)
        if at is not None:
            self._moments[match] = at
            if at not in self._rung:
                self._rung[at] = {}
                self._arm(at)
            self._rung[at][match] = None

    def _forget(self, match: Rung, at: Ms) -> None:
        asked = self._rung[at]
        del asked[match]
        if not asked:
            del self._rung[at]
            timer = self._timers.pop(at, None)
            if timer is not None:
                timer.cancel()

    def _arm(self, at: Ms) -> None:
        self._timers[at] = self.pulse.call_at(at, self._ring, at)

    def _ring(self, at: Ms) -> None:
        if at - self.pulse.now() > EARLY_MS:
            self._arm(at)
            return
        del self._timers[at]
        with self._keeper.together():
            for match in [*self._rung[at]]:
                if self._moments.get(match) == at:
                    self.set(match, None)
                    self._ring_one(match, at)
        if at in self._rung and at not in self._timers:
            self._arm(at)

    def _ring_one(self, match: Rung, at: Ms) -> None:
        try:
            match.ring(at)
        except Exception:
            LOG.exception("match failed on the beat")
