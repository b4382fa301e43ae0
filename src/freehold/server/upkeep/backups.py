"""Scheduled backups: copies of the data file in a folder, of which the latest are kept.

Rules about this file:
1. A backup is whole or not there, and only its owner can read it: it holds keys of matches.
2. Backups are numbered, so a wrong system clock deletes none that should be kept.
3. A backup never takes the space that running matches need.
4. Nothing is lost by a restore: what was there is set aside.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from freehold.kernel.errors import Malformed
from freehold.server.settings import Settings, backup_folder, data_file
from freehold.store import SqliteStore, Store, Unusable, files
from freehold.store.sums import FIRST_TABLES, ask_sqlite

LOG = logging.getLogger("freehold.backups")
NAME = re.compile(r"freehold-(\d{6,})-\d{8}T\d{6}Z\.db")
HOUR_S = 3600.0
FIRST_S = 1.0
RETRY_S = 600.0
RESERVE_BYTES = 100_000_000
"""Left free for matches whatever a backup needs."""
SIDE_FILES = ("", "-wal", "-shm")


class NoBackup(Exception):
    """None was made; the sentence says why."""


class Backups:
    """The backups of one server."""

    def __init__(self, store: Store, settings: Settings, wall: Callable[[], int]) -> None:
        self.done = 0
        self.failed = 0
        self._store = store
        self._folder = backup_folder(settings)
        self._keep = settings.max_backups
        self._every_s = settings.backup_interval_hours * HOUR_S
        self._wall = wall

    async def run(self) -> None:
        """For ever, if the settings want it and there is a file."""
        if not self._every_s or not isinstance(self._store, SqliteStore):
            return
        wait_s = await asyncio.to_thread(self.first_wait_s)
        while True:
            await asyncio.sleep(wait_s)
            wait_s = self._every_s if await self.make() else RETRY_S

    def first_wait_s(self) -> float:
        """After a start the schedule goes on from the latest backup, unless the clock is wrong."""
        found = list_backups(self._folder)
        if not found:
            return FIRST_S
        age_s = self._wall() / 1000 - found[-1].stat().st_mtime
        return max(FIRST_S, self._every_s - age_s) if age_s >= 0 else FIRST_S

    async def make(self) -> Path | None:
        """One more, and the oldest go; None if it failed, and the log says why."""
        try:
            path = await asyncio.to_thread(self._make)
        except (NoBackup, OSError, sqlite3.Error) as error:
            self.failed += 1
            LOG.error("backup failed", extra={"reason": str(error)})
            return None
        self.done += 1
        LOG.info("backup made", extra={"reason": path.name, "bytes": path.stat().st_size})
        return path

    def _make(self) -> Path:
        assert isinstance(self._store, SqliteStore)
        make_folder(self._folder)
        need_space(self._store.path, self._folder)
        found = list_backups(self._folder)
        number = number_of(found[-1]) + 1 if found else 1
        moment = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(self._wall() / 1000))
        path = self._folder / f"freehold-{number:06}-{moment}.db"
        write_whole(path, self._store.backup)
        for old in [*found, path][: -self._keep]:
            old.unlink(missing_ok=True)
        return path


def list_backups(folder: Path) -> list[Path]:
    """Those that were scheduled, oldest first. Other files in the folder are left alone."""
    found = [path for path in folder.glob("*.db") if NAME.fullmatch(path.name)]
    return sorted(found, key=number_of)


def number_of(path: Path) -> int:
    found = NAME.fullmatch(path.name)
    assert found
    return int(found[1])


def make_folder(folder: Path) -> None:
    if not folder.exists():
        folder.mkdir(files.PRIVATE_FOLDER, parents=True)


def need_space(source: Path, folder: Path) -> None:
    size = sum(path.stat().st_size for path in _with_sides(source) if path.exists())
    free = shutil.disk_usage(folder).free
    if free < size + RESERVE_BYTES:
        raise NoBackup(f"{folder} has {free} bytes free, and {size + RESERVE_BYTES} are needed")


def write_whole(path: Path, write: Callable[[Path], None]) -> None:
    """Have a data file written under its name once it is complete, checked and on the disk."""
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, files.PRIVATE_FILE))
    try:
        write(part)
        need_sound(part)
        _sync(part)
        part.replace(path)
        _sync(path.parent)
    finally:
        part.unlink(missing_ok=True)


def need_sound(path: Path) -> None:
    with closing(files.open_to_read(path)) as db:
        said = ask_sqlite(db, "quick_check")
    if said != "ok":
        raise NoBackup(f"the copy is damaged ({said}); run `freehold doctor`")


def _sync(path: Path) -> None:
    if os.name == "posix":
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _with_sides(path: Path) -> list[Path]:
    """A data file and what SQLite keeps beside it."""
    return [path.with_name(path.name + side) for side in SIDE_FILES]


# Putting one in its place


def restore(copy: Path, settings: Settings) -> Path | None:
    """Put a backup in the place of the data file, whose lock the caller holds.

    Returns the folder to which what was there has been moved. Malformed says what is wrong, and
    then nothing has changed.
    """
    if settings.store:
        raise Malformed("this server has a database: restore a dump of it with pg_restore")
    path = data_file(settings)
    try:
        files.need_own(copy, set(FIRST_TABLES))
        part = path.with_name("restoring.db")
        write_whole(part, lambda target: _copy(copy, target))
        aside = _set_aside(path)
        part.replace(path)
        files.leave_marker(path)
        _give_to_owner(path.parent)
        _sync(path.parent)
    except (Unusable, NoBackup) as error:
        raise Malformed(f"{copy} cannot be restored: {error}") from None
    except FileNotFoundError as error:
        raise Malformed(f"{error.filename} does not exist") from None
    except (OSError, sqlite3.Error) as error:
        raise Malformed(f"{copy} cannot be restored: {error}") from None
    return aside


def _copy(source: Path, target: Path) -> None:
    """Also what is still in a log beside it."""
    with closing(files.open_to_read(source)) as db, closing(sqlite3.connect(target)) as copy:
        db.backup(copy)


def _give_to_owner(folder: Path) -> None:
    """What root puts there belongs to the server's own user, or the server could not read it."""
    if os.name == "posix" and os.geteuid() == 0:
        owner = folder.stat()
        for path in folder.rglob("*"):
            os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)


def _set_aside(path: Path) -> Path | None:
    there = [each for each in _with_sides(path) if each.exists()]
    if not there:
        return None
    number = 1
    while (aside := path.parent / f"replaced-{number}").exists():
        number += 1
    aside.mkdir(files.PRIVATE_FOLDER)
    for each in there:
        each.replace(aside / each.name)
    return aside
