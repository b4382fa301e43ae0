"""What the store keeps of rooms, of the matches in them as the room sees them.

Functions that take a store run in the writer's thread, inside one transaction each.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence

import msgspec

from freehold.game import Outcome
from freehold.match.match import Match
from freehold.server.ladder import ladders
from freehold.server.ladder.ladders import RatedMatch
from freehold.server.match.records import PLAYED, Played, Quarantined, quarantine, read_played
from freehold.server.rooms.chat import ChatLine
from freehold.server.rooms.guests import Guest
from freehold.server.rooms.kinds import kind_of
from freehold.server.rooms.rooms import Room, change
from freehold.store import Damage, Damaged, Store
from freehold.store.protocol import RoomStore

LOG = logging.getLogger("freehold.records")
ROOMS, GUESTS = "room", "guest"


def add_room(store: Store, room: Room) -> int:
    """A new room; returns its epoch, or 0 where rooms have none. Taken if its code is."""
    standing = room.game if room.is_standing else ""
    epoch = store.add_room(room.id, room.code, standing) if isinstance(store, RoomStore) else 0
    put_room(store, room)
    return epoch


def put_room(store: Store, room: Room) -> None:
    store.put(ROOMS, room.id, msgspec.msgpack.encode(room))


def read_rooms(store: Store) -> list[Room]:
    """All rooms; one that cannot be read does not keep the others closed."""
    decoder, found = msgspec.msgpack.Decoder(Room), []
    for key, data in store.all(ROOMS):
        try:
            found.append(decoder.decode(data))
        except msgspec.DecodeError as error:
            LOG.error("room cannot be read", extra={"room": key, "reason": str(error)})
            store.damaged.add(Damage("things", f"{ROOMS} {key}"))
    return found


def read_room(store: Store, room: str) -> Room | None:
    """None too if it is damaged: then what is in memory is all there is."""
    try:
        data = store.get(ROOMS, room)
    except Damaged:
        return None
    return None if data is None else msgspec.msgpack.decode(data, type=Room)


def drop_room(store: Store, room: str) -> None:
    """The room and what was said in it."""
    for number, _ in store.all(_chat_of(room)):
        store.drop(_chat_of(room), number)
    store.drop(ROOMS, room)
    if isinstance(store, RoomStore):
        store.forget_room(room)


def adopt_rooms(store: Store) -> None:
    """Rooms that a server has made which was alone are rooms of the site."""
    if isinstance(store, RoomStore):
        kept = read_rooms(store)
        store.adopt_rooms(
            [(room.id, room.code, room.game if room.is_standing else "") for room in kept]
        )


def put_line(store: Store, room: str, line: ChatLine, gone: Sequence[int]) -> None:
    """A line of chat, in place of those that are too old."""
    store.put(_chat_of(room), _numbered(line.number), msgspec.msgpack.encode(line))
    for number in gone:
        store.drop(_chat_of(room), _numbered(number))


def read_chat(store: Store, room: str) -> list[ChatLine]:
    """The lines that are kept of a room, the oldest first."""
    kept = [data for _, data in sorted(store.all(_chat_of(room)))]
    return [msgspec.msgpack.decode(data, type=ChatLine) for data in kept]


def drop_lines(store: Store, room: str, numbers: Sequence[int]) -> None:
    for number in numbers:
        store.drop(_chat_of(room), _numbered(number))


def _chat_of(room: str) -> str:
    """Each room's lines are a kind of their own, so that they are found together."""
    return f"chat-{room}"


def _numbered(number: int) -> str:
    return f"{number:012d}"


def damaged_rooms(store: Store) -> set[str]:
    """The ids of rooms that were found not to add up."""
    before = f"{ROOMS} "
    found = [each.key for each in store.damaged if each.table == "things"]
    return {key.removeprefix(before) for key in found if key.startswith(before)}


def guest_ids(store: Store) -> Iterator[str]:
    decoder = msgspec.msgpack.Decoder(Guest)
    return (decoder.decode(data).id for _, data in store.all(GUESTS))


def create(store: Store, room: Room, match: Match, now: int, aged_from: int = 0) -> int:
    """A match that begins in a room, and the room with it; returns the epoch."""
    header, *later = match.log.texts
    players = [chair.guest for chair in room.chairs]
    played = Played(
        room.id,
        room.round,
        match.names,
        tuple(chair.any_bot for chair in room.chairs),
        room.is_public,
        header,
        room.is_world,
        room.is_sandbox,
        room.is_lesson,
        tuple(chair.author for chair in room.chairs),
    )
    epoch = store.create_match(room.match, room.game, players, header, now, aged_from)
    if later:
        store.append(room.match, epoch, 1, later)
    store.put(PLAYED, room.match, msgspec.msgpack.encode(played))
    put_room(store, room)
    return epoch


def sat(store: Store, room: Room, guest: str) -> None:
    """Somebody has sat down in a running world."""
    put_room(store, room)
    if room.phase == "playing":
        store.add_player(room.match, guest)


def end(
    store: Store,
    room: Room,
    match: str,
    outcome: Outcome | None,
    now: int,
    why: str,
    aged_from: int = 0,
    rated: RatedMatch | str = "",
) -> Room:
    """A match has ended, or cannot go on, and the room knows. Returns it as it is then, with what
    the match has changed in its ladder."""
    if outcome is None:
        if not _is_parked(store, match):
            quarantine(store, Quarantined(match, room.game, room.id, why, now), aged_from)
    else:
        if kind_of(room).takes_newcomers:
            _note_players(store, room, match)
        if store.match_row(match).status == "live":
            told = msgspec.json.encode(outcome)
            store.set_status(match, "finished", now, told, why, aged_from)
        if isinstance(rated, RatedMatch):
            room = _rate(store, room, match, rated)
    put_room(store, room)
    return room


def _rate(store: Store, room: Room, match: str, finish: RatedMatch) -> Room:
    """Damaged ratings keep no match from ending."""
    try:
        return change(room, rated=ladders.settle(store, match, finish).seats)
    except Damaged as error:
        LOG.error("match is not rated", extra={"match": match, "reason": str(error)})
        return room


def _note_players(store: Store, room: Room, match: str) -> None:
    """Of a world: by now more have played in it."""
    played = read_played(store, match)
    if played is not None:
        names = tuple(chair.name for chair in room.chairs)
        bots = tuple(chair.any_bot for chair in room.chairs)
        authors = tuple(chair.author for chair in room.chairs)
        played = msgspec.structs.replace(played, names=names, bots=bots, authors=authors)
        store.put(PLAYED, match, msgspec.msgpack.encode(played))


def _is_parked(store: Store, match: str) -> bool:
    try:
        return store.match_row(match).status == "parked"
    except Damaged:
        return False
