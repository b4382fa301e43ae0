"""The store as the event loop sees it: asked in the writer's thread, answered in the loop.

Rules about this file:
1. The order in which operations come here is the order in which they are done, gathered or not.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

from freehold.game import Illegal
from freehold.store import Fenced, Store, Writer
from freehold.store.protocol import Again, Appending, StoreError, Unavailable
from freehold.store.writer import Answer, Committed, ignore

T = TypeVar("T")
HEALTH = "health"
TRY_EVERY_S, PATIENCE_S = 1.0, 3.0


class Keeper:
    """One writer, and futures for those who wait."""

    def __init__(
        self,
        store: Store,
        loop: asyncio.AbstractEventLoop,
        committed: Committed = ignore,
    ) -> None:
        self.store = store
        self.writer = Writer(store, loop.call_soon_threadsafe, committed)
        self.reader = ThreadPoolExecutor(1, thread_name_prefix="freehold-reader")
        """Matches are rebuilt here, one after the other: together they would all be late, and the
        loop with them."""
        self._loop = loop
        self._gathered: list[tuple[Callable[[Store], Any], Answer]] | None = None
        """What is to leave at the end of `together`; None outside of it."""
        self._trial: asyncio.Task[bool] | None = None
        self._tried_at = 0.0

    def submit(self, operation: Callable[[Store], Any], answer: Answer) -> None:
        """Have it done and committed: now, or with the others at the end of `together`."""
        if self._gathered is None:
            self.writer.submit(operation, answer)
        else:
            self._gathered.append((operation, answer))

    def append(self, lines: Appending, answer: Answer) -> None:
        """The same for lines of a match, which has an epoch of its own."""
        self.submit(lines, answer)

    @contextmanager
    def together(self) -> Iterator[None]:
        """What is to be done until this ends leaves at its end, and in one commit."""
        gathered: list[tuple[Callable[[Store], Any], Answer]] = []
        self._gathered = gathered
        try:
            yield
        finally:
            self._gathered = None
            if gathered:
                self.writer.submit_all(gathered)

    async def ask(self, operation: Callable[[Store], T]) -> T:
        """Have it done and committed. The store's own refusals and failures are raised; a database
        that does not answer is a refusal."""
        future: asyncio.Future[T] = self._loop.create_future()

        def answer(result: Any, error: Exception | None) -> None:
            if future.done():
                return  # nobody waits for it any more
            if error is None:
                future.set_result(result)
            elif isinstance(error, Unavailable | Again):
                future.set_exception(Illegal("disk"))
            else:
                future.set_exception(error)

        self.submit(operation, answer)
        return await future

    async def change(self, operation: Callable[[Store], T]) -> T:
        """As `ask`, for what a person wants: a disk that fails becomes a refusal."""
        try:
            return await self.ask(operation)
        except (StoreError, Illegal):
            raise
        except Exception as error:
            raise Illegal("disk") from error

    async def can_save(self) -> bool:
        """Does writing down work? It is tried, but not more than once in a while."""
        if self._trial is None or self._loop.time() - self._tried_at > TRY_EVERY_S:
            self._tried_at = self._loop.time()
            self._trial = self._loop.create_task(self._try_to_save())
        return await asyncio.shield(self._trial)

    async def _try_to_save(self) -> bool:
        at = str(self._tried_at).encode()
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self.ask(lambda store: store.put(HEALTH, "tried", at))
        except Exception:
            return False
        return True

    async def close(self) -> None:
        """Commit what is queued; the answers come before this returns."""
        self.reader.shutdown(wait=False, cancel_futures=True)
        await asyncio.to_thread(self.writer.close)
        await asyncio.sleep(0)
        self.store.close()


class Guarded(Keeper):
    """The keeper of a room that other nodes could claim: whatever it does begins with a look at
    whose room it is, in the same transaction.

    Lines of a match are an exception, for a match has an epoch of its own, which is claimed by the
    node that reads it.
    """

    def __init__(
        self, keeper: Keeper, guard: Callable[[Store], None], lost: Callable[[], None]
    ) -> None:
        self.store, self.writer, self.reader = keeper.store, keeper.writer, keeper.reader
        self._loop = keeper._loop
        self._keeper = keeper
        self._guard = guard
        self._lost = lost

    def submit(self, operation: Callable[[Store], Any], answer: Answer) -> None:
        def guarded(store: Store) -> Any:
            try:
                self._guard(store)
            except Fenced as refusal:
                raise NotOurs(str(refusal)) from None
            return operation(store)

        def noted(result: Any, error: Exception | None) -> None:
            if isinstance(error, NotOurs):
                self._lost()
            answer(result, error)

        self._keeper.submit(guarded, noted)

    def append(self, lines: Appending, answer: Answer) -> None:
        self._keeper.append(lines, answer)

    async def ask(self, operation: Callable[[Store], T]) -> T:
        """Illegal, too, if the room is another node's."""
        try:
            return await super().ask(operation)
        except NotOurs:
            raise Illegal("elsewhere") from None


class NotOurs(Fenced):
    """Another node has the room by now."""
