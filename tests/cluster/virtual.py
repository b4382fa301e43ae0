"""Processes on a virtual clock: each has an event loop and threads of its own, none is real.

Rules about this file:
1. The code that runs in such a loop is the server's own. It cannot tell: timers, futures, locks and
   answers of threads come by the loop, as always.
2. A process that is held up is not stepped, and finds out afterwards that time has passed. One that
   is dead is never stepped again.
3. Nothing waits for anything real, and nothing is drawn here: a run repeats exactly.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any, TypeVar

from freehold.game import Ms

T = TypeVar("T")
Job = Callable[[Callable[..., Any], tuple[Any, ...], Callable[[Any, Any], None]], None]
"""Carries out some work of a thread, now or later, and tells what came of it."""
BEGUN_S = 1000.0


class Timeline:
    """The clock that all processes stand on, and what happens outside of them."""

    def __init__(self) -> None:
        self.now = BEGUN_S
        self.loops: list[VirtualLoop] = []
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0

    @property
    def ms(self) -> Ms:
        return round(self.now * 1000)

    def after(self, wait: float, what: Callable[[], None]) -> None:
        """In this number of milliseconds."""
        self._count += 1
        heappush(self._events, (self.now + wait / 1000, self._count, what))

    def run_for(self, seconds: float) -> None:
        until = self.now + seconds
        while True:
            at, first = self._events[0][0] if self._events else until + 1, None
            for loop in self.loops:
                wanted = loop.next_at()
                if wanted <= at and (first is None or wanted < at):
                    at, first = wanted, loop
            if at > until:
                break
            self.now = max(self.now, at)
            if first:
                first.turn()
            else:
                heappop(self._events)[2]()
        self.now = until


class VirtualLoop(asyncio.BaseEventLoop):
    """The loop of one process."""

    def __init__(self, timeline: Timeline, ahead_s: float, job: Job) -> None:
        super().__init__()
        self._timeline = timeline
        self._ahead_s = ahead_s
        """Monotonic clocks of two machines have nothing to do with each other."""
        self.job = job
        self._selector = self
        self._queues: dict[int, list[Callable[[], None]]] = {}
        self.is_held_up = False
        self.failures: list[str] = []
        self.set_exception_handler(self._failed)
        timeline.loops.append(self)

    def _failed(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        self.failures.append(f"{context['message']}: {context.get('exception')!r}")

    def time(self) -> float:
        return self._timeline.now + self._ahead_s

    def next_at(self) -> float:
        """When it wants to be stepped, by the timeline."""
        if self.is_held_up:
            return float("inf")
        if self._ready:  # type: ignore[attr-defined]
            return self._timeline.now
        scheduled: list[asyncio.TimerHandle] = self._scheduled  # type: ignore[attr-defined]
        return scheduled[0].when() - self._ahead_s if scheduled else float("inf")

    def turn(self) -> None:
        """All that is due now, once."""
        asyncio._set_running_loop(self)
        try:
            self._run_once()  # type: ignore[attr-defined]
        finally:
            asyncio._set_running_loop(None)

    # What a real loop asks the system for

    def select(self, timeout: float | None) -> list[Any]:
        return []

    def _process_events(self, events: list[Any]) -> None:
        """There are none."""

    def _write_to_self(self) -> None:
        """Nobody sleeps."""

    # Threads

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., T], *given: Any
    ) -> asyncio.Future[T]:
        """One after the other for each executor, as with one thread."""
        future: asyncio.Future[T] = self.create_future()
        queue = self._queues.setdefault(id(executor), [])

        def answer(result: Any, error: BaseException | None) -> None:
            self.call_soon(settle, result, error)

        def settle(result: Any, error: BaseException | None) -> None:
            queue.pop(0)
            if queue:
                queue[0]()
            if not future.done():
                future.set_result(result) if error is None else future.set_exception(error)

        queue.append(lambda: self.job(func, given, answer))
        if len(queue) == 1:
            queue[0]()
        return future

    def end(self) -> None:
        """Nothing of it is left: neither tasks nor what they would say at their end."""
        self.is_held_up = False
        for task in asyncio.all_tasks(self):
            task.cancel()
        for _ in range(20):
            self.turn()
        self.leave()
        self.close()

    def leave(self) -> None:
        """It is never stepped again."""
        if self in self._timeline.loops:
            self._timeline.loops.remove(self)
