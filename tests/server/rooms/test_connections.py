"""A connection: what leaves together, and what becomes of what is sent to one that has gone."""

from __future__ import annotations

import asyncio
from typing import cast

from freehold.protocol.packets import Packet
from freehold.protocol.wire import VERSION, Acted, Welcome
from freehold.server.limits import Bucket
from freehold.server.rooms.connections import Connection


class Gone:
    """A transport that was closed; uvloop's raises when it is written to."""

    def is_closing(self) -> bool:
        return True

    def write(self, data: bytes) -> None:
        raise RuntimeError("the handler is closed")

    def get_write_buffer_size(self) -> int:
        return 0


def test_a_ping_to_a_closed_transport_does_not_end_the_pinging_of_all() -> None:
    transport = cast(asyncio.Transport, Gone())
    connection = Connection(1, transport, 1000, Bucket(20, 40))
    connection.write(b"ping")
    assert connection.tally.messages_out == 0


def test_who_has_gone_is_not_welcomed() -> None:
    welcomed: list[Connection] = []
    connection = Connection(1, cast(asyncio.Transport, Gone()), 1000, Bucket(20, 40))
    connection.on_welcome = welcomed.append
    connection.send(Packet(Welcome(VERSION, "Ann", 0, 0)))
    assert (connection.is_welcomed, welcomed) == (False, [])
    assert connection.tally.messages_out == 0


class There:
    """A transport that takes everything."""

    def __init__(self) -> None:
        self.writes: list[bytes] = []

    def is_closing(self) -> bool:
        return False

    def write(self, data: bytes) -> None:
        self.writes.append(data)

    def get_write_buffer_size(self) -> int:
        return 0


def test_several_messages_leave_in_one_write_but_a_newcomers_one_by_one() -> None:
    transport = There()
    connection = Connection(1, cast(asyncio.Transport, transport), 1000, Bucket(20, 40))
    welcome, first, second = (
        Packet(each) for each in (Welcome(VERSION, "Ann", 0, 0), Acted(1), Acted(2))
    )
    connection.on_welcome = lambda newcomer: newcomer.send(second)
    connection.send(welcome, first)
    assert transport.writes == [welcome.binary, second.binary, first.binary]
    connection.send(first, second)
    assert transport.writes[3:] == [first.binary + second.binary]
    assert connection.tally.messages_out == 5
