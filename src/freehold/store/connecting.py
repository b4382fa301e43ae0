"""A session with PostgreSQL: who may begin one, what it must be like, and the tables it finds.

Rules about this file:
1. Whatever is wrong is Unusable, in one sentence with what to do, and without the password.
2. A session is begun in the same way at the start and after the database was away.
3. Tables are made and changed under a lock, so that servers that start together do it once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from types import MappingProxyType
from typing import Any, NamedTuple

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from freehold.store.files import NotYet, Unusable
from freehold.store.sums import KEYS, OTHERS

Db = psycopg.Connection[tuple[Any, ...]]

LEAST_VERSION = 15
"""The oldest one that its makers still look after, and the oldest that our tests run on."""
SCHEMA = "freehold"
LOCKS = int.from_bytes(b"Frhd", "big")
MIGRATING, SERVING, RATING = 1, 2, 3
"""Advisory locks: for the time of a migration; for the life of a server's session, which nodes
of one site share; and for the rest of a transaction that changes ratings."""
NODES = int.from_bytes(b"Frhn", "big")
"""Advisory locks of nodes by their names, for the life of a node's session."""
LOCK_MS = SERVING_MS = 10_000
DEFAULTS: Mapping[str, str | int] = MappingProxyType(
    {
        "application_name": "freehold",
        "client_encoding": "UTF8",
        "connect_timeout": 5,
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        "tcp_user_timeout": 10_000,
        "target_session_attrs": "read-write",
    }
)
"""Of a connection, unless its address says otherwise: a peer that is gone is noticed in time."""
SESSION: Mapping[str, str] = MappingProxyType(
    {
        "search_path": SCHEMA,
        "default_transaction_isolation": "read committed",
        "idle_in_transaction_session_timeout": "5000",  # or a frozen server would keep its locks
        "lock_timeout": str(LOCK_MS),
        "tcp_keepalives_idle": "5",
        "tcp_keepalives_interval": "2",
        "tcp_keepalives_count": "3",
    }
)

# Each step leads from one schema version to the next; a new one is added at the end. Keys are
# compared byte by byte ("C"), as in SQLite.
MIGRATIONS = (
    """
    CREATE TABLE matches (
        id TEXT COLLATE "C" PRIMARY KEY, game TEXT NOT NULL, status TEXT NOT NULL,
        head BIGINT NOT NULL, epoch BIGINT NOT NULL, created_at BIGINT NOT NULL,
        ended_at BIGINT NOT NULL, players TEXT NOT NULL, outcome BYTEA NOT NULL,
        reason TEXT NOT NULL, aged_from BIGINT NOT NULL, sum BYTEA NOT NULL
    ) WITH (fillfactor = 70);
    CREATE INDEX matches_by_status ON matches (status, created_at);
    CREATE INDEX matches_by_age ON matches (created_at DESC, id);
    CREATE TABLE players (
        player TEXT COLLATE "C", match TEXT COLLATE "C", sum BYTEA NOT NULL,
        PRIMARY KEY (player, match)
    );
    CREATE INDEX players_by_match ON players (match);
    CREATE TABLE lines (
        match TEXT COLLATE "C", position BIGINT, data BYTEA NOT NULL, sum BYTEA NOT NULL,
        PRIMARY KEY (match, position)
    );
    CREATE TABLE snapshots (
        match TEXT COLLATE "C", head BIGINT, data BYTEA NOT NULL, sum BYTEA NOT NULL,
        PRIMARY KEY (match, head)
    );
    ALTER TABLE snapshots ALTER COLUMN data SET STORAGE EXTERNAL; -- zipped already
    CREATE TABLE things (
        kind TEXT COLLATE "C", key TEXT COLLATE "C", data BYTEA NOT NULL, sum BYTEA NOT NULL,
        PRIMARY KEY (kind, key)
    );
    """,
    # Which nodes there are, and which of them has a room. Nothing here is copied or summed: without
    # it every room is nobody's, and the next node that is asked for it takes it.
    """
    CREATE TABLE nodes (
        id TEXT COLLATE "C" PRIMARY KEY, load BIGINT NOT NULL, lease_until TIMESTAMPTZ NOT NULL
    ) WITH (fillfactor = 50);
    CREATE TABLE rooms (
        id TEXT COLLATE "C" PRIMARY KEY, code TEXT COLLATE "C" NOT NULL UNIQUE,
        standing TEXT COLLATE "C" UNIQUE, owner TEXT COLLATE "C" NOT NULL, epoch BIGINT NOT NULL
    ) WITH (fillfactor = 70);
    CREATE INDEX rooms_by_owner ON rooms (owner);
    """,
    """
    CREATE TABLE ratings (
        ladder TEXT COLLATE "C", player TEXT COLLATE "C", standing BIGINT NOT NULL,
        data BYTEA NOT NULL, sum BYTEA NOT NULL, PRIMARY KEY (ladder, player)
    ) WITH (fillfactor = 70);
    CREATE INDEX ratings_by_standing ON ratings (ladder, standing DESC, player);
    CREATE INDEX ratings_by_player ON ratings (player);
    """,
)


class Former(NamedTuple):
    """A session by what the database knows it by."""

    pid: int
    begun: datetime


def complete(dsn: str) -> str:
    """An address with our defaults in it. Unusable if it is none; it is not repeated, for there
    may be a password in it."""
    words = (
        dsn if dsn.startswith(("postgres://", "postgresql://")) else dsn.removeprefix("postgres:")
    )
    try:
        given = conninfo_to_dict(words)
    except psycopg.ProgrammingError:
        raise Unusable(
            "the address of the database cannot be read: write it as"
            " postgres://USER@HOST:PORT/NAME, with %-codes for special characters"
        ) from None
    return make_conninfo(words, **{name: DEFAULTS[name] for name in DEFAULTS if name not in given})


def describe(dsn: str) -> str:
    """Which database it is, in words, without the password."""
    given = conninfo_to_dict(dsn)
    where = f" at {given['host']}" if given.get("host") else ""
    return f"the database {given.get('dbname') or given.get('user') or 'of this user'}{where}"


def open_session(
    dsn: str,
    is_alone: bool = False,
    former: Former | None = None,
    may_change: bool = True,
    node: str = "",
) -> Db:
    """A session that is ready to be used, with all tables there; with `may_change` they are made.

    With `is_alone` it is the only one of its kind; with a node's name the only one of that node. To
    get there, the former session is ended: once this returns, whatever that one was doing is over,
    one way or the other.
    """
    with _plain_words(dsn):
        db = psycopg.connect(dsn, autocommit=True)
    try:
        with _plain_words(dsn):
            _need_right_server(db, dsn)
            _set_up(db)
            if is_alone or node:
                _take_over(db, dsn, former, node)
            if may_change:
                _migrate(db, dsn)
            else:
                _only_read(db, dsn)
            _need_tables(db, dsn)
    except BaseException:
        db.close()
        raise
    return db


@contextmanager
def _plain_words(dsn: str) -> Iterator[None]:
    try:
        yield
    except errors.InsufficientPrivilege as error:
        user = conninfo_to_dict(dsn).get("user") or "of this process"
        raise Unusable(
            f"the user {user} may not use {describe(dsn)} as a server does ({_line(error)}):"
            f" make it the owner of the database, or of the schema {SCHEMA} in it"
        ) from None
    except psycopg.Error as error:
        raise Unusable(f"{describe(dsn)} cannot be used: {_line(error)}") from None


def _line(error: psycopg.Error) -> str:
    return " ".join((error.diag.message_primary or str(error)).split()).rstrip(".")


def _need_right_server(db: Db, dsn: str) -> None:
    version = db.info.server_version // 10_000
    if version < LEAST_VERSION:
        raise Unusable(
            f"{describe(dsn)} is on PostgreSQL {version}: Freehold needs {LEAST_VERSION} or newer"
        )
    encoding = db.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise Unusable(
            f"{describe(dsn)} has the encoding {encoding}: make one with ENCODING 'UTF8'"
        )


def _set_up(db: Db) -> None:
    for name, value in SESSION.items():
        db.execute("SELECT set_config(%s, %s, false)", (name, value))
    db.execute(  # what is acknowledged is on the disk
        "SELECT set_config('synchronous_commit', 'on', false)"
        " WHERE current_setting('synchronous_commit') = 'off'"
    )


def who(db: Db) -> Former:
    query = "SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()"
    ((pid, begun),) = db.execute(query).fetchall()
    return Former(pid, begun)


def _take_over(db: Db, dsn: str, former: Former | None, node: str) -> None:
    """Take the server's lock, which goes with the session that has it. Our own former session may
    not know yet that it is over."""
    if former is not None:
        db.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid = %s AND backend_start = %s",
            (former.pid, former.begun),
        )
    db.execute("SELECT set_config('lock_timeout', %s, false)", (str(SERVING_MS),))
    try:
        if node:
            db.execute("SELECT pg_advisory_lock_shared(%s, %s)", (LOCKS, SERVING))
        else:
            db.execute("SELECT pg_advisory_lock(%s, %s)", (LOCKS, SERVING))
    except errors.LockNotAvailable:
        words = " that is not a node of a site" if node else ""
        raise Unusable(
            f"another server{words} is using {describe(dsn)};"
            " stop it, or choose another with --store"
        ) from None
    try:
        if node:
            db.execute("SELECT pg_advisory_lock(%s, hashtext(%s))", (NODES, node))
    except errors.LockNotAvailable:
        raise Unusable(
            f"another node called {node} is using {describe(dsn)};"
            " stop it, or choose another name with --node"
        ) from None
    db.execute("SELECT set_config('lock_timeout', %s, false)", (str(LOCK_MS),))


# The tables


def _migrate(db: Db, dsn: str) -> None:
    if _read_version(db, dsn) == len(MIGRATIONS):
        return
    with db.transaction():
        db.execute("SELECT pg_advisory_xact_lock(%s, %s)", (LOCKS, MIGRATING))
        version = _read_version(db, dsn)
        if not version:
            _make_schema(db)
        for number, script in enumerate(MIGRATIONS[version:], version + 1):
            db.execute(script)
            db.execute("UPDATE version SET number = %s", (number,))


def _only_read(db: Db, dsn: str) -> None:
    if _read_version(db, dsn) != len(MIGRATIONS):
        raise NotYet(f"{describe(dsn)} has no tables of this version: `freehold serve` makes them")
    db.execute("SET default_transaction_read_only = on")


def _read_version(db: Db, dsn: str) -> int:
    """0 means that nothing is there yet. Unusable if a newer server was here."""
    # A plain query: what it knows of names, the session may still know from before it waited.
    query = "SELECT 1 FROM pg_tables WHERE schemaname = %s AND tablename = 'version'"
    if not db.execute(query, (SCHEMA,)).fetchall():
        return 0
    ((version,),) = db.execute("SELECT number FROM version").fetchall()
    if version > len(MIGRATIONS):
        raise Unusable(
            f"{describe(dsn)} has schema {version}, made by a newer Freehold;"
            f" this one knows schemas up to {len(MIGRATIONS)}: install the newer one here, too"
        )
    return int(version)


def _make_schema(db: Db) -> None:
    if not db.execute("SELECT 1 FROM pg_namespace WHERE nspname = %s", (SCHEMA,)).fetchall():
        db.execute(f"CREATE SCHEMA {SCHEMA}")
    db.execute("CREATE TABLE version (number INTEGER NOT NULL)")
    db.execute("INSERT INTO version VALUES (0)")


def _need_tables(db: Db, dsn: str) -> None:
    """All that we use is there, and we may use it."""
    found = db.execute(
        "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = %s",
        (SCHEMA,),
    ).fetchall()
    wanted = {(table, name) for table in KEYS for name in (*KEYS[table], *OTHERS[table], "sum")}
    if missing := sorted(wanted - set(found)):
        table, name = missing[0]
        raise Unusable(
            f"{describe(dsn)} is damaged, or the user may not read it (there is no column {name}"
            f" of {SCHEMA}.{table}): restore a dump of it"
        )
    for table in KEYS:
        for right in ("SELECT", "INSERT", "UPDATE", "DELETE"):
            _need_right(db, table, right)


def _need_right(db: Db, table: str, right: str) -> None:
    ((has,),) = db.execute("SELECT has_table_privilege(%s, %s)", (table, right)).fetchall()
    if not has:
        raise errors.InsufficientPrivilege(f"no {right} on {SCHEMA}.{table}")
