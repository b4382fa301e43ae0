"""`freehold serve` as a process on its own folder and port; it can be killed and come back."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests import same_boards
from tests.server.crashing import free_port

SERVER = str(same_boards.__file__)
BOT_PACE_MS = 30
"""Bots hurry: nobody looks."""


class Server:
    """Started, killed and started again on the same folder and port."""

    def __init__(
        self,
        folder: Path,
        environment: dict[str, str] | None = None,
        python: str = sys.executable,
        **settings: object,
    ) -> None:
        self.folder = folder
        self._python = python
        self._environment = environment
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._settings = {
            "bot_delay_ms": BOT_PACE_MS,
            "bot_workers": 1,
            "log_format": "json",
        } | settings
        self._running: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Until it listens; one that runs goes on."""
        if self._running is not None:
            return
        flags = {"data": self.folder, "port": self.port} | self._settings
        words = [
            word
            for name, value in flags.items()
            for word in (f"--{name.replace('_', '-')}", str(value))
        ]
        with (self.folder / "server.log").open("a") as log:
            self._running = subprocess.Popen(
                [self._python, SERVER, "serve", *words],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=self._environment,
            )
        assert self._running.stdout is not None
        said = self._running.stdout.readline().strip()
        assert said == f"Freehold is at {self.url}", said + self.log()

    def kill(self) -> None:
        """SIGKILL: nothing of it runs any more when this returns."""
        if self._running is None:
            return
        self._running.kill()
        self._running.wait()
        assert self._running.stdout is not None
        self._running.stdout.close()
        self._running = None

    def log(self) -> str:
        return (self.folder / "server.log").read_text()[-4000:]
