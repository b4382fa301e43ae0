"""What every directory must do, in memory and on PostgreSQL alike, and what it fences."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from threading import Thread
from typing import Any, Protocol

import psycopg
import pytest

from freehold.cluster.directory import Claimed, Directory, Owned, absent_ms, new_node
from freehold.cluster.memory import MemoryDirectory, MemoryRooms, MemorySite
from freehold.cluster.postgres import SESSIONS, PostgresDirectory, PostgresRooms
from freehold.store import Fenced, Unusable, connecting
from freehold.store.postgres import PostgresStore
from freehold.store.protocol import RoomStore, Taken, Unavailable
from tests.postgres import Postgres

LONG_MS = 600_000
"""No lease lapses because the machine is busy."""
EARLY_MS = LONG_MS - absent_ms(LONG_MS)
"""A node without a session is gone by so much earlier."""


class Stored(RoomStore, Protocol):
    """A node's store, as far as it is used here."""

    def begin(self) -> None: ...
    def commit(self) -> None: ...
    def rollback(self) -> None: ...


class Site(Protocol):
    def directory(self, node: str) -> Directory: ...
    def store(self, node: str) -> Stored: ...
    def lapse(self, node: str) -> None:
        """That node's lease is over."""

    def fall_silent(self, node: str) -> None:
        """It has not renewed its lease lately, so only its session says that it is there."""

    def hang_up(self, directory: Directory) -> None:
        """The session ends, as it does when a process is killed."""


class InMemory:
    def __init__(self) -> None:
        self._now = 0.0
        self._site = MemorySite(lambda: self._now)

    def directory(self, node: str) -> Directory:
        return MemoryDirectory(self._site, node, LONG_MS)

    def store(self, node: str) -> Any:
        return MemoryRooms(self._site, node)

    def lapse(self, node: str) -> None:
        self._site.nodes[node].lease_until = self._now

    def fall_silent(self, node: str) -> None:
        self._site.nodes[node].lease_until = self._now + EARLY_MS / 1000

    def hang_up(self, directory: Directory) -> None:
        self._site.sessions.discard(directory.node)


class InPostgres:
    def __init__(self, dsn: str, opened: ExitStack) -> None:
        self._dsn, self._opened = dsn, opened

    def directory(self, node: str) -> Directory:
        made = PostgresDirectory(self._dsn, node, LONG_MS)
        self._opened.callback(made.close)
        return made

    def store(self, node: str) -> Any:
        made = PostgresRooms(self._dsn, node, node)
        self._opened.callback(made.close)
        return made

    def lapse(self, node: str) -> None:
        self._leave_ms(node, -1)

    def fall_silent(self, node: str) -> None:
        self._leave_ms(node, EARLY_MS - 1)

    def _leave_ms(self, node: str, ms: int) -> None:
        query = "UPDATE freehold.nodes SET lease_until = clock_timestamp() + %s * interval '1 ms'"
        with psycopg.connect(self._dsn, autocommit=True) as db:
            db.execute(query + " WHERE id = %s", (ms, node))

    def hang_up(self, directory: Directory) -> None:
        """By the database, which does so before it answers anything else."""
        query = (
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_locks"
            " WHERE locktype = 'advisory' AND classid = %s::bigint::oid"
            " AND objid::bigint = hashtext(%s)::bigint & 4294967295"
        )
        with psycopg.connect(self._dsn, autocommit=True) as db:
            assert db.execute(query, (SESSIONS, directory.node)).fetchall() == [(True,)]


@pytest.fixture(params=["memory", "postgres"])
def site(request: pytest.FixtureRequest) -> Iterator[Site]:
    with ExitStack() as opened:
        if request.param == "memory":
            yield InMemory()
        else:
            yield InPostgres(request.getfixturevalue("dsn"), opened)


def add(store: Stored, room: str, code: str = "", standing: str = "") -> int:
    store.begin()
    try:
        epoch = store.add_room(room, code or room.upper(), standing)
    except Taken:
        store.rollback()
        raise
    store.commit()
    return epoch


def test_a_node_is_seen_as_long_as_its_lease_holds(site: Site) -> None:
    a, b = site.directory("a"), site.directory("b")
    assert a.renew(3).had_lapsed
    seen = b.renew(1)
    assert [(node.id, node.load) for node in seen.nodes] == [("a", 3), ("b", 1)]
    again = a.renew(4)
    assert not again.had_lapsed
    site.lapse("a")
    assert [node.id for node in b.renew(1).nodes] == ["b"]
    assert a.renew(4).had_lapsed
    a.leave()
    assert [node.id for node in b.renew(1).nodes] == ["b"]


def test_a_new_room_belongs_to_the_node_that_made_it(site: Site) -> None:
    a, b = site.directory("a"), site.directory("b")
    a.renew(0)
    b.renew(0)
    assert add(site.store("a"), "r", "CODE", "mine-land") == 1
    assert b.find("r") == Owned("r", "a", 1, True)
    assert b.find_code("CODE") == b.find_standing("mine-land") == "r"
    assert b.find("other") is None
    assert b.find_code("OTHER") is b.find_standing("other") is None
    assert a.owned() == {"r": 1}
    assert b.owned() == {}


def test_a_code_or_a_standing_world_is_there_once(site: Site) -> None:
    a, b = site.store("a"), site.store("b")
    add(a, "r", "CODE", "mine-land")
    with pytest.raises(Taken):
        add(b, "s", "CODE")
    with pytest.raises(Taken):
        add(b, "t", "OTHER", "mine-land")
    assert add(b, "u", "OTHER") == 1


def test_a_room_can_be_claimed_only_if_its_owner_is_gone(site: Site) -> None:
    a, b = site.directory("a"), site.directory("b")
    a.renew(0)
    b.renew(0)
    add(site.store("a"), "r")
    assert b.claim("r") is None
    assert b.claim_some(10) == []
    site.lapse("a")
    assert b.claim("r") == Claimed("r", 2)
    assert a.owned() == {}
    a.renew(0)
    assert a.claim("r") is None
    assert b.claim("none") is None


def test_a_node_whose_session_has_ended_is_gone_before_its_lease_has_lapsed(site: Site) -> None:
    a, b = site.directory("a"), site.directory("b")
    a.renew(0)
    b.renew(0)
    add(site.store("a"), "r")
    site.fall_silent("a")
    assert b.claim("r") is None  # it is slow, and there
    assert [node.id for node in b.renew(0).nodes] == ["a", "b"]
    site.hang_up(a)
    assert b.find("r") == Owned("r", "a", 1, False)
    assert [node.id for node in b.renew(0).nodes] == ["b"]
    assert b.claim("r") == Claimed("r", 2)


def test_a_node_that_has_lost_its_connection_has_time_to_come_back(site: Site) -> None:
    a, b = site.directory("a"), site.directory("b")
    a.renew(0)
    b.renew(0)
    add(site.store("a"), "r")
    site.hang_up(a)
    (seen, _) = b.renew(0).nodes
    assert 0 < seen.left_ms <= absent_ms(LONG_MS)
    assert b.claim("r") is None
    assert b.claim_some(10) == []
    with suppress(Unavailable):
        a.renew(0)
    assert not a.renew(0).had_lapsed
    (seen, _) = b.renew(0).nodes
    assert absent_ms(LONG_MS) < seen.left_ms <= LONG_MS
    site.fall_silent("a")
    assert b.claim("r") is None  # its new session is known


def test_a_node_whose_own_lease_has_lapsed_claims_nothing(site: Site) -> None:
    a, b = site.directory("a"), site.directory("b")
    a.renew(0)
    b.renew(0)
    add(site.store("a"), "r")
    site.lapse("a")
    site.lapse("b")
    assert b.claim("r") is None
    assert b.claim_some(10) == []


def test_a_node_may_claim_its_own_room_again(site: Site) -> None:
    a = site.directory("a")
    a.renew(0)
    add(site.store("a"), "r")
    assert a.claim("r") == Claimed("r", 2)
    assert a.claim_some(10) == []


def test_many_rooms_of_a_dead_node_are_shared_out(site: Site) -> None:
    a, b, c = (site.directory(node) for node in "abc")
    for each in (a, b, c):
        each.renew(0)
    store = site.store("a")
    for number in range(5):
        add(store, f"r{number}")
    a.leave()
    first, second = b.claim_some(3), c.claim_some(3)
    assert len(first) == 3
    assert len(second) == 2
    claimed = {each.room for each in [*first, *second]}
    assert claimed == {f"r{number}" for number in range(5)}
    assert {each.epoch for each in [*first, *second]} == {2}


def test_a_claim_fences_the_owner_before(site: Site) -> None:
    a, b = site.directory("a"), site.directory("b")
    a.renew(0)
    b.renew(0)
    ours, theirs = site.store("a"), site.store("b")
    add(ours, "r")
    ours.begin()
    ours.need_room("r", 1)
    ours.commit()
    site.lapse("a")
    assert b.claim("r") == Claimed("r", 2)
    a.renew(0)  # it is back, and knows nothing of it
    ours.begin()
    with pytest.raises(Fenced):
        ours.need_room("r", 1)
    with pytest.raises(Fenced):
        ours.give_up_room("r", 1)
    ours.rollback()
    theirs.begin()
    theirs.need_room("r", 2)
    theirs.commit()


def test_a_room_that_was_given_up_is_anybodys(site: Site) -> None:
    a, b = site.directory("a"), site.directory("b")
    a.renew(0)
    b.renew(0)
    ours = site.store("a")
    add(ours, "r")
    ours.begin()
    ours.give_up_room("r", 1)
    ours.commit()
    assert b.find("r") == Owned("r", "", 1, False)
    assert b.claim("r") == Claimed("r", 2)


def test_a_room_that_is_forgotten_is_gone(site: Site) -> None:
    a, ours = site.directory("a"), site.store("a")
    a.renew(0)
    add(ours, "r")
    ours.begin()
    ours.forget_room("r")
    ours.commit()
    assert a.find("r") is None
    assert a.claim("r") is None


def test_rooms_of_a_server_that_was_alone_are_adopted(site: Site) -> None:
    a, ours = site.directory("a"), site.store("a")
    a.renew(0)
    add(ours, "gone")
    ours.begin()
    ours.put("room", "kept", b"...")  # type: ignore[attr-defined]
    ours.adopt_rooms([("kept", "CODE", "")])
    ours.commit()
    assert a.find("gone") is None
    assert a.find("kept") == Owned("kept", "", 1, False)
    assert a.claim("kept") == Claimed("kept", 2)
    ours.begin()
    ours.adopt_rooms([("kept", "CODE", "")])
    ours.commit()
    assert a.owned() == {"kept": 2}


def test_what_was_undone_has_not_changed_an_owner(site: Site) -> None:
    a, ours = site.directory("a"), site.store("a")
    a.renew(0)
    add(ours, "r")
    ours.begin()
    ours.give_up_room("r", 1)
    ours.add_room("s", "S", "")
    ours.rollback()
    assert a.owned() == {"r": 1}


# On PostgreSQL


def test_a_claim_passes_over_a_room_whose_owner_is_writing(dsn: str) -> None:
    """So it comes before the owner's transaction or after it, and does not wait for it either."""
    with ExitStack() as opened:
        site = InPostgres(dsn, opened)
        a, b = site.directory("a"), site.directory("b")
        a.renew(0)
        b.renew(0)
        ours = site.store("a")
        add(ours, "r")
        ours.begin()
        ours.need_room("r", 1)
        site.lapse("a")
        assert b.claim("r") is None
        ours.commit()
        assert b.claim("r") == Claimed("r", 2)


def test_the_transaction_of_a_frozen_node_is_ended_once_it_is_gone_and_no_other(dsn: str) -> None:
    with ExitStack() as opened:
        site = InPostgres(dsn, opened)
        short = PostgresDirectory(dsn, "b", 40)  # so that nobody has to be idle for long
        opened.callback(short.close)
        frozen, alive = site.directory("a"), site.directory("c")
        frozen.renew(0)
        alive.renew(0)
        stores = {node: site.store(node) for node in "ac"}
        for node, store in stores.items():
            add(store, node)
            store.begin()
            store.need_room(node, 1)
        time.sleep(0.05)
        short.renew(0)
        site.lapse("a")
        assert short.claim("a") is None  # its locks hold
        claimed = None
        for _ in range(500):  # the database ends a session in its own time
            short.renew(0)
            if claimed := short.claim("a"):
                break
            time.sleep(0.01)
        assert claimed == Claimed("a", 2)
        with pytest.raises(Unavailable):
            stores["a"].commit()
        stores["c"].commit()


def test_of_many_who_claim_a_room_one_gets_it(dsn: str) -> None:
    with ExitStack() as opened:
        site = InPostgres(dsn, opened)
        others = [site.directory(f"n{number}") for number in range(4)]
        gone = site.directory("gone")
        for each in [gone, *others]:
            each.renew(0)
        store = site.store("gone")
        rooms = [f"r{number}" for number in range(20)]
        for room in rooms:
            add(store, room)
        gone.leave()
        got: list[Claimed] = []

        def claim(directory: Directory) -> None:
            got.extend(filter(None, map(directory.claim, rooms)))

        threads = [Thread(target=claim, args=[each]) for each in others]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(each.room for each in got) == sorted(rooms)


def test_two_nodes_of_one_name_are_one_too_many(dsn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connecting, "SERVING_MS", 50)
    with ExitStack() as opened:
        first = PostgresRooms(dsn, "a-1", "a")
        opened.callback(first.close)
        other = PostgresRooms(dsn, "b-1", "b")
        opened.callback(other.close)
        with pytest.raises(Unusable, match="another node called a is using the database"):
            PostgresRooms(dsn, "a-2", "a")


def test_a_server_that_is_alone_and_nodes_exclude_each_other(
    dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connecting, "SERVING_MS", 50)
    with ExitStack() as opened:
        node = PostgresRooms(dsn, "a-1", "a")
        opened.callback(node.close)
        with pytest.raises(Unusable, match="another server is using the database"):
            PostgresStore(dsn, is_alone=True)
        node.close()
        alone = PostgresStore(dsn, is_alone=True)
        opened.callback(alone.close)
        with pytest.raises(Unusable, match="that is not a node of a site is using the database"):
            PostgresRooms(dsn, "a-1", "a")


def test_a_directory_finds_the_database_again(dsn: str, restarted: Postgres) -> None:
    with ExitStack() as opened:
        a = InPostgres(dsn, opened).directory("a")
        a.renew(0)
        restarted.stop()
        restarted.start()
        with pytest.raises(Unavailable):
            a.renew(0)
        assert not a.renew(0).had_lapsed


def test_each_start_of_a_node_is_another_one() -> None:
    assert new_node("a") != new_node("a")
    assert new_node("a").startswith("a-")
