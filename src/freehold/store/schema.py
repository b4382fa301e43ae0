"""The tables of the data file, and the steps that lead from an older file to them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from freehold.store import files
from freehold.store.files import Unusable
from freehold.store.sums import add_sums

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
    """
    ALTER TABLE matches ADD COLUMN aged_from INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE matches ADD COLUMN sum BLOB NOT NULL DEFAULT x'';
    ALTER TABLE players ADD COLUMN sum BLOB NOT NULL DEFAULT x'';
    ALTER TABLE lines ADD COLUMN sum BLOB NOT NULL DEFAULT x'';
    ALTER TABLE snapshots ADD COLUMN sum BLOB NOT NULL DEFAULT x'';
    ALTER TABLE things ADD COLUMN sum BLOB NOT NULL DEFAULT x'';
    """,
    """
    CREATE TABLE ratings (
        ladder TEXT NOT NULL, player TEXT NOT NULL, standing INTEGER NOT NULL,
        data BLOB NOT NULL, sum BLOB NOT NULL, PRIMARY KEY (ladder, player)
    ) WITHOUT ROWID;
    CREATE INDEX ratings_by_standing ON ratings (ladder, standing DESC, player);
    CREATE INDEX ratings_by_player ON ratings (player);
    """,
)
SUMMED = 2
"""From this version on rows have sums, and the file the application's id."""


def make_file(path: Path) -> None:
    """A new data file, whole or not at all: an empty one is never ours."""
    files.need_no_loss(path)
    part = path.with_name(path.name + ".new")
    part.unlink(missing_ok=True)
    files.open_private(part).close()
    with closing(sqlite3.connect(part, isolation_level=None)) as db:
        migrate(db)
    part.replace(path)


def migrate(db: sqlite3.Connection) -> None:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        raise Unusable(
            f"the data file is of schema {version}, made by a newer Freehold;"
            f" this one knows schemas up to {len(MIGRATIONS)}"
        )
    for number, script in enumerate(MIGRATIONS[version:], version + 1):
        db.execute("BEGIN IMMEDIATE")
        try:
            for statement in script.split(";"):
                db.execute(statement)
            if number == SUMMED:
                add_sums(db)
                db.execute(f"PRAGMA application_id={files.APPLICATION_ID}")
            db.execute(f"PRAGMA user_version={number}")
            db.execute("COMMIT")
        except BaseException:
            db.execute("ROLLBACK")
            raise


def is_old(db: sqlite3.Connection) -> bool:
    """Has it yet to be migrated?"""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return bool(version < len(MIGRATIONS))


def schema(db: sqlite3.Connection) -> list[tuple[str, ...]]:
    query = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"
    return db.execute(query).fetchall()


def wanted_schema() -> list[tuple[str, ...]]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        migrate(db)
        return schema(db)
