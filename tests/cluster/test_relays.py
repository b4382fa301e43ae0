"""A connection whose transport is the bus: what its client has not read counts as usual."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from freehold.cluster.links import PART_BYTES, Bytes, Links, Parcel, Read, Shut
from freehold.server.limits import Bucket
from freehold.server.rooms.connections import Connection
from freehold.server.site.relays import BusTransport


class Wire:
    """A bus on which one listens."""

    def __init__(self) -> None:
        self.sent: list[Parcel] = []

    def send(self, node: str, data: bytes) -> None:
        self.sent.append(msgspec.msgpack.decode(data, type=Parcel))

    @property
    def items(self) -> list[Any]:
        return [item for parcel in self.sent for item in parcel.items]


def ignore(*_: object) -> None:
    """Nothing comes back."""


async def connect(wire: Any, most: int) -> tuple[Connection, BusTransport]:
    links = Links(wire, "owner", ignore, ignore, ignore)
    transport = BusTransport(links, "edge", 7, 3)
    connection = Connection(1, transport, most, Bucket(10, 10))
    connection.is_joining = False
    return connection, transport


def test_a_client_that_does_not_read_is_cut_and_one_that_does_is_not() -> None:
    async def story(reads: bool) -> list[Any]:
        wire = Wire()
        connection, transport = await connect(wire, 1_000)
        for number in range(1, 6):
            connection.write(b"x" * 400)
            if reads:
                transport.read = 400 * number  # as `Read` says
        await asyncio.sleep(0)
        return wire.items

    cut = asyncio.run(story(reads=False))
    assert cut[-1] == Shut(7, True)
    assert sum(len(item.data) for item in cut[:-1]) == 1_200
    whole = asyncio.run(story(reads=True))
    assert whole == [Bytes(7, 3, b"x" * 400)] * 5


def test_what_is_said_in_one_turn_is_one_parcel_and_long_bytes_are_several_items() -> None:
    async def story() -> Wire:
        wire = Wire()
        connection, _ = await connect(wire, 10**7)
        connection.write(b"a")
        connection.write(b"b" * (PART_BYTES + 1))
        await asyncio.sleep(0)
        connection.write(b"c")
        await asyncio.sleep(0)
        return wire

    wire = asyncio.run(story())
    assert [parcel.number for parcel in wire.sent] == [1, 2]
    assert [len(item.data) for item in wire.items] == [1, PART_BYTES, 1, 1]


def test_a_missing_parcel_drops_everything_between_two_nodes() -> None:
    async def story() -> tuple[list[str], list[Any], Wire]:
        wire: Any = Wire()
        dropped: list[str] = []
        taken: list[Any] = []
        links = Links(wire, "a", lambda node, item: taken.append(item), dropped.append, ignore)

        def hear(number: int, version: int = 1) -> None:
            parcel = Parcel(version, "b", number, [Read(number, 0)])
            links.hear(msgspec.msgpack.encode(parcel))

        hear(1)
        hear(2)
        hear(3, version=2)  # of a newer node: not for us
        assert dropped == []
        hear(4)
        links.hear(b"nonsense")
        await asyncio.sleep(0)
        return dropped, taken, wire

    dropped, taken, wire = asyncio.run(story())
    assert dropped == ["b"]
    assert [item.conn for item in taken] == [1, 2, 4]
    assert [type(item).__name__ for item in wire.items] == ["Reset"]
