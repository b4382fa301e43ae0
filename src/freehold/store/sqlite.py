"""A store in one SQLite file: WAL, and synchronous=FULL, so that what is committed is kept."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import msgspec

from freehold.store.protocol import (
    SNAPSHOTS_KEPT,
    Fenced,
    MatchRow,
    Status,
    Unknown,
    WrongHead,
)

# Each step leads from one schema version to the next; a new one is added at the end.
MIGRATIONS = (
    """
    CREATE TABLE matches (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, status TEXT NOT NULL, head INTEGER NOT NULL,
        epoch INTEGER NOT NULL, created_at INTEGER NOT NULL, ended_at INTEGER NOT NULL DEFAULT 0,
        players TEXT NOT NULL, outcome BLOB NOT NULL DEFAULT x'', reason TEXT NOT NULL DEFAULT ''
    ) WITHOUT ROWID;
    CREATE INDEX matches_by_status ON matches (status, created_at);
    CREATE TABLE players (
        player TEXT NOT NULL, match TEXT NOT NULL, PRIMARY KEY (player, match)
    ) WITHOUT ROWID;
    CREATE TABLE lines (
        match TEXT NOT NULL, position INTEGER NOT NULL, data BLOB NOT NULL,
        PRIMARY KEY (match, position)
    ) WITHOUT ROWID;
    CREATE TABLE snapshots (
        match TEXT NOT NULL, head INTEGER NOT NULL, data BLOB NOT NULL,
        PRIMARY KEY (match, head)
    ) WITHOUT ROWID;
    CREATE TABLE things (
        kind TEXT NOT NULL, key TEXT NOT NULL, data BLOB NOT NULL, PRIMARY KEY (kind, key)
    ) WITHOUT ROWID;
    """,
)
MOST = 2**62
ROW = "id, game, status, head, epoch, created_at, ended_at, players, outcome, reason"


class SqliteStore:
    """One connection, used by one thread at a time."""

    def __init__(self, path: str | Path) -> None:
        self._path = path
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")
        self._db.execute("PRAGMA busy_timeout=5000")
        self._migrate()

    def _migrate(self) -> None:
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version > len(MIGRATIONS):
            raise RuntimeError(
                f"the data file is of schema {version}, made by a newer Freehold;"
                f" this one knows schemas up to {len(MIGRATIONS)}"
            )
        for number, script in enumerate(MIGRATIONS[version:], version + 1):
            self._db.executescript(f"BEGIN; {script}; PRAGMA user_version={number}; COMMIT;")

    def begin(self) -> None:
        self._db.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        self._db.execute("COMMIT")

    def rollback(self) -> None:
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")

    def close(self) -> None:
        self._db.close()

    def backup(self, path: str | Path) -> None:
        """A consistent copy, made while play goes on; from any thread.

        It reads through a connection of its own, so it holds what is committed and nothing else,
        and no commit waits for it.
        """
        with closing(sqlite3.connect(self._path)) as source, closing(sqlite3.connect(path)) as copy:
            source.backup(copy)

    def create_match(
        self, match: str, game: str, players: Sequence[str], header: bytes, now: int
    ) -> int:
        self._db.execute(
            "INSERT INTO matches (id, game, status, head, epoch, created_at, players)"
            " VALUES (?, ?, 'live', 1, 1, ?, ?)",
            (match, game, now, msgspec.json.encode(tuple(players)).decode()),
        )
        self._db.executemany(
            "INSERT OR IGNORE INTO players VALUES (?, ?)",
            [(player, match) for player in players if player],
        )
        self._db.execute("INSERT INTO lines VALUES (?, 0, ?)", (match, header))
        return 1

    def claim(self, match: str) -> int:
        self.match_row(match)
        self._db.execute("UPDATE matches SET epoch = epoch + 1 WHERE id = ?", (match,))
        return self.match_row(match).epoch

    def append(self, match: str, epoch: int, expected_head: int, lines: Sequence[bytes]) -> None:
        changed = self._db.execute(
            "UPDATE matches SET head = head + ? WHERE id = ? AND epoch = ? AND head = ?",
            (len(lines), match, epoch, expected_head),
        ).rowcount
        if not changed:
            self._owned(match, epoch)
            raise WrongHead(f"{match} does not have {expected_head} lines")
        self._db.executemany(
            "INSERT INTO lines VALUES (?, ?, ?)",
            [(match, expected_head + place, line) for place, line in enumerate(lines)],
        )

    def set_status(
        self, match: str, status: Status, now: int, outcome: bytes = b"", reason: str = ""
    ) -> None:
        self.match_row(match)
        self._db.execute(
            "UPDATE matches SET status = ?, ended_at = ?, outcome = ?, reason = ? WHERE id = ?",
            (status, now if status == "finished" else 0, outcome, reason, match),
        )

    def add_player(self, match: str, player: str) -> None:
        players = (*self.match_row(match).players, player)
        self._db.execute(
            "UPDATE matches SET players = ? WHERE id = ?",
            (msgspec.json.encode(players).decode(), match),
        )
        if player:
            self._db.execute("INSERT OR IGNORE INTO players VALUES (?, ?)", (player, match))

    def read_lines(self, match: str, start: int = 0, end: int | None = None) -> list[bytes]:
        self.match_row(match)
        found = self._db.execute(
            "SELECT data FROM lines WHERE match = ? AND position >= ? AND position < ?"
            " ORDER BY position",
            (match, start, MOST if end is None else end),
        )
        return [data for (data,) in found]

    def drop_lines(self, match: str, epoch: int, before: int) -> None:
        self._owned(match, epoch)
        self._db.execute(
            "DELETE FROM lines WHERE match = ? AND position > 0 AND position < ?", (match, before)
        )
        self._db.execute("DELETE FROM snapshots WHERE match = ? AND head < ?", (match, before))

    def first_line(self, match: str) -> int:
        row = self.match_row(match)
        (found,) = self._db.execute(
            "SELECT min(position) FROM lines WHERE match = ? AND position > 0", (match,)
        ).fetchone()
        return row.head if found is None else int(found)

    def match_row(self, match: str) -> MatchRow:
        found = self._db.execute(f"SELECT {ROW} FROM matches WHERE id = ?", (match,)).fetchone()
        if found is None:
            raise Unknown(match)
        return _row(found)

    def matches(
        self,
        status: Status | None = None,
        game: str | None = None,
        player: str | None = None,
        limit: int = 1000,
    ) -> list[MatchRow]:
        found = self._db.execute(
            f"SELECT {ROW} FROM matches"
            " WHERE (?1 IS NULL OR status = ?1) AND (?2 IS NULL OR game = ?2)"
            " AND (?3 IS NULL OR id IN (SELECT match FROM players WHERE player = ?3))"
            " ORDER BY created_at DESC, id LIMIT ?4",
            (status, game, player, limit),
        )
        return [_row(row) for row in found]

    def drop_match(self, match: str) -> None:
        self._db.execute("DELETE FROM matches WHERE id = ?", (match,))
        self._db.execute("DELETE FROM players WHERE match = ?", (match,))
        self._db.execute("DELETE FROM lines WHERE match = ?", (match,))
        self._db.execute("DELETE FROM snapshots WHERE match = ?", (match,))

    def save_snapshot(
        self, match: str, epoch: int, head: int, data: bytes, keep: int = SNAPSHOTS_KEPT
    ) -> None:
        row = self._owned(match, epoch)
        if row.head < head:
            raise WrongHead(f"{match} has {row.head} lines, not {head}")
        self._db.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?)", (match, head, data))
        if keep:
            self._db.execute(
                "DELETE FROM snapshots WHERE match = ?1 AND head NOT IN"
                " (SELECT head FROM snapshots WHERE match = ?1 ORDER BY head DESC LIMIT ?2)",
                (match, keep),
            )

    def snapshot_heads(self, match: str) -> list[int]:
        found = self._db.execute(
            "SELECT head FROM snapshots WHERE match = ? ORDER BY head", (match,)
        )
        return [head for (head,) in found]

    def read_snapshot(self, match: str, head: int) -> bytes | None:
        found = self._db.execute(
            "SELECT data FROM snapshots WHERE match = ? AND head = ?", (match, head)
        ).fetchone()
        return found[0] if found else None

    def put(self, kind: str, key: str, data: bytes) -> None:
        self._db.execute("INSERT OR REPLACE INTO things VALUES (?, ?, ?)", (kind, key, data))

    def get(self, kind: str, key: str) -> bytes | None:
        found = self._db.execute(
            "SELECT data FROM things WHERE kind = ? AND key = ?", (kind, key)
        ).fetchone()
        return found[0] if found else None

    def drop(self, kind: str, key: str) -> None:
        self._db.execute("DELETE FROM things WHERE kind = ? AND key = ?", (kind, key))

    def all(self, kind: str) -> list[tuple[str, bytes]]:
        return self._db.execute(
            "SELECT key, data FROM things WHERE kind = ? ORDER BY key", (kind,)
        ).fetchall()

    def _owned(self, match: str, epoch: int) -> MatchRow:
        row = self.match_row(match)
        if row.epoch != epoch:
            raise Fenced(f"{match} is owned by epoch {row.epoch}, not {epoch}")
        return row


def _row(found: tuple[object, ...]) -> MatchRow:
    values = dict(zip(ROW.split(", "), found, strict=True))
    values["players"] = msgspec.json.decode(str(values["players"]))
    return msgspec.convert(values, MatchRow)
