"""One request to the API: who calls, and what they send."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal, Protocol, TypeVar

import msgspec
from aiohttp import web

from freehold.game import Illegal
from freehold.server.http.origins import address_of, is_free
from freehold.server.hub import Hub
from freehold.server.limits import Window
from freehold.server.rooms.guests import COOKIE, Guest
from freehold.server.upkeep.guestdata import Forgotten

HUB: web.AppKey[Hub] = web.AppKey("hub", Hub)
At = Literal["here", "room", "code", "match", "new", "quick", "all"]
"""Which node of a site answers a call: any; the one that has the room of that id, of that code, or
of that match; one for a new room, or for the site's own world; all of them, one after the other."""
YEAR_S = 365 * 86_400
T = TypeVar("T")


class Call:
    """One request: who calls, what they send, and the cookie they get."""

    def __init__(self, request: web.Request) -> None:
        self.request = request
        self.words: Mapping[str, str] = request.match_info
        """Those of its path that the route leaves open."""
        self.query: Mapping[str, str] = request.query
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


class Site(Protocol):
    """The other nodes of the site that this server is one of, as the API knows them."""

    async def respond(self, at: At, path: str, call: Call) -> web.Response | None:
        """The answer of another node, or of all; None if this one is to answer."""

    def tell_all(self, news: Any, /) -> None:
        """To the other nodes."""

    async def forget_in_room(self, room: str, guest: str, instead: str, /) -> Forgotten | None:
        """Have the node that has a room forget a guest there; None if this one is to."""


SITE: web.AppKey[Site] = web.AppKey("site", Site)
"""It is there only if there is more than one node."""
Run = Callable[[Call], Awaitable[Any]]


def at_node(path: str, run: Run, at: At) -> Run:
    """Have it done by the node of a site that can."""

    async def ask(call: Call) -> Any:
        site = call.request.app.get(SITE)
        found = None
        if site is not None and at != "here":
            found = await site.respond(at, path, call)
        return await run(call) if found is None else found

    return ask


def tell_all(call: Call, news: Any) -> None:
    """To the other nodes, if there are any."""
    if site := call.request.app.get(SITE):
        site.tell_all(news)
