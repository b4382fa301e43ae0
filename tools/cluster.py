"""A whole site on this machine: PostgreSQL, NATS, several nodes, and nginx in front of them.

    python tools/cluster.py [NODES]

nginx goes round, so that two tabs are at two nodes. Everything is kept in one folder, and Ctrl-C
stops everything. It is for trying it out, and for tests: a site that people depend on has its parts
on several machines (docs/cluster.md).
"""

from __future__ import annotations

import argparse
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from time import monotonic, sleep

ROOT = Path(__file__).resolve().parent.parent
PATIENCE_S = 60
MOST_NODES = 32
NGINX = """\
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    upstream nodes {{
{nodes}
    }}
    map $http_upgrade $upgraded {{
        default upgrade;
        ""      close;
    }}
    server {{
        listen 127.0.0.1:{port};
        client_max_body_size 3m;
        location / {{
            proxy_pass http://nodes;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $upgraded;
            proxy_set_header X-Forwarded-For $remote_addr;
            proxy_set_header X-Forwarded-Proto $scheme;
            proxy_read_timeout 75s;
        }}
        location = /metrics {{ return 404; }}
        location /api/admin {{ return 404; }}
    }}
}}
"""


class Trouble(Exception):
    """The sentence says what to do."""


def find(script: str) -> list[str]:
    """What a script of tools/ has found, or installed."""
    ended = subprocess.run(["sh", str(ROOT / "tools" / script)], stdout=subprocess.PIPE, text=True)
    if ended.returncode:
        raise Trouble("something is missing: see the line above")
    return ended.stdout.split()


def free_port(wanted: int = 0) -> int:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", wanted))
        except OSError:
            raise Trouble(f"port {wanted} is taken; choose another with PORT=N") from None
        port: int = probe.getsockname()[1]
        return port


def until_listening(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    until = monotonic() + PATIENCE_S
    while True:
        with socket.socket() as probe:
            if not probe.connect_ex(("127.0.0.1", port)):
                return
        if process.poll() is not None or monotonic() > until:
            raise Trouble(f"{Path(str(process.args[0])).name} does not start; {log} says why")  # type: ignore[index]
        sleep(0.05)


class Site:
    """All processes, the last one started first to be stopped."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._running: list[tuple[subprocess.Popen[bytes], signal.Signals]] = []

    def start(
        self, name: str, words: list[str], stop: signal.Signals = signal.SIGTERM
    ) -> tuple[subprocess.Popen[bytes], Path]:
        """In a group of its own, so that Ctrl-C reaches only us."""
        log = self.folder / f"{name}.log"
        with log.open("ab") as out:
            process = subprocess.Popen(
                words, cwd="/", stdin=subprocess.DEVNULL, stdout=out, stderr=out, process_group=0
            )
        self._running.append((process, stop))
        return process, log

    def stop(self) -> None:
        for process, number in reversed(self._running):
            if process.poll() is None:
                process.send_signal(number)
                try:
                    process.wait(20)
                except subprocess.TimeoutExpired:
                    process.kill()

    def watch(self) -> None:
        """Until something ends that should not."""
        while all(process.poll() is None for process, _ in self._running):
            sleep(0.5)
        raise Trouble(f"a part of the site has stopped; see the logs in {self.folder}")

    # The parts

    def start_postgres(self) -> str:
        """Its address. It refuses to run as root."""
        (programs,) = find("postgres.sh")
        data, sockets = self.folder / "postgres" / "data", self.folder / "postgres"
        before: list[str] = []
        sockets.mkdir(exist_ok=True)
        if os.geteuid() == 0:
            shutil.chown(sockets, "postgres", "postgres")
            before = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        if not data.exists():
            words = ["-D", str(data), "-U", "freehold", "-A", "trust", "-E", "UTF8", "--locale=C"]
            made = subprocess.run(
                [*before, f"{programs}/initdb", *words],
                cwd="/",
                capture_output=True,
                text=True,
            )
            if made.returncode:
                raise Trouble(f"initdb has failed: {made.stderr.strip().splitlines()[-1]}")
        settings = ["listen_addresses=", f"unix_socket_directories={sockets}"]
        words = [word for setting in settings for word in ("-c", setting)]
        process, log = self.start(
            "postgres",
            [*before, f"{programs}/postgres", "-D", str(data), *words],
            signal.SIGINT,
        )
        dsn = f"postgres://freehold@/postgres?host={sockets}"
        until = monotonic() + PATIENCE_S
        while not self._answers(programs, sockets):
            if process.poll() is not None or monotonic() > until:
                raise Trouble(f"PostgreSQL does not start; {log} says why")
            sleep(0.1)
        return dsn

    def _answers(self, programs: str, sockets: Path) -> bool:
        words = [f"{programs}/pg_isready", "-q", "-h", str(sockets), "-U", "freehold"]
        return subprocess.run(words, cwd="/").returncode == 0

    def start_nats(self) -> str:
        """Its address, with the nodes' password."""
        (program,) = find("nats.sh")
        port, password = free_port(), secrets.token_urlsafe(16)
        config = self.folder / "nats.conf"
        config.touch(0o600)
        config.write_text(
            f'listen: "127.0.0.1:{port}"\n'
            f'authorization {{ user: "nodes", password: "{password}" }}\n'
        )
        process, log = self.start("nats", [program, "-c", str(config)])
        until_listening(port, process, log)
        return f"nats://nodes:{password}@127.0.0.1:{port}"

    def start_node(self, name: str, dsn: str, bus: str, url: str) -> int:
        port = free_port()
        words = [sys.executable, "-m", "freehold", "serve", "--store", dsn, "--node", name]
        words += ["--port", str(port), "--data", str(self.folder / name), "--public-url", url]
        words += ["--trust-proxy"]
        os.environ["FREEHOLD_BUS"] = bus  # not where `ps` shows it
        process, log = self.start(name, words)
        until_listening(port, process, log)
        return port

    def start_nginx(self, port: int, nodes: list[int]) -> None:
        program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
        program = program or find("proxies.sh")[0]
        lines = "\n".join(f"        server 127.0.0.1:{each} max_fails=0;" for each in nodes)
        config = self.folder / "nginx.conf"
        config.write_text(NGINX.format(folder=self.folder, nodes=lines, port=port))
        process, log = self.start(
            "nginx", [program, "-p", str(self.folder), "-c", str(config)], signal.SIGQUIT
        )
        until_listening(port, process, log)


def run(nodes: int, port: int, folder: Path) -> None:
    free_port(port)
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o755)
    site = Site(folder)
    url = f"http://127.0.0.1:{port}"
    try:
        dsn, bus = site.start_postgres(), site.start_nats()
        ports = [site.start_node(f"node{number}", dsn, bus, url) for number in range(1, nodes + 1)]
        site.start_nginx(port, ports)
        at = ", ".join(map(str, ports))
        print(f"Freehold is at {url}: {nodes} nodes (ports {at}), data and logs in {folder}.")
        print("Press Ctrl-C to stop everything.", flush=True)
        site.watch()
    finally:
        site.stop()


def main() -> int:
    parser = argparse.ArgumentParser(description="A whole site with several nodes, to try out.")
    parser.add_argument("nodes", nargs="?", type=int, default=3, help="how many (default: 3)")
    parser.add_argument("--port", type=int, default=8000, help="of the site (default: 8000)")
    parser.add_argument(
        "--folder",
        type=Path,
        default=Path(tempfile.gettempdir()) / f"freehold-cluster-{os.geteuid()}",
        help="for data and logs; it is kept (default: %(default)s)",
    )
    options = parser.parse_args()
    if not 1 <= options.nodes <= MOST_NODES:
        print(f"cluster: NODES must be 1 to {MOST_NODES}.", file=sys.stderr)
        return 2
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    try:
        run(options.nodes, options.port, options.folder.resolve())
    except Trouble as trouble:
        print(f"cluster: {trouble}.", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("Stopped.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
