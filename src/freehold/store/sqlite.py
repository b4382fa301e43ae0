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

from freehold.store import files
from freehold.store.files import Unusable
from freehold.store.protocol import (
    Appending,
    Damage,
    Damaged,
    StoreError,
    Unknown,
    WrongHead,
    append_each,
)
from freehold.store.schema import make_file, migrate, schema, wanted_schema
from freehold.store.sql import SqlStore, need_epoch
from freehold.store.sums import (
    FIRST_TABLES,
    KEYS,
    OTHERS,
    Slice,
    ask_sqlite,
    asking,
    read_text,
    sum_of,
    walk,
)

LOG = logging.getLogger("freehold.store")
MOST_KEPT = 2_000


class SqliteStore(SqlStore):
    """One connection, used by one thread at a time."""

    def __init__(self, path: str | Path) -> None:
        super().__init__()
        self._path = Path(path)
        self._appended: dict[str, tuple[dict[str, Any], bytes]] = {}
        """The rows of matches as their last append has left them, each with its sum."""
        self._must_erase = False
        if not self._path.exists():
            make_file(self._path)
        files.need_own(self._path, set(FIRST_TABLES))
        files.need_log(self._path)
        files.make_private(self._path, files.PRIVATE_FILE)
        self._db = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
        self._db.text_factory = read_text
        self._ask = asking(self._db)
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
        if self._must_erase:
            self._must_erase = False
            self._erase()

    def erase(self) -> None:
        self._must_erase = True

    def _erase(self) -> None:
        """SQLite leaves what was deleted in free parts of its file and in its log: so the file is
        written again, and the log is emptied. What was committed is safe whatever comes of it."""
        try:
            self._db.execute("VACUUM")
            ((is_busy, _, _),) = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        except sqlite3.Error as error:
            LOG.error("deleted data is still in the data file", extra={"reason": str(error)})
            self.has_leftovers = True
        else:
            self.has_leftovers = bool(is_busy)

    def rollback(self) -> None:
        self._must_erase = False
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
        with closing(sqlite3.connect(self._path, check_same_thread=False)) as db:
            db.text_factory = read_text
            for part in walk(asking(db), rows):
                for each in part.damaged:
                    self._note(each)
                yield part

    def check(self) -> str:
        """It is slow."""
        with closing(files.open_to_read(self._path)) as db:
            return ask_sqlite(db, "integrity_check")

    def append(self, match: str, epoch: int, expected_head: int, lines: Sequence[bytes]) -> None:
        head = expected_head + len(lines)
        if not self._move_head(match, epoch, expected_head, head):
            row = self._raw(match)
            need_epoch(match, row, epoch)
            if row["head"] != expected_head:
                raise WrongHead(f"{match} does not have {expected_head} lines")
            self._write(row, head=head)
            row = {**row, "head": head}
            self._keep(match, row, sum_of("matches", *row.values()))
        places = enumerate(lines, expected_head)
        self._db.executemany(
            "INSERT INTO lines VALUES (?, ?, ?, ?)",
            [(match, place, line, sum_of("lines", match, place, line)) for place, line in places],
        )

    def _move_head(self, match: str, epoch: int, head: int, to: int) -> bool:
        """Without reading the row, if it is still as the last append has left it: its sum, which
        stands for all of it, says so. False leaves everything as it was."""
        row, before = self._appended.pop(match, ({}, b""))
        if not row or row["epoch"] != epoch or row["head"] != head:
            return False
        row["head"] = to
        after = sum_of("matches", *row.values())
        values = (to, after, match, epoch, head, before)
        moved = self._db.execute(
            "UPDATE matches SET head = ?, sum = ?"
            " WHERE id = ? AND epoch = ? AND head = ? AND sum = ?",
            values,
        )
        if moved.rowcount != 1:
            return False
        self._keep(match, row, after)
        return True

    def _keep(self, match: str, row: dict[str, Any], its_sum: bytes) -> None:
        """Of the matches that were written to last."""
        self._appended[match] = (row, its_sum)
        if len(self._appended) > MOST_KEPT:
            del self._appended[next(iter(self._appended))]

    def add_rows(self, table: str, rows: list[tuple[Any, ...]]) -> None:
        columns = (*KEYS[table], *OTHERS[table], "sum")
        marks = ", ".join("?" * len(columns))
        query = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"
        self._db.executemany(query, rows)

    def lock_ratings(self) -> None:
        """A transaction that writes is alone in the file."""

    def append_all(self, appends: Sequence[Appending]) -> list[StoreError | None]:
        return append_each(self, appends)

    def _rows(self, query: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        try:
            return self._ask(query, values)
        except Damaged as error:
            raise self._lost(Damage("file", str(error))) from None
        except UnicodeEncodeError:
            raise Unknown("no text in a database holds these characters") from None

    def _run(self, query: str, values: tuple[Any, ...]) -> None:
        self._db.execute(query, values)
