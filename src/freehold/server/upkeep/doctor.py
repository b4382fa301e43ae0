"""What `freehold doctor` checks: a list of checks, each answered in one line.

A check takes the settings and changes nothing; None means that it does not apply. Add new ones to
CHECKS. All of them work while the server runs.
"""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from freehold.kernel.sentences import counted
from freehold.server.match.records import QUARANTINED, Quarantined
from freehold.server.settings import Settings, data_file, data_folder
from freehold.store import Unusable, files
from freehold.store.sums import KEYS, ask_sqlite, walk

ROWS = 1_000
SHOWN = 5


class Finding(Struct, frozen=True):
    how: Literal["ok", "note", "bad"]
    what: str
    words: str


Check = Callable[[Settings], Finding | None]


def check_folder(settings: Settings) -> Finding | None:
    folder = data_folder(settings)
    if not folder.is_dir():
        return Finding(
            "note", "folder", f"{folder} does not exist yet: `freehold serve` creates it"
        )
    return _check_rights("folder", folder, files.PRIVATE_FOLDER)


def check_rights(settings: Settings) -> Finding | None:
    path = data_file(settings)
    return _check_rights("rights", path, files.PRIVATE_FILE) if path.exists() else None


def _check_rights(what: str, path: Path, rights: int) -> Finding:
    if os.name != "posix":
        return Finding("ok", what, str(path))
    has = stat.S_IMODE(path.stat().st_mode)
    if has & ~rights & 0o777:
        words = f"others can read {path}: chmod {rights:03o} {path}, or start the server once"
        return Finding("bad", what, words)
    return Finding("ok", what, f"only its owner can read {path}")


def check_file(settings: Settings) -> Finding | None:
    """Is it ours, and complete?"""
    path = data_file(settings)
    try:
        files.need_no_loss(path)
        if not path.exists():
            return Finding(
                "note", "file", f"{path} does not exist yet: `freehold serve` creates it"
            )
        files.need_own(path, set(KEYS))
        files.need_log(path)
    except Unusable as error:
        return Finding("bad", "file", str(error))
    except OSError as error:
        return Finding("bad", "file", f"{path} cannot be read: {error.strerror}")
    return Finding("ok", "file", f"{path}, {path.stat().st_size} bytes")


def check_order(settings: Settings) -> Finding | None:
    """What SQLite itself finds."""
    path = _usable(settings)
    if path is None:
        return None
    with closing(files.open_to_read(path)) as db:
        said = ask_sqlite(db, "integrity_check")
    if said != "ok":
        return Finding("bad", "order", f"the data file is damaged ({said}): {files.BACKUP}")
    return Finding("ok", "order", "SQLite finds no errors in the data file")


def check_rows(settings: Settings) -> Finding | None:
    """The checksum of every row."""
    path = _usable(settings)
    if path is None:
        return None
    try:
        with closing(files.open_to_read(path)) as db:
            parts = list(walk(db, ROWS))
    except sqlite3.Error as error:
        return Finding("bad", "rows", f"the rows cannot be read: {error}")
    rows = sum(part.rows for part in parts)
    damaged = [str(each) for part in parts for each in part.damaged]
    if not damaged:
        return Finding("ok", "rows", f"{counted(rows, 'row')} checked, none damaged")
    more = f" and {len(damaged) - SHOWN} more" if len(damaged) > SHOWN else ""
    words = f"{len(damaged)} of {rows} rows damaged: {', '.join(damaged[:SHOWN])}{more}"
    return Finding("bad", "rows", f"{words}; restore a backup if you need it")


def check_quarantined(settings: Settings) -> Finding | None:
    path = _usable(settings)
    if path is None:
        return None
    found = list(_read_quarantined(path))
    if not found:
        return Finding("ok", "matches", "none in quarantine")
    listed = "; ".join(f"{each.match} ({each.game}): {each.reason}" for each in found[:SHOWN])
    more = f"; and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
    return Finding("note", "matches", f"{len(found)} cannot be continued: {listed}{more}")


def _read_quarantined(path: Path) -> Iterator[Quarantined]:
    decoder = msgspec.msgpack.Decoder(Quarantined)
    try:
        with closing(files.open_to_read(path)) as db:
            query = "SELECT data FROM things WHERE kind = ? ORDER BY key"
            for (data,) in db.execute(query, (QUARANTINED,)).fetchall():
                yield decoder.decode(data)
    except (sqlite3.Error, msgspec.DecodeError):
        return  # the checks before this one report it


def _usable(settings: Settings) -> Path | None:
    """The data file, if it is ours and has checksums; otherwise another check reports it."""
    found = check_file(settings)
    if found is None or found.how != "ok":
        return None
    path = data_file(settings)
    with closing(files.open_to_read(path)) as db:
        ((application,),) = db.execute("PRAGMA application_id").fetchall()
    return path if application == files.APPLICATION_ID else None


CHECKS: tuple[Check, ...] = (
    check_folder,
    check_rights,
    check_file,
    check_order,
    check_rows,
    check_quarantined,
)


def examine(settings: Settings) -> Iterator[Finding]:
    """What the checks find, one after the other."""
    for check in CHECKS:
        found = check(settings)
        if found is not None:
            yield found
