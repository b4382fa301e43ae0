"""A NATS server of the tests' own, on loopback, with a user and a password."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from time import monotonic, sleep

ROOT = Path(__file__).resolve().parent.parent
PATIENCE_S = 60
USER, PASSWORD = "nodes", "hush"


class NoNats(Exception):
    """None is here; the sentence says what to run."""


@cache
def find() -> str:
    """Its path, or NoNats."""
    script = str(ROOT / "tools" / "nats.sh")
    ended = subprocess.run(["sh", script], capture_output=True, text=True)
    if ended.returncode:
        raise NoNats(ended.stderr.strip().splitlines()[-1])
    return ended.stdout.strip()


class Nats:
    """A server that can be killed and started again, on the same port."""

    def __init__(self) -> None:
        self._program = find()
        self._folder = Path(tempfile.mkdtemp(prefix="freehold-nats-"))
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.url = f"nats://{USER}:{PASSWORD}@127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Until it answers."""
        words = ["-a", "127.0.0.1", "-p", str(self.port), "--user", USER, "--pass", PASSWORD]
        command = [self._program, *words]
        if shutil.which("setpriv"):
            command = ["setpriv", "--pdeathsig", "SIGKILL", *command]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        until = monotonic() + PATIENCE_S
        while True:
            with socket.socket() as probe:
                if not probe.connect_ex(("127.0.0.1", self.port)):
                    return
            assert self._process.poll() is None, (self._folder / "log").read_text()
            assert monotonic() < until
            sleep(0.02)

    def kill(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait(PATIENCE_S)
            self._process = None

    def close(self) -> None:
        self.kill()
        shutil.rmtree(self._folder)
