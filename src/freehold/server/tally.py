"""What is counted while the server runs: plain numbers, which `metrics.py` shows when asked."""

from __future__ import annotations

from bisect import bisect_left

from msgspec import Struct

from freehold.protocol.wire import Acted, Refused

LATENCIES_S = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)
SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


class Histogram:
    """How often a figure was up to each bound."""

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.total = 0.0

    def note(self, figure: float) -> None:
        self.counts[bisect_left(self.bounds, figure)] += 1
        self.total += figure

    def buckets(self) -> list[tuple[str, float]]:
        """As Prometheus wants them: each bound with all that is not above it."""
        so_far, listed = 0, []
        for bound, count in zip((*self.bounds, "+Inf"), self.counts, strict=True):
            so_far += count
            listed.append((str(bound), float(so_far)))
        return listed


class Tally:
    """Everything that is counted. The code that sees something happen counts it here."""

    def __init__(self) -> None:
        self.messages_out = 0
        self.bytes_out = 0
        self.accepted = 0
        self.refused: dict[str, int] = {}
        self.open_connections = 0
        """Of all kinds: WebSockets, HTTP, and those that have said nothing yet."""
        self.refused_connections: dict[str, int] = {}
        self.requests = 0
        """HTTP requests that were let through to be answered."""
        self.refused_requests: dict[str, int] = {}
        self.malformed_requests = 0
        self.proxy_faults: dict[str, int] = {}
        """Requests by which a proxy seems to be set up wrongly."""
        self.late: dict[str, int] = {}
        """Connections that were ended for what they kept us waiting for."""
        self.bot_decisions = 0
        self.bot_faults = 0
        self.bot_timeouts = 0
        self.batch = Histogram(SIZES)
        self.commit_s = Histogram(LATENCIES_S)
        self.lag_s = Histogram(LATENCIES_S)

    def answered(self, message: Struct) -> None:
        """A message on its way to a person: was it the answer to something?"""
        if type(message) is Acted:
            self.accepted += 1
        elif type(message) is Refused:
            self.refused[message.code] = self.refused.get(message.code, 0) + 1

    def committed(self, size: int, seconds: float) -> None:
        """Said by the writer's thread, and by no other."""
        self.batch.note(size)
        self.commit_s.note(seconds)
