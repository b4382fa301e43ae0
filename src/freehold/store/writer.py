"""The writer: one thread that commits whatever is queued, then again.

Group commit that clocks itself: while one commit waits for the disk, the next batch gathers. An
operation's answer is given only after the commit that holds it; if the commit fails, every
operation in it has failed. Appends that are next to each other reach the store together, so that a
database elsewhere is asked once for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from queue import SimpleQueue
from threading import Thread
from time import perf_counter
from typing import Any

from freehold.store.protocol import Again, Appending, Store, StoreError

Operation = Callable[[Store], Any]
Answer = Callable[[Any, Exception | None], None]
Deliver = Callable[[Callable[[], None]], object]
Committed = Callable[[int, float], None]
"""Told of each commit, in the writer's thread: how many operations, and how many seconds."""
Result = tuple[Any, Exception | None]
BATCH = 1000
TRIES = 5


def ignore(operations: int, seconds: float) -> None:
    """Nobody counts commits."""


class Writer:
    """Takes operations from anywhere; answers through `deliver`, in the order they came.

    `deliver` brings a function back to the thread that wants the answers, for example an event
    loop's `call_soon_threadsafe`. It is called once a batch.
    """

    def __init__(self, store: Store, deliver: Deliver, committed: Committed = ignore) -> None:
        self._store = store
        self._committed = committed
        self._deliver = deliver
        self._queue: SimpleQueue[Sequence[tuple[Operation, Answer]] | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="freehold-writer", daemon=True)
        self._thread.start()
        self.commits = 0
        self.operations = 0

    def submit(self, operation: Operation, answer: Answer) -> None:
        """Have it done and committed; then `answer(result, None)` or `answer(None, error)`."""
        self.submit_all([(operation, answer)])

    def submit_all(self, operations: Sequence[tuple[Operation, Answer]]) -> None:
        """The same for many, in one commit; the thread is woken once."""
        self._queue.put(operations)

    def close(self) -> None:
        """Commit what is queued and stop."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        is_open = True
        while is_open:
            operations, is_open = self._gather()
            if operations:
                answers = self._commit(operations)
                self._deliver(lambda answers=answers: _answer_all(answers))  # type: ignore[misc]

    def _gather(self) -> tuple[list[tuple[Operation, Answer]], bool]:
        """Wait for something to do, then take all that is there; False at the end."""
        batch: list[tuple[Operation, Answer]] = []
        while True:
            given = self._queue.get()
            if given is None:
                return batch, False
            batch += given
            if len(batch) >= BATCH or self._queue.empty():
                return batch, True

    def _commit(
        self, batch: list[tuple[Operation, Answer]]
    ) -> list[tuple[Answer, Any, Exception | None]]:
        begun = perf_counter()
        try:
            results = self._transact([operation for operation, _ in batch])
        except Exception as error:
            return [(answer, None, error) for _, answer in batch]
        self.commits += 1
        self.operations += len(batch)
        self._committed(len(batch), perf_counter() - begun)
        return [(answer, *result) for (_, answer), result in zip(batch, results, strict=True)]

    def _transact(self, operations: list[Operation], tries: int = TRIES) -> list[Result]:
        """All of them in one transaction; once more if it was undone for the sake of another."""
        try:
            self._store.begin()
            results = [
                result
                for is_append, group in groupby(operations, _is_append)
                for result in (self._append if is_append else self._do)(list(group))
            ]
            self._store.commit()
        except Again:
            self._rollback()
            if tries == 1:
                raise
            return self._transact(operations, tries - 1)
        except Exception:
            self._rollback()
            raise
        return results

    def _append(self, appends: list[Any]) -> list[Result]:
        return [(None, refusal) for refusal in self._store.append_all(appends)]

    def _do(self, operations: list[Operation]) -> list[Result]:
        results: list[Result] = []
        for operation in operations:
            try:
                results.append((operation(self._store), None))
            except StoreError as refusal:
                results.append((None, refusal))
        return results

    def _rollback(self) -> None:
        try:
            self._store.rollback()
        except Exception:  # the disk is gone: the failed commit has been reported already
            return


def _is_append(operation: Operation) -> bool:
    return isinstance(operation, Appending)


def _answer_all(answers: list[tuple[Answer, Any, Exception | None]]) -> None:
    for answer, result, error in answers:
        answer(result, error)
