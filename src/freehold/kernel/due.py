"""The due list: what happens when, soonest first.

A plain sorted list of `(at_ms, what, about)`, so that it is part of a state's canonical bytes.
Equal moments come in the order of their names and numbers, never in the order they were added.
"""

from __future__ import annotations

from bisect import insort

Due = tuple[int, str, tuple[int, ...]]
DueList = list[Due]


def put_due(due: DueList, at: int, what: str, *about: int) -> None:
    insort(due, (at, what, about))


def drop_due(due: DueList, what: str, *about: int) -> None:
    """Remove every such moment, whenever it is."""
    due[:] = [each for each in due if each[1:] != (what, about)]


def next_due(due: DueList) -> int | None:
    return due[0][0] if due else None


def take_due(due: DueList, now: int) -> Due | None:
    """Remove and return the first moment that has come, or None."""
    return due.pop(0) if due and due[0][0] <= now else None
