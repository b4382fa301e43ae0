"""Clients that write bytes of their own choosing onto a real socket, and how they read."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from tests.server.world import PATIENCE_S, World

HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
)


class Raw:
    """One connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @property
    def transport(self) -> asyncio.ReadTransport:
        """To stop reading, or to go on."""
        transport: asyncio.ReadTransport = vars(self.reader)["_transport"]
        return transport

    async def say(self, data: bytes) -> None:
        with suppress(ConnectionError):
            self.writer.write(data)
            await self.writer.drain()

    async def rest(self) -> bytes:
        """All that still comes, until the other side closes."""
        heard = b""
        with suppress(ConnectionError):
            async with asyncio.timeout(PATIENCE_S):
                while more := await self.reader.read(65_536):
                    heard += more
        return heard

    async def head(self) -> bytes:
        async with asyncio.timeout(PATIENCE_S):
            return await self.reader.readuntil(b"\r\n\r\n")

    async def answer(self) -> tuple[int, bytes]:
        """A whole answer: its status, and its body by its length."""
        head = await self.head()
        length = 0
        for line in head.split(b"\r\n"):
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        async with asyncio.timeout(PATIENCE_S):
            body = await self.reader.readexactly(length)
        return int(head.split()[1]), body

    async def close(self) -> None:
        self.writer.close()
        with suppress(ConnectionError):
            await self.writer.wait_closed()


@asynccontextmanager
async def connected(w: World, hold: int = 0) -> AsyncIterator[Raw]:
    """A connection; `hold` is how much the system itself takes in before somebody reads."""
    sock = socket.socket()
    if hold:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, hold)
    sock.setblocking(False)
    await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", w.port))
    limit = 1024 if hold else 65_536
    raw = Raw(*await asyncio.open_connection(sock=sock, limit=limit))
    try:
        yield raw
    finally:
        await raw.close()


def get(path: str, *headers: str) -> bytes:
    lines = [f"GET {path} HTTP/1.1", "Host: 127.0.0.1", *headers, "", ""]
    return "\r\n".join(lines).encode()


def post(path: str, body: bytes, *headers: str) -> bytes:
    lines = [
        f"POST {path} HTTP/1.1",
        "Host: 127.0.0.1",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        *headers,
        "",
        "",
    ]
    return "\r\n".join(lines).encode() + body


def frame(first_byte: int, payload: bytes = b"") -> bytes:
    """A WebSocket frame as a client sends it, masked."""
    mask = os.urandom(4)
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))
    return bytes([first_byte]) + length + mask + masked
