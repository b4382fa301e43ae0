"""The guests of the server, by their cookies.

A guest is read from the store on their first visit, and the latest are kept in memory.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from freehold.game import Illegal
from freehold.server.match.keeping import Keeper
from freehold.server.rooms import roomrecords
from freehold.server.rooms.conduct import Conduct
from freehold.server.rooms.guests import (
    Brought,
    Guest,
    clean_name,
    generate_name,
    hash_of,
    new_guest,
)
from freehold.server.rooms.roomrecords import GUESTS
from freehold.store import Damaged

SEEN_EVERY_MS = 86_400_000
IN_MEMORY = 10_000


class Guestbook:
    """The guests of one server."""

    def __init__(self, keeper: Keeper, calendar: Callable[[], int], conduct: Conduct) -> None:
        self._conduct = conduct
        self._keeper = keeper
        self._calendar = calendar
        self._guests: dict[str, Guest] = {}
        """By their cookie's hash, the one seen last at the end."""
        self.keep_ms = 0
        """A guest is read again after this time, if other nodes may change them; 0 = never."""
        self.renamed: Callable[[str, str], None] = lambda guest, name: None
        """Told of a new name of a guest whose cookie may be known elsewhere."""
        self._read_at: dict[str, int] = {}

    async def find(self, cookie: str) -> Guest | None:
        """Whose cookie it is, if it is anybody's. Illegal if they are banned."""
        key = hash_of(cookie)
        guest = self._guests.get(key)
        if guest is None or self._is_old(key):
            data = await self._read(key)
            if data is None:
                return None
            guest = msgspec.msgpack.decode(data, type=Guest)
            self._read_at[key] = self._calendar()
        self._conduct.need_welcome(guest.id)
        if not self._conduct.filters.allows_name(guest.name):  # it was allowed when they chose it
            guest = msgspec.structs.replace(guest, name=generate_name())
            await self._put(key, guest)
        if self._calendar() - guest.seen_at > SEEN_EVERY_MS:
            guest = msgspec.structs.replace(guest, seen_at=self._calendar())
            await self._put(key, guest)
        self._remember(key, guest)
        return guest

    async def knows(self, id: str) -> bool:
        """Has a guest this id? It reads them all, since they are kept by their cookies."""
        return await self._keeper.ask(lambda store: id in roomrecords.guest_ids(store))

    async def add(self) -> tuple[str, Guest]:
        """A new guest, and the cookie that they are known by from now on."""
        cookie, guest = new_guest(self._calendar())
        await self._put(hash_of(cookie), guest)
        return cookie, guest

    async def rename(self, cookie: str, name: str, brought: Brought | None = None) -> Guest:
        """A new name, and whether it is a bot's."""
        guest = await self.find(cookie)
        if guest is None:
            raise Illegal("not_seated")
        wanted = clean_name(name)
        for each in (wanted, *((brought.bot, brought.author) if brought else ())):
            self._conduct.filters.need_name(each)
        renamed = msgspec.structs.replace(guest, name=wanted, brought=brought)
        await self._put(hash_of(cookie), renamed)
        return renamed

    def _is_old(self, key: str) -> bool:
        return bool(self.keep_ms) and self._calendar() - self._read_at.get(key, 0) > self.keep_ms

    async def rename_by_id(self, id: str, name: str) -> None:
        """The same for one known by a token: only if their cookie has been seen lately."""
        self.renamed(id, name)
        await self.take_name(id, name)

    async def take_name(self, id: str, name: str) -> None:
        """They are called this from now on, if they have been seen here."""
        for key, guest in list(self._guests.items()):
            if guest.id == id:
                await self._put(key, msgspec.structs.replace(guest, name=name))

    def forget(self, id: str) -> None:
        """The store has forgotten them."""
        for key in [key for key, guest in self._guests.items() if guest.id == id]:
            del self._guests[key]

    async def _read(self, key: str) -> bytes | None:
        """None too if it is damaged: then they are a new guest, and come back by their tokens."""
        try:
            return await self._keeper.ask(lambda store: store.get(GUESTS, key))
        except Damaged:
            return None

    async def _put(self, key: str, guest: Guest) -> None:
        data = msgspec.msgpack.encode(guest)
        self._guests.pop(key, None)  # if it fails, only the store knows who they are
        await self._keeper.change(lambda store: store.put(GUESTS, key, data))
        self._remember(key, guest)

    def _remember(self, key: str, guest: Guest) -> None:
        self._guests.pop(key, None)
        self._guests[key] = guest
        while len(self._guests) > IN_MEMORY:
            oldest = next(iter(self._guests))
            del self._guests[oldest]
            self._read_at.pop(oldest, None)
