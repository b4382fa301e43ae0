"""One request to the API: who calls, what they send, how they are answered or refused."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from aiohttp import web
from msgspec import Struct

from freehold.game import Illegal
from freehold.server.doors import HUB
from freehold.server.guests import COOKIE, Guest
from freehold.server.hub import Hub
from freehold.server.limits import Window
from freehold.server.origins import address_of, is_free
from freehold.server.texts import say

YEAR_S = 365 * 86_400
T = TypeVar("T")


class Problem(Struct, frozen=True):
    """What every refusal looks like."""

    code: str
    text: str
    facts: dict[str, Any] = {}


STATUS = {
    "no_such_room": 404,
    "no_such_game": 404,
    "no_such_match": 404,
    "not_found": 404,
    "wrong_method": 405,
    "wrong_origin": 403,
    "wrong_host": 421,
    "not_yours": 403,
    "banned": 403,
    "not_local": 403,
    "not_the_operator": 401,
    "no_such_guest": 404,
    "no_data_file": 409,
    "no_watching": 403,
    "not_seated": 403,
    "too_many_rooms": 429,
    "too_many_guests": 429,
    "too_many_replays": 429,
    "replay_busy": 503,
    "record_too_long": 413,
    "record_too_big": 413,
    "film_too_long": 413,
    "no_such_segment": 404,
    "no_maps": 404,
    "map_too_long": 413,
    "too_many_maps": 429,
    "sandbox": 403,
    "too_many_tries": 429,
    "too_many_connections": 429,
    "server_full": 503,
    "stopping": 503,
    "disk": 503,
    "damaged": 410,
    "damaged_room": 410,
    "full": 409,
    "world_full": 409,
    "round_full": 409,
    "too_many_newcomers": 429,
    "taken": 409,
    "not_gathering": 409,
    "not_finished": 409,
    "not_json": 415,
    "broken": 500,
}


def problem(code: str, facts: dict[str, Any] | None = None) -> web.Response:
    body = Problem(code, say(code, facts), facts or {})
    return answer(body, STATUS.get(code, 400))


def answer(body: Any, status: int = 200) -> web.Response:
    return web.Response(
        body=msgspec.json.encode(body), status=status, content_type="application/json"
    )


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
            return msgspec.json.decode(await self.request.read(), type=kind)
        except (msgspec.DecodeError, RecursionError) as error:
            raise Illegal("malformed", reason=str(error)) from None

    @property
    def cookie(self) -> str:
        return self.new_cookie or self.request.cookies.get(COOKIE, "")

    async def known(self) -> Guest | None:
        """The guest, if the cookie is anybody's."""
        return await self.hub.guests.find(self.cookie) if self.cookie else None

    async def guest(self) -> Guest:
        """The guest, or a new one."""
        guest = await self.known()
        if guest is None:
            if self.is_limited and not self.hub.new_guests.take(self.address, self.hub.now()):
                raise Illegal("too_many_guests")
            self.new_cookie, guest = await self.hub.guests.add()
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
