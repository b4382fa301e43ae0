"""Two nodes of a site rate matches of the same players at the same time: neither is lost."""

from __future__ import annotations

import time
from contextlib import closing
from threading import Thread

import psycopg

from freehold.server.ladder import ladders
from freehold.server.ladder.ladders import Contestant, RatedMatch
from freehold.store.postgres import PostgresStore

PATIENCE_S = 60.0
FINISH = RatedMatch(
    "go", (Contestant("ann", "person", "Ann"), Contestant("ben", "person", "Ben")), (1, 2), 1
)


def rate(store: PostgresStore, match: str) -> None:
    store.begin()
    ladders.settle(store, match, FINISH)
    store.commit()


def wait_until_somebody_waits(dsn: str) -> None:
    """For a lock of any kind, in the database."""
    until = time.monotonic() + PATIENCE_S
    with psycopg.connect(dsn, autocommit=True) as db:
        while not db.execute("SELECT 1 FROM pg_locks WHERE NOT granted").fetchall():
            assert time.monotonic() < until
            time.sleep(0.01)


def test_two_nodes_that_rate_at_once_do_it_one_after_the_other(dsn: str) -> None:
    with closing(PostgresStore(dsn)) as one, closing(PostgresStore(dsn)) as other:
        one.begin()
        ladders.settle(one, "m1", FINISH)
        one.get("any", "thing")  # so that all of it has been sent
        second = Thread(target=rate, args=(other, "m2"))
        second.start()
        wait_until_somebody_waits(dsn)
        one.commit()
        second.join(PATIENCE_S)
        for player in ("ann", "ben"):
            kept = ladders.read_rating(one, "go people", player)
            assert kept is not None
            assert kept.matches == 2
        numbers = [ladders.read_result(one, match) for match in ("m1", "m2")]
        assert [each.number for each in numbers if each] == [1, 2]
