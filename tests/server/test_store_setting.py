"""`freehold serve --store`: a server on PostgreSQL, what an operator asks of it, and addresses that
cannot be used."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from freehold.cli import main
from freehold.kernel.errors import Malformed
from freehold.server import serving
from freehold.server.settings import Settings, read_settings
from freehold.server.upkeep.doctor import Finding, examine
from freehold.store import MemoryStore, connecting
from freehold.store.postgres import PostgresStore
from freehold.store.protocol import Unavailable
from tests.postgres import Postgres
from tests.server.test_serving import read, served

Capture = pytest.CaptureFixture[str]


def say(capsys: Capture, *words: str) -> tuple[int, str, str]:
    """A command's exit code, what it printed, and what it complained about."""
    capsys.readouterr()
    code = main(words)
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.mark.slow
def test_an_operator_asks_a_server_on_a_database_as_any_other(
    dsn: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connecting, "SERVING_MS", 50)
    data = ("--data", str(tmp_path / "first"))
    with served("--store", dsn, *data, "--port", "0") as (_, url, _):
        assert read(f"{url}/healthz")
        code, out, err = say(capsys, "admin", "list", *data)
        assert (code, err) == (0, "")
        code, out, err = say(capsys, "admin", "scrub", *data)
        assert (code, err) == (0, "")
        assert "checked, 0 damaged." in out
        code, out, err = say(capsys, "admin", "backup", str(tmp_path / "copy.db"), *data)
        assert (code, out) == (1, "")
        assert "in PostgreSQL: copy them with pg_dump" in err
        code, out, err = say(capsys, "doctor", "--store", dsn, *data)
        assert "ok    database the database test" in out
        assert "checked, none damaged" in out
        other = ("--data", str(tmp_path / "second"))
        code, out, err = say(capsys, "serve", "--store", dsn, *other)
        assert code == 2
        assert "another server is using the database" in err
    assert not (tmp_path / "first" / "freehold.db").exists()


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("mysql://u:hush@h/x", "store must be a database's address, as in postgres://user@host/"),
        ("postgres://u:hush%zz@h/x", "write it as postgres://USER@HOST:PORT/NAME"),
        ("postgres://u:hush@127.0.0.1:1/x", "the database x at 127.0.0.1 cannot be used: conn"),
    ],
)
def test_an_address_that_cannot_be_used_is_one_sentence(
    address: str, sentence: str, tmp_path: Path, capsys: Capture
) -> None:
    code, out, err = say(capsys, "serve", "--store", address, "--data", str(tmp_path))
    assert (code, out) == (2, "")
    assert sentence in err
    assert len(err.splitlines()) == 1
    assert "hush" not in err


def test_a_database_that_cannot_be_used_is_one_sentence(
    postgres: Postgres,
    dsn: str,
    tmp_path: Path,
    capsys: Capture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    postgres.ask("DROP ROLE IF EXISTS stranger")
    postgres.ask("CREATE ROLE stranger LOGIN")
    theirs = dsn.replace("freehold@", "stranger@")
    code, _, err = say(capsys, "serve", "--store", theirs, "--data", str(tmp_path))
    assert (code, len(err.splitlines())) == (2, 1)
    assert "the user stranger may not use" in err
    monkeypatch.setattr(connecting, "LEAST_VERSION", 99)
    code, _, err = say(capsys, "serve", "--store", dsn, "--data", str(tmp_path))
    assert (code, len(err.splitlines())) == (2, 1)
    assert "Freehold needs 99 or newer" in err


def test_without_the_extra_a_server_says_how_to_install_it(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("freehold.store.postgres", "freehold.store.connecting"):
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    code, _, err = say(capsys, "serve", "--store", "postgres://h/x", "--data", str(tmp_path))
    assert (code, len(err.splitlines())) == (2, 1)
    assert "pip install 'freehold[cluster]'" in err


class Going(MemoryStore):
    def begin(self) -> None:
        raise Unavailable("the connection is closed")


def test_a_database_that_goes_away_at_the_start_is_one_sentence(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "open_store", lambda settings: Going())
    code, _, err = say(capsys, "serve", "--data", str(tmp_path), "--port", "0")
    assert (code, len(err.splitlines())) == (2, 1)
    assert "the database has gone away" in err


@pytest.mark.slow
def test_a_server_on_a_file_does_without_the_extra() -> None:
    program = "import sys, freehold.server.serving; sys.exit('psycopg' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], timeout=60).returncode == 0


def test_a_database_and_memory_exclude_each_other() -> None:
    with pytest.raises(Malformed, match="exclude each other"):
        read_settings({"store": "postgres://h/x", "in_memory": True}, {})


def test_backups_of_the_data_file_are_not_promised_for_a_database(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Malformed, match="copy a database with pg_dump"):
        read_settings({"store": "postgres://h/x", "backup_interval_hours": 24}, {})
    monkeypatch.setenv("FREEHOLD_STORE", "postgres://h/x")
    code, _, err = say(capsys, "admin", "restore", str(tmp_path / "x.db"), "--data", str(tmp_path))
    assert (code, len(err.splitlines())) == (2, 1)
    assert "restore a dump of it with pg_restore" in err


# The doctor


def findings(dsn: str, folder: Path) -> dict[str, Finding]:
    return {each.what: each for each in examine(Settings(data=str(folder), store=dsn))}


def test_a_doctor_changes_nothing_in_an_empty_database(dsn: str, tmp_path: Path) -> None:
    found = findings(dsn, tmp_path)
    assert not {"safety", "rows", "matches", "rights", "file"} & set(found)
    assert found["database"].how == "note"
    assert "`freehold serve` makes them" in found["database"].words
    with psycopg.connect(dsn) as db:
        assert not db.execute("SELECT 1 FROM pg_namespace WHERE nspname = 'freehold'").fetchall()


def test_a_doctor_finds_damaged_rows_and_a_database_at_risk(dsn: str, tmp_path: Path) -> None:
    with closing(PostgresStore(dsn)) as store:
        store.begin()
        store.put("room", "a", b"1")
        store.put("room", "b", b"2")
        store.commit()
    assert findings(dsn, tmp_path)["rows"].how == "ok"
    with psycopg.connect(dsn) as db:
        db.execute("UPDATE freehold.things SET data = 'x' WHERE key = 'b'")
    found = findings(dsn, tmp_path)
    assert found["database"].how == "ok"
    assert "1 of 2 rows damaged: things room b" in found["rows"].words
    assert found["matches"].how == "ok"
    assert found["safety"].how == "bad", "for our tests the database may lose everything"
    assert found["safety"].words.startswith("fsync and full_page_writes off")


def test_a_doctor_reports_a_database_that_is_not_there(postgres: Postgres, tmp_path: Path) -> None:
    found = findings(postgres.dsn("none"), tmp_path)
    assert found["database"].how == "bad"
    assert "rows" not in found
