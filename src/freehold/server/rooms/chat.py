"""The chat of a room: the last lines, kept with the room, and who may say how much.

A line is told when it is durable, so that nothing anybody has read is gone after a crash.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from freehold.game import Illegal, Ms, Seat
from freehold.protocol.packets import Packet
from freehold.protocol.wire import Said
from freehold.server.limits import Window
from freehold.server.rooms.connections import Connection
from freehold.server.rooms.guests import clean_line
from freehold.server.settings import Settings


class ChatLine(Struct, frozen=True):
    """One line, as it is kept."""

    number: int
    """Lines of a room count up."""
    guest: str
    name: str
    text: str
    seat: Seat
    at: int = 0
    """When it was said, by the calendar that ages are counted by."""

    @property
    def packet(self) -> Packet:
        return Packet(Said(self.name, self.text, self.seat, self.number))


Tell = Callable[[], None]
Write = Callable[[ChatLine, Sequence[int], Tell], None]
"""Keeps a line, forgets those of some numbers, and then calls."""


def write_nothing(line: ChatLine, gone: Sequence[int], tell: Tell) -> None:
    tell()


class Chat:
    """Lines and their speakers."""

    def __init__(
        self,
        settings: Settings,
        write: Write = write_nothing,
        calendar: Callable[[], int] = lambda: 0,
    ) -> None:
        self._most = settings.max_chat_characters
        self._most_lines, self._most_bytes = settings.max_chat_lines, settings.max_chat_bytes
        self._lines: deque[tuple[ChatLine, Packet]] = deque()
        self._bytes = 0
        self._next = 0
        self._write = write
        self._calendar = calendar
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
        words = clean_line(text)
        if not speaker.guest:
            raise Illegal("muted")
        if len(words) > self._most:
            raise Illegal("said_too_long", most=self._most)
        if not words:
            return
        self._window.forget_old(now)  # else it would keep everybody who ever spoke
        if not self._window.take(speaker.guest, now):
            raise Illegal("said_too_much")
        line = ChatLine(self._next, speaker.guest, name, words, seat, self._calendar())
        packet = line.packet
        hearers = [each for each in listeners if each.is_welcomed]
        self._write(line, self._keep(line, packet), lambda: _tell(hearers, line, packet))

    def remember(self, lines: Iterable[ChatLine]) -> None:
        """Those that were kept, the oldest first."""
        for line in lines:
            self._keep(line, line.packet)

    def _keep(self, line: ChatLine, packet: Packet) -> list[int]:
        """The latest lines, not too many of them and not too long together; which ones go."""
        self._next = line.number + 1
        self._lines.append((line, packet))
        self._bytes += len(packet.binary)
        gone = []
        while len(self._lines) > self._most_lines or self._bytes > self._most_bytes:
            oldest, its_packet = self._lines.popleft()
            self._bytes -= len(its_packet.binary)
            gone.append(oldest.number)
        return gone

    @property
    def lines(self) -> list[ChatLine]:
        """Those that are kept, the oldest first."""
        return [line for line, _ in self._lines]

    def forget(self, is_unwanted: Callable[[ChatLine], bool]) -> list[int]:
        """Keep some lines no longer; their numbers."""
        gone = [line.number for line, _ in self._lines if is_unwanted(line)]
        kept = [(line, packet) for line, packet in self._lines if line.number not in gone]
        self._lines = deque(kept)
        self._bytes = sum(len(packet.binary) for _, packet in kept)
        return gone

    def recall(self, listener: Connection) -> None:
        """What was said before somebody came."""
        for line, packet in self._lines:
            if line.guest not in listener.muted:
                listener.send(packet)


def _tell(hearers: Iterable[Connection], line: ChatLine, packet: Packet) -> None:
    for hearer in hearers:
        if line.guest not in hearer.muted:
            hearer.send(packet)
