"""What moderators can do, over HTTP at /api/moderation; the operator can do the same at /api/admin.

Rules about this file:
1. A moderator is a guest whom the operator has appointed, known by the cookie. Nothing here is of
   use for anything but moderation: no board, no secret, no backup, no code of a private room.
2. Whatever is done is committed before it is told, and leaves a line in the log: who, what, to
   whom and why. So does reading a room's chat.
3. A moderator's bans and mutes end; only the operator bans for good, and only the operator acts
   against moderators.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from aiohttp import web
from msgspec import Struct

from freehold.cluster.links import Regulated
from freehold.game import Illegal
from freehold.server.http.calls import At, Call, Run, at_node, tell_all
from freehold.server.http.problems import answer
from freehold.server.hub import Hub
from freehold.server.rooms.chat import ChatLine
from freehold.server.rooms.guests import clean_line
from freehold.server.rooms.openrooms import OpenRoom
from freehold.server.rooms.reports import PlayerReport
from freehold.server.rooms.sanctions import OPERATOR, Sanction, Sanctions, day_and_time

LOG = logging.getLogger("freehold.moderation")
PREFIX = "/api/moderation"
LONGEST_REASON = 500
HOUR_MS = 3_600_000


class PlayerSeen(Struct, frozen=True):
    name: str
    guest: str
    """The id to ban them by; nothing for a bot."""
    bot: str
    is_there: bool


class RoomSeen(Struct, frozen=True):
    """A room as the operator's list shows it, and the moderators', without its code."""

    room: str
    code: str
    game: str
    phase: str
    match: str
    players: tuple[PlayerSeen, ...]
    watchers: int
    created_at: int
    trouble: str
    is_public: bool = False
    is_standing: bool = False
    lines: int = 0
    """How many lines of chat are kept."""


class RoomChat(Struct, frozen=True):
    """What was said in a room."""

    room: str
    game: str
    phase: str
    players: tuple[PlayerSeen, ...]
    lines: tuple[ChatLine, ...]


class Reason(Struct, frozen=True, forbid_unknown_fields=True):
    reason: str = ""


class Against(Struct, frozen=True, forbid_unknown_fields=True):
    """A ban or a mute that somebody wishes for."""

    guest: str
    reason: str = ""
    hours: int = 0
    """0 means for good, which only the operator may."""
    address: bool = False
    """Of a ban: everybody who comes from where this guest came from last."""


class SanctionSeen(Struct, frozen=True):
    """One that holds."""

    kind: str
    """`ban`, `address` or `mute`."""
    key: str
    """The guest's id; of an address the hash."""
    guest: str
    reason: str
    until: int
    by: str
    at: int


class Heard(Struct, frozen=True):
    """How many people something reached."""

    connections: int


# Looking


def see_room(opened: OpenRoom) -> RoomSeen:
    room, now = opened.room, opened.now()
    return RoomSeen(
        room.id,
        room.code,
        room.game,
        room.phase,
        room.match,
        see_players(opened),
        now.watchers,
        room.created_at,
        opened.trouble,
        room.is_public,
        room.is_standing,
        len(opened.chat.lines),
    )


def see_players(opened: OpenRoom) -> tuple[PlayerSeen, ...]:
    return tuple(
        PlayerSeen(chair.name, chair.guest, chair.bot, seat.present)
        for chair, seat in zip(opened.room.chairs, opened.now().seats, strict=True)
        if not chair.is_free
    )


async def list_rooms(call: Call, by: str) -> list[RoomSeen]:
    """The newest first. The code of a private room is a way in, and not a moderator's to have."""
    opened = sorted(call.hub.rooms.values(), key=lambda each: -each.room.created_at)
    return [msgspec.structs.replace(see_room(each), code="") for each in opened]


async def list_reports(call: Call, by: str) -> list[PlayerReport]:
    return await call.hub.conduct.reports.all()


async def read_chat(call: Call, by: str) -> RoomChat:
    opened = call.hub.find_room(call.words["room"])
    await opened.read_chat()
    _log(by, "read a room's chat", room=opened.room.id)
    room = opened.room
    players = see_players(opened)
    return RoomChat(room.id, room.game, room.phase, players, tuple(opened.chat.lines))


async def list_sanctions(call: Call, by: str) -> list[SanctionSeen]:
    """Bans and mutes, the newest first."""
    conduct = call.hub.conduct
    kinds = {"ban": conduct.bans, "address": conduct.address_bans, "mute": conduct.mutes}
    found = [
        SanctionSeen(kind, key, each.guest or key, each.reason, each.until, each.by, each.at)
        for kind, sanctions in kinds.items()
        for key, each in sanctions.all().items()
    ]
    return sorted(found, key=lambda each: (-each.at, each.kind, each.key))


# Doing


async def close_report(call: Call, by: str) -> PlayerReport:
    """Looked at; the reason says what was done about it."""
    reason = _reason((await call.body(Reason)).reason, by)
    closed = await call.hub.conduct.reports.close(call.words["report"], by, reason)
    tell_all(call, Regulated())
    _log(by, "closed a report", guest=closed.about, room=closed.room, reason=reason)
    return closed


async def close_room(call: Call, by: str) -> Heard:
    """A room in which no match runs. What it has played stays."""
    reason = _reason((await call.body(Reason)).reason, by)
    opened = call.hub.find_room(call.words["room"])
    if opened.room.is_standing:
        raise Illegal("standing_room")
    if opened.room.phase == "playing":
        raise Illegal("room_playing")
    heard = Heard(len(opened.connections))
    await call.hub.close_room(opened, "closed_by_moderator")
    _log(by, "closed a room", room=opened.room.id, reason=reason)
    return heard


async def ban(call: Call, by: str) -> Heard:
    """From now on this guest is refused everywhere; whatever they have open is closed."""
    wished, hub = await call.body(Against), call.hub
    sanction = await _sanction(call, by, wished)
    if wished.address:
        key = await hub.conduct.addresses.find(wished.guest)
        if not key:
            raise Illegal("no_address")
        longest = hub.wall() + hub.settings.address_keep_days * 24 * HOUR_MS
        until = min(sanction.until or longest, longest)
        await hub.conduct.address_bans.put(
            key, msgspec.structs.replace(sanction, until=until, guest=wished.guest)
        )
        _log(by, "banned an address", guest=wished.guest, reason=sanction.reason, until=until)
    await hub.conduct.bans.put(wished.guest, sanction)
    _log(by, "banned a guest", guest=wished.guest, reason=sanction.reason, until=sanction.until)
    tell_all(call, Regulated())
    return Heard(hub.shut_out())


async def mute(call: Call, by: str) -> Heard:
    """From now on nobody hears this guest, in any room."""
    wished, hub = await call.body(Against), call.hub
    if not wished.hours:
        raise _bad_hours(hub, by)
    sanction = await _sanction(call, by, wished)
    await hub.conduct.mutes.put(wished.guest, sanction)
    tell_all(call, Regulated())
    _log(by, "muted a guest", guest=wished.guest, reason=sanction.reason, until=sanction.until)
    return Heard(sum(each.guest == wished.guest for each in hub.connections.values()))


async def _sanction(call: Call, by: str, wished: Against) -> Sanction:
    hub = call.hub
    reason = _reason(wished.reason, by)
    if by != OPERATOR and wished.guest in hub.conduct.moderators:
        raise Illegal("moderates_here")
    if not 0 <= wished.hours <= _most_hours(hub, by) or (by != OPERATOR and not wished.hours):
        raise _bad_hours(hub, by)
    if not await is_known(hub, wished.guest):
        raise Illegal("no_such_guest")
    until = hub.wall() + wished.hours * HOUR_MS if wished.hours else 0
    return Sanction(reason, until, by, hub.wall())


def _most_hours(hub: Hub, by: str) -> int:
    days = 3_650 if by == OPERATOR else hub.settings.max_moderator_ban_days
    return days * 24


def _bad_hours(hub: Hub, by: str) -> Illegal:
    return Illegal("bad_hours", most=_most_hours(hub, by))


async def is_known(hub: Hub, guest: str) -> bool:
    """Is it somebody's id? A mistyped one would ban nobody, and say that it did."""
    seated = {chair.guest for opened in hub.rooms.values() for chair in opened.room.chairs}
    connected = {each.guest for each in hub.connections.values()}
    if guest in (seated | connected | set(hub.conduct.bans.all())) - {""}:
        return True
    return await hub.guests.knows(guest)


async def lift_ban(call: Call, by: str) -> Heard:
    return await _lift(call, by, call.hub.conduct.bans, "lifted a ban")


async def lift_address_ban(call: Call, by: str) -> Heard:
    return await _lift(call, by, call.hub.conduct.address_bans, "lifted the ban of an address")


async def lift_mute(call: Call, by: str) -> Heard:
    return await _lift(call, by, call.hub.conduct.mutes, "lifted a mute")


async def _lift(call: Call, by: str, sanctions: Sanctions, what: str) -> Heard:
    key = call.words["key"]
    found = sanctions.find(key)
    if found is None:
        raise Illegal("not_banned")
    await sanctions.lift(key)
    tell_all(call, Regulated())
    _log(by, what, guest=found.guest or key)
    return Heard(0)


def _reason(text: str, by: str) -> str:
    """A moderator has to give one; the operator answers to nobody."""
    reason = clean_line(text)
    if len(reason) > LONGEST_REASON:
        raise Illegal("said_too_long", most=LONGEST_REASON)
    if not reason and by != OPERATOR:
        raise Illegal("no_reason")
    return reason


def _log(by: str, what: str, until: int = 0, **facts: Any) -> None:
    """Who, what, to whom and why; the log itself says when."""
    if by != OPERATOR:
        facts["by"] = by
    if until:
        facts["until"] = day_and_time(until)
    LOG.info("%s %s", OPERATOR if by == OPERATOR else "moderator", what, extra=facts)


Moderate = Callable[[Call, str], Awaitable[Any]]
ROUTES: tuple[tuple[str, str, Moderate, At], ...] = (
    ("GET", "/reports", list_reports, "here"),
    ("POST", "/reports/{report}/close", close_report, "here"),
    ("GET", "/rooms/{room}/chat", read_chat, "room"),
    ("POST", "/rooms/{room}/close", close_room, "room"),
    ("GET", "/bans", list_sanctions, "here"),
    ("POST", "/bans", ban, "here"),
    ("DELETE", "/bans/{key}", lift_ban, "here"),
    ("DELETE", "/address-bans/{key}", lift_address_ban, "here"),
    ("POST", "/mutes", mute, "here"),
    ("DELETE", "/mutes/{key}", lift_mute, "here"),
)
OWN_ROUTES: tuple[tuple[str, str, Moderate, At], ...] = (
    ("GET", "/rooms", list_rooms, "all"),
    *ROUTES,
)
"""The moderators'; the operator has another list of rooms."""


def add_moderation(app: web.Application) -> None:
    for method, path, run, at in OWN_ROUTES:
        app.router.add_route(method, PREFIX + path, _guarded(PREFIX + path, run, at))


def as_moderator(run: Moderate) -> Run:
    """For guests who are moderators, at whatever node of a site."""

    async def moderate(call: Call) -> Any:
        return await run(call, await _need_moderator(call))

    return moderate


async def _need_moderator(call: Call) -> str:
    guest = await call.known()
    if guest is None or guest.id not in call.hub.conduct.moderators:
        raise Illegal("not_a_moderator")
    return guest.id


def _guarded(
    path: str, run: Moderate, at: At
) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    ask = at_node(path, as_moderator(run), at)

    async def respond(request: web.Request) -> web.StreamResponse:
        call = Call(request)
        await _need_moderator(call)  # before any other node is asked
        found = await ask(call)
        return found if isinstance(found, web.StreamResponse) else answer(found)

    return respond
