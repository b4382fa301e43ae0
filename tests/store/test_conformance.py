"""What every store must do, in memory, on SQLite and on PostgreSQL alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from sqlite3 import ProgrammingError
from threading import Thread

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
from freehold.store.postgres import PostgresStore
from freehold.store.protocol import Appending


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    made = make(request, tmp_path)
    made.begin()
    made.create_match("m", "land-grab", ["ann", ""], b"header", 10)
    made.commit()
    yield made
    made.close()


def make(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    if request.param == "memory":
        return MemoryStore()
    if request.param == "sqlite":
        return SqliteStore(tmp_path / "s.db")
    return PostgresStore(request.getfixturevalue("dsn"))


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


def test_a_long_log_is_read_whole(store: Store) -> None:
    fill(store, 1_000)
    store.commit()
    assert store.read_lines("m") == [b"header", *(b"%d" % at for at in range(1, 1_000))]
    assert store.read_lines("m", 998) == [b"998", b"999"]


def test_an_append_with_a_stale_head_is_refused_and_changes_nothing(store: Store) -> None:
    store.begin()
    with pytest.raises(WrongHead):
        store.append("m", 1, 0, [b"a"])
    store.append("m", 1, 1, [b"b"])
    store.commit()
    assert store.read_lines("m") == [b"header", b"b"]


def test_many_appends_are_as_good_as_one_after_the_other(store: Store) -> None:
    store.begin()
    store.create_match("n", "territory", [], b"h", 11)
    store.create_match("o", "territory", [], b"h", 11)
    store.claim("o")
    refusals = store.append_all(
        [
            Appending("m", 1, 1, [b"a", b"b"]),
            Appending("o", 1, 1, [b"late"]),
            Appending("n", 1, 1, [b"c"]),
            Appending("m", 1, 3, [b"d"]),
            Appending("m", 1, 3, [b"again"]),
            Appending("nobody", 1, 1, [b"e"]),
            Appending("o", 2, 1, []),
            Appending("n", 1, 2, [b"f"]),
        ]
    )
    store.commit()
    told = [None, Fenced, None, None, WrongHead, Unknown, None, None]
    assert [refusal and type(refusal) for refusal in refusals] == told
    assert store.read_lines("m") == [b"header", b"a", b"b", b"d"]
    assert store.read_lines("n") == [b"h", b"c", b"f"]
    assert store.read_lines("o") == [b"h"]
    assert store.append_all([]) == []


def test_names_that_no_match_can_have_are_unknown_and_harm_nobody(store: Store) -> None:
    """They come from addresses that people type."""
    store.begin()
    for name in ("no\0such", "\ud800"):
        with pytest.raises(Unknown):
            store.match_row(name)
        with pytest.raises(Unknown):
            store.append(name, 1, 1, [b"a"])
        with pytest.raises(Unknown):
            store.read_lines(name)
    store.append("m", 1, 1, [b"a"])
    store.commit()
    assert store.read_lines("m") == [b"header", b"a"]


def test_a_reason_may_hold_any_characters(store: Store) -> None:
    store.begin()
    store.set_status("m", "quarantined", 12, reason="a \0 byte, \ud800 and 😀")
    store.commit()
    row = store.match_row("m")
    assert row.status == "quarantined"
    assert row.reason.endswith("and 😀")


def test_a_claim_fences_the_former_owner(store: Store) -> None:
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


def test_appends_that_were_rolled_back_can_be_made_again(store: Store) -> None:
    store.begin()
    store.append("m", 1, 1, [b"a"])
    store.append("m", 1, 2, [b"b"])
    store.rollback()
    store.begin()
    with pytest.raises(WrongHead):
        store.append("m", 1, 3, [b"c"])
    store.append("m", 1, 1, [b"d"])
    store.append("m", 1, 2, [b"e"])
    store.commit()
    assert store.read_lines("m") == [b"header", b"d", b"e"]
    assert store.match_row("m").head == 3


def test_what_happens_to_a_match_between_two_appends_is_kept(store: Store) -> None:
    store.begin()
    store.append("m", 1, 1, [b"a"])
    store.add_player("m", "eve")
    store.append("m", 1, 2, [b"b"])
    store.set_status("m", "quarantined", 50, reason="broken")
    store.append("m", 1, 3, [b"c"])
    store.commit()
    row = store.match_row("m")
    assert (row.head, row.players, row.status) == (4, ("ann", "", "eve"), "quarantined")


def test_another_process_fences_one_that_has_just_appended(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "s.db")) as one:
        one.create_match("m", "land-grab", ["ann"], b"header", 10)
        one.append("m", 1, 1, [b"a"])
        with closing(SqliteStore(tmp_path / "s.db")) as other:
            assert other.claim("m") == 2
            other.append("m", 2, 2, [b"b"])
            for head in (2, 3):
                with pytest.raises(Fenced):
                    one.append("m", 1, head, [b"c"])
            assert other.read_lines("m") == [b"header", b"a", b"b"]


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


def test_what_is_dropped_comes_back_when_that_is_rolled_back(store: Store) -> None:
    store.begin()
    store.put("room", "r", b"1")
    store.save_snapshot("m", 1, 1, b"snapshot")
    store.commit()
    before = store.match_row("m")
    store.begin()
    store.drop("room", "r")
    store.drop("room", "nothing")
    store.put("room", "s", b"2")
    store.drop_match("m")
    store.drop_match("nothing")
    store.rollback()
    assert store.all("room") == [("r", b"1")]
    assert store.match_row("m") == before
    assert store.read_lines("m") == [b"header"]
    assert store.read_snapshot("m", 1) == b"snapshot"
    assert [row.id for row in store.matches(player="ann")] == ["m"]


def test_what_is_committed_outlives_a_later_rollback(store: Store) -> None:
    store.begin()
    store.append("m", 1, 1, [b"a"])
    store.put("room", "r", b"1")
    store.commit()
    store.rollback()
    store.begin()
    store.put("room", "r", b"2")
    store.rollback()
    assert store.read_lines("m") == [b"header", b"a"]
    assert store.get("room", "r") == b"1"


def test_a_new_match_is_owned_by_the_epoch_that_is_returned(store: Store) -> None:
    store.begin()
    epoch = store.create_match("n", "territory", [], b"h", 11)
    store.append("n", epoch, 1, [b"a"])
    store.commit()
    assert store.read_lines("n") == [b"h", b"a"]


def test_an_unknown_match_is_said_to_be_unknown(store: Store) -> None:
    asked: tuple[Callable[[], object], ...] = (
        lambda: store.match_row("nobody"),
        lambda: store.read_lines("nobody"),
        lambda: store.first_line("nobody"),
        lambda: store.claim("nobody"),
        lambda: store.append("nobody", 1, 1, [b"a"]),
        lambda: store.drop_lines("nobody", 1, 1),
        lambda: store.save_snapshot("nobody", 1, 1, b"s"),
        lambda: store.set_status("nobody", "finished", 1),
        lambda: store.add_player("nobody", "eve"),
    )
    store.begin()
    for ask in asked:
        with pytest.raises(Unknown):
            ask()
    store.commit()
    assert [row.id for row in store.matches()] == ["m"]


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
    """A number of lines, in a transaction that continues."""
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
    assert store.read_lines("m", 0, 4) == [b"header"], "what was dropped is not there"
    assert store.read_lines("m", 2, 4) == []
    store.begin()
    with pytest.raises(Fenced):
        store.drop_lines("m", 7, 10)
    store.rollback()


def test_dropping_what_is_gone_already_drops_nothing_more(store: Store) -> None:
    fill(store, 9)
    store.drop_lines("m", 1, 0)
    assert (store.first_line("m"), len(store.read_lines("m"))) == (1, 9)
    store.drop_lines("m", 1, 6)
    store.drop_lines("m", 1, 3)
    store.commit()
    assert store.first_line("m") == 6
    assert store.read_lines("m") == [b"header", b"6", b"7", b"8"]


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


def test_only_a_finished_match_has_ended(store: Store) -> None:
    assert store.match_row("m").ended_at == 0
    store.begin()
    store.set_status("m", "parked", 30, reason="other rules")
    store.commit()
    row = store.match_row("m")
    assert (row.status, row.ended_at, row.reason) == ("parked", 0, "other rules")


def test_a_dropped_match_is_gone(store: Store) -> None:
    store.begin()
    store.save_snapshot("m", 1, 1, b"old")
    store.drop_match("m")
    store.commit()
    assert store.matches() == []
    assert store.snapshot_heads("m") == []
    with pytest.raises(Unknown):
        store.read_lines("m")


def test_nothing_of_a_dropped_match_is_found_in_another_one_of_its_name(store: Store) -> None:
    fill(store, 4)
    store.save_snapshot("m", 1, 4, b"old")
    store.drop_match("m")
    store.create_match("m", "territory", ["bob"], b"other", 20)
    store.commit()
    assert store.read_lines("m") == [b"other"]
    assert store.snapshot_heads("m") == []
    assert store.matches(player="ann") == []
    assert [row.id for row in store.matches(player="bob")] == ["m"]


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


def test_sqlite_is_used_by_whatever_thread_the_writer_is(tmp_path: Path) -> None:
    store, found = SqliteStore(tmp_path / "s.db"), []
    thread = Thread(target=lambda: found.append(store.all("room")))
    thread.start()
    thread.join()
    store.close()
    assert found == [[]]


def test_sqlite_lets_go_of_its_file_when_it_is_closed(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    store.close()
    with pytest.raises(ProgrammingError, match="closed"):
        store.all("room")
    assert [path.name for path in tmp_path.iterdir()] == ["s.db"], "no journal is left beside it"


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


# Forgetting a player


def test_a_player_who_is_removed_leaves_an_empty_seat(store: Store) -> None:
    store.begin()
    store.add_player("m", "ann")
    store.add_player("m", "ben")
    store.remove_player("m", "ann")
    store.commit()
    assert store.match_row("m").players == ("", "", "", "ben")
    assert store.matches(player="ann") == []
    assert [row.id for row in store.matches(player="ben")] == ["m"]
    store.begin()
    store.append("m", 1, 1, [b"a"])
    store.commit()
    assert store.match_row("m").head == 2


def test_lines_can_be_replaced_and_the_log_stays_as_long(store: Store) -> None:
    store.begin()
    store.append("m", 1, 1, [b"a", b"b", b"c"])
    store.replace_lines("m", 1, {0: b"other", 2: b"longer than before"})
    store.commit()
    assert store.read_lines("m") == [b"other", b"a", b"longer than before", b"c"]
    store.begin()
    store.drop_lines("m", 1, 3)
    store.replace_lines("m", 1, {0: b"header", 3: b"d"})
    store.append("m", 1, 4, [b"e"])
    store.commit()
    assert store.read_lines("m", 3) == [b"d", b"e"]
    assert store.read_lines("m", 0, 1) == [b"header"]


def test_only_the_owner_replaces_lines_and_none_that_are_not_there(store: Store) -> None:
    store.begin()
    store.claim("m")
    with pytest.raises(Fenced):
        store.replace_lines("m", 1, {0: b"x"})
    with pytest.raises(WrongHead):
        store.replace_lines("m", 2, {1: b"x"})
    store.commit()
    assert store.read_lines("m") == [b"header"]


def test_lines_that_were_replaced_are_back_after_a_rollback(store: Store) -> None:
    store.begin()
    store.append("m", 1, 1, [b"a"])
    store.commit()
    store.begin()
    store.replace_lines("m", 1, {1: b"x"})
    store.remove_player("m", "ann")
    store.rollback()
    assert store.read_lines("m") == [b"header", b"a"]
    assert store.match_row("m").players == ("ann", "")


def test_erasing_keeps_all_that_is_wanted(store: Store) -> None:
    store.begin()
    store.put("kind", "key", b"data")
    store.erase()
    store.commit()
    assert not store.has_leftovers
    assert store.get("kind", "key") == b"data"
    assert store.read_lines("m") == [b"header"]


def rate(store: Store, *rated: tuple[str, str, int]) -> None:
    store.begin()
    store.lock_ratings()
    for ladder, player, standing in rated:
        store.put_rating(ladder, player, standing, f"{player} in {ladder}".encode())
    store.commit()


def test_the_best_of_a_ladder_come_first_and_equal_ones_by_name(store: Store) -> None:
    rate(store, ("a", "ann", 5), ("a", "dan", 7), ("a", "cid", 7), ("a", "eve", 0), ("b", "fay", 9))
    assert store.best_ratings("a", 10) == [
        ("cid", b"cid in a"),
        ("dan", b"dan in a"),
        ("ann", b"ann in a"),
    ]
    assert [player for player, _ in store.best_ratings("a", 1)] == ["cid"]
    assert [store.count_ratings("a", above) for above in (0, 5, 7)] == [3, 2, 0]


def test_a_rating_is_kept_in_the_place_of_the_one_before(store: Store) -> None:
    rate(store, ("a", "ann", 5), ("b", "ann", 6))
    store.begin()
    store.put_rating("a", "ann", 1, b"later")
    store.commit()
    assert store.get_rating("a", "ann") == b"later"
    assert store.get_rating("a", "ben") is None
    assert store.ratings_of("ann") == [("a", b"later"), ("b", b"ann in b")]


def test_ratings_go_with_their_player_or_all_together(store: Store) -> None:
    rate(store, ("a", "ann", 5), ("b", "ann", 6), ("a", "ben", 6))
    store.begin()
    store.drop_ratings("ann")
    store.commit()
    assert store.ratings_of("ann") == []
    assert store.best_ratings("a", 10) == [("ben", b"ben in a")]
    store.begin()
    store.clear_ratings()
    store.commit()
    assert store.count_ratings("a", -1) == 0


def test_ratings_of_a_transaction_that_was_undone_are_as_before(store: Store) -> None:
    rate(store, ("a", "ann", 5))
    store.begin()
    store.put_rating("a", "ann", 6, b"other")
    store.put_rating("a", "ben", 6, b"new")
    store.drop_ratings("ann")
    store.clear_ratings()
    store.rollback()
    assert store.best_ratings("a", 10) == [("ann", b"ann in a")]
