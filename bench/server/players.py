"""The players that send the load, and count the answers. Each speaks one server's protocol."""

from __future__ import annotations

import asyncio
import random
import struct
import time
from typing import Any

import msgspec
from msgspec import Struct
from server.lines import Line

from freehold.match.patches import Frame
from freehold.protocol import wire
from freehold.protocol.wire import Act, Acted, Refused

JOIN_ROOM, ROOM_DATA = 10, 13
ROOM_STATES = (14, 15)


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

    def refused(self, n: int, code: str) -> None:
        self.sent.pop(n, None)
        self.count.refused[code] = self.count.refused.get(code, 0) + 1

    def saw(self, data: bytes) -> None:
        """A frame, or whatever the server calls it."""
        self.count.frames += 1
        self.count.frame_bytes += len(data)

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
            self.saw(data)
            self.is_playing = True
            self.look(message)
        elif isinstance(message, Acted):
            self.answered(message.n)
        elif isinstance(message, Refused):
            self.refused(message.n, message.code)
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


class Scripted(SeatedPlayer):
    """Says what was recorded, and looks at nothing."""

    def look(self, frame: Frame) -> None:
        pass


class ColyseusPlayer(Player):
    """A client of a room on Colyseus."""

    is_in = False

    def spell(self, action: str) -> bytes:
        message = {"n": self.n, "action": action}
        return bytes((ROOM_DATA,)) + b"\xa3act" + msgspec.msgpack.encode(message)

    def heard(self, data: bytes) -> None:
        if data[0] == JOIN_ROOM:
            self.is_in = True  # the code that seats us says that we are there
        elif data[0] in ROOM_STATES:
            self.saw(data)
        elif data[0] == ROOM_DATA:
            self._was_told(data)

    def _was_told(self, data: bytes) -> None:
        end = 2 + (data[1] & 31)
        kind, message = data[2:end], msgspec.msgpack.decode(data[end:])
        if kind == b"acted":
            self.answered(message["n"])
        elif kind == b"refused":
            self.refused(message["n"], message["code"])
        else:
            self.saw(data)


class RawPlayer(Player):
    """A client of the room on plain Node: see `raw.mjs`."""

    def spell(self, action: str) -> bytes:
        return msgspec.json.encode({"n": self.n, "action": action})

    def heard(self, data: bytes) -> None:
        answers = data[0]
        for (answer,) in struct.iter_unpack("<I", data[1 : 1 + 4 * answers]):
            if answer & 1:
                self.refused(answer >> 1, "refused")
            else:
                self.answered(answer >> 1)
        if len(data) > 1 + 4 * answers:
            self.saw(data)
