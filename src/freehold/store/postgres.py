"""A store in a PostgreSQL database, for a server that is not to keep its matches in a file.

Rules about this file:
1. A match is fenced by one statement: an UPDATE that finds its row only while epoch and head (and
   so the row's sum) are as the owner knows them, and that adds the lines only if it does.
2. Changes are not sent before somebody needs an answer, and then all in one go (psycopg's
   pipeline): a commit of many appends is three round trips, however many there are. Nothing is ever
   sent without the end of its message, so the database knows a server that stands still within a
   transaction, and ends it (`connecting.SESSION`).
3. A connection that is lost before the commit was sent is a reason to do it Again. Otherwise, and
   as long as there is no other one, all is Unavailable; a new one is tried when something is to be
   done, but not more often than the pause says. What a lost commit has come to is never guessed
   (docs/decisions/0016).
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from functools import cache
from time import monotonic
from typing import Any

import psycopg
from psycopg import errors
from psycopg.pq import TransactionStatus

from freehold.store.connecting import (
    LOCKS,
    RATING,
    Db,
    Former,
    complete,
    describe,
    open_session,
    who,
)
from freehold.store.files import Unusable
from freehold.store.protocol import (
    Again,
    Appending,
    Damaged,
    Fenced,
    StoreError,
    Unavailable,
    Unknown,
    WrongHead,
)
from freehold.store.sql import COLUMNS, ROW, DatabaseStore
from freehold.store.sums import KEYS, OTHERS, Slice, sum_of, walk

LOG = logging.getLogger("freehold.store")
AT_REST = (TransactionStatus.IDLE, TransactionStatus.UNKNOWN)
FIRST_PAUSE_S, LAST_PAUSE_S = 0.1, 2.0
MET_ANOTHER = (errors.DeadlockDetected, errors.SerializationFailure)
READ_ONLY = errors.ReadOnlySqlTransaction
"""The database has become a standby: another one is to be found."""
APPEND = """
    WITH given AS (
        SELECT * FROM unnest(
            ?::text[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bytea[], ?::bytea[]
        ) AS given(id, epoch, head, later, known, sum)
    ), owned AS (
        UPDATE matches SET head = given.later, sum = given.sum FROM given
        WHERE matches.id = given.id AND matches.epoch = given.epoch AND matches.head = given.head
            AND matches.sum = given.known
        RETURNING matches.id
    ), added AS (
        INSERT INTO lines (match, position, data, sum)
        SELECT line.match, line.position, line.data, line.sum
        FROM unnest(?::text[], ?::bigint[], ?::bytea[], ?::bytea[])
            AS line(match, position, data, sum)
        JOIN owned ON owned.id = line.match
    )
    SELECT id FROM owned
"""


class PostgresStore(DatabaseStore):
    """One session, used by one thread at a time. With `is_alone` no other store with it can be
    open in this database, with the name of a node no other of that node; without `may_change` it
    is only looked at."""

    lock = " FOR UPDATE"

    def __init__(
        self, dsn: str, is_alone: bool = False, may_change: bool = True, node: str = ""
    ) -> None:
        super().__init__()
        self._node = node
        self._may_change = may_change
        self._dsn = complete(dsn)
        self._is_alone = is_alone
        self._former: Former | None = None
        self._pause_s, self._try_at = FIRST_PAUSE_S, 0.0
        self._is_undoable = False
        """In a transaction whose commit has not been sent: if it is lost, nothing was kept."""
        self._unsent: list[tuple[str, tuple[Any, ...]]] = []
        """Changes of this transaction that nobody has asked the outcome of yet."""
        self._db = self._open()

    def _open(self) -> Db:
        db = open_session(self._dsn, self._is_alone, self._former, self._may_change, self._node)
        try:
            self._former = who(db)
        except BaseException:
            db.close()
            raise
        return db

    def begin(self) -> None:
        if self._db.closed:
            self._reconnect()
        self._unsent = [("BEGIN", ())]
        self._is_undoable = True

    def commit(self) -> None:
        self._is_undoable = False
        ended = self._send("COMMIT", ())
        if ended.statusmessage != "COMMIT":
            raise Unavailable("the database has undone the transaction")

    def rollback(self) -> None:
        self._unsent, self._is_undoable = [], False
        try:
            if self._db.info.transaction_status not in AT_REST:
                self._db.execute("ROLLBACK")
        except psycopg.Error:
            self._db.close()

    def close(self) -> None:
        self._db.close()

    def erase(self) -> None:
        """The database looks after its own files: autovacuum, or VACUUM FULL by its operator."""

    def _reconnect(self) -> None:
        """Find the database again; Unavailable until it is there."""
        if monotonic() < self._try_at:
            raise Unavailable("the database does not answer")
        try:
            self._db = self._open()
        except (Unusable, psycopg.Error) as error:
            self._try_at = monotonic() + self._pause_s
            self._pause_s = min(2 * self._pause_s, LAST_PAUSE_S)
            raise Unavailable(str(error)) from None
        self._pause_s = FIRST_PAUSE_S
        LOG.info("the database is back")

    # Looking for damage

    def scrub(self, rows: int) -> Iterator[Slice]:
        try:
            with open_session(self._dsn, may_change=False) as db:
                for part in walk(lambda query, values: _ask(db, query, values), rows):
                    for each in part.damaged:
                        self._note(each)
                    yield part
        except (Unusable, psycopg.OperationalError) as error:
            raise Unavailable(str(error)) from None

    def check(self) -> str:
        """PostgreSQL looks after the order of its own files."""
        return "ok"

    def about(self) -> str:
        return f"{describe(self._dsn)}, PostgreSQL {self._db.info.server_version // 10_000}"

    def risks(self) -> list[str]:
        query = "SELECT name FROM pg_settings WHERE name = ANY(?) AND setting = 'off' ORDER BY name"
        return [name for (name,) in self._rows(query, (["fsync", "full_page_writes"],))]

    def add_rows(self, table: str, rows: list[tuple[Any, ...]]) -> None:
        columns = ", ".join((*KEYS[table], *OTHERS[table], "sum"))
        self._send("SELECT 1", ())  # what is unsent comes first
        try:
            with self._db.cursor().copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        except psycopg.Error as error:
            raise self._trouble(error) from error

    def lock_ratings(self) -> None:
        self._run("SELECT pg_advisory_xact_lock(?, ?)", (LOCKS, RATING))

    # Appending

    def append(self, match: str, epoch: int, expected_head: int, lines: Sequence[bytes]) -> None:
        (refusal,) = self.append_all([Appending(match, epoch, expected_head, lines)])
        if refusal is not None:
            raise refusal

    def append_all(self, appends: Sequence[Appending]) -> list[StoreError | None]:
        refusals: list[StoreError | None] = []
        for run in _in_runs(appends):
            refusals += self._append_run(run)
        return refusals

    def _append_run(self, appends: list[Appending]) -> list[StoreError | None]:
        """Each to another match. Those that have met another's change are tried again, under a
        lock: there is nobody to meet any more."""
        refusals = self._append_once(appends, "")
        for at, refusal in enumerate(refusals):
            if isinstance(refusal, _Met):
                (refusals[at],) = self._append_once([appends[at]], self.lock)
        return refusals

    def _append_once(self, appends: list[Appending], lock: str) -> list[StoreError | None]:
        query = f"SELECT {ROW} FROM matches WHERE id = ANY(?){lock}"
        known = [append.match for append in appends if is_text(append.match)]
        rows = {row[0]: row for row in self._rows(query, (known,))}
        refusals = [self._judge(append, rows.get(append.match)) for append in appends]
        good = [each for each, refusal in zip(appends, refusals, strict=True) if refusal is None]
        owned = self._append_to([(each, rows[each.match]) for each in good]) if good else set()
        return [
            refusal or (None if append.match in owned else _Met(append.match))
            for append, refusal in zip(appends, refusals, strict=True)
        ]

    def _judge(self, append: Appending, values: tuple[Any, ...] | None) -> StoreError | None:
        """Why a match of this row does not take these lines."""
        if values is None:
            return Unknown(append.match)
        row = self._sound(values)
        if row is None:
            return Damaged(f"the row of match {append.match} is damaged")
        if row["epoch"] != append.epoch:
            return Fenced(f"{append.match} is owned by epoch {row['epoch']}, not {append.epoch}")
        if row["head"] != append.expected_head:
            return WrongHead(f"{append.match} does not have {append.expected_head} lines")
        return None

    def _append_to(self, given: list[tuple[Appending, tuple[Any, ...]]]) -> set[str]:
        """The matches that were still as their rows say: they have their lines."""
        changed, added = [], []
        for each, row in given:
            head = each.expected_head + len(each.lines)
            values = dict(zip(COLUMNS, row, strict=False)) | {"head": head}
            changed.append(
                (
                    each.match,
                    each.epoch,
                    each.expected_head,
                    head,
                    row[-1],
                    sum_of("matches", *values.values()),
                )
            )
            for place, line in enumerate(each.lines, each.expected_head):
                added.append((each.match, place, line, sum_of("lines", each.match, place, line)))
        found = self._rows(APPEND, (*_by_column(changed, 6), *_by_column(added, 4)))
        return {match for (match,) in found}

    # Talking to the database

    def _rows(self, query: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        return self._send(query, _need_text(values)).fetchall()

    def _run(self, query: str, values: tuple[Any, ...]) -> None:
        self._unsent.append((query, _need_text(values)))

    def _send(self, query: str, values: tuple[Any, ...]) -> psycopg.Cursor[tuple[Any, ...]]:
        """What is unsent and then this, all in one go; the answer to this."""
        unsent, self._unsent = self._unsent, []
        try:
            if not unsent:
                return self._db.execute(_marked(query), values, binary=True)
            with self._db.pipeline():
                for change, given in unsent:
                    self._db.execute(_marked(change), given)
                return self._db.execute(_marked(query), values, binary=True)
        except psycopg.Error as error:
            raise self._trouble(error) from error

    def _trouble(self, error: psycopg.Error) -> Exception:
        """What is to be said of an error; a connection that is no use any more is closed."""
        if isinstance(error, MET_ANOTHER):
            return Again(str(error))
        if isinstance(error, READ_ONLY):
            self._db.close()
        if self._db.closed and self._is_undoable:
            return Again(str(error))
        if self._db.closed or isinstance(error, psycopg.OperationalError):
            return Unavailable(" ".join(str(error).split()))
        return error


class _Met(Fenced):
    """Somebody else has changed the match between our look and our change."""


def _in_runs(appends: Sequence[Appending]) -> Iterator[list[Appending]]:
    """Parts in which no match comes twice, for one statement changes a row only once."""
    run: dict[str, Appending] = {}
    for append in appends:
        if append.match in run:
            yield list(run.values())
            run = {}
        run[append.match] = append
    if run:
        yield list(run.values())


def _by_column(rows: list[tuple[Any, ...]], columns: int) -> list[list[Any]]:
    return [[row[column] for row in rows] for column in range(columns)]


def _need_text(values: tuple[Any, ...]) -> tuple[Any, ...]:
    if not all(map(is_text, values)):
        raise Unknown("no text in a database holds these characters")
    return values


def is_text(value: object) -> bool:
    """Not a text that PostgreSQL cannot hold: then nothing can be there under that name."""
    if not isinstance(value, str):
        return True
    if "\0" in value:
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


@cache
def _marked(query: str) -> str:
    """With psycopg's marks. All queries are ours; what comes from elsewhere is a value."""
    return query.replace("?", "%s")


def _ask(db: Db, query: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    return db.execute(_marked(query), values, binary=True).fetchall()
