"""Scheduled backups, which of them are kept, and how one is put in the data file's place."""

from __future__ import annotations

import json
import os
import shutil
import signal
import stat
import time
from argparse import Namespace
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from freehold.cli import main
from freehold.kernel.errors import Malformed
from freehold.protocol.wire import Acted
from freehold.server.settings import Settings, backup_folder
from freehold.server.upkeep import backups
from freehold.server.upkeep.backups import Backups, list_backups
from freehold.store import MemoryStore, SqliteStore
from tests.server.http.test_admin import begin_match
from tests.server.test_serving import served
from tests.server.world import PATIENCE_S, Person, run, world

HOUR_MS = 3_600_000


def kept(folder: Path) -> list[int]:
    return [backups.number_of(path) for path in list_backups(folder)]


def backing_up(store: SqliteStore, wall: list[int], **chosen: Any) -> Backups:
    """A clock on the wall that the test sets."""
    settings = Settings(data=str(store.path.parent), backup_interval_hours=24, **chosen)
    return Backups(store, settings, lambda: wall[0])


def test_the_latest_are_kept_even_if_the_clock_goes_back(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "freehold.db")) as store:
        store.put("room", "r", b"room")
        wall = [10 * 365 * 24 * HOUR_MS]
        backup, folder = backing_up(store, wall, max_backups=2), tmp_path / "backups"
        for number in range(1, 5):
            path = run(backup.make())
            assert path is not None
            assert number in kept(folder)
            wall[0] -= 24 * HOUR_MS
        assert kept(folder) == [3, 4]
        assert (backup.done, backup.failed) == (4, 0)
        assert {path.suffix for path in folder.iterdir()} == {".db"}  # nothing half-written
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}
        with closing(SqliteStore(list_backups(folder)[-1])) as copy:
            assert copy.get("room", "r") == b"room"


def test_files_of_others_in_the_folder_are_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "mine.db").write_text("mine")
    with closing(SqliteStore(tmp_path / "freehold.db")) as store:
        backup = backing_up(store, [0], max_backups=1, backup_folder=str(folder))
        for _ in range(2):
            assert run(backup.make())
    assert kept(folder) == [2]
    assert (folder / "mine.db").read_text() == "mine"


def test_after_a_start_the_schedule_goes_on_from_the_latest(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "freehold.db")) as store:
        wall = [1_900_000_000_000]
        backup = backing_up(store, wall)
        assert backup.first_wait_s() == backups.FIRST_S
        path = run(backup.make())
        assert path is not None
        for hours_old, wait_hours in ((0, 24), (20, 4), (23, 1)):
            made_at = wall[0] / 1000 - hours_old * 3600
            os.utime(path, (made_at, made_at))
            assert backup.first_wait_s() == wait_hours * 3600
        for hours_old in (24, 1000, -5):  # overdue, or the clock is wrong
            made_at = wall[0] / 1000 - hours_old * 3600
            os.utime(path, (made_at, made_at))
            assert backup.first_wait_s() == backups.FIRST_S


def test_a_backup_does_not_take_the_space_that_matches_need(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(SqliteStore(tmp_path / "freehold.db")) as store:
        backup = backing_up(store, [0])
        monkeypatch.setattr(shutil, "disk_usage", lambda path: Namespace(free=99_999_999))
        assert run(backup.make()) is None
        assert (backup.done, backup.failed) == (0, 1)
        assert "bytes free" in vars(caplog.records[-1])["reason"]
        monkeypatch.undo()
        assert run(backup.make())


def test_a_backup_that_fails_leaves_the_others_and_no_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(SqliteStore(tmp_path / "freehold.db")) as store:
        backup, folder = backing_up(store, [0], max_backups=1), tmp_path / "backups"
        assert run(backup.make())
        monkeypatch.setattr(backups, "ask_sqlite", lambda db, what: "row 7 missing")
        assert run(backup.make()) is None
        assert [path.name[:15] for path in folder.iterdir()] == ["freehold-000001"]


def test_without_the_setting_or_a_file_none_is_made(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "freehold.db")) as store:
        run(Backups(store, Settings(data=str(tmp_path)), lambda: 0).run())  # it returns at once
    settings = Settings(data=str(tmp_path), backup_interval_hours=1)
    run(Backups(MemoryStore(), settings, lambda: 0).run())
    assert not (tmp_path / "backups").exists()
    assert backup_folder(settings) == tmp_path / "backups"


# Restoring


@pytest.mark.slow
def test_players_go_on_from_a_backup_with_the_tokens_they_have(tmp_path: Path) -> None:
    """It is made while they play; the server that they played on goes on beside the other."""

    async def story() -> None:
        store, other = SqliteStore(tmp_path / "freehold.db"), Settings(data=str(tmp_path / "two"))
        async with world(store, data=str(tmp_path)) as w, Person(w) as ann:
            line = await ann.quick("land-grab", bot="random")
            await line.my_turn()
            assert isinstance(await line.act(line.choose()), Acted)
            assert line.room is not None
            _, joined = await ann.post(f"/api/rooms/{line.room.id}/join", {})
            path = await w.hub.backups.make()
            assert path is not None
            await line.my_turn()
            assert isinstance(await line.act(line.choose()), Acted)  # play goes on
            (tmp_path / "two").mkdir()
            assert backups.restore(path, other) is None
            async with world(SqliteStore(tmp_path / "two" / "freehold.db")) as second:
                ann.world = second
                back = await ann.enter(line.room.id, joined["token"])
                assert back.room is not None
                assert back.room.match == line.room.match
                await back.my_turn()
                assert isinstance(await back.act(back.choose()), Acted)

    run(story())


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda path: path.unlink(), "does not exist"),
        (lambda path: path.write_bytes(b""), "is empty"),
        (lambda path: path.write_bytes(b"x" * 5000), "is not a data file of Freehold"),
        (lambda path: path.write_bytes(path.read_bytes()[:-4096]), "is cut short"),
    ],
)
def test_what_is_not_a_backup_is_not_restored_and_nothing_changes(
    spoil: Any, sentence: str, tmp_path: Path
) -> None:
    copy, folder = tmp_path / "copy.db", tmp_path / "data"
    folder.mkdir()
    for path in (copy, folder / "freehold.db"):
        SqliteStore(path).close()
    spoil(copy)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(Malformed, match=sentence):
        backups.restore(copy, Settings(data=str(folder)))
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root gives files away")
def test_what_root_restores_belongs_to_the_servers_user(tmp_path: Path) -> None:
    copy, folder = tmp_path / "copy.db", tmp_path / "data"
    folder.mkdir()
    for path in (copy, folder / "freehold.db"):
        SqliteStore(path).close()
    os.chown(folder, 12_345, 12_346)
    aside = backups.restore(copy, Settings(data=str(folder)))
    assert aside is not None
    restored = [folder / "freehold.db", folder / "freehold.marker", aside, aside / "freehold.db"]
    owners = {(path.stat().st_uid, path.stat().st_gid) for path in restored}
    assert owners == {(12_345, 12_346)}
    assert copy.stat().st_uid == 0


def rooms_of(data: list[str], capsys: pytest.CaptureFixture[str]) -> set[str]:
    capsys.readouterr()
    assert main([*data, "list", "--json"]) == 0
    return {room["match"] for room in json.loads(capsys.readouterr().out)}


def wait_for_backup(folder: Path) -> Path:
    until = time.monotonic() + PATIENCE_S
    while not list_backups(folder):
        assert time.monotonic() < until, "no backup was made"
        time.sleep(0.05)
    return list_backups(folder)[0]


@pytest.mark.slow
def test_a_running_server_backs_itself_up_and_is_restored_only_when_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    data = ["admin", "--data", str(one)]
    copy = tmp_path / "copy.db"
    flags = ("--port", "0", "--data", str(one), "--backup-interval-hours", "24")
    with served(*flags) as (process, url, _):
        wait_for_backup(one / "backups")
        begin_match(url, data, capsys)
        before = rooms_of(data, capsys)
        assert main([*data, "backup", str(copy)]) == 0
        begin = url + "/api/quick"
        _post(begin)
        assert len(rooms_of(data, capsys)) == 2
        # While the server runs nothing is touched.
        assert main([*data, "restore", str(copy)]) == 2
        said = capsys.readouterr()
        assert "another server is using" in said.err
        assert len(said.err.splitlines()) == 1
        assert len(rooms_of(data, capsys)) == 2
        # Elsewhere the copy is a server of its own, beside the one that runs.
        assert main(["admin", "--data", str(two), "restore", str(copy)]) == 0
        with served("--port", "0", "--data", str(two)):
            assert rooms_of(["admin", "--data", str(two)], capsys) == before
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE_S)
    assert main([*data, "restore", str(copy)]) == 0
    assert "replaced-1" in capsys.readouterr().out
    with served("--port", "0", "--data", str(one)):
        assert rooms_of(data, capsys) == before
    with closing(SqliteStore(one / "replaced-1" / "freehold.db")) as replaced:
        assert len(replaced.matches(limit=10)) == 2


def _post(url: str) -> None:
    import urllib.request

    headers = {"Content-Type": "application/json"}
    asked = urllib.request.Request(url, b'{"game": "land-grab"}', headers)
    urllib.request.urlopen(asked, timeout=PATIENCE_S).close()
