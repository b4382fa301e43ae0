"""One WebSocket as the rooms see it: something to send packets to, and to say goodbye to.

Rules about this file:
1. `send` never waits. What a client has not read is the transport's buffer; past the limit the
   client is cut, and may come back. What it was sent to begin with does not count: that was our
   choice, and a person with a slow connection could never come in.
2. After a goodbye nothing more is sent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any

from freehold.game import Ms
from freehold.match.patches import Frame
from freehold.protocol.packets import PING, Packet, close_frame, websocket_frame
from freehold.protocol.wire import Bye, Welcome
from freehold.server.limits import Bucket
from freehold.server.match.inputs import Conn
from freehold.server.rooms.guests import Brought
from freehold.server.tally import Tally
from freehold.server.texts import say

NORMAL, POLICY = 1000, 1008
TEXT_OF, BINARY_OF = attrgetter("text"), attrgetter("binary")
PING_FRAME = websocket_frame(PING, b"")
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
        self.visitor = ""
        """The guest of the cookie that came with it, for one who has no seat: it opens nothing."""
        self.name = ""
        self.address = ""
        """Where it comes from, if that is limited."""
        self.token = ""
        """The hash of the token it came with."""
        self.was_seated = False
        """It comes with the token of a seat that was another's round."""
        self.session = ""
        self.said_hello_at = 0
        """By its client's clock."""
        self.eyes = -1
        """A watcher looks through this seat's eyes, late; -1 is the public's."""
        self.wants_truth = False
        self.brought: Brought | None = None
        """It is a bot that somebody brought."""
        self.muted: set[str] = set()
        """Guests whose lines this listener does not want."""
        self.is_relayed = False
        """Its WebSocket is another node's, which looks after it."""
        self.on_elsewhere: Callable[[], None] | None = None
        """Its own node finds the room wherever it is: then the client has not to come back."""
        self.is_welcomed = False
        self.is_over = False
        self.heard_at: Ms = 0
        self.lag: Ms = 0
        """How long an answer takes to come, as pings have shown."""
        self._pinged_at: Ms | None = None
        self.on_welcome: Callable[[Connection], None] | None = None
        self.on_board: Callable[[Connection], None] | None = None
        """Called once, after the first whole view."""
        self.is_joining = True
        """It is being sent what it needs to begin with."""
        self.tally = Tally()
        """The server's own, once it is let in."""
        self._transport = transport
        self._unsent_bytes = unsent_bytes
        self._written = 0
        self._free_until = 0
        """How far into all that was written nothing counts as unread."""

    def send(self, *packets: Packet) -> None:
        """Each write costs a call of the system, so several leave in one; but a newcomer is told
        of the room right after the welcome, and of what was said after the board."""
        if self.is_welcomed and self.on_board is None:
            self._write_packets(packets)
            return
        for packet in packets:
            if not self._write_packets((packet,)):
                return
            if type(packet.message) is Welcome and not self.is_welcomed:
                self.is_welcomed = True
                if self.on_welcome:
                    self.on_welcome(self)
            elif self.on_board and type(packet.message) is Frame:
                on_board, self.on_board = self.on_board, None
                on_board(self)

    def _write_packets(self, packets: Sequence[Packet]) -> bool:
        """In one write; False if the connection has ended before."""
        if self.is_over:
            return False
        data = b"".join(map(TEXT_OF if self.is_text else BINARY_OF, packets))
        if not self.write(data, len(packets)):
            return False
        for packet in packets:
            if type(packet.message) is not Frame:
                self.tally.answered(packet.message)
        return True

    def write(self, data: bytes, messages: int = 1) -> bool:
        """Whole frames, to leave when they can; False if the other side has gone."""
        if self._transport.is_closing():
            return False
        self._transport.write(data)
        self.tally.messages_out += messages
        self.tally.bytes_out += len(data)
        self._written += len(data)
        if self.is_joining:
            self._free_until = self._written
        unread = self._transport.get_write_buffer_size()
        if unread > self._unsent_bytes and unread - self._free(unread) > self._unsent_bytes:
            self.cut()
        return True

    def _free(self, unread: int) -> int:
        """How much of what is unread was sent to begin with."""
        return max(0, self._free_until - (self._written - unread))

    @property
    def unread(self) -> int:
        """Bytes that were written and have not left yet."""
        return self._transport.get_write_buffer_size()

    @property
    def is_gone(self) -> bool:
        """It has ended, at one side or the other."""
        return self.is_over or self._transport.is_closing()

    def need_there(self) -> None:
        if self.is_gone:
            raise ConnectionError

    def ping(self, now: Ms) -> None:
        self._pinged_at = now
        self.write(PING_FRAME)

    def ponged(self, now: Ms) -> None:
        """The answer to a ping: the delay is what most of the last few were."""
        if self._pinged_at is not None:
            took, self._pinged_at = now - self._pinged_at, None
            self.lag = (3 * self.lag + took) // 4 if self.lag else took

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
        if code == "elsewhere" and self.on_elsewhere:
            self.is_over = True
            self.on_elsewhere()
            return
        self.send(Packet(Bye(code, say(code, facts), retry_ms)))
        if not self.is_over:
            self._transport.write(close_frame(close_code))
            self.hang_up()

    def hang_up(self) -> None:
        """End it when the last bytes have left, or soon."""
        self.is_over = True
        self._transport.close()
        asyncio.get_running_loop().call_later(LINGER_S, self._transport.abort)
