"""The directory in the site's database, and the store of a node.

Rules about this file:
1. A claim is one statement. It passes over a row that is locked: its owner is writing at that
   moment, and is either alive or will be ended by the database.
2. Moments are the database's own (`clock_timestamp`): no node's clock is asked.
3. `need_room` locks the row until the transaction ends, so a claim comes before it or after it.
4. The session of a directory holds an advisory lock for its node. It ends with the process, so
   a missing lock says that a node is gone, long before its lease lapses (`absent_ms`).
5. A node that freezes in the middle of a transaction keeps its locks, and one that takes up a
   match of it would wait for them. So the transaction of a node that is gone is ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, LiteralString

import psycopg

from freehold.cluster.directory import (
    LEASE_MS,
    Claimed,
    NodeSeen,
    Owned,
    Renewed,
    absent_ms,
)
from freehold.store.connecting import Db, complete, open_session
from freehold.store.files import Unusable
from freehold.store.postgres import PostgresStore, is_text
from freehold.store.protocol import Fenced, Taken, Unavailable

KEPT = "1 hour"
"""How long the row of a node that is gone stays."""
SESSIONS = int.from_bytes(b"Frhs", "big")
"""Advisory locks of nodes by their ids, each shared, since a new session of a node does not wait
until the database knows that the former one is over."""
STORES = int.from_bytes(b"Frhw", "big")
"""The same for the sessions with which nodes write."""
HAS_SESSION: LiteralString = """
    hashtext(nodes.id)::bigint & 4294967295 IN (
        SELECT objid::bigint FROM pg_locks
        WHERE locktype = 'advisory' AND classid = %(sessions)s::bigint::oid AND objsubid = 2
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    )
"""
IS_HERE: LiteralString = f"""
    (nodes.lease_until > clock_timestamp() + %(early)s * interval '1 ms'
        OR (nodes.lease_until > clock_timestamp() AND {HAS_SESSION}))
"""
"""Nobody has to look at the locks of a node that has just renewed its lease."""
ALIVE: LiteralString = f"EXISTS (SELECT 1 FROM nodes WHERE nodes.id = rooms.owner AND {IS_HERE})"
CLAIM: LiteralString = f"""
    UPDATE rooms SET owner = %(node)s, epoch = epoch + 1
    WHERE id IN (
        SELECT id FROM rooms WHERE {{which}} AND NOT {ALIVE}
        AND EXISTS (SELECT 1 FROM nodes WHERE id = %(node)s AND lease_until > clock_timestamp())
        LIMIT %(most)s FOR UPDATE SKIP LOCKED
    )
    RETURNING id, epoch
"""
CLAIM_ONE = CLAIM.replace("{which}", "id = %(room)s").replace(
    f"NOT {ALIVE}", f"(owner = %(node)s OR NOT {ALIVE})"
)
CLAIM_SOME = CLAIM.replace("{which}", "true")
RENEW: LiteralString = """
    WITH before AS (SELECT lease_until FROM nodes WHERE id = %(node)s)
    INSERT INTO nodes (id, load, lease_until)
    VALUES (%(node)s, %(load)s, clock_timestamp() + %(ms)s * interval '1 ms')
    ON CONFLICT (id) DO UPDATE SET load = excluded.load, lease_until = excluded.lease_until
    RETURNING coalesce((SELECT lease_until < clock_timestamp() FROM before), true)
"""
HERE: LiteralString = f"""
    SELECT id, load, ceil(extract(epoch FROM lease_until - clock_timestamp()) * 1000)::int
        - CASE WHEN {HAS_SESSION} THEN 0 ELSE %(early)s END
    FROM nodes WHERE {IS_HERE} ORDER BY id
"""
END_FROZEN: LiteralString = f"""
    SELECT pg_terminate_backend(pid)
    FROM pg_stat_activity JOIN pg_locks USING (pid) JOIN nodes
        ON objid::bigint = hashtext(nodes.id)::bigint & 4294967295
    WHERE locktype = 'advisory' AND classid = %(stores)s::bigint::oid AND objsubid = 2
        AND pg_locks.database = datid AND datname = current_database()
        AND state LIKE 'idle in transaction%%'
        AND state_change < clock_timestamp() - %(absent)s * interval '1 ms'
        AND NOT {IS_HERE}
"""
"""Nobody alive thinks for that long in the middle of a transaction."""


class PostgresRooms(PostgresStore):
    """The store of one node."""

    def __init__(self, dsn: str, node: str, name: str) -> None:
        self.node = node
        super().__init__(dsn, node=name)

    def _open(self) -> Db:
        return lock_for(super()._open(), STORES, self.node)

    def add_room(self, room: str, code: str, standing: str) -> int:
        query = (
            "INSERT INTO rooms (id, code, standing, owner, epoch) VALUES (?, ?, ?, ?, 1)"
            " ON CONFLICT DO NOTHING RETURNING epoch"
        )
        if not self._rows(query, (room, code, standing or None, self.node)):
            raise Taken(code)
        return 1

    def need_room(self, room: str, epoch: int) -> None:
        query = "SELECT 1 FROM rooms WHERE id = ? AND epoch = ? FOR SHARE"
        if not self._rows(query, (room, epoch)):
            raise Fenced(f"room {room} is not owned by epoch {epoch}")

    def give_up_room(self, room: str, epoch: int) -> None:
        query = "UPDATE rooms SET owner = '' WHERE id = ? AND epoch = ? RETURNING 1"
        if not self._rows(query, (room, epoch)):
            raise Fenced(f"room {room} is not owned by epoch {epoch}")

    def forget_room(self, room: str) -> None:
        self._run("DELETE FROM rooms WHERE id = ?", (room,))

    def adopt_rooms(self, rooms: Sequence[tuple[str, str, str]]) -> None:
        for room, code, standing in rooms:
            self._run(
                "INSERT INTO rooms (id, code, standing, owner, epoch) VALUES (?, ?, ?, '', 1)"
                " ON CONFLICT DO NOTHING",
                (room, code, standing or None),
            )
        self._run(
            "DELETE FROM rooms WHERE NOT EXISTS"
            " (SELECT 1 FROM things WHERE kind = 'room' AND key = rooms.id)",
            (),
        )


class PostgresDirectory:
    """A session of its own, used by one thread at a time."""

    def __init__(self, dsn: str, node: str, lease_ms: int = LEASE_MS) -> None:
        self.node = node
        self._dsn = complete(dsn)
        self._given = {
            "node": node,
            "ms": lease_ms,
            "early": lease_ms - absent_ms(lease_ms),
            "absent": absent_ms(lease_ms),
            "sessions": SESSIONS,
            "stores": STORES,
        }
        self._db = self._open()
        self._ask(f"DELETE FROM nodes WHERE lease_until < clock_timestamp() - interval '{KEPT}'")

    def _open(self) -> Db:
        return lock_for(open_session(self._dsn), SESSIONS, self.node)

    def renew(self, load: int) -> Renewed:
        ((had_lapsed,),) = self._ask(RENEW, load=load)
        self._ask(END_FROZEN)
        return Renewed(had_lapsed, tuple(NodeSeen(*each) for each in self._ask(HERE)))

    def leave(self) -> None:
        self._ask("DELETE FROM nodes WHERE id = %(node)s")

    def find(self, room: str) -> Owned | None:
        query = f"SELECT id, owner, epoch, {ALIVE} FROM rooms WHERE id = %(room)s"
        found = self._ask(query, room=room)
        return Owned(*found[0]) if found else None

    def find_code(self, code: str) -> str | None:
        found = self._ask("SELECT id FROM rooms WHERE code = %(code)s", code=code)
        return found[0][0] if found else None

    def find_standing(self, game: str) -> str | None:
        found = self._ask("SELECT id FROM rooms WHERE standing = %(game)s", game=game)
        return found[0][0] if found else None

    def claim(self, room: str) -> Claimed | None:
        found = self._ask(CLAIM_ONE, room=room, most=1)
        return Claimed(*found[0]) if found else None

    def claim_some(self, most: int) -> list[Claimed]:
        found = self._ask(CLAIM_SOME, most=most)
        return [Claimed(*row) for row in found]

    def owned(self) -> dict[str, int]:
        query = "SELECT id, epoch FROM rooms WHERE owner = %(node)s"
        return dict(self._ask(query))

    def close(self) -> None:
        self._db.close()

    def _ask(self, query: LiteralString, **given: Any) -> list[tuple[Any, ...]]:
        """One statement, which is a transaction of its own."""
        try:
            if self._db.closed:
                self._db = self._open()
            return _rows(self._db, query, self._given | given)
        except (psycopg.OperationalError, Unusable) as error:
            self._db.close()
            raise Unavailable(" ".join(str(error).split())) from None


def lock_for(db: Db, kind: int, node: str) -> Db:
    """The session, with a lock that says whose it is."""
    try:
        db.execute("SELECT pg_advisory_lock_shared(%s, hashtext(%s))", (kind, node))
    except BaseException:
        db.close()
        raise
    return db


def _rows(db: Db, query: LiteralString, given: dict[str, Any]) -> list[tuple[Any, ...]]:
    if not all(map(is_text, given.values())):
        return []  # no text of the database holds it
    found = db.execute(query, given)
    return found.fetchall() if found.description else []
