"""A proxy between a store and PostgreSQL, that cuts connections when a test says so."""

from __future__ import annotations

import selectors
import shutil
import socket
import tempfile
from pathlib import Path
from threading import Lock, Thread
from types import TracebackType

NAME = ".s.PGSQL.5432"
SEPARATE = 65_536
COMMITTED = b"COMMIT\0"


class Proxy:
    """Passes everything on, both ways, in one thread."""

    def __init__(self, server: Path) -> None:
        self._server = server / NAME
        self.is_open = True
        """Or everybody who comes is refused."""
        self.refused = self.cuts = 0
        self._words = b""
        self._is_passed_on = False
        self._muted: socket.socket | None = None
        self._folder = Path(tempfile.mkdtemp(prefix="freehold-px-", dir="/tmp"))
        self._pairs: dict[socket.socket, socket.socket] = {}
        self._clients: set[socket.socket] = set()
        self._held: list[socket.socket] = []
        """Ends at the server that were never told."""
        self._lock = Lock()
        self._selector = selectors.DefaultSelector()
        self._listening = socket.socket(socket.AF_UNIX)
        self._wake, self._woken = socket.socketpair()

    def __enter__(self) -> Proxy:
        self._listening.bind(str(self._folder / NAME))
        self._listening.listen()
        self._selector.register(self._listening, selectors.EVENT_READ)
        self._selector.register(self._woken, selectors.EVENT_READ)
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._wake.send(b"x")
        self._thread.join()
        self.cut()
        for each in (*self._held, self._listening, self._wake, self._woken):
            each.close()
        self._selector.close()
        shutil.rmtree(self._folder)

    def address(self, dsn: str) -> str:
        """The same database, by way of this proxy."""
        before, _, _ = dsn.partition("&host=")
        return f"{before}&host={self._folder}"

    def cut(self, is_server_told: bool = True) -> None:
        """All connections that there are."""
        with self._lock:
            for client in list(self._clients):
                self._close(client, is_server_told)

    def cut_at(self, words: bytes, is_passed_on: bool) -> None:
        """The connection on which a client says these words: before they are passed on to the
        server, or just before it hears that it is committed."""
        self._words, self._is_passed_on = words, is_passed_on

    def _run(self) -> None:
        while True:
            for key, _ in self._selector.select():
                end = key.fileobj
                assert isinstance(end, socket.socket)
                if end is self._woken:
                    return
                with self._lock:
                    if end is self._listening:
                        self._accept()
                    elif end in self._pairs:
                        self._pass_on(end)

    def _accept(self) -> None:
        client, _ = self._listening.accept()
        if not self.is_open:
            self.refused += 1
            client.close()
            return
        server = socket.socket(socket.AF_UNIX)
        server.connect(str(self._server))
        self._pairs |= {client: server, server: client}
        self._clients.add(client)
        for end in (client, server):
            self._selector.register(end, selectors.EVENT_READ)

    def _pass_on(self, end: socket.socket) -> None:
        is_client = end in self._clients
        other = self._pairs[end]
        client = end if is_client else other
        try:
            data = end.recv(SEPARATE)
            if is_client and self._words and self._words in data:
                self._words = b""
                self._muted = client
                data = data if self._is_passed_on else b""
            elif not is_client and self._muted is client and COMMITTED in data:
                data = b""
            if data:
                other.sendall(data)
        except OSError:
            data = b""
        if not data:
            self.cuts += self._muted is client
            self._close(client)

    def _close(self, client: socket.socket, is_server_told: bool = True) -> None:
        server = self._pairs.pop(client)
        del self._pairs[server]
        self._clients.discard(client)
        for end in (client, server):
            self._selector.unregister(end)
        client.close()
        if is_server_told:
            server.close()
        else:
            self._held.append(server)
