"""What the server does by itself: pings, and forgetting what need not be kept.

Ages are counted by the time that the server has been up (`ages.py`).
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import Protocol

import msgspec

from freehold.game import Illegal, Ms
from freehold.server.ladder import ladders
from freehold.server.limits import Window
from freehold.server.match import records
from freehold.server.match.inputs import Conn
from freehold.server.match.keeping import Keeper
from freehold.server.rooms import roomrecords
from freehold.server.rooms.conduct import MODERATORS, Conduct
from freehold.server.rooms.connections import Connection
from freehold.server.rooms.guests import Guest
from freehold.server.rooms.openrooms import OpenRoom
from freehold.server.rooms.roomrecords import GUESTS, read_rooms
from freehold.server.settings import Settings
from freehold.server.upkeep import guestdata
from freehold.server.upkeep.ages import Calendar
from freehold.store import Store

LOG = logging.getLogger("freehold.housekeeping")
DAY_MS = 86_400_000
MINUTE_MS = 60_000
SLEEP_MS = 60_000
"""How long a match that nobody is connected to stays in memory."""
LOOK_ROUND_S = 10


class Household(Protocol):
    """The server, as far as it is looked after here."""

    settings: Settings
    keeper: Keeper
    calendar: Calendar
    conduct: Conduct
    rooms: dict[str, OpenRoom]
    connections: dict[Conn, Connection]
    new_rooms: Window
    unattended: Window
    rated: Window
    new_guests: Window
    bad_tokens: Window
    new_maps: dict[str, Window]

    @property
    def is_shared(self) -> bool: ...
    def now(self) -> Ms: ...
    def note_time(self) -> None: ...
    async def abandon(self, room: str, reason: str, /) -> None: ...
    async def close_room(self, opened: OpenRoom, /) -> None: ...


async def ping(hub: Household) -> None:
    """Ping everybody now and then, and cut who has been silent too long."""
    while True:
        await asyncio.sleep(hub.settings.ping_interval_ms / 1000)
        now = hub.now()
        for connection in list(hub.connections.values()):
            if connection.is_relayed:
                continue
            if now - connection.heard_at > hub.settings.silence_timeout_ms:
                connection.cut()
            elif not connection.is_over:
                connection.ping(now)


async def keep_house(hub: Household) -> None:
    swept_at = noted_at = -DAY_MS
    while True:
        await asyncio.sleep(LOOK_ROUND_S)
        now = hub.now()
        hub.calendar.look()
        for window in (
            hub.new_rooms,
            hub.new_guests,
            hub.bad_tokens,
            hub.unattended,
            hub.rated,
            hub.conduct.reports.window,
            *hub.new_maps.values(),
        ):
            window.forget_old(now)
        if now - noted_at >= MINUTE_MS:
            noted_at = now
            hub.note_time()
        try:
            await tidy(hub)
            if now - swept_at >= DAY_MS:
                await sweep(hub)
                swept_at = now
        except Illegal as refusal:  # nothing can be saved at the moment, and others say so too
            LOG.warning("housekeeping has to wait", extra={"reason": refusal.code})
        except Exception:
            swept_at = now  # a sweep that fails is not tried again and again
            LOG.exception("housekeeping failed")


async def tidy(hub: Household) -> None:
    """Close rooms without people, and let matches sleep that nobody looks at."""
    now, today = hub.now(), hub.calendar()
    for opened in list(hub.rooms.values()):
        if opened.connections or opened.is_closed:
            continue
        idle_ms = min(now - opened.left_at, today - opened.room.touched_at)
        if opened.room.is_standing:
            if now - opened.left_at > SLEEP_MS:
                opened.sleep()
        elif opened.room.phase == "playing":
            if today - opened.room.touched_at > hub.settings.match_idle_days * DAY_MS:
                await hub.abandon(opened.room.id, "nobody came back")
            elif now - opened.left_at > SLEEP_MS:
                opened.sleep()
        elif idle_ms > hub.settings.room_idle_minutes * MINUTE_MS:
            await hub.close_room(opened)


async def sweep(hub: Household) -> None:
    """Forget what need not be kept any longer."""
    today = hub.calendar()
    if hub.settings.match_keep_days:
        before = today - hub.settings.match_keep_days * DAY_MS
        await hub.keeper.ask(lambda store: _forget_matches(store, before))
    if hub.settings.guest_idle_days:
        since = today - hub.settings.guest_idle_days * DAY_MS
        for id in await hub.keeper.ask(lambda store: _forget_guests(store, since)):
            hub.conduct.moderators.pop(id, None)
    if hub.settings.chat_keep_days:
        await _forget_chat(hub, today - hub.settings.chat_keep_days * DAY_MS)
    if hub.is_shared:
        await hub.conduct.open()  # other nodes may have changed it
    await hub.conduct.sweep(today)
    await guestdata.erase(hub.keeper)


async def _forget_chat(hub: Household, since: int) -> None:
    """Lines of before there was a moment in them are counted from their room's making."""
    for opened in list(hub.rooms.values()):
        try:
            await _forget_lines(opened, since)
        except Illegal as refusal:
            if refusal.code != "elsewhere":  # then its own node will
                raise


async def _forget_lines(opened: OpenRoom, since: int) -> None:
    room = opened.room
    await opened.read_chat()
    gone = opened.chat.forget(lambda line: (line.at or room.created_at) < since)
    if gone and not opened.is_closed:
        await opened.keeper.ask(partial(roomrecords.drop_lines, room=room.id, numbers=gone))


def _forget_matches(store: Store, before: int) -> None:
    """Those that are over, and those that were put aside and that no room can go on with."""
    in_rooms = {room.match for room in read_rooms(store)}
    for row in store.matches(limit=1_000_000):
        is_done = row.status == "finished" or row.id not in in_rooms
        if is_done and (row.aged_from or row.ended_at or row.created_at) < before:
            records.forget(store, row.id)


def _forget_guests(store: Store, since: int) -> list[str]:
    """Their cookies are nobody's from now on; who they were."""
    decoder, gone = msgspec.msgpack.Decoder(Guest), []
    for key, data in store.all(GUESTS):
        guest = decoder.decode(data)
        if guest.seen_at < since:
            store.drop(GUESTS, key)
            store.drop(MODERATORS, guest.id)
            ladders.forget_player(store, guest.id)
            gone.append(guest.id)
    return gone
