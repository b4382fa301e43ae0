"""A small balancer: each new connection goes to the next node that accepts one."""

from __future__ import annotations

import asyncio
from contextlib import suppress


class Balancer:
    def __init__(self, ports: list[int]) -> None:
        self.ports = ports
        """Of the nodes; a test may change them."""
        self.url = ""
        self._turn = 0
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Balancer:
        self._server = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        with suppress(asyncio.CancelledError):
            await self._find(reader, writer)
        self._tasks.discard(task)
        writer.close()

    async def _find(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for _ in range(len(self.ports)):
            self._turn += 1
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(0.5):
                    port = self.ports[self._turn % len(self.ports)]
                    inner = await asyncio.open_connection("127.0.0.1", port)
                await asyncio.gather(_copy(reader, inner[1]), _copy(inner[0], writer))
                return


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Until one side has ended."""
    try:
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    except (OSError, RuntimeError):  # uvloop's word for a transport that is closed
        pass
    finally:
        writer.close()
