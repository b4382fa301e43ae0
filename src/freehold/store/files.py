"""The data file as a file: is it ours, whole, and nobody else's to read?

Rules about this file:
1. Whatever is wrong is said in one sentence with what to do, and nothing is changed.
2. All of this is found out before SQLite opens the file, which would take an empty one for new.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from typing import IO

from freehold.store.sums import read_text
from freehold.store.wal import find_lost

LOG = logging.getLogger("freehold.store")
APPLICATION_ID = int.from_bytes(b"Frhd", "big")
"""Stands in the file's header, so that it is known for ours."""
MAGIC = b"SQLite format 3\0"
HEADER_BYTES = 100
MARKER = "freehold.marker"
MARKER_WORDS = """\
A Freehold server keeps its matches in freehold.db, in this folder. As long as this file is here, a
freehold.db that is missing or empty is a loss and not a new server, and the server says so.
"""
PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600
BACKUP = "put a backup in its place (`freehold doctor` says more)"


class Unusable(Exception):
    """The data file cannot be used; the sentence says why and what to do."""


class NotYet(Unusable):
    """Nothing is wrong with the database, but no server of this version has used it yet."""


def need_own(path: Path, first_tables: set[str]) -> None:
    """Unusable if the file is there and is not a whole data file of Freehold.

    One of before the application's id was written has just these tables.
    """
    size = path.stat().st_size
    if not size:
        raise Unusable(f"{path} is empty: {BACKUP}; {begin_again(path)}")
    with path.open("rb") as file:
        header = file.read(HEADER_BYTES)
    if len(header) < HEADER_BYTES or not header.startswith(MAGIC):
        raise Unusable(
            f"{path} is not a data file of Freehold, or its beginning is damaged: {BACKUP}, or"
            " choose another folder with --data"
        )
    _need_whole(path, header, size)
    application = int.from_bytes(header[68:72], "big")
    is_first = application == 0 and _read_tables(path) == first_tables
    if application != APPLICATION_ID and not is_first:
        raise Unusable(
            f"{path} is a data file of another program, or was emptied: {BACKUP}, or choose"
            " another folder with --data"
        )


def _need_whole(path: Path, header: bytes, size: int) -> None:
    """What the header counts must be there; if there is a log beside it, SQLite knows better."""
    page_bytes = int.from_bytes(header[16:18], "big")
    page_bytes = 65_536 if page_bytes == 1 else page_bytes
    wanted = page_bytes * int.from_bytes(header[28:32], "big")
    log = path.with_name(path.name + "-wal")
    if size < wanted and not (log.exists() and log.stat().st_size):
        raise Unusable(f"{path} is cut short, {size} of {wanted} bytes are there: {BACKUP}")


def need_log(path: Path) -> None:
    """Unusable if commits that were made cannot be read any more."""
    log = path.with_name(path.name + "-wal")
    # Twice, for a server that runs may begin its log again while it is read.
    lost = find_lost(log) and find_lost(log)
    if lost is not None:
        words = f"shorten it to {lost.sound_bytes} bytes" if lost.sound_bytes else "remove it"
        raise Unusable(
            f"{log} is damaged, and the last {lost.commits} commits in it cannot be read: {BACKUP};"
            f" to go on without them, {words}"
        )


def _read_tables(path: Path) -> set[str]:
    """Read as it stands, without a lock and without touching anything beside it."""
    try:
        with closing(_connect(path, "immutable=1")) as db:
            found = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    except sqlite3.Error:
        return set()
    return {name for (name,) in found}


def open_to_read(path: Path) -> sqlite3.Connection:
    """For who only looks: nothing is changed, and nothing is left beside the file."""
    is_in_use = path.with_name(path.name + "-wal").exists()
    return _connect(path, "mode=ro" if is_in_use else "immutable=1")


def _connect(path: Path, how: str) -> sqlite3.Connection:
    db = sqlite3.connect(f"{path.resolve().as_uri()}?{how}", uri=True)
    db.text_factory = read_text
    return db


def begin_again(path: Path) -> str:
    return f"to begin with nothing, remove it and {MARKER}"


# The folder


def need_no_loss(path: Path) -> None:
    """Unusable if there was a data file here, and it is gone."""
    log = path.name + "-wal"
    left = [name for name in (MARKER, log) if (path.parent / name).exists()]
    if not path.exists() and left:
        raise Unusable(
            f"{path} is missing, where this server kept its matches: put it back, or a backup;"
            f" to begin with nothing, remove {' and '.join(left)} there"
        )


def leave_marker(path: Path) -> None:
    marker = path.parent / MARKER
    if not marker.exists():
        with open_private(marker) as file:
            file.write(MARKER_WORDS)


# Whose it is to read


def make_private(path: Path, rights: int) -> None:
    """Take from others whatever they may do with it, and say so if they could."""
    if os.name != "posix" or not path.exists():
        return
    before = stat.S_IMODE(path.stat().st_mode)
    if not before & ~rights & 0o777:
        return
    if before & stat.S_ISVTX:  # a folder that all share, such as /tmp
        LOG.warning("others can read this", extra={"reason": f"{path.name} is a shared folder"})
        return
    try:
        path.chmod(rights)
    except OSError as error:
        LOG.warning("others can read this", extra={"reason": f"{path.name}: {error.strerror}"})
        return
    words = f"{path.name} had {before:03o}, now {rights:03o}"
    LOG.warning("others could read this: permissions fixed", extra={"reason": words})


def open_private(path: Path) -> IO[str]:
    """To be appended to; a new one is for its owner only, whatever the umask."""
    is_new = not path.exists()
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, PRIVATE_FILE)
    if is_new:
        path.chmod(PRIVATE_FILE)
    return os.fdopen(handle, "a", encoding="utf-8")
