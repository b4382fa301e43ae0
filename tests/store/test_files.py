"""The data file as a file: what is not ours, or not whole, is not opened and not touched."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from freehold.store import SqliteStore, Unusable
from freehold.store.files import MARKER, leave_marker, make_private
from freehold.store.schema import MIGRATIONS
from freehold.store.sums import KEYS, sum_of

Spoil = Callable[[Path], object]


def filled(path: Path) -> Path:
    """A data file with enough in it to be cut."""
    store = SqliteStore(path)
    store.begin()
    store.create_match("m", "land-grab", ["ann", ""], b"header", 10)
    store.append("m", 1, 1, [b"line" * 50] * 200)
    store.commit()
    store.close()
    return path


def is_refused(path: Path) -> str:
    """The one sentence, and nothing was changed."""
    before = {each.name: each.read_bytes() for each in path.parent.iterdir()}
    with pytest.raises(Unusable) as refusal:
        SqliteStore(path)
    assert {each.name: each.read_bytes() for each in path.parent.iterdir()} == before
    words = str(refusal.value)
    assert "\n" not in words
    assert path.name in words
    return words


def foreign(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")


def no_tables(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version=1")


def signed(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA application_id=7")


def without_a_table(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TABLE lines")


def scribbled(path: Path) -> None:
    """Over a page in the middle, where the tree of a table is."""
    data = bytearray(path.read_bytes())
    page = int.from_bytes(data[16:18], "big")
    for start in range(page, len(data), page):
        data[start : start + 64] = b"\xff" * 64
    path.write_bytes(data)


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda path: path.write_bytes(b""), "is empty: put a backup in its place"),
        (lambda path: path.write_bytes(b"Dear diary, " * 40), "not a data file of Freehold"),
        (lambda path: path.write_bytes(path.read_bytes()[:50]), "not a data file of Freehold"),
        (lambda path: os.truncate(path, 8192), "is cut short, 8192 of "),
        (foreign, "of another program, or was emptied"),
        (no_tables, "of another program, or was emptied"),
        (signed, "of another program, or was emptied"),
        (without_a_table, "is damaged (its tables are others)"),
        (scribbled, "is damaged"),
    ],
    ids=["empty", "text", "stub", "cut", "foreign", "bare", "signed", "table", "scribbled"],
)
def test_a_file_that_is_not_ours_or_not_whole_is_refused_and_left_alone(
    spoil: Spoil, says: str, tmp_path: Path
) -> None:
    path = filled(tmp_path / "freehold.db")
    spoil(path)
    assert says in is_refused(path)


def test_a_missing_file_is_a_loss_where_one_was(tmp_path: Path) -> None:
    path = filled(tmp_path / "freehold.db")
    leave_marker(path)
    path.rename(tmp_path / "elsewhere.db")
    words = is_refused(path)
    assert "is missing" in words
    assert MARKER in words
    (tmp_path / MARKER).unlink()
    SqliteStore(path).close()
    assert path.exists()


def test_a_log_without_its_file_is_a_loss_too(tmp_path: Path) -> None:
    (tmp_path / "freehold.db-wal").write_bytes(b"frames")
    assert "freehold.db-wal" in is_refused(tmp_path / "freehold.db")


def test_a_new_file_that_was_not_finished_is_begun_again(tmp_path: Path) -> None:
    (tmp_path / "freehold.db.new").write_bytes(b"half of i")
    SqliteStore(tmp_path / "freehold.db").close()
    assert not (tmp_path / "freehold.db.new").exists()


def test_a_file_of_the_first_schema_gets_sums_and_our_name(tmp_path: Path) -> None:
    path = tmp_path / "freehold.db"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(MIGRATIONS[0] + "PRAGMA user_version=1;")
        db.execute(
            "INSERT INTO matches (id, game, status, head, epoch, created_at, players)"
            " VALUES ('m', 'land-grab', 'live', 2, 1, 5, '[\"ann\"]')"
        )
        db.execute("INSERT INTO players VALUES ('ann', 'm')")
        db.executemany("INSERT INTO lines VALUES ('m', ?, ?)", [(0, b"header"), (1, b"line")])
        db.execute("INSERT INTO snapshots VALUES ('m', 2, x'00')")
        db.execute("INSERT INTO things VALUES ('room', 'r', x'01')")
        db.commit()
    store = SqliteStore(path)
    assert store.read_lines("m") == [b"header", b"line"]
    assert (store.get("room", "r"), store.read_snapshot("m", 2)) == (b"\x01", b"\x00")
    assert [part.damaged for part in store.scrub(100)] == [()] * len(KEYS)
    assert store.match_row("m").players == ("ann",)
    store.close()
    with closing(sqlite3.connect(path)) as db:
        ((kept,),) = db.execute("SELECT sum FROM lines WHERE position = 1")
        assert kept == sum_of("lines", "m", 1, b"line")
        assert db.execute("PRAGMA application_id").fetchone()[0] == int.from_bytes(b"Frhd", "big")


def test_a_migration_that_fails_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "freehold.db"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(MIGRATIONS[0] + "PRAGMA user_version=1;")
    monkeypatch.setattr(
        "freehold.store.schema.MIGRATIONS", (MIGRATIONS[0], MIGRATIONS[1] + "; DROP TABLE none")
    )
    with pytest.raises(Unusable):
        SqliteStore(path)
    monkeypatch.undo()
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (1,)
        assert "sum" not in [row[1] for row in db.execute("PRAGMA table_info(lines)")]
    SqliteStore(path).close()


# Whose it is to read


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.skipif(os.name != "posix", reason="rights are a matter of POSIX")
@pytest.mark.parametrize("mask", [0o000, 0o022, 0o277])
def test_the_data_file_and_what_is_beside_it_are_the_owners_alone(
    mask: int, tmp_path: Path
) -> None:
    before = os.umask(mask)
    try:
        store = SqliteStore(tmp_path / "freehold.db")
        store.begin()
        store.put("room", "r", b"")
        store.commit()
        found = {each.name: rights(each) for each in tmp_path.iterdir()}
    finally:
        os.umask(before)
    store.close()
    names = ("freehold.db", "freehold.db-wal", "freehold.db-shm")
    assert found == dict.fromkeys(names, 0o600)


@pytest.mark.skipif(os.name != "posix", reason="rights are a matter of POSIX")
def test_wider_rights_are_taken_back_and_that_is_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = filled(tmp_path / "freehold.db")
    path.chmod(0o644)
    SqliteStore(path).close()
    assert rights(path) == 0o600
    (said,) = [getattr(each, "reason", "") for each in caplog.records]
    assert said == "freehold.db had 644, now 600"


@pytest.mark.skipif(os.name != "posix", reason="rights are a matter of POSIX")
def test_a_folder_that_all_share_is_left_as_it_is(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    tmp_path.chmod(0o1777)
    make_private(tmp_path, 0o700)
    assert rights(tmp_path) == 0o1777
    assert "shared folder" in getattr(caplog.records[0], "reason", "")
