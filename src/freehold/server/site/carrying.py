"""Calls of the API for rooms that another node has: carried there as a question, and answered.

The node that was called knows who calls, and from where; the other one believes it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

import msgspec
from aiohttp import web
from msgspec import Struct

from freehold.cluster.bus import BusDown
from freehold.game import Illegal
from freehold.server.http import admin, api, moderation
from freehold.server.http.api import Quick, Route, run_route, wants_world
from freehold.server.http.calls import At, Call
from freehold.server.http.problems import answer, problem
from freehold.server.match import records
from freehold.server.rooms.guests import Guest
from freehold.server.site.node import OwnNode
from freehold.server.upkeep import guestdata
from freehold.server.upkeep.guestdata import Forgotten

LOG = logging.getLogger("freehold.node")
T = TypeVar("T")
PATIENCE_S = 5.0
FORGET_S = 15.0
"""Of a player who is deleted a match may have to end first."""
OK = 200
LIST_S = 0.5
"""A list does not wait longer for a node that stands still."""
MOST_LISTED = 100


class CallAsked(Struct, frozen=True, array_like=True):
    """A call, as it is carried."""

    method: str
    path: str
    words: dict[str, str]
    query: dict[str, str]
    body: bytes
    guest: Guest | None
    address: str
    is_limited: bool


class CallAnswered(Struct, frozen=True, array_like=True):
    status: int
    body: bytes
    retry: str = ""


class CarriedCall(Call):
    """A call that another node has carried here."""

    def __init__(self, node: OwnNode, asked: CallAsked) -> None:
        self.hub = node.hub
        self.words, self.query = asked.words, asked.query
        self.address, self.is_limited = asked.address, asked.is_limited
        self.new_cookie = ""
        self._asked = asked

    async def body(self, kind: type[T]) -> T:
        try:
            return msgspec.json.decode(self._asked.body, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Illegal("malformed", reason=str(error)) from None

    @property
    def cookie(self) -> str:
        return ""

    async def known(self) -> Guest | None:
        return self._asked.guest

    async def guest(self) -> Guest:
        if self._asked.guest is None:
            raise Illegal("not_seated")
        return self._asked.guest


FORGET = "/rooms/{room}/forget/{id}/{instead}"
"""Only between nodes."""


async def forget_in_room(call: Call) -> Forgotten:
    return await guestdata.forget_in_room(call.hub, **call.words)


Answer = Callable[[Call], Awaitable[web.StreamResponse]]


def _routes() -> dict[tuple[str, str], Answer]:
    """What can be carried, by method and path."""
    found: dict[tuple[str, str], Answer] = {}
    routes = [*api.ROUTES, Route("POST", FORGET, "", forget_in_room, at="room")]
    for method, path, run, at in admin.ROUTES:
        routes.append(Route(method, admin.PREFIX + path, "", run, at=at))
    for method, path, moderate, at in moderation.OWN_ROUTES:
        run = moderation.as_moderator(moderate)
        routes.append(Route(method, moderation.PREFIX + path, "", run, at=at))
    for route in routes:
        if route.at != "here":
            found[route.method, route.path] = partial(run_route, route)
    return found


class Carrying:
    """The calls of one node to others, and theirs to it."""

    def __init__(self, node: OwnNode) -> None:
        self._node = node
        self._routes = _routes()

    async def respond(self, at: At, path: str, call: Call) -> web.Response | None:
        if at == "all":
            return await self._gather(path, call)
        if at == "new":
            return await self._at_least_loaded(path, call)
        room = await self._room_of(at, call)
        if at == "quick" and not room:
            if await self._wants_world(call):
                return None  # the site's own world, which there is not yet
            return await self._at_least_loaded(path, call)
        owned = await self._node.settle(room) if room else None
        if owned is None:
            return None
        try:
            return await self._carry(owned.owner, path, call)
        except BusDown:
            raise Illegal("elsewhere") from None

    async def _room_of(self, at: At, call: Call) -> str:
        """The room that a call is about; nothing if there is none."""
        look = self._node.look
        if at == "room":
            return call.words["room"]
        if at == "code":
            code = call.words["code"].strip().upper()
            return await look(lambda directory: directory.find_code(code)) or ""
        if at == "match":
            match = call.words["match"]
            played = await call.hub.keeper.ask(partial(records.read_played, match=match))
            return played.room if played else ""
        if await self._wants_world(call):
            game = (await call.body(Quick)).game
            return await look(lambda directory: directory.find_standing(game)) or ""
        return ""

    async def _wants_world(self, call: Call) -> bool:
        """Is it about the site's own world of a game?"""
        wished = await call.body(Quick)
        return wants_world(call.hub.find_game_or_refuse(wished.game), wished)

    async def _at_least_loaded(self, path: str, call: Call) -> web.Response | None:
        """Something new: at the node that has least to do, or here if that does not answer."""
        node = self._node.least_loaded()
        if node == self._node.id:
            return None
        try:
            return await self._carry(node, path, call)
        except BusDown as error:
            LOG.warning("a new room is made here", extra={"reason": str(error)})
            return None

    async def _carry(
        self, node: str, path: str, call: Call, patience_s: float = PATIENCE_S
    ) -> web.Response:
        answered = await self._ask(node, await self._describe(path, call), patience_s)
        response = web.Response(
            body=answered.body, status=answered.status, content_type="application/json"
        )
        if answered.retry:
            response.headers["Retry-After"] = answered.retry
        return response

    async def _ask(self, node: str, asked: CallAsked, patience_s: float) -> CallAnswered:
        data = await self._node.bus.ask(node, msgspec.msgpack.encode(asked), patience_s)
        return msgspec.msgpack.decode(data, type=CallAnswered)

    async def forget_in_room(self, room: str, guest: str, instead: str) -> Forgotten | None:
        """By the node that has the room; Illegal if it does not say that it is done."""
        owned = await self._node.settle(room)
        if owned is None:
            return None
        words = {"room": room, "id": guest, "instead": instead}
        asked = CallAsked("POST", FORGET, words, {}, b"", None, "", False)
        try:
            answered = await self._ask(owned.owner, asked, FORGET_S)
        except BusDown:
            raise Illegal("elsewhere") from None
        if answered.status != OK:
            raise Illegal("elsewhere")
        return msgspec.json.decode(answered.body, type=Forgotten)

    async def _describe(self, path: str, call: Call) -> CallAsked:
        """Those who change something are somebody: a new guest gets the cookie here."""
        is_change = call.request.method != "GET"
        is_admin = path.startswith(admin.PREFIX)
        body = msgspec.json.encode(await call.body(Any)) if is_change else b""
        guest = None
        if not is_admin:
            guest = await call.guest() if is_change else await call.known()
        return CallAsked(
            call.request.method,
            path,
            dict(call.words),
            dict(call.query),
            body,
            guest,
            call.address,
            call.is_limited,
        )

    async def _gather(self, path: str, call: Call) -> web.Response:
        """The lists of all nodes as one, the newest first."""
        others = [node.id for node in self._node.nodes if node.id != self._node.id]
        run = self._routes[call.request.method, path]
        here = run(call)
        there = [self._carry(node, path, call, LIST_S) for node in others]
        found = await asyncio.gather(here, *there, return_exceptions=True)
        if isinstance(found[0], BaseException):
            raise found[0]
        listed: list[dict[str, Any]] = []
        for each in found:
            if isinstance(each, web.Response) and each.status == OK:
                listed += msgspec.json.decode(each.body)  # type: ignore[arg-type]
            elif isinstance(each, BaseException) and not isinstance(each, BusDown):
                raise each
        listed.sort(key=lambda each: -each["created_at"])
        is_whole = path.startswith((admin.PREFIX, moderation.PREFIX))
        most = None if is_whole else MOST_LISTED
        return answer(listed[:most])

    async def answer(self, data: bytes) -> bytes:
        """To a question of another node."""
        asked = msgspec.msgpack.decode(data, type=CallAsked)
        call = CarriedCall(self._node, asked)
        try:
            response = await self._routes[asked.method, asked.path](call)
        except Illegal as refusal:
            response = problem(refusal.code, refusal.facts)
        except Exception:
            LOG.exception("a carried call failed")
            response = problem("broken")
        body = response.body if isinstance(response, web.Response) else b""
        retry = response.headers.get("Retry-After", "")
        assert isinstance(body, bytes)
        return msgspec.msgpack.encode(CallAnswered(response.status, body, retry))
