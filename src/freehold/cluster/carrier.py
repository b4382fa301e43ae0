"""The bus on NATS: core only, which promises nothing that is not in `bus.py`.

Rules about this file:
1. While the server is away nothing is kept back to be sent later: it would come too late, and those
   who wait notice without it.
2. Whatever is wrong with the address is said in one sentence, and without the password.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any
from urllib.parse import urlsplit

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError

from freehold.cluster.bus import Answering, BusDown, Hear

LOG = logging.getLogger("freehold.bus")
SUBJECT = "freehold.v1"
"""The version of what is carried: nodes that speak another do not hear each other."""
CONNECT_S = 5
PATIENCE: dict[str, Any] = {"reconnect_time_wait": 0.25}
"""In seconds, between two tries; the client takes fractions, too."""
PENDING_BYTES = 8 * 1024 * 1024
"""Of what was not written to the NATS server yet; past this, messages are lost."""


class NatsBus:
    def __init__(self, url: str) -> None:
        self._url = url
        self._client: Client | None = None
        self._node = ""
        self._hear: Hear = lambda data: None
        self._answer: Answering
        self._is_closing = False
        self._tasks: set[asyncio.Task[Any]] = set()

    async def open(self, node: str, hear: Hear, answer: Answering) -> None:
        self._node, self._hear, self._answer = node, hear, answer
        await self._try()
        await self._connect()

    async def _try(self) -> None:
        """The client that comes back by itself would also wait for ever for a first answer."""
        troubles: list[Exception] = []

        async def note(error: Exception) -> None:
            troubles.append(error)

        client = Client()
        try:
            await client.connect(
                self._url,
                connect_timeout=CONNECT_S,
                allow_reconnect=False,
                max_reconnect_attempts=1,
                reconnect_time_wait=0,
                error_cb=note,
            )
        except (NatsError, OSError, ValueError, TimeoutError) as error:
            why = _line(troubles[0] if troubles else error)
            raise BusDown(f"{describe(self._url)} cannot be used: {why}") from None
        finally:
            await client.close()
            await asyncio.sleep(0.01)  # for its socket

    async def _connect(self) -> None:
        client = self._client = Client()
        try:
            await client.connect(
                self._url,
                name=f"freehold {self._node}",
                connect_timeout=CONNECT_S,
                max_reconnect_attempts=-1,
                **PATIENCE,
                ping_interval=5,
                max_outstanding_pings=2,
                pending_size=PENDING_BYTES,
                error_cb=_note_error,
                closed_cb=self._closed,
            )
            subscribe = client.subscribe
            await subscribe(f"{SUBJECT}.node.{self._node}", cb=self._heard)
            await subscribe(f"{SUBJECT}.all", cb=self._heard_by_all)
            await subscribe(f"{SUBJECT}.ask.{self._node}", cb=self._asked)
            await client.flush(CONNECT_S)
        except (NatsError, OSError, ValueError, TimeoutError) as error:
            raise BusDown(f"{describe(self._url)} cannot be used: {_line(error)}") from None

    async def _closed(self) -> None:
        """The client has given up, as after some errors that the server reports."""
        if not self._is_closing:
            self._begin(self._come_back())

    async def _come_back(self) -> None:
        while not self._is_closing:
            await asyncio.sleep(1)
            try:
                await self._try()
                await self._connect()
                return
            except BusDown as error:
                LOG.warning("the bus is away", extra={"reason": str(error)})

    def _begin(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(_note_failure)

    async def _heard(self, message: Msg) -> None:
        self._hear(message.data)

    async def _heard_by_all(self, message: Msg) -> None:
        if (message.headers or {}).get("from") != self._node:
            self._hear(message.data)

    async def _asked(self, message: Msg) -> None:
        self._begin(self._respond(message))  # one question keeps no other waiting

    async def _respond(self, message: Msg) -> None:
        await message.respond(await self._answer(message.data))

    @property
    def is_up(self) -> bool:
        return self._client is not None and self._client.is_connected

    def send(self, node: str, data: bytes) -> None:
        self._publish(f"{SUBJECT}.node.{node}", data)

    def send_all(self, data: bytes) -> None:
        self._publish(f"{SUBJECT}.all", data, {"from": self._node})

    def _publish(self, subject: str, data: bytes, headers: dict[str, str] | None = None) -> None:
        if self._client and self._client.is_connected:
            self._begin(self._client.publish(subject, data, headers=headers))

    async def ask(self, node: str, data: bytes, patience_s: float) -> bytes:
        if not self._client or not self._client.is_connected:
            raise BusDown("the bus is away")
        try:
            subject = f"{SUBJECT}.ask.{node}"
            return (await self._client.request(subject, data, timeout=patience_s)).data
        except (NatsError, OSError, TimeoutError) as error:
            raise BusDown(f"node {node} does not answer ({_line(error)})") from None

    async def close(self) -> None:
        self._is_closing = True
        if self._client:
            await self._client.close()


def describe(url: str) -> str:
    """Which server it is, in words, without the password."""
    parts = urlsplit(url)
    return f"the bus at {parts.hostname or 'this address'}" + (
        f":{parts.port}" if parts.port else ""
    )


def _line(error: BaseException) -> str:
    return " ".join(str(error).split()).removeprefix("nats: ").rstrip(".") or type(error).__name__


def _note_failure(done: asyncio.Future[Any]) -> None:
    if not done.cancelled() and (error := done.exception()):
        LOG.warning("a message was not sent", extra={"reason": _line(error)})


async def _note_error(error: Exception) -> None:
    LOG.warning("trouble with the bus", extra={"reason": _line(error)})
