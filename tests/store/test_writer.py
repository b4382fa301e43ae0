"""The writer answers after the commit, in order, and fails a whole batch together."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from time import perf_counter
from typing import Any

import pytest

from freehold.store import MemoryStore, Store, Writer, WrongHead


class Loop:
    """Runs what is delivered at once, in the writer's own thread."""

    def __init__(self) -> None:
        self.batches = 0

    def __call__(self, run: Callable[[], None]) -> None:
        self.batches += 1
        run()


class Answers:
    def __init__(self) -> None:
        self.all: list[tuple[Any, Exception | None]] = []

    def __call__(self, result: Any, error: Exception | None) -> None:
        self.all.append((result, error))


class BrokenDisk(MemoryStore):
    broken = False

    def commit(self) -> None:
        if self.broken:
            raise OSError("disk full")
        super().commit()


class Counting(MemoryStore):
    begun = 0

    def begin(self) -> None:
        self.begun += 1
        super().begin()


def create(store: Store) -> int:
    return store.create_match("m", "g", [], b"h", 0)


def append(head: int) -> Callable[[Store], None]:
    return lambda store: store.append("m", 1, head, [b"line"])


def test_answers_come_in_order_with_refusals_in_their_place() -> None:
    store, answers = MemoryStore(), Answers()
    writer = Writer(store, Loop())
    for operation in (create, append(1), append(7), append(2)):
        writer.submit(operation, answers)
    writer.close()
    assert [type(error) for _, error in answers.all] == [
        type(None),
        type(None),
        WrongHead,
        type(None),
    ]
    assert len(store.read_lines("m")) == 3


def test_what_gathers_during_a_commit_is_one_commit() -> None:
    store, answers, loop = MemoryStore(), Answers(), Loop()
    writer = Writer(store, loop)
    entered, go = Event(), Event()

    def slow(store: Store) -> None:
        entered.set()
        go.wait(10)

    writer.submit(slow, answers)
    assert entered.wait(10)
    writer.submit(create, answers)
    for head in range(1, 50):
        writer.submit(append(head), answers)
    go.set()
    writer.close()
    assert loop.batches == 2
    assert (writer.commits, writer.operations) == (2, 51)
    assert store.match_row("m").head == 50


def test_each_commit_is_counted_with_its_operations_and_its_seconds() -> None:
    told: list[tuple[int, float]] = []
    writer = Writer(MemoryStore(), Loop(), lambda *each: told.append(each))
    assert (writer.commits, writer.operations) == (0, 0)
    begun = perf_counter()
    writer.submit(create, Answers())
    writer.close()
    (operations, seconds), *more = told
    assert (operations, more) == (1, [])
    assert 0 <= seconds <= perf_counter() - begun


def test_a_batch_holds_no_more_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("freehold.store.writer.BATCH", 3)
    told: list[int] = []
    answers = Answers()
    entered, go = Event(), Event()

    def slow(store: Store) -> None:
        entered.set()
        go.wait(10)

    writer = Writer(MemoryStore(), Loop(), lambda operations, seconds: told.append(operations))
    writer.submit(slow, answers)
    assert entered.wait(10)
    for _ in range(7):
        writer.submit(lambda store: store.put("room", "r", b"1"), answers)
    go.set()
    writer.close()
    assert told == [1, 3, 3, 1]
    assert [error for _, error in answers.all] == [None] * 8


def test_a_transaction_is_begun_for_every_batch() -> None:
    """Else what the last one did would be undone with a batch that fails."""
    store = Counting()
    for operation in (create, append(1)):
        writer = Writer(store, Loop())
        writer.submit(operation, Answers())
        writer.close()
    assert store.begun == 2


def test_a_failed_commit_fails_every_operation_in_it_and_leaves_nothing() -> None:
    store, answers = BrokenDisk(), Answers()
    writer = Writer(store, Loop())
    writer.submit(create, answers)
    writer.close()
    store.broken = True
    writer = Writer(store, Loop())
    writer.submit(append(1), answers)
    writer.submit(append(2), answers)
    writer.close()
    assert [str(error) for _, error in answers.all[1:]] == ["disk full", "disk full"]
    assert store.read_lines("m") == [b"h"]
