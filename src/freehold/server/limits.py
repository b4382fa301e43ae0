"""Limits, without a clock of their own: `now` is passed in, in ms."""

from __future__ import annotations

from freehold.game import Ms

MINUTE_MS = 60_000
BURSTS_TO_FLOOD = 3


class Bucket:
    """So many a second, and so many at once."""

    __slots__ = ("burst", "full_at", "per_ms", "refused")

    def __init__(self, a_second: int, burst: int) -> None:
        self.per_ms = 1000 / a_second
        self.burst = burst
        self.full_at = 0.0
        """When it will be full again."""
        self.refused = 0
        """How many were refused since one was taken."""

    def take(self, now: Ms) -> bool:
        if self.full_at - now > (self.burst - 1) * self.per_ms:
            self.refused += 1
            return False
        self.full_at = max(self.full_at, float(now)) + self.per_ms
        self.refused = max(0, self.refused - 1)
        return True

    @property
    def is_flooded(self) -> bool:
        """Somebody has gone on for three bursts without listening."""
        return self.refused >= BURSTS_TO_FLOOD * self.burst


class Window:
    """So many a minute for each key; what is older is forgotten."""

    def __init__(self, a_minute: int) -> None:
        self.a_minute = a_minute
        self._taken: dict[str, list[Ms]] = {}

    def take(self, key: str, now: Ms) -> bool:
        """Count one; False if that is one too many, and then it does not count."""
        if self.is_spent(key, now):
            return False
        self._taken.setdefault(key, []).append(now)
        return True

    def is_spent(self, key: str, now: Ms) -> bool:
        taken = [moment for moment in self._taken.get(key, ()) if moment > now - MINUTE_MS]
        if taken:
            self._taken[key] = taken
        else:
            self._taken.pop(key, None)
        return len(taken) >= self.a_minute

    def forget_old(self, now: Ms) -> None:
        for key in list(self._taken):
            self.is_spent(key, now)
