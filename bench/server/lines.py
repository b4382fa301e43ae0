"""WebSockets for the load: as little Python as will do, the same for both servers.

A line masks with zeros, which is legal and leaves the bytes as they are, and reads whole frames.
"""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from typing import cast

Heard = Callable[[bytes], None]
BINARY, CLOSE, PING, PONG = 2, 8, 9, 10


class Line(asyncio.Protocol):
    """One WebSocket; `heard` gets each binary message."""

    def __init__(self, heard: Heard) -> None:
        self.heard = heard
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport | None = None
        self.bytes_in = 0
        self.is_closed = False
        self._rest = b""
        self._is_open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's are not subclasses

    def connection_lost(self, error: Exception | None) -> None:
        self.is_closed = True
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("closed at the handshake"))

    def data_received(self, data: bytes) -> None:
        self.bytes_in += len(data)
        data = self._rest + data if self._rest else data
        at = 0
        if not self._is_open:
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self._rest = data
                return
            self._greeted(data[:end])
            at = end + 4
        self._rest = data[self._read_frames(data, at) :]

    def _greeted(self, head: bytes) -> None:
        self._is_open = True
        if b" 101 " in head[:20]:
            self.opened.set_result(None)
        else:
            self.opened.set_exception(ConnectionError(head.decode(errors="replace")))

    def _read_frames(self, data: bytes, at: int) -> int:
        """Give out all whole frames; where the first that is not whole begins."""
        total = len(data)
        while at + 2 <= total:
            kind, size, start = data[at] & 15, data[at + 1] & 127, at + 2
            if size == 126:
                size, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if start + size > total:
                break
            at = start + size
            if kind == BINARY:
                self.heard(data[start:at])
            elif kind == PING:
                self._write(PONG, data[start:at])
        return at

    def send(self, payload: bytes) -> None:
        self._write(BINARY, payload)

    def _write(self, kind: int, payload: bytes) -> None:
        assert self.transport is not None
        size = len(payload)
        if size < 126:
            head = bytes((0x80 | kind, 0x80 | size))
        else:
            head = bytes((0x80 | kind, 0xFE)) + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + payload)

    def close(self) -> None:
        if self.transport is not None:
            self.transport.abort()


async def dial(port: int, path: str, heard: Heard) -> Line:
    loop = asyncio.get_running_loop()
    _, line = await loop.create_connection(lambda: Line(heard), "127.0.0.1", port)
    key = base64.b64encode(os.urandom(16)).decode()
    assert line.transport is not None
    line.transport.write(
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    await line.opened
    return line
