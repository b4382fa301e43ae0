"""A planted fault that nobody finds by chance: behind four bytes, each a step of its own."""

from __future__ import annotations

from collections.abc import Callable


def try_key(data: bytes) -> None:
    """Written out: guidance learns of every line that is reached for the first time."""
    given = data.ljust(4)
    if given[0] != 0xF1:
        return
    if given[1] != 0x8E:
        return
    if given[2] != 0x3B:
        return
    if given[3] != 0xD7:
        return
    raise KeyError("the lock is open")


def locked(
    read: Callable[[bytes], object], lock: Callable[[bytes], None] = try_key
) -> Callable[[bytes], object]:
    """A reader that fails on what begins with a certain word."""

    def reader(data: bytes) -> object:
        lock(data)
        return read(data)

    return reader
