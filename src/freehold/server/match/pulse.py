"""The server's own time: monotonic, and without the moments in which the server stood still.

A process may be stopped, a machine suspended, a loop kept busy. Nobody could act meanwhile, so it
counts against nobody: not on a player's clock, not as absence, not as silence of a connection.

Rules about this file:
1. A regular beat shows that the loop is alive. Every request for the time is first compared with
   the last beat, so nothing that was due meanwhile happens before the stall is known.
2. Moments are handed out in this time; only `call_at` and `loop_s` turn them into the loop's.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from freehold.game import Ms

LOG = logging.getLogger("freehold.server")
BEAT_MS = 100
NO_STALL_MS = 3_600_000
"""For who does not want to know of any."""


class Pulse:
    """The time of one server."""

    def __init__(self, loop: asyncio.AbstractEventLoop, stall_ms: Ms) -> None:
        self.stalls = 0
        self.lost: Ms = 0
        """How long the server has stood still, in all."""
        self.stall_ms = stall_ms
        """A delay up to this is not a stall."""
        self.stood_still: Callable[[Ms], None] | None = None
        """Told of each stall and its length, soon after it."""
        self._loop = loop
        self._beat_at: float | None = None

    def now(self) -> Ms:
        at = self._loop.time() * 1000
        if self._beat_at is not None:
            late = at - self._beat_at - BEAT_MS
            if late > self.stall_ms:
                self._stalled(at, int(late))
        return int(at) - self.lost

    def loop_s(self, moment: Ms) -> float:
        """A moment as the event loop counts."""
        return (moment + self.lost) / 1000

    def call_at(self, moment: Ms, what: Callable[..., object], *given: Any) -> asyncio.TimerHandle:
        """As the loop's. If a stall comes between it rings too early: look at the time."""
        return self._loop.call_at(self.loop_s(moment), what, *given)

    async def beat(self) -> None:
        while True:
            self.now()
            self._beat_at = self._loop.time() * 1000
            await asyncio.sleep(BEAT_MS / 1000)

    def _stalled(self, at: float, late: Ms) -> None:
        self._beat_at = at
        self.lost += late
        self.stalls += 1
        words = f"for {late} ms, which count against nobody"
        LOG.warning("the server stalled", extra={"reason": words})
        if self.stood_still is not None:
            self._loop.call_soon(self.stood_still, late)
