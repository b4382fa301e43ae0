"""What is PostgreSQL's own: owners that write at the same moment, lost connections, its tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from threading import Barrier, BrokenBarrierError, Thread
from time import monotonic, sleep
from typing import Any

import psycopg
import pytest

from freehold.store import Damaged, Fenced, Store, Unusable, Writer, WrongHead
from freehold.store import connecting as connecting_module
from freehold.store.connecting import MIGRATIONS
from freehold.store.postgres import PostgresStore
from freehold.store.protocol import Appending, Damage, Unavailable
from tests.postgres import PATIENCE_S, Postgres
from tests.store.proxy import Proxy

Run = Callable[[], object]


@pytest.fixture
def two(dsn: str) -> Iterator[tuple[PostgresStore, PostgresStore]]:
    """Two sessions, and the matches m and n."""
    with closing(PostgresStore(dsn)) as one, closing(PostgresStore(dsn)) as other:
        one.begin()
        one.create_match("m", "land-grab", ["ann"], b"header", 10)
        one.create_match("n", "land-grab", ["ann"], b"header", 10)
        one.commit()
        yield one, other


def commit(store: Store, run: Run) -> Any:
    """In a transaction of its own; what is refused is returned."""
    store.begin()
    try:
        result = run()
    except (Fenced, WrongHead) as refusal:
        result = type(refusal)
    store.commit()
    return result


def together(*runs: Run) -> list[Any]:
    """Each in a thread of its own, begun at the same moment; what they returned."""
    barrier, results = Barrier(len(runs)), [None] * len(runs)

    def go(at: int, run: Any) -> None:
        barrier.wait(PATIENCE_S)
        results[at] = run()

    threads = [Thread(target=go, args=each) for each in enumerate(runs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    return results


def wait_for_lock(dsn: str, how_many: int = 1) -> None:
    """Until somebody waits for a lock."""
    query = (
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    until = monotonic() + PATIENCE_S
    with psycopg.connect(dsn, autocommit=True) as db:
        while db.execute(query).fetchall() != [(how_many,)]:
            assert monotonic() < until
            sleep(0.005)


# Owners that write at the same moment


def test_of_two_that_append_at_the_same_moment_one_succeeds(
    two: tuple[PostgresStore, PostgresStore],
) -> None:
    one, other = two
    for head in range(1, 41):
        told = together(
            lambda head=head: commit(one, lambda: one.append("m", 1, head, [b"one"])),  # type: ignore[misc]
            lambda head=head: commit(other, lambda: other.append("m", 1, head, [b"other"])),  # type: ignore[misc]
        )
        assert sorted(map(str, told)) == sorted(map(str, (None, WrongHead)))
        winner = b"one" if told[0] is None else b"other"
        assert one.read_lines("m", head) == [winner]
    assert one.match_row("m").head == 41


def test_a_claim_waits_for_the_owners_commit_and_fences_what_comes_later(
    two: tuple[PostgresStore, PostgresStore], dsn: str
) -> None:
    one, other = two
    one.begin()
    one.append("m", 1, 1, [b"in time"])
    claims: list[int] = []
    thread = Thread(target=lambda: claims.append(commit(other, lambda: other.claim("m"))))
    one.match_row("m")  # so that the append has reached the database
    thread.start()
    wait_for_lock(dsn)
    one.commit()
    thread.join(PATIENCE_S)
    assert claims == [2]
    assert commit(one, lambda: one.append("m", 1, 2, [b"late"])) is Fenced
    assert commit(one, lambda: one.save_snapshot("m", 1, 2, b"late")) is Fenced
    assert commit(one, lambda: one.drop_lines("m", 1, 2)) is Fenced
    assert other.read_lines("m") == [b"header", b"in time"]


@pytest.mark.parametrize(
    "late",
    [
        lambda store: store.append("m", 1, 1, [b"late"]),
        lambda store: store.save_snapshot("m", 1, 1, b"late"),
        lambda store: store.drop_lines("m", 1, 1),
    ],
    ids=["append", "snapshot", "drop"],
)
def test_an_owner_that_meets_a_claim_on_its_way_is_fenced(
    late: Callable[[Store], None], two: tuple[PostgresStore, PostgresStore], dsn: str
) -> None:
    one, other = two
    other.begin()
    other.claim("m")
    other.match_row("m")
    told: list[Any] = []
    thread = Thread(target=lambda: told.append(commit(one, lambda: late(one))))
    thread.start()
    wait_for_lock(dsn)
    other.append("m", 2, 1, [b"new"])
    other.commit()
    thread.join(PATIENCE_S)
    assert told == [Fenced]
    assert one.read_lines("m") == [b"header", b"new"]
    assert one.snapshot_heads("m") == []


def test_a_refused_append_leaves_the_others_of_its_batch_even_if_it_is_refused_late(
    two: tuple[PostgresStore, PostgresStore], dsn: str
) -> None:
    one, other = two
    other.begin()
    other.claim("m")
    other.match_row("m")
    appends = [Appending("m", 1, 1, [b"late"]), Appending("n", 1, 1, [b"good"])]
    told: list[Any] = []
    thread = Thread(target=lambda: told.extend(commit(one, lambda: one.append_all(appends))))
    thread.start()
    wait_for_lock(dsn)
    other.commit()
    thread.join(PATIENCE_S)
    assert [refusal and type(refusal) for refusal in told] == [Fenced, None]
    assert one.read_lines("m") == [b"header"]
    assert one.read_lines("n") == [b"header", b"good"]


def test_an_append_that_meets_another_change_of_the_row_is_made_all_the_same(
    two: tuple[PostgresStore, PostgresStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the epoch and the head fence; but the row's sum has changed, too."""
    one, other = two
    first = one._append_to

    def meet(given: Any) -> set[str]:
        monkeypatch.undo()
        commit(other, lambda: other.set_status("m", "parked", 12, reason="meanwhile"))
        return first(given)

    monkeypatch.setattr(one, "_append_to", meet)
    assert commit(one, lambda: one.append("m", 1, 1, [b"a"])) is None
    row = one.match_row("m")
    assert (row.head, row.status, row.reason) == (2, "parked", "meanwhile")
    assert one.read_lines("m") == [b"header", b"a"]


def test_what_another_adds_between_two_looks_is_not_taken_for_damage(
    two: tuple[PostgresStore, PostgresStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two
    first = one.match_row

    def meet(match: str) -> Any:
        row = first(match)
        commit(other, lambda: other.append("m", 1, 1, [b"a"]))
        return row

    monkeypatch.setattr(one, "match_row", meet)
    assert one.read_lines("m") == [b"header"]


def test_writers_in_each_others_way_are_both_served(
    two: tuple[PostgresStore, PostgresStore],
) -> None:
    """The database undoes one of two transactions that wait for each other; it is made again."""
    barrier, answers = Barrier(2), list[Exception | None]()

    def meet(store: Store) -> None:
        try:
            barrier.wait(PATIENCE_S)
        except BrokenBarrierError:
            return
        barrier.abort()  # only the first time

    def touch(match: str) -> Callable[[Store], None]:
        def run(store: Store) -> None:
            store.set_status(match, "live", 0)
            store.match_row(match)

        return run

    writers = [Writer(store, lambda run: run()) for store in two]
    for writer, (first, second) in zip(writers, [("m", "n"), ("n", "m")], strict=True):
        writer.submit_all(
            [
                (operation, lambda _, error: answers.append(error))
                for operation in (touch(first), meet, touch(second))
            ]
        )
    for writer in writers:
        writer.close()
    assert answers == [None] * 6


def test_a_frozen_owner_holds_nobody_up(dsn: str) -> None:
    """It stands still within a transaction: the database ends it."""
    with closing(PostgresStore(dsn)) as frozen, closing(PostgresStore(dsn)) as other:
        commit(frozen, lambda: frozen.create_match("m", "g", [], b"header", 1))
        frozen.begin()
        frozen.append("m", 1, 1, [b"frozen"])
        assert frozen._rows("SHOW idle_in_transaction_session_timeout", ()) == [("100s",)]
        frozen._rows("SELECT set_config('idle_in_transaction_session_timeout', '1', true)", ())
        assert commit(other, lambda: other.claim("m")) == 2
        with pytest.raises(Unavailable):
            frozen.commit()
        frozen.rollback()
        assert commit(frozen, lambda: frozen.append("m", 1, 1, [b"late"])) is Fenced
        assert other.read_lines("m") == [b"header"]


# A connection that is lost


@pytest.fixture
def proxy(postgres: Postgres) -> Iterator[Proxy]:
    with Proxy(postgres.folder) as running:
        yield running


@pytest.mark.parametrize("is_kept", [True, False])
def test_what_has_become_of_a_lost_commit_is_read_and_not_guessed(
    is_kept: bool, dsn: str, proxy: Proxy
) -> None:
    with closing(PostgresStore(proxy.address(dsn), is_alone=True)) as store:
        commit(store, lambda: store.create_match("m", "g", [], b"header", 1))
        store.begin()
        store.append("m", 1, 1, [b"a"])
        proxy.cut_at(b"COMMIT", is_passed_on=is_kept)
        with pytest.raises(Unavailable):
            store.commit()
        store.rollback()
        with pytest.raises(Unavailable):
            store.match_row("m")
        assert commit(store, lambda: store.match_row("m").head) == (2 if is_kept else 1)


def test_while_the_database_is_away_each_try_fails_at_once_and_then_all_goes_on(
    dsn: str, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1_000.0
    monkeypatch.setattr("freehold.store.postgres.monotonic", lambda: now)
    with closing(PostgresStore(proxy.address(dsn), is_alone=True)) as store:
        commit(store, lambda: store.create_match("m", "g", [], b"header", 1))
        proxy.is_open = False
        proxy.cut()
        with pytest.raises(Unavailable):
            store.match_row("m")
        for tries, pause_s in (
            (1, 0.1),
            (2, 0.2),
            (3, 0.4),
            (4, 0.8),
            (5, 1.6),
            (6, 2.0),
            (7, 2.0),
        ):
            for _ in range(3):
                with pytest.raises(Unavailable):
                    commit(store, lambda: store.match_row("m"))
                store.rollback()
            assert proxy.refused == tries, "it is not asked each time"
            now += pause_s
        proxy.is_open = True
        assert commit(store, lambda: store.append("m", 1, 1, [b"a"])) is None
        assert store.read_lines("m") == [b"header", b"a"]


def test_a_connection_that_is_lost_between_two_commits_is_nobodys_trouble(
    dsn: str, proxy: Proxy
) -> None:
    """Nothing was to be committed on it, so all of it is done on the next one."""
    answers: list[Exception | None] = []
    with closing(PostgresStore(proxy.address(dsn), is_alone=True)) as store:
        commit(store, lambda: store.create_match("m", "g", [], b"header", 1))
        for head in (1, 2):
            proxy.cut()
            writer = Writer(store, lambda run: run())
            writer.submit(Appending("m", 1, head, [b"a"]), lambda _, error: answers.append(error))
            writer.close()
        assert answers == [None, None]
        assert store.read_lines("m") == [b"header", b"a", b"a"]


def test_a_session_that_does_not_know_that_it_is_over_is_ended_by_the_next(
    dsn: str, proxy: Proxy
) -> None:
    """Its network is cut, so that only the database could tell: it still has its locks."""
    with closing(PostgresStore(proxy.address(dsn), is_alone=True)) as store:
        commit(store, lambda: store.create_match("m", "g", [], b"header", 1))
        store.begin()
        store.append("m", 1, 1, [b"a"])
        store.match_row("m")
        proxy.cut(is_server_told=False)
        with pytest.raises(Unavailable):
            store.commit()
        store.rollback()
        assert commit(store, lambda: store.claim("m")) == 2
        assert store.read_lines("m") == [b"header"]


def test_only_one_server_uses_a_database(dsn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(PostgresStore(dsn, is_alone=True)):
        with monkeypatch.context() as patch:
            patch.setattr(connecting_module, "SERVING_MS", 50)
            with pytest.raises(Unusable, match=r"another server is using the database test\d+ at"):
                PostgresStore(dsn, is_alone=True)
        PostgresStore(dsn).close()  # for who only looks
    PostgresStore(dsn, is_alone=True).close()


def test_what_is_committed_waits_for_the_disk_whatever_the_database_is_set_to(dsn: str) -> None:
    with closing(PostgresStore(dsn)) as store:
        assert store._rows("SHOW synchronous_commit", ()) == [("on",)]
        assert store._rows("SHOW transaction_isolation", ()) == [("read committed",)]


# Damage


def change(dsn: str, statement: str) -> None:
    with psycopg.connect(dsn) as db:
        db.execute(f"SET search_path = freehold; {statement}".encode())


@pytest.fixture
def filled(dsn: str) -> str:
    with closing(PostgresStore(dsn)) as store:
        store.begin()
        for match in ("a", "b"):
            store.create_match(match, "land-grab", ["ann", ""], b"header", 10)
            store.append(match, 1, 1, [f"line {n}".encode() for n in range(1, 9)])
            store.save_snapshot(match, 1, 5, b"snapshot")
            store.put("room", match, b"room " + match.encode())
        store.commit()
    return dsn


@pytest.mark.parametrize(
    ("statement", "ask"),
    [
        ("UPDATE matches SET head = 8 WHERE id = 'a'", lambda s: s.append("a", 1, 8, [b"x"])),
        ("UPDATE matches SET epoch = 2 WHERE id = 'a'", lambda s: s.claim("a")),
        ("UPDATE lines SET data = 'x' WHERE position = 3", lambda s: s.read_lines("a")),
        ("DELETE FROM lines WHERE position = 4", lambda s: s.read_lines("a")),
        ("DELETE FROM lines WHERE position = 8", lambda s: s.read_lines("a")),
        ("UPDATE snapshots SET data = 'x'", lambda s: s.read_snapshot("a", 5)),
        ("UPDATE things SET data = 'x'", lambda s: s.get("room", "a")),
    ],
)
def test_a_row_that_was_changed_behind_our_back_is_never_used(
    statement: str, ask: Callable[[Store], object], filled: str
) -> None:
    change(filled, statement)
    with closing(PostgresStore(filled)) as store:
        store.begin()
        store.put("room", "c", b"the others of the transaction stand")
        with pytest.raises(Damaged):
            ask(store)
        store.commit()
        assert store.get("room", "c")


def test_a_scrub_reads_everything_and_names_what_is_damaged(filled: str) -> None:
    change(filled, "UPDATE lines SET data = 'x' WHERE match = 'b' AND position = 3")
    change(filled, "UPDATE things SET data = 'x' WHERE key = 'b'")
    with closing(PostgresStore(filled, is_alone=True)) as store:
        parts = list(store.scrub(3))
        assert sum(part.rows for part in parts) == 2 + 2 + 18 + 2 + 2
        found = [str(each) for part in parts for each in part.damaged]
        assert found == ["lines b 3", "things room b"]
        assert store.damaged == {Damage("lines", "b 3"), Damage("things", "room b")}
        assert store.check() == "ok"


# Its tables, and databases that cannot be used


def test_servers_that_start_together_make_the_tables_once(dsn: str) -> None:
    stores = together(*[lambda: PostgresStore(dsn)] * 4)
    for store in stores:
        assert store.all("room") == []
        store.close()
    with psycopg.connect(dsn) as db:
        assert db.execute("SELECT number FROM freehold.version").fetchall() == [(len(MIGRATIONS),)]


def test_a_migration_that_fails_leaves_the_database_as_it_was(
    dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(PostgresStore(dsn)) as store:
        commit(store, lambda: store.put("room", "r", b"1"))
    later = (*MIGRATIONS, "ALTER TABLE things ADD COLUMN more TEXT; DROP TABLE none")
    monkeypatch.setattr(connecting_module, "MIGRATIONS", later)
    with pytest.raises(Unusable, match='table "none" does not exist'):
        PostgresStore(dsn)
    later = (*MIGRATIONS, "ALTER TABLE things ADD COLUMN more TEXT")
    monkeypatch.setattr(connecting_module, "MIGRATIONS", later)
    with closing(PostgresStore(dsn)) as store:
        assert store.get("room", "r") == b"1"
    monkeypatch.undo()
    with pytest.raises(Unusable, match=f"has schema {len(later)}, made by a newer Freehold"):
        PostgresStore(dsn)


def is_refused(dsn: str) -> str:
    with pytest.raises(Unusable) as refusal:
        PostgresStore(dsn)
    words = str(refusal.value)
    assert "\n" not in words
    assert "hush" not in words, "a password is never told"
    return words


def test_an_address_that_cannot_be_read_is_refused_and_not_repeated() -> None:
    for address in ("postgres:hush", "postgres://u:hush%zz@h/x", "postgres://u:hush@h/x?hush=1"):
        assert "write it as postgres://USER@HOST:PORT/NAME" in is_refused(address)


def test_databases_that_are_not_there_are_refused(postgres: Postgres) -> None:
    assert 'database "none" does not exist' in is_refused(postgres.dsn("none"))
    assert 'role "absent" does not exist' in is_refused(postgres.dsn("postgres", "absent:hush"))
    assert "No such file" in is_refused("postgres://u:hush@/x?host=/nowhere")
    assert "refused" in is_refused("postgres://u:hush@127.0.0.1:1/x")


def test_a_server_that_is_too_old_is_refused(dsn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connecting_module, "LEAST_VERSION", 99)
    assert "Freehold needs 99 or newer" in is_refused(dsn)


def test_a_database_without_unicode_is_refused(postgres: Postgres) -> None:
    with postgres.database("ENCODING 'LATIN1' TEMPLATE template0") as latin:
        assert "has the encoding LATIN1: make one with ENCODING 'UTF8'" in is_refused(latin)


def test_a_user_without_rights_is_told_which_are_missing(postgres: Postgres, dsn: str) -> None:
    name = dsn.partition("@/")[2].partition("?")[0]
    postgres.ask("DROP ROLE IF EXISTS guest")
    postgres.ask("CREATE ROLE guest LOGIN")
    theirs = postgres.dsn(name, "guest:hush")
    assert "permission denied for database" in is_refused(theirs)
    assert "make it the owner" in is_refused(theirs)
    PostgresStore(dsn).close()
    assert is_refused(theirs)
    postgres.ask("GRANT USAGE ON SCHEMA freehold TO guest", name)
    postgres.ask("GRANT SELECT ON ALL TABLES IN SCHEMA freehold TO guest", name)
    assert "no INSERT on freehold.matches" in is_refused(theirs)
    postgres.ask("GRANT ALL ON ALL TABLES IN SCHEMA freehold TO guest", name)
    PostgresStore(theirs).close()


def test_a_database_that_has_lost_a_table_is_refused(dsn: str) -> None:
    PostgresStore(dsn).close()
    change(dsn, "DROP TABLE lines")
    assert "there is no column data of freehold.lines" in is_refused(dsn)
