"""nginx and Caddy with the configurations of deploy/, in front of a server of the test's own.

Only what has to differ in a test is changed: ports, certificates, and where files are written.
"""

from __future__ import annotations

import asyncio
import os
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import aiohttp
import pytest
from aiohttp.abc import AbstractResolver, ResolveResult

from tests.server.world import PATIENCE_S, Person, World, open_world

ROOT = Path(__file__).resolve().parent.parent.parent
DEPLOY = ROOT / "deploy"
NAME = "play.example.org"
KINDS = ("nginx", "caddy")
LOOK_S = 0.05
TRIES = 5

NGINX_AROUND = """\
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log stderr;
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/freehold.conf;
}}
"""
CADDY_AROUND = """\
{{
    admin off
    skip_install_trust
    default_bind 127.0.0.1
    http_port {http}
    https_port {https}
    storage file_system {folder}/storage
}}
"""


class Ports(NamedTuple):
    http: int
    https: int
    server: int


class Certificate(NamedTuple):
    """For NAME, signed by itself."""

    file: Path
    key: Path


class Proxied(NamedTuple):
    """A server behind a proxy: `world.url` is the proxy's."""

    world: World
    ports: Ports
    trust: ssl.SSLContext

    def visitor(self, address: str = "127.0.0.1", **headers: str) -> Person:
        """A person at one of this machine's many loopback addresses."""
        return Visitor(self, address, **headers)


class Visitor(Person):
    def __init__(self, proxied: Proxied, address: str, **headers: str) -> None:
        self.trust = proxied.trust
        self.address = address
        super().__init__(proxied.world, **headers)

    def connector(self) -> aiohttp.BaseConnector:
        local = (self.address, 0)
        return aiohttp.TCPConnector(resolver=ThisMachine(), local_addr=local, ssl=self.trust)


class ThisMachine(AbstractResolver):
    """Every name leads to this machine."""

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        found = {"hostname": host, "host": "127.0.0.1", "port": port}
        return [ResolveResult(**found, family=socket.AF_INET, proto=0, flags=0)]  # type: ignore[typeddict-item]

    async def close(self) -> None:
        pass


@cache
def programs() -> dict[str, str]:
    """The paths of nginx and Caddy; a test fails if they are missing, and never passes by that."""
    script = str(ROOT / "tools" / "proxies.sh")
    ended = subprocess.run(["sh", script], capture_output=True, text=True)
    if ended.returncode:
        pytest.fail(ended.stderr.strip().splitlines()[-1], pytrace=False)
    return dict(zip(KINDS, ended.stdout.split(), strict=True))


def make_certificate(folder: Path) -> Certificate:
    made = Certificate(folder / "certificate.pem", folder / "key.pem")
    words = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    words += ["-days", "2", "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    words += ["-out", str(made.file), "-keyout", str(made.key)]
    subprocess.run(["openssl", *words], check=True, capture_output=True, timeout=PATIENCE_S)
    return made


def replaced(text: str, *pairs: tuple[str, object]) -> str:
    for old, new in pairs:
        assert old in text, f"the configuration no longer has {old!r}"
        text = text.replace(old, str(new))
    return text


def write_nginx(folder: Path, ports: Ports, certificate: Certificate) -> list[str]:
    text = replaced(
        (DEPLOY / "nginx.conf").read_text(encoding="utf-8"),
        ("listen 80;", f"listen 127.0.0.1:{ports.http};"),
        ("listen 443 ssl", f"listen 127.0.0.1:{ports.https} ssl"),
        ("    listen [::]:80;\n", ""),
        ("    listen [::]:443 ssl http2;\n", ""),
        ("server 127.0.0.1:8000;", f"server 127.0.0.1:{ports.server};"),
        (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", certificate.file),
        (f"/etc/letsencrypt/live/{NAME}/privkey.pem", certificate.key),
    )
    (folder / "freehold.conf").write_text(text, encoding="utf-8")
    (folder / "nginx.conf").write_text(NGINX_AROUND.format(folder=folder), encoding="utf-8")
    return ["-e", "stderr", "-p", str(folder), "-c", str(folder / "nginx.conf")]


def write_caddy(folder: Path, ports: Ports, certificate: Certificate) -> list[str]:
    site = "{$FREEHOLD_DOMAIN:play.example.org} {"
    text = replaced(
        (DEPLOY / "Caddyfile").read_text(encoding="utf-8"),
        (site, f"{site}\n\ttls {certificate.file} {certificate.key}"),
        ("127.0.0.1:8000", f"127.0.0.1:{ports.server}"),
    )
    around = CADDY_AROUND.format(folder=folder, **ports._asdict())
    (folder / "Caddyfile").write_text(around + text, encoding="utf-8")
    return ["run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


WRITERS = {"nginx": write_nginx, "caddy": write_caddy}


def free_ports(count: int) -> list[int]:
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


async def is_up(process: asyncio.subprocess.Process, ports: Ports) -> bool:
    """Wait until it listens on both ports; False if it has ended."""
    for port in (ports.http, ports.https):
        while process.returncode is None:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(LOOK_S)
                continue
            writer.close()
            await writer.wait_closed()
            break
    return process.returncode is None


@asynccontextmanager
async def started(
    kind: str, folder: Path, ports: Ports, certificate: Certificate
) -> AsyncIterator[bool]:
    """The proxy; False if it has ended at once, for a port was taken."""
    arguments = WRITERS[kind](folder, ports, certificate)
    env = {**os.environ, "HOME": str(folder), "XDG_CONFIG_HOME": str(folder / "config")}
    with (folder / "proxy.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            programs()[kind], *arguments, cwd=folder, env=env, stdout=log, stderr=log
        )
    try:
        async with asyncio.timeout(PATIENCE_S):
            is_there = await is_up(process, ports)
        yield is_there
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


@asynccontextmanager
async def behind(kind: str, folder: Path, **chosen: Any) -> AsyncIterator[Proxied]:
    """A server behind this proxy, set up as deploy/README.md says."""
    certificate = make_certificate(folder)
    trust = ssl.create_default_context(cafile=str(certificate.file))
    for _ in range(TRIES):  # another program may take a port before the proxy does
        http, https = free_ports(2)
        url = f"https://{NAME}:{https}"
        world = await open_world(trust_proxy=True, public_url=url, **chosen)
        ports = Ports(http, https, world.port)
        world.url = url
        try:
            async with started(kind, folder, ports, certificate) as is_there:
                if is_there:
                    yield Proxied(world, ports, trust)
                    return
        finally:
            await world.close()
    pytest.fail(f"{kind} does not start: {(folder / 'proxy.log').read_text(encoding='utf-8')}")
