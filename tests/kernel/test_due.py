"""The due list: soonest first, and of equals never by who asked first."""

from __future__ import annotations

from itertools import permutations

from freehold.kernel.due import Due, DueList, drop_due, next_due, put_due, take_due

MOMENTS: tuple[Due, ...] = ((30, "thaw", (1,)), (10, "gust", ()), (30, "held", (2,)))


def due_list(*moments: Due) -> DueList:
    due: DueList = []
    for at, what, about in moments:
        put_due(due, at, what, *about)
    return due


def test_the_order_of_asking_does_not_matter() -> None:
    lists = [due_list(*order) for order in permutations(MOMENTS)]
    assert all(due == lists[0] for due in lists)
    assert lists[0] == [(10, "gust", ()), (30, "held", (2,)), (30, "thaw", (1,))]


def test_the_next_moment_is_the_soonest() -> None:
    assert next_due([]) is None
    assert next_due(due_list(*MOMENTS)) == 10


def test_moments_are_taken_when_they_have_come() -> None:
    due = due_list(*MOMENTS)
    assert take_due(due, 9) is None
    assert take_due(due, 10) == (10, "gust", ())
    assert take_due(due, 29) is None
    assert take_due(due, 99) == (30, "held", (2,))
    assert take_due(due, 99) == (30, "thaw", (1,))
    assert take_due(due, 99) is None


def test_what_is_dropped_is_forgotten_whenever_it_was_to_be() -> None:
    due = due_list(*MOMENTS, (50, "thaw", (1,)), (50, "thaw", (2,)))
    drop_due(due, "thaw", 1)
    assert due == [(10, "gust", ()), (30, "held", (2,)), (50, "thaw", (2,))]
    drop_due(due, "thaw")
    assert len(due) == 3
