"""A store in one SQLite file: WAL, and synchronous=FULL, so that what is committed is kept.

Every row carries a checksum, which is compared whenever the row is read (`sums.py`). A file that
is empty, cut short, another program's or out of order is not opened (`files.py`).
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from freehold.store import files
from freehold.store.files import Unusable
from freehold.store.protocol import (
    SNAPSHOTS_KEPT,
    Damage,
    Damaged,
    Fenced,
    MatchRow,
    Status,
    Unknown,
    WrongHead,
)
from freehold.store.schema import make_file, migrate, schema, wanted_schema
from freehold.store.sums import (
    KEYS,
    OTHERS,
    Slice,
    Value,
    ask_sqlite,
    is_corrupt,
    is_sound,
    read_text,
    sum_of,
    walk,
)

LOG = logging.getLogger("freehold.store")

MOST = 2**62
COLUMNS = (*KEYS["matches"], *OTHERS["matches"])
ROW = ", ".join((*COLUMNS, "sum"))


class SqliteStore:
    """One connection, used by one thread at a time."""

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        self.damaged: set[Damage] = set()
        """Damaged rows found so far."""
        if not self._path.exists():
            make_file(self._path)
        files.need_own(self._path, set(KEYS))
        files.need_log(self._path)
        files.make_private(self._path, files.PRIVATE_FILE)
        self._db = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
        self._db.text_factory = read_text
        try:
            self._open()
        except sqlite3.Error as error:
            self._db.close()
            raise Unusable(f"{path} cannot be used: {error}; {files.BACKUP}") from None
        except Unusable:
            self._db.close()
            raise

    def _open(self) -> None:
        found = ask_sqlite(self._db, "quick_check")
        if found != "ok":
            raise Unusable(f"{self._path} is damaged ({found}): {files.BACKUP}")
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")
        self._db.execute("PRAGMA busy_timeout=5000")
        for beside in ("-wal", "-shm"):  # new ones get the rights of the file itself
            path = self._path.with_name(self._path.name + beside)
            files.make_private(path, files.PRIVATE_FILE)
        migrate(self._db)
        if schema(self._db) != wanted_schema():
            raise Unusable(f"{self._path} is damaged (its tables are others): {files.BACKUP}")

    def begin(self) -> None:
        self._db.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        self._db.execute("COMMIT")

    def rollback(self) -> None:
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")

    def close(self) -> None:
        self._db.close()

    @property
    def path(self) -> Path:
        return self._path

    def backup(self, path: str | Path) -> None:
        """A consistent copy, made while play goes on; from any thread.

        It reads through a connection of its own, so it holds what is committed and nothing else,
        and no commit waits for it.
        """
        with closing(sqlite3.connect(self._path)) as source, closing(sqlite3.connect(path)) as copy:
            source.backup(copy)

    def scrub(self, rows: int) -> Iterator[Slice]:
        """Read everything and compare every sum, `rows` rows at a time; from any thread.

        What is found is noted in `damaged`. As for `backup`, the connection is its own.
        """
        with closing(sqlite3.connect(self._path, check_same_thread=False)) as db:
            db.text_factory = read_text
            for part in walk(db, rows):
                for each in part.damaged:
                    self._note(each)
                yield part

    def check(self) -> str:
        """All that SQLite itself can find, as its first sentence; `ok` is nothing. It is slow."""
        with closing(files.open_to_read(self._path)) as db:
            return ask_sqlite(db, "integrity_check")

    # Matches and their logs

    def create_match(
        self,
        match: str,
        game: str,
        players: Sequence[str],
        header: bytes,
        now: int,
        aged_from: int = 0,
    ) -> int:
        told = _encode_players(players)
        self._insert("matches", match, game, "live", 1, 1, now, 0, told, b"", "", aged_from)
        for player in dict.fromkeys(filter(None, players)):
            self._insert("players", player, match)
        self._insert("lines", match, 0, header)
        return 1

    def claim(self, match: str) -> int:
        epoch = self.match_row(match).epoch + 1
        self._change(match, epoch=epoch)
        return epoch

    def append(self, match: str, epoch: int, expected_head: int, lines: Sequence[bytes]) -> None:
        row = self._raw(match)
        _need_epoch(match, row, epoch)
        if row["head"] != expected_head:
            raise WrongHead(f"{match} does not have {expected_head} lines")
        self._write(row, head=expected_head + len(lines))
        places = enumerate(lines, expected_head)
        self._db.executemany(
            "INSERT INTO lines VALUES (?, ?, ?, ?)",
            [(match, place, line, sum_of("lines", match, place, line)) for place, line in places],
        )

    def set_status(
        self,
        match: str,
        status: Status,
        now: int,
        outcome: bytes = b"",
        reason: str = "",
        aged_from: int = 0,
    ) -> None:
        row = self._raw(match)
        ended_at = now if status == "finished" else 0
        aged_from = aged_from or row["aged_from"]
        fields = {"outcome": outcome, "reason": reason, "aged_from": aged_from}
        self._write(row, status=status, ended_at=ended_at, **fields)

    def add_player(self, match: str, player: str) -> None:
        players = (*self.match_row(match).players, player)
        self._change(match, players=_encode_players(players))
        if player:
            self._insert("players", player, match, is_again=True)

    def read_lines(self, match: str, start: int = 0, end: int | None = None) -> list[bytes]:
        head = self.match_row(match).head
        found = self._rows(
            "SELECT position, data, sum FROM lines"
            " WHERE match = ? AND position >= ? AND position < ? ORDER BY position",
            (match, start, MOST if end is None else end),
        )
        for position, data, kept in found:
            if sum_of("lines", match, position, data) != kept:
                raise self._lost(Damage("lines", f"{match} {position}"))
        _need_all(match, [row[0] for row in found], start, head if end is None else min(end, head))
        return [data for _, data, _ in found]

    def drop_lines(self, match: str, epoch: int, before: int) -> None:
        _need_epoch(match, self._raw(match), epoch)
        self._db.execute(
            "DELETE FROM lines WHERE match = ? AND position > 0 AND position < ?", (match, before)
        )
        self._db.execute("DELETE FROM snapshots WHERE match = ? AND head < ?", (match, before))

    def first_line(self, match: str) -> int:
        row = self.match_row(match)
        ((found,),) = self._rows(
            "SELECT min(position) FROM lines WHERE match = ? AND position > 0", (match,)
        )
        return row.head if found is None else int(found)

    def match_row(self, match: str) -> MatchRow:
        return _row(self._raw(match))

    def matches(
        self,
        status: Status | None = None,
        game: str | None = None,
        player: str | None = None,
        limit: int = 1000,
    ) -> list[MatchRow]:
        found = self._rows(
            f"SELECT {ROW} FROM matches"
            " WHERE (?1 IS NULL OR status = ?1) AND (?2 IS NULL OR game = ?2)"
            " AND (?3 IS NULL OR id IN (SELECT match FROM players WHERE player = ?3))"
            " ORDER BY created_at DESC, id LIMIT ?4",
            (status, game, player, limit),
        )
        return [_row(row) for values in found if (row := self._sound(values)) is not None]

    def drop_match(self, match: str) -> None:
        self._db.execute("DELETE FROM matches WHERE id = ?", (match,))
        self._db.execute("DELETE FROM players WHERE match = ?", (match,))
        self._db.execute("DELETE FROM lines WHERE match = ?", (match,))
        self._db.execute("DELETE FROM snapshots WHERE match = ?", (match,))

    def save_snapshot(
        self, match: str, epoch: int, head: int, data: bytes, keep: int = SNAPSHOTS_KEPT
    ) -> None:
        row = self._raw(match)
        _need_epoch(match, row, epoch)
        if row["head"] < head:
            raise WrongHead(f"{match} has {row['head']} lines, not {head}")
        self._insert("snapshots", match, head, data, is_again=True)
        if keep:
            self._db.execute(
                "DELETE FROM snapshots WHERE match = ?1 AND head NOT IN"
                " (SELECT head FROM snapshots WHERE match = ?1 ORDER BY head DESC LIMIT ?2)",
                (match, keep),
            )

    def snapshot_heads(self, match: str) -> list[int]:
        found = self._rows("SELECT head FROM snapshots WHERE match = ? ORDER BY head", (match,))
        return [head for (head,) in found]

    def read_snapshot(self, match: str, head: int) -> bytes | None:
        found = self._rows(
            "SELECT data, sum FROM snapshots WHERE match = ? AND head = ?", (match, head)
        )
        return self._only("snapshots", (match, head), found)

    # Small things

    def put(self, kind: str, key: str, data: bytes) -> None:
        self._insert("things", kind, key, data, is_again=True)

    def get(self, kind: str, key: str) -> bytes | None:
        found = self._rows("SELECT data, sum FROM things WHERE kind = ? AND key = ?", (kind, key))
        return self._only("things", (kind, key), found)

    def drop(self, kind: str, key: str) -> None:
        self._db.execute("DELETE FROM things WHERE kind = ? AND key = ?", (kind, key))

    def all(self, kind: str) -> list[tuple[str, bytes]]:
        found = self._rows("SELECT key, data, sum FROM things WHERE kind = ? ORDER BY key", (kind,))
        sound = []
        for key, data, kept in found:
            if sum_of("things", kind, key, data) == kept:
                sound.append((key, data))
            else:
                self._note(Damage("things", f"{kind} {key}"))
        return sound

    # Rows and their sums

    def _rows(self, query: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        """All that is found; Damaged if the file is out of order where it should be."""
        try:
            return self._db.execute(query, values).fetchall()
        except sqlite3.DatabaseError as error:
            if not is_corrupt(error):
                raise
            raise self._lost(Damage("file", str(error))) from None

    def _insert(self, table: str, *values: Value, is_again: bool = False) -> None:
        """A row and its sum; with `is_again` in place of another one of the same key."""
        marks = ", ".join("?" * (len(values) + 1))
        columns = ", ".join((*KEYS[table], *OTHERS[table], "sum"))
        self._db.execute(
            f"INSERT {'OR REPLACE ' if is_again else ''}INTO {table} ({columns}) VALUES ({marks})",
            (*values, sum_of(table, *values)),
        )

    def _only(self, table: str, key: tuple[Value, ...], found: list[Any]) -> bytes | None:
        if not found:
            return None
        ((data, kept),) = found
        if sum_of(table, *key, data) != kept:
            raise self._lost(Damage(table, " ".join(map(str, key))))
        assert isinstance(data, bytes)
        return data

    def _raw(self, match: str) -> dict[str, Any]:
        """A match's row, column by column; Unknown, or Damaged."""
        found = self._rows(f"SELECT {ROW} FROM matches WHERE id = ?", (match,))
        if not found:
            raise Unknown(match)
        row = self._sound(found[0])
        if row is None:
            raise Damaged(f"the row of match {match} is damaged")
        return row

    def _sound(self, values: tuple[Any, ...]) -> dict[str, Any] | None:
        if not is_sound("matches", values):
            self._note(Damage("matches", str(values[0])))
            return None
        return dict(zip(COLUMNS, values, strict=False))

    def _change(self, match: str, **fields: Value) -> None:
        self._write(self._raw(match), **fields)

    def _write(self, row: dict[str, Any], **fields: Value) -> None:
        changed = {**row, **fields}
        fields["sum"] = sum_of("matches", *changed.values())
        columns = ", ".join(f"{name} = ?" for name in fields)
        self._db.execute(
            f"UPDATE matches SET {columns} WHERE id = ?", (*fields.values(), row["id"])
        )

    def _lost(self, damage: Damage) -> Damaged:
        self._note(damage)
        return Damaged(f"{damage} is damaged")

    def _note(self, damage: Damage) -> None:
        if damage not in self.damaged:
            self.damaged.add(damage)
            LOG.error("row damaged", extra={"reason": f"{damage} is damaged"})


def _need_epoch(match: str, row: dict[str, Any], epoch: int) -> None:
    if row["epoch"] != epoch:
        raise Fenced(f"{match} is owned by epoch {row['epoch']}, not {epoch}")


def _need_all(match: str, positions: list[int], start: int, end: int) -> None:
    """Damaged if a line is missing: between two, or at the end. At the front they are dropped."""
    later = [position for position in positions if position]
    wanted = list(range(end - len(later), end))
    is_header_missing = not start and end > 0 and (not positions or positions[0])
    if later != wanted or is_header_missing:
        raise Damaged(f"lines of match {match} are missing")


def _encode_players(players: Sequence[str]) -> str:
    return msgspec.json.encode(tuple(players)).decode()


def _row(row: dict[str, Any]) -> MatchRow:
    return msgspec.convert({**row, "players": msgspec.json.decode(row["players"])}, MatchRow)
