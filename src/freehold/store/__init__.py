"""Where matches are kept: a protocol, in memory, on SQLite and on PostgreSQL.

The log of a match is the truth; everything else here can be lost without losing a match. The writer
of a match owns it by an epoch: `claim` begins a new one, and from then on the former owner's
appends are refused, however late they come.

`postgres.py` is imported by `open_postgres` only: what it needs is an extra of the package.
"""

from __future__ import annotations

from freehold.store.files import NotYet, Unusable
from freehold.store.memory import MemoryStore
from freehold.store.protocol import Damage, Damaged, Fenced, MatchRow, Store, Unknown, WrongHead
from freehold.store.sql import DatabaseStore
from freehold.store.sqlite import SqliteStore
from freehold.store.writer import Writer


def open_postgres(address: str, is_alone: bool = False, may_change: bool = True) -> DatabaseStore:
    """A store on PostgreSQL. Unusable if what it needs is not installed, or if the database cannot
    be used."""
    try:
        from freehold.store.postgres import PostgresStore
    except ImportError as error:
        raise Unusable(
            "for a database on PostgreSQL install Freehold with its extra, as in"
            f" pip install 'freehold[cluster]' ({error})"
        ) from None
    return PostgresStore(address, is_alone, may_change)


__all__ = [
    "Damage",
    "Damaged",
    "Fenced",
    "MatchRow",
    "MemoryStore",
    "NotYet",
    "SqliteStore",
    "Store",
    "Unknown",
    "Unusable",
    "Writer",
    "WrongHead",
    "open_postgres",
]
