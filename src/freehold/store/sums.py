"""Checksums of rows, and the slow walk over all of them that finds what the disk has changed.

A row's sum is taken over its table's name and all its values, so that a row in another's place
has a wrong sum, too.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from hashlib import blake2b
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec import Struct

from freehold.store.protocol import Damage, Damaged

Value = str | int | bytes | float | None
SUM_BYTES = 8
KEYS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "matches": ("id",),
        "players": ("player", "match"),
        "lines": ("match", "position"),
        "snapshots": ("match", "head"),
        "things": ("kind", "key"),
        "ratings": ("ladder", "player"),
    }
)
OTHERS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "matches": (
            "game",
            "status",
            "head",
            "epoch",
            "created_at",
            "ended_at",
            "players",
            "outcome",
            "reason",
            "aged_from",
        ),
        "players": (),
        "lines": ("data",),
        "snapshots": ("data",),
        "things": ("data",),
        "ratings": ("standing", "data"),
    }
)
FIRST_TABLES = ("matches", "players", "lines", "snapshots", "things")
"""Those of the first schema, whose rows had no sums yet."""
CORRUPT = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
Ask = Callable[[str, tuple[Any, ...]], list[tuple[Any, ...]]]
"""A query, with `?` for each value, and all rows that it finds; Damaged if the database itself is
out of order where they should be."""


class Slice(Struct, frozen=True):
    """What was read at once."""

    rows: int
    damaged: tuple[Damage, ...]


def sum_of(table: str, *values: Value) -> bytes:
    encoded = msgspec.msgpack.encode((table, *values))
    return blake2b(encoded, digest_size=SUM_BYTES).digest()


def is_corrupt(error: sqlite3.Error) -> bool:
    """Has the file itself lost its order, so that SQLite cannot read on?"""
    return (getattr(error, "sqlite_errorcode", 0) & 0xFF) in CORRUPT


def asking(db: sqlite3.Connection) -> Ask:
    """Questions to a data file."""

    def ask(query: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        try:
            return db.execute(query, values).fetchall()
        except sqlite3.DatabaseError as error:
            if not is_corrupt(error):
                raise
            raise Damaged(str(error)) from None

    return ask


def ask_sqlite(db: sqlite3.Connection, check: str) -> str:
    """The first thing that a check of SQLite's own finds, in a line; or ok."""
    try:
        said = str(db.execute(f"PRAGMA {check}(1)").fetchone()[0])
    except sqlite3.DatabaseError as error:
        said = str(error)
    return " ".join(said.replace("*** in database main ***", "").split())


def read_text(data: bytes) -> str:
    """Bytes that are not valid text mean a damaged row, not an error of the whole query."""
    return data.decode(errors="replace")


def add_sums(db: sqlite3.Connection) -> None:
    """Give every row of a file that had none its sum."""
    db.create_function("freehold_sum", -1, sum_of, deterministic=True)
    for table in FIRST_TABLES:
        columns = ", ".join((*KEYS[table], *OTHERS[table]))
        db.execute(f"UPDATE {table} SET sum = freehold_sum('{table}', {columns})")


def walk(ask: Ask, rows: int) -> Iterator[Slice]:
    """All rows of all tables, in slices of `rows`; between two slices nothing is held open."""
    for table in KEYS:
        yield from _walk_table(ask, table, rows)


def _walk_table(ask: Ask, table: str, rows: int) -> Iterator[Slice]:
    """From one sound row on to the next: where a damaged key stands, SQLite finds nothing."""
    keys = KEYS[table]
    columns, order = ", ".join((*keys, *OTHERS[table], "sum")), ", ".join(keys)
    after: tuple[Value, ...] = ()
    is_more = True
    while is_more:
        where = f"WHERE ({order}) > ({', '.join('?' * len(keys))})" if after else ""
        query = f"SELECT {columns} FROM {table} {where} ORDER BY {order} LIMIT {rows}"
        try:
            found = ask(query, after)
        except Damaged:
            yield Slice(0, (Damage(table, f"after {_words(after) or 'the beginning'}"),))
            return
        damaged = [place for place, row in enumerate(found) if not is_sound(table, row)]
        is_more = len(found) == rows
        while is_more and damaged and damaged[-1] == len(found) - 1 and len(damaged) < len(found):
            del found[damaged.pop()]  # it is read again, and the next slice begins at a sound row
        yield Slice(
            len(found), tuple(Damage(table, _words(found[each][: len(keys)])) for each in damaged)
        )
        last = found[-1][: len(keys)] if found else ()
        is_more = is_more and is_later(last, after)
        after = last


def is_later(key: tuple[Value, ...], before: tuple[Value, ...]) -> bool:
    """Or the walk would go in circles, where keys are damaged."""
    try:
        return not before or key > before
    except TypeError:
        return False


def is_sound(table: str, row: tuple[Value, ...]) -> bool:
    """Is the sum at the end of a row right?"""
    return sum_of(table, *row[:-1]) == row[-1]


def _words(values: tuple[Value, ...]) -> str:
    return " ".join(str(value) for value in values)
