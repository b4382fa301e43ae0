"""Bans and mutes: who may not play or chat here, why, and until when.

They end by the clock on the wall, since people are told a date.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec
from msgspec import Struct

from freehold.server.match.keeping import Keeper
from freehold.store import Store

BANS, ADDRESS_BANS, MUTES = "ban", "address-ban", "mute"
OPERATOR = "operator"
TEXT_ENDS = 0x80
"""Of UTF-8 no text begins with a byte from here to 0xBF, and every packed struct does."""


class Sanction(Struct, frozen=True, omit_defaults=True):
    """A ban or a mute, as it is kept."""

    reason: str = ""
    until: int = 0
    """In ms since 1970; 0 means for good."""
    by: str = ""
    """The moderator's guest id, or the operator."""
    at: int = 0
    guest: str = ""
    """Of an address: whose it was."""


def read_sanction(data: bytes) -> Sanction:
    """Older bans are nothing but their reason."""
    if not data or data[0] < TEXT_ENDS or data[0] >= 0xC0:
        return Sanction(data.decode())
    return msgspec.msgpack.decode(data, type=Sanction)


def day_and_time(wall: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(wall / 1000))


class Sanctions:
    """All of one kind, by guest or by the hash of an address; in memory, and in the store."""

    def __init__(self, kind: str, keeper: Keeper, wall: Callable[[], int]) -> None:
        self._kind = kind
        self._keeper = keeper
        self._wall = wall
        self._found: dict[str, Sanction] = {}

    async def open(self) -> None:
        kept = await self._keeper.ask(lambda store: store.all(self._kind))
        self._found = {key: read_sanction(data) for key, data in kept}

    def __bool__(self) -> bool:
        return bool(self._found)

    def find(self, key: str) -> Sanction | None:
        """The one that holds."""
        found = self._found.get(key)
        return found if found is not None and not self._is_over(found) else None

    def all(self) -> dict[str, Sanction]:
        return {key: each for key, each in self._found.items() if not self._is_over(each)}

    async def put(self, key: str, sanction: Sanction) -> None:
        data = msgspec.msgpack.encode(sanction)
        await self._keeper.change(lambda store: store.put(self._kind, key, data))
        self._found[key] = sanction

    async def lift(self, key: str) -> None:
        await self._keeper.change(lambda store: store.drop(self._kind, key))
        self._found.pop(key, None)

    async def forget_ended(self) -> None:
        over = [key for key, each in self._found.items() if self._is_over(each)]

        def drop(store: Store) -> None:
            for key in over:
                data = store.get(self._kind, key)
                if data is None or self._is_over(read_sanction(data)):
                    store.drop(self._kind, key)

        await self._keeper.ask(drop)
        for key in over:
            self._found.pop(key, None)

    def forget(self, guest: str) -> None:
        """The store has forgotten them."""
        self._found.pop(guest, None)
        for key, each in self._found.items():
            if each.guest == guest:
                self._found[key] = msgspec.structs.replace(each, guest="")

    def _is_over(self, sanction: Sanction) -> bool:
        return 0 < sanction.until <= self._wall()
