"""Ctrl-C waits until the current step is complete, so that a record never ends inside one."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def held_back() -> Iterator[Callable[[], None]]:
    """Note the first Ctrl-C and raise it at the end, or when the yielded check is called.

    A second Ctrl-C is raised immediately: somebody is in a hurry. Only the main thread can be
    interrupted, so in another one there is nothing to hold back.
    """
    if threading.current_thread() is not threading.main_thread():
        yield lambda: None
        return
    seen: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        if seen:
            raise KeyboardInterrupt
        seen.append(number)

    def check() -> None:
        if seen:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, note)
    try:
        yield check
    finally:
        signal.signal(signal.SIGINT, before)
    check()
