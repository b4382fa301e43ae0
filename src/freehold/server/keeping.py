"""The store as the event loop sees it: asked in the writer's thread, answered in the loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from freehold.game import Illegal
from freehold.store import Store, Writer
from freehold.store.protocol import Refused
from freehold.store.writer import Answer, Committed, ignore

T = TypeVar("T")


class Keeper:
    """One writer, and futures for those who wait."""

    def __init__(
        self, store: Store, loop: asyncio.AbstractEventLoop, committed: Committed = ignore
    ) -> None:
        self.store = store
        self.writer = Writer(store, loop.call_soon_threadsafe, committed)
        self._loop = loop

    def submit(self, operation: Callable[[Store], Any], answer: Answer) -> None:
        self.writer.submit(operation, answer)

    async def ask(self, operation: Callable[[Store], T]) -> T:
        """Have it done and committed. The store's own refusals and failures are raised."""
        future: asyncio.Future[T] = self._loop.create_future()

        def answer(result: Any, error: Exception | None) -> None:
            if future.done():
                return  # whoever waited has gone
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)

        self.submit(operation, answer)
        return await future

    async def change(self, operation: Callable[[Store], T]) -> T:
        """As `ask`, for what a person wants: a disk that fails becomes a refusal."""
        try:
            return await self.ask(operation)
        except Refused:
            raise
        except Exception as error:
            raise Illegal("disk") from error

    async def close(self) -> None:
        """Commit what is queued; the answers come before this returns."""
        await asyncio.to_thread(self.writer.close)
        await asyncio.sleep(0)
        self.store.close()
