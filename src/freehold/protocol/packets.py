"""A message on its way out: encoded once, however many connections it goes to."""

from __future__ import annotations

import struct
from typing import Protocol

from msgspec import Struct

from freehold.protocol.wire import encode, encode_text

TEXT, BINARY, CLOSE, PING, PONG = 0x81, 0x82, 0x88, 0x89, 0x8A
LONG = 126
"""From this size on a frame's head says its length in two bytes."""
SHORT_HEADS = {
    kind: [bytes((kind, size)) for size in range(LONG)]
    for kind in (TEXT, BINARY, CLOSE, PING, PONG)
}


def websocket_frame(first_byte: int, payload: bytes) -> bytes:
    """A whole WebSocket frame, as a server sends it."""
    size = len(payload)
    if size < LONG:
        return SHORT_HEADS[first_byte][size] + payload
    if size < 65536:
        return struct.pack("!BBH", first_byte, LONG, size) + payload
    return struct.pack("!BBQ", first_byte, 127, size) + payload


def close_frame(code: int) -> bytes:
    return websocket_frame(CLOSE, code.to_bytes(2, "big"))


class Packet:
    """A message with its bytes, which are made when they are first wanted."""

    __slots__ = ("_binary", "_text", "message")

    def __init__(self, message: Struct) -> None:
        self.message = message
        self._binary = b""
        self._text = b""

    @property
    def binary(self) -> bytes:
        if not self._binary:
            self._binary = websocket_frame(BINARY, encode(self.message))
        return self._binary

    @property
    def text(self) -> bytes:
        if not self._text:
            self._text = websocket_frame(TEXT, encode_text(self.message))
        return self._text


class Client(Protocol):
    """A receiver of packets: a person's connection, a bot's seat, a watcher's delayed view."""

    def send(self, *packets: Packet) -> None: ...
