"""WebSocket frames on their way to aiohttp's reader, which shows a message when it is whole.

A message may come in any number of parts, and parts may be empty, so that without a count one
could be sent that never ends and never was one message too many. A short message that comes whole
and by itself, as most do, is offered before aiohttp sees it: by way of its queue and of the task
that waits there a player's action would cost about a twentieth more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

FINAL, CONTROL, MASKED, LAST_PART = 0x80, 0x08, 0x80, 0x80
LENGTH_BYTES = {126: 2, 127: 8}
WHOLE_BINARY, MASKED_HEAD, MOST_SHORT = 0x82, 6, 125


def read_alone(data: bytes) -> bytes | None:
    """The message, if these are the bytes of a short binary one and of nothing else."""
    size = len(data) - MASKED_HEAD
    if not 0 <= size <= MOST_SHORT or data[0] != WHOLE_BINARY or data[1] != MASKED | size:
        return None
    mask = (data[2:MASKED_HEAD] * (size // 4 + 1))[:size]
    plain = int.from_bytes(data[MASKED_HEAD:], "big") ^ int.from_bytes(mask, "big")
    return plain.to_bytes(size, "big")


class FragmentCounter:
    """Stands before aiohttp's reader, and sees the heads of the frames that go by."""

    def __init__(
        self, reader: Any, count: Callable[[], None], take: Callable[[bytes | None], bool]
    ) -> None:
        self._reader = reader
        self._count = count
        self._take = take
        """Is offered each message that comes by itself, and told by None of all other bytes; False
        leaves them to aiohttp."""
        self._is_parted = False
        """A message has begun whose last part is still to come."""
        self._head = b""
        """A frame's head that has not come whole."""
        self._skip = 0
        """How much of a frame's payload is still to come."""

    def feed_eof(self) -> None:
        self._reader.feed_eof()

    def feed_data(self, data: bytes) -> Any:
        is_between = not (self._skip or self._head or self._is_parted)
        if self._take(read_alone(data) if is_between else None):
            return False, b""
        if self._skip >= len(data):
            self._skip -= len(data)
        else:
            self._look(self._head + data[self._skip :])
        return self._reader.feed_data(data)

    def _look(self, data: bytes) -> None:
        at, self._skip = 0, 0
        while (end := self._end_of_head(data, at)) <= len(data):
            if not data[at] & (FINAL | CONTROL):
                self._is_parted = True
                self._count()
            elif data[at] == LAST_PART:
                self._is_parted = False
            at = end + self._payload_bytes(data, at)
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
        flag = data[at + 1] & 0x7F
        size = LENGTH_BYTES.get(flag, 0)
        return int.from_bytes(data[at + 2 : at + 2 + size], "big") if size else flag
