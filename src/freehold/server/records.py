"""What the store keeps of rooms and matches, and how it is read back.

Functions that take a store run in the writer's thread, inside one transaction each.
"""

from __future__ import annotations

import logging

import msgspec
from msgspec import Struct

from freehold.game import AnyGame, Ms, Outcome
from freehold.match.log import Header, Line, decode_line, encode_line
from freehold.match.match import Match
from freehold.server.effects import Saved
from freehold.server.live import Live
from freehold.server.rooms import Room
from freehold.store import MatchRow, Store
from freehold.store.protocol import Status

LOG = logging.getLogger("freehold.records")
ROOMS, GUESTS, PLAYED, BANS = "room", "guest", "played", "ban"


class Played(Struct, frozen=True):
    """What is wanted of a match without reading its log."""

    room: str
    round: int
    names: tuple[str, ...]
    bots: tuple[str, ...]
    is_public: bool
    header: bytes


class Kept(Struct, frozen=True):
    """A match as the store has it."""

    row: MatchRow
    header: bytes
    lines: list[bytes]
    """After the snapshot, or after the header."""
    saved: bytes = b""


class Parked(Exception):
    """This server cannot go on with that match; the reason is for people."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


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
    return found


def put_ban(store: Store, guest: str, reason: str) -> None:
    store.put(BANS, guest, reason.encode())


def drop_ban(store: Store, guest: str) -> None:
    store.drop(BANS, guest)


def read_bans(store: Store) -> dict[str, str]:
    """Who may not play here, and why."""
    return {guest: reason.decode() for guest, reason in store.all(BANS)}


def create(store: Store, room: Room, match: Match, now: int) -> int:
    """A match that begins in a room, and the room with it; returns the epoch."""
    header = encode_line(match.header)
    players = [chair.guest for chair in room.chairs]
    played = Played(
        room.id,
        room.round,
        match.names,
        tuple(chair.bot for chair in room.chairs),
        room.is_public,
        header,
    )
    epoch = store.create_match(room.match, room.game, players, header, now)
    later = [encode_line(line) for line in match.log.lines[1:]]
    if later:
        store.append(room.match, epoch, 1, later)
    store.put(PLAYED, room.match, msgspec.msgpack.encode(played))
    put_room(store, room)
    return epoch


def read_played(store: Store, match: str) -> Played | None:
    data = store.get(PLAYED, match)
    return None if data is None else msgspec.msgpack.decode(data, type=Played)


def end(store: Store, room: Room, match: str, outcome: Outcome | None, now: int, why: str) -> None:
    """A match has ended, or cannot go on, and the room knows."""
    status: Status = "finished" if outcome else "quarantined"
    if store.match_row(match).status == "live":
        store.set_status(match, status, now, msgspec.json.encode(outcome), why)
    put_room(store, room)


def park(store: Store, match: str, now: int, why: str) -> None:
    if store.match_row(match).status == "live":
        store.set_status(match, "parked", now, b"", why)


def forget(store: Store, match: str) -> None:
    store.drop_match(match)
    store.drop(PLAYED, match)


def read(store: Store, match: str, from_start: bool = False) -> Kept:
    """A match to go on with: ours from now on, if it is alive."""
    if store.match_row(match).status == "live":
        store.claim(match)
    row = store.match_row(match)
    played = read_played(store, match)
    found = None if from_start else store.latest_snapshot(match)
    if found is None or played is None:
        lines = store.read_lines(match)
        return Kept(row, lines[0], lines[1:])
    head, saved = found
    return Kept(row, played.header, store.read_lines(match, head), saved)


def rebuild(game: AnyGame, kept: Kept, now: Ms) -> Live:
    """The live match of what was kept. Parked if these rules are not its own."""
    header = decode_line(kept.header)
    if not isinstance(header, Header):
        raise Parked("its first line is no header")
    if header.rules_version != game.rules_version:
        raise Parked(
            f"it was begun under version {header.rules_version} of the rules,"
            f" and this server has version {game.rules_version}"
        )
    base = msgspec.msgpack.decode(kept.saved, type=Saved) if kept.saved else None
    lines: list[Line] = [decode_line(line) for line in kept.lines]
    return Live.recover(game, header, lines, now, base)
