"""A whole site from one database to another: every row as it is, with its checksum.

All of it is one transaction of the target, and is read back and compared before that is committed.
So a copy that is interrupted has copied nothing, and can be begun again.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

from msgspec import Struct

from freehold.kernel.sentences import counted
from freehold.store.files import Unusable
from freehold.store.protocol import Damage
from freehold.store.sql import SqlStore, plain
from freehold.store.sums import KEYS, is_later, is_sound, sum_of

ROWS = 1_000
FINGERPRINT_BYTES = 16
Row = tuple[Any, ...]


class Contents(Struct, frozen=True):
    """What is in a database, as far as it is sound."""

    counts: dict[str, int]
    """Rows by table."""
    fingerprint: str
    damaged: tuple[Damage, ...] = ()
    """Rows with a wrong checksum: they are not counted, and not copied."""

    @property
    def rows(self) -> int:
        return sum(self.counts.values())


class NotEmpty(Exception):
    """The target has something else in it."""


class Differs(Exception):
    """What was copied is not what was read: nothing was committed."""


class Reckoning:
    """The contents of rows that pass by in the order of their keys."""

    def __init__(self) -> None:
        self._counts = dict.fromkeys(KEYS, 0)
        self._hash = blake2b(digest_size=FINGERPRINT_BYTES)
        self._damaged: list[Damage] = []

    def sound(self, table: str, rows: list[Row]) -> list[Row]:
        """Those of them that can be copied, in the way any database can hold them."""
        found = []
        for row in rows:
            if is_sound(table, row):
                found.append(_fit(table, row))
                self._counts[table] += 1
                self._hash.update(found[-1][-1])
            else:
                self._damaged.append(Damage(table, " ".join(map(str, row[: len(KEYS[table])]))))
        return found

    def contents(self) -> Contents:
        return Contents(self._counts, self._hash.hexdigest(), tuple(self._damaged))


def _fit(table: str, row: Row) -> Row:
    """PostgreSQL's text holds no NUL; only the reason of an old quarantine could have one."""
    if not any(isinstance(value, str) and "\0" in value for value in row):
        return row
    values = tuple(plain(value) if isinstance(value, str) else value for value in row[:-1])
    return (*values, sum_of(table, *values))


def read_contents(store: SqlStore) -> Contents:
    reckoning = Reckoning()
    for table in KEYS:
        for rows in _slices(store, table):
            reckoning.sound(table, rows)
    return reckoning.contents()


def copy_site(source: SqlStore, target: SqlStore) -> Contents:
    """Copy everything, or nothing. NotEmpty if the target has anything but just that in it."""
    if any(target.read_rows(table, (), 1) for table in KEYS):
        return _need_same(read_contents(source), read_contents(target))
    reckoning = Reckoning()
    target.begin()
    try:
        for table in KEYS:
            for rows in _slices(source, table):
                target.add_rows(table, reckoning.sound(table, rows))
        copied, found = reckoning.contents(), read_contents(target)
        if (copied.counts, copied.fingerprint) != (found.counts, found.fingerprint):
            raise Differs(f"{found.rows} of {copied.rows} rows can be read as they were written")
        target.commit()
    except BaseException:
        target.rollback()
        raise
    return copied


def _need_same(source: Contents, target: Contents) -> Contents:
    if (source.counts, source.fingerprint) != (target.counts, target.fingerprint):
        raise NotEmpty(f"it has {counted(target.rows, 'row')} in it")
    return source


def _slices(store: SqlStore, table: str) -> Iterator[list[Row]]:
    """All rows in the order of their keys, damaged ones too."""
    after: Row = ()
    while rows := store.read_rows(table, after, ROWS):
        yield rows
        last = rows[-1][: len(KEYS[table])]
        if not is_later(last, after):
            raise Unusable(f"the keys of {table} are out of order: `freehold doctor` says more")
        after = last
