"""The writer answers after the commit, in order, and fails a whole batch together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Event
from time import perf_counter
from typing import Any

import pytest

from freehold.store import MemoryStore, Store, Writer, WrongHead
from freehold.store.protocol import Again, Appending, StoreError


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


class Contested(MemoryStore):
    """Its transactions are undone a number of times for the sake of another one's."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.left = times

    def commit(self) -> None:
        self.left -= 1
        if self.left >= 0:
            raise Again("deadlock detected")
        super().commit()


@pytest.mark.parametrize(("times", "is_done"), [(1, True), (4, True), (5, False)])
def test_a_transaction_that_was_undone_for_another_is_made_again(times: int, is_done: bool) -> None:
    store, answers = Contested(times), Answers()
    writer = Writer(store, Loop())
    writer.submit_all([(create, answers), (append(1), answers), (append(7), answers)])
    writer.close()
    told = [type(error) for _, error in answers.all]
    assert told == ([type(None), type(None), WrongHead] if is_done else [Again] * 3)
    assert [row.head for row in store.matches()] == ([2] if is_done else [])


class Together(MemoryStore):
    def __init__(self) -> None:
        super().__init__()
        self.runs: list[list[int]] = []

    def append_all(self, appends: Sequence[Appending]) -> list[StoreError | None]:
        self.runs.append([each.expected_head for each in appends])
        return super().append_all(appends)


def test_appends_next_to_each_other_reach_the_store_together_and_in_order() -> None:
    store, answers = Together(), Answers()
    writer = Writer(store, Loop())
    operations: list[Callable[[Store], Any]] = [
        create,
        Appending("m", 1, 1, [b"a"]),
        Appending("m", 1, 7, [b"b"]),
        lambda store: store.match_row("m").head,
        Appending("m", 1, 2, [b"c"]),
    ]
    writer.submit_all([(operation, answers) for operation in operations])
    writer.close()
    assert store.runs == [[1, 7], [2]]
    assert [result for result, _ in answers.all] == [1, None, None, 2, None]
    assert [type(error) for _, error in answers.all].index(WrongHead) == 2
    assert store.read_lines("m") == [b"h", b"a", b"c"]
