"""The writer answers after the commit, in order, and fails a whole batch together."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import Any

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
    assert writer.commits == 2
    assert store.match_row("m").head == 50


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
