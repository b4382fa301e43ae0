"""Messages between nodes.

What is promised: a message arrives once, after those that the same node has sent to the same place
before, or not at all. A node that listens to nobody's question is noticed at once, or after the
patience of the one that asks.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

Hear = Callable[[bytes], None]
Answering = Callable[[bytes], Awaitable[bytes]]
MOST_BYTES = 512 * 1024
"""Longer messages are cut into several by those who send them; NATS takes 1 MiB by default."""


class BusDown(Exception):
    """The bus, or the other node, does not answer."""


class Bus(Protocol):
    """As one node sees it."""

    async def open(self, node: str, hear: Hear, answer: Answering) -> None:
        """Messages to this node are heard, its questions are answered. BusDown if the bus
        cannot be used; the sentence says why."""

    def send(self, node: str, data: bytes) -> None:
        """To another node, without waiting; lost if the bus is away."""

    async def ask(self, node: str, data: bytes, patience_s: float) -> bytes:
        """A question to another node; BusDown if no answer comes."""

    def send_all(self, data: bytes) -> None:
        """To every node but this one."""

    @property
    def is_up(self) -> bool: ...
    async def close(self) -> None: ...
