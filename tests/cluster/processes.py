"""Nodes in processes of their own, on a PostgreSQL and a NATS of the test's own."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

from freehold.store.postgres import PostgresStore
from tests.cluster.balancing import Balancer
from tests.nats import Nats
from tests.server.crashing import PATIENCE_S, ROOT, free_port

FREEHOLD = ("-m", "freehold")
UNFENCED = (str(Path(__file__).with_name("unfenced.py")),)


class NodeProcess:
    """One node, on one port, started and killed as often as one likes."""

    def __init__(
        self, name: str, folder: Path, dsn: str, bus: str, program: tuple[str, ...] = FREEHOLD
    ) -> None:
        self.port = free_port()
        self._log = folder / f"{name}.log"
        words = ["--store", dsn, "--bus", bus, "--node", name, "--data", str(folder / name)]
        words += ["--port", str(self.port), "--log-format", "json", "--bot-workers", "1"]
        words += ["--commands-per-second", "1000", "--max-command-burst", "10000"]
        self._words = [sys.executable, *program, "serve", *words]
        self._process: subprocess.Popen[str] | None = None

    def begin(self) -> None:
        with self._log.open("a") as log:
            self._process = subprocess.Popen(
                self._words,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=os.environ | {"PYTHONPATH": ROOT},
            )

    def wait(self) -> None:
        """Until it listens."""
        assert self._process is not None
        assert self._process.stdout is not None
        while line := self._process.stdout.readline():
            if "Freehold is at" in line:
                return
        raise AssertionError(self.log())

    def send(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def end(self, number: signal.Signals = signal.SIGKILL) -> int:
        """It is gone when this returns; its exit code."""
        if self._process is None:
            return 0
        process, self._process = self._process, None
        process.send_signal(signal.SIGCONT)
        process.send_signal(number)
        process.communicate(timeout=PATIENCE_S)
        return process.returncode

    def log(self) -> str:
        return self._log.read_text()


class Nodes:
    """Three of them behind a balancer."""

    def __init__(self, folder: Path, dsn: str) -> None:
        self.dsn = dsn
        self.nats = Nats()
        self.all = [NodeProcess(f"n{number}", folder, dsn, self.nats.url) for number in range(3)]
        self.balancer = Balancer([node.port for node in self.all])

    async def __aenter__(self) -> Nodes:
        self.nats.start()
        for node in self.all:
            node.begin()
        for node in self.all:
            await asyncio.to_thread(node.wait)
        await self.balancer.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.balancer.__aexit__()
        for node in self.all:
            node.end()
        self.nats.close()

    async def restart(self, node: NodeProcess) -> None:
        node.begin()
        await asyncio.to_thread(node.wait)

    def owner(self, room: str) -> NodeProcess:
        store = PostgresStore(self.dsn, may_change=False)
        try:
            ((owner,),) = store._rows("SELECT owner FROM rooms WHERE id = ?", (room,))
        finally:
            store.close()
        return self.all[int(owner[1])]

    def logs(self) -> dict[str, list[bytes]]:
        store = PostgresStore(self.dsn, may_change=False)
        try:
            return {row.id: store.read_lines(row.id) for row in store.matches(limit=100_000)}
        finally:
            store.close()
