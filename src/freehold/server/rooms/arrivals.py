"""Seats that were given over HTTP and wait for a socket that shows their token.

A seat that was given before a match is free again if nobody comes to it in a while.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from freehold.game import Ms


class Arrivals:
    """People who are expected in one room."""

    def __init__(self, wait_ms: Ms, free: Callable[[str], None]) -> None:
        self._wait_s = wait_ms / 1000
        self._free = free
        """Called with a guest who did not come."""
        self._expected: dict[str, asyncio.TimerHandle] = {}

    def expect(self, guest: str) -> None:
        """They have been given a seat, and must come to it."""
        self.came(guest)
        loop = asyncio.get_running_loop()
        self._expected[guest] = loop.call_later(self._wait_s, self._give_up, guest)

    def came(self, guest: str) -> None:
        timer = self._expected.pop(guest, None)
        if timer:
            timer.cancel()

    def close(self) -> None:
        for guest in list(self._expected):
            self.came(guest)

    def _give_up(self, guest: str) -> None:
        del self._expected[guest]
        self._free(guest)
