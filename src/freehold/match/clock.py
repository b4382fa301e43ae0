"""Players' clocks: a seat is charged while it is awaited, and runs out at a known moment.

Rules about this file:
1. Time is always match time; nothing here reads a real clock.
2. A seat's charge begins when it becomes awaited, and again with its own accepted action. Coming
   and going does not restart it, or a bad connection would give a player more time.
3. A bank that has run out is not charged again: a clock can run out only once.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from freehold.game import Clock, Ms, Seat

NOT_CHARGED = -1


class Clocks(Struct):
    """The clocks of one table."""

    settings: Clock
    left_ms: list[Ms]
    """What each seat had in its bank when its current charge began."""
    since: list[Ms]
    """When each seat's current charge began, or NOT_CHARGED."""
    out: list[bool]
    """For each seat: has its bank run out?"""

    @classmethod
    def start(cls, settings: Clock, seats: int) -> Clocks:
        return cls(settings, [settings.bank_ms] * seats, [NOT_CHARGED] * seats, [False] * seats)

    def add_seat(self) -> None:
        self.left_ms.append(self.settings.bank_ms)
        self.since.append(NOT_CHARGED)
        self.out.append(False)

    def is_running(self) -> bool:
        return self.settings.is_set and any(since != NOT_CHARGED for since in self.since)

    def is_charged(self, seat: Seat) -> bool:
        return seat < len(self.since) and self.since[seat] != NOT_CHARGED

    def await_seats(self, awaited: Sequence[Seat], now: Ms) -> None:
        """Charge exactly these seats from now on; charges that are running continue."""
        for seat, since in enumerate(self.since):
            if (seat in awaited) != (since != NOT_CHARGED):
                self._settle(seat, now)
                self.since[seat] = now if seat in awaited else NOT_CHARGED

    def acted(self, seat: Seat, now: Ms) -> None:
        """The seat has acted: its current charge ends and it gets the increment."""
        if self.since[seat] != NOT_CHARGED:
            self._settle(seat, now)
            self.left_ms[seat] += self.settings.increment_ms
            self.since[seat] = NOT_CHARGED

    def ran_out(self, seat: Seat, now: Ms) -> None:
        """The seat's time was up: its bank stays empty, a limit starts over."""
        self._settle(seat, now)
        self.out[seat] = self.settings.bank_ms > 0 and self.left_ms[seat] <= 0
        self.since[seat] = NOT_CHARGED

    def runs_out(self) -> tuple[Ms, Seat] | None:
        """The next moment at which a clock runs out, and whose."""
        if not self.settings.is_set:
            return None
        moments = [
            (since + self._allowance(seat), seat)
            for seat, since in enumerate(self.since)
            if since != NOT_CHARGED and not (self.out[seat] and not self.settings.limit_ms)
        ]
        return min(moments, default=None)

    def _allowance(self, seat: Seat) -> Ms:
        limits = []
        if self.settings.limit_ms:
            limits.append(self.settings.limit_ms)
        if self.settings.bank_ms and not self.out[seat]:
            limits.append(self.left_ms[seat])
        return min(limits)

    def _settle(self, seat: Seat, now: Ms) -> None:
        if self.since[seat] != NOT_CHARGED and self.settings.bank_ms:
            self.left_ms[seat] = max(0, self.left_ms[seat] - (now - self.since[seat]))
