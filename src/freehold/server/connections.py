"""One WebSocket as the rooms see it: something to send packets to, and to say goodbye to.

Rules about this file:
1. `send` never waits. What a client has not read is the transport's buffer; past the limit the
   client is cut, and may come back.
2. After a goodbye nothing more is sent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from freehold.game import Ms
from freehold.server.effects import Conn
from freehold.server.limits import Bucket
from freehold.server.metrics import Tally
from freehold.server.packets import Packet, close_frame
from freehold.server.texts import say
from freehold.server.wire import Bye, Welcome

NORMAL, POLICY = 1000, 1008
LINGER_S = 2.0
"""After a goodbye so long for the last bytes to leave."""


class Connection:
    """A person's tab or terminal."""

    def __init__(
        self, conn: Conn, transport: asyncio.Transport, unsent_bytes: int, bucket: Bucket
    ) -> None:
        self.conn = conn
        self.bucket = bucket
        self.is_text = False
        self.guest = ""
        """Nobody in particular if it is empty: a watcher without a name."""
        self.name = ""
        self.token = ""
        """The hash of the token it came with."""
        self.was_seated = False
        """It comes with the token of a seat that was another's round."""
        self.session = ""
        self.eyes = -1
        """A watcher looks through this seat's eyes, late; -1 is the public's."""
        self.wants_truth = False
        self.muted: set[str] = set()
        """Guests whose lines this listener does not want."""
        self.is_welcomed = False
        self.is_over = False
        self.heard_at: Ms = 0
        self.on_welcome: Callable[[Connection], None] | None = None
        self.tally = Tally()
        """The server's own, once it is let in."""
        self._transport = transport
        self._unsent_bytes = unsent_bytes

    def send(self, packet: Packet) -> None:
        if self.is_over or self._transport.is_closing():
            return
        self.write(packet.text if self.is_text else packet.binary)
        self.tally.answered(packet.message)
        if type(packet.message) is Welcome and not self.is_welcomed:
            self.is_welcomed = True
            if self.on_welcome:
                self.on_welcome(self)

    def write(self, data: bytes) -> None:
        """A whole frame, to leave when it can; nothing if the other side has gone."""
        if self._transport.is_closing():
            return
        self._transport.write(data)
        self.tally.messages_out += 1
        self.tally.bytes_out += len(data)
        if self._transport.get_write_buffer_size() > self._unsent_bytes:
            self.cut()

    def cut(self) -> None:
        """End it at once and throw away what was not read."""
        self.is_over = True
        self._transport.abort()

    def bye(
        self,
        code: str,
        retry_ms: Ms = 0,
        close_code: int = NORMAL,
        facts: Mapping[str, Any] | None = None,
    ) -> None:
        """Say why, and end it."""
        if self.is_over or self._transport.is_closing():
            return
        self.send(Packet(Bye(code, say(code, facts), retry_ms)))
        if not self.is_over:
            self.is_over = True
            self._transport.write(close_frame(close_code))
            self._transport.close()
            asyncio.get_running_loop().call_later(LINGER_S, self._transport.abort)


class LateEyes:
    """Finished frames on their way to a watcher, each let go so much later."""

    def __init__(self, connection: Connection, delay_ms: Ms) -> None:
        self._connection = connection
        self._delay_s = delay_ms / 1000
        self._is_closed = False

    def send(self, packet: Packet) -> None:
        loop = asyncio.get_running_loop()
        loop.call_later(self._delay_s, self._release, packet)

    def _release(self, packet: Packet) -> None:
        if not self._is_closed:
            self._connection.send(packet)

    def close(self) -> None:
        self._is_closed = True
