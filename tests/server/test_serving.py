"""`freehold serve` as a process: the port, the lock, the stop."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from freehold.cli import main
from freehold.kernel.errors import Malformed
from freehold.server import serving
from freehold.server.http import origins
from freehold.server.http.origins import lan_address, others_url
from freehold.server.serving import greeting, listen, qr_code
from freehold.server.settings import Settings


@contextmanager
def served(
    *flags: str, before: Callable[[], None] | None = None
) -> Iterator[tuple[subprocess.Popen[str], str, list[str]]]:
    """A server, its address, and the lines it printed up to there."""
    process = subprocess.Popen(
        [sys.executable, "-m", "freehold.cli", "serve", *flags],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=before,
    )
    try:
        assert process.stdout is not None
        lines: list[str] = []
        while not lines or "Freehold is at" not in lines[-1]:
            line = process.stdout.readline()
            assert line, process.communicate()
            lines.append(line.strip())
        found = re.search(r"http://\S+", lines[-1])
        assert found
        yield process, found[0], lines
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def read(url: str) -> object:
    with urllib.request.urlopen(url, timeout=20) as response:
        return json.load(response)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_server_starts_on_nothing_but_a_folder_and_stops_when_told(
    number: signal.Signals, tmp_path: Path
) -> None:
    with served("--data", str(tmp_path), "--port", "0") as (process, url, _):
        assert read(f"{url}/healthz") == {
            "is_well": True,
            "version": 1,
            "rooms": 0,
            "connections": 0,
        }
        process.send_signal(number)
        _, log = process.communicate(timeout=20)
        assert process.returncode == 0
        events = [json.loads(line)["event"] for line in log.splitlines()]
        assert events == ["listening", "stopping"]
    assert (tmp_path / "freehold.db").exists()


@pytest.mark.slow
def test_without_uvloop_a_server_runs_on_the_standard_loop_and_says_so_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "uvloop.py").write_text("raise ImportError('it cannot be installed here')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with served("--in-memory", "--port", "0") as (process, url, _):
        read(f"{url}/healthz")
        process.send_signal(signal.SIGTERM)
        _, log = process.communicate(timeout=60)
        assert process.returncode == 0
        events = [json.loads(line)["event"] for line in log.splitlines()]
        standard = "uvloop is not installed, so the standard event loop serves fewer people"
        assert events == [standard, "listening", "stopping"]


@pytest.mark.slow
def test_a_taken_port_and_a_shared_folder_are_refused(tmp_path: Path) -> None:
    with served("--data", str(tmp_path), "--port", "0") as (_, url, _):
        port = url.rpartition(":")[2]
        for flags, sentence in (
            (("--in-memory", "--port", port), f"port {port} is taken"),
            (("--data", str(tmp_path)), "another server is using"),
        ):
            second = subprocess.run(
                [sys.executable, "-m", "freehold.cli", "serve", *flags],
                capture_output=True,
                text=True,
                timeout=60,
            )
            assert second.returncode == 2
            assert sentence in second.stderr
            assert len(second.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("settings", "url"),
    [
        (Settings(host="127.0.0.1"), ""),
        (Settings(host="localhost"), ""),
        (Settings(host="::1"), ""),
        (Settings(host="192.0.2.7"), "http://192.0.2.7:8000"),
        (Settings(host="2001:db8::7"), "http://[2001:db8::7]:8000"),
        (Settings(public_url="https://play.example.org/"), "https://play.example.org"),
    ],
)
def test_others_are_told_an_address_that_they_can_reach(settings: Settings, url: str) -> None:
    assert others_url(settings, 8000) == url


def test_on_all_addresses_others_are_told_the_one_on_the_network(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for found, url in (("192.0.2.9", "http://192.0.2.9:8000"), ("127.0.0.1", "")):
        monkeypatch.setattr(origins, "lan_address", lambda found=found: found)
        assert others_url(Settings(host="0.0.0.0"), 8000) == url


def test_on_all_addresses_the_lan_address_and_a_qr_code_are_printed() -> None:
    lines = greeting(Settings(host="0.0.0.0"), 8000)
    assert lan_address() in lines[0]
    assert len(lines[1].splitlines()) > 10
    assert qr_code("http://10.0.0.1:8000") != qr_code("http://10.0.0.2:8000")


def test_a_public_url_is_what_people_are_told() -> None:
    settings = Settings(public_url="https://play.example.org")
    assert greeting(settings, 8000) == ["Freehold is at https://play.example.org"]
    assert greeting(Settings(host="::1"), 8000) == ["Freehold is at http://[::1]:8000"]


def test_a_chosen_port_is_that_one_or_none_and_the_usual_one_moves_on() -> None:
    with listen(Settings(port=0), is_port_chosen=True) as first:
        port = first.getsockname()[1]
        settings = Settings(port=port)
        with pytest.raises(Malformed, match=f"^port {port} is taken; .* --port$"):
            listen(settings, is_port_chosen=True)
        with listen(settings, is_port_chosen=False) as second:
            moved = second.getsockname()[1]
    assert moved > port
    assert greeting(settings, moved)[0] == f"Port {port} is taken; using port {moved} instead."


@pytest.mark.parametrize(
    ("flags", "environment", "is_chosen"),
    [
        ([], {}, False),
        (["--host", "127.0.0.1"], {}, False),
        (["--port", "8000"], {}, True),
        ([], {"FREEHOLD_PORT": "8000"}, True),
        (["--config", "freehold.toml"], {}, True),
    ],
)
def test_a_port_is_chosen_by_an_option_a_variable_or_the_file(
    flags: list[str],
    environment: dict[str, str],
    is_chosen: bool,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    (tmp_path / "freehold.toml").write_text("port = 8000\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("FREEHOLD_PORT", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    heard = []
    monkeypatch.setattr(serving, "serve", lambda *words: heard.append(words))
    assert main(["serve", *flags]) == 0
    [(settings, is_port_chosen, _)] = heard
    assert (settings.port, is_port_chosen) == (8000, is_chosen)


LIBRARY_SPEAKS = """
import asyncio, logging
from freehold.server import logs
logs.set_up("json")
try:
    raise ValueError("a-secret")
except ValueError:
    logging.getLogger("aiohttp.server").exception("Error handling %s", "a-secret")
logging.getLogger("aiohttp.websocket").warning("%s: protocols %r", "a-secret", ["a-secret"])
async def fail():
    raise ValueError("a-secret")
async def main():
    task = asyncio.ensure_future(fail())
    await asyncio.sleep(0)
asyncio.run(main())
"""


def test_a_library_logs_one_line_without_what_it_was_given() -> None:
    spoken = subprocess.run(
        [sys.executable, "-c", LIBRARY_SPEAKS], capture_output=True, text=True, timeout=60
    )
    lines = [json.loads(line) for line in spoken.stderr.splitlines()]
    assert [(each["from"], each["event"], each.get("reason")) for each in lines] == [
        ("aiohttp.server", "Error handling %s", "ValueError"),
        ("aiohttp.websocket", "%s: protocols %r", None),
        ("asyncio", "Task exception was never retrieved", "ValueError"),
    ]
    assert "a-secret" not in spoken.stderr


def hear(connection: socket.socket) -> bytes:
    try:
        return connection.recv(12)
    except ConnectionError:
        return b""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no file limit")
def test_a_server_that_may_open_few_files_never_runs_out_of_them(tmp_path: Path) -> None:
    """With 200 files, 300 connections: some are refused, and matches are still written down."""
    import resource

    def few_files() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (200, 200))

    flags = ("--data", str(tmp_path), "--port", "0", "--log-format", "json")
    with served(*flags, before=few_files) as (process, url, _):
        port = int(url.rpartition(":")[2])
        crowd = [socket.create_connection(("127.0.0.1", port), timeout=20) for _ in range(300)]
        told = [hear(each) for each in crowd[100:]]
        assert set(told) == {b"HTTP/1.1 503", b""}  # told, or when there are many not even that
        for each in crowd:
            each.close()
        quick = urllib.request.Request(
            f"{url}/api/quick", b'{"game": "land-grab"}', {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(quick, timeout=20) as response:
            assert json.load(response)["seat"] == 0
        process.send_signal(signal.SIGTERM)
        _, log = process.communicate(timeout=20)
    lines = [json.loads(line) for line in log.splitlines()]
    reached = [each for each in lines if each["event"] == "connection limit reached"]
    assert [(each["reason"], each["limit"]) for each in reached] == [("server_busy", 72)]
    assert not [each for each in lines if each["level"] == "error"]


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="rights are a matter of POSIX")
def test_what_a_server_keeps_is_its_owners_alone_whatever_the_umask(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"
    before = os.umask(0)
    try:
        for is_there in (False, True):
            with served("--data", str(folder), "--port", "0") as (process, _, _):
                found = {
                    each.name: stat.S_IMODE(each.stat().st_mode)
                    for each in folder.iterdir()
                    if each.suffix != ".part"  # it gets its own name in this moment
                }
                assert stat.S_IMODE(folder.stat().st_mode) == 0o700
                process.send_signal(signal.SIGTERM)
                _, log = process.communicate(timeout=20)
            assert {"freehold.db", "freehold.db-wal", "lock", "freehold.marker"} <= set(found)
            assert set(found.values()) == {0o600}
            said = [json.loads(line) for line in log.splitlines()]
            told = [
                each["reason"]
                for each in said
                if each["event"] == "others could read this: permissions fixed"
            ]
            wider = ["data had 755, now 700", "freehold.db had 664, now 600"]
            assert told == (wider if is_there else [])
            folder.chmod(0o755)
            (folder / "freehold.db").chmod(0o664)
    finally:
        os.umask(before)
