"""The server's beat: matches that have something to do at the same moment do it together.

What is to be told in real time is told on a beat, and all matches have the same one. They are
looked after one by one; then all that they want written down leaves for the disk in one go, and
when that is durable each of their clients gets one packet.

Rules about this file:
1. A match has one moment at a time; another one replaces it.
2. The loop has one timer, for the first moment that anybody waits for. Most moments are replaced by
   an earlier one long before they come, so a timer for each would be set and cancelled for nothing.
3. A match that fails, or asks for the same moment again, keeps no other one waiting.
"""

from __future__ import annotations

import asyncio
import logging
from heapq import heappop, heappush
from typing import Protocol

from freehold.game import Ms
from freehold.server.match.keeping import Keeper
from freehold.server.match.pulse import Pulse

LOG = logging.getLogger("freehold.match")
EARLY_MS = 20
"""A loop's timers may ring a little early; by more it was a stall that came between."""
MOST_FORGOTTEN = 100
"""More moments than this that nobody waits for any more are thrown away before they come."""


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
        self._order: list[Ms] = []
        """A heap of these moments, with some that nobody waits for any more."""
        self._first: Ms | None = None
        """The moment that the timer is set to, or that is being rung."""
        self._timer: asyncio.TimerHandle | None = None

    def set(self, match: Rung, at: Ms | None) -> None:
        """Ring it at this moment and at no other; None is never."""
        before = self._moments.pop(match, None)
        if before is not None:
            asked = self._rung[before]
            del asked[match]
            if not asked:
                del self._rung[before]
        if at is not None:
            self._moments[match] = at
            if at not in self._rung:
                self._rung[at] = {}
                self._expect(at)
            self._rung[at][match] = None

    def _expect(self, at: Ms) -> None:
        heappush(self._order, at)
        if len(self._order) > 2 * len(self._rung) + MOST_FORGOTTEN:
            self._order = sorted(self._rung)
        if self._first is None or at < self._first:
            self._arm(at)

    def _arm(self, at: Ms) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._first, self._timer = at, self.pulse.call_at(at, self._ring, at)

    def _ring(self, at: Ms) -> None:
        self._timer = None
        if at - self.pulse.now() > EARLY_MS:
            self._arm(at)
            return
        with self._keeper.together():
            for match in [*self._rung.get(at, ())]:
                if self._moments.get(match) == at:
                    self.set(match, None)
                    self._ring_one(match, at)
        self._arm_next()

    def _arm_next(self) -> None:
        while self._order and self._order[0] not in self._rung:
            heappop(self._order)
        self._first = None
        if self._order:
            self._arm(self._order[0])

    def _ring_one(self, match: Rung, at: Ms) -> None:
        try:
            match.ring(at)
        except Exception:
            LOG.exception("match failed on the beat")
