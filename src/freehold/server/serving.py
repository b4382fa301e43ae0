"""Starting and stopping: the data file and its lock, the port, signals, what is printed."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO

from aiohttp import web

from freehold.cluster.bus import Bus, BusDown
from freehold.cluster.directory import Directory, new_node
from freehold.kernel.errors import Illegal, Malformed
from freehold.server import logs
from freehold.server.app import make_app
from freehold.server.http.gate import RESERVED_FILES, allow_files, open_gate
from freehold.server.http.origins import ALL_ADDRESSES, lan_address, url_at
from freehold.server.hub import Hub
from freehold.server.settings import Settings, data_file, data_folder
from freehold.server.site.sites import SiteNode
from freehold.server.upkeep import hostfiles
from freehold.store import MemoryStore, SqliteStore, Store, Unusable, open_postgres
from freehold.store.files import PRIVATE_FOLDER, leave_marker, make_private, open_private

LOG = logging.getLogger("freehold.server")
PORTS_TRIED = 20
STOP_S = 2.0
Print = Callable[[str], None]


def serve(settings: Settings, is_port_chosen: bool, say: Print) -> None:
    """Run until SIGTERM or SIGINT. Malformed says what the operator has to fix."""
    logs.set_up(settings.log_format)
    if settings.bots and not Path(settings.bots).is_dir():
        raise Malformed(f"there is no folder of bots {settings.bots}; make it, or leave out --bots")
    if settings.privacy_file and not os.access(settings.privacy_file, os.R_OK):
        raise Malformed(
            f"the privacy file {settings.privacy_file} cannot be read; correct --privacy-file, or"
            " leave it out for the default text"
        )
    with lock_data(settings), asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(_serve(settings, is_port_chosen, say))


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    """uvloop's, or where it cannot be installed the standard one, which is slower."""
    try:
        import uvloop
    except ImportError:
        LOG.info("uvloop is not installed, so the standard event loop serves fewer people")
        return asyncio.new_event_loop
    factory: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return factory


async def _serve(settings: Settings, is_port_chosen: bool, say: Print) -> None:
    admin_hash, words = hostfiles.keep_secret(settings)
    with ExitStack() as opened:  # closes what is open if the next step fails
        parts = _open_parts(settings)
        store = parts[1] if parts else open_store(settings)
        opened.callback(store.close)
        if parts:
            opened.callback(parts[0].close)
        listening = listen(settings, is_port_chosen)
        opened.pop_all()
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError):  # Windows: Ctrl-C raises instead
            loop.add_signal_handler(number, stop.set)
    hub = Hub(settings, store)
    node = SiteNode(hub, parts[0], parts[2]) if parts else None
    try:
        await hub.open()
        if node:
            await node.open()
    except (Illegal, BusDown) as error:
        listening.close()
        await hub.close()
        if node:
            await node.close()
        if isinstance(error, BusDown):
            raise Malformed(str(error)) from None
        raise Malformed("the database has gone away while the server was starting") from None
    app = make_app(hub, admin_hash, node)
    allow_files(settings.max_connections + RESERVED_FILES)
    runner = await open_gate(app, hub, listening, STOP_S)
    port = listening.getsockname()[1]
    LOG.info("listening", extra={"port": port})
    collect_seldom()
    try:
        with hostfiles.told_where(settings, port):
            for line in [*greeting(settings, port), *words]:
                say(line)
            await stop.wait()
    finally:
        LOG.info("stopping")
        if node:
            await _stop_listening(runner)
            await node.drain()
        await hub.close()
        if node:
            await node.close()
        await runner.cleanup()


async def _stop_listening(runner: web.AppRunner) -> None:
    """Newcomers go to other nodes from now on."""
    for site in list(runner.sites):
        await site.stop()


def collect_seldom() -> None:
    """Collect garbage less often, and never look at what was loaded at the start.

    A message makes dozens of small objects and hardly any cycles: with the default thresholds
    collecting took a twentieth of the time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)


# The data file


def open_store(settings: Settings) -> Store:
    """The store. The hub closes it."""
    if settings.in_memory:
        return MemoryStore()
    if settings.store:
        return open_database(settings.store)
    path = data_file(settings)
    try:
        store = SqliteStore(path)
        leave_marker(path)
        return store
    except Unusable as error:
        raise Malformed(str(error)) from None
    except OSError as error:
        raise Malformed(f"the data file {path} cannot be used: {error.strerror}") from None


def open_database(address: str) -> Store:
    """A database for this server alone."""
    try:
        return open_postgres(address, is_alone=True)
    except Unusable as error:
        raise Malformed(str(error)) from None


def _open_parts(settings: Settings) -> tuple[Directory, Store, Bus] | None:
    """What a node of a site needs, none of it if the server is alone."""
    if not settings.bus:
        return None
    try:
        from freehold.cluster.carrier import NatsBus
        from freehold.cluster.postgres import PostgresDirectory, PostgresRooms
    except ImportError as error:
        raise Malformed(
            "for a site with several nodes install Freehold with its extra, as in"
            f" pip install 'freehold[cluster]' ({error})"
        ) from None
    id = new_node(settings.node)
    try:
        directory = PostgresDirectory(settings.store, id)
        try:
            store = PostgresRooms(settings.store, id, settings.node)
        except Unusable:
            directory.close()
            raise
        return directory, store, NatsBus(settings.bus)
    except Unusable as error:
        raise Malformed(str(error)) from None


@contextmanager
def lock_data(settings: Settings) -> Iterator[None]:
    """Only one server may use a data folder at a time."""
    if settings.in_memory:
        yield
        return
    folder = data_folder(settings)
    try:
        folder.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
        make_private(folder, PRIVATE_FOLDER)
        lock = open_private(folder / "lock")
    except OSError as error:
        raise Malformed(f"the data folder {folder} cannot be used: {error.strerror}") from None
    with lock:
        take_lock(lock, folder)
        yield


def take_lock(lock: IO[str], folder: Path) -> None:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise Malformed(
            f"another server is using {folder}; stop it, or choose another folder with --data"
        ) from None


# The port


def listen(settings: Settings, is_port_chosen: bool) -> socket.socket:
    """A socket that listens on the port; if nobody chose it, on the next free one.

    Links, proxies and firewalls name a port that somebody chose, so another one is no use.
    """
    tried = 0 if is_port_chosen else PORTS_TRIED
    last = min(settings.port + tried, 65535)
    for port in range(settings.port, last + 1):
        try:
            return _listen(settings.host, port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise Malformed(
                    f"cannot listen on {settings.host}, port {port}: {error.strerror}"
                ) from None
    if is_port_chosen:
        raise Malformed(f"port {last} is taken; choose another with --port")
    raise Malformed(f"ports {settings.port} to {last} are all taken; choose one with --port")


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(1024)
    except OSError:
        listening.close()
        raise
    return listening


# What is printed


def greeting(settings: Settings, port: int) -> list[str]:
    """The address for people, and its QR code on a network."""
    lines = []
    if settings.port and port != settings.port:
        lines.append(f"Port {settings.port} is taken; using port {port} instead.")
    if settings.public_url:
        return [*lines, f"Freehold is at {settings.public_url}"]
    if settings.host not in ALL_ADDRESSES:
        return [*lines, f"Freehold is at {url_at(settings.host, port)}"]
    url = url_at(lan_address(), port)
    return [
        *lines,
        f"Freehold is at {url} for everyone on this network",
        qr_code(url),
    ]


def qr_code(url: str) -> str:
    import io

    import segno

    out = io.StringIO()
    segno.make(url, error="l", micro=False).terminal(out, compact=True, border=2)
    return out.getvalue()
