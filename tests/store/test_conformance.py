"""What every store must do, in memory and on SQLite alike."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from freehold.store import (
    Fenced,
    MemoryStore,
    SqliteStore,
    Store,
    Unknown,
    Unusable,
    WrongHead,
)


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    made: Store = MemoryStore() if request.param == "memory" else SqliteStore(tmp_path / "s.db")
    made.begin()
    made.create_match("m", "land-grab", ["ann", ""], b"header", 10)
    made.commit()
    yield made
    made.close()


def test_a_new_match_is_live_and_holds_its_header(store: Store) -> None:
    row = store.match_row("m")
    assert (row.status, row.head, row.epoch, row.players) == ("live", 1, 1, ("ann", ""))
    assert store.read_lines("m") == [b"header"]


def test_lines_are_read_back_in_their_order(store: Store) -> None:
    store.begin()
    store.append("m", 1, 1, [b"a", b"b"])
    store.append("m", 1, 3, [b"c"])
    store.commit()
    assert store.read_lines("m") == [b"header", b"a", b"b", b"c"]
    assert store.read_lines("m", 2) == [b"b", b"c"]


def test_an_append_with_a_stale_head_is_refused_and_changes_nothing(store: Store) -> None:
    store.begin()
    with pytest.raises(WrongHead):
        store.append("m", 1, 0, [b"a"])
    store.append("m", 1, 1, [b"b"])
    store.commit()
    assert store.read_lines("m") == [b"header", b"b"]


def test_who_claims_fences_the_former_owner(store: Store) -> None:
    store.begin()
    epoch = store.claim("m")
    store.commit()
    assert epoch == 2
    store.begin()
    with pytest.raises(Fenced):
        store.append("m", 1, 1, [b"late"])
    with pytest.raises(Fenced):
        store.save_snapshot("m", 1, 1, b"late")
    store.append("m", 2, 1, [b"new"])
    store.commit()
    assert store.read_lines("m") == [b"header", b"new"]
    assert store.snapshot_heads("m") == []


def test_what_is_rolled_back_never_was(store: Store) -> None:
    store.begin()
    store.append("m", 1, 1, [b"a"])
    store.claim("m")
    store.create_match("n", "territory", [], b"h", 11)
    store.put("room", "r", b"1")
    store.set_status("m", "finished", 12)
    store.rollback()
    assert store.match_row("m").head == 1
    assert store.match_row("m").epoch == 1
    assert store.match_row("m").status == "live"
    assert store.read_lines("m") == [b"header"]
    assert store.get("room", "r") is None
    with pytest.raises(Unknown):
        store.match_row("n")


def test_an_unknown_match_is_said_to_be_unknown(store: Store) -> None:
    for ask in (store.match_row, store.read_lines, store.claim):
        with pytest.raises(Unknown):
            ask("nobody")
    with pytest.raises(Unknown):
        store.append("nobody", 1, 1, [b"a"])


def test_the_last_snapshot_is_the_one_of_the_longest_log(store: Store) -> None:
    assert store.snapshot_heads("m") == []
    fill(store, 9)
    for head in (5, 9, 7):
        store.save_snapshot("m", 1, head, b"%d" % head)
    store.commit()
    assert store.snapshot_heads("m") == [7, 9]
    assert store.read_snapshot("m", 9) == b"9"


def test_a_snapshot_takes_the_place_of_another_one_of_the_same_length(store: Store) -> None:
    fill(store, 9)
    for head, data in ((5, b"5"), (9, b"first"), (9, b"again")):
        store.save_snapshot("m", 1, head, data)
    store.commit()
    assert store.snapshot_heads("m") == [5, 9]
    assert store.read_snapshot("m", 9) == b"again"


def fill(store: Store, head: int) -> None:
    """So many lines, in a transaction that goes on."""
    store.begin()
    store.append("m", 1, 1, [b"%d" % position for position in range(1, head)])


def test_of_snapshots_the_last_few_are_kept_or_all(store: Store) -> None:
    fill(store, 9)
    for head in (3, 5, 7):
        store.save_snapshot("m", 1, head, b"%d" % head)
    assert store.snapshot_heads("m") == [5, 7]
    store.save_snapshot("m", 1, 8, b"8", keep=0)
    store.save_snapshot("m", 1, 9, b"9", keep=0)
    store.commit()
    assert store.snapshot_heads("m") == [5, 7, 8, 9]
    assert store.read_snapshot("m", 7) == b"7"
    assert store.read_snapshot("m", 6) is None


def test_a_snapshot_of_lines_that_are_not_there_is_refused(store: Store) -> None:
    fill(store, 4)
    with pytest.raises(WrongHead):
        store.save_snapshot("m", 1, 5, b"early")
    store.save_snapshot("m", 1, 4, b"whole")
    store.commit()
    assert store.read_snapshot("m", 4) == b"whole"


def test_a_rolled_back_snapshot_was_never_there(store: Store) -> None:
    fill(store, 4)
    store.commit()
    store.begin()
    store.save_snapshot("m", 1, 4, b"lost")
    store.drop_lines("m", 1, 3)
    store.rollback()
    assert store.snapshot_heads("m") == []
    assert (store.first_line("m"), len(store.read_lines("m"))) == (1, 4)


def test_lines_between_two_positions_are_read(store: Store) -> None:
    fill(store, 9)
    store.commit()
    assert store.read_lines("m", 3, 5) == [b"3", b"4"]
    assert store.read_lines("m", 0, 2) == [b"header", b"1"]
    assert store.read_lines("m", 0, 1) == [b"header"]


def test_dropped_lines_are_gone_and_all_others_keep_their_places(store: Store) -> None:
    fill(store, 9)
    for head in (3, 6, 8):
        store.save_snapshot("m", 1, head, b"%d" % head, keep=0)
    assert store.first_line("m") == 1
    store.drop_lines("m", 1, 6)
    store.commit()
    assert store.first_line("m") == 6
    assert store.read_lines("m") == [b"header", b"6", b"7", b"8"]
    assert store.read_lines("m", 7) == [b"7", b"8"]
    assert store.read_lines("m", 2, 7) == [b"6"]
    assert store.snapshot_heads("m") == [6, 8]
    assert store.match_row("m").head == 9
    store.begin()
    store.append("m", 1, 9, [b"9"])
    store.drop_lines("m", 1, 10)
    store.commit()
    assert (store.first_line("m"), store.read_lines("m")) == (10, [b"header"])
    store.begin()
    with pytest.raises(Fenced):
        store.drop_lines("m", 7, 10)
    store.rollback()


def test_a_player_who_came_later_is_found(store: Store) -> None:
    store.begin()
    store.add_player("m", "eve")
    store.add_player("m", "")
    store.commit()
    assert store.match_row("m").players == ("ann", "", "eve", "")
    assert [row.id for row in store.matches(player="eve")] == ["m"]


def test_matches_are_found_by_status_game_and_player(store: Store) -> None:
    store.begin()
    store.create_match("n", "territory", ["ann", "bob", ""], b"h", 20)
    store.set_status("n", "finished", 30, b"outcome")
    store.commit()
    assert [row.id for row in store.matches()] == ["n", "m"]
    assert [row.id for row in store.matches(status="live")] == ["m"]
    assert [row.id for row in store.matches(game="territory")] == ["n"]
    assert [row.id for row in store.matches(player="bob")] == ["n"]
    assert [row.id for row in store.matches(player="ann", limit=1)] == ["n"]
    assert store.match_row("n").ended_at == 30
    assert store.match_row("n").outcome == b"outcome"


def test_a_dropped_match_is_gone(store: Store) -> None:
    store.begin()
    store.drop_match("m")
    store.commit()
    assert store.matches() == []
    with pytest.raises(Unknown):
        store.read_lines("m")


def test_small_things_are_kept_by_kind_and_key(store: Store) -> None:
    store.begin()
    store.put("room", "b", b"2")
    store.put("room", "a", b"1")
    store.put("guest", "a", b"3")
    store.put("room", "b", b"4")
    store.drop("room", "nothing")
    store.commit()
    assert store.all("room") == [("a", b"1"), ("b", b"4")]
    assert store.get("guest", "a") == b"3"
    store.begin()
    store.drop("room", "a")
    store.commit()
    assert store.get("room", "a") is None


def test_sqlite_keeps_everything_when_it_is_opened_again(tmp_path: Path) -> None:
    first = SqliteStore(tmp_path / "s.db")
    first.begin()
    first.create_match("m", "land-grab", ["ann"], b"header", 10)
    first.append("m", 1, 1, [b"a"])
    first.commit()
    first.backup(tmp_path / "copy.db")
    first.close()
    for path in (tmp_path / "s.db", tmp_path / "copy.db"):
        again = SqliteStore(path)
        assert again.read_lines("m") == [b"header", b"a"]
        assert again.matches(player="ann")[0].id == "m"
        again.close()


def test_sqlite_waits_for_the_disk_at_every_commit(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    assert store._db.execute("PRAGMA synchronous").fetchone() == (2,)
    assert store._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    store.close()


def test_a_data_file_of_a_newer_schema_is_refused_with_the_reason(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    store._db.execute("PRAGMA user_version=99")
    store.close()
    with pytest.raises(Unusable, match="newer Freehold"):
        SqliteStore(tmp_path / "s.db")
