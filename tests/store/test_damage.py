"""Rows that were changed behind the store's back are found, wherever they are, and never used."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from freehold.store import Damaged, SqliteStore
from freehold.store.protocol import Damage

Ask = Callable[[SqliteStore], Any]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    store = SqliteStore(tmp_path / "s.db")
    store.begin()
    for match in ("a", "b"):
        store.create_match(match, "land-grab", ["ann", ""], b"header", 10)
        store.append(match, 1, 1, [f"line {n}".encode() for n in range(1, 9)])
        store.save_snapshot(match, 1, 5, b"snapshot")
        store.put("room", match, b"room " + match.encode())
    store.commit()
    store.close()
    return tmp_path / "s.db"


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute(statement)
        db.commit()


WRONG = [
    ("UPDATE matches SET game = 'territory' WHERE id = 'a'", lambda each: each.match_row("a")),
    ("UPDATE matches SET players = '[]' WHERE id = 'a'", lambda each: each.match_row("a")),
    ("UPDATE matches SET head = 8 WHERE id = 'a'", lambda each: each.append("a", 1, 8, [b"x"])),
    ("UPDATE matches SET epoch = 2 WHERE id = 'a'", lambda each: each.claim("a")),
    ("UPDATE matches SET game = x'ff' WHERE id = 'a'", lambda each: each.match_row("a")),
    (
        "UPDATE matches SET game = CAST(x'ff' AS TEXT) WHERE id = 'a'",
        lambda each: each.match_row("a"),
    ),
    ("UPDATE lines SET data = 'x' WHERE position = 3", lambda each: each.read_lines("a", 2)),
    ("UPDATE lines SET sum = x'00' WHERE position = 3", lambda each: each.read_lines("a")),
    ("UPDATE lines SET position = 90 WHERE position = 8", lambda each: each.read_lines("a")),
    ("DELETE FROM lines WHERE position = 4", lambda each: each.read_lines("a")),
    ("DELETE FROM lines WHERE position = 8", lambda each: each.read_lines("a", 7)),
    ("DELETE FROM lines WHERE position = 0", lambda each: each.read_lines("a")),
    ("UPDATE snapshots SET data = x'00'", lambda each: each.read_snapshot("a", 5)),
    ("UPDATE snapshots SET head = 6", lambda each: each.read_snapshot("a", 6)),
    ("UPDATE things SET data = x'00' WHERE key = 'a'", lambda each: each.get("room", "a")),
]


@pytest.mark.parametrize(("statement", "ask"), WRONG, ids=[words for words, _ in WRONG])
def test_a_row_that_was_changed_or_is_missing_is_not_used(
    statement: str, ask: Ask, path: Path
) -> None:
    change(path, statement)
    with closing(SqliteStore(path)) as store, pytest.raises(Damaged):
        ask(store)


def test_a_row_in_another_ones_place_is_not_used(path: Path) -> None:
    change(path, "UPDATE lines SET match = 'c' WHERE match = 'a'")
    change(path, "UPDATE lines SET match = 'a' WHERE match = 'b'")
    with closing(SqliteStore(path)) as store, pytest.raises(Damaged):
        store.read_lines("a")


def test_lists_leave_out_what_is_damaged_and_it_is_said_once(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    change(path, "UPDATE things SET data = x'00' WHERE key = 'a'")
    change(path, "UPDATE matches SET game = 'x' WHERE id = 'b'")
    with closing(SqliteStore(path)) as store:
        for _ in range(2):
            assert store.all("room") == [("b", b"room b")]
            assert [row.id for row in store.matches()] == ["a"]
        assert store.damaged == {Damage("things", "room a"), Damage("matches", "b")}
    said = sorted(getattr(each, "reason", "") for each in caplog.records)
    assert said == ["matches b is damaged", "things room a is damaged"]


def test_a_damaged_row_is_not_made_good_by_a_change_of_it(path: Path) -> None:
    change(path, "UPDATE matches SET game = 'x' WHERE id = 'a'")
    with closing(SqliteStore(path)) as store:
        for ask in (
            partial(store.set_status, "a", "finished", 5),
            partial(store.add_player, "a", "ben"),
            partial(store.save_snapshot, "a", 1, 2, b""),
            partial(store.drop_lines, "a", 1, 2),
        ):
            with pytest.raises(Damaged):
                ask()


@pytest.mark.parametrize("column", ["game = 'x'", "players = '[]'", "epoch = 2", "sum = x'00'"])
def test_a_row_that_is_damaged_between_two_appends_is_not_made_good_by_the_second(
    column: str, path: Path
) -> None:
    """Not even if the second does not read the row, because it knows what the first has left."""
    with closing(SqliteStore(path)) as store:
        store.append("a", 1, 9, [b"x"])
        store.append("a", 1, 10, [b"y"])
        change(path, f"UPDATE matches SET {column} WHERE id = 'a'")
        with suppress(Damaged):
            store.append("a", 1, 11, [b"z"])
        with pytest.raises(Damaged):
            store.match_row("a")


@pytest.mark.parametrize("rows", [2, 3, 1000])
def test_a_scrub_reads_everything_and_names_what_is_damaged(rows: int, path: Path) -> None:
    change(path, "UPDATE lines SET data = 'x' WHERE match = 'b' AND position = 3")
    change(path, "UPDATE players SET player = 'eve' WHERE match = 'a'")
    change(path, "UPDATE things SET data = x'00' WHERE key = 'b'")
    with closing(SqliteStore(path)) as store:
        parts = list(store.scrub(rows))
        assert sum(part.rows for part in parts) == 2 + 2 + 18 + 2 + 2
        found = [str(each) for part in parts for each in part.damaged]
        assert found == ["players eve a", "lines b 3", "things room b"]
        assert len(store.damaged) == 3
        assert store.check() == "ok"  # for SQLite itself all this is as good as anything


def test_a_scrub_goes_on_past_a_slice_in_which_nothing_adds_up(path: Path) -> None:
    change(path, "UPDATE lines SET data = 'x'")
    with closing(SqliteStore(path)) as store:
        assert sum(len(part.damaged) for part in store.scrub(3)) == 18


def test_a_scrub_goes_on_past_keys_in_a_wrong_place(path: Path) -> None:
    """Behind SQLite's back, so that its tree is out of order."""
    data = path.read_bytes()
    assert data.count(b"roombroom b") == 1
    path.write_bytes(data.replace(b"roombroom b", b"rAombroom b"))
    with closing(SqliteStore(path)) as store:
        assert "not in PRIMARY KEY order" in store.check()
        damaged = [str(each) for part in store.scrub(10) for each in part.damaged]
        assert damaged == ["things rAom b"]


def test_an_open_transaction_sees_a_damaged_row_and_stands(path: Path) -> None:
    change(path, "UPDATE lines SET data = 'x' WHERE match = 'a' AND position = 3")
    with closing(SqliteStore(path)) as store:
        store.begin()
        store.append("b", 1, 9, [b"line 9"])
        with pytest.raises(Damaged):
            store.read_lines("a")
        store.commit()
        assert store.read_lines("b")[-1] == b"line 9"
