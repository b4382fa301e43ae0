"""Everything that is kept about a guest: to be read by them, and to be deleted.

Rules about this file:
1. What is deleted is gone from every answer at once. Its bytes leave the data file with the next
   `erase` (docs/privacy.md), and backups with the last that holds them.
2. A match stays a match: of a player who was deleted the moves stay, and the name goes.
3. Nothing is left half done for good: the guest's own row goes last, so it can be asked for again.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from freehold.game import Illegal
from freehold.server.ladder import ladders
from freehold.server.match import records
from freehold.server.match.inputs import Conn
from freehold.server.match.keeping import Keeper
from freehold.server.rooms import gathering, requests, roomrecords
from freehold.server.rooms.addresses import SEEN
from freehold.server.rooms.chat import ChatLine
from freehold.server.rooms.conduct import MODERATORS, Conduct
from freehold.server.rooms.connections import Connection
from freehold.server.rooms.guestbook import Guestbook
from freehold.server.rooms.guests import Brought, Guest
from freehold.server.rooms.openrooms import OpenRoom
from freehold.server.rooms.reports import PlayerReport, put_report, read_reports
from freehold.server.rooms.roomrecords import GUESTS
from freehold.server.rooms.rooms import Room
from freehold.server.rooms.sanctions import ADDRESS_BANS, BANS, MUTES, read_sanction
from freehold.server.rooms.watchers import Watchers
from freehold.store import Store

NAME = "Deleted player"
ERASE = "erase"
SETTLED_S = 10.0
MOST_MATCHES = 1_000_000


class GuestHouse(Protocol):
    """The server, as far as guests leave traces in it."""

    keeper: Keeper
    conduct: Conduct
    guests: Guestbook
    watchers: Watchers
    rooms: dict[str, OpenRoom]
    connections: dict[Conn, Connection]

    @property
    def is_shared(self) -> bool:
        """Some rooms are at other nodes."""


class MatchKept(Struct, frozen=True):
    id: str
    game: str
    created_at: int
    status: str
    names: tuple[str, ...]
    seats: tuple[int, ...]
    """The guest's own."""


class RatingKept(Struct, frozen=True):
    """In one list of one game's ladder."""

    ladder: str
    points: int
    estimate: int
    spread: int
    matches: int
    wins: int


class GuestData(Struct, frozen=True):
    """Everything stored about a guest, as they may read it."""

    id: str
    name: str
    created_at: int
    seen_at: int
    is_moderator: bool
    has_address: bool
    """A salted hash of the address is kept."""
    rooms: tuple[str, ...]
    """Codes of open rooms in which they have a seat."""
    chat: tuple[dict[str, Any], ...]
    matches: tuple[MatchKept, ...]
    reports: tuple[dict[str, Any], ...]
    """Those that they have sent."""
    banned_until: int
    """-1 means not banned, 0 for good."""
    muted_until: int
    brought: Brought | None = None
    """The bot that plays as this guest, with its author."""
    is_listed: bool = True
    """Others may see them in the ladders."""
    ratings: tuple[RatingKept, ...] = ()


class Forgotten(Struct, frozen=True):
    """What was deleted, and where a name was taken out."""

    lines: int
    matches: int
    changed: tuple[str, ...] = ()
    """The ids of these matches."""


# Reading


async def read_guest(hub: GuestHouse, id: str) -> GuestData:
    """Illegal if there is no such guest."""
    found = await hub.keeper.ask(lambda store: _find(store, id))
    if found is None:
        raise Illegal("no_such_guest")
    _, guest = found
    matches, reports, has_address = await hub.keeper.ask(lambda store: _read(store, id))
    conduct = hub.conduct
    rooms, chat = await _in_rooms(hub, id)
    ban, mute = conduct.bans.find(id), conduct.mutes.find(id)
    return GuestData(
        id,
        guest.name,
        guest.created_at,
        guest.seen_at,
        id in conduct.moderators,
        has_address,
        rooms,
        chat,
        tuple(matches),
        tuple(reports),
        ban.until if ban else -1,
        mute.until if mute else -1,
        guest.brought,
        *await hub.keeper.ask(lambda store: _read_ladders(store, id)),
    )


def _read_ladders(store: Store, id: str) -> tuple[bool, tuple[RatingKept, ...]]:
    kept = []
    for ladder, rating in ladders.read_ratings(store, id):
        skill = rating.skill
        told = (round(skill.points), round(skill.estimate), round(skill.spread))
        kept.append(RatingKept(ladder, *told, rating.matches, rating.wins))
    return ladders.is_listed(store, id), tuple(kept)


async def _in_rooms(hub: GuestHouse, id: str) -> tuple[tuple[str, ...], tuple[dict[str, Any], ...]]:
    """The codes of rooms in which they have a seat, and what they said in any."""
    found = await _chats(hub)
    seated = tuple(room.code for room, _ in found if room.seat_of(id) >= 0)
    said = [(room.code, line.text) for room, lines in found for line in lines if line.guest == id]
    return seated, tuple({"room": code, "text": text} for code, text in said)


async def _chats(hub: GuestHouse) -> list[tuple[Room, list[ChatLine]]]:
    """All open rooms, with what was said in them; one after the other, since others wait."""
    if hub.is_shared:
        rooms = await hub.keeper.ask(roomrecords.read_rooms)
        read_chat = roomrecords.read_chat
        return [(room, await hub.keeper.ask(partial(read_chat, room=room.id))) for room in rooms]
    opened = list(hub.rooms.values())
    for each in opened:
        await each.read_chat()
    return [(each.room, each.chat.lines) for each in opened]


def _find(store: Store, id: str) -> tuple[str, Guest] | None:
    """By the hash of their cookie. It reads them all, since they are kept by that."""
    decoder = msgspec.msgpack.Decoder(Guest)
    for key, data in store.all(GUESTS):
        guest = decoder.decode(data)
        if guest.id == id:
            return key, guest
    return None


def _read(store: Store, id: str) -> tuple[list[MatchKept], list[dict[str, Any]], bool]:
    matches = []
    for row in store.matches(player=id, limit=MOST_MATCHES):
        played = records.read_played(store, row.id)
        seats = tuple(seat for seat, player in enumerate(row.players) if player == id)
        names = played.names if played else ()
        matches.append(MatchKept(row.id, row.game, row.created_at, row.status, names, seats))
    reports = [
        {"at": each.at, "about": each.name, "reason": each.reason, "words": each.words}
        for each in read_reports(store)
        if each.reporter == id
    ]
    return matches, reports, store.get(SEEN, id) is not None


# Deleting


Elsewhere = Callable[[str, str, str], Awaitable[Forgotten | None]]
"""Has the node that has a room forget a guest there; None if that is this one."""


async def nowhere_else(room: str, id: str, instead: str) -> None:
    """All rooms are here."""


async def forget_guest(hub: GuestHouse, id: str, elsewhere: Elsewhere = nowhere_else) -> Forgotten:
    """They leave every room, and nothing of them is kept. Illegal if there is no such guest."""
    await need_guest(hub, id)
    dismiss(hub, id)
    instead = "g" + secrets.token_hex(12)  # somebody, and nobody in particular
    lines, renamed = 0, list[str]()
    for room in await _rooms_to_clear(hub, id):
        there = await elsewhere(room, id, instead) or await forget_in_room(hub, room, id, instead)
        lines += there.lines
        renamed += there.changed
    renamed += await _rename(hub, id)
    await hub.keeper.change(lambda store: _drop(store, id))
    hub.guests.forget(id)
    await hub.conduct.forget(id)
    return Forgotten(lines, len(renamed), tuple(renamed))


async def need_guest(hub: GuestHouse, id: str) -> None:
    if await hub.keeper.ask(lambda store: _find(store, id)) is None:
        raise Illegal("no_such_guest")


def dismiss(hub: GuestHouse, id: str) -> None:
    """Whatever they have open here is closed."""
    for connection in list(hub.connections.values()):
        if id in (connection.guest, connection.visitor):
            connection.bye("deleted")
    hub.watchers.forget_guest(id)


async def _rooms_to_clear(hub: GuestHouse, id: str) -> list[str]:
    """The rooms in which they may have left anything, of all nodes."""
    if not hub.is_shared:
        return list(hub.rooms)
    rows = await hub.keeper.ask(lambda store: store.matches(player=id, limit=MOST_MATCHES))
    matches = {row.id for row in rows}
    return [
        room.id
        for room, lines in await _chats(hub)
        if id == room.host
        or id in room.muted
        or room.match in matches
        or any(chair.guest == id for chair in room.chairs)
        or any(line.guest == id for line in lines)
    ]


async def forget_in_room(hub: GuestHouse, room: str, id: str, instead: str) -> Forgotten:
    """At the node that has it: they leave, and neither their lines nor their name stay."""
    dismiss(hub, id)
    opened = hub.rooms.get(room)
    if opened is None:
        return await _closed(hub, room, 0)
    if opened.room.seat_of(id) >= 0 or opened.room.host == id:
        await _leave(opened, id)
    lines = await _clear_room(opened, id, instead)
    match = opened.room.match
    if opened.is_closed:
        return await _closed(hub, room, lines)
    if opened.playing is None:
        return Forgotten(lines, 0)
    if not await opened.keeper.ask(lambda store: id in store.match_row(match).players):
        return Forgotten(lines, 0)
    await opened.rewrite(lambda store: records.take_name_out(store, match, id, NAME))
    return Forgotten(lines, 1, (match,))


async def _closed(hub: GuestHouse, room: str, lines: int) -> Forgotten:
    """It is not here any more: Illegal if another node has it, which has to be asked then."""
    if await hub.keeper.ask(partial(roomrecords.read_room, room=room)) is not None:
        raise Illegal("elsewhere")
    return Forgotten(lines, 0)


async def _leave(opened: OpenRoom, id: str) -> None:
    """For good: in a running match that is giving up, and that is written down first."""
    await opened.wake()
    await requests.leave(opened, id)
    async with asyncio.timeout(SETTLED_S):
        while _is_ending(opened):
            await asyncio.sleep(0.01)


def _is_ending(opened: OpenRoom) -> bool:
    live = opened.playing.live if opened.playing else None
    is_over = live is not None and live.match.outcome is not None
    return opened.room.phase == "playing" and is_over and not opened.is_closed


async def _clear_room(opened: OpenRoom, id: str, instead: str) -> int:
    """Their chair is nobody's, and their lines are gone; how many these were."""
    if opened.is_closed:
        return 0
    await opened.read_chat()
    room = opened.room
    if id in room.muted or any(chair.guest == id for chair in room.chairs):
        await opened.change(lambda before: gathering.forget(before, id, instead, NAME))
    gone = opened.chat.forget(lambda line: line.guest == id)
    if gone:
        await opened.keeper.change(lambda store: roomrecords.drop_lines(store, room.id, gone))
    return len(gone)


async def _rename(hub: GuestHouse, id: str) -> list[str]:
    """Take the name out of every match that they have played and that no room has in memory."""
    rows = await hub.keeper.ask(lambda store: store.matches(player=id, limit=MOST_MATCHES))
    for row in rows:
        await hub.keeper.change(partial(records.take_name_out, match=row.id, guest=id, name=NAME))
    return [row.id for row in rows]


def _drop(store: Store, id: str) -> None:
    for kind in (BANS, MUTES, MODERATORS, SEEN):
        store.drop(kind, id)
    ladders.forget_player(store, id)
    for key, data in store.all(ADDRESS_BANS):
        ban = read_sanction(data)
        if ban.guest == id:
            nobodys = msgspec.structs.replace(ban, guest="")
            store.put(ADDRESS_BANS, key, msgspec.msgpack.encode(nobodys))
    for report in read_reports(store):
        put_report(store, _without(report, id))
    found = _find(store, id)
    if found is not None:
        store.drop(GUESTS, found[0])
    store.put(ERASE, "wanted", b"")


def _without(report: PlayerReport, id: str) -> PlayerReport:
    """What others wrote stays; their own words, names and ids go."""
    lines = tuple(line for line in report.lines if line.guest != id)
    report = msgspec.structs.replace(report, lines=lines)
    if report.reporter == id:
        report = msgspec.structs.replace(report, reporter="", reporter_name=NAME, words="")
    if report.about == id:
        report = msgspec.structs.replace(report, about="", name=NAME)
    return report


# The bytes of what was deleted


async def erase(keeper: Keeper, is_forced: bool = False) -> bool:
    """If anybody was deleted, leave none of their bytes in the data file: it is written again from
    what is still wanted. No commit is made meanwhile. False if that failed."""
    wanted = await keeper.ask(lambda store: store.get(ERASE, "wanted"))
    if wanted is None and not is_forced:
        return True
    await keeper.ask(lambda store: store.erase())
    if keeper.store.has_leftovers:
        return False
    await keeper.ask(lambda store: store.drop(ERASE, "wanted"))
    return True
