"""How people have to behave on this server, and who sees to it: moderators, bans, mutes, filters
and reports, as one part that rooms and the API ask."""

from __future__ import annotations

from typing import Protocol

import msgspec
from msgspec import Struct

from freehold.game import Illegal, Ms
from freehold.server.match.keeping import Keeper
from freehold.server.rooms.addresses import Addresses
from freehold.server.rooms.filters import Filters
from freehold.server.rooms.reports import Reports
from freehold.server.rooms.sanctions import (
    ADDRESS_BANS,
    BANS,
    MUTES,
    Sanction,
    Sanctions,
    day_and_time,
)
from freehold.server.settings import Settings

MODERATORS = "moderator"
DAY_MS = 86_400_000


class Moderator(Struct, frozen=True):
    """A guest whom the operator has made a moderator."""

    guest: str
    name: str
    """What they were called then, or what the operator calls them."""
    since: int


class Times(Protocol):
    """The server's clocks."""

    def now(self) -> Ms: ...
    def wall(self) -> int: ...
    def calendar(self) -> int:
        """The moment by which ages are counted."""


class Conduct:
    """Everything about behaviour that one server knows."""

    def __init__(
        self,
        keeper: Keeper,
        settings: Settings,
        times: Times,
    ) -> None:
        self._keeper, self._settings = keeper, settings
        self.bans = Sanctions(BANS, keeper, lambda: times.wall())
        self.mutes = Sanctions(MUTES, keeper, lambda: times.wall())
        self.address_bans = Sanctions(ADDRESS_BANS, keeper, lambda: times.wall())
        self.filters = Filters(keeper)
        self.addresses = Addresses(
            keeper, lambda: times.calendar(), settings.address_keep_days * DAY_MS
        )
        self.reports = Reports(keeper, settings, lambda: times.now())
        self.moderators: dict[str, Moderator] = {}

    async def open(self) -> None:
        for part in (self.bans, self.mutes, self.address_bans, self.filters):
            await part.open()
        await self.addresses.open()
        await self.reports.open()
        decoder = msgspec.msgpack.Decoder(Moderator)
        kept = await self._keeper.ask(lambda store: store.all(MODERATORS))
        self.moderators = {guest: decoder.decode(data) for guest, data in kept}

    # Permissions

    def need_welcome(self, guest: str, address: str = "") -> None:
        """Illegal if this guest, or everybody from this address, is banned."""
        if found := self.bans.find(guest):
            raise self._refusal("banned", found)
        if address and self.address_bans:
            for key in self.addresses.keys_of(address):
                if found := self.address_bans.find(key):
                    raise self._refusal("address_banned", found)

    def _refusal(self, code: str, sanction: Sanction) -> Illegal:
        """Until when, and how to object if the operator has said how."""
        facts = {}
        if sanction.until:
            code, facts["until"] = code + "_until", day_and_time(sanction.until)
        if self._settings.contact:
            code, facts["contact"] = code + "_contact", self._settings.contact
        return Illegal(code, **facts)

    def need_may_say(self, guest: str, text: str) -> None:
        if found := self.mutes.find(guest):
            raise Illegal("muted_until", until=day_and_time(found.until))
        self.filters.need_chat(text)

    # Moderators

    async def appoint(self, moderator: Moderator) -> None:
        data = msgspec.msgpack.encode(moderator)
        await self._keeper.change(lambda store: store.put(MODERATORS, moderator.guest, data))
        self.moderators[moderator.guest] = moderator

    async def dismiss(self, guest: str) -> None:
        if guest not in self.moderators:
            raise Illegal("no_such_moderator")
        await self._keeper.change(lambda store: store.drop(MODERATORS, guest))
        self.moderators.pop(guest, None)

    async def forget(self, guest: str) -> None:
        """The store has forgotten them."""
        for part in (self.bans, self.mutes, self.address_bans):
            part.forget(guest)
        self.moderators.pop(guest, None)
        self.addresses.forget(guest)
        await self.reports.open()

    # What is kept

    async def sweep(self, today: int) -> None:
        """Forget what has been kept long enough."""
        for part in (self.bans, self.mutes, self.address_bans):
            await part.forget_ended()
        await self.addresses.forget_old(self.address_bans.all())
        if self._settings.report_keep_days:
            await self.reports.forget_old(today - self._settings.report_keep_days * DAY_MS)
