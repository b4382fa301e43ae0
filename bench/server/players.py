"""The players that send the load: they act at an even pace, and count the answers.

`AreaAttack` and `Lantern` read just enough of Freehold's frames to make legal moves. `Echo` speaks
Colyseus' protocol and sends actions of the same length.
"""

from __future__ import annotations

import asyncio
import random
import time
from typing import Any

import msgspec
from msgspec import Struct
from server.lines import Line

from freehold.match.patches import Frame, unpack_cells
from freehold.protocol import wire
from freehold.protocol.wire import Act, Acted, Refused

ROOM_DATA, JOIN_ROOM = 13, 10


class Count(Struct):
    """What was answered since the last `clear`."""

    sent: int = 0
    acked: int = 0
    refused: dict[str, int] = {}
    frames: int = 0
    frame_bytes: int = 0
    waits_ms: list[float] = []

    def clear(self) -> None:
        self.sent = self.acked = self.frames = self.frame_bytes = 0
        self.refused, self.waits_ms = {}, []


class Player:
    """Acts at a pace of its own, whatever is answered."""

    def __init__(self, count: Count, seed: int) -> None:
        self.count = count
        self.chance = random.Random(seed)
        self.line: Line | None = None
        self.n = 0
        self.sent: dict[int, float] = {}
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None

    def play(self, first_s: float, every_s: float) -> None:
        self._next = self._loop.time() + first_s
        self._every = every_s
        self._timer = self._loop.call_at(self._next, self._act)

    def stop(self) -> None:
        if self._timer:
            self._timer.cancel()

    def _act(self) -> None:
        self._next += self._every
        self._timer = self._loop.call_at(self._next, self._act)
        self.say(self.choose())

    def say(self, action: str) -> None:
        if action and self.line and not self.line.is_closed:
            self.n += 1
            self.count.sent += 1
            self.sent[self.n] = time.perf_counter()
            self.line.send(self.spell(action))

    def answered(self, n: int) -> None:
        begun = self.sent.pop(n, None)
        self.count.acked += 1
        if begun is not None:
            self.count.waits_ms.append((time.perf_counter() - begun) * 1000)

    def choose(self) -> str:
        raise NotImplementedError

    def spell(self, action: str) -> bytes:
        raise NotImplementedError

    def heard(self, data: bytes) -> None:
        raise NotImplementedError


class SeatedPlayer(Player):
    """A player of Freehold."""

    seat = 0
    is_playing = False

    def __init__(self, count: Count, seed: int) -> None:
        super().__init__(count, seed)
        self.others: list[Struct] = []
        """What came beside frames and answers, the last of it."""

    def spell(self, action: str) -> bytes:
        return wire.encode(Act(self.n, action))

    def heard(self, data: bytes) -> None:
        message = wire.decode_from_server(data)
        if isinstance(message, Frame):
            self.count.frames += 1
            self.count.frame_bytes += len(data)
            self.is_playing = True
            self.look(message)
        elif isinstance(message, Acted):
            self.answered(message.n)
        elif isinstance(message, Refused):
            self.sent.pop(message.n, None)
            code = message.code
            self.count.refused[code] = self.count.refused.get(code, 0) + 1
            self.was_refused(message)
        else:
            self.others = [*self.others[-20:], message]

    def look(self, frame: Frame) -> None:
        raise NotImplementedError

    def was_refused(self, refused: Refused) -> None:
        """Most go on with the next action."""


def changed(frame: Frame, name: str, before: Any) -> Any:
    """A fact after a frame."""
    if frame.view is not None:
        return frame.view.facts[name]
    return frame.facts[name][1] if name in frame.facts else before


class AreaAttack(SeatedPlayer):
    """Opens any cell that its view says can be opened; one action in four is a flag."""

    def __init__(self, count: Count, seed: int) -> None:
        super().__init__(count, seed)
        self.legal = bytearray()
        self.width = 0
        self.frozen: list[int] = []

    def look(self, frame: Frame) -> None:
        if frame.view is not None:
            self.width = frame.view.rect.width
            self.legal = bytearray(frame.view.layers["legal"])
        for place, value in unpack_cells(frame.cells.get("legal", b"")):
            self.legal[place] = value
        self.frozen = changed(frame, "frozen", self.frozen)

    def choose(self) -> str:
        if not self.legal or self.frozen[self.seat]:
            return ""
        start = self.chance.randrange(len(self.legal))
        cell = self.legal.find(1, start)
        if cell < 0:
            cell = self.legal.find(1)
        if cell < 0:
            return ""
        verb = "flag" if self.n % 4 == 3 else "open"
        return f"{verb} {cell % self.width},{cell // self.width}"


class Lantern(SeatedPlayer):
    """Walks about, and listens and marks now and then."""

    def __init__(self, count: Count, seed: int) -> None:
        super().__init__(count, seed)
        self.size = (0, 0)
        self.place = (0, 0)
        self.frozen = 0

    def look(self, frame: Frame) -> None:
        if frame.view is not None:
            self.size = (frame.view.facts["width"], frame.view.facts["height"])
        self.place = changed(frame, "place", self.place)
        self.frozen = changed(frame, "frozen_until", self.frozen)

    def choose(self) -> str:
        if not self.size[0] or self.frozen:
            return ""
        if self.sent:  # where we stand is not known before that is answered
            return "listen"
        if self.n % 4 == 3:
            return "listen" if self.n % 8 == 3 else f"mark {self.place[0]},{self.place[1]}"
        x, y = self.place
        steps = ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1))
        width, height = self.size
        u, v = self.chance.choice([s for s in steps if 0 <= s[0] < width and 0 <= s[1] < height])
        return f"step {u},{v}"


class Echo(Player):
    """A client of the Colyseus room."""

    is_in = False

    def choose(self) -> str:
        return f"open {self.chance.randrange(10, 64)},{self.chance.randrange(10, 64)}"

    def spell(self, action: str) -> bytes:
        message = {"n": self.n, "action": action}
        return bytes((ROOM_DATA,)) + b"\xa3act" + msgspec.msgpack.encode(message)

    def heard(self, data: bytes) -> None:
        if data[0] == JOIN_ROOM:
            self.is_in = True  # the code that seats us says that we are there
        elif data[0] == ROOM_DATA:
            end = 2 + (data[1] & 31)
            message = msgspec.msgpack.decode(data[end:])
            if data[2:end] == b"acted":
                self.answered(message["n"])
            else:
                self.count.frames += 1
                self.count.frame_bytes += len(data)
