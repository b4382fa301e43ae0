"""What `freehold doctor` checks: a list of checks, each answered in one line.

A check takes the settings and changes nothing; None means that it does not apply. Add new ones to
the lists at its end. All of them work while the server runs.
"""

from __future__ import annotations

import errno
import os
import platform
import shutil
import socket
import sqlite3
import stat
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from http.client import HTTPException
from importlib.metadata import PackageNotFoundError, version
from ipaddress import ip_address
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from freehold import __version__
from freehold.kernel.errors import Malformed
from freehold.kernel.sentences import counted
from freehold.server.match.records import QUARANTINED, Quarantined, read_quarantined
from freehold.server.settings import Settings, data_file, data_folder
from freehold.server.upkeep import ages
from freehold.server.upkeep.hostfiles import find_server
from freehold.store import NotYet, Unusable, files, open_postgres
from freehold.store.schema import is_old
from freehold.store.sql import DatabaseStore
from freehold.store.sums import FIRST_TABLES, Slice, ask_sqlite, asking, walk

ROWS = 1_000
SHOWN = 5
LEAST_BYTES, FEW_BYTES = 100_000_000, 1_000_000_000
"""Free space below which matches are in danger, and below which it is time to look."""
RELEASED = 1_704_067_200
"""The beginning of 2024 in seconds since 1970: before it there was no Freehold."""
ANSWER_S = 10.0


class Finding(Struct, frozen=True):
    how: Literal["ok", "note", "bad"]
    what: str
    words: str


Check = Callable[[Settings], Finding | None]


# The machine


def check_versions(settings: Settings) -> Finding | None:
    words = f"Freehold {__version__}, Python {platform.python_version()}"
    words += f", SQLite {sqlite3.sqlite_version}, aiohttp {version('aiohttp')}"
    with suppress(PackageNotFoundError):
        return Finding("ok", "version", f"{words}, uvloop {version('uvloop')}")
    advice = "without uvloop it can serve fewer people: pip install uvloop"
    return Finding("note", "version", f"{words}; {advice}")


def check_clock(settings: Settings) -> Finding | None:
    """It cannot be before there was a Freehold, or before the server last ran."""
    now_s = time.time()
    last_s = _last_ran(settings)
    if now_s < max(RELEASED, last_s - ages.JUMP_MS / 1000):
        since = "the server last ran" if last_s > RELEASED else "there was a Freehold"
        words = f"it says {_moment(now_s)}, which was before {since}: set it, and keep it right"
        return Finding("bad", "clock", f"{words} with NTP (`timedatectl set-ntp true`)")
    return Finding("ok", "clock", f"it is {_moment(now_s)}, if the system clock is right")


def _moment(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(seconds))


def _last_ran(settings: Settings) -> float:
    path = _usable(settings)
    if path is None:
        return 0.0
    try:
        with closing(files.open_to_read(path)) as db:
            query = "SELECT data FROM things WHERE kind = ? AND key = ?"
            for (data,) in db.execute(query, (ages.KIND, ages.KEY)).fetchall():
                return msgspec.msgpack.decode(data, type=ages.Noted).wall / 1000
    except (sqlite3.Error, msgspec.DecodeError):
        pass  # other checks report it
    return 0.0


def check_disk(settings: Settings) -> Finding | None:
    folder = data_folder(settings)
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    words = f"{free // 1_000_000} MB free in {folder}"
    if free >= FEW_BYTES:
        return Finding("ok", "disk", words)
    advice = "free some space, or move the data folder (--data) to a larger disk"
    if free < LEAST_BYTES:
        return Finding("bad", "disk", f"only {words}, and a full disk stops matches: {advice}")
    return Finding("note", "disk", f"only {words}: {advice}")


# The network


def check_port(settings: Settings) -> Finding | None:
    """Does the server answer, or could one listen there?"""
    try:
        url = find_server(settings)
    except Malformed:
        return _check_free(settings)
    try:
        _ask(f"{url}/healthz")
    except (OSError, HTTPException) as error:
        words = f"the server at {url} does not answer well ({error}): see its log, or restart it"
        return Finding("bad", "port", words)
    return Finding("ok", "port", f"the server answers at {url}")


def _check_free(settings: Settings) -> Finding:
    host, port = settings.host, settings.port
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            if os.name == "posix":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as error:
        if error.errno == errno.EADDRINUSE and port == Settings().port:
            words = f"port {port} is taken, so the server would use the next free one"
            return Finding("note", "port", f"{words}; choose one with --port")
        words = f"the server cannot listen on {host}, port {port} ({error.strerror})"
        return Finding("bad", "port", f"{words}: choose another with --host and --port")
    return Finding("ok", "port", f"no server is running, and {host}, port {port} is free")


def check_proxy(settings: Settings) -> Finding | None:
    """Do the settings fit a proxy, and what has the running server seen of one?"""
    faults = _seen_of_proxies(settings)
    if settings.public_url.startswith("https://") and not settings.trust_proxy:
        words = "public_url is https, but trust_proxy is off: all people share one address's limits"
        return Finding("bad", "proxy", f"{words}; set trust_proxy if a proxy of yours does TLS")
    if faults.get("no_address"):
        words = f"{counted(faults['no_address'], 'request')} came without X-Forwarded-For"
        return Finding("bad", "proxy", f"{words}: have the proxy set it to the caller's address")
    if faults.get("not_trusted"):
        words = f"{counted(faults['not_trusted'], 'request')} came with X-Forwarded-For"
        advice = "if a proxy of yours set it, set trust_proxy; otherwise ignore this"
        return Finding("note", "proxy", f"{words}: {advice}")
    if faults.get("wrong_host"):
        words = f"{counted(faults['wrong_host'], 'request')} named another host"
        advice = "public_url has to be the address that people use, and the proxy has to keep Host"
        return Finding("note", "proxy", f"{words}: {advice}")
    if settings.trust_proxy and not _is_loopback(settings.host):
        words = f"trust_proxy is on, and {settings.host} can be reached by others"
        advice = "make sure that only the proxy gets there, or set host to 127.0.0.1"
        return Finding("note", "proxy", f"{words}: {advice}")
    return Finding("ok", "proxy", "the settings fit" if settings.trust_proxy else "none is set up")


def _is_loopback(host: str) -> bool:
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return host == "localhost"


def _seen_of_proxies(settings: Settings) -> dict[str, int]:
    """What the running server has counted, by its code; nothing if none runs."""
    try:
        text = _ask(f"{find_server(settings)}/metrics")
    except (Malformed, OSError, HTTPException):
        return {}
    names = ("freehold_proxy_faults_total", "freehold_requests_refused_total")
    counts = [line.rpartition(" ") for line in text.splitlines() if line.startswith(names)]
    return {name.split('code="')[1].split('"')[0]: int(float(n)) for name, _, n in counts}


def _ask(url: str) -> str:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(url, timeout=ANSWER_S) as response:
            return str(response.read().decode())
    except urllib.error.HTTPError as error:
        error.close()
        raise


# The data


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
        files.need_own(path, set(FIRST_TABLES))
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
            if is_old(db):
                words = (
                    "the data file is of an older version: `freehold serve` brings it up to date"
                )
                return Finding("note", "rows", words)
            parts = list(walk(asking(db), ROWS))
    except sqlite3.Error as error:
        return Finding("bad", "rows", f"the rows cannot be read: {error}")
    return _tell_rows(parts)


def _tell_rows(parts: list[Slice]) -> Finding:
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
    return _tell_quarantined(list(_read_quarantined(path)))


def _tell_quarantined(found: list[Quarantined]) -> Finding:
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


# A database elsewhere


def check_database(settings: Settings) -> Finding | None:
    """Can a server use it?"""
    try:
        with _open(settings) as store:
            return Finding("ok", "database", f"{store.about()}")
    except Unusable as error:
        how: Literal["note", "bad"] = "note" if isinstance(error, NotYet) else "bad"
        return Finding(how, "database", str(error))


def check_safety(settings: Settings) -> Finding | None:
    """Does what is committed survive a power cut?"""
    with suppress(Unusable), _open(settings) as store:
        risks = " and ".join(store.risks())
        if not risks:
            return Finding("ok", "safety", "what is committed is on the disk")
        words = f"{risks} off: a power cut may lose matches; switch it on in postgresql.conf"
        return Finding("bad", "safety", words)
    return None


def check_database_rows(settings: Settings) -> Finding | None:
    with suppress(Unusable), _open(settings) as store:
        return _tell_rows(list(store.scrub(ROWS)))
    return None


def check_database_quarantined(settings: Settings) -> Finding | None:
    with suppress(Unusable), _open(settings) as store:
        return _tell_quarantined(read_quarantined(store))
    return None


def _open(settings: Settings) -> closing[DatabaseStore]:
    return closing(open_postgres(settings.store, may_change=False))


CHECKS: tuple[Check, ...] = (
    check_versions,
    check_clock,
    check_disk,
    check_port,
    check_proxy,
    check_folder,
)
FILE_CHECKS = (check_rights, check_file, check_order, check_rows, check_quarantined)
DATABASE_CHECKS = (
    check_database,
    check_safety,
    check_database_rows,
    check_database_quarantined,
)


def examine(settings: Settings) -> Iterator[Finding]:
    """What the checks find, one after the other."""
    for check in (*CHECKS, *(DATABASE_CHECKS if settings.store else FILE_CHECKS)):
        found = check(settings)
        if found is not None:
            yield found
