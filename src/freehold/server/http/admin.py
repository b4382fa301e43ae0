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

from aiohttp import web
from msgspec import Struct

from freehold.cluster.links import Announced, Regulated
from freehold.game import PUBLIC, Illegal, Ms, Outcome
from freehold.kernel.pictures import draw_text
from freehold.match.patches import Frame
from freehold.protocol.packets import Packet
from freehold.server.http.calls import At, Call, Run, at_node, tell_all
from freehold.server.http.moderation import ROUTES as MODERATION
from freehold.server.http.moderation import (
    Heard,
    Moderate,
    Reason,
    RoomSeen,
    is_known,
    see_room,
)
from freehold.server.http.origins import is_local
from freehold.server.http.privacy import forget
from freehold.server.http.problems import answer
from freehold.server.hub import Hub
from freehold.server.ladder import ladders
from freehold.server.limits import Window
from freehold.server.match import records
from freehold.server.match.playing import Attached, Playing
from freehold.server.match.records import Quarantined
from freehold.server.rooms import roomrecords
from freehold.server.rooms.conduct import Moderator
from freehold.server.rooms.filters import WordFilter, check_word
from freehold.server.rooms.guests import clean_line, is_same
from freehold.server.rooms.openrooms import OpenRoom
from freehold.server.rooms.sanctions import OPERATOR
from freehold.server.upkeep import guestdata
from freehold.server.upkeep.guestdata import Forgotten, GuestData
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


class Appointment(Struct, frozen=True, forbid_unknown_fields=True):
    guest: str
    name: str = ""


class FilterChanges(Struct, frozen=True, forbid_unknown_fields=True):
    add: list[WordFilter] = []
    remove: list[str] = []


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    text: str


# Looking


async def list_rooms(call: Call) -> list[RoomSeen]:
    opened = sorted(call.hub.rooms.values(), key=lambda each: -each.room.created_at)
    return [see_room(each) for each in opened]


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


async def announce(call: Call) -> Heard:
    """A word to everybody who is connected."""
    text = _words((await call.body(Words)).text)
    if not text:
        raise Illegal("malformed", reason="there is nothing to say")
    heard = call.hub.announce(text)
    tell_all(call, Announced(text))
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


class Rebuilt(Struct, frozen=True):
    results: int


async def rebuild_ladders(call: Call) -> Rebuilt:
    """All ratings again, from the stored results."""
    LOG.info("operator has all ratings computed again")
    needed = call.hub.settings.min_ladder_matches
    return Rebuilt(
        await call.hub.keeper.change(
            lambda store: ladders.rebuild(store, set(roomrecords.guest_ids(store)), needed)
        )
    )


# Moderators and filters


async def list_moderators(call: Call) -> list[Moderator]:
    return list(call.hub.conduct.moderators.values())


async def appoint(call: Call) -> Moderator:
    """From now on this guest is a moderator."""
    wished, hub = await call.body(Appointment), call.hub
    if not await is_known(hub, wished.guest):
        raise Illegal("no_such_guest")
    moderator = Moderator(wished.guest, _words(wished.name), hub.wall())
    await hub.conduct.appoint(moderator)
    tell_all(call, Regulated())
    LOG.info("operator appointed a moderator", extra={"guest": wished.guest})
    return moderator


async def dismiss(call: Call) -> Heard:
    guest = call.words["guest"]
    await call.hub.conduct.dismiss(guest)
    tell_all(call, Regulated())
    LOG.info("operator dismissed a moderator", extra={"guest": guest})
    return Heard(0)


async def read_guest(call: Call) -> GuestData:
    guest = call.words["guest"]
    LOG.info("operator read a guest's data", extra={"guest": guest})
    return await guestdata.read_guest(call.hub, guest)


async def forget_guest(call: Call) -> Forgotten:
    """Also the bytes of what is deleted, at once: who asks is trusted not to ask all the time."""
    guest = call.words["guest"]
    forgotten = await forget(call, guest)
    await guestdata.erase(call.hub.keeper)
    LOG.info("operator deleted a guest", extra={"guest": guest})
    return forgotten


async def list_filters(call: Call) -> list[WordFilter]:
    return call.hub.conduct.filters.all


async def change_filters(call: Call) -> list[WordFilter]:
    wished, filters = await call.body(FilterChanges), call.hub.conduct.filters
    await filters.open()  # others may have changed them
    kept = [each for each in filters.all if each.word not in wished.remove]
    added = [WordFilter(check_word(each.word), each.where) for each in wished.add]
    await filters.replace([*kept, *added])
    tell_all(call, Regulated())
    words = f"{len(added)} added, {len(wished.remove)} removed, {len(filters.all)} in all"
    LOG.info("operator changed the filters", extra={"reason": words})
    return filters.all


def _as_operator(run: Moderate) -> Run:
    return lambda call: run(call, OPERATOR)


ROUTES: tuple[tuple[str, str, Run, At], ...] = (
    ("GET", "/rooms", list_rooms, "all"),
    ("GET", "/matches/{match}", see_match, "match"),
    ("POST", "/matches/{match}/end", end_match, "match"),
    *((method, path, _as_operator(run), at) for method, path, run, at in MODERATION),
    ("GET", "/moderators", list_moderators, "here"),
    ("POST", "/moderators", appoint, "here"),
    ("DELETE", "/moderators/{guest}", dismiss, "here"),
    ("GET", "/guests/{guest}", read_guest, "here"),
    ("DELETE", "/guests/{guest}", forget_guest, "here"),
    ("GET", "/filters", list_filters, "here"),
    ("POST", "/filters", change_filters, "here"),
    ("POST", "/announce", announce, "here"),
    ("GET", "/backup", back_up, "here"),
    ("GET", "/quarantined", list_quarantined, "here"),
    ("POST", "/scrub", scrub, "here"),
    ("POST", "/ladder/rebuild", rebuild_ladders, "here"),
)


def add_admin(app: web.Application, hub: Hub, secret_hash: str) -> None:
    """Give the application the operator's routes. Without a secret's hash nobody gets in."""
    refused = Window(LINES_PER_MINUTE)
    for method, path, run, at in ROUTES:
        guarded = _guarded(hub, secret_hash, at_node(PREFIX + path, run, at), refused)
        app.router.add_route(method, PREFIX + path, guarded)


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
