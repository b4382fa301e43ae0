"""The lines of one match on their way to the disk: in order, with others' on the beat, and watched.

If the disk takes longer than a stall may, the match is paused until it has caught up: the player
to move has not been shown the board yet, so no clock may run.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial

from freehold.game import Ms
from freehold.server.match.effects import Append
from freehold.server.match.keeping import Keeper
from freehold.store.protocol import Appending

LEAST_MS = 5
Written = Callable[[int, Exception | None], None]
"""The log is durable up to this number of lines, or it failed."""


class Writing:
    """What one match has handed out to be written."""

    def __init__(
        self,
        keeper: Keeper,
        now: Callable[[], Ms],
        stall_ms: Ms,
        match: str,
        written: Written,
        held_up: Callable[[bool], None],
    ) -> None:
        self.epoch = 0
        self._keeper = keeper
        self._now = now
        self._stall_ms = stall_ms
        self._match = match
        self._written = written
        self._held_up = held_up
        self._generation = 0
        self._waiting: deque[Ms] = deque()
        """When each was handed out that is not yet answered, the oldest first."""
        self._is_held = False
        self._timer: asyncio.TimerHandle | None = None

    def drop(self) -> None:
        """No answer to what was asked for until now counts any more."""
        self._generation += 1
        self._is_held = False
        self._waiting.clear()
        self._cancel()

    def write(self, effect: Append) -> None:
        """On the beat it leaves with what other matches write."""
        self._waiting.append(self._now())
        if self._timer is None:
            self._arm()
        lines = Appending(self._match, self.epoch, effect.head, effect.lines)
        head = effect.head + len(effect.lines)
        self._keeper.append(lines, partial(self._answered, self._generation, head))

    def _answered(self, generation: int, head: int, _done: None, error: Exception | None) -> None:
        if generation != self._generation:
            return
        self._waiting.popleft()
        self._look()
        self._written(head, error)

    # A disk that takes long

    def _arm(self) -> None:
        left_ms = max(LEAST_MS, self._stall_ms - (self._now() - self._waiting[0]))
        self._timer = asyncio.get_running_loop().call_later(left_ms / 1000, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._look()
        if self._waiting and not self._is_held:
            self._arm()

    def _look(self) -> None:
        """Has the oldest waited too long?"""
        is_late = bool(self._waiting) and self._now() - self._waiting[0] >= self._stall_ms
        if is_late != self._is_held:
            self._is_held = is_late
            self._held_up(is_late)

    def _cancel(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
