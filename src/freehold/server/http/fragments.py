"""Counting the parts of WebSocket messages: aiohttp shows a message when its last part is there.

A message may come in any number of parts, and parts may be empty, so that without a count one
could be sent that never ends and never was one message too many.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

FINAL, CONTROL, MASKED = 0x80, 0x08, 0x80
LENGTH_BYTES = {126: 2, 127: 8}


class FragmentCounter:
    """Stands before aiohttp's reader, and sees the heads of the frames that go by."""

    def __init__(self, reader: Any, count: Callable[[], None]) -> None:
        self._reader = reader
        self._count = count
        self._head = b""
        """A frame's head that has not come whole."""
        self._skip = 0
        """How much of a frame's payload is still to come."""

    def feed_eof(self) -> None:
        self._reader.feed_eof()

    def feed_data(self, data: bytes) -> Any:
        if self._skip >= len(data):
            self._skip -= len(data)
        else:
            self._look(self._head + data[self._skip :])
        return self._reader.feed_data(data)

    def _look(self, data: bytes) -> None:
        at, self._skip = 0, 0
        while (end := self._end_of_head(data, at)) <= len(data):
            if not data[at] & (FINAL | CONTROL):
                self._count()
            flag = data[at + 1] & 0x7F
            at = end + (self._payload_bytes(data, at) if flag in LENGTH_BYTES else flag)
            if at >= len(data):
                break
        self._head, self._skip = data[at:], max(0, at - len(data))

    @staticmethod
    def _end_of_head(data: bytes, at: int) -> int:
        if len(data) < at + 2:
            return at + 2
        second = data[at + 1]
        return at + 2 + LENGTH_BYTES.get(second & 0x7F, 0) + (4 if second & MASKED else 0)

    @staticmethod
    def _payload_bytes(data: bytes, at: int) -> int:
        """Of a long one, whose length stands beside its flag."""
        size = LENGTH_BYTES[data[at + 1] & 0x7F]
        return int.from_bytes(data[at + 2 : at + 2 + size], "big")
