"""The bus on NATS: core only, which promises nothing that is not in `bus.py`.

Rules about this file:
1. While the server is away nothing is kept back to be sent later: it would come too late, and those
   who wait notice without it.
2. Whatever is wrong with the address is said in one sentence, and without the password.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any
from urllib.parse import urlsplit

import nats
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError

from freehold.cluster.bus import Answering, BusDown, Hear

LOG = logging.getLogger("freehold.bus")
SUBJECT = "freehold.v1"
"""The version of what is carried: nodes that speak another do not hear each other."""
CONNECT_S = 5
PENDING_BYTES = 8 * 1024 * 1024
"""Of what was not written to the NATS server yet; past this, messages are lost."""


class NatsBus:
    def __init__(self, url: str) -> None:
        self._url = url
        self._client = Client()
        self._node = ""

    async def open(self, node: str, hear: Hear, answer: Answering) -> None:
        self._node = node

        async def heard(message: Msg) -> None:
            hear(message.data)

        async def heard_by_all(message: Msg) -> None:
            if (message.headers or {}).get("from") != node:
                hear(message.data)

        async def asked(message: Msg) -> None:
            await message.respond(await answer(message.data))

        def begin(message: Msg) -> Any:
            return asyncio.ensure_future(asked(message))

        async def asked_beside(message: Msg) -> None:
            begin(message).add_done_callback(_note_failure)  # one question keeps no other waiting

        try:
            # The client that comes back by itself would also wait for ever for a first answer.
            probe = await nats.connect(
                self._url, allow_reconnect=False, connect_timeout=CONNECT_S, error_cb=_ignore
            )
            await probe.close()
            self._client = await nats.connect(
                self._url,
                name=f"freehold {node}",
                connect_timeout=CONNECT_S,
                allow_reconnect=True,
                max_reconnect_attempts=-1,
                reconnect_time_wait=0.25,
                ping_interval=5,
                max_outstanding_pings=2,
                pending_size=PENDING_BYTES,
                flush_timeout=CONNECT_S,
                error_cb=_note_error,
            )
            await self._client.subscribe(f"{SUBJECT}.node.{node}", cb=heard)
            await self._client.subscribe(f"{SUBJECT}.all", cb=heard_by_all)
            await self._client.subscribe(f"{SUBJECT}.ask.{node}", cb=asked_beside)
            await self._client.flush(CONNECT_S)
        except (NatsError, OSError, ValueError, TimeoutError) as error:
            raise BusDown(f"{describe(self._url)} cannot be used: {_line(error)}") from None

    @property
    def is_up(self) -> bool:
        return self._client.is_connected

    def send(self, node: str, data: bytes) -> None:
        self._publish(f"{SUBJECT}.node.{node}", data)

    def send_all(self, data: bytes) -> None:
        self._publish(f"{SUBJECT}.all", data, {"from": self._node})

    def _publish(self, subject: str, data: bytes, headers: dict[str, str] | None = None) -> None:
        if self._client.is_connected:
            task = asyncio.ensure_future(self._client.publish(subject, data, headers=headers))
            task.add_done_callback(_note_failure)

    async def ask(self, node: str, data: bytes, patience_s: float) -> bytes:
        if not self._client.is_connected:
            raise BusDown("the bus is away")
        try:
            subject = f"{SUBJECT}.ask.{node}"
            return (await self._client.request(subject, data, timeout=patience_s)).data
        except (NatsError, OSError, TimeoutError) as error:
            raise BusDown(f"node {node} does not answer ({_line(error)})") from None

    async def close(self) -> None:
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


async def _ignore(error: Exception) -> None:
    """It is raised, too."""


async def _note_error(error: Exception) -> None:
    LOG.warning("trouble with the bus", extra={"reason": _line(error)})
