"""The chat of a room: the last lines, kept in memory, and who may say how much."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from freehold.game import Illegal, Ms, Seat
from freehold.protocol.packets import Packet
from freehold.protocol.wire import Said
from freehold.server.limits import Window
from freehold.server.rooms.connections import Connection
from freehold.server.rooms.guests import clean_line
from freehold.server.settings import Settings


class Chat:
    """Lines and their speakers."""

    def __init__(self, settings: Settings) -> None:
        self._most = settings.max_chat_characters
        self._most_lines, self._most_bytes = settings.max_chat_lines, settings.max_chat_bytes
        self._lines: deque[tuple[str, Packet]] = deque()
        self._bytes = 0
        self._window = Window(settings.chat_lines_per_minute)

    def say(
        self,
        speaker: Connection,
        name: str,
        seat: Seat,
        text: str,
        listeners: Iterable[Connection],
        now: Ms,
    ) -> None:
        """A line to all who want to hear it; or Illegal."""
        line = clean_line(text)
        if not speaker.guest:
            raise Illegal("muted")
        if len(line) > self._most:
            raise Illegal("said_too_long", most=self._most)
        if not line:
            return
        self._window.forget_old(now)  # else it would keep everybody who ever spoke
        if not self._window.take(speaker.guest, now):
            raise Illegal("said_too_much")
        packet = Packet(Said(name, line, seat))
        self._keep(speaker.guest, packet)
        for listener in listeners:
            if listener.is_welcomed and speaker.guest not in listener.muted:
                listener.send(packet)

    def _keep(self, guest: str, packet: Packet) -> None:
        """The latest lines, not too many of them and not too long together."""
        self._lines.append((guest, packet))
        self._bytes += len(packet.binary)
        while len(self._lines) > self._most_lines or self._bytes > self._most_bytes:
            _, oldest = self._lines.popleft()
            self._bytes -= len(oldest.binary)

    def recall(self, listener: Connection) -> None:
        """What was said before somebody came."""
        for speaker, packet in self._lines:
            if speaker not in listener.muted:
                listener.send(packet)
