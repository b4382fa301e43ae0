"""What an operator can do to a running server, over HTTP at /api/admin.

Rules about this file:
1. Every request shows the host's secret, which is kept as a hash and compared in constant time;
   and it comes from this machine, unless `remote_admin` says otherwise.
2. An operator sees what the public may see, and no more: of a running match the public view.
3. What an operator changes is committed before it is told, and leaves a line in the log.
"""

from __future__ import annotations

import asyncio
import logging
import os
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from aiohttp import web
from msgspec import Struct

from freehold.cluster.links import Announced, Banned, Lifted, News
from freehold.game import PUBLIC, Illegal, Ms, Outcome
from freehold.kernel.pictures import draw_text
from freehold.match.patches import Frame
from freehold.protocol.packets import Packet
from freehold.server.http.calls import SITE, At, Call
from freehold.server.http.origins import is_local
from freehold.server.http.problems import answer
from freehold.server.hub import Hub
from freehold.server.limits import Window
from freehold.server.match import records
from freehold.server.match.playing import Attached, Playing
from freehold.server.match.records import Quarantined
from freehold.server.rooms import roomrecords
from freehold.server.rooms.guests import clean_line, is_same
from freehold.server.rooms.openrooms import OpenRoom
from freehold.server.upkeep.scrubbing import Scrubbed
from freehold.store import SqliteStore

LOG = logging.getLogger("freehold.admin")
PREFIX = "/api/admin"
LINES_PER_MINUTE = 60
"""About requests without the secret."""
LONGEST_WORDS = 500
PATIENCE_S = 5.0
"""Time for the first view of a match to arrive."""
CHUNK_BYTES = 262_144


class PlayerSeen(Struct, frozen=True):
    name: str
    guest: str
    """The id to ban them by; nothing for a bot."""
    bot: str
    is_there: bool


class RoomSeen(Struct, frozen=True):
    """A room as the operator's list shows it."""

    room: str
    code: str
    game: str
    phase: str
    match: str
    players: tuple[PlayerSeen, ...]
    watchers: int
    created_at: int
    trouble: str


class MatchSeen(Struct, frozen=True):
    """A match as everybody may see it, drawn."""

    match: str
    game: str
    now: Ms
    names: tuple[str, ...]
    picture: str
    lines: tuple[str, ...]
    outcome: Outcome | None
    trouble: str = ""


class Reason(Struct, frozen=True, forbid_unknown_fields=True):
    reason: str = ""


class Ban(Struct, frozen=True, forbid_unknown_fields=True):
    guest: str
    reason: str = ""


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    text: str


class Heard(Struct, frozen=True):
    """How many people something reached."""

    connections: int


# Looking


async def list_rooms(call: Call) -> list[RoomSeen]:
    opened = sorted(call.hub.rooms.values(), key=lambda each: -each.room.created_at)
    return [_see_room(each) for each in opened]


def _see_room(opened: OpenRoom) -> RoomSeen:
    room, now = opened.room, opened.now()
    players = tuple(
        PlayerSeen(chair.name, chair.guest, chair.bot, seat.present)
        for chair, seat in zip(room.chairs, now.seats, strict=True)
        if not chair.is_free
    )
    return RoomSeen(
        room.id,
        room.code,
        room.game,
        room.phase,
        room.match,
        players,
        now.watchers,
        room.created_at,
        opened.trouble,
    )


class OneLook:
    """Hears the first view of a match like any client: when it is written down."""

    def __init__(self) -> None:
        self.first: asyncio.Future[Frame] = asyncio.get_running_loop().create_future()

    def send(self, *packets: Packet) -> None:
        for packet in packets:
            if isinstance(packet.message, Frame) and not self.first.done():
                self.first.set_result(packet.message)


async def see_match(call: Call) -> MatchSeen:
    opened = _find_match(call)
    await opened.wake()
    if opened.playing is None or opened.playing.live is None:
        raise Illegal(opened.trouble or "not_playing", reason="see the list")
    return await _look_once(call.hub, opened, opened.playing)


async def _look_once(hub: Hub, opened: OpenRoom, playing: Playing) -> MatchSeen:
    watcher, conn = OneLook(), next(hub.conns)
    playing.attach(conn, Attached(watcher, PUBLIC))
    try:
        async with asyncio.timeout(PATIENCE_S):
            frame = await watcher.first
    except TimeoutError:
        raise Illegal("disk") from None
    finally:
        playing.detach(conn)
    assert frame.view is not None
    assert frame.table is not None
    game, view = playing.game, frame.view
    names = tuple(chair.name for chair in opened.room.chairs)
    return MatchSeen(
        playing.id,
        game.name,
        frame.now,
        names,
        draw_text(game.tiles(view), view.rect.width, view.rect.x, view.rect.y),
        tuple(game.describe(view, names)),
        frame.table.outcome,
        opened.trouble,
    )


def _find_match(call: Call) -> OpenRoom:
    match = call.words["match"]
    for opened in call.hub.rooms.values():
        if opened.room.match == match:
            return opened
    raise Illegal("no_such_match")


# Doing


async def end_match(call: Call) -> Heard:
    """A running match is put aside with the reason, and its room is closed."""
    opened, wished = _find_match(call), await call.body(Reason)
    if opened.room.phase != "playing":
        raise Illegal("not_playing")
    hub, match = call.hub, opened.room.match
    wall, aged_from = hub.wall(), hub.calendar()
    reason = f"ended by the operator: {_words(wished.reason) or 'no reason given'}"
    heard = Heard(len(opened.connections))
    await opened.keeper.change(lambda store: records.park(store, match, wall, reason, aged_from))
    await hub.close_room(opened, "ended_by_operator")
    LOG.info("operator ended a match", extra={"match": match, "reason": reason})
    return heard


async def list_bans(call: Call) -> list[Ban]:
    return [Ban(guest, reason) for guest, reason in sorted(call.hub.guests.banned.items())]


async def ban(call: Call) -> Heard:
    """From now on this guest is refused everywhere; whatever they have open is closed."""
    wished, hub = await call.body(Ban), call.hub
    if not await _is_known(hub, wished.guest):
        raise Illegal("no_such_guest")
    reason = _words(wished.reason)
    await hub.keeper.change(lambda store: roomrecords.put_ban(store, wished.guest, reason))
    heard = hub.shut_out(wished.guest, reason)
    _tell_all(call, Banned(wished.guest, reason))
    LOG.info("operator banned a guest", extra={"guest": wished.guest, "reason": reason})
    return Heard(heard)


def _tell_all(call: Call, news: News) -> None:
    """To the other nodes of a site."""
    if site := call.request.app.get(SITE):
        site.tell_all(news)


async def _is_known(hub: Hub, guest: str) -> bool:
    """Is it somebody's id? A mistyped one would ban nobody, and say that it did."""
    seated = {chair.guest for opened in hub.rooms.values() for chair in opened.room.chairs}
    connected = {each.guest for each in hub.connections.values()}
    if guest in (seated | connected | set(hub.guests.banned)) - {""}:
        return True
    return await hub.guests.knows(guest)


async def lift_ban(call: Call) -> Heard:
    guest, hub = call.words["guest"], call.hub
    if guest not in hub.guests.banned:
        raise Illegal("no_such_guest")
    await hub.keeper.change(lambda store: roomrecords.drop_ban(store, guest))
    hub.guests.banned.pop(guest, None)
    _tell_all(call, Lifted(guest))
    LOG.info("operator lifted a ban", extra={"guest": guest})
    return Heard(0)


async def announce(call: Call) -> Heard:
    """A word to everybody who is connected."""
    text = _words((await call.body(Words)).text)
    if not text:
        raise Illegal("malformed", reason="there is nothing to say")
    heard = call.hub.announce(text)
    _tell_all(call, Announced(text))
    LOG.info("operator announced", extra={"reason": text, "connections": heard})
    return Heard(heard)


def _words(text: str) -> str:
    words = clean_line(text)
    if len(words) > LONGEST_WORDS:
        raise Illegal("said_too_long", most=LONGEST_WORDS)
    return words


async def back_up(call: Call) -> web.StreamResponse:
    """A consistent copy of the data file, made while play goes on."""
    if call.hub.settings.store:
        raise Illegal("kept_in_postgres")
    store = call.hub.keeper.store
    if not isinstance(store, SqliteStore):
        raise Illegal("no_data_file")
    # Readable by the owner only, and beside the data file: elsewhere may be little room.
    handle, name = tempfile.mkstemp(prefix="freehold-backup-", dir=store.path.parent)
    os.close(handle)
    path = Path(name)
    try:
        await asyncio.to_thread(store.backup, path)
        LOG.info("operator took a backup", extra={"bytes": path.stat().st_size})
        return await _send_file(call.request, path)
    finally:
        path.unlink(missing_ok=True)


async def _send_file(request: web.Request, path: Path) -> web.StreamResponse:
    response = web.StreamResponse(headers={"Content-Type": "application/vnd.sqlite3"})
    response.content_length = path.stat().st_size
    await response.prepare(request)
    with path.open("rb") as file:
        while chunk := await asyncio.to_thread(file.read, CHUNK_BYTES):
            await response.write(chunk)
    await response.write_eof()
    return response


async def list_quarantined(call: Call) -> list[Quarantined]:
    return await call.hub.keeper.ask(records.read_quarantined)


async def scrub(call: Call) -> Scrubbed:
    """Checks everything stored now, and says what is damaged."""
    LOG.info("operator has everything stored checked")
    return await call.hub.scrubbing.scrub()


Run = Callable[[Call], Awaitable[Any]]
ROUTES: tuple[tuple[str, str, Run, At], ...] = (
    ("GET", "/rooms", list_rooms, "all"),
    ("GET", "/matches/{match}", see_match, "match"),
    ("POST", "/matches/{match}/end", end_match, "match"),
    ("GET", "/bans", list_bans, "here"),
    ("POST", "/bans", ban, "here"),
    ("DELETE", "/bans/{guest}", lift_ban, "here"),
    ("POST", "/announce", announce, "here"),
    ("GET", "/backup", back_up, "here"),
    ("GET", "/quarantined", list_quarantined, "here"),
    ("POST", "/scrub", scrub, "here"),
)


def add_admin(app: web.Application, hub: Hub, secret_hash: str) -> None:
    """Give the application the operator's routes. Without a secret's hash nobody gets in."""
    refused = Window(LINES_PER_MINUTE)
    for method, path, run, at in ROUTES:
        guarded = _guarded(hub, secret_hash, _answered(PREFIX + path, run, at), refused)
        app.router.add_route(method, PREFIX + path, guarded)


def _answered(path: str, run: Run, at: At) -> Run:
    """By the node of a site that can."""

    async def ask(call: Call) -> Any:
        site = call.request.app.get(SITE)
        found = None
        if site is not None and at != "here":
            found = await site.respond(at, path, call)
        return await run(call) if found is None else found

    return ask


def _guarded(
    hub: Hub, secret_hash: str, run: Run, refused: Window
) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    async def respond(request: web.Request) -> web.StreamResponse:
        if not (hub.settings.remote_admin or is_local(request)):
            raise Illegal("not_local")
        scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
        if not secret_hash or scheme != "Bearer" or not is_same(secret_hash, secret):
            if refused.take("", hub.now()):
                LOG.warning("admin request without the secret", extra={"method": request.method})
            raise Illegal("not_the_operator")
        found = await run(Call(request))
        return found if isinstance(found, web.StreamResponse) else answer(found)

    return respond
