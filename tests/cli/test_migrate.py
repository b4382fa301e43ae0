"""`freehold migrate`: everything arrives, once, or nothing does."""

from __future__ import annotations

import fcntl
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from freehold.store import SqliteStore, Store, copying
from freehold.store.postgres import PostgresStore
from freehold.store.protocol import Unavailable
from freehold.store.sql import SqlStore
from freehold.store.sums import KEYS
from tests.cli import Said, Shell
from tests.postgres import Postgres


def fill(store: Store) -> None:
    """Some of everything; more rows than are copied at once."""
    store.begin()
    for number in range(3):
        match = f"match {number} é"
        store.create_match(
            match, "land-grab", ["ann", "", f"guest {number}"], b"header\n\\.\t\0", 7
        )
        store.append(match, 1, 1, [bytes([n % 256]) * (n % 40) for n in range(700)])
        store.save_snapshot(match, 1, 300, bytes(range(256)))
        store.put("room", match, b"\x00\\N")
        store.put_rating("land-grab all", match, number, b"\x00\\N")
    store.claim("match 1 é")
    store.set_status("match 2 é", "finished", 9, b"outcome", 'over: \\N "quoted"\t\n', 5)
    store.commit()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    with closing(SqliteStore(tmp_path / "freehold.db")) as store:
        fill(store)
    return tmp_path / "freehold.db"


def move(shell: Shell, source: str, target: str, *more: str) -> Said:
    return shell(["migrate", "--from", source, "--to", target, *more])


def everything(store: SqlStore) -> dict[str, Any]:
    return {
        table: [row for rows in copying._slices(store, table) for row in rows] for table in KEYS
    }


def test_a_site_moves_to_a_database_and_back(
    file: Path, dsn: str, tmp_path: Path, shell: Shell
) -> None:
    said = move(shell, f"sqlite:{file}", dsn)
    assert (said.code, said.err) == (0, "")
    assert "Copied 2121 rows and compared them: 3 in matches, 6 in players, 2103 in l" in said.out
    back = tmp_path / "back.db"
    told = move(shell, dsn, f"sqlite:{back}", "--json")
    assert json.loads(told.out)["fingerprint"] in said.out
    with (
        closing(SqliteStore(file)) as first,
        closing(PostgresStore(dsn)) as second,
        closing(SqliteStore(back)) as third,
    ):
        assert everything(first) == everything(second) == everything(third)
        assert second.match_row("match 1 é").epoch == 2
        second.begin()
        second.append("match 1 é", 2, 701, [b"it goes on"])
        second.commit()


def test_a_target_with_something_else_in_it_is_refused_and_left_alone(
    file: Path, dsn: str, shell: Shell
) -> None:
    with closing(PostgresStore(dsn)) as store:
        store.begin()
        store.create_match("mine", "land-grab", [], b"header", 1)
        store.commit()
    said = move(shell, f"sqlite:{file}", dsn)
    assert said.code == 2
    assert "the target is not empty (it has 2 rows in it)" in said.err
    with closing(PostgresStore(dsn)) as store:
        assert [row.id for row in store.matches()] == ["mine"]


def test_a_copy_that_is_there_already_is_said_to_be(file: Path, dsn: str, shell: Shell) -> None:
    """Its commit may have been kept when the connection was lost."""
    first = move(shell, f"sqlite:{file}", dsn)
    again = move(shell, f"sqlite:{file}", dsn)
    assert (again.code, again.out) == (0, first.out)


@pytest.mark.parametrize("at", [1, 3, 5])
def test_an_interrupted_copy_has_copied_nothing_and_is_run_again(
    at: int, file: Path, dsn: str, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = 0
    add_rows = PostgresStore.add_rows

    def interrupted(self: PostgresStore, table: str, rows: list[Any]) -> None:
        nonlocal calls
        calls += 1
        if calls == at:
            raise Unavailable("the network is gone")
        add_rows(self, table, rows)

    monkeypatch.setattr(PostgresStore, "add_rows", interrupted)
    said = move(shell, f"sqlite:{file}", dsn)
    assert said.code == 1
    assert "the network is gone): run this again" in said.err
    with closing(PostgresStore(dsn)) as store:
        assert not any(everything(store).values())
    assert move(shell, f"sqlite:{file}", dsn).code == 0


def test_a_copy_that_is_not_what_was_read_is_not_kept(
    file: Path, dsn: str, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_rows = PostgresStore.add_rows
    monkeypatch.setattr(
        PostgresStore, "add_rows", lambda self, table, rows: add_rows(self, table, rows[1:])
    )
    said = move(shell, f"sqlite:{file}", dsn)
    assert said.code == 1
    assert "the copy was not kept, because 2" in said.err
    with closing(PostgresStore(dsn)) as store:
        assert not any(everything(store).values())


def test_damaged_rows_are_left_behind_and_named(file: Path, dsn: str, shell: Shell) -> None:
    with closing(sqlite3.connect(file)) as db:
        db.execute("UPDATE lines SET data = x'00' WHERE match = 'match 0 é' AND position = 3")
        db.execute("UPDATE matches SET game = x'ff' WHERE id = 'match 1 é'")
        db.commit()
    said = move(shell, f"sqlite:{file}", dsn)
    assert said.code == 0
    assert "Copied 2119 rows" in said.out
    assert "because they are damaged: matches match 1 é, lines match 0 é 3." in said.out


def test_a_reason_that_postgres_cannot_hold_is_made_so(file: Path, dsn: str, shell: Shell) -> None:
    with closing(SqliteStore(file)) as store:
        store.begin()
        row = store._raw("match 0 é")
        store._write(row, reason="a \0 byte")  # as older versions wrote it
        store.commit()
    assert move(shell, f"sqlite:{file}", dsn).code == 0
    with closing(PostgresStore(dsn)) as copy:
        assert copy.match_row("match 0 é").reason == "a \ufffd byte"
        assert [part.damaged for part in copy.scrub(10_000)] == [()] * len(KEYS)


def test_places_that_cannot_be_used_are_one_sentence(
    file: Path, dsn: str, tmp_path: Path, shell: Shell, postgres: Postgres
) -> None:
    for source, target, sentence in (
        ("mysql:x", dsn, "'mysql' is not a kind of place: write sqlite:FILE or postgres://"),
        ("sqlite:/nowhere/x.db", dsn, "there is no data file /nowhere/x.db"),
        (f"sqlite:{file}", postgres.dsn("none"), 'database "none" does not exist'),
        (f"sqlite:{file}", "sqlite:/nowhere/x.db", "/nowhere/x.db"),
        (dsn, f"sqlite:{tmp_path / 'new.db'}", "has no tables of this version"),
    ):
        said = move(shell, source, target)
        assert said.code == 2, said
        assert sentence in said.err
        assert len(said.err.splitlines()) == 1


def test_a_place_that_a_server_uses_is_refused(file: Path, dsn: str, shell: Shell) -> None:
    with (file.parent / "lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        said = move(shell, f"sqlite:{file}", dsn)
    assert said.code == 2
    assert "another server is using" in said.err
    with psycopg.connect(dsn) as db:
        assert not db.execute("SELECT 1 FROM pg_namespace WHERE nspname = 'freehold'").fetchall()
