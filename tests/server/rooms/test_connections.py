"""A connection whose other side has gone takes whatever is written to it, and says nothing."""

from __future__ import annotations

import asyncio
from typing import cast

from freehold.server.limits import Bucket
from freehold.server.rooms.connections import Connection


class Gone:
    """A transport that was closed; uvloop's raises when it is written to."""

    def is_closing(self) -> bool:
        return True

    def write(self, data: bytes) -> None:
        raise RuntimeError("the handler is closed")

    def get_write_buffer_size(self) -> int:
        return 0


def test_a_ping_to_a_closed_transport_does_not_end_the_pinging_of_all() -> None:
    transport = cast(asyncio.Transport, Gone())
    connection = Connection(1, transport, 1000, Bucket(20, 40))
    connection.write(b"ping")
    assert connection.tally.messages_out == 0
