"""What the store keeps of rooms and matches, and how it is read back.

Functions that take a store run in the writer's thread, inside one transaction each.
"""

from __future__ import annotations

import logging
import zlib

import msgspec
from msgspec import Struct

from freehold.game import AnyGame, Malformed, Ms, Outcome
from freehold.match.log import Header, Line, decode_line, encode_line
from freehold.match.match import Match, opening_of
from freehold.server.effects import Saved
from freehold.server.live import Live
from freehold.server.rooms import Room
from freehold.store import MatchRow, Store, Unknown
from freehold.store.protocol import Status

LOG = logging.getLogger("freehold.records")
ROOMS, GUESTS, PLAYED, BANS = "room", "guest", "played", "ban"
ZIP_LEVEL = 1
UNZIPPED = (b"\x83", b"\x93")
"""How a snapshot begins that was not zipped."""
LINES_AT_ONCE = 2_000
SEGMENTS_AT_ONCE = 50


class Played(Struct, frozen=True):
    """What is wanted of a match without reading its log."""

    room: str
    round: int
    names: tuple[str, ...]
    bots: tuple[str, ...]
    is_public: bool
    header: bytes
    is_world: bool = False
    is_sandbox: bool = False


class Kept(Struct, frozen=True):
    """A match as the store has it."""

    row: MatchRow
    header: bytes
    lines: list[bytes]
    """After the snapshot, or after the header."""
    saved: bytes = b""
    is_whole: bool = True
    """Lines are missing if it is not, and there is no snapshot either."""


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
        room.is_world,
        room.is_sandbox,
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


def sat(store: Store, room: Room, guest: str) -> None:
    """Somebody has sat down in a running world."""
    put_room(store, room)
    if room.phase == "playing":
        store.add_player(room.match, guest)


def end(store: Store, room: Room, match: str, outcome: Outcome | None, now: int, why: str) -> None:
    """A match has ended, or cannot go on, and the room knows."""
    played = read_played(store, match) if room.is_world else None
    if played is not None:  # by now more have played in it
        names = tuple(chair.name for chair in room.chairs)
        bots = tuple(chair.bot for chair in room.chairs)
        played = msgspec.structs.replace(played, names=names, bots=bots)
        store.put(PLAYED, match, msgspec.msgpack.encode(played))
    status: Status = "finished" if outcome else "quarantined"
    if store.match_row(match).status == "live":
        store.set_status(match, status, now, msgspec.json.encode(outcome), why)
    put_room(store, room)


def park(store: Store, match: str, now: int, why: str) -> None:
    if store.match_row(match).status == "live":
        store.set_status(match, "parked", now, b"", why)


def take_up(store: Store, match: str) -> None:
    """What it was parked for is no more: the rules that it was begun under are back."""
    if store.match_row(match).status == "parked":
        store.set_status(match, "live", 0)


def forget(store: Store, match: str) -> None:
    store.drop_match(match)
    store.drop(PLAYED, match)


def read(store: Store, match: str, skipping: int = 0) -> Kept:
    """A match to go on with: ours from now on, if it is alive or may be again.

    From its latest snapshot, or without so many of the latest, which are damaged.
    """
    if store.match_row(match).status in ("live", "parked"):
        store.claim(match)
    row = store.match_row(match)
    played = read_played(store, match)
    heads = store.snapshot_heads(match)
    if len(heads) <= skipping or played is None:
        lines = store.read_lines(match)
        return Kept(row, lines[0], lines[1:], is_whole=store.first_line(match) == 1)
    head = heads[-1 - skipping]
    saved = store.read_snapshot(match, head) or b""
    return Kept(row, played.header, store.read_lines(match, head), saved)


# Snapshots and segments


def pack(saved: Saved) -> bytes:
    """A snapshot as it is kept: zipped."""
    return zlib.compress(msgspec.msgpack.encode(saved), ZIP_LEVEL)


def unpack(data: bytes) -> Saved:
    """The inverse of `pack`; older ones were not zipped. Malformed if it is neither."""
    try:
        raw = data if data[:1] in UNZIPPED else zlib.decompress(data)
    except zlib.error as error:
        raise Malformed(f"the snapshot cannot be unzipped: {error}") from None
    return msgspec.msgpack.decode(raw, type=Saved)


def keep(
    store: Store, match: str, epoch: int, head: int, data: bytes, is_opening: bool, segments: int
) -> int:
    """Keep a snapshot. Of a world all are kept that open a segment which is; what is dropped
    comes before the position that is returned, or nothing is if it is 0."""
    if not is_opening:
        store.save_snapshot(match, epoch, head, data)
        return 0
    store.save_snapshot(match, epoch, head, data, keep=0)
    heads = store.snapshot_heads(match)
    return heads[-segments] if 0 < segments < len(heads) else 0


def drop_some(store: Store, match: str, epoch: int, before: int) -> bool:
    """Drop lines of before a segment, not too many at once; True if there are more."""
    until = min(before, store.first_line(match) + LINES_AT_ONCE)
    store.drop_lines(match, epoch, until)
    return until < before


def segments(store: Store, match: str) -> list[int]:
    """Where the segments begin that are kept, by the lines before them; 0 is the beginning."""
    first = store.first_line(match)
    played = read_played(store, match)
    heads = store.snapshot_heads(match) if played and played.is_world else []
    kept = [head for head in heads if head >= first and head < store.match_row(match).head]
    return [0, *kept] if first == 1 else kept


def export(store: Store, match: str, segment: int | None = None) -> bytes:
    """The record of a match as a file: whole, or from the oldest segment that was kept; or one
    segment of it. Unknown if there is no such segment, TooLong if it is too much at once."""
    starts = segments(store, match)
    if segment is None:
        if len(starts) > SEGMENTS_AT_ONCE:
            raise TooLong(len(starts))
        return _read_from(store, match, starts[0], None)
    if not 0 <= segment < len(starts):
        raise Unknown(f"{match} has no segment {segment}")
    return _read_from(store, match, starts[segment], (*starts, None)[segment + 1])


def _read_from(store: Store, match: str, head: int, end: int | None) -> bytes:
    """A record that begins at a snapshot of a world; or at the beginning, with a head of 0."""
    (header,) = store.read_lines(match, 0, 1)
    if not head:
        return b"".join([header, *store.read_lines(match, 1, end)])
    saved = unpack(store.read_snapshot(match, head) or b"")
    opening = encode_line(opening_of(saved.snapshot))
    return b"".join([header, opening, *store.read_lines(match, head, end)])


class TooLong(Unknown):
    """So many segments are too much for one file. As `Unknown`, it leaves the rest of the
    writer's transaction as it is."""

    def __init__(self, segments: int) -> None:
        super().__init__(f"{segments} segments")
        self.segments = segments


def rebuild(game: AnyGame, kept: Kept, now: Ms) -> Live:
    """The live match of what was kept. Parked if these rules are not its own."""
    if not kept.is_whole:
        raise Parked("its older lines were dropped, and no snapshot of it can be read")
    header = decode_line(kept.header)
    if not isinstance(header, Header):
        raise Parked("its first line is no header")
    if header.rules_version != game.rules_version:
        raise Parked(
            f"it was begun under version {header.rules_version} of the rules,"
            f" and this server has version {game.rules_version}"
        )
    base = unpack(kept.saved) if kept.saved else None
    lines: list[Line] = [decode_line(line) for line in kept.lines]
    return Live.recover(game, header, lines, now, base)
