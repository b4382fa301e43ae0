"""A PostgreSQL of the tests' own: in a temporary folder, reached through a Unix socket only.

Each worker of a test run has one, started when it is first asked for; each test gets a database.
"""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import current_thread, main_thread
from time import monotonic, sleep

import psycopg

ROOT = Path(__file__).resolve().parent.parent
PATIENCE_S = 120
"""Far more than anything here takes."""
USER = "freehold"
QUICK = ("fsync=off", "full_page_writes=off", "synchronous_commit=off")
"""For tests that pull no plug."""
SMALL = (
    "listen_addresses=",
    "shared_buffers=16MB",
    "max_connections=30",
    "max_wal_senders=0",
    "wal_level=minimal",
    "autovacuum=off",
    "log_min_messages=warning",
    "deadlock_timeout=50ms",
)


class NoPostgres(Exception):
    """None is here; the sentence says what to run."""


@cache
def find() -> Path:
    """The folder of its programs, or NoPostgres."""
    script = str(ROOT / "tools" / "postgres.sh")
    ended = subprocess.run(["sh", script], capture_output=True, text=True)
    if ended.returncode:
        raise NoPostgres(ended.stderr.strip().splitlines()[-1])
    return Path(ended.stdout.strip())


class Postgres:
    """A server that can be stopped, killed and started again."""

    def __init__(self, *settings: str) -> None:
        self.bin = find()
        self.folder = Path(
            tempfile.mkdtemp(prefix="freehold-pg-", dir="/tmp")
        )  # short, for a socket
        self._names = itertools.count()
        self._settings = [*SMALL, *settings, f"unix_socket_directories={self.folder}"]
        self._process: subprocess.Popen[bytes] | None = None
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
        self.folder.chmod(0o755)
        words = ["-D", str(self._data), "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C"]
        self._run("initdb", *words, "--no-sync", "--no-instructions")

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    def _command(self, program: str, *words: str) -> list[str]:
        """It refuses to run as root. It ends with us, however we end."""
        command = [str(self.bin / program), *words]
        if os.geteuid() == 0:
            command = ["--reuid=postgres", "--regid=postgres", "--clear-groups", *command]
        elif not shutil.which("setpriv"):
            return command
        return ["setpriv", "--pdeathsig", "SIGQUIT", *command]

    def _run(self, program: str, *words: str) -> None:
        ended = subprocess.run(
            self._command(program, *words),
            cwd="/",
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
        )
        assert not ended.returncode, ended.stdout + ended.stderr

    # Starting and stopping

    def start(self) -> None:
        """Until it answers. In the main thread: the system takes the end of the thread that has
        started it for our end."""
        assert self._process is None
        assert current_thread() is main_thread()
        words = [word for setting in self._settings for word in ("-c", setting)]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                self._command("postgres", "-D", str(self._data), *words),
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        until = monotonic() + PATIENCE_S
        while not self._answers():
            assert self._process.poll() is None, self.log()
            assert monotonic() < until, self.log()
            sleep(0.02)

    def _answers(self) -> bool:
        try:
            self.ask("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def stop(self, number: signal.Signals = signal.SIGINT) -> None:
        """SIGINT ends all sessions and then the server; SIGQUIT is a crash. It is gone when this
        returns."""
        if self._process is not None:
            self._process.send_signal(number)
            self._process.wait(PATIENCE_S)
            self._process = None

    @property
    def is_running(self) -> bool:
        return self._process is not None

    def close(self) -> None:
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder)

    def log(self) -> str:
        return (self.folder / "log").read_text()

    # Databases

    def ask(self, query: str, database: str = "postgres") -> list[tuple[object, ...]]:
        with psycopg.connect(self.dsn(database), autocommit=True) as db:
            found = db.execute(query.encode())
            return found.fetchall() if found.description else []

    def dsn(self, database: str, user: str = USER) -> str:
        return f"postgres://{user}@/{database}?connect_timeout={PATIENCE_S}&host={self.folder}"

    @contextmanager
    def database(self, more: str = "") -> Iterator[str]:
        """A new one, by its address."""
        name = f"test{next(self._names)}"
        self.ask(f"CREATE DATABASE {name} {more}")
        yield self.dsn(name)
        self.ask(f"DROP DATABASE {name} WITH (FORCE)")

    def empty(self, dsn: str) -> None:
        """Nothing of ours is there any more, and nobody."""
        with psycopg.connect(dsn, autocommit=True) as db:
            db.execute(
                "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            db.execute("DROP SCHEMA IF EXISTS freehold CASCADE")
