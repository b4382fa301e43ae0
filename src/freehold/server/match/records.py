"""What the store keeps of matches, and how it is read back.

Functions that take a store run in the writer's thread, inside one transaction each.
"""

from __future__ import annotations

import logging
import secrets
import zlib
from contextlib import suppress

import msgspec
from msgspec import Struct

from freehold.bots import BotNote
from freehold.game import AnyGame, Malformed, Ms, Seat
from freehold.match.log import Header, Line, decode_line, encode_line
from freehold.match.match import opening_of
from freehold.match.renaming import Renaming
from freehold.server.ladder import ladders
from freehold.server.match.effects import Saved
from freehold.server.match.live import Live
from freehold.store import Damaged, MatchRow, Store, Unknown

LOG = logging.getLogger("freehold.records")
PLAYED, QUARANTINED = "played", "quarantined"
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
    is_lesson: bool = False
    authors: tuple[str, ...] = ()
    """By seat: of bots that people brought, the author; empty for everyone else."""

    @property
    def has_brought_bot(self) -> bool:
        """Was a bot in it that somebody brought? Such matches are rated apart."""
        return any(self.authors)


class Kept(Struct, frozen=True):
    """A match as it is stored."""

    row: MatchRow
    header: bytes
    lines: list[bytes]
    """After the snapshot, or after the header."""
    saved: bytes = b""
    head: int = 0
    """How many lines are before the snapshot; 0 means that there is no snapshot."""


class Quarantined(Struct, frozen=True):
    """Why nobody can go on with a match; all that was kept of it stays where it is."""

    match: str
    game: str
    room: str
    reason: str
    at: int


class Parked(Exception):
    """This server cannot go on with that match; the reason is for people."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def read_played(store: Store, match: str) -> Played | None:
    """None too if it is damaged: the match can do without."""
    try:
        data = store.get(PLAYED, match)
    except Damaged:
        return None
    return None if data is None else msgspec.msgpack.decode(data, type=Played)


def quarantine(store: Store, told: Quarantined, aged_from: int = 0) -> None:
    """Nobody goes on with it. Its row says so too, unless the row itself is what is damaged."""
    store.put(QUARANTINED, told.match, msgspec.msgpack.encode(told))
    with suppress(Damaged, Unknown):
        row = store.match_row(told.match)
        store.set_status(told.match, "quarantined", told.at, row.outcome, told.reason, aged_from)


def set_aside(store: Store, match: str, now: int, why: str, aged_from: int = 0) -> bool:
    """Quarantine a match that is over, if it is: while one is alive, its snapshot may be sound."""
    try:
        row = store.match_row(match)
    except (Damaged, Unknown):
        return False
    if row.status != "finished":
        return False
    played = read_played(store, match)
    room = played.room if played else ""
    quarantine(store, Quarantined(match, row.game, room, why, now), aged_from)
    return True


def read_quarantined(store: Store) -> list[Quarantined]:
    """The newest first."""
    decoder = msgspec.msgpack.Decoder(Quarantined)
    found = [decoder.decode(data) for _, data in store.all(QUARANTINED)]
    return sorted(found, key=lambda each: (-each.at, each.match))


def park(store: Store, match: str, now: int, why: str, aged_from: int = 0) -> None:
    if store.match_row(match).status == "live":
        store.set_status(match, "parked", now, b"", why, aged_from)


def take_up(store: Store, match: str) -> None:
    """What it was parked for is no more: the rules that it was begun under are back."""
    if store.match_row(match).status == "parked":
        store.set_status(match, "live", 0)


def forget(store: Store, match: str) -> None:
    store.drop_match(match)
    store.drop(PLAYED, match)
    store.drop(QUARANTINED, match)
    drop_notes(store, match)
    ladders.forget_match(store, match)


def take_name_out(store: Store, match: str, guest: str, name: str) -> None:
    """Let a player's seats have this name, wherever the match has theirs, and be nobody's. What
    was a sound record is one. The match is fenced: it has to be read again."""
    row = store.match_row(match)
    epoch = store.claim(match) if row.status in ("live", "parked") else row.epoch
    names = {seat: name for seat, player in enumerate(row.players) if player == guest}
    _rename_lines(store, match, epoch, names)
    played = read_played(store, match)
    if played is not None:
        told = tuple(names.get(seat, each) for seat, each in enumerate(played.names))
        (header,) = store.read_lines(match, 0, 1)
        authors = tuple(
            names.get(seat, each) if each else "" for seat, each in enumerate(played.authors)
        )
        played = msgspec.structs.replace(played, names=told, authors=authors, header=header)
        store.put(PLAYED, match, msgspec.msgpack.encode(played))
    ladders.forget_seats(store, match, names, name)
    store.remove_player(match, guest)


def _rename_lines(store: Store, match: str, epoch: int, names: dict[Seat, str]) -> None:
    (header,) = store.read_lines(match, 0, 1)
    heads, first = store.snapshot_heads(match), store.first_line(match)
    changed: dict[int, bytes] = {}
    if first == 1:
        renaming, start, texts = Renaming(names), 0, store.read_lines(match)
    else:  # what was dropped of a world's log nobody can read, so its digest stays as it is
        start = next(head for head in heads if head >= first)
        store.drop_lines(match, epoch, start)  # the rest of a segment that is being dropped
        base = unpack(store.read_snapshot(match, start) or b"").snapshot
        renaming, texts = Renaming(names, base), store.read_lines(match, start)
        told = decode_line(header)
        assert isinstance(told, Header)
        changed[0] = encode_line(renaming.header(told))
    for position, text in enumerate(texts, start):
        _rename_snapshot(store, match, epoch, position, heads, renaming)
        renamed = encode_line(renaming.rename(decode_line(text)))
        if renamed != text:
            changed[position] = renamed
    _rename_snapshot(store, match, epoch, start + len(texts), heads, renaming)
    store.replace_lines(match, epoch, changed)


def _rename_snapshot(
    store: Store, match: str, epoch: int, head: int, heads: list[int], renaming: Renaming
) -> None:
    data = _read_snapshot(store, match, head) if head in heads else None
    if data is not None:
        saved = unpack(data)
        snapshot = renaming.snapshot(saved.snapshot, renaming.digest)
        saved = msgspec.structs.replace(saved, snapshot=snapshot)
        store.save_snapshot(match, epoch, head, pack(saved), keep=0)


def read(store: Store, match: str, before: int = 0) -> Kept:
    """A match to continue: ours from now on, if it is alive or may be again. Damaged if lines
    are damaged or missing.

    It is read from its latest sound snapshot; with `before`, from one before that line.
    """
    try:
        if store.match_row(match).status in ("live", "parked"):
            store.claim(match)
        row = store.match_row(match)
    except Unknown:
        raise Damaged(f"match {match} is missing") from None
    (header,) = store.read_lines(match, 0, 1)
    for head in reversed(store.snapshot_heads(match)):
        saved = _read_snapshot(store, match, head) if not before or head < before else None
        if saved is not None:
            return Kept(row, header, _read_rest(store, row, head), saved, head)
    return Kept(row, header, _read_rest(store, row, 1))


def _read_rest(store: Store, row: MatchRow, start: int) -> list[bytes]:
    lines = store.read_lines(row.id, start)
    if len(lines) != row.head - start:
        raise Damaged(f"of {row.head - start} lines from line {start} on {len(lines)} are there")
    return lines


def _read_snapshot(store: Store, match: str, head: int) -> bytes | None:
    """None is a damaged one: then an older one will do, or none at all."""
    try:
        return store.read_snapshot(match, head)
    except Damaged as error:
        LOG.warning("snapshot damaged", extra={"match": match, "reason": str(error)})
        return None


# What bots noted


def put_notes(store: Store, match: str, notes: list[BotNote]) -> None:
    key = f"{notes[0].entry:08d}-{secrets.token_hex(4)}"
    store.put(_notes_of(match), key, msgspec.msgpack.encode(notes))


def read_notes(store: Store, match: str) -> list[BotNote]:
    """By entry."""
    decoder = msgspec.msgpack.Decoder(list[BotNote])
    kept = [
        note for _, data in sorted(store.all(_notes_of(match))) for note in decoder.decode(data)
    ]
    return sorted(kept, key=lambda note: note.entry)


def drop_notes(store: Store, match: str) -> None:
    for key, _ in store.all(_notes_of(match)):
        store.drop(_notes_of(match), key)


def _notes_of(match: str) -> str:
    """Each match's notes are a kind of their own, so that they are found together."""
    return f"notes-{match}"


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
    """Where the kept segments begin, by the number of lines before them; 0 means the beginning."""
    first = store.first_line(match)
    played = read_played(store, match)
    heads = store.snapshot_heads(match) if played and played.is_world else []
    kept = [head for head in heads if head >= first and head < store.match_row(match).head]
    return [0, *kept] if first == 1 else kept


def need_sound(row: MatchRow) -> None:
    """Damaged if it was over and its stored data is damaged."""
    if row.status == "quarantined" and row.outcome:
        raise Damaged(row.reason)


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
    """Too many segments for one file. Like `Unknown`, it leaves the rest of the writer's
    transaction as it is."""

    def __init__(self, segments: int) -> None:
        super().__init__(f"{segments} segments")
        self.segments = segments


def rebuild(game: AnyGame, kept: Kept, now: Ms) -> Live:
    """The live match of what was kept. Parked if these rules are not its own; Damaged if it is
    not what these rules make of it."""
    try:
        header = decode_line(kept.header)
        if not isinstance(header, Header):
            raise Malformed("its first line is not a header")
        _need_rules(game, header)
        base = unpack(kept.saved) if kept.saved else None
        lines: list[Line] = [decode_line(line) for line in kept.lines]
        return Live.recover(game, header, lines, now, base)
    except (Parked, MemoryError):
        raise
    except Exception as error:  # rules that fall over have been given what they never wrote
        raise Damaged(f"{type(error).__name__}: {error}") from error


def _need_rules(game: AnyGame, header: Header) -> None:
    if header.rules_version != game.rules_version:
        raise Parked(
            f"it was begun under version {header.rules_version} of the rules,"
            f" and this server has version {game.rules_version}"
        )
