"""One request to the API: who calls, and what they send."""

from __future__ import annotations

import asyncio
from typing import TypeVar

import msgspec
from aiohttp import web

from freehold.game import Illegal
from freehold.server.http.origins import address_of, is_free
from freehold.server.hub import Hub
from freehold.server.limits import Window
from freehold.server.rooms.guests import COOKIE, Guest

HUB: web.AppKey[Hub] = web.AppKey("hub", Hub)
YEAR_S = 365 * 86_400
T = TypeVar("T")


class Call:
    """One request: who calls, what they send, and the cookie they get."""

    def __init__(self, request: web.Request) -> None:
        self.request = request
        self.hub: Hub = request.app[HUB]
        self.address = address_of(request, self.hub.settings)
        self.is_limited = not is_free(self.address, self.hub.settings)
        self.new_cookie = ""

    async def body(self, kind: type[T]) -> T:
        if self.request.content_type != "application/json":
            raise Illegal("not_json")
        try:
            async with asyncio.timeout(self.hub.settings.request_body_timeout_ms / 1000):
                data = await self.request.read()
        except TimeoutError:
            raise Illegal("too_slow") from None
        try:
            return msgspec.json.decode(data, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Illegal("malformed", reason=str(error)) from None

    @property
    def cookie(self) -> str:
        return self.new_cookie or self.request.cookies.get(COOKIE, "")

    async def known(self) -> Guest | None:
        """The guest, if the cookie is anybody's. Illegal if they are banned."""
        self.hub.conduct.need_welcome("", self.counted_address)
        guest = await self.hub.guests.find(self.cookie) if self.cookie else None
        if guest is not None:
            self.hub.conduct.addresses.note(guest.id, self.counted_address)
        return guest

    async def guest(self) -> Guest:
        """The guest, or a new one."""
        guest = await self.known()
        if guest is None:
            if self.is_limited and not self.hub.new_guests.take(self.address, self.hub.now()):
                raise Illegal("too_many_guests")
            self.new_cookie, guest = await self.hub.guests.add()
            self.hub.conduct.addresses.note(guest.id, self.counted_address)
        return guest

    @property
    def counted_address(self) -> str:
        """Nothing if it is free of limits."""
        return self.address if self.is_limited else ""

    def count_room(self) -> None:
        if self.is_limited and not self.hub.new_rooms.take(self.address, self.hub.now()):
            raise Illegal("too_many_rooms")

    def count_map(self, what: str, a_minute: int) -> None:
        window = self.hub.new_maps.setdefault(what, Window(a_minute))
        if self.is_limited and not window.take(self.address, self.hub.now()):
            raise Illegal("too_many_maps")

    def count_bad_try(self) -> None:
        self.hub.bad_tokens.take(self.address, self.hub.now())

    def need_tries(self) -> None:
        if self.is_limited and self.hub.bad_tokens.is_spent(self.address, self.hub.now()):
            raise Illegal("too_many_tries")

    def set_cookie(self, response: web.StreamResponse) -> None:
        if self.new_cookie:
            response.set_cookie(
                COOKIE,
                self.new_cookie,
                max_age=YEAR_S,
                httponly=True,
                samesite="Lax",
                secure=self.hub.settings.public_url.startswith("https://"),
            )
