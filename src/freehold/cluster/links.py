"""What two nodes say to each other about the sockets that one of them relays to the other.

Rules about this file:
1. What is said to a node within one turn of the loop, and so on one beat, leaves as one batch.
2. Batches are numbered. If one is missing, nobody knows what was in it: everything between the two
   nodes is dropped on both sides, and clients come back by themselves.
3. While anything goes between two nodes, they say on every beat what it is (`There`): so a loss
   or a node that is gone is noticed, though nothing else is said.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import msgspec
from msgspec import Struct

from freehold.cluster.bus import MOST_BYTES, Bus

LOG = logging.getLogger("freehold.bus")
VERSION = 1
"""A node understands batches of its own version only."""
PART_BYTES = 128 * 1024


class Opened(Struct, frozen=True, array_like=True, tag=1):
    """A client of mine wants to come in. From here on, `conn` is the number I know it by."""

    conn: int
    room: str
    epoch: int
    """Of the owner that I believe you to be."""
    game: str
    """Whose text protocol it speaks; empty for people's clients."""
    words: dict[str, str]
    """Of the address it came by."""
    address: str
    cookie: str
    is_movable: bool = False
    """If its room goes to another node, I find it there (`Away`)."""


class Sent(Struct, frozen=True, array_like=True, tag=2):
    """It has sent this."""

    conn: int
    data: bytes
    is_text: bool
    lag_ms: int


class Gone(Struct, frozen=True, array_like=True, tag=3):
    """It is gone."""

    conn: int


class Read(Struct, frozen=True, array_like=True, tag=4):
    """It has read this number of bytes, of all that came for it."""

    conn: int
    total: int


class Bytes(Struct, frozen=True, array_like=True, tag=5):
    """These are for your client, from the owner of this epoch."""

    conn: int
    epoch: int
    data: bytes


class Shut(Struct, frozen=True, array_like=True, tag=6):
    """I am done with your client."""

    conn: int
    is_cut: bool
    """It is not waited for what it has not read yet."""


class Reset(Struct, frozen=True, array_like=True, tag=7):
    """Something of yours did not arrive: drop everything between us."""


class There(Struct, frozen=True, array_like=True, tag=8):
    """These are all clients that I relay to you, by my numbers: others are gone, and what you do
    not know of them is lost."""

    conns: list[int]


class Away(Struct, frozen=True, array_like=True, tag=9):
    """The room of your client is not here, or not any more."""

    conn: int


Item = Opened | Sent | Gone | Read | Bytes | Shut | Reset | There | Away


class Parcel(Struct, frozen=True, array_like=True, tag="batch"):
    version: int
    sender: str
    number: int
    items: list[Item]


class Regulated(Struct, frozen=True, array_like=True, tag="regulated"):
    """Bans, mutes, filters or moderators are others than before: the store knows which."""


class Deleted(Struct, frozen=True, array_like=True, tag="deleted"):
    """This guest is nobody any more, and their name is gone from these matches."""

    guest: str
    matches: tuple[str, ...] = ()


class Renamed(Struct, frozen=True, array_like=True, tag="renamed"):
    guest: str
    name: str


class Announced(Struct, frozen=True, array_like=True, tag="announced"):
    text: str


class GivenUp(Struct, frozen=True, array_like=True, tag="given up"):
    """My rooms are nobody's from now on, since I stop. People are on their way to these of them."""

    rooms: tuple[str, ...]


News = Regulated | Deleted | Renamed | Announced | GivenUp
"""What one node tells all others."""
_decoder = msgspec.msgpack.Decoder(Parcel | News)
_encode = msgspec.msgpack.Encoder().encode


class Links:
    """The links of one node to all others."""

    def __init__(
        self,
        bus: Bus,
        node: str,
        take: Callable[[str, Item], None],
        drop: Callable[[str], None],
        news: Callable[[News], None],
    ) -> None:
        self._bus, self._node = bus, node
        self._take, self._drop, self._news = take, drop, news
        self._pending: dict[str, list[Item]] = {}
        self._sent: dict[str, int] = {}
        self._heard: dict[str, int] = {}
        self.heard_at: dict[str, float] = {}
        """When each node was heard last, by the loop's clock."""
        self.batches = self.items = self.gaps = 0

    def add(self, node: str, item: Item) -> None:
        """Say it to that node, with all else that is said in this turn."""
        if not self._pending:
            asyncio.get_running_loop().call_soon(self.flush)
        self._pending.setdefault(node, []).append(item)

    def add_bytes(self, node: str, conn: int, epoch: int, data: bytes) -> None:
        for start in range(0, len(data), PART_BYTES):
            part = data if len(data) <= PART_BYTES else data[start : start + PART_BYTES]
            self.add(node, Bytes(conn, epoch, part))

    def flush(self) -> None:
        pending, self._pending = self._pending, {}
        for node, items in pending.items():
            size, batch = 0, list[Item]()
            for item in items:
                weight = len(item.data) if isinstance(item, Bytes | Sent) else 256
                if size + weight > MOST_BYTES:
                    self._send(node, batch)
                    size, batch = 0, []
                batch.append(item)
                size += weight
            self._send(node, batch)

    def _send(self, node: str, items: list[Item]) -> None:
        number = self._sent[node] = self._sent.get(node, 0) + 1
        self.batches += 1
        self.items += len(items)
        self._bus.send(node, _encode(Parcel(VERSION, self._node, number, items)))

    def hear(self, data: bytes) -> None:
        try:
            heard = _decoder.decode(data)
        except msgspec.DecodeError as error:
            LOG.warning("a message cannot be read", extra={"reason": str(error)})
            return
        if not isinstance(heard, Parcel):
            self._news(heard)
        elif heard.version == VERSION:
            self._hear(heard)

    def _hear(self, batch: Parcel) -> None:
        node = batch.sender
        self.heard_at[node] = asyncio.get_running_loop().time()
        expected = self._heard.get(node, 0) + 1
        if batch.number < expected:
            return  # it came twice, or was overtaken: then all of it has been dropped already
        self._heard[node] = batch.number
        if batch.number != expected:
            self.gaps += 1
            LOG.warning("a batch was lost", extra={"reason": f"from node {node}"})
            self._drop(node)
            self.add(node, Reset())
        for item in batch.items:
            if isinstance(item, Reset):
                self._drop(node)
            else:
                self._take(node, item)

    def tell_all(self, news: News) -> None:
        self._bus.send_all(_encode(news))
