"""`freehold doctor` on the machine and its network: each fault has a line with what to do."""

from __future__ import annotations

import shutil
import socket
import time
from argparse import Namespace
from contextlib import closing
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import pytest

from freehold.server.settings import Settings
from freehold.server.upkeep import ages, doctor, hostfiles
from freehold.server.upkeep.doctor import Finding
from freehold.store import SqliteStore
from tests.server.world import Person, World, run, world


def need(found: Finding | None, how: str, *words: str) -> None:
    assert found is not None
    assert found.how == how, found
    for word in words:
        assert word in found.words


def test_every_check_of_machine_and_network_has_its_line(tmp_path: Path) -> None:
    found = list(doctor.examine(Settings(data=str(tmp_path), port=0)))
    names = ["version", "clock", "disk", "port", "proxy"]
    assert [each.what for each in found][: len(names)] == names


def test_versions_are_named_and_uvloop_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    need(doctor.check_versions(Settings()), "ok", "Freehold ", "Python 3.", "SQLite 3.", "uvloop")

    def without_uvloop(name: str) -> str:
        if name == "uvloop":
            raise PackageNotFoundError(name)
        return version(name)

    monkeypatch.setattr(doctor, "version", without_uvloop)
    need(doctor.check_versions(Settings()), "note", "pip install uvloop")


def test_a_clock_that_went_back_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(data=str(tmp_path))
    with closing(SqliteStore(tmp_path / "freehold.db")) as store:
        ages.write_calendar(store, ages.Noted(0, 1_900_000_000_000))
    for now_s, how in ((1_900_000_100, "ok"), (1_899_999_990, "ok"), (1_899_990_000, "bad")):
        monkeypatch.setattr(time, "time", lambda now_s=now_s: now_s)
        need(doctor.check_clock(settings), how)
    need(doctor.check_clock(settings), "bad", "before the server last ran", "NTP")
    monkeypatch.setattr(time, "time", lambda: 0.0)
    empty = Settings(data=str(tmp_path / "none"))
    need(doctor.check_clock(empty), "bad", "1970-01-01", "before there was a Freehold")


@pytest.mark.parametrize(
    ("free", "how"), [(2_000_000_000, "ok"), (500_000_000, "note"), (50_000_000, "bad")]
)
def test_little_space_is_found_before_the_folder_exists(
    free: int, how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Namespace(free=free))
    settings = Settings(data=str(tmp_path / "not" / "yet"))
    need(doctor.check_disk(settings), how, f"{free // 1_000_000} MB free in {tmp_path}")


def test_a_taken_port_is_found_and_the_usual_one_moves_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        settings = Settings(data=str(tmp_path), port=port)
        need(doctor.check_port(settings), "bad", f"port {port}", "--port")
        monkeypatch.setattr(doctor, "Settings", lambda: Settings(port=port))
        need(doctor.check_port(settings), "note", "next free one")
    need(doctor.check_port(Settings(data=str(tmp_path), port=0)), "ok", "no server is running")
    elsewhere = Settings(data=str(tmp_path), host="192.0.2.1", port=0)
    need(doctor.check_port(elsewhere), "bad", "cannot listen on 192.0.2.1")


# With a server


async def ask(w: World, check: Any, **chosen: Any) -> Finding | None:
    """The check in a thread, while the server runs in the data folder."""
    import asyncio

    settings = Settings(**chosen)
    with hostfiles.told_where(settings, w.port):
        found: Finding | None = await asyncio.to_thread(check, settings)
    return found


def test_a_running_server_answers_at_its_port(tmp_path: Path) -> None:
    async def story() -> None:
        async with world() as w:
            data = str(tmp_path)
            need(await ask(w, doctor.check_port, data=data), "ok", f"answers at {w.url}")
            w.hub.is_stopping = True
            need(await ask(w, doctor.check_port, data=data), "bad", "does not answer well", "503")

    run(story())


def test_a_proxy_that_does_not_say_for_whom_it_asks_is_found(tmp_path: Path) -> None:
    async def story() -> None:
        chosen: dict[str, Any] = {"trust_proxy": True, "public_url": "https://play.example.org"}
        async with world(**chosen) as w:
            data = str(tmp_path)
            need(await ask(w, doctor.check_proxy, data=data, **chosen), "ok", "the settings fit")
            async with Person(w, Host="play.example.org") as behind_it:
                address = {"X-Forwarded-For": "203.0.113.5"}
                assert (await behind_it.get("/healthz", headers=address))[0] == 200
                need(await ask(w, doctor.check_proxy, data=data, **chosen), "ok")
                assert (await behind_it.get("/healthz"))[0] == 200
            found = await ask(w, doctor.check_proxy, data=data, **chosen)
            need(found, "bad", "1 request came without X-Forwarded-For", "have the proxy set it")

    run(story())


def test_a_proxy_that_is_not_trusted_or_changes_the_name_is_found(tmp_path: Path) -> None:
    async def story() -> None:
        async with world() as w:
            data = str(tmp_path)
            need(await ask(w, doctor.check_proxy, data=data), "ok", "none is set up")
            async with Person(w, Host="freehold.internal") as behind_it:
                assert (await behind_it.get("/healthz"))[0] == 421
            found = await ask(w, doctor.check_proxy, data=data)
            need(found, "note", "1 request named another host", "public_url")
            async with Person(w, **{"X-Forwarded-For": "203.0.113.5"}) as behind_it:
                assert (await behind_it.get("/healthz"))[0] == 200
            found = await ask(w, doctor.check_proxy, data=data)
            need(found, "note", "1 request came with X-Forwarded-For", "set trust_proxy")

    run(story())


@pytest.mark.parametrize(
    ("chosen", "how", "words"),
    [
        ({"public_url": "https://play.example.org"}, "bad", "set trust_proxy"),
        ({"trust_proxy": True, "host": "0.0.0.0"}, "note", "set host to 127.0.0.1"),
        ({"trust_proxy": True, "host": "localhost"}, "ok", "the settings fit"),
        ({"trust_proxy": True, "host": "::1"}, "ok", "the settings fit"),
    ],
)
def test_settings_that_do_not_fit_a_proxy_are_found(
    chosen: dict[str, Any], how: str, words: str, tmp_path: Path
) -> None:
    need(doctor.check_proxy(Settings(data=str(tmp_path), **chosen)), how, words)
