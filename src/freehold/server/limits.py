"""Limits, without a clock of their own: `now` is passed in, in ms."""

from __future__ import annotations

from collections.abc import Collection
from math import ceil

from freehold.game import Ms

MINUTE_MS = 60_000
DAY_MS = 86_400_000
MOST_KEYS = 10_000
BURSTS_TO_FLOOD = 3


class Bucket:
    """A rate per second, and a burst."""

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

    def wait_ms(self, now: Ms) -> Ms:
        """How long until one can be taken; 0 means now."""
        return max(0, ceil(self.full_at - now - (self.burst - 1) * self.per_ms))

    @property
    def is_flooded(self) -> bool:
        """Somebody has gone on for three bursts without listening."""
        return self.refused >= BURSTS_TO_FLOOD * self.burst


class Buckets:
    """A bucket for each key, as long as it is not full; the number of keys is limited too."""

    def __init__(self, per_second: int, burst: int) -> None:
        self._per_second = per_second
        self._burst = burst
        self._buckets: dict[str, Bucket] = {}

    def take(self, key: str, now: Ms) -> bool:
        bucket = self._buckets.get(key)
        if bucket is None:
            self._make_room(now)
            bucket = self._buckets[key] = Bucket(self._per_second, self._burst)
        return bucket.take(now)

    def wait_ms(self, key: str, now: Ms) -> Ms:
        bucket = self._buckets.get(key)
        return bucket.wait_ms(now) if bucket else 0

    def of(self, key: str, now: Ms, there: Collection[str]) -> Bucket:
        """A key's own. With a new key those are forgotten that are not there; not before they are
        full, or leaving would be a way to fill one."""
        if key not in self._buckets:
            self._buckets = {
                each: bucket
                for each, bucket in self._buckets.items()
                if each in there or bucket.full_at > now
            }
            self._buckets[key] = Bucket(self._per_second, self._burst)
        return self._buckets[key]

    def _make_room(self, now: Ms) -> None:
        if len(self._buckets) < MOST_KEYS:
            return
        self._buckets = {key: each for key, each in self._buckets.items() if each.full_at > now}
        while len(self._buckets) >= MOST_KEYS:
            del self._buckets[next(iter(self._buckets))]


class Window:
    """A number per minute, or per another time, for each key; older uses are forgotten."""

    def __init__(self, most: int, per_ms: Ms = MINUTE_MS) -> None:
        self.most = most
        self._per_ms = per_ms
        self._taken: dict[str, list[Ms]] = {}

    def take(self, key: str, now: Ms) -> bool:
        """Count one; False if that is one too many, and then it does not count."""
        if self.is_spent(key, now):
            return False
        self._taken.setdefault(key, []).append(now)
        return True

    def is_spent(self, key: str, now: Ms) -> bool:
        taken = [moment for moment in self._taken.get(key, ()) if moment > now - self._per_ms]
        if taken:
            self._taken[key] = taken
        else:
            self._taken.pop(key, None)
        return len(taken) >= self.most

    def forget_old(self, now: Ms) -> None:
        for key in list(self._taken):
            self.is_spent(key, now)
